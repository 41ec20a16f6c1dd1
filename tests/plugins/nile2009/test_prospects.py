"""How players stand before the end: what is stored comes before what is planted, and that before what is held."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nile2009_tables import GAME, PLAYERS, SEEDS, engine, middle, position
from tileyard.front.greedy import GreedyBot
from tileyard_nile2009.model import Field, Plant
from tileyard_nile2009.prospects import CARD

PILE = "P W L C F " * 6


def stands(hand: str = "", storage: str = "", fields: str = "", pile: str = PILE) -> int:
    """How the first of two players stands."""
    state = position(hand, "", storages=[storage], fields=fields, pile=pile).state
    return GAME.estimate(state, [0, 0])[0]


@pytest.mark.rule("N09-503")
def test_a_card_of_a_weaker_pile_is_worth_more() -> None:
    assert stands(storage="P") == CARD
    assert stands(storage="P W") == 2 * CARD
    assert stands(storage="P P") == CARD + CARD * 2 // 3
    assert stands(storage="P P W W") > stands(storage="P P P W") > stands(storage="P P P P")


def test_stored_before_planted_before_held_before_held_of_a_crop_of_another() -> None:
    order = [
        stands(storage="P"),
        stands(fields="A:P1 B:W1"),
        stands(hand="P", fields="B:W1"),
        stands(hand="PW", fields="B:P1"),
        stands(hand="P", fields="B:P1"),
        stands(fields="B:P1"),
    ]
    assert order == sorted({*order}, reverse=True)
    assert order[-1] == 0


def test_the_nearer_the_end_the_less_is_hoped_for() -> None:
    """Once no card is left, only what is stored counts."""
    passes = [stands(fields="A:P2", hand="W W PL", pile="P " * left) for left in (40, 20, 5)]
    assert passes == sorted({*passes}, reverse=True)
    over = position("W W PL", "", storages=["P"], fields="A:P2", passes=2).state
    over.table.over = True
    assert GAME.estimate(over, [0, 0]) == [CARD, 0]


@given(PLAYERS, SEEDS, st.integers(0, 60), st.data())
def test_no_card_is_ever_in_the_way(players: int, seed: int, plies: int, data: st.DataObject) -> None:
    """Whatever comes to a hand, a field or a storage: its owner stands no worse."""
    state = middle(players, {}, seed, plies)[1].state
    before = GAME.estimate(state, [0] * players)
    player, crop = data.draw(st.integers(0, players - 1)), data.draw(st.sampled_from("PWLCF"))
    field = state.table.fields.get(crop)
    free = field is None or field.owner == player
    where = data.draw(st.sampled_from(["hand", "storage", "field"][: 2 + free]))
    if where == "field":
        state.table.fields[crop] = Field(player, 1 + (field.size if field else 0))
    else:
        getattr(state.seats[player], where).append(crop)
    assert GAME.estimate(state, [0] * players)[player] >= before[player]


def test_greedy_plants_what_it_can() -> None:
    game = position("P P", "L L", pile=PILE, flood="C", floods="C")
    assert GreedyBot(GAME, 1).choose(engine(game).view(game, 0)) == Plant(("P", "P"))


def test_a_speculation_card_on_the_hand_is_worth_a_card_from_the_pile() -> None:
    """On the mean of the crops that may be drawn."""
    rest = stands(storage="P P W", fields="B:W2", pile="P W W")
    cards = [stands(hand=crop, storage="P P W", fields="B:W2", pile="P W W") - rest for crop in "PW"]
    bet = stands(hand="PF", storage="P P W", fields="B:W2", pile="P W W") - rest
    assert bet == sum(cards) // 2
