"""The unbounded board: coordinates, names, the frontier, and the same ports as a board with edges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tileyard.board import plane, square
from tileyard.ground.errors import UsageError
from tileyard.ground.wire import decode, encode

coordinates = st.integers(-511, 511)
cells = st.builds(plane.cell, coordinates, coordinates)
near = st.builds(plane.cell, st.integers(-3, 3), st.integers(-3, 3))


@given(x=coordinates, y=coordinates)
def test_coordinates_lead_back(x: int, y: int) -> None:
    cell = plane.cell(x, y)
    assert cell == x + 1024 * y
    assert plane.xy(cell) == (x, y)


@given(cell=cells)
def test_names_lead_back_in_any_case(cell: int) -> None:
    assert plane.parse(plane.name(cell)) == cell
    assert plane.parse(f" {plane.name(cell).upper()} ") == cell


def test_names_are_steps_from_the_first_cell() -> None:
    named = [plane.name(plane.cell(x, y)) for x, y in ((0, 0), (0, -2), (3, 0), (-1, 12), (-511, -511))]
    assert named == ["0", "n2", "e3", "s12w1", "n511w511"]


@pytest.mark.parametrize(
    "text", ["", " ", "e", "n0", "e1n1", "n1s1", "n1e", "x2", "-1", "1,2", "n512", "e999", "n1000"]
)
def test_other_names_are_refused(text: str) -> None:
    with pytest.raises(UsageError) as error:
        plane.parse(text)
    assert error.value.facts["field"] == "cell"


@pytest.mark.parametrize(("x", "y"), [(512, 0), (-512, 0), (0, 512), (0, -512)])
def test_the_board_ends_where_cells_would_collide(x: int, y: int) -> None:
    with pytest.raises(UsageError):
        plane.cell(x, y)


def test_steps_run_clockwise_from_north() -> None:
    steps = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
    assert [plane.xy(step) for step in plane.EIGHT] == steps
    assert [plane.xy(step) for step in plane.SIDES] == steps[::2]
    assert [plane.xy(step) for step in plane.CORNERS] == steps[1::2]
    assert plane.neighbours(plane.cell(-4, 7)) == tuple(plane.cell(-4 + dx, 7 + dy) for dx, dy in steps[::2])


@given(a=near, b=near)
def test_distance_counts_steps_over_sides(a: int, b: int) -> None:
    board = square(7, 7)
    on_board = {plane.cell(x - 3, y - 3): cell for cell, (x, y) in enumerate(board.xy)}
    assert plane.distance(a, b) == board.distance(on_board[a], on_board[b])


def test_ports_are_those_of_a_board_of_squares() -> None:
    """Away from its edges, a square board and the plane agree on every node."""
    board = square(5, 5)

    def moved(node: int) -> int:
        cell, port = divmod(node, 8)
        x, y = board.xy[cell]
        return plane.node(plane.cell(int(x) - 2, int(y) - 2), port)

    inner = [cell for cell, (x, y) in enumerate(board.xy) if 0 < x < 4 and 0 < y < 4]
    for node in (board.node(cell, port) for cell in inner for port in range(8)):
        assert plane.across(moved(node)) == moved(board.across[node])
        theirs = [sorted(map(moved, pair)) for pair in board.crossings[node]]
        assert [sorted(pair) for pair in plane.crossing(moved(node))] == theirs


@given(cell=cells, port=st.integers(0, 7))
def test_crossing_a_point_twice_comes_back(cell: int, port: int) -> None:
    node = plane.node(cell, port)
    assert plane.across(plane.across(node)) == node
    assert plane.across(node) == plane.node(cell + plane.EIGHT[port], (port + 4) % 8)


@given(lays=st.lists(near, unique=True, max_size=25))
def test_the_frontier_is_every_empty_cell_beside_a_laid_one(lays: list[int]) -> None:
    """Worked out at once, kept up tile by tile, and counted by hand, it is the same, in the same order."""
    laid: dict[int, int] = {}
    kept: dict[int, int] = {}
    for cell in lays:
        laid[cell] = 1
        plane.spread(kept, laid, cell)
        kept = decode(encode(kept), dict[int, int])
    at_once = plane.frontier(laid)
    assert list(kept.items()) == list(at_once.items())
    beside = [other for cell in lays for other in plane.neighbours(cell) if other not in laid]
    assert kept == {cell: beside.count(cell) for cell in beside}


@given(lays=st.lists(near, unique=True, min_size=1, max_size=10))
def test_spreading_may_come_before_or_after_the_tile_is_laid(lays: list[int]) -> None:
    before: dict[int, int] = {}
    after: dict[int, int] = {}
    for count, cell in enumerate(lays):
        plane.spread(before, lays[:count], cell)
        plane.spread(after, lays[: count + 1], cell)
    assert before == after


@given(lays=st.lists(cells, min_size=1, max_size=8))
def test_bounds_hold_all_cells_and_no_more(lays: list[int]) -> None:
    box = plane.bounds(lays)
    columns, rows = zip(*map(plane.xy, lays), strict=True)
    assert box == (min(columns), min(rows), max(columns), max(rows))


def test_no_cells_have_no_bounds() -> None:
    with pytest.raises(UsageError):
        plane.bounds([])
