"""Previews: what a move does as far as its player can know, tried on a state in which the rest is sealed."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from odds_and_evens import OddsAndEvens, Show

from market import Choose, Chosen, Duel, Lay, Market, Pass, Peek, Secret, Take, Turned, at, market, play_on
from matches import Broken, Counter, Go, everything, fail, half, hand, spoil
from tileyard import (
    Bag,
    Chance,
    Engine,
    Event,
    FastChance,
    Game,
    GameFault,
    Hand,
    Match,
    Move,
    NoOptions,
    State,
    Struct,
    Turn,
    View,
)
from tileyard.board import draw, take
from tileyard.ground.wire import to_builtins
from tileyard.play.preview import OutOfSight, Sealed, SealedStock, preview
from tileyard_brook import Brook

SEEDS = st.integers(0, 10_000).map(str)
ENGINES = [Engine(Market(), 2), Engine(Market(), 2, {"secret": True}), Engine(Duel(), 3)]


class Table(Struct):
    mover: int = 0


class Seat(Struct):
    hand: Hand[int]
    pledge: int = 0


class Vault(Struct):
    bag: Bag[int]


class Do(Move, Event):
    """One move; what it does is chosen by the test."""


Deed = Callable[[State[Table, Seat, Vault], Turn[NoOptions]], Any]


class Deeds(Game[NoOptions, Table, Do, Seat, Vault]):
    """Two players with two pieces each, three in the bag, and one move that does a deed."""

    id, title, players = "deeds", "Deeds", (2,)
    awards = {"seen": "what was seen"}

    def __init__(self, deed: Deed) -> None:
        self.deed = deed

    def setup(self, turn: Turn[NoOptions]) -> State[Table, Seat, Vault]:
        return State(Table(), (Seat([1, 2]), Seat([3, 4])), Vault([5, 6, 7]))

    def active(self, table: Table) -> tuple[int, ...]:
        return (table.mover,) if table.mover < 2 else ()

    def legal(self, view: View[NoOptions, Table, Seat]) -> list[Do]:
        return [Do()]

    def apply(self, state: State[Table, Seat, Vault], move: Do, turn: Turn[NoOptions]) -> None:
        self.deed(state, turn)


KNOWN: dict[str, Deed] = {
    "own hand": lambda state, turn: turn.award(0, state.seats[0].hand[0], "seen"),
    "sizes": lambda state, turn: turn.award(0, len(state.seats[1].hand) + len(state.vault.bag), "seen"),
    "emptiness": lambda state, turn: turn.award(0, int(bool(state.vault.bag)), "seen"),
    "giving": lambda state, turn: state.seats[1].hand.append(take(state.seats[0].hand, 2)),
    "what was written": lambda state, turn: (
        setattr(state.seats[1], "pledge", 3) or turn.award(0, state.seats[1].pledge, "seen")
    ),
}
UNKNOWN: dict[str, Deed] = {
    "a field": lambda state, turn: turn.award(0, state.seats[1].pledge, "seen"),
    "a piece": lambda state, turn: turn.award(0, state.seats[1].hand[0], "seen"),
    "all pieces": lambda state, turn: turn.award(0, sum(state.vault.bag), "seen"),
    "whether it is there": lambda state, turn: turn.award(0, int(3 in state.seats[1].hand), "seen"),
    "equality": lambda state, turn: turn.award(0, int(state.seats[1].hand == [3, 4]), "seen"),
    "a whole hand": lambda state, turn: turn.award(0, len(state.seats[0].hand + state.seats[1].hand), "seen"),
    "the top": lambda state, turn: draw(state.vault.bag),
    "taking": lambda state, turn: take(state.seats[1].hand, 3),
    "chance": lambda state, turn: turn.award(0, turn.chance.below(1), "seen"),
}


@pytest.mark.parametrize("deed", KNOWN.values(), ids=KNOWN)
def test_what_a_player_can_know_is_told_as_it_will_be(deed: Deed) -> None:
    match = Match(Deeds(deed), 2, seed="1")
    preview = match.preview(0, Do())
    update = match.play(0, Do())
    assert preview is not None
    assert (preview.events, preview.view) == (update.events, update.view)


@pytest.mark.parametrize("deed", UNKNOWN.values(), ids=UNKNOWN)
def test_what_depends_on_chance_or_on_things_out_of_sight_is_not_told(deed: Deed) -> None:
    match = Match(Deeds(deed), 2, seed="1")
    before = match.digest
    assert match.preview(0, Do()) is None
    assert match.digest == before


def test_sizes_that_are_closed_are_unknown() -> None:
    class Closed(Deeds):
        def closed(self, options: NoOptions) -> frozenset[str]:
            return frozenset({"vault.bag"})

    deed = KNOWN["emptiness"]
    assert Match(Deeds(deed), 2).preview(0, Do()) is not None
    assert Match(Closed(deed), 2).preview(0, Do()) is None


def test_a_simultaneous_choice_has_a_preview_only_while_nothing_hangs_on_the_other() -> None:
    match = Match(OddsAndEvens(), 2, seed="1")
    assert match.preview(0, Show(1)) is not None
    match.play(1, Show(2))
    assert match.preview(0, Show(1)) is None


@given(seed=st.integers(0, 999), plies=st.integers(0, 23), choice=st.integers(0, 999))
def test_in_brook_a_preview_is_what_happens_and_exists_when_nothing_is_drawn(
    seed: int, plies: int, choice: int
) -> None:
    match = Match(Brook(), 2, seed=str(seed))
    for _ in range(plies):
        player = match.active[0]
        legal = match.legal(player)
        match.play(player, legal[choice % len(legal)])
    player = match.active[0]
    move = match.legal(player)[0]
    bag = match.view(player).sizes["vault.bag"]
    preview = match.preview(player, move)
    update = match.play(player, move)
    if bag:
        assert preview is None
    else:
        assert preview is not None
        assert (preview.events, preview.view) == (update.events, update.view)


@given(SEEDS, st.integers(0, 25), st.sampled_from(ENGINES))
def test_a_preview_is_what_the_move_then_does(seed: str, plies: int, engine: Engine) -> None:
    """Events and view, wherever there is one; and it changes nothing."""
    engine, position = at(seed, plies, engine)
    before = copy.deepcopy(position)
    for player in engine.active(position):
        view = engine.copy_view(engine.view(position, player))
        seen = copy.deepcopy(view)
        for move in engine.legal(position, player):
            found, step = preview(engine, view, move), engine.carry_out(position, player, move)
            assert view == seen
            if step.drawn or step.whispers:
                assert found is None
            elif found is not None:
                assert found.events == step.events
                assert found.view == engine.view(step.position, player)
    assert position == before


@given(SEEDS, st.integers(0, 12))
def test_previews_of_one_view_are_one(seed: str, plies: int) -> None:
    """Whatever lies out of sight: it is never looked at."""
    engine, position = at(seed, plies)
    if not (active := engine.active(position)):
        return
    twin = engine.copy(position)
    FastChance(seed).shuffle(twin.state.vault.bag)
    FastChance(seed).shuffle(twin.state.vault.deck)
    twin.state.seats[1 - active[0]].hand.reverse()
    twin.chance.count += 5
    for move in engine.legal(position, active[0]):
        views = [engine.view(each, active[0]) for each in (position, twin)]
        assert preview(engine, views[0], move) == preview(engine, views[1], move)


def test_what_hangs_on_the_unseen_has_no_preview() -> None:
    """Turning the top of the deck draws nothing and whispers nothing, and yet nobody can know it."""
    engine, position = at("7", 0)
    view = engine.view(position, 0)
    assert preview(engine, view, Turned()) is None
    assert preview(engine, view, Peek()) is None
    assert preview(engine, view, Take()) is None
    laid = preview(engine, view, Lay(position.state.seats[0].hand[0]))
    assert laid is not None
    assert laid.view.sizes["seat.hand"] == [2, 3]


def test_the_last_choice_of_a_round_has_no_preview() -> None:
    """It shows what the others chose; the first has one."""
    engine = Engine(Duel(), 2)
    position = engine.start(Chance.from_seed("1"))
    first = preview(engine, engine.view(position, 0), Choose(2))
    assert first is not None
    assert first.events == [Chosen(0)]
    assert first.view.seat == Secret(2)
    position = engine.step(position, 0, Choose(2))
    assert preview(engine, engine.view(position, 1), Choose(1)) is None


def test_sealed_things_tell_their_size_and_nothing_else() -> None:
    seat = Sealed({"hand": 2})
    stock: Any = seat.hand
    assert isinstance(stock, SealedStock)
    assert len(stock) == 2
    for look in (lambda: seat.pledge, lambda: stock[0], lambda: list(stock), lambda: stock.pop, lambda: stock == []):
        with pytest.raises(OutOfSight):
            look()


# -- of a match ----------------------------------------------------------------------------------------


@given(st.integers(0, 500), st.integers(0, 20), st.sampled_from([Market, Duel]))
def test_a_preview_is_the_effect_and_changes_nothing(seed: int, plies: int, kind: Any) -> None:
    """Update and preview are the same, where there is one; there is none where chance or secrets come in."""
    match = play_on(Match(kind(), 2, seed=str(seed)), seed, plies)
    if match.over:
        return
    player = match.active[0]
    move = FastChance(seed).pick(match.legal(player))
    before = everything(match)
    preview = match.preview(player, to_builtins(move))
    assert everything(match) == before
    update = match.play(player, move)
    if preview is not None:
        assert (preview.events, preview.view, []) == (update.events, update.view, update.whispers)
        assert match.record().entries[-1].drawn == []
    else:
        assert type(move) is not Pass or update.events


def test_a_preview_belongs_to_whoever_asked() -> None:
    """Changed at will, the match does not notice."""
    match = market()
    before = everything(match)
    preview = match.preview(0, Lay(hand(match)[0]))
    assert preview is not None
    spoil(preview)
    assert everything(match) == before


def test_a_fault_in_a_move_that_is_only_tried_is_no_preview(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may come of what is out of sight; whoever plays the move learns more."""
    match = Match(Broken(), 2, seed="7")
    before = everything(match)
    monkeypatch.setattr(Broken, "apply", half)
    assert match.preview(0, Pass()) is None
    monkeypatch.undo()
    assert everything(match) == before


def test_a_fault_of_an_open_game_is_told_by_a_preview(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is out of sight there."""
    match = Match(Counter(), 1, seed="1")
    monkeypatch.setattr(Counter, "apply", fail)
    with pytest.raises(GameFault):
        match.preview(0, Go())
    assert match.ply == 0
