"""Playthroughs: written, compared, and written anew."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any, Literal

import pytest

from games.broken.wire import Pocketing, Unexplained
from games.hidden import Hidden, Options
from tileyard import BadPlayers, BadRecord, Frozen, Turn, UsageError
from tileyard.testing import playthrough


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return playthrough.write(Hidden(), tmp_path / "kept", players=3, options={"cells": 6}, seed="9")


def test_a_playthrough_is_named_for_its_game_and_tells_all_of_it(path: Path) -> None:
    assert path.name == "pebbles-3.txt"
    lines = path.read_text().splitlines()
    assert lines[:5] == [
        "playthrough: pebbles",
        "rules: 1",
        "players: 3",
        'options: {"cells":6,"hand":2,"bonus":false}',
        "seed: 9",
    ]
    assert sum(line.startswith("ply ") for line in lines) == 7
    assert sum("whisper to" in line for line in lines) == 5
    assert sum(line.startswith("result: ") for line in lines) == 1


def test_it_compares_equal_and_gives_the_same_match(path: Path) -> None:
    assert playthrough.compare(Hidden(), path) == ""
    match = playthrough.play(Hidden(), path.read_text())
    assert (match.players, match.over, match.ply) == (3, True, 6)


def test_the_first_difference_is_named(path: Path) -> None:
    problem = playthrough.compare(Unexplained(), path)
    assert problem.startswith("line ")
    assert "luck" in problem
    assert "digest" in playthrough.compare(Pocketing(), path) or "scores" in playthrough.compare(Pocketing(), path)
    path.write_text(path.read_text() + "more\n")
    assert playthrough.compare(Hidden(), path).endswith("was 'more', now it is None")


def test_a_move_that_cannot_be_made_and_a_foreign_file_are_told(path: Path) -> None:
    text = path.read_text()
    path.write_text(text.replace('"type":"lay"', '"type":"fly"'))
    assert playthrough.compare(Hidden(), path).startswith("it cannot be played again: ")
    path.write_text("once upon a time")
    assert playthrough.compare(Hidden(), path).startswith("it cannot be played again: not a playthrough")
    with pytest.raises(BadRecord):
        playthrough.play(Hidden(), "players: many")


def test_writing_anew_keeps_what_it_is_of(path: Path) -> None:
    before = path.read_text()
    path.write_text(before.replace("scores 0", "scores 1"))
    assert playthrough.rewrite(Hidden(), path) == path
    assert path.read_text() == before


class NewOptions(Frozen):
    """What is left of the options, and a new one."""

    hand: Literal[1, 3] = 1
    bonus: bool = False
    pace: Literal["slow", "fast"] = "slow"


class Changed(Hidden):
    """The row has no length to choose any more, and hands of two are no more."""

    def setup(self, turn: Any) -> Any:
        return super().setup(Turn(turn.players, Options(hand=turn.options.hand), turn.chance, turn.scores))


Changed.types = dataclasses.replace(Hidden.types, options=NewOptions)


def test_writing_anew_keeps_of_the_options_what_the_game_still_has(tmp_path: Path) -> None:
    """One option is gone, one no longer takes this value, one is as it was, one is new."""
    given = {"cells": 6, "hand": 2, "bonus": True}
    path = playthrough.write(Hidden(), tmp_path, players=3, options=given, seed="9")
    assert "pebbles cannot be set up like this any more: pebbles has no option 'cells'" in playthrough.compare(
        Changed(), path
    )
    playthrough.rewrite(Changed(), path)
    assert path.read_text().splitlines()[2:5] == [
        "players: 3",
        'options: {"hand":1,"bonus":true,"pace":"slow"}',
        "seed: 9",
    ]
    assert playthrough.compare(Changed(), path) == ""


@pytest.mark.parametrize(
    ("name", "text", "begins"),
    [
        ("pebbles-3-x.txt", 'options: {"hand": 1}', ["players: 3", 'options: {"cells":4,"hand":1,"bonus":false}']),
        ("pebbles-3.txt", "", ["players: 3", 'options: {"cells":4,"hand":2,"bonus":false}', "seed: 1"]),
        ("pebbles.txt", "seed: 12\n", ["players: 2", 'options: {"cells":4,"hand":2,"bonus":false}', "seed: 12"]),
        ("pebbles-2.txt", "seed: 12\nplayers: 3\n", ["players: 3"]),
    ],
)
def test_another_one_is_begun_by_its_first_lines(tmp_path: Path, name: str, text: str, begins: list[str]) -> None:
    path = tmp_path / name
    path.write_text(text)
    playthrough.rewrite(Hidden(), path)
    assert path.read_text().splitlines()[2 : 2 + len(begins)] == begins
    assert playthrough.compare(Hidden(), path) == ""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("once upon a time", "pebbles-2.txt is not a playthrough of pebbles"),
        ("playthrough: brook\nplayers: 2\n", "pebbles-2.txt is not a playthrough of pebbles"),
        ("players: many", "the first lines of pebbles-2.txt cannot be read: "),
        ("options: [1]", "the first lines of pebbles-2.txt cannot be read: "),
        (b"players: \xff", "is no text: "),
        ("players: 7", "Pebbles is for 2 or 3 players, not 7"),
    ],
)
def test_what_cannot_be_written_anew_is_left_as_it_is(tmp_path: Path, text: str | bytes, why: str) -> None:
    path = tmp_path / "pebbles-2.txt"
    blob = text if isinstance(text, bytes) else text.encode()
    path.write_bytes(blob)
    with pytest.raises((BadRecord, BadPlayers), match=re.escape(why)):
        playthrough.rewrite(Hidden(), path)
    assert path.read_bytes() == blob


def test_those_of_other_games_are_left_alone(path: Path) -> None:
    (path.parent / "pebblesque-2.txt").write_text("")
    (path.parent / "pebbles.txt").write_text("")
    assert [found.name for found in playthrough.kept(Hidden(), path.parent)] == ["pebbles-3.txt", "pebbles.txt"]


def test_a_game_whose_id_begins_like_another_has_its_own(tmp_path: Path) -> None:
    """Its players follow its id: so ``pebbles-tower-2`` is no playthrough of ``pebbles``."""
    for stem in ("pebbles", "pebbles-2", "pebbles-12-long", "pebbles-tower-2", "pebbles-tower"):
        (tmp_path / f"{stem}.txt").touch()
    found = [path.stem for path in playthrough.kept(Hidden(), tmp_path)]
    assert found == ["pebbles-12-long", "pebbles-2", "pebbles"]


def test_a_place_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        playthrough.write(Hidden(), tmp_path / "nowhere" / "x.txt")
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="cannot make the folder"):
        playthrough.write(Hidden(), tmp_path / "file")
