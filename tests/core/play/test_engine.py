"""The engine: pure steps, views, refusals, and playouts."""

from __future__ import annotations

import copy
import dataclasses
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from market import Choose, Drew, Duel, Echo, Lay, Market, Pass, Row, Rules, Table, Take, at
from tileyard import (
    BadPlayers,
    Chance,
    Engine,
    FastChance,
    Frozen,
    Game,
    GameFault,
    IllegalMove,
    MatchOver,
    Move,
    NoOptions,
    NotYourTurn,
    Position,
    Scored,
    State,
    Struct,
    Turn,
)
from tileyard.ground.wire import digest, encode

SEEDS = st.integers(0, 10_000).map(str)


def market(players: int = 2, **options: Any) -> Engine:
    return Engine(Market(), players, options)


# -- steps ---------------------------------------------------------------------------------------------


@given(SEEDS, st.integers(0, 25))
def test_a_step_leaves_the_position_alone_and_repeats(seed: str, plies: int) -> None:
    """Whatever move it is; told or not, it leads to the same."""
    engine, position = at(seed, plies)
    before, encoded = copy.deepcopy(position), encode(position)
    for player in engine.active(position):
        for move in engine.legal(position, player):
            after, step = engine.step(position, player, move), engine.carry_out(position, player, move)
            assert after == step.position == engine.step(before, player, move)
            assert encode(after) == encode(step.position)
            assert after.ply == position.ply + 1
            assert after.chance.count - position.chance.count == len(step.drawn)
            in_place = engine.copy(position)
            engine.step_in_place_unchecked(in_place, player, move, in_place.chance)
            assert in_place == after
    assert position == before
    assert encode(position) == encoded


@given(SEEDS, st.integers(0, 25))
def test_a_copy_is_independent(seed: str, plies: int) -> None:
    """Played on to the end, the original stays where it was."""
    engine, position = at(seed, plies)
    before = copy.deepcopy(position)
    twin = engine.copy(position)
    assert twin == position
    engine.rollout(twin, twin.chance)
    assert position == before


def test_a_step_tells_everything_that_happened() -> None:
    """The move itself if it is an event, events, whispers with their listener, numbers."""
    engine, position = at("7", 0)
    tile = position.state.seats[0].hand[0]
    laid = engine.carry_out(position, 0, Lay(tile))
    assert laid.events == [Lay(tile), Row([tile]), Scored(0, tile, "lay", (0,))]
    assert (laid.whispers, laid.drawn) == ([], [])
    took = engine.carry_out(position, 0, Take())
    drawn = took.position.state.seats[0].hand[-1]
    assert (took.events, took.whispers) == ([], [(0, Drew(drawn, took.position.state.seats[0].hand))])
    assert took.drawn == [Chance(position.chance.key, position.chance.count).below(6)]


def test_the_set_up_is_a_step_from_nothing() -> None:
    """It draws like any other; the stream handed in stays as it is."""
    chance = Chance.from_seed("7")
    step = market().begin(chance)
    assert (step.position.ply, step.position.scores, step.events, step.whispers) == (0, [0, 0], [], [])
    assert len(step.drawn) == step.position.chance.count == 9
    assert type(step.position.chance) is Chance
    assert chance.count == 0
    assert market().start(chance) == step.position


class Over(Game[NoOptions, Table, Pass]):
    """Over before it begins."""

    id, title, players, awards = "over", "Over", (2,), {"gift": "a gift"}

    def setup(self, turn: Any) -> State[Table]:
        return State(Table([]), (None, None))

    def active(self, table: Table) -> tuple[int, ...]:
        return ()

    def score(self, state: Any, turn: Any) -> None:
        turn.award(1, 5, "gift")


def test_a_game_that_is_over_at_once_is_scored_at_once() -> None:
    """In a match as in a playout; and never again, wherever one plays on from there."""
    engine = Engine(Over(), 2)
    step = engine.begin(Chance.from_seed("1"))
    assert step.events == [Scored(1, 5, "gift")]
    assert step.position.scores == engine.playout(FastChance(1)).scores == [0, 5]
    engine.rollout(step.position, FastChance(1))
    assert step.position.scores == [0, 5]


