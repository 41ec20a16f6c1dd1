"""Plans for a turn: as good as trying everything, and made with nothing that is not known."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tileyard import Chance, Engine, FastChance, Frozen, Game, Move, State, Struct
from tileyard.front import plans
from tileyard.front.plans import Planner
from tileyard.front.standing import Standing
from tileyard.front.worlds import Clock


def planned(engine, position, seed, effort=2000):
    """The moves of each plan of whoever is to move, the best first."""
    (player,) = engine.active(position)
    view, chance = engine.view(position, player), FastChance(seed)
    planner = Planner(engine, view, Standing(engine, view, chance), chance, Clock(None))
    return [plan.moves for plan in planner.plans(engine.legal(position, player), effort)]


# -- all is known --------------------------------------------------------------------------------------


class ShelfTable(Struct):
    """What lies on the shelf, how many pieces may still be taken this turn, and who is to move."""

    shelf: list[int]
    left: int = 2
    mover: int = 0


class Pick(Move):
    """Take what lies there; it and its neighbours are gone."""

    at: int


class Shelf(Game[Frozen, ShelfTable, Pick]):
    """Two pieces a turn, and the first spoils its neighbours: the dearest one is not always the best to begin with."""

    id, title, players, max_plies = "shelf", "Shelf", (2,), 12

    def setup(self, turn):
        return State(ShelfTable([1 + turn.chance.below(9) for _ in range(6)]), (None, None))

    def active(self, table):
        return (table.mover,) if any(table.shelf) else ()

    def legal(self, view):
        return [Pick(at) for at, worth in enumerate(view.table.shelf) if worth]

    def apply(self, state, move, turn):
        table = state.table
        turn.award(turn.player, table.shelf[move.at], "picked")
        for at in (move.at - 1, move.at, move.at + 1):
            if 0 <= at < len(table.shelf):
                table.shelf[at] = 0
        table.left -= 1
        if not table.left:
            table.left, table.mover = 2, 1 - table.mover


def turns(engine, position, player, made=()):
    """Every way to play the turn, and its points."""
    if engine.active(position) != (player,):
        return {made: position.scores[player]}
    return {
        way: points
        for move in engine.legal(position, player)
        for way, points in turns(engine, engine.step(position, player, move), player, (*made, move)).items()
    }


@given(seed=st.integers(0, 1000), plies=st.integers(0, 2))
def test_the_best_plan_is_the_best_turn_of_all(seed, plies):
    engine = Engine(Shelf(), 2)
    position = engine.start(Chance.from_seed(str(seed)))
    engine.rollout(position, FastChance(seed), limit=plies)
    if not engine.active(position):
        return
    (player,) = engine.active(position)
    ways = turns(engine, position, player)
    found = planned(engine, position, seed)
    assert {*found} <= {*ways}
    if len({*found}) == len(found) and not any(over(engine, position, player, way) for way in ways):
        assert ways[found[0]] == max(ways.values())
        assert [ways[way] for way in found] == sorted((ways[way] for way in found), reverse=True)


def over(engine, position, player, way):
    """Whether the game ends with this turn: then to win comes before points."""
    for move in way:
        position = engine.step(position, player, move)
    return not engine.active(position)


def test_orders_that_come_to_the_same_are_one_plan():
    engine = Engine(Shelf(), 2)
    position = engine.start(Chance.from_seed("1"))
    position.state.table.shelf[:] = [9, 0, 0, 7, 0, 4]
    assert planned(engine, position, 1)[0] in [(Pick(0), Pick(3)), (Pick(3), Pick(0))]
    ends = {frozenset(move.at for move in moves) for moves in planned(engine, position, 1)}
    assert len(ends) == len(planned(engine, position, 1))


@pytest.mark.parametrize("effort", [0, 3])
def test_without_means_plans_are_single_moves(effort):
    engine = Engine(Shelf(), 2)
    position = engine.start(Chance.from_seed("1"))
    position.state.table.shelf[:] = [9, 8, 7, 6, 5, 4]
    assert planned(engine, position, 1, effort)[0] == (Pick(0),)
    assert {len(moves) for moves in planned(engine, position, 1, 0)} == {1}


def test_when_it_is_late_there_is_a_plan_still(monkeypatch):
    engine = Engine(Shelf(), 2)
    position = engine.start(Chance.from_seed("1"))
    view, chance = engine.view(position, 0), FastChance(1)
    monkeypatch.setattr(plans, "PART", 0)
    found = Planner(engine, view, Standing(engine, view, chance), chance, Clock(1e-9)).plans(Shelf().legal(view), 2000)
    assert [plan.moves for plan in found] == [(Pick(0),)]


# -- something is hidden -------------------------------------------------------------------------------


class CaveTable(Struct):
    """Whether the cave was entered, the door that is seen (-1: none), and whether it is over."""

    entered: bool = False
    seen: int = -1
    done: bool = False


class CaveVault(Struct):
    """The right door."""

    door: int = 0


class Go(Move):
    """Enter in the dark or with a lamp, then take a door."""

    how: Literal["dark", "lamp", "left", "right"]


class Cave(Game[Frozen, CaveTable, Go, None, CaveVault]):
    """Two points for entering in the dark, one with a lamp; that shows the door behind which there are three."""

    id, title, players, max_plies = "cave", "Cave", (1,), 2

    def setup(self, turn):
        return State(CaveTable(), (None,), CaveVault(turn.chance.below(2)))

    def active(self, table):
        return () if table.done else (0,)

    def legal(self, view):
        return [Go("left"), Go("right")] if view.table.entered else [Go("dark"), Go("lamp")]

    def apply(self, state, move, turn):
        table = state.table
        if not table.entered:
            table.entered = True
            table.seen = state.vault.door if move.how == "lamp" else -1
            turn.award(0, 2 if move.how == "dark" else 1, "entered")
        else:
            table.done = True
            turn.award(0, 3 * (move.how == ("left", "right")[state.vault.door]), "door")

    def guess(self, view, chance):
        table = view.table
        door = chance.below(2) if table.seen < 0 else table.seen
        return State(CaveTable(table.entered, table.seen, table.done), (None,), CaveVault(door))


def test_a_plan_ends_where_something_is_learnt():
    engine = Engine(Cave(), 1)
    position = engine.start(Chance.from_seed("1"))
    found = [{*planned(engine, position, seed)} for seed in range(12)]
    dark = {(Go("dark"), Go("left")), (Go("dark"), Go("right"))}
    lamp = {(Go("lamp"), Go("left")), (Go("lamp"), Go("right"))}
    assert all(dark <= moves for moves in found)
    # Two guesses may be the same by chance; then the lamp seems to tell nothing.
    assert sum((Go("lamp"),) in moves and not lamp & moves for moves in found) >= 3
