"""The end of the game, the ranking, and the options that change them."""

from __future__ import annotations

from typing import get_args, get_type_hints

import msgspec
import pytest

from nile2009_tables import (
    GAME,
    course,
    discarded,
    draw,
    fields,
    flood,
    hand,
    market,
    move,
    offering,
    pile,
    position,
    stored,
    told,
)
from tileyard import Scored
from tileyard_nile2009.model import Options, Pass, Plague, Ranked, StoragesShown


@pytest.mark.rule("N09-501", "N09-502", "N09-505", "N09-506")
def test_storages_alone_are_counted() -> None:
    game = position("P P P", "", storages=["P W L C F F", "P P P P"], fields="B:W3", bets="B LC", pile="P", passes=1)
    after, events = flood(game)
    assert told(events, StoragesShown) == [StoragesShown("PWLCF", ((1, 1, 1, 1, 2), (4, 0, 0, 0, 0)))]
    assert after.scores == [1, 0]
    assert told(events, Scored) == [Scored(0, 1, "pile")]
    assert told(events, Ranked) == [Ranked(((0,), (1,)), ((1, 1, 1, 1, 2), (0, 0, 0, 0, 4)))]


@pytest.mark.rule("N09-502", "N09-108")
def test_all_crops_in_play_are_counted() -> None:
    full = "P W L C F G O"
    game = position("", "", "", "", "", "", storages=[full, full[:9]], pile="PW", passes=5)
    after, _ = flood(game, edition="deluxor")
    assert after.scores == [1, 0, 0, 0, 0, 0]
    assert [len(counts) for counts in after.state.table.counts] == [7] * 6


@pytest.mark.rule("N09-503", "N09-504")
def test_the_smallest_pile_decides_and_then_the_next_larger() -> None:
    game = position("", "", "", storages=["P W L C F", "P P P W L C F", "P P W W L C F"], pile="PW", passes=2)
    after, _ = flood(game)
    result = GAME.result(after.state.table, after.scores)
    assert after.scores == [1, 1, 1]
    assert result.ranking == ((2,), (1,), (0,))
    assert result.detail == ((1, 1, 1, 1, 1), (1, 1, 1, 1, 3), (1, 1, 1, 2, 2))


@pytest.mark.rule("N09-507")
def test_equal_lists_share_the_place() -> None:
    game = position("", "", "", "", storages=["P W W", "L C C", "F", "F P P"], pile="PW", passes=3)
    after, _ = flood(game)
    result = GAME.result(after.state.table, after.scores)
    assert (result.ranking, result.winners) == (((0, 1, 3), (2,)), (0, 1, 3))


@pytest.mark.rule("N09-602")
def test_the_last_flood_is_still_harvested() -> None:
    after, events = move(position("", "", fields="B:W2", pile="P P W", passes=1), Pass())
    assert course(events)[:5] == ["drew", "flooded W", "last_pass", "harvested", "storages_shown"]
    assert (stored(after), GAME.active(after.state.table)) == (["", "W"], ())
    after, _ = move(position("P P", "", fields="B:W2", pile="W", passes=1, phase="trade"), offering("P P"))
    assert (stored(after), GAME.active(after.state.table)) == (["", "W"], ())


@pytest.mark.rule("N09-603", "N09-707")
def test_prizes_that_cannot_be_paid_fall_away() -> None:
    for cards, got in (("W", ""), ("W C", "C"), ("W C F L", "C F L")):
        game = position("", "", fields="A:W2", bets="B WL", pile=cards, passes=1)
        after, _ = flood(game)
        assert (hand(after, 1), stored(after), after.state.table.over) == (got, ["W", ""], True)
        after, _ = flood(game, final_flood="bga")
        assert (hand(after, 1), stored(after), after.state.table.over) == (got, ["", ""], True)
    # Without a prize due there is a last harvest in any case.
    after, _ = flood(position("", "", fields="A:W2", bets="B LC", pile="W", passes=1), final_flood="bga")
    assert stored(after) == ["W", ""]


