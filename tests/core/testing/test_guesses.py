"""That a guess must vary where there is something to guess and need not elsewhere, and what is said of a bad one."""

from __future__ import annotations

import re
from typing import Any

import pytest
from dominoes import Dominoes
from odds_and_evens import OddsAndEvens

from games.broken.secrets import Knowing, Shuffling
from games.hexes import Hexes
from games.hidden import Hidden
from games.stash import Stash
from tileyard import Bag, Deck, FastChance, Frozen, Game, Move, State, Struct
from tileyard.testing import CheckResult, run_checks
from tileyard.testing.playouts import play


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


class Greedy(Hidden):
    """In its guesses the others have a pebble more than they have."""

    def guess(self, view: Any, chance: Any) -> Any:
        state = super().guess(view, chance)
        other = (view.player + 1) % view.players
        state.seats[other].hand.append(state.vault.bag.pop())
        return state


class Forgetful(Hidden):
    """Its guesses forget which pebble was laid first."""

    def guess(self, view: Any, chance: Any) -> Any:
        state = super().guess(view, chance)
        for cell in list(state.table.row)[:1]:
            del state.table.row[cell]
        return state


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


def verdict(game: Any, check: str = "guesses_vary", **settings: Any) -> CheckResult:
    """What the check says of a game."""
    (result,) = run_checks(game, only=[check], **settings)
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


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (Greedy(), "sizes['seat.hand'][1]: 2 in the view, 3 in the guess; deal as many as sizes tells, and"),
        (Forgetful(), "table.row[1024]: 3 in the view, nothing in the guess"),
        (Shuffling(), "seat.hand[0]: 3 in the view, 9 in the guess"),
    ],
    ids=lambda it: str(it)[:30],
)
def test_where_a_guess_looks_otherwise_is_named(game: Any, text: str) -> None:
    """The first place that differs, with what is seen there and what was guessed."""
    result = verdict(game, "guesses_keep_the_view")
    assert f"looks otherwise than the view: {text}" in result.message
    assert ("closed" in result.message) == isinstance(game, Greedy)


def test_where_a_guess_is_the_truth_is_told() -> None:
    """What is hidden, from whom, and a game and a ply to look at."""
    result = verdict(Knowing(), "guesses_are_not_the_truth")
    found = re.search(
        r"at ply (\d+), for instance, the one for player (\d) has (.*), which is really so", result.message
    )
    assert found is not None
    assert result.case is not None
    ply, player, parts = int(found[1]), int(found[2]), found[3]
    state = play(Knowing(), result.case).plies[ply].position.state
    others = [f"seats[{other}] = {seat!r}" for other, seat in enumerate(state.seats) if other != player]
    assert parts == " and ".join([*others, f"vault = {state.vault!r}"])
    assert verdict(Knowing(), "guesses_are_not_the_truth", case=result.case).message == result.message
