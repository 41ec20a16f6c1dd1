"""Set-up and the course of a turn: flood, harvest, trade, draw, the pile and the locusts."""

from __future__ import annotations

import io
from collections import Counter

import pytest

from nile2009_tables import (
    GAME,
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
    position,
    stored,
    told,
    zoned,
)
from tileyard import Chance, Engine, FastChance, IllegalMove, Match
from tileyard.front.cli.dialogue import Back, Dialogue
from tileyard_nile2009.model import (
    Dealt,
    Drew,
    EndTrade,
    Flooded,
    Harvested,
    LastPass,
    Locusts,
    Market,
    Marketed,
    Offering,
    Pass,
    Plague,
    Plant,
    Reshuffled,
    Speculate,
    Took,
)
from tileyard_nile2009.pieces import LOCUSTS, deck


def starts(players: int, number: int = 40) -> list[Match]:
    return [Match(GAME, players, seed=f"start {i}") for i in range(number)]


# --- set-up -------------------------------------------------------------------------------------------


@pytest.mark.rule("N09-201", "N09-202", "N09-203")
@pytest.mark.parametrize("players", range(2, 7))
def test_five_cards_each_and_never_the_locusts(players: int) -> None:
    deep: set[int] = set()
    for match in starts(players):
        heard = [match.updates(player)[0].whispers for player in range(players)]
        assert all(type(own[0]) is Took and len(own[0].cards) == 5 for own in heard)
        assert all(LOCUSTS not in own[0].cards for own in heard)
        assert not match.updates(None)[0].whispers
        first = match.view(match.active[0]).table.floods
        deep.add(len(first))
        # With the locusts shuffled in, 91 - 5n cards are left; one or two of them are turned now.
        assert match.view(None).sizes["vault.pile"] in (90 - 5 * players, 89 - 5 * players)
    assert deep == {1}


@pytest.mark.rule("N09-201")
def test_the_deck_is_shuffled_before_the_deal() -> None:
    starts = [_set_up(seed) for seed in range(60)]
    assert len({tuple(start.vault.pile) for start in starts}) == 60
    assert {card for start in starts for card in start.seats[0].hand} == {*deck("bga2009", 2).cards}


@pytest.mark.rule("N09-203")
def test_the_locusts_may_lie_anywhere_in_the_first_pile() -> None:
    places = [engine.vault.pile.index(LOCUSTS) for engine in (_set_up(i) for i in range(300)) if engine.table.locusts]
    assert min(places) < 8
    assert max(places) > 72
    assert 35 < sum(places) / len(places) < 45


def _set_up(seed: int):
    return Engine(GAME, 2).start(Chance.from_seed(str(seed))).state


@pytest.mark.rule("N09-204")
def test_the_first_player_is_drawn_and_turns_pass_to_the_left() -> None:
    firsts = {match.active[0] for match in starts(3)}
    assert firsts == {0, 1, 2}
    match = starts(4, 1)[0]
    players = [match.active[0]]
    while len(players) < 9:
        match.play(players[-1], EndTrade())
        match.play(players[-1], Pass())
        players.append(match.active[0])
    assert players == [(players[0] + i) % 4 for i in range(9)]


@pytest.mark.rule("N09-205", "N09-206")
def test_the_first_turn_begins_with_the_first_flood() -> None:
    for match in starts(3):
        table = match.view(None).table
        events = match.updates(None)[0].events
        assert type(events[0]) is Dealt
        assert len(told(events, Flooded)) == 1
        assert len(table.floods) == 1
        assert table.discards in ([], [LOCUSTS])
        assert (table.fields, table.speculations, table.passes) == ({}, [], 0)
        assert all(match.view(player).seat.storage == [] for player in range(3))


@pytest.mark.rule("N09-207", "N09-208")
def test_storages_are_secret_and_floods_and_fields_are_not() -> None:
    game = position("P", "W", storages=["L", "C"], fields="A:P2", flood="L", floods="L")
    bound = engine(game)
    view = bound.view(game, 0)
    assert view.seat.storage == ["L"]
    assert (view.table.flood, view.table.floods, fields(game)) == ("L", ["L"], "A:P2")
    assert "seat.storage" not in view.sizes
    assert bound.view(game, None).seat is None


