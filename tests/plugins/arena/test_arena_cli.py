"""``tileyard arena``: what it prints, its file, what it refuses, and Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest
from jsonschema import Draft202012Validator

from loading.throwaway import Site
from terminal import PROGRAM, Terminal, process, registry, tileyard
from tileyard.front import schema
from tileyard_arena.files import entries

QUICK = ["arena", "brook", "--bots", "random,greedy:worlds=1:width=0", "--seed", "7", "--jobs", 1]


def fits(name: str, document: Any) -> None:
    """It is as the schema says that ``tileyard schema`` writes."""
    made = json.loads(schema.documents(registry())[f"arena/{name}.schema.json"])
    Draft202012Validator(made).validate(document)


def of_session(one: psutil.Process, number: int) -> bool:
    """Whether a process is still running that belongs to a session."""
    try:
        return one.status() != psutil.STATUS_ZOMBIE and os.getsid(one.pid) == number
    except (psutil.NoSuchProcess, ProcessLookupError):
        return False


def without_times(document: dict[str, Any]) -> dict[str, Any]:
    return {**document, "time": None}


def test_a_tournament_is_reported_to_programs() -> None:
    report = tileyard(*QUICK, "--matches", 8, "--json").document
    assert (report["game"], report["players"], report["seed"], report["options"]["hand"]) == ("brook", 2, "7", 3)
    assert (report["matches"], report["played"], report["line_ups"], report["fewest"], report["most"]) == (
        8,
        8,
        2,
        4,
        4,
    )
    assert [one["bot"] for one in report["standings"]] == ["greedy:worlds=1:width=0", "random"]
    strong, weak = report["standings"]
    assert strong["rating"]["mu"] > 25 > weak["rating"]["mu"]
    assert strong["won"]["count"] + strong["drawn"]["count"] + strong["lost"]["count"] == 8
    assert strong["margin"]["value"] == -weak["margin"]["value"] > 0
    assert report["time"]["random"]["moves"] == 96
    fits("command-arena", report)


def test_a_tournament_is_shown_to_people() -> None:
    shown = tileyard(*QUICK, "--matches", 4)
    assert shown.out.splitlines()[0] == "Brook, 2 players: 4 matches, each of 2 line-ups 2 times"
    assert "seed 7" in shown.out
    assert shown.err == ""
    three = tileyard("arena", "brook", "--bots", "random,greedy,greedy:width=1", "--matches", 2, "--jobs", 1)
    assert three.out.startswith("Brook, 3 players: 2 matches, each of 6 line-ups 0 to 1 times")
    assert "came before" in three.out


def test_options_players_and_scorers_are_those_of_the_matches(tmp_path: Path) -> None:
    saved = tmp_path / "a.jsonl"
    more = ["--option", "hand=2", "--option", "dams=true", "--players", 3, "--matches", 3]
    report = tileyard(*QUICK, *more, "--save", saved, "--json").document
    assert (report["options"], report["players"], report["line_ups"]) == ({"hand": 2, "dams": True}, 3, 6)
    assert {entry.record.header.options["hand"] for entry in entries(saved)} == {2}


def test_with_one_bot_it_plays_itself_in_all_seats() -> None:
    report = tileyard(
        "arena", "brook", "--bots", "random", "--matches", 3, "--seed", "1", "--jobs", 1, "--json"
    ).document
    (one,) = report["standings"]
    assert (one["games"], report["line_ups"], report["pairs"]) == (6, 1, [])
    assert "rating" not in tileyard("arena", "brook", "--bots", "random", "--matches", 1, "--jobs", 1).out


def test_a_stopped_tournament_is_resumed_to_the_same_end(tmp_path: Path) -> None:
    whole = tileyard(*QUICK, "--matches", 8, "--json").document
    saved = tmp_path / "a.jsonl"
    assert without_times(tileyard(*QUICK, "--matches", 8, "--save", saved, "--json").document) == without_times(whole)
    lines = saved.read_bytes().splitlines(keepends=True)
    saved.write_bytes(b"".join(lines[:4]) + lines[4][:50])
    resumed = tileyard("arena", "--resume", saved, "--jobs", 1, "--json")
    assert resumed.err == f"the last line of {saved} was cut off; its match is played again\n"
    assert without_times(resumed.document) == without_times(whole)
    assert sorted(entry.match for entry in entries(saved)) == list(range(1, 9))
    before = saved.read_bytes()
    again = tileyard(*QUICK, "--matches", 8, "--resume", saved, "--json")
    assert without_times(again.document) == without_times(whole)
    assert saved.read_bytes() == before


def test_a_file_of_another_tournament_is_not_gone_on_with(tmp_path: Path) -> None:
    saved = tmp_path / "a.jsonl"
    tileyard(*QUICK, "--matches", 2, "--save", saved)
    before = saved.read_bytes()
    for words, text in (
        (["octopus"], "with game brook, not octopus"),
        (["brook", "--bots", "greedy,random"], "with bots"),
        (["brook", "--matches", 3], "with matches 2, not 3"),
        (["brook", "--players", 3], "with players 2, not 3"),
        (["brook", "--seed", 8], "with seed 7, not 8"),
        (["brook", "--option", "hand=2"], "with options"),
        (["brook", "--scorer", "x"], "with scorers"),
        (["brook", "--save", saved], "leave save out"),
    ):
        code, line = tileyard("arena", *words, "--resume", saved).error
        assert code == 2
        assert line.startswith("error[usage]: ")
        assert text in line
    code, line = tileyard(*QUICK, "--save", saved).error
    assert (code, f"error[usage]: {saved} exists" in line) == (2, True)
    assert saved.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["arena"], "error[usage]: which game?"),
        (["arena", "chess"], "error[unknown_game]: unknown game 'chess'"),
        (["arena", "brook", "--matches", 0], "error[usage]: Invalid value for '--matches'"),
        (["arena", "brook", "--jobs", -2], "error[usage]: Invalid value for '--jobs'"),
        (["arena", "brook", "--scheduler", "nonsense"], "error[usage]: no Dask scheduler answers at nonsense: missing"),
        (["arena", "brook", "--jobs", 0], "error[usage]: Invalid value for '--jobs'"),
        (["arena", "brook", "--players", 0], "error[usage]: Invalid value for '--players'"),
        (["arena", "brook", "--players", 7], "error[bad_players]: Brook is for 2 to 4 players, not 7"),
        (["arena", "brook", "--bots", "gredy"], "error[unknown_name]: unknown bot 'gredy'; did you mean greedy?"),
        (["arena", "brook", "--bots", "greedy:depth=3"], "error[usage]: bot greedy has no setting 'depth'"),
        (["arena", "brook", "--bots", "greedy:worlds=many"], "error[usage]: bot greedy: setting worlds"),
        (["arena", "brook", "--bots", "random,,greedy"], "error[usage]: a bot is missing between the commas"),
        (["arena", "brook", "--bots", "random,random"], "error[usage]: bot random is named twice"),
        (["arena", "brook", "--option", "hand=9"], "error[bad_options]: option hand"),
        (["arena", "brook", "--option", "feet=2"], "error[bad_options]: brook has no option 'feet'"),
        (["arena", "brook", "--save", "/nowhere/a.jsonl"], "error[usage]: cannot write /nowhere/a.jsonl"),
        (["arena", "--resume", "/nowhere/a.jsonl"], "error[usage]: cannot read /nowhere/a.jsonl"),
    ],
)
def test_what_makes_no_sense_is_one_line_and_exit_code_2(words: list[Any], error: str) -> None:
    code, line = tileyard(*words).error
    assert code == 2
    assert line.startswith(error)
    assert tileyard(*words, "--json").document["error"]["message"]


def test_a_bot_that_is_not_for_the_game_refuses_before_the_tournament(tmp_path: Path) -> None:
    """It sees a seat of such a match: what is hidden and how many play is no affair of its maker."""
    for words, why in ((["nile2009"], "has something hidden"), (["brook", "--players", 3], "is played by 3 here")):
        code, line = tileyard("arena", *words, "--bots", "random,minimax", "--save", tmp_path / "a.jsonl").error
        assert code == 2
        assert line.startswith(f"error[usage]: bot minimax cannot play {words[0]}: it {why}")
        assert not list(tmp_path.iterdir())
        assert tileyard("report", *words, "--bots", "random,minimax").error == (code, line)


def test_a_record_of_a_single_match_is_no_tournament(tmp_path: Path) -> None:
    record = tmp_path / "m.json"
    tileyard("watch", "brook", "--seed", 1, "--save", record)
    code, line = tileyard("arena", "--resume", record).error
    assert code == 2
    assert line.startswith(f"error[bad_record]: {record}, line 1: this is not the plan of a tournament")


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_and_shows_what_is_done_and_it_can_go_on(tmp_path: Path, jobs: int) -> None:
    saved = tmp_path / "a.jsonl"
    words = ["arena", "brook", "--bots", "random,greedy:worlds=1", "--seed", "7", "--matches", 40, "--jobs", jobs]
    with Terminal(*words, "--save", saved) as person:
        person.until("2/40", "3/40", "4/40", "5/40", "6/40")
        person.press(b"\x03")
        assert person.ends() == 130
    done = len(list(entries(saved)))
    assert 2 <= done < 40
    assert f"stopped after {done} of 40 matches" in person.shown
    assert f"Brook, 2 players: {done} of 40 matches" in person.shown
    assert "matches, left" in person.shown
    # A terminal breaks lines.
    assert "to go on: tileyard arena --resume" in " ".join(person.shown.split())
    resumed = tileyard("arena", "--resume", saved, "--jobs", 1, "--json").document
    assert without_times(resumed) == without_times(tileyard(*words, "--json").document)


@pytest.mark.parametrize("scheduler", [[], ["--scheduler", "local"]], ids=["processes", "dask"])
def test_a_tournament_that_is_told_to_end_does_as_after_ctrl_c(tmp_path: Path, scheduler: list[str]) -> None:
    """All that is said is said in a few words, whoever else gets the signal; and no process is left."""
    saved = tmp_path / "a.jsonl"
    words = ["arena", "brook", "--bots", "random,greedy:worlds=1", "--matches", "400", "--jobs", "2", "--json"]
    running = subprocess.Popen(
        [*PROGRAM, *words, "--save", str(saved), *scheduler],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    end = time.monotonic() + 60
    while not (saved.exists() and saved.read_bytes().count(b"\n") > 2):
        assert time.monotonic() < end
        time.sleep(0.02)
    # As a terminal does, to all of them.
    os.killpg(running.pid, signal.SIGINT if scheduler else signal.SIGTERM)
    out, err = running.communicate(timeout=60)
    assert running.returncode == (130 if scheduler else 143)
    done = len(list(entries(saved)))
    assert err.decode().splitlines() == [
        f"stopped after {done} of 400 matches",
        f"{done} of 400 matches are in {saved}; to go on: tileyard arena --resume {saved}",
        "",
    ]
    report = json.loads(out)
    fits("command-arena", report)
    assert (report["matches"], report["played"]) == (400, done)
    while left := [one.pid for one in psutil.process_iter() if of_session(one, running.pid)]:
        assert time.monotonic() < end + 60, left
        time.sleep(0.05)


def test_a_fault_is_one_line_and_says_where_the_rest_is(tmp_path: Path) -> None:
    folder, saved = tmp_path / "site", tmp_path / "a.jsonl"
    folder.mkdir()
    Site(folder).install("arena-late", LATE)
    words = ["arena", "brook", "--bots", "late", "--matches", 4, "--seed", "7", "--jobs", 1, "--save", saved]
    failed = process(*words, PYTHONPATH=str(folder))
    note, error = failed.err.splitlines()
    assert (failed.code, failed.out) == (1, "")
    assert note == f"2 of 4 matches are in {saved}; to go on: tileyard arena --resume {saved}"
    assert error.startswith("error[bot_fault]: match 3 of brook (late, late; seed ")
    assert re.search(r"\): bot late: choose failed at ply \d+: ValueError \([^ ]+\.py:\d+\)$", error)
    assert len(list(entries(saved))) == 2


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_plugins_print_is_not_in_the_document(tmp_path: Path, jobs: int) -> None:
    """Neither here nor in the processes that play."""
    Site(tmp_path).install("arena-loud", LOUD)
    for command in ("arena", "report"):
        words = [command, "brook", "--bots", "loud", "--matches", 2, "--jobs", jobs, "--json"]
        shown = process(*words, PYTHONPATH=str(tmp_path))
        assert (shown.code, shown.document["matches"]) == (0, 2)
        assert "noise" in shown.err


LOUD = """
from tileyard import hookimpl