@given(SEEDS)
def test_the_end_is_scored_once(seed: str) -> None:
    """A search that plays on from the end finds the same scores."""
    engine, position = at(seed, 60)
    assert engine.active(position) == ()
    before = copy.deepcopy(position)
    engine.rollout(position, FastChance(seed))
    engine.rollout(position, FastChance(seed), limit=3)
    assert position == before


# -- views ---------------------------------------------------------------------------------------------


@given(SEEDS, st.integers(0, 25), st.booleans())
def test_a_view_is_the_table_one_seat_and_sizes(seed: str, plies: int, secret: bool) -> None:
    """By looking at the state itself."""
    engine, position = at(seed, plies, market(3, secret=secret))
    state = position.state
    sizes = {"vault.bag": len(state.vault.bag), "vault.deck": len(state.vault.deck)}
    if not secret:
        sizes["seat.hand"] = [len(seat.hand) for seat in state.seats]
    for viewer in (None, 0, 1, 2):
        view = engine.view(position, viewer)
        assert (view.player, view.players, view.ply) == (viewer, 3, position.ply)
        assert view.seat == (None if viewer is None else state.seats[viewer])
        assert (view.table, view.scores, view.sizes) == (state.table, position.scores, sizes)
        assert view.options == Rules(secret=secret)


@given(SEEDS, st.integers(0, 25), st.sampled_from([None, 0, 1]))
def test_a_copied_view_can_be_written_on(seed: str, plies: int, viewer: int | None) -> None:
    """To the bottom, without a trace in the position or in the view it was copied from."""
    engine, position = at(seed, plies)
    before = copy.deepcopy(position)
    original = engine.view(position, viewer)
    seen = copy.deepcopy(original)
    view = engine.copy_view(original)
    assert view == original
    view.scores[0] += 1
    view.table.row.append(99)
    view.table.peeked.setdefault(0, []).append(99)
    for numbers in view.table.peeked.values():
        numbers.append(99)
    view.sizes["seat.hand"].append(99)
    view.sizes["vault.bag"] = 99
    if view.seat is not None:
        view.seat.hand.clear()
        view.seat.known.append((0, 0))
    assert original == seen
    assert position == before


@pytest.mark.parametrize("player", [-1, 2, True, "0", 1.0])
def test_there_is_no_view_for_a_stranger(player: Any) -> None:
    """-1 would be the last seat to Python."""
    engine, position = at("7", 0)
    with pytest.raises(BadPlayers) as caught:
        engine.view(position, player)
    assert caught.value.facts == {"field": "player", "players": player, "allowed": [0, 1]}


def test_options_with_lists_in_them_are_copied_with_the_view() -> None:
    """A bot that writes on them changes nobody's match."""

    class Document(Frozen):
        tiles: list[int] = []

    class Paper(Over):
        types = dataclasses.replace(Over.types, options=Document)

    engine = Engine(Paper(), 2, {"tiles": [1]})
    position = engine.start(Chance.from_seed("1"))
    engine.copy_view(engine.view(position, 0)).options.tiles.append(2)
    assert engine.options.tiles == [1]


def test_who_is_not_active_has_no_moves() -> None:
    """Neither at the end nor in somebody else's turn."""
    engine, position = at("7", 0)
    assert engine.legal(position, 0)
    assert engine.legal(position, 1) == engine.legal(position, 7) == []
    assert engine.legal(at("7", 60)[1], 0) == []


# -- refusals ------------------------------------------------------------------------------------------


def refusal(engine: Engine, position: Position[Any, Any, Any], player: int, move: Any) -> Any:
    before = copy.deepcopy(position)
    raised = []
    for make in (engine.step, engine.carry_out, engine.check):
        with pytest.raises((MatchOver, NotYourTurn, IllegalMove)) as caught:
            make(position, player, move)
        raised.append((type(caught.value), str(caught.value), caught.value.facts))
    assert raised[0] == raised[1] == raised[2]
    assert position == before
    return raised[0]


