"""``tileyard watch``: whole matches of bots, the same everywhere, stopped and resumed."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from terminal import PROGRAM, Terminal, process, registry, tileyard
from tileyard import Event, Game, Match, Move, NoOptions, Registry, State, Struct, Turn, View, hookimpl, run
from tileyard.front import builtin
from tileyard.front.bots import make_bot
from tileyard.front.cli import build
from tileyard.testing import commands

FOUR = ["octopus", "--players", "4", "--bots", "greedy,random,random,random", "--seed", "7"]


def test_watch_saves_over_nothing_that_would_be_lost(tmp_path: Path) -> None:
    """Neither a match of another game, nor another match of this one; it is refused before the first ply."""
    saved = tmp_path / "m.json"
    shown = tileyard("watch", "brook", "--seed", "1", "--plies", 3, "--save", saved, "--quiet")
    assert (shown.code, shown.out) == (0, "")
    before = saved.read_bytes()
    lost = f"error[usage]: {saved} holds a match that is not over: go on with it by --resume {saved}"
    for other in (["octopus"], ["brook"], ["brook", "--seed", "2"], ["brook", "--seed", "1", "--players", "3"]):
        shown = tileyard("watch", *other, "--save", saved, "--svg", tmp_path / "no.svg")
        assert (shown.out, shown.error) == ("", (2, lost))
        assert saved.read_bytes() == before
    assert not (tmp_path / "no.svg").exists()


def test_the_same_match_is_saved_in_the_same_file_again(tmp_path: Path) -> None:
    """A script runs twice, or longer the second time: what the file held is in it still."""
    saved = tmp_path / "m.json"
    for plies in (2, 4, 4):
        assert tileyard("watch", "brook", "--seed", "1", "--plies", plies, "--save", saved).code == 0
        assert len(json.loads(saved.read_bytes())["entries"]) == plies + 1
    for _ in "ab":
        assert tileyard("watch", "brook", "--seed", "1", "--save", saved).code == 0
        assert json.loads(saved.read_bytes())["final"]


def test_a_match_that_came_out_otherwise_is_saved_beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same seed and other bots it cannot be known before the end that the file holds another match."""
    monkeypatch.chdir(tmp_path)
    one = tileyard("watch", "brook", "--seed", "1", "--save", "m.json", "--json").document
    before = Path("m.json").read_bytes()
    shown = tileyard("watch", "brook", "--seed", "1", "--bots", "random,random", "--save", "m.json")
    beside = f"brook-{one['commitment'][:8]}.json"
    assert shown.code == 2
    assert shown.err.splitlines() == [
        f"Saved in {beside}. To see it again: tileyard replay {beside}",
        "error[usage]: m.json holds a match that is over: name another file",
    ]
    assert Path("m.json").read_bytes() == before
    assert tileyard("replay", beside, "--json").document["over"]
    assert tileyard("play", "--resume", beside, "--save", "m.json").error[0] == 2
    assert Path("m.json").read_bytes() == before
    part = ["brook", "--seed", "1", "--bots", "random,random", "--plies", "2", "--save", "m.json"]
    assert "To go on: tileyard watch --resume " in tileyard("watch", *part).err


def test_a_match_is_played_to_its_end_and_reported() -> None:
    report = tileyard("watch", *FOUR, "--json").document
    assert (report["game"], report["players"], report["seed"], report["over"]) == ("octopus", 4, "7", True)
    assert report["bots"] == ["greedy", "random", "random", "random"]
    assert report["scores"] == [sum(own.values()) for own in report["reasons"]]
    assert sorted(player for level in report["ranking"] for player in level) == [0, 1, 2, 3]
    assert report["ranking"][0] == report["winners"]
    game = registry().game("octopus").game
    match = Match(game, 4, seed="7")
    run(match, [make_bot(registry(), game, bot, "7", seat) for seat, bot in enumerate(report["bots"])])
    assert (report["digest"], report["plies"], report["scores"]) == (match.digest, match.ply, match.scores)
    assert report["commitment"] == match.commitment


class Row(Struct):
    """What is left."""

    left: int = 3


class Step(Move, Event):
    """Go on."""


class Noisy(Game[NoOptions, Row, Step]):
    """A game that prints wherever it can, and leaves the program when it is told to."""

    id = "noisy"
    title = "Noisy"
    players = (1,)
    max_plies = 3
    leaving = ""

    def _say(self, verb: str) -> None:
        print("noise of", verb)
        if verb == self.leaving:
            sys.exit(0)

    def setup(self, turn: Turn[NoOptions]) -> State[Row]:
        self._say("setup")
        return State(Row(), (None,))

    def active(self, table: Row) -> tuple[int, ...]:
        return (0,) if table.left else ()

    def legal(self, view: View[NoOptions, Row]) -> list[Step]:
        self._say("legal")
        return [Step()]

    def apply(self, state: State[Row], move: Step, turn: Turn[NoOptions]) -> None:
        self._say("apply")
        state.table.left -= 1


