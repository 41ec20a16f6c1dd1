"""What an author's code raised is told with the line of that code, however deep Tileyard or a library stood then."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.hidden import Hidden
from tileyard.board import take
from tileyard.testing import run_checks
from tileyard.testing.blame import raised


class Mumbling(Hidden):
    """It takes what it draws for a list."""

    def tell(self, event: Any) -> str:
        return super().tell(event) + ", ".join(event.pebble)


class Muddled(Hidden):
    """Its labels take a number for a text of numbers."""

    def label(self, field: str, value: Any) -> str:
        return str(json.loads(value))


class Clumsy(Hidden):
    """It takes a pebble twice."""

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        super().apply(state, move, turn)
        take(state.seats[turn.player].hand, move.pebble)


class Puzzled(Hidden):
    """A helper of its own finds the fault."""

    def pieces(self, state: Any) -> Any:
        return helper(state)


def helper(state: Any) -> Any:
    return state.table.pieces


def line(function: Any, after: int = 1) -> str:
    """The place so many lines below the head of a function."""
    return f"(test_blame.py:{function.__code__.co_firstlineno + after})"


@pytest.mark.parametrize(
    ("game", "check", "place"),
    [
        (Mumbling(), "what_happens_is_told", line(Mumbling.tell)),
        (Muddled(), "narrowing_reaches_every_move", line(Muddled.label)),
        (Clumsy(), "legal_moves_apply", line(Clumsy.apply, 2)),
        (Puzzled(), "pieces_are_conserved", line(helper)),
    ],
    ids=lambda it: it if isinstance(it, str) else type(it).__name__,
)
def test_a_failure_inside_the_game_names_its_innermost_line(game: Any, check: str, place: str) -> None:
    (result,) = run_checks(game, only=[check], examples=3)
    assert not result.ok
    assert result.message.endswith(place)


def test_a_scene_and_a_bot_that_raise_are_told_with_their_lines() -> None:
    def scene(view: Any) -> Any:
        return view.nothing

    class Bot:
        def __init__(self, *_: Any) -> None:
            pass

        def choose(self, view: Any) -> Any:
            return view.nothing

    checks = ["pictures_are_drawn", "bots_choose_legal_moves"]
    results = run_checks(Hidden(), only=checks, scene=scene, bots={"b": Bot}, examples=2)
    assert [r.message.rpartition(" ")[2] for r in results] == [line(scene), line(Bot.choose)]


def test_where_none_of_that_code_ran_no_line_is_named() -> None:
    assert raised(ValueError("no")) == "ValueError: no"
    with pytest.raises(ValueError, match="Expecting") as caught:
        json.loads("?")
    caught.value.__traceback__ = caught.tb.tb_next
    assert raised(caught.value).endswith("(char 0)")


def test_an_error_that_tells_of_another_has_the_line_of_that_one() -> None:
    def first() -> None:
        raise KeyError("x")

    def second() -> None:
        try:
            first()
        except KeyError as error:
            raise ValueError("of x") from error

    with pytest.raises(ValueError, match="of x") as caught:
        second()
    assert raised(caught.value) == f"ValueError: of x {line(first)}"