# --- phases and moves -----------------------------------------------------------------------------------


@pytest.mark.rule("N09-301", "N09-315", "N09-316", "N09-351", "N09-352")
def test_a_turn_goes_through_its_phases() -> None:
    game = position("P P L L", "", fields="B:C2", pile="F W C W F", flood="F", phase="trade")
    tags = lambda: {made.__struct_config__.tag for made in engine(game).legal(game, 0)}
    assert tags() == {"market", "offering", "end_trade"}
    game, events = move(game, EndTrade())
    assert tags() == {"plant", "pass"}
    for late in (EndTrade(), market("L L")):
        reason = GAME.permits(engine(game).view(game, 0), late)
        assert reason is not None
        assert reason.rule == "N09-315"
    game, events = move(game, Plant(("P", "P")))
    assert course(events) == ["planted", "drew", "flooded C", "harvested"]
    assert (GAME.active(game.state.table), game.state.table.phases.now) == ((1,), "trade")
    assert hand(game) == "F L L W"


@pytest.mark.rule("N09-351")
def test_only_the_active_player_moves_and_trading_ends_before_planting() -> None:
    match = starts(2, 1)[0]
    active = match.active[0]
    assert match.legal(1 - active) == []
    with pytest.raises(IllegalMove) as caught:
        match.play(active, Pass())
    assert (caught.value.facts["rule"], caught.value.facts["field"]) == ("N09-351", "type")
    assert caught.value.facts["allowed"] == ["market", "offering", "end_trade"]


@pytest.mark.rule("N09-352")
def test_the_first_flood_follows_from_the_set_up_and_the_next_from_the_end_of_a_turn() -> None:
    match = starts(2, 1)[0]
    player = match.active[0]
    assert course(match.play(player, EndTrade()).events) == ["end_trade"]
    told_of = match.play(player, Pass()).events
    assert course(told_of)[:2] == ["pass", "drew"]
    assert sum(isinstance(event, Flooded) for event in told_of) == 1


@pytest.mark.rule("N09-353")
def test_phases_are_ended_even_if_nothing_can_be_done() -> None:
    game = position("", "", pile="W C L F", phase="trade")
    assert engine(game).legal(game, 0) == [EndTrade()]
    game, _ = move(game, EndTrade())
    assert engine(game).legal(game, 0) == [Pass()]


