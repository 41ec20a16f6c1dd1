"""What must hold in every game of Tiles, however it is played: against graphs and brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks import tiles_plain
from tiles_tables import (
    GAME,
    GAMES,
    LUMPY,
    OPTIONS,
    PLAYERS,
    SEEDS,
    areas_of,
    brute_force,
    closed_areas,
    course,
    graph,
    middle,
    table,
)
from tileyard import Engine, FastChance, Scored
from tileyard.board import plane
from tileyard_tiles.areas import lay, triangles
from tileyard_tiles.model import Closed, Discard, Place
from tileyard_tiles.pieces import canonical, pieces, turned


def shape(area: Any) -> frozenset[tuple[int, int]]:
    """An area given as triangles, as cells and sides."""
    return frozenset((triangle >> 2, triangle & 3) for triangle in area)


@pytest.mark.rule("TIL-401", "TIL-402", "TIL-403", "TIL-404", "TIL-405", "TIL-303")
@settings(max_examples=60)
@given(PLAYERS, OPTIONS, SEEDS)
def test_placements_equal_brute_force(players: int, options: dict[str, Any], seed: int) -> None:
    """Each tile of the hand on each cell turned each way, at every ply: some 2500 positions."""
    for engine, game, player, *_ in course(players, options, seed):
        view, legal = engine.view(game, player), engine.legal(game, player)
        hand, placed = game.state.seats[player].hand, [move for move in legal if isinstance(move, Place)]
        found = {(move.tile, move.at, turned(move.tile, move.turn)) for move in placed}
        assert found == brute_force(game.state.table.layout, hand, options.get("rotate") != "no")
        assert len(found) == len(placed)
        thrown = [move.tile for move in legal if isinstance(move, Discard)]
        expected = dict.fromkeys(hand) if not placed or options.get("must_place") == "no" else {}
        assert thrown == [*expected]
        for move in (Discard(hand[0]), Place(hand[-1], next(iter(game.state.table.gaps)), seed % 4)):
            assert (GAME.permits(view, move) is None) == (move in legal)


@pytest.mark.rule("TIL-501", "TIL-502", "TIL-503", "TIL-504")
@settings(max_examples=40)
@given(PLAYERS, OPTIONS, SEEDS)
def test_areas_are_the_connected_components_of_the_triangles(players: int, options: dict[str, Any], seed: int) -> None:
    """At every ply, each with its open edges."""
    for *_, step in course(players, options, seed):
        laid = step.position.state.table
        ours = {shape(triangles(laid.layout, laid.areas, area)): edges for area, edges in laid.areas.open.items()}
        assert ours == areas_of(laid.layout)


@pytest.mark.rule("TIL-508", "TIL-509", "TIL-510", "TIL-511", "TIL-512", "TIL-704")
@settings(max_examples=40)
@given(PLAYERS, OPTIONS, SEEDS)
def test_points_equal_those_of_all_closed_areas_before_and_after(
    players: int, options: dict[str, Any], seed: int
) -> None:
    """Each closed area is told once, whatever number of edges closes it, and pays the mover's colour alone."""
    for _, before, player, _, step in course(players, options, seed):
        after, colour = step.position.state.table.layout, before.state.table.colours[player]
        new = closed_areas(after) - closed_areas(before.state.table.layout)
        told = [event for event in step.events if isinstance(event, Closed)]
        assert Counter(shape(event.triangles) for event in told) == Counter(new)
        own = [area for area in new if {after[cell][side] for cell, side in area} == {colour}]
        assert [event.own for event in told].count(True) == len(own)
        parts = [own] if options.get("multi_area") == "joined" else [[area] for area in own]
        counts = [len({cell for area in part for cell, _ in area}) for part in parts]
        points = sum(n * (n - 1) // 2 for n in counts)
        assert step.position.scores[player] - before.scores[player] == points
        assert sum(event.points for event in step.events if isinstance(event, Scored)) == points


@pytest.mark.rule("TIL-504")
@GAMES
@given(PLAYERS, OPTIONS, SEEDS)
def test_a_closed_area_stays_as_it_is(players: int, options: dict[str, Any], seed: int) -> None:
    known: set[frozenset[tuple[int, int]]] = set()
    for *_, step in course(players, options, seed):
        laid = step.position.state.table
        now = {shape(triangles(laid.layout, laid.areas, area)) for area, edges in laid.areas.open.items() if not edges}
        assert known <= now
        known = now


@pytest.mark.rule("TIL-101", "TIL-306", "TIL-401", "TIL-402")
@GAMES
@given(PLAYERS, OPTIONS, SEEDS)
def test_tiles_are_conserved_and_the_layout_hangs_together(players: int, options: dict[str, Any], seed: int) -> None:
    everything = Counter(map(canonical, pieces(GAME.read_options(options).tileset, "yes").tiles))
    assert everything.total() == 45
    for *_, step in course(players, options, seed):
        state = step.position.state
        GAME.invariants(state)
        assert Counter(GAME.pieces(state)) == everything
        layout = state.table.layout
        sides = nx.Graph((cell, near) for cell in layout for near in plane.neighbours(cell) if near in layout)
        assert len(layout) == 1 or (nx.is_connected(sides) and len(sides) == len(layout))
        assert all(layout[a[0]][a[1]] == layout[b[0]][b[1]] for a, b in graph(layout).edges)


TURNS: dict[int, Callable[[int, int], tuple[int, int]]] = {
    0: lambda x, y: (x, y),
    1: lambda x, y: (-y, x),
    2: lambda x, y: (-x, -y),
    3: lambda x, y: (y, -x),
}


@pytest.mark.rule("TIL-105")
@pytest.mark.parametrize("turn", TURNS)
@settings(max_examples=10)
@given(SEEDS, st.sampled_from([{}, {"tileset": LUMPY}]), st.integers(-300, 300), st.integers(-300, 300))
def test_turning_and_shifting_the_layout_changes_no_area(
    turn: int, seed: int, options: dict[str, Any], dx: int, dy: int
) -> None:
    def moved(cell: int) -> int:
        x, y = TURNS[turn](*plane.xy(cell))
        return plane.cell(x + dx, y + dy)

    other = table("")
    for number, (_, before, _, move, step) in enumerate(course(2, options, seed)):
        if not number:
            lay(other, moved(0), turned(before.state.table.layout[0], turn))
        if isinstance(move, Discard):
            continue
        laid = step.position.state.table
        closed = lay(other, moved(move.at), turned(laid.layout[move.at], turn))
        ours = {shape(triangles(laid.layout, laid.areas, area)) for area in laid.closed}
        theirs = {shape(triangles(other.layout, other.areas, area)) for area in closed}
        assert theirs == {frozenset((moved(cell), (side + turn) % 4) for cell, side in area) for area in ours}


@GAMES
@given(PLAYERS, SEEDS)
def test_the_plain_loop_finds_the_same_points_and_placements(players: int, seed: int) -> None:
    """The oracle that knows nothing of Tileyard: tuples for places, a flood for areas, a look around for fits."""
    for _, before, player, move, step in course(players, {}, seed):
        laid = before.state.table
        plain = {plane.xy(cell): shown for cell, shown in laid.layout.items()}
        free = [plane.xy(cell) for cell in laid.gaps]
        ways = tiles_plain.placements(plain, free, before.state.seats[player].hand)
        legal = [move for move in GAME.legal(Engine(GAME, players).view(before, player)) if isinstance(move, Place)]
        assert sorted(ways) == sorted((m.tile, plane.xy(m.at), turned(m.tile, m.turn)) for m in legal)
        if isinstance(move, Place):
            plain[plane.xy(move.at)] = turned(move.tile, move.turn)
            gained = tiles_plain.points(plain, plane.xy(move.at), laid.colours[player])
            assert step.position.scores[player] - before.scores[player] == gained
            tiles_plain.grow(plain, free, plane.xy(move.at))
            assert set(free) == {plane.xy(cell) for cell in step.position.state.table.gaps}


def test_the_plain_loop_plays_whole_games() -> None:
    """The yardstick of the benchmarks plays the same game: random play scores about as much in both."""
    stream = FastChance(5)
    plain = sum(sum(tiles_plain.play(lambda: stream.below(2**32) / 2**32, 2)) for _ in range(150))
    ours = sum(sum(Engine(GAME, 2).playout(stream).scores) for _ in range(150))
    assert 0.75 < plain / ours < 1.33


@pytest.mark.parametrize("options", [{}, {"rotate": "no"}, {"must_place": "no"}])
def test_samples_are_all_legal_moves_alike(options: dict[str, Any]) -> None:
    """Every legal move comes up, none much more often than another."""
    engine, game = middle(3, options, 4, 6)
    view = engine.view(game, *engine.active(game))
    chance, legal = FastChance(1), engine.legal(game, *engine.active(game))
    found = Counter(GAME.sample(view, chance) for _ in range(200 * len(legal)))
    assert set(found) == set(legal)
    assert 130 < min(found.values()) <= max(found.values()) < 280
