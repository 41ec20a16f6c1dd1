"""The worked examples of the game's page, one test each."""

from __future__ import annotations

import pytest

from nile2009_tables import (
    GAME,
    Turning,
    course,
    discarded,
    draw,
    engine,
    fields,
    flood,
    hand,
    market,
    move,
    offering,
    pile,
    plantings,
    position,
    stored,
    told,
)
from tileyard_nile2009.model import EndTrade, Failed, Pass, Planted, Speculate, Succeeded
from tileyard_nile2009.model import Plant as PlantMove

TWENTY = " ".join(["P"] * 19 + ["*"])
FIFTEEN = " ".join(["L"] * 15)


@pytest.mark.rule("N09-X01")
def test_x01_the_ranking_by_sorted_piles() -> None:
    after, _ = flood(
        position("", "", "", storages=["F P P W W", "P C C W W W F F F F", "W W L L F F F P P"], pile="C", passes=2)
    )
    assert after.state.table.over
    result = GAME.result(after.state.table, after.scores)
    assert result.detail == ((0, 0, 1, 2, 2), (0, 1, 2, 3, 4), (0, 2, 2, 2, 3))
    assert result.ranking == ((2,), (1,), (0,))
    assert result.winners == (2,)
    assert after.scores == [0, 0, 0]


@pytest.mark.rule("N09-X02")
def test_x02_a_flood_of_two_crops() -> None:
    after, _ = flood(position("", "", "", fields="A:P2 B:W3 B:L2 C:C1", pile="PW L"))
    assert stored(after) == ["P", "W", ""]
    assert fields(after) == "A:P1 B:W2 B:L2 C:C1"


@pytest.mark.rule("N09-X03")
def test_x03_a_field_of_another_must_be_outnumbered() -> None:
    before = position("P P P F", "", fields="B:P2", flood="L", pile="W C F W")
    assert plantings(before) == ["P P P"]
    after, _ = move(before, PlantMove(("P", "P", "P")))
    assert fields(after) == "A:P3"
    assert discarded(after) == ["P", "P"]


@pytest.mark.rule("N09-X04")
def test_x04_the_forms_of_planting() -> None:
    before = position("F W C C", "", fields="A:F2 B:P3", flood="L")
    assert sorted(plantings(before)) == ["C C", "C F", "W C", "W F"]
    assert sorted(plantings(before, extend_only="bga")) == ["C C", "C F", "F", "W C", "W F"]
    assert sorted(plantings(before, two_new="no")) == ["C C", "C F", "W F"]


@pytest.mark.rule("N09-X05")
def test_x05_what_may_enlarge_without_founding() -> None:
    before = position("F W W P", "", fields="A:F2 A:W1 B:P1", flood="L")
    assert plantings(before) == ["W W"]
    assert sorted(plantings(before, extend_only="bga")) == ["F", "W", "W F", "W W", "W W F"]
    assert plantings(before, extend_only="none") == []


@pytest.mark.rule("N09-X06")
def test_x06_locusts_as_a_flood_and_a_tie() -> None:
    after, _ = flood(position("", "", "", fields="A:P4 A:W2 B:L4 C:C3", pile="* W L"))
    assert discarded(after) == ["*", *["L"] * 4, *["P"] * 4]
    assert stored(after) == ["W", "", ""]
    assert fields(after) == "A:W1 C:C3"
    assert after.state.table.floods == ["W"]


@pytest.mark.rule("N09-X07")
def test_x07_locusts_after_which_nothing_is_flooded() -> None:
    before = position("", "", "", fields="A:P4 A:W2 B:L4 C:C3", pile="* W L", bets="C WL", flood="F")
    after, events = flood(before, locust_flood="none")
    assert discarded(after) == ["*", *["L"] * 4, *["P"] * 4, "WL"]
    assert told(events, Failed, Succeeded) == [Failed(2, "WL")]
    assert stored(after) == ["", "", ""]
    assert fields(after) == "A:W2 C:C3"
    assert (after.state.table.flood, pile(after), hand(after, 2)) == ("", "W L", "")


@pytest.mark.rule("N09-X08")
def test_x08_locusts_in_the_draw_phase() -> None:
    after, _ = draw(position("", "", fields="A:P3 B:L2", flood="F", pile="W * C F"))
    assert hand(after) == "C W"
    assert fields(after) == "B:L2"
    assert discarded(after) == ["*", "P", "P", "P"]
    assert pile(after) == "F"


