"""A guess at hands, face-down discards and deck: it looks the same to its viewer, and all that is known holds."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tiles_tables import GAME, GAMES, OPTIONS, PLAYERS, SEEDS, middle
from tileyard import FastChance, Position
from tileyard_tiles.known import agrees
from tileyard_tiles.model import Stuck


@GAMES
@given(PLAYERS, OPTIONS, SEEDS, st.integers(0, 44), st.integers(0, 2) | st.none())
def test_a_guess_looks_the_same_and_keeps_what_is_known(
    players: int, options: dict[str, Any], seed: int, plies: int, viewer: int | None
) -> None:
    viewer = None if viewer is None else viewer % players
    engine, game = middle(players, options, seed, plies)
    view = engine.view(game, viewer)
    state = GAME.guess(view, FastChance(seed))
    assert engine.view(Position(state, game.scores, game.chance, game.ply), viewer) == view
    assert state.table is not game.state.table
    assert Counter(GAME.pieces(state)) == Counter(GAME.pieces(game.state))
    GAME.invariants(state)


def test_some_world_is_guessed_even_if_none_agrees() -> None:
    """The only tile that could be on the hand lies on the table."""
    engine, game = middle(2, {}, 1, 0)
    game.state.table.layout[0] = "wwww"
    game.state.table.stuck.append(Stuck(1, ("wwww",), 0))
    view = engine.view(game, 0)
    guess = GAME.guess(view, FastChance(1))
    assert [len(seat.hand) for seat in guess.seats] == view.sizes["seat.hand"]
    assert not agrees(guess.table, 1, guess.seats[1].hand, [])


def test_guesses_differ() -> None:
    engine, game = middle(3, {}, 1, 3)
    view = engine.view(game, 0)
    assert len({tuple(GAME.guess(view, FastChance(i)).seats[1].hand) for i in range(20)}) == 20