class Leaving:
    """A bot that leaves the program."""

    def choose(self, view: Any) -> Any:
        sys.exit(0)


class Loud:
    """The plugin of both."""

    @hookimpl
    def register_games(self) -> list[Any]:
        return [Noisy()]

    @hookimpl
    def register_bots(self) -> dict[str, Any]:
        return {"leaving": lambda game, settings, seed: Leaving(), "broken": lambda game, settings, seed: 1 / 0}


LOUD = build(Registry.of(builtin, commands, Loud()))


def test_what_a_plugin_prints_is_not_in_the_document(tmp_path: Path) -> None:
    shown = tileyard("watch", "noisy", "--json", "--save", tmp_path / "m.json", app=LOUD)
    assert shown.document["plies"] == 3
    assert "noise of apply" in shown.err
    again = tileyard("replay", tmp_path / "m.json", "--json", app=LOUD)
    assert again.document["digest"] == shown.document["digest"]
    assert "noise of apply" in again.err
    checked = tileyard("check", "noisy", "--json", "--only", "legal_moves_apply", "--examples", 1, app=LOUD)
    assert [verdict["status"] for verdict in checked.document["checks"]] == ["pass"]


@pytest.mark.parametrize("verb", ["setup", "legal", "apply"])
def test_a_game_that_leaves_the_program_has_failed(verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Noisy, "leaving", verb)
    code, error = tileyard("watch", "noisy", app=LOUD).error
    # Where hands of others are seen, only the place is told.
    told = r"SystemExit \(test_cli_watch\.py:\d+\)$" if verb == "apply" else r"SystemExit: 0$"
    assert (code, bool(re.search(told, error))) == (1, True)
    assert tileyard("check", "noisy", "--only", "legal_moves_apply", "--examples", 1, app=LOUD).code == 1


@pytest.mark.parametrize(
    ("bot", "what", "cause"),
    [
        ("leaving", "choose", r" at ply 0: SystemExit \(test_cli_watch\.py:\d+\)"),
        ("broken", "make", ": ZeroDivisionError: division by zero"),
    ],
)
def test_a_bot_that_fails_is_named(bot: str, what: str, cause: str) -> None:
    shown = tileyard("watch", "noisy", "--bots", bot, app=LOUD)
    code, error = shown.error
    assert code == 1
    assert re.fullmatch(rf"error\[bot_fault\]: bot {bot}: {what} failed{cause}", error)


def test_a_record_may_go_down_a_pipe() -> None:
    """It is written once, when it is whole; a file has the beginning already."""
    shown = process("watch", *FOUR, "--plies", 3, "--quiet", "--save", "/dev/stdout")
    assert len(json.loads(shown.out)["entries"]) == 4


def test_nobody_is_a_number_of_players_like_others() -> None:
    assert tileyard("watch", "brook", "--players", 0).error[1].startswith("error[bad_players]: Brook is for 2 to 4")


@pytest.mark.parametrize("game", ["brook", "nile1967"])
def test_a_bot_refuses_a_match_before_the_first_ply(game: str, tmp_path: Path) -> None:
    """Even if others would have been to move first; and nothing is said of a match that is not played."""
    words = [game, "--players", "3", "--bots", "random,random,minimax", "--seed", "1", "--every"]
    shown = tileyard("watch", *words, "--save", tmp_path / "m.json")
    assert shown.error == (2, f"error[usage]: bot minimax cannot play {game}: it is played by 3 here, not by two")
    assert (shown.out, list(tmp_path.iterdir())) == ("", [])
    shown = tileyard("play", game, "--bots", "human,minimax")
    assert shown.error == (
        2, f"error[usage]: bot minimax cannot play {game}: it has something hidden or left to chance",
    )  # fmt: skip
    assert shown.out == ""


def test_people_see_board_scores_and_reasons() -> None:
    report, shown = tileyard("watch", *FOUR, "--json").document, tileyard("watch", *FOUR)
    lines = shown.out.splitlines()
    assert lines[:3] == [
        "Octopus, 4 players",
        f"Commitment: {report['commitment']}",
        "(a hash of the secret seed: with it all chance can be checked afterwards)",
    ]
    assert lines[-1] == f"seed 7, digest {report['digest']}"
    assert any(line.split()[:5] == ["1", "Player", "1", "greedy", str(report["scores"][0])] for line in lines)
    (last,) = (number for number, line in enumerate(lines) if line.startswith("Last scores (ply "))
    assert "Player" in lines[last + 1]
    assert re.search(r": (colour|number) run \(", lines[last + 1])