def test_no_card_of_the_hand_is_taken_for_one_of_the_storage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever types a stored card that is not there is told so, however it is typed; one of the hand is not traded."""
    game = position("P W", "", storages=["L"], phase="trade", flood="C")
    for typed, cards in (("P+W*", None), ("p+w*", None), ("p+w", "P W"), ("w+l*", "W l")):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"market {typed}\n"))
        asked = Dialogue(GAME, engine(game).legal(game, 0), "Player 1")
        if cards:
            assert asked.choose() == market(cards)
        else:
            with pytest.raises(Back, match="is not possible for cards"):
                asked.choose()


@pytest.mark.rule("N09-354")
def test_equal_choices_are_one_move() -> None:
    game = position("W PW P P", "", storages=["W W L"], phase="trade", flood="C")
    legal = engine(game).legal(game, 0)
    pairs = [GAME.label("cards", made.cards) for made in legal if isinstance(made, Market)]
    assert sorted(pairs) == sorted(
        ["P+P", "W*+W*", "P+W", "P+PW", "P+W*", "P+L*", "W+PW", "W+W*", "W+L*", "PW+W*", "PW+L*", "W*+L*"],
    )
    assert pairs == [GAME.label("cards", made.cards) for made in legal if isinstance(made, Offering)]
    for wrong in ("W P", "w P", "l w", "PW W"):
        reason = GAME.permits(engine(game).view(game, 0), market(wrong))
        assert reason is not None
        assert (reason.rule, reason.field) == ("N09-354", "cards")
    late = position("W P PW WL", "", flood="C")
    for made in (Plant(("W", "P")), Speculate(("WL", "PW"))):
        reason = GAME.permits(engine(late).view(late, 0), made)
        assert reason is not None
        assert reason.rule == "N09-354"


# --- flood and harvest ------------------------------------------------------------------------------------


@pytest.mark.rule("N09-302", "N09-303", "N09-304")
def test_the_top_card_floods_its_crop_until_the_next_flood() -> None:
    game = position("F F", "", fields="A:C2 B:F2", pile="C P F W L", phase="trade", floods="L", flood="L")
    game, _ = flood(game)
    assert (game.state.table.floods, game.state.table.flood) == (["L", "C"], "C")
    assert fields(game) == "B:F2 A:C1" or fields(game) == "A:C1 B:F2"
    game, _ = move(game, EndTrade())
    assert game.state.table.flood == "C"
    game, _ = move(game, Pass())
    assert (game.state.table.floods, game.state.table.flood) == (["L", "C", "W"], "W")


@pytest.mark.rule("N09-305", "N09-323")
def test_a_flood_holds_even_when_its_card_was_shuffled_in() -> None:
    game, _ = flood(position("C C", "", pile="C", discards="P * P", floods="W"))
    table = game.state.table
    assert (table.flood, table.floods, table.passes) == ("C", [], 1)
    assert sorted(game.state.vault.pile) == ["*", "C", "P", "P", "W"]
    game.state.table.phases.advance()
    assert not any(isinstance(made, Plant) for made in engine(game).legal(game, 0))


@pytest.mark.rule("N09-308", "N09-309", "N09-310", "N09-319")
def test_a_speculation_card_floods_both_its_crops() -> None:
    game, events = flood(position("", "", fields="A:P1 A:W2", pile="PW L"))
    assert stored(game) == ["P W", ""]
    assert fields(game) == "A:W1"
    assert told(events, Harvested) == [Harvested(0, "P", 0), Harvested(0, "W", 1)]
    game, _ = flood(position("", "", fields="B:P3 A:F2", pile="P L"))
    assert stored(game) == ["", "P"]
    assert fields(game) == "B:P2 A:F2"


@pytest.mark.rule("N09-306", "N09-307")
def test_prizes_come_before_the_harvest_and_the_discard_after_it() -> None:
    game, events = flood(position("", "", fields="B:W2", bets="A PW LC", pile="W P P P L"))
    assert course(events) == ["flooded W", "succeeded", "drew", "harvested", "failed"]
    assert hand(game) == "P P P"
    assert discarded(game) == ["LC", "PW"]
    assert (game.state.table.speculations, game.state.table.speculator) == ([], -1)


# --- trade ------------------------------------------------------------------------------------------------


@pytest.mark.rule("N09-311")
def test_trades_in_any_number_and_order() -> None:
    game = position("P P P P P P P P", "", fields="B:W3", pile="W C W F L L", phase="trade")
    for made in (offering("P P"), market("P P"), offering("P P"), market("P P")):
        game, _ = move(game, made)
        assert game.state.table.phases.now == "trade"
    assert (hand(game), fields(game), pile(game)) == ("C F", "B:W1", "L L")


@pytest.mark.rule("N09-312", "N09-314", "N09-342")
@pytest.mark.parametrize(
    ("given", "left", "store"), [("P W", "F L", "C C"), ("P c", "F L W", "C"), ("c c", "F L P W", "")]
)
def test_a_market_takes_two_cards_from_hand_and_storage(given: str, left: str, store: str) -> None:
    game, events = move(position("P W F", "", storages=["C C"], pile="L F", phase="trade"), market(given))
    assert (hand(game), stored(game)[0]) == (left, store)
    assert discarded(game) == sorted(given.upper().split())
    assert told(events, Marketed, Drew) == [Marketed(0, (), None), Drew(0, 1, "market")]


@pytest.mark.rule("N09-312", "N09-313", "N09-314")
def test_cards_that_are_not_held_cannot_be_discarded() -> None:
    game = position("P W", "", storages=["C"], phase="trade")
    view = engine(game).view(game, 0)
    for none, rule in ((Market(()), "N09-312"), (Offering(()), "N09-313")):  # type: ignore[arg-type]
        reason = GAME.permits(view, none)
        assert reason is not None
        assert (reason.rule, reason.field) == (rule, "cards")
    for wrong in ("P P", "P w", "c c", "F W", "L c", "P f"):
        reason = GAME.permits(view, market(wrong))
        assert reason is not None
        assert (reason.rule, reason.field) == ("N09-314", "cards")
        assert set(reason.allowed) == {*zoned("P W"), *zoned("P c")}


@pytest.mark.rule("N09-313")
def test_an_offering_is_a_whole_flood_for_all() -> None:
    game = position("P P", "", "", fields="B:W2 C:L2", pile="* WL C", phase="trade")
    game, events = move(game, offering("P P"))
    assert course(events) == [
        "offered", "locusts", "plague", "field_lost", "field_lost", "flooded WL",
    ]  # fmt: skip
    game = position("P P", "", "", fields="B:W2 C:L2 A:P3", pile="WL C", phase="trade")
    game, _ = move(game, offering("P P"))
    assert stored(game) == ["", "W", "L"]


@pytest.mark.rule("N09-320")
def test_speculation_cards_can_be_discarded() -> None:
    game, _ = move(position("PW P", "", pile="L F", phase="trade"), market("P PW"))
    assert discarded(game) == ["P", "PW"]


@pytest.mark.rule("N09-343")
def test_what_is_traded_is_part_of_the_reshuffle_that_it_brings_about() -> None:
    game, _ = move(position("F F", "", pile="L", discards="*", phase="trade"), market("F F"))
    assert sorted(game.state.vault.pile) == ["*", "F", "F"]
    assert game.state.seats[0].discards == []
    game, _ = move(position("F F", "", pile="L", discards="*", phase="trade"), offering("F F"))
    assert sorted(game.state.vault.pile) == ["*", "F", "F", "L"]


# --- draw and pile -----------------------------------------------------------------------------------------


@pytest.mark.rule("N09-317", "N09-318")
def test_two_cards_are_drawn_however_many_there_are() -> None:
    game, events = move(position(" ".join(["P"] * 30), "", pile="W L C F"), Pass())
    assert len(game.state.seats[0].hand) == 32
    assert told(events, Drew) == [Drew(0, 2, "draw")]


@pytest.mark.rule("N09-321", "N09-322", "N09-324")
def test_an_empty_pile_is_made_up_at_once() -> None:
    game, events = draw(position("", "", pile="W L", discards="* P", floods="C"))
    assert (hand(game), sorted(game.state.vault.pile), game.state.table.passes) == ("L W", ["*", "C", "P"], 1)
    assert told(events, Drew, Reshuffled) == [Drew(0, 2, "draw"), Reshuffled(3, 1)]
    assert game.state.table.locusts


@pytest.mark.rule("N09-325", "N09-601")
@pytest.mark.parametrize("players", range(2, 7))
def test_there_is_a_pass_for_each_player(players: int) -> None:
    match = Match(GAME, players, seed="passes")
    events = list(match.updates(None)[0].events)
    chance = FastChance(players)
    while not match.over:
        events += match.play(match.active[0], GAME.sample(match.view(match.active[0]), chance)).events
    assert len(told(events, Reshuffled)) == players - 1
    assert len(told(events, LastPass)) == 1
    assert match.view(None).table.passes == players


@pytest.mark.rule("N09-326")
def test_a_new_pile_holds_at_least_the_locusts() -> None:
    game, events = draw(position("", "", "", pile="* W"), number=3)
    # W is followed by the locusts alone, again and again, until all passes are used up.
    assert course(events)[:6] == ["locusts", "drew", "reshuffled", "locusts", "reshuffled", "locusts"]
    assert (hand(game), game.state.table.over) == ("W", True)


# --- locusts --------------------------------------------------------------------------------------------------


@pytest.mark.rule("N09-331", "N09-332", "N09-333")
def test_the_largest_fields_are_eaten() -> None:
    game = position("", "", fields="A:P4 A:W3 B:L4 B:C1", bets="B PW PC", pile="* F L")
    after, events = flood(game)
    assert fields(after) == "A:W3 B:C1"
    assert told(events, Plague) == [Plague(("P", "L"), 4)]


@pytest.mark.rule("N09-341")
def test_without_fields_a_plague_does_nothing() -> None:
    game, events = flood(position("", "", pile="* F L"))
    assert told(events, Plague) == [Plague((), 0)]
    assert discarded(game) == ["*"]


@pytest.mark.rule("N09-334", "N09-335", "N09-336")
def test_flood_locusts_are_followed_by_another_flood() -> None:
    """The flood before them counts no more, and the speculation cards wait for the one after."""
    game = position("", "", fields="A:P2 B:W1", bets="A WL", flood="P", floods="P", pile="* L F F F C")
    after, events = flood(game)
    assert course(events) == ["locusts", "plague", "field_lost", "flooded L", "succeeded", "drew"]
    assert told(events, Locusts) == [Locusts(0, "flood")]
    assert (hand(after), discarded(after)) == ("F F F", ["*", "P", "P", "WL"])
    assert after.state.table.floods == ["P", "L"]
    assert not after.state.table.locusts


@pytest.mark.rule("N09-337")
def test_locusts_at_the_end_of_a_pass_go_into_the_new_pile() -> None:
    game, events = flood(position("", "", fields="A:W2", pile="*", discards="P", floods="C C"))
    assert course(events) == ["locusts", "reshuffled", "plague", "field_lost", "flooded C"]
    assert sorted([*game.state.vault.pile]) == ["*", "C", "P"]
    assert discarded(game) == ["W", "W"]


@pytest.mark.rule("N09-338", "N09-339")
def test_drawn_locusts_are_replaced_and_strike_after_the_draw() -> None:
    game, events = draw(position("", "", fields="B:P2", pile="* W L C"))
    assert course(events) == ["locusts", "drew", "plague", "field_lost"]
    assert hand(game) == "L W"
    game, events = move(position("F F", "", fields="B:P2", pile="* W L", phase="trade"), market("F F"))
    assert course(events) == ["marketed", "locusts", "drew", "plague", "field_lost"]
    # As a prize they strike before the harvest.
    game, events = flood(position("", "", fields="B:P2", bets="A PW", pile="P W * W W L"))
    assert course(events) == ["flooded P", "succeeded", "drew", "locusts", "drew", "plague", "field_lost"]
    assert (hand(game), stored(game)) == ("W W W", ["", ""])


@pytest.mark.rule("N09-340", "N09-344")
@pytest.mark.parametrize("seed", range(12))
def test_the_locusts_appear_once_in_each_pass_with_a_plague_each_time(seed: int) -> None:
    players = 2 + seed % 5
    match = Match(GAME, players, seed=str(seed))
    events, chance = list(match.updates(None)[0].events), FastChance(seed)
    while not match.over:
        events += match.play(match.active[0], GAME.sample(match.view(match.active[0]), chance)).events
    seen, plagues = 0, 0
    for event in events:
        if isinstance(event, Locusts):
            seen += 1
        elif isinstance(event, Plague):
            plagues += 1
        elif isinstance(event, Reshuffled):
            assert seen == event.passes
    assert seen == players
    # A plague that is due when the last pass ends is not carried out.
    assert plagues in (seen, seen - 1)


@pytest.mark.rule("N09-355")
def test_a_trade_that_ends_the_game_is_the_last_move() -> None:
    for made in (market("P P"), offering("P P")):
        game, _ = move(position("P P P", "", pile="W", passes=1, phase="trade"), made)
        assert GAME.active(game.state.table) == ()
        assert game.state.table.counts


def test_a_pass_only_or_hoarding_policy_ends() -> None:
    """Whoever never discards anything leaves less and less to shuffle, but the locusts."""
    for players in range(2, 7):
        for policy in (lambda view, _: GAME.legal(view)[-1], lambda view, _: GAME.legal(view)[0]):
            end = Engine(GAME, players).playout(FastChance(players), policy)
            assert end.state.table.over
            assert Counter(GAME.pieces(end.state)).total() == 91
