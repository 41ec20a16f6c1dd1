"""The journal: what is in it, what never is, whole lines whoever writes, and matches that go on without it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from terminal import process, tileyard
from tileyard import Match, Registry, Scored, UsageError, run
from tileyard.front.bots import RandomBot
from tileyard.front.matches import load_match, new_match
from tileyard.ground.wire import encode
from tileyard_brook import Brook
from tileyard_brook import plugin as brook
from tileyard_journal import Finished, Journal, Line, Played, Started
from tileyard_journal.lines import append


def read(path: Path) -> list[Any]:
    return [msgspec.json.decode(line, type=Line) for line in path.read_bytes().splitlines()]


def played(registry: Registry, seed: str = "7", plies: int | None = None) -> Match:
    match = new_match(registry, "brook", 2, seed=seed)
    return run(match, [RandomBot(Brook(), seat) for seat in (1, 2)], plies=plies)


def test_a_match_is_a_line_for_its_start_each_move_and_its_end(tmp_path: Path) -> None:
    place = tmp_path / "matches.jsonl"
    match = played(Registry.of(brook, Journal(place)))
    first, *moves, last = read(place)
    assert isinstance(first, Started)
    assert first.info == msgspec.convert(msgspec.to_builtins(match.info), type(match.info))
    assert isinstance(last, Finished)
    assert all(isinstance(line, Played) for line in moves)
    assert [line.ply for line in (first, *moves, last)] == [*range(25), 24]
    told = [msgspec.json.decode(encode(update.events)) for update in match.updates(None)]
    assert [line.events for line in (first, *moves)] == told
    assert last.scores == moves[-1].scores == match.scores
    assert {(line.match, line.process, line.game) for line in (first, *moves, last)} == {
        (match.commitment, os.getpid(), "brook")
    }
    assert [line.at for line in moves] == sorted(line.at for line in moves)


def test_it_tells_nothing_that_a_spectator_is_not_told(tmp_path: Path) -> None:
    """Neither the seed, nor anybody's tiles, nor what was drawn."""
    place = tmp_path / "matches.jsonl"
    match = played(Registry.of(brook, Journal(place)), seed="nobody-guesses-this")
    text = place.read_text()
    assert "nobody-guesses-this" not in text
    assert "drew" not in text
    allowed = {"lay", "scored"}
    assert {event["type"] for line in read(place) if not isinstance(line, Finished) for event in line.events} == allowed
    keys = set[str]().union(*map(json.loads, text.splitlines()))
    assert keys == {"type", "at", "process", "match", "game", "ply", "scores", "info", "events", "branch"}
    points = [event for update in match.updates(None) for event in update.events if isinstance(event, Scored)]
    assert text.count('"type":"scored"') == len(points)


def test_a_match_taken_up_again_goes_on_in_the_journal(tmp_path: Path) -> None:
    place = tmp_path / "matches.jsonl"
    registry = Registry.of(brook, Journal(place))
    record = played(registry, plies=10).record()
    place.rename(tmp_path / "older.jsonl")
    match = run(load_match(registry, record), [RandomBot(Brook(), seat) for seat in (3, 4)])
    assert [line.ply for line in read(place)] == [*range(11, 25), 24]
    assert {line.match for line in read(place)} == {match.commitment}


WRITER = """
import sys
from tileyard_journal.lines import append
for number in range(200):
    append(sys.argv[1], (sys.argv[2] * 3000 + str(number)).encode())
"""


def test_two_processes_never_mix_their_lines(tmp_path: Path) -> None:
    place = tmp_path / "both"
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(place), letter]) for letter in "ab"]
    assert [writer.wait() for writer in writers] == [0, 0]
    lines = place.read_text().splitlines()
    for letter in "ab":
        assert [line for line in lines if letter in line] == [letter * 3000 + str(number) for number in range(200)]
    assert len(lines) == 400


def test_a_line_that_was_cut_off_stays_apart(tmp_path: Path) -> None:
    place = tmp_path / "cut"
    place.write_bytes(b"whole\nhal")
    append(str(place), b"next")
    assert place.read_bytes() == b"whole\nhal\nnext\n"


LIMITED = """
import resource, sys
from tileyard import UsageError
from tileyard_journal.lines import append
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
append(sys.argv[1], b"a" * 79)
try:
    append(sys.argv[1], b"b" * 79)
except UsageError as error:
    print(error)
"""


def test_a_line_without_room_is_an_error_and_the_next_one_is_whole(tmp_path: Path) -> None:
    place = tmp_path / "full"
    done = subprocess.run([sys.executable, "-c", LIMITED, place], check=True, capture_output=True, text=True)
    assert done.stdout == f"cannot write {place}: there was no room for the whole line\n"
    append(str(place), b"next")
    assert place.read_bytes().split(b"\n") == [b"a" * 79, b"b" * 20, b"next", b""]


@pytest.mark.parametrize("kind", ["no folder", "folder", "pipe", "device", "no name"])
def test_a_place_that_is_no_file_is_refused_at_once_and_stops_no_match(tmp_path: Path, kind: str) -> None:
    """A pipe nobody reads from included, which would hold up whoever opens it."""
    place = tmp_path / "place"
    if kind == "folder":
        place.mkdir()
    elif kind == "pipe":
        os.mkfifo(place)
    path = {"no folder": str(place / "file"), "device": os.devnull, "no name": "a\0b"}.get(kind, str(place))
    with pytest.raises(UsageError) as error:
        append(path, b"{}")
    assert error.value.facts["field"] == path
    registry = Registry.of(brook, Journal(path))
    match = played(registry)
    assert match.over
    hooks = [problem.facts["hook"] for problem in registry.problems]
    assert hooks == ["match_started", "move_played", "match_finished"]


def test_without_the_variable_it_hears_of_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tileyard("plugins").code == 0
    assert not os.environ.get("TILEYARD_JOURNAL")
    (report,) = [report for report in Registry.load().plugins if report.name == "journal"]
    assert (report.status, report.problems) == ("ok", [])
    assert not Registry.load().observer()


def test_a_player_turns_it_on_and_off_by_the_variable(tmp_path: Path) -> None:
    """Processes of an arena write into one file, and a file that cannot be written costs a warning, not the match."""
    place = tmp_path / "matches.jsonl"
    watch = ("watch", "brook", "--players", 2, "--bots", "random,random", "--seed", "7", "--quiet")
    assert process(*watch, TILEYARD_JOURNAL=str(place)).code == 0
    assert [type(line) for line in read(place)] == [Started, *[Played] * 24, Finished]
    before = place.read_bytes()
    assert process(*watch, TILEYARD_JOURNAL="").code == 0
    assert process(*watch, TILEYARD_JOURNAL=str(place), TILEYARD_PLUGINS_BLOCK="journal").code == 0
    assert place.read_bytes() == before
    arena = ("arena", "brook", "--bots", "random,greedy:worlds=1", "--matches", 4, "--jobs", 2, "--json")
    assert process(*arena, TILEYARD_JOURNAL=str(place)).code == 0
    assert sum(isinstance(line, Finished) for line in read(place)) == 5
    broken = process(*watch, TILEYARD_JOURNAL=str(tmp_path / "nowhere" / "file"))
    assert broken.code == 0
    assert "cannot write" in broken.err
    assert "Traceback" not in broken.err
