"""That a guess must vary where there is something to guess, and need not where there is not."""

from __future__ import annotations

from typing import Any

import pytest
from dominoes import Dominoes
from odds_and_evens import OddsAndEvens

from games.hexes import Hexes
from games.hidden import Hidden
from games.stash import Stash
from tileyard import Bag, Deck, FastChance, Frozen, Game, Move, State, Struct
from tileyard.testing import CheckResult, run_checks


class SameHands(Hidden):
    """It shuffles the bag alone."""

    def guess(self, view: Any, chance: Any) -> Any:
        state = super().guess(view, FastChance(0))
        chance.shuffle(state.vault.bag)
        state.vault.bag.append(state.vault.bag.pop(0))
        return State(state.table, state.seats, state.vault)


class SameBid(OddsAndEvens):
    """It always takes the other to hold out one finger."""

    def guess(self, view: Any, chance: Any) -> Any:
        return super().guess(view, FastChance(1))


class Options(Frozen):
    """None."""


class Table(Struct):
    """What was drawn."""

    drawn: list[int] = []


class Draw(Move):
    """Draw one more."""


class Sack(Struct):
    """The numbers left, in no order."""

    bag: Bag[int]


class Stack(Struct):
    """The numbers left, the next one at the end."""

    deck: Deck[int]


class Drawing(Game[Options, Table, Draw, None, Sack]):
    """What is in the bag is known from what was drawn, though its list has some order; so there is one world alone."""

    id = "drawing"
    title = "Drawing"
    players = (1,)
    max_plies = 4

    def setup(self, turn: Any) -> State[Table, None, Sack]:
        numbers = list(range(5))
        turn.chance.shuffle(numbers)
        return State(Table(), (None,), Sack(numbers))

    def active(self, table: Table) -> tuple[int, ...]:
        return (0,) if len(table.drawn) < 4 else ()

    def legal(self, view: Any) -> list[Draw]:
        return [Draw()]

    def apply(self, state: State[Table, None, Sack], move: Draw, turn: Any) -> None:
        state.table.drawn.append(turn.chance.draw(state.vault.bag))

    def guess(self, view: Any, chance: Any) -> State[Table, None, Sack]:
        drawn = view.table.drawn
        return State(Table(drawn[:]), (None,), Sack([number for number in range(5) if number not in drawn]))


class Stacked(Game[Options, Table, Draw, None, Stack]):
    """The same with a deck, of which the order exists and is never guessed."""

    id = "stacked"
    title = "Stacked"
    players = (1,)
    max_plies = 4
    active = Drawing.active  # type: ignore[assignment]
    legal = Drawing.legal  # type: ignore[assignment]

    def setup(self, turn: Any) -> State[Table, None, Stack]:
        numbers = list(range(5))
        turn.chance.shuffle(numbers)
        return State(Table(), (None,), Stack(numbers))

    def apply(self, state: State[Table, None, Stack], move: Draw, turn: Any) -> None:
        state.table.drawn.append(state.vault.deck.pop())

    def guess(self, view: Any, chance: Any) -> State[Table, None, Stack]:
        drawn = view.table.drawn
        return State(Table(drawn[:]), (None,), Stack([number for number in range(5) if number not in drawn]))


def verdict(game: Any, **settings: Any) -> CheckResult:
    """What the check says of a game."""
    (result,) = run_checks(game, only=["guesses_vary"], **settings)
    return result


@pytest.mark.parametrize(
    ("game", "part"), [(SameHands(), "seats"), (SameBid(), "seats"), (Stacked(), "vault")], ids=lambda it: str(it)[:30]
)
def test_a_guess_that_goes_by_no_chance_is_found_part_by_part(game: Any, part: str) -> None:
    result = verdict(game)
    assert f"whatever its chance, guess always gives the same {part}: first at ply" in result.message
    assert result.case is not None
    assert verdict(game, case=result.case).message == result.message


@pytest.mark.parametrize("game", [Hexes(), Hidden(), OddsAndEvens(), Dominoes(), Stash()], ids=lambda game: game.id)
def test_open_games_and_honest_guesses_pass(game: Any) -> None:
    assert verdict(game).ok


def test_one_world_alone_need_not_vary() -> None:
    """Neither the order of a bag nor that of a hand makes another world."""
    assert verdict(Drawing()).ok


def test_a_single_game_is_enough_for_an_honest_guess() -> None:
    assert verdict(OddsAndEvens(), examples=1).ok