@pytest.mark.rule("N09-X09")
@pytest.mark.parametrize(("card", "prize"), [("P", 3), ("PL", 6), ("WC", 6), ("PF", 3), ("F", 0)])
def test_x09_prizes(card: str, prize: int) -> None:
    after, _ = flood(position("", "", bets="A PW LC", pile=f"{card} P P W W L L C C"))
    assert len(after.state.seats[0].hand) == prize
    assert discarded(after) == ["LC", "PW"]


@pytest.mark.rule("N09-X10")
@pytest.mark.parametrize(
    ("card", "choices"),
    [("WL", []), ("C", ["PW", "WF", "PW WF"]), ("P", ["LC", "WF", "WF LC"])],
)
def test_x10_speculation_against_the_flood(card: str, choices: list[str]) -> None:
    before = position("PW LC WF", "", flood=card)
    legal = engine(before).legal(before, 0)
    assert sorted(" ".join(made.cards) for made in legal if isinstance(made, Speculate)) == sorted(choices)


@pytest.mark.rule("N09-X11")
def test_x11_a_reshuffle_in_the_middle_of_a_draw() -> None:
    after, events = draw(position("", "", pile="W", discards=TWENTY, floods=FIFTEEN))
    assert hand(after) == "L W"
    assert len(after.state.vault.pile) == 34
    assert (after.state.table.discards, after.state.table.floods, after.state.table.passes) == ([], [], 1)
    assert course(events) == ["drew", "reshuffled", "drew"]
    # The locusts lay 15 below the top of what was put together.
    after, _ = draw(position("", "", pile="W", discards=TWENTY, floods=FIFTEEN), chance=Turning(15))
    assert len(after.state.vault.pile) == 33
    assert discarded(after) == ["*"]


@pytest.mark.rule("N09-X12")
def test_x12_the_last_card_ends_the_game_in_the_middle_of_a_draw() -> None:
    after, events = draw(position("", "", pile="W", discards=TWENTY, floods=FIFTEEN, passes=1))
    assert hand(after) == "W"
    assert after.state.table.over
    assert course(events)[:2] == ["drew", "last_pass"]


@pytest.mark.rule("N09-X13")
def test_x13_the_last_card_is_a_flood() -> None:
    after, _ = flood(position("", "", pile="W", fields="A:W2", passes=1))
    assert (stored(after), after.state.table.over) == (["W", ""], True)
    with_bet = position("", "", pile="W", fields="A:W2", passes=1, bets="B WL")
    after, _ = flood(with_bet)
    assert (stored(after), hand(after, 1), after.state.table.over) == (["W", ""], "", True)
    after, _ = flood(with_bet, final_flood="bga")
    assert (stored(after), hand(after, 1), after.state.table.over) == (["", ""], "", True)


@pytest.mark.rule("N09-X14")
def test_x14_the_last_cards_are_prizes() -> None:
    before = position("", "", pile="W C F", fields="A:W2", passes=1, bets="B WL")
    after, _ = flood(before)
    assert (stored(after), hand(after, 1), after.state.table.over) == (["W", ""], "C F", True)
    after, _ = flood(before, final_flood="bga")
    assert (stored(after), hand(after, 1), after.state.table.over) == (["", ""], "C F", True)


@pytest.mark.rule("N09-X15")
def test_x15_an_offering_from_hand_and_storage() -> None:
    before = position("P W F F", "", fields="A:C2 A:F3", pile="C F L", phase="trade")
    first, _ = flood(before)
    assert (stored(first), fields(first)) == (["C", ""], "A:C1 A:F3")
    after, _ = move(first, offering("P c"))
    assert (stored(after), fields(after)) == (["F", ""], "A:C1 A:F2")
    assert discarded(after) == ["C", "P"]
    assert after.state.table.floods == ["C", "F"]
    assert hand(after) == "F F W"
    last, _ = move(after, EndTrade())
    assert last.state.table.flood == "F"
    assert plantings(last) == []


@pytest.mark.rule("N09-X16")
def test_x16_a_market() -> None:
    after, _ = move(position("P W F F", "", pile="F L", phase="trade", flood="C"), market("P W"))
    assert (hand(after), discarded(after), pile(after)) == ("F F F", ["P", "W"], "L")