@pytest.mark.rule("N09-604")
def test_the_last_card_drawn_ends_the_game_at_once() -> None:
    for cards, got in (("W", "W"), ("*", ""), ("W *", "W"), ("* W", "W")):
        after, _ = draw(position("", "", fields="A:P2", pile=cards, passes=1))
        assert (hand(after), after.state.table.over, fields(after)) == (got, True, "A:P2")
    after, events = move(position("F F", "", fields="A:P2", pile="W", passes=1, phase="trade"), market("F F"))
    assert (hand(after), after.state.table.over) == ("W", True)
    assert course(events)[:3] == ["marketed", "drew", "last_pass"]


@pytest.mark.rule("N09-605", "N09-702")
@pytest.mark.parametrize("after_locusts", ["redraw", "none"])
def test_locusts_as_the_last_flood_end_the_game(after_locusts: str) -> None:
    game = position("", "", fields="A:P2", bets="B WL", flood="P", pile="*", passes=1)
    after, events = flood(game, locust_flood=after_locusts)
    assert course(events)[:2] == ["locusts", "last_pass"]
    assert (fields(after), stored(after), after.state.table.over) == ("A:P2", ["", ""], True)


@pytest.mark.rule("N09-606")
def test_a_plague_that_is_due_at_the_end_is_not_carried_out() -> None:
    for game, run in (
        (position("", "", fields="A:P2", pile="* W", passes=1), draw),
        (position("", "", fields="A:P2", bets="B WL", pile="W * C", passes=1), flood),
        (position("", "", fields="A:P2", pile="*", passes=1), flood),
    ):
        after, events = run(game)
        assert not told(events, Plague)
        assert fields(after) == "A:P2"
        assert after.state.table.over


# --- options ------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "N09-701", "N09-702", "N09-703", "N09-704", "N09-705", "N09-706", "N09-707", "N09-708", "N09-709", "N09-710"
)
def test_the_values_of_each_option_begin_with_the_default() -> None:
    values = {field.name: get_args(get_type_hints(Options)[field.name]) for field in msgspec.structs.fields(Options)}
    assert values == {
        "edition": ("bga2009", "deluxor"),
        "locust_flood": ("redraw", "none"),
        "extend_only": ("text", "bga", "none"),
        "two_new": ("yes", "no"),
        "reshuffle": ("eager", "lazy"),
        "reshuffle_current_flood": ("yes", "no"),
        "final_flood": ("harvest", "bga"),
        "show_hand_counts": ("no", "yes"),
        "trade_discards": ("hidden", "shown"),
        "speculation_discard": ("harvest", "bga"),
    }
    assert all(getattr(Options(), name) == choices[0] for name, choices in values.items())


@pytest.mark.rule("N09-702")
def test_after_flood_locusts_nothing_is_flooded() -> None:
    game = position("P P", "", fields="A:P4 B:W2", bets="A WL", flood="P", floods="P", pile="* W L C")
    after, events = flood(game, locust_flood="none")
    assert course(events) == ["locusts", "plague", "field_lost", "failed"]
    assert (fields(after), after.state.table.flood, pile(after)) == ("B:W2", "", "W L C")
    assert discarded(after) == ["*", "P", "P", "P", "P", "WL"]
    # There is no current flood whose card could stay.
    game = position("", "", flood="P", floods="C P", pile="*", discards="L")
    after, _ = flood(game, locust_flood="none", reshuffle_current_flood="no")
    assert (sorted(after.state.vault.pile), after.state.table.floods) == (["*", "C", "L", "P"], [])


@pytest.mark.rule("N09-705")
def test_an_empty_pile_may_be_noticed_late() -> None:
    lazy = {"reshuffle": "lazy"}
    after, _ = draw(position("", "", pile="W L", discards="* P", floods="C"), **lazy)
    assert (hand(after), pile(after), after.state.table.passes) == ("L W", "", 0)
    after, events = draw(after, **lazy)
    assert (after.state.table.passes, len(after.state.vault.pile)) == (1, 1)
    assert course(events)[0] == "reshuffled"
    # The last card of the last pass does not end the game yet; the next one that is missing does.
    after, _ = draw(position("", "", pile="W L", passes=1), **lazy)
    assert not after.state.table.over
    ended, events = flood(after, **lazy)
    assert (course(events)[0], ended.state.table.over) == ("last_pass", True)
    traded, _ = move(position("P P", "", pile="", passes=1, phase="trade"), market("P P"), **lazy)
    assert (hand(traded), traded.state.table.over) == ("", True)