def test_somebody_elses_turn_is_refused() -> None:
    """With those whose turn it is."""
    kind, text, facts = refusal(*at("7", 0), 1, Pass())
    assert (kind, facts) == (NotYourTurn, {"player": 1, "active": [0]})
    assert text == "it is not the turn of player 1, but of player 0"
    engine = Engine(Duel(), 3)
    position = engine.step(engine.start(Chance.from_seed("1")), 1, Choose(1))
    assert refusal(engine, position, 1, Choose(2))[1:] == (
        "it is not the turn of player 1, but of player 0, player 2",
        {"player": 1, "active": [0, 2]},
    )


def test_a_move_after_the_end_is_refused() -> None:
    """Before anything else is looked at."""
    engine, position = at("7", 60)
    assert refusal(engine, position, 5, "nonsense")[::2] == (MatchOver, {"ply": position.ply})


class Foreign(Move):
    """A move of another game."""


class Longer(Lay):
    """A move of the game with something added."""

    more: int = 0


@pytest.mark.parametrize("move", [Foreign(), Longer(1), Drew(1, []), Row([]), {"type": "pass"}, None, Lay])
def test_what_is_no_move_of_the_game_is_refused(move: Any) -> None:
    """A subclass is another move."""
    kind, text, facts = refusal(*at("7", 0), 0, move)
    assert kind is IllegalMove
    assert facts == {"player": 0, "field": "type", "allowed": ["lay", "take", "peek", "turned", "pass"]}
    assert text == f"{type(move).__name__} is no move of market"


def test_an_illegal_move_is_refused_with_the_reason_of_the_rules() -> None:
    """Field, allowed values and rule id, as JSON."""
    engine, position = at("7", 0)
    hand = sorted(position.state.seats[0].hand)
    kind, text, facts = refusal(engine, position, 0, Lay(99))
    assert (kind, text) == (IllegalMove, "you do not have this tile (MAR-1)")
    assert facts == {
        "player": 0,
        "move": {"type": "lay", "tile": 99},
        "field": "tile",
        "allowed": hand,
        "rule": "MAR-1",
    }


# -- what makes no engine ------------------------------------------------------------------------------


def test_types_that_are_no_plain_data_are_refused_when_the_engine_is_made() -> None:
    """By the path of the field."""

    class Fraction(Struct):
        share: float

    class Bad(Over):
        types = dataclasses.replace(Over.types, table=Fraction)

    with pytest.raises(GameFault, match=r"table.share is float"):
        Engine(Bad(), 2)


def test_closing_what_is_no_stock_is_refused_when_the_engine_is_made() -> None:
    """With the word that is wrong."""

    class Typo(Market):
        def closed(self, options: Any) -> frozenset[str]:
            return frozenset({"seat.hnad"})

    with pytest.raises(GameFault, match=r"seat\.hnad"):
        Engine(Typo(), 2)


# -- for searches --------------------------------------------------------------------------------------


@given(SEEDS, st.integers(0, 25), st.sampled_from([Engine(Market(), 2), Engine(Duel(), 3, scorers=[Echo()])]))
def test_a_step_in_place_is_the_step_on_another_stream(seed: str, plies: int, engine: Engine) -> None:
    """It comes to the same where the same numbers fall, tells who may move next, and leaves the own stream alone."""
    engine, position = at(seed, plies, engine)
    for player in engine.active(position):
        for move in engine.legal(position, player):
            stepped, single = engine.step(position, player, move), engine.copy(position)
            stream = engine.copy(position).chance
            assert engine.step_in_place_unchecked(single, player, move, stream) == engine.active(stepped)
            assert single.chance == position.chance
            single.chance = stream
            assert single == stepped


# -- playing on ----------------------------------------------------------------------------------------


