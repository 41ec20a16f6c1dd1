"""What must hold in every game of Octopus, however it is played: against slow and simple counts of the same things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks import octopus_plain
from octopus_tables import GAME, hands, middle, points
from tileyard import Chance, Engine, FastChance, Position
from tileyard.board import plane
from tileyard_octopus.model import Place
from tileyard_octopus.pieces import one_set
from tileyard_octopus.rules import runs

PLAYERS = st.integers(2, 6)
SEEDS = st.integers(0, 2**32)
OPTIONS = st.fixed_dictionaries(
    {
        "sets": st.sampled_from([1, 2]),
        "first_tile": st.sampled_from(["is_first_turn", "extra"]),
        "hands": st.sampled_from(["open", "hidden"]),
    }
)
GAMES = settings(max_examples=25)


def course(players: int, options: dict[str, Any], seed: int) -> Iterator[tuple[Engine, Position, int, Place, Position]]:
    """A game move by move: the position, who lays what, and the position after it.

    With an odd seed each move is the best of some random ones, which makes long runs.
    """
    engine, chance = Engine(GAME, players, options), FastChance(seed)
    game = engine.start(Chance.from_seed(str(seed)))
    while active := engine.active(game):
        view = engine.view(game, active[0])
        moves = [GAME.sample(view, chance) for _ in range(12 if seed % 2 else 1)]
        move = max(moves, key=lambda move: sixteen_scans(view.table.layout, move.tile, move.at))
        after = engine.step(game, active[0], move)
        yield engine, game, active[0], move, after
        game = after


def sixteen_scans(layout: dict[int, str], tile: str, at: int) -> int:
    """The points of a tile by eight scans for its colour and eight for its number, each on its own."""
    total = 0
    for part in (0, 1):
        for step in plane.EIGHT:
            place = at + step
            while place in layout and layout[place][part] == tile[part]:
                total, place = total + 1, place + step
    return total


@pytest.mark.rule("OCT-501", "OCT-502", "OCT-503", "OCT-505")
@GAMES
@given(PLAYERS, OPTIONS, SEEDS)
def test_points_equal_sixteen_scans_and_the_plain_loop(players: int, options: dict[str, Any], seed: int) -> None:
    """Both oracles: cells by addition, and rows and columns by the loop that knows nothing of Tileyard."""
    plain: dict[tuple[int, int], tuple[str, int]] = {}
    totals = [0] * players
    for _, before, player, move, after in course(players, options, seed):
        tile, (column, row) = (move.tile[0], int(move.tile[1])), plane.xy(move.at)
        expected = octopus_plain.points(plain, tile, (row, column))
        assert sixteen_scans(before.state.table.layout, move.tile, move.at) == expected
        plain[row, column] = tile
        totals[player] += expected
        assert after.scores == totals


@pytest.mark.rule("OCT-401", "OCT-402")
@GAMES
@given(PLAYERS, SEEDS)
def test_free_places_equal_those_of_the_plain_loop(players: int, seed: int) -> None:
    free, layout = [(0, 0)], {}
    for _, before, _, move, _ in course(players, {}, seed):
        assert {plane.xy(cell)[::-1] for cell in before.state.table.free} == set(free)
        column, row = plane.xy(move.at)
        layout[row, column] = move.tile
        octopus_plain.grow(layout, free, (row, column))


@pytest.mark.rule("OCT-101", "OCT-104", "OCT-401")
@GAMES
@given(PLAYERS, OPTIONS, SEEDS)
def test_tiles_are_conserved_and_the_layout_hangs_together(players: int, options: dict[str, Any], seed: int) -> None:
    everything = Counter(one_set() * options["sets"])
    for *_, after in course(players, options, seed):
        GAME.invariants(after.state)
        assert Counter(GAME.pieces(after.state)) == everything
        layout = after.state.table.layout
        graph = nx.Graph()
        graph.add_nodes_from(layout)
        graph.add_edges_from((cell, near) for cell in layout for near in plane.neighbours(cell) if near in layout)
        assert nx.is_connected(graph)


@pytest.mark.rule("OCT-202", "OCT-305", "OCT-702")
@GAMES
@given(PLAYERS, OPTIONS, SEEDS)
def test_hands_differ_by_one_tile_at_most_or_two(players: int, options: dict[str, Any], seed: int) -> None:
    most = 2 if options["first_tile"] == "extra" else 1
    for _, before, player, _, after in course(players, options, seed):
        sizes = [len(hand) for hand in hands(after)]
        assert max(sizes) - min(sizes) <= most
        assert sizes[player] == len(hands(before)[player]) - 1


@pytest.mark.rule("OCT-401", "OCT-403", "OCT-405")
@GAMES
@given(PLAYERS, OPTIONS, SEEDS, st.integers(0, 59))
def test_legal_moves_are_every_kind_on_every_free_place(
    players: int, options: dict[str, Any], seed: int, plies: int
) -> None:
    """Also those that ``permits`` lets pass, out of all tiles on all places around the layout."""
    engine, game = middle(players, options, seed, plies)
    (player,) = engine.active(game)
    layout, view, legal = game.state.table.layout, engine.view(game, player), engine.legal(game, player)
    around = {cell + step for cell in layout for step in plane.EIGHT} | {0}
    free = {cell for cell in around - layout.keys() if not layout or any(n in layout for n in plane.neighbours(cell))}
    expected = {Place(tile, cell) for tile in hands(game)[player] for cell in free}
    assert len(legal) == len(set(legal))
    assert set(legal) == expected
    every = (Place(tile, cell) for tile in one_set() for cell in around | layout.keys())
    assert {move for move in every if GAME.permits(view, move) is None} == expected


TURNS: dict[str, Callable[[int, int], tuple[int, int]]] = {
    "as it is": lambda x, y: (x, y),
    "quarter": lambda x, y: (-y, x),
    "half": lambda x, y: (-x, -y),
    "three quarters": lambda x, y: (y, -x),
    "left to right": lambda x, y: (-x, y),
    "top to bottom": lambda x, y: (x, -y),
    "diagonal": lambda x, y: (y, x),
    "other diagonal": lambda x, y: (-y, -x),
}


@pytest.mark.rule("OCT-108")
@pytest.mark.parametrize("turn", TURNS)
@settings(max_examples=10)
@given(SEEDS, st.integers(1, 59), st.integers(-300, 300), st.integers(-300, 300))
def test_turning_mirroring_and_shifting_change_no_score(turn: str, seed: int, plies: int, dx: int, dy: int) -> None:
    engine, game = middle(2, {}, seed, plies)
    table = game.state.table
    (player,) = engine.active(game)

    def moved(cell: int) -> int:
        x, y = TURNS[turn](*plane.xy(cell))
        return plane.cell(x + dx, y + dy)

    layout = {moved(cell): tile for cell, tile in table.layout.items()}
    for tile in table.hands[player][:3]:
        for cell in table.free:
            expected = sum(len(cells) for _, cells in runs(table.layout, tile, cell))
            assert points(layout, tile, moved(cell)) == expected


def test_the_plain_loop_plays_whole_games() -> None:
    """The yardstick of the benchmarks plays the same game: random play scores about as much in both."""
    chance, engine = FastChance(5), Engine(GAME, 2)
    plain = sum(sum(octopus_plain.play(iter_random(seed), 2)) for seed in range(60))
    ours = sum(sum(engine.playout(chance).scores) for _ in range(60))
    assert 0.8 < plain / ours < 1.25


def iter_random(seed: int) -> Callable[[], float]:
    """Numbers from 0 to 1, the same for the same seed."""
    stream = FastChance(seed)
    return lambda: stream.below(2**32) / 2**32
