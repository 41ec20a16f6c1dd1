"""What must hold in every game of Nile, however it is played: against the plain loop and against trying everything."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks import nile2009_plain
from nile2009_tables import GAME, OPTIONS, PLAYERS, SEEDS, middle, walk
from tileyard import Engine, FastChance, Stream
from tileyard_nile2009.model import Card, EndTrade, Market, Offering, Options, Pass, Plant, Speculate
from tileyard_nile2009.pieces import LOCUSTS, deck, rank

GAMES = settings(max_examples=25)


@settings(max_examples=60)
@given(PLAYERS, SEEDS)
def test_whole_games_equal_those_of_the_plain_loop(players: int, seed: int) -> None:
    """From the same random numbers both play the same game: storages and number of choices."""
    end = Engine(GAME, players).playout(FastChance(seed))
    plain = nile2009_plain.Nile(random.Random(seed).random, players)
    assert [sorted(counts) for counts in end.state.table.counts] == plain.play()
    assert end.ply == plain.plies


@pytest.mark.rule("N09-105", "N09-338", "N09-406", "N09-410", "N09-310", "N09-423", "N09-705")
@GAMES
@given(PLAYERS, OPTIONS, SEEDS)
def test_cards_lie_only_where_they_can(players: int, options: dict[str, Any], seed: int) -> None:
    edition = options.get("edition", "bga2009")
    everything = Counter([*deck(edition, players).cards, LOCUSTS])
    passes = appeared = 0
    for _, game in walk(players, options, seed):
        state, table = game.state, game.state.table
        GAME.invariants(state)
        assert Counter(GAME.pieces(state)) == everything
        hidden = [card for seat in state.seats for card in (*seat.hand, *seat.storage, *seat.discards)]
        assert LOCUSTS not in (*hidden, *table.floods, *table.fields, *table.speculations)
        assert all(len(card) == 1 for seat in state.seats for card in seat.storage)
        assert all(field.size > 0 for field in table.fields.values())
        # The flood that begins a turn clears the table of them before anybody decides anything.
        assert table.over or not table.speculations
        assert passes <= table.passes <= players
        passes = table.passes
        if options.get("reshuffle", "eager") == "eager":
            assert table.over or state.vault.pile
            # Everybody can count the locusts: they have appeared in each pass used up, and perhaps in this one.
            appeared = passes + (not table.locusts and not table.over)
            assert appeared in (passes, passes + 1)
    assert passes == players


def every_planting(view: Any) -> set[tuple[str, ...]]:
    """All choices of cards of the hand, judged one by one by the words of the rules."""
    hand, table, options, me = Counter(view.seat.hand), view.table, view.options, view.player
    crops = [card for card in sorted(hand, key=rank().__getitem__) if len(card) == 1 and card not in table.flood]
    found: set[tuple[str, ...]] = set()
    most = sum(hand[crop] for crop in crops)
    for size in range(1, most + 1):
        for cards in combinations_with_replacement(crops, size):
            counts = Counter(cards)
            if all(hand[crop] >= count for crop, count in counts.items()) and fits(counts, table.fields, me, options):
                found.add(cards)
    return found


def fits(counts: Counter[str], fields: dict[str, Any], me: int, options: Options) -> bool:
    own = {crop for crop in counts if crop in fields and fields[crop].owner == me}
    new = set(counts) - own
    if any(crop in fields and counts[crop] <= fields[crop].size for crop in new):
        return False
    form_a = len(counts) == 1 and counts.total() >= 2 and (bool(new) or options.extend_only != "none")
    form_b = len(counts) == 2 and counts.total() == 2 and bool(new) and (bool(own) or options.two_new == "yes")
    form_c = options.extend_only == "bga" and not new
    return form_a or form_b or form_c


@pytest.mark.rule("N09-314", "N09-351", "N09-401", "N09-402", "N09-404", "N09-412", "N09-413", "N09-421")
@settings(max_examples=40)
@given(PLAYERS, OPTIONS, SEEDS, st.integers(0, 120))
def test_legal_moves_are_those_found_by_trying_everything(
    players: int, options: dict[str, Any], seed: int, plies: int
) -> None:
    """``legal`` has them once each, and ``permits`` lets the same ones pass."""
    engine, game = middle(players, options, seed - seed % 2, plies)
    if not engine.active(game):
        return
    (player,) = engine.active(game)
    view, legal = engine.view(game, player), engine.legal(game, player)
    assert len(set(legal)) == len(legal)
    seat = game.state.seats[player]
    kinds = [("hand", card) for card in rank()] + [("storage", card) for card in rank()]
    held = [*(("hand", card) for card in seat.hand), *(("storage", card) for card in seat.storage)]
    pairs = [
        (one, two) for one, two in combinations_with_replacement(kinds, 2) if not Counter((one, two)) - Counter(held)
    ]
    trades = {kind((Card(*one), Card(*two))) for kind in (Market, Offering) for one, two in pairs}  # type: ignore[arg-type]
    expected: set[Any]
    if game.state.table.phases.now == "trade":
        expected = trades | {EndTrade()}
    else:
        dry = [card for card in seat.hand if len(card) == 2 and not set(card) & set(game.state.table.flood)]
        bets = {tuple(sorted(pair, key=rank().__getitem__)) for pair in combinations_with_replacement(set(dry), 2)}
        expected = {Plant(cards) for cards in every_planting(view)} | {Pass()} | {Speculate((card,)) for card in dry}
        expected |= {Speculate(pair) for pair in bets if not Counter(pair) - Counter(dry)}
    assert set(legal) == expected
    assert all(GAME.permits(view, move) is None for move in legal)
    late = trades if game.state.table.phases.now != "trade" else {Pass(), Plant(("P", "P"))}
    assert all(GAME.permits(view, move) is not None for move in late - expected)


@pytest.mark.rule("N09-601")
@GAMES
@given(PLAYERS, OPTIONS, SEEDS)
def test_every_game_ends_however_stubborn_the_players(players: int, options: dict[str, Any], seed: int) -> None:
    """With nothing but passes, nothing but markets or offerings, or planting whenever possible."""
    engine = Engine(GAME, players, options)

    def stubborn(view: Any, chance: Stream) -> Any:
        moves = GAME.legal(view)
        kinds = [[EndTrade, Pass], [Market], [Offering], [Plant, EndTrade], [Speculate, EndTrade]][seed % 5]
        return next((move for move in moves if type(move) in kinds), moves[-1])

    end = engine.playout(FastChance(seed), stubborn)
    assert end.state.table.over
    assert end.ply < GAME.max_plies