print("noise of the import")


class Loud:
    def __init__(self, game, settings, seed):
        self.game = game

    def choose(self, view):
        print("noise of the bot")
        return self.game.legal(view)[0]


@hookimpl
def register_bots():
    return {"loud": Loud}
"""

LATE = """
from tileyard import hookimpl

games = []


class Late:
    \"\"\"Plays two matches, and no more.\"\"\"

    def __init__(self, game, settings, seed):
        games.append(seed)
        self.game, self.number = game, len(games)

    def choose(self, view):
        if self.number > 6:
            raise ValueError("tired")
        return self.game.legal(view)[0]


@hookimpl
def register_bots():
    return {"late": Late}
"""


def test_every_process_comes_to_the_same() -> None:
    documents = [
        without_times(process(*QUICK, "--matches", 4, "--json", PYTHONHASHSEED=seed).document) for seed in ("0", "1")
    ]
    assert documents[0] == documents[1]


def test_other_commands_load_nothing_of_the_arena_but_its_commands() -> None:
    code = (
        "import sys\n"
        "from tileyard import Registry\n"
        "from tileyard.front.cli import build\n"
        "try:\n"
        "    build(Registry.load())(['games', '--json'])\n"
        "except SystemExit:\n"
        "    wanted = ('openskill', 'distributed', 'dask', 'concurrent', 'multiprocessing', 'tileyard_arena')\n"
        "    print(*sorted(name for name in sys.modules if name.partition('.')[0] in wanted))\n"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    listing, loaded = shown.stdout.splitlines()
    assert "brook" in {game["id"] for game in json.loads(listing)}
    assert loaded.split() == ["tileyard_arena", "tileyard_arena.commands", "tileyard_arena.plugin"]