def test_a_seed_is_shown_without_what_a_terminal_would_obey(tmp_path: Path) -> None:
    """A record comes from anybody."""
    file = tmp_path / "m.json"
    watched = tileyard("watch", "octopus", "--bots", "random,random", "--seed", "\x1b[2J7", "--save", file)
    assert "seed \\x1b[2J7, digest" in watched.out
    replayed = tileyard("play", "--resume", file)
    assert "The seed was \\x1b[2J7." in replayed.out
    assert "\x1b" not in watched.out + replayed.out


def test_quiet_prints_nothing_and_files_are_written_whole(tmp_path: Path) -> None:
    saved, drawn = tmp_path / "m.json", tmp_path / "m.svg"
    assert tileyard("watch", *FOUR, "--quiet", "--save", saved, "--svg", drawn).out == ""
    assert ElementTree.parse(drawn).getroot().tag.endswith("svg")
    assert json.loads(saved.read_bytes())["header"]["seed"] == "7"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m.json", "m.svg"]


def test_every_process_gives_the_same_digest() -> None:
    digests = {
        process("watch", *FOUR[:-1], "s\u00e9ed", "--json", **env).document["digest"]
        for env in (
            {"PYTHONHASHSEED": "0"},
            {"PYTHONHASHSEED": "1", "LC_ALL": "C", "PYTHONIOENCODING": "ascii"},
            {"PYTHONHASHSEED": "2", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "TZ": "Asia/Tehran"},
        )
    }
    assert len(digests) == 1


@settings(max_examples=8)
@given(
    game=st.sampled_from(["octopus", "brook"]),
    players=st.integers(2, 4),
    stops=st.lists(st.integers(0, 15), max_size=3),
    seed=st.text("abc0", min_size=1, max_size=4),
)
def test_a_match_stopped_anywhere_and_resumed_ends_the_same(
    tmp_path_factory: pytest.TempPathFactory, game: str, players: int, stops: list[int], seed: str
) -> None:
    saved = tmp_path_factory.mktemp("resume") / "m.json"
    bots = ["--bots", ",".join(["greedy:worlds=2:effort=0", *["random"] * (players - 1)])]
    whole = tileyard("watch", game, "--players", players, *bots, "--seed", seed, "--json").document
    part = tileyard("watch", game, *bots, "--seed", seed, "--plies", 0, "--save", saved, "--json").document
    assert (part["plies"], part["over"]) == (0, False)
    for plies in stops:
        part = tileyard("watch", "--resume", saved, *bots, "--plies", plies, "--save", saved, "--json").document
    assert part["plies"] == min(sum(stops), whole["plies"])
    assert tileyard("watch", "--resume", saved, *bots, "--json").document == whole


def test_options_are_read_as_their_types_ask() -> None:
    report = tileyard("watch", "brook", "--option", "hand=2", "--option", "dams=true", "--plies", 0, "--json").document
    assert report["options"] == {"hand": 2, "dams": True}


def test_without_a_seed_no_two_matches_are_alike() -> None:
    seeds = {tileyard("watch", "brook", "--plies", 0, "--json").document["seed"] for _ in range(3)}
    assert len(seeds) == 3


def test_every_ply_is_shown_to_whoever_asks() -> None:
    shown = tileyard("watch", "octopus", "--seed", "1", "--plies", "3", "--every").out
    assert shown.count("Tiles of player 1") == 4


WRONG: list[tuple[str, str]] = [
    ("watch", "usage"),
    ("watch octopus --players 7", "bad_players"),
    ("watch octopus --bots greedy", "bad_players"),
    ("watch octopus --players 3 --bots greedy,random", "usage"),
    ("watch octopus --bots greedy,,random", "usage"),
    ("watch octopus --bots greedy,rndom", "unknown_name"),
    ("watch octopus --bots greedy:worlds=many,random", "usage"),
    ("watch octopus --option sets=3", "bad_options"),
    ("watch octopus --option set=1", "bad_options"),
    ("watch octopus --option sets", "usage"),
    ("watch octopus --option sets=1 --option sets=2", "usage"),
    ("watch octopus --scorer none", "unknown_name"),
    ("watch octopus --plies -1", "usage"),
    ("watch octopus --save /nowhere/m.json --plies 0", "usage"),
    ("watch octopus --svg /nowhere/m.svg --plies 0", "usage"),
    ("watch octopus --svg / --plies 0", "usage"),
    ("watch --resume /nowhere/m.json", "usage"),
    ("watch octopus --resume m.json --seed 3", "usage"),
]