def by_hand(engine: Engine, position: Position[Any, Any, Any], chance: FastChance, plies: int = 1000) -> None:
    """The slow way: view, sample, step, each with a copy."""
    while plies and (active := engine.active(position)):
        view = engine.copy_view(engine.view(position, active[0]))
        move = engine.game.sample(view, chance)
        engine.check(position, active[0], move)
        engine.step_in_place_unchecked(position, active[0], move, chance)
        plies -= 1


@given(SEEDS, st.integers(0, 20), st.none() | st.integers(0, 12), st.sampled_from([Market, Duel]))
def test_a_rollout_is_what_single_steps_come_to(seed: str, plies: int, limit: int | None, kind: Any) -> None:
    """To the end, or for a number of plies; sizes, scores and ply with it."""
    engine, position = at(seed, plies, Engine(kind(), 2))
    slow = engine.copy(position)
    engine.rollout(position, FastChance(seed), limit=limit)
    by_hand(engine, slow, FastChance(seed), 1000 if limit is None else limit)
    assert position == slow


@given(SEEDS, st.sampled_from([Market, Duel]))
def test_a_playout_is_a_set_up_and_a_rollout(seed: str, kind: Any) -> None:
    """All on one stream, from the first draw of the set-up to the last move."""
    engine = Engine(kind(), 3)
    played = engine.playout(FastChance(seed))
    chance = FastChance(seed)
    turn = Turn(3, engine.options, chance, [0, 0, 0])
    position = Position(engine.game.setup(turn), turn.scores, played.chance)
    by_hand(engine, position, chance)
    assert played == position
    assert engine.active(played) == ()
    assert played.ply <= engine.game.max_plies


def test_a_policy_sees_the_view_of_the_mover_at_each_ply() -> None:
    """With sizes as they are then."""
    engine, position = at("7", 0)
    seen = []

    def first(view: Any, chance: Any) -> Any:
        seen.append((view.player, view.ply, view.sizes["vault.bag"], len(view.table.row)))
        return Take() if view.sizes["vault.bag"] > 4 else Pass()

    engine.rollout(position, FastChance(1), first)
    assert seen == [(0, 0, 6, 0), (0, 1, 5, 0), (0, 2, 4, 0), (1, 3, 4, 0), (0, 4, 4, 0), (1, 5, 4, 0)]
    assert position.ply == 6


def test_a_game_without_end_is_a_fault() -> None:
    """After as many plies as it declares; a limit is no end."""

    class Endless(Duel):
        max_plies = 5

        def apply(self, state: Any, move: Any, turn: Any) -> None:
            """Nothing happens."""

    engine = Engine(Endless(), 2)
    with pytest.raises(GameFault) as caught:
        engine.playout(FastChance(1))
    assert caught.value.facts == {"game": "duel", "verb": "active", "ply": 5}
    position = engine.start(Chance.from_seed("1"))
    engine.rollout(position, FastChance(1), limit=9)
    assert position.ply == 9


# -- the same everywhere -------------------------------------------------------------------------------


def test_a_game_comes_out_the_same_in_every_process() -> None:
    """Whatever PYTHONHASHSEED is: digests, events, scores."""
    code = (
        "from market import *; from tileyard.ground.wire import digest, encode\n"
        "for match in (play_on(market(), 3), play_on(Match(Duel(), 3, seed='1'), 3)):\n"
        "    print(match.digest, match.scores, digest(match.record()), digest(match.updates(0)))"
    )
    tests = Path(__file__).parents[2]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(tests)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "random")
    }
    assert len(outputs) == 1
    assert outputs.pop().count("\n") == 2


@given(SEEDS, st.integers(0, 25))
def test_equal_positions_have_equal_digests(seed: str, plies: int) -> None:
    """By whichever way of copying; and other positions have others."""
    engine, position = at(seed, plies)
    assert digest(position) == digest(engine.copy(position)) == digest(copy.deepcopy(position))
    for player in engine.active(position):
        assert digest(engine.step(position, player, Pass())) != digest(position)
