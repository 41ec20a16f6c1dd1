"""What is kept in globals of a game's module is found; what is made once and what grows like a cache is not."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest
from odds_and_evens import OddsAndEvens

from tileyard import Struct
from tileyard.testing import run_checks


class Held(Struct):
    """The last choice."""

    fingers: int = 0


by_player: dict[int, list[int]] = {0: [0], 1: [0]}
held = Held()
count = 0
table: dict[int, int] | None = None
grown: dict[str, int] = {"": 0}
made: list[int] = []
never: list[float] = [float("nan")]


@lru_cache
def doubled(number: int) -> int:
    return 2 * number


class Keeping(OddsAndEvens):
    """It keeps what was chosen in a dict."""

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        by_player[turn.player][0] += move.fingers
        super().apply(state, move, turn)


class Holding(OddsAndEvens):
    """It keeps what was chosen in a struct."""

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        held.fingers += move.fingers
        super().apply(state, move, turn)


class Counting(OddsAndEvens):
    """It counts moves in a number."""

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        global count  # noqa: PLW0603  (it is what the check is to find)
        count += 1
        super().apply(state, move, turn)


class Caching(OddsAndEvens):
    """It makes a table when it first guesses, and remembers what it worked out."""

    def guess(self, view: Any, chance: Any) -> Any:
        global table  # noqa: PLW0603  (as many a cache does)
        table = table or {1: doubled(1), 2: doubled(2)}
        made.append(len(made))
        grown[f"{len(grown)}"] = view.ply
        return super().guess(view, chance)


def verdict(game: Any) -> str:
    """What the check says."""
    (result,) = run_checks(game, only=["game_never_changes"])
    return result.message


@pytest.mark.parametrize(("game", "name"), [(Keeping(), "by_player"), (Holding(), "held"), (Counting(), "count")])
def test_a_global_that_changes_is_named(game: Any, name: str) -> None:
    assert f"playing has changed the global '{__name__}.{name}'" in verdict(game)


def test_what_grows_or_is_made_when_needed_may_be_a_cache() -> None:
    before = len(grown), len(made)
    assert verdict(Caching()) == ""
    assert (len(grown), len(made)) > before
    assert table == {1: 2, 2: 4}
