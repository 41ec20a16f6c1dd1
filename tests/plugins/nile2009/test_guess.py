"""What is hidden, what is known of it, and that a guess agrees with all that was ever seen."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nile2009_tables import (
    GAME,
    OPTIONS,
    PLAYERS,
    SEEDS,
    draw,
    engine,
    market,
    middle,
    move,
    offering,
    position,
    told,
    walk,
)
from tileyard import Chance, Engine, FastChance, GameFault, Position, State, View
from tileyard.ground.wire import encode
from tileyard_nile2009.history import Entry, entries
from tileyard_nile2009.model import Drew, EndTrade, Market, Marketed, Offered, Offering, Reshuffled
from tileyard_nile2009.pieces import LOCUSTS, deck


class Contradiction(AssertionError):
    """A state cannot have come about as it was told."""


class Retold:
    """The history gone through with every card known.

    Of equal cards those from the storage are traded first: the hand can wait, for it alone has other uses.
    """

    def __init__(self, state: State, edition: str) -> None:
        self.seats, told = state.seats, list(entries(state.table.history))
        players = range(len(self.seats))
        self.pile = Counter(deck(edition, len(self.seats)).cards)  # type: ignore[arg-type]
        self.hands = [Counter[str]() for _ in players]
        self.stores = [Counter[str]() for _ in players]
        self.faced = [Counter[str]() for _ in players]
        self.drawn = [iter(seat.drawn) for seat in self.seats]
        self.traded = [iter(seat.traded) for seat in self.seats]
        harvests = [Counter(entry.cards[0] for entry in told if entry[:2] == (">", player)) for player in players]
        self.leave = [harvests[player] - Counter(self.seats[player].storage) for player in players]
        for entry in told:
            self.go_on(entry)

    def go_on(self, entry: Entry) -> None:
        sign, player, number, cards = entry
        if sign == "!":
            _out(self.pile, cards[0])
        elif sign == "~":
            if self.pile.total():
                raise Contradiction("a pile was not used up")
            self.pile = sum(self.faced, Counter(cards))
            self.faced = [Counter() for _ in self.seats]
        elif sign == "+":
            for _ in range(number or 0):
                card = next(self.drawn[player])
                _out(self.pile, card)
                self.hands[player][card] += 1
        elif sign == ">":
            self.stores[player][cards[0]] += 1
        elif sign == "<":
            for card in cards:
                _out(self.hands[player], card)
        elif sign == "/":
            self.trade(player, cards)

    def trade(self, player: int, shown: tuple[str, ...]) -> None:
        for card in shown or (next(self.traded[player]), next(self.traded[player])):
            if self.leave[player][card] and self.stores[player][card]:
                self.leave[player][card] -= 1
                self.stores[player][card] -= 1
            else:
                _out(self.hands[player], card)
            if not shown:
                self.faced[player][card] += 1


def _out(stock: Counter[str], card: str) -> None:
    if not stock[card]:
        raise Contradiction(f"no {card}")
    stock[card] -= 1


def retell(state: State, edition: str) -> None:
    """See that the history, with every card known, leads to ``state``."""
    retold = Retold(state, edition)
    for player, seat in enumerate(state.seats):
        found = [+retold.hands[player], +retold.stores[player], retold.faced[player]]
        if found != [*map(Counter, (seat.hand, seat.storage, seat.discards))]:
            raise Contradiction(f"player {player} has other cards")
        if next(retold.drawn[player], None) or next(retold.traded[player], None):
            raise Contradiction(f"player {player} did more than was told")
    if +retold.pile != Counter(card for card in state.vault.pile if card != LOCUSTS):
        raise Contradiction("the pile has other cards")


def guessed(game: Position, bound: Engine, viewer: int | None, seed: int) -> State:
    """A guess, which must look the same to its viewer and hold the same cards."""
    view = bound.view(game, viewer)
    before = encode(view)
    state = GAME.guess(view, FastChance(seed))
    found = Position(state, game.scores, game.chance, game.ply)
    assert encode(bound.view(found, viewer)) == before == encode(bound.view(game, viewer))
    assert Counter(GAME.pieces(state)) == Counter(GAME.pieces(game.state))
    assert state.table is not game.state.table
    GAME.invariants(state)
    return state


@settings(max_examples=30)
@given(PLAYERS, OPTIONS, SEEDS, st.integers(0, 5) | st.none())
def test_a_guess_could_have_come_about_as_it_was_told(
    players: int, options: dict[str, Any], seed: int, viewer: int | None
) -> None:
    """At some plies of a game, its end included; the real state passes the same examination."""
    viewer = None if viewer is None else viewer % players
    edition = options.get("edition", "bga2009")
    for bound, game in walk(players, options, seed):
        if game.ply % 23 == seed % 23 or game.state.table.over:
            retell(game.state, edition)
            retell(guessed(game, bound, viewer, seed), edition)


@settings(max_examples=20)
@given(PLAYERS, SEEDS, st.integers(10, 80))
def test_the_examination_finds_a_card_that_is_somewhere_else(players: int, seed: int, plies: int) -> None:
    """Cards of the pile and of another hand that were exchanged: then the player drew what was never in the pile."""
    _, game = middle(players, {}, seed - seed % 2, plies)
    seat, cards = game.state.seats[0], game.state.vault.pile
    other = next((at for at, card in enumerate(cards) if seat.hand and card not in (LOCUSTS, seat.hand[0])), None)
    if other is None:
        return
    seat.hand[0], cards[other] = cards[other], seat.hand[0]
    with pytest.raises(Contradiction):
        retell(game.state, "bga2009")


def untraded(view: View, chance: FastChance) -> Any:
    """Plays at random, but never trades."""
    return EndTrade() if view.table.phases.now == "trade" else GAME.sample(view, chance)


@pytest.mark.parametrize("players", range(2, 7))
def test_without_trades_storages_and_new_piles_are_known(players: int) -> None:
    """All that was harvested is stored, and a new pile holds what lay open."""
    bound, chance = Engine(GAME, players), FastChance(players)
    game = bound.start(Chance.from_seed("untraded"))
    known = 0
    while bound.active(game):
        passes = game.state.table.passes
        bound.rollout(game, chance, untraded, limit=1)
        storages = [sorted(seat.storage) for seat in game.state.seats]
        for viewer in (*range(players), None) if game.ply % 16 == 0 else ():
            state = guessed(game, bound, viewer, game.ply)
            assert [sorted(seat.storage) for seat in state.seats] == storages
        signs = "".join(entry.sign for entry in entries(game.state.table.history))
        if game.state.table.passes > passes and "+" not in signs.rpartition("~")[2]:
            known += 1
            for viewer in (*range(players), None):
                assert sorted(guessed(game, bound, viewer, 1).vault.pile) == sorted(game.state.vault.pile)
    assert known or players < 4


@pytest.mark.rule("N09-207", "N09-709")
def test_a_harvested_crop_is_stored_unless_it_may_have_been_traded() -> None:
    """B harvested P. Before a trade it is certainly there, after one it may be gone, and gone for good with two."""
    bound = Engine(GAME, 2)
    game = position("W W W W W", "F F F F F", storages=["", "P"], mover=1, phase="trade", pile="C C C C *")
    everything = Counter(deck("bga2009", 2).cards) - Counter([*"WWWWW", *"FFFFF", *"CCCC", *"P"])
    game.state.vault.pile[:0] = everything.elements()
    game.state.table.history += ["0+5", "1+5", "1>P"]
    for seat in game.state.seats:
        seat.drawn += seat.hand
    # The pile holds one P less than the deck; the other was planted, and is in B's storage now.
    game.state.table.history.insert(2, "!P")
    for viewer in (0, None):
        assert all(guessed(game, bound, viewer, seed).seats[1].storage == ["P"] for seed in range(5))
    after, _ = move(game, market("F F"))
    found = {tuple(guessed(after, bound, 0, seed).seats[1].storage) for seed in range(40)}
    assert found == {(), ("P",)}
    assert guessed(after, bound, 1, 0).seats[1] == after.state.seats[1]
    # With the sizes of hands everybody sees that both cards came from there.
    after, _ = move(game, market("F F"), show_hand_counts="yes")
    counted = engine(after, show_hand_counts="yes")
    assert {tuple(guessed(after, counted, 0, seed).seats[1].storage) for seed in range(20)} == {("P",)}


def test_own_discards_are_known_until_they_are_drawn_again() -> None:
    bound, chance = Engine(GAME, 3), FastChance(5)
    game = bound.start(Chance.from_seed("own"))
    while not any(seat.discards for seat in game.state.seats):
        bound.rollout(game, chance, limit=1)
    owner = next(player for player, seat in enumerate(game.state.seats) if seat.discards)
    own = game.state.seats[owner].discards
    assert len(own) == bound.view(game, None).sizes["seat.discards"][owner] == 2
    assert own == game.state.seats[owner].traded
    for seed in range(5):
        assert guessed(game, bound, owner, seed).seats[owner].discards == own
    other = (owner + 1) % 3
    guesses = [sorted(guessed(game, bound, other, seed).seats[owner].discards) for seed in range(30)]
    assert any(guess != sorted(own) for guess in guesses)


def test_a_storage_shown_at_the_end_is_kept() -> None:
    for options in ({}, {"trade_discards": "shown"}, {"show_hand_counts": "yes"}):
        *_, (bound, game) = walk(3, options, 8)
        assert game.state.table.counts
        for viewer in (0, 2, None):
            state = guessed(game, bound, viewer, 3)
            assert [sorted(seat.storage) for seat in state.seats] == [sorted(seat.storage) for seat in game.state.seats]


def test_a_view_that_no_game_leads_to_has_no_guess() -> None:
    """B is said to have planted what nobody can have drawn."""
    bound = Engine(GAME, 2)
    game = bound.start(Chance.from_seed("none"))
    game.state.table.history.append("1<PW PW PW")
    with pytest.raises(GameFault):
        GAME.guess(bound.view(game, 0), FastChance(1))


# --- what the others are told -------------------------------------------------------------------------------


@pytest.mark.rule("N09-708")
def test_the_sizes_of_hands_are_hidden_or_shown() -> None:
    game = position("P W", "L L L", storages=["C"], phase="trade", pile="F F F")
    for shown in ("no", "yes"):
        for viewer in (0, 1, None):
            sizes = engine(game, show_hand_counts=shown).view(game, viewer).sizes
            assert sizes.get("seat.hand") == ([2, 3] if shown == "yes" else None)
            assert "seat.storage" not in sizes
            assert sizes["vault.pile"] == 3
    _, events = move(game, market("P c"), show_hand_counts="yes")
    assert told(events, Marketed) == [Marketed(0, (), 1)]


@pytest.mark.rule("N09-709")
@pytest.mark.parametrize("kind", [market, offering])
def test_others_cannot_tell_which_cards_were_traded(kind: Any) -> None:
    """Whatever they were, and wherever they came from: events and views of all others are the same."""
    seen: set[bytes] = set()
    for hand, storage, cards in (("P W F", "C", "P W"), ("L L F", "C", "F c"), ("P F", "C C", "c c")):
        game = position(hand, "L", storages=[storage], phase="trade", pile="L W C", fields="B:L2")
        after, events = move(game, kind(cards))
        bound = engine(after)
        assert sorted(after.state.seats[0].discards) == sorted(cards.upper().split())
        views = [bound.view(after, viewer) for viewer in (1, None)]
        seen.add(encode([views, events, [GAME.legal(view) for view in views[:1]]]))
    assert len(seen) == 1


@pytest.mark.rule("N09-709")
def test_traded_cards_may_be_shown() -> None:
    game = position("P W F", "L", storages=["C"], phase="trade", pile="L W C")
    after, events = move(game, offering("P c"), trade_discards="shown")
    assert told(events, Offered) == [Offered(0, ("P", "C"), None)]
    assert after.state.table.discards == ["P", "C"]
    assert after.state.seats[0].discards == []


@pytest.mark.rule("N09-207", "N09-709")
@pytest.mark.parametrize("kind", [market, offering])
def test_shown_cards_do_not_tell_where_they_came_from(kind: Any) -> None:
    """A wheat of the hand with a papyrus of the storage looks like a papyrus and a wheat of the hand."""
    seen: set[bytes] = set()
    for hand, storage, cards in (("W F", "P", "W p"), ("P F", "W", "P w"), ("P W", "F", "P W"), ("F", "P W", "p w")):
        game = position(hand, "L", storages=[storage], phase="trade", pile="L W C", fields="B:L2")
        after, events = move(game, kind(cards), trade_discards="shown")
        views = [engine(after, trade_discards="shown").view(after, viewer) for viewer in (1, None)]
        seen.add(encode([views, events]))
    assert len(seen) == 1


def test_only_the_owner_hears_which_cards_were_drawn() -> None:
    bound, chance = Engine(GAME, 4), FastChance(2)
    game = bound.start(Chance.from_seed("whispers"))
    for _ in range(60):
        (player,) = bound.active(game)
        step = bound.carry_out(game, player, GAME.sample(bound.view(game, player), chance))
        drew = [(event.player, event.number) for event in step.events if isinstance(event, Drew)]
        assert [(listener, len(told.cards)) for listener, told in step.whispers] == drew  # type: ignore[attr-defined]
        game = step.position


def test_the_table_tells_the_order_in_which_locusts_came() -> None:
    """Whoever joins late reads there what the others were told."""
    for cards, told_of in (("W *", ["0+1", "*"]), ("* W", ["*", "0+1"])):
        game, _ = draw(position("", "", pile=cards, passes=1))
        assert game.state.table.history == told_of


def test_moves_that_are_secret_are_no_events() -> None:
    assert not {Market, Offering} & set(GAME.event_types)
    assert Reshuffled in GAME.event_types