@pytest.mark.rule("N09-705", "N09-603", "N09-337")
def test_late_passes_prizes_and_plagues() -> None:
    lazy = {"reshuffle": "lazy"}
    game = position("", "", fields="A:W2", bets="B WL", pile="W C F", passes=1)
    after, _ = flood(game, **lazy)
    assert (hand(after, 1), stored(after), after.state.table.over) == ("C F", ["W", ""], True)
    after, _ = flood(game, **lazy, final_flood="bga")
    assert (stored(after), after.state.table.over) == (["", ""], True)
    game = position("", "", fields="A:W2", bets="B WL", pile="W C F L", passes=1)
    after, _ = flood(game, **lazy, final_flood="bga")
    assert (stored(after), after.state.table.over) == (["W", ""], False)
    # The plague of flood locusts comes before the reshuffle, so what it eats is in the new pile.
    after, events = flood(position("", "", fields="A:W2", pile="*", discards="P", floods="C"), **lazy)
    assert course(events)[:4] == ["locusts", "plague", "field_lost", "reshuffled"]
    assert len(after.state.vault.pile) == 4


@pytest.mark.rule("N09-605", "N09-606", "N09-702", "N09-705")
def test_late_locusts_as_the_last_flood_have_their_plague() -> None:
    """Only the flood card that is to follow them is missing; if none is, the turn goes on."""
    game = position("P P", "", fields="A:P3 B:W2", flood="W", floods="W", pile="*", passes=1)
    after, events = flood(game, reshuffle="lazy")
    assert course(events)[:4] == ["locusts", "plague", "field_lost", "last_pass"]
    assert (fields(after), stored(after), after.state.table.over) == ("B:W2", ["", ""], True)
    after, events = flood(game, reshuffle="lazy", locust_flood="none")
    assert course(events) == ["locusts", "plague", "field_lost"]
    assert (fields(after), after.state.table.flood, after.state.table.over) == ("B:W2", "", False)


@pytest.mark.rule("N09-706")
def test_the_current_flood_may_stay_on_its_stack() -> None:
    game = position("", "", pile="C", discards="* P", floods="W L", flood="L")
    after, _ = flood(game, reshuffle_current_flood="no")
    assert (after.state.table.floods, sorted(after.state.vault.pile)) == (["C"], ["*", "L", "P", "W"])
    game = position("", "", pile="F", discards="* P", floods="W L", flood="L")
    after, _ = draw(game, 1, reshuffle_current_flood="no")
    assert (after.state.table.floods, sorted(after.state.vault.pile)) == (["L"], ["*", "P", "W"])
    # Locusts at the end of a pass leave the flood before them in force until the next card is turned.
    after, _ = flood(position("", "", pile="*", discards="P", floods="W L", flood="L"), reshuffle_current_flood="no")
    assert (after.state.table.floods, sorted(after.state.vault.pile)) == (["L", "W"], ["*", "P"])


@pytest.mark.rule("N09-710")
def test_speculation_cards_may_be_discarded_early() -> None:
    game = position("", "", fields="B:W2", bets="A PW LC", pile="W F F F C")
    after, events = flood(game, speculation_discard="bga")
    assert course(events) == ["flooded W", "succeeded", "drew", "failed", "harvested"]
    assert discarded(after) == ["LC", "PW"]
    # Only the successful one is part of the reshuffle that its prize brings about.
    game = position("", "", bets="A PW LC", pile="W F F", discards="* C C C")
    after, _ = flood(game, speculation_discard="bga")
    assert "PW" in [*after.state.vault.pile, *after.state.seats[0].hand]
    assert discarded(after) == ["LC"]