def test_people_are_sent_to_the_command_for_people() -> None:
    assert tileyard("watch", "octopus", "--bots", "human,greedy").error == (
        2,
        "error[usage]: watch takes bots only; to sit down yourself: tileyard play octopus --bots human,greedy",
    )


@pytest.mark.parametrize("columns", [40, 60, 80, 200])
def test_what_points_are_for_is_told_at_any_width(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each reason on lines of its own, in whole words, whoever it is for: six players, or many reasons."""
    monkeypatch.setenv("COLUMNS", str(columns))
    for words in ("octopus --players 6 --bots " + ",".join(["random"] * 6), "nile1967 --plies 60"):
        shown = tileyard("watch", *words.split(), "--seed", "1").out
        assert "points for" in shown
        scores = shown.partition("points for")[2].partition("Last scores")[0]
        assert max(map(len, scores.splitlines())) <= columns
        told = re.findall(r"[a-z]+", scores)
        assert set(told) <= set(re.findall(r"[a-z]+", f"layer points for {' '.join(reasons(words.split()[0]))}"))


def reasons(game: str) -> list[str]:
    return list(registry().game(game).game.awards.values())


def test_where_nobody_has_points_there_is_no_column_of_them() -> None:
    """Nile of 2009 gives points for what is stored, at the end alone."""
    under_way = tileyard("watch", "nile2009", "--seed", "3", "--plies", "9").out
    assert "player     bot" in under_way
    assert "place" not in under_way
    assert "Nobody has any points yet." in under_way
    assert "points for" not in under_way
    assert "points for" in tileyard("watch", "nile2009", "--seed", "3").out


@pytest.mark.parametrize(("line", "code"), WRONG)
def test_wrong_use_is_one_typed_line(line: str, code: str) -> None:
    shown = tileyard(*line.split(), "--json")
    assert shown.code == 2
    assert shown.document["error"]["code"] == code
    assert shown.err.startswith(f"error[{code}]: ")
    assert len(shown.err.splitlines()) == 1


def test_a_resumed_match_is_held_to_what_it_is(tmp_path: Path) -> None:
    saved = tmp_path / "m.json"
    tileyard("watch", "octopus", "--plies", 0, "--save", saved)
    for words, text in (
        (["brook"], f"{saved} is a match of octopus, not of brook"),
        (["--players", "3"], f"{saved} is a match of 2 players, not of 3"),
        (["--bots", "random"], "2 play, but --bots names 1: random"),
    ):
        assert tileyard("watch", "--resume", saved, *words).error == (2, f"error[usage]: {text}")


def test_what_cannot_be_saved_leaves_the_old_file(tmp_path: Path) -> None:
    saved = tmp_path / "folder"
    saved.mkdir()
    assert tileyard("watch", "octopus", "--plies", 0, "--save", saved).code == 2
    assert list(tmp_path.iterdir()) == [saved]


def test_a_place_that_cannot_be_written_is_told_before_the_match(tmp_path: Path) -> None:
    shown = tileyard("watch", "octopus", "--save", tmp_path / "no" / "m.json", "--every")
    assert (shown.code, shown.out) == (2, "")
    shown = tileyard("watch", "octopus", "--svg", tmp_path / "no" / "m.svg", "--every")
    assert (shown.code, shown.out) == (2, "")


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_match_is_saved_and_goes_on(tmp_path: Path, end: signal.Signals) -> None:
    saved = tmp_path / "m.json"
    words: list[Any] = ["octopus", "--option", "first_player=seat0", "--seed", "1", "--every"]
    bots = ["--bots", "random,greedy"]
    running = subprocess.Popen(
        [*PROGRAM, "watch", *words, *bots, "--save", saved], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert running.stdout is not None
    shown = b""
    while b"Player 2 laid" not in shown:
        shown += running.stdout.readline()
    running.send_signal(end)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 128 + end
    assert err.decode().strip().startswith("stopped at ply ")
    assert tileyard("replay", saved, "--verify").code == 0
    whole = tileyard("watch", *words[:-1], *bots, "--json").document
    assert tileyard("watch", "--resume", saved, *bots, "--json").document == whole


def test_at_a_terminal_there_is_a_sign_of_life_and_colour() -> None:
    with Terminal("watch", *FOUR) as person:
        assert person.ends() == 0
        assert "\x1b[" in person.shown
    with Terminal("watch", *FOUR, NO_COLOR="1") as person:
        assert person.ends() == 0
        assert "\x1b[3" not in person.shown