@pytest.mark.rule("N09-X17")
def test_x17_the_locusts_are_the_last_card_of_a_pass() -> None:
    before = position("", "", pile="*", discards="P P P", floods="C C", fields="A:W3 B:F1")
    after, events = flood(before)
    assert course(events)[:5] == ["locusts", "reshuffled", "plague", "field_lost", "flooded C"]
    assert fields(after) == "B:F1"
    assert discarded(after) == ["W", "W", "W"]
    assert after.state.table.floods == ["C"]
    assert len(after.state.vault.pile) == 5
    # The locusts lay two below the top of what was put together.
    again, events = flood(before, chance=Turning(2))
    assert course(events).count("plague") == 2
    assert fields(again) == ""
    assert discarded(again) == ["*", "F", "W", "W", "W"]


@pytest.mark.rule("N09-X18")
def test_x18_prizes_across_a_reshuffle() -> None:
    before = position("", "", pile="P W W", discards="* L L L F F", floods="C C", bets="A PW PL")
    after, _ = flood(before)
    assert len(after.state.seats[0].hand) == 6
    assert len(after.state.vault.pile) == 5
    assert discarded(after) == ["PL", "PW"]
    after, _ = flood(before, speculation_discard="bga")
    assert len(after.state.seats[0].hand) == 6
    assert len(after.state.vault.pile) == 7
    assert discarded(after) == []


@pytest.mark.rule("N09-X19")
def test_x19_the_pile_runs_out_in_an_offering() -> None:
    before = position("P P", "", fields="A:W2", pile="W", discards="L L L *", floods="C C C", phase="trade")
    after, _ = move(before, offering("P P"))
    table = after.state.table
    assert len(after.state.vault.pile) == 10
    assert (stored(after), fields(after)) == (["W", ""], "A:W1")
    assert (table.flood, table.passes, table.phases.now, table.floods) == ("W", 1, "trade", [])
    assert discarded(after) == []
    assert GAME.active(table) == (0,)


@pytest.mark.rule("N09-X20")
def test_x20_the_last_card_is_the_flood_of_an_offering() -> None:
    before = position("P P", "", fields="A:W2", pile="W", discards="L L L *", floods="C C C", phase="trade", passes=1)
    after, _ = move(before, offering("P P"))
    assert stored(after) == ["W", ""]
    assert GAME.active(after.state.table) == ()


@pytest.mark.rule("N09-X21")
def test_x21_the_pile_runs_out_in_a_market() -> None:
    before = position("P P", "", fields="A:W2", pile="W", discards="L L L *", floods="C C C", phase="trade")
    after, _ = move(before, market("P P"))
    assert (hand(after), len(after.state.vault.pile), after.state.table.passes) == ("W", 9, 1)
    assert GAME.active(after.state.table) == (0,)
    assert after.state.table.phases.now == "trade"
    before = position("P P", "", fields="A:W2", pile="W", discards="L L L *", floods="C C C", phase="trade", passes=1)
    after, _ = move(before, market("P P"))
    assert hand(after) == "W"
    assert GAME.active(after.state.table) == ()


@pytest.mark.rule("N09-X22")
def test_x22_two_plagues_in_one_draw() -> None:
    before = position("", "", fields="A:P3 B:L2", pile="W *", discards="C C", floods="")
    after, events = draw(before)
    assert course(events) == [
        "drew", "locusts", "reshuffled", "locusts", "drew", "plague", "field_lost", "plague", "field_lost",
    ]  # fmt: skip
    assert (hand(after), fields(after)) == ("C W", "")
    assert discarded(after) == ["*", "L", "L", "P", "P", "P"]
    after, events = draw(before, chance=Turning(1))
    assert (hand(after), fields(after)) == ("C W", "B:L2")
    assert course(events).count("plague") == 1


@pytest.mark.rule("N09-X23")
def test_x23_no_phase_is_left_out() -> None:
    before = position("P", "", phase="trade", flood="L", pile="W W W")
    assert engine(before).legal(before, 0) == [EndTrade()]
    after, _ = move(before, EndTrade())
    assert engine(after).legal(after, 0) == [Pass()]
    richer = position("P P", "", flood="L", pile="W W W")
    assert engine(richer).legal(richer, 0) == [PlantMove(("P", "P")), Pass()]
    _, events = move(richer, PlantMove(("P", "P")))
    assert told(events, Planted) == [Planted(0, "P", 2, 2, True)]
