"""Playthroughs: written, compared, and written anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.broken.wire import Pocketing, Unexplained
from games.hidden import Hidden
from tileyard import BadRecord, UsageError
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
