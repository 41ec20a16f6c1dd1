"""A guess at the hidden hands: it looks the same to its viewer, and is not always the truth."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from octopus_tables import GAME, hands, middle
from tileyard import FastChance, Position
from tileyard_octopus.known import unseen

PLAYERS = st.integers(2, 6)
SEEDS = st.integers(0, 2**32)
GAMES = settings(max_examples=25)


@pytest.mark.rule("OCT-703")
@GAMES
@given(PLAYERS, SEEDS, st.integers(0, 59), st.integers(0, 5) | st.none())
def test_a_guess_looks_the_same_to_its_viewer(players: int, seed: int, plies: int, viewer: int | None) -> None:
    """All that the viewer knows is kept; the rest is a deal of the tiles not seen."""
    viewer = None if viewer is None else viewer % players
    engine, game = middle(players, {"hands": "hidden"}, seed, plies)
    view = engine.view(game, viewer)
    guess = Position(GAME.guess(view, FastChance(seed)), game.scores, game.chance, game.ply)
    assert engine.view(guess, viewer) == view
    assert guess.state.table is not game.state.table
    GAME.invariants(guess.state)
    others = [tile for player, hand in enumerate(hands(game)) if player != viewer for tile in hand]
    assert sorted(unseen(view)) == sorted(others)


@pytest.mark.rule("OCT-703")
def test_guesses_differ() -> None:
    engine, game = middle(3, {"hands": "hidden"}, 1, 0)
    view = engine.view(game, 0)
    assert len({tuple(GAME.guess(view, FastChance(i)).seats[1].hand) for i in range(20)}) == 20


@pytest.mark.rule("OCT-203")
@GAMES
@given(PLAYERS, SEEDS, st.integers(0, 60))
def test_with_open_hands_the_view_is_the_whole_truth(players: int, seed: int, plies: int) -> None:
    engine, game = middle(players, {}, seed, plies)
    for viewer in (*range(players), None):
        view = engine.view(game, viewer)
        assert view.sizes == {}
        assert unseen(view) == []
        assert GAME.guess(view, FastChance(seed)) == game.state
