"""Boards with edges against networkx, coordinates and each other."""

from __future__ import annotations

import pickle
from itertools import pairwise
from math import dist

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tileyard.board import Topology, from_graph, hexagon, square, triangle
from tileyard.ground.errors import UnknownName, UsageError

BOARDS = [
    square(1, 1), square(5, 4), square(8, 1), square(4, 3, without=[(1, 1), (3, 2)]),
    hexagon(0), hexagon(1), hexagon(3), triangle(1), triangle(2), triangle(5),
]  # fmt: skip
GRAPH = from_graph(nx.dodecahedral_graph(), {node: (node % 5, node * node % 7 + node / 20) for node in range(20)})

each_board = pytest.mark.parametrize("board", BOARDS, ids=repr)
each_board_and_graph = pytest.mark.parametrize("board", [*BOARDS, GRAPH], ids=repr)


def side_graph(board: Topology) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from(range(len(board)))
    graph.add_edges_from((a, b) for a, row in enumerate(board.neighbours) for b in row)
    return graph


@given(width=st.integers(1, 6), height=st.integers(1, 6))
def test_squares_meet_as_the_grid_of_networkx(width: int, height: int) -> None:
    """Sides are the grid graph, corners its diagonals, on the same coordinates."""
    board = square(width, height)
    grid = nx.grid_2d_graph(width, height)
    assert list(board.xy) == [(x, y) for y in range(height) for x in range(width)]
    named = nx.relabel_nodes(side_graph(board), dict(enumerate(board.xy)))
    assert nx.utils.graphs_equal(named, grid)
    diagonals = {(a, b) for a, row in enumerate(board.corners) for b in row if b >= 0}
    assert diagonals == {
        (a, b)
        for a, (ax, ay) in enumerate(board.xy)
        for b, (bx, by) in enumerate(board.xy)
        if abs(ax - bx) == abs(ay - by) == 1
    }


def test_square_ports_run_clockwise_from_north() -> None:
    board = square(3, 3)
    assert " ".join(board.names[cell] for cell in board.ports[board.cell("b2")]) == "b1 c1 c2 c3 b3 a3 a2 a1"
    assert board.entry[4] == tuple((port + 4) % 8 for port in range(8))
    assert board.sides[4] == (1, 5, 7, 3)
    assert board.corners[4] == (2, 8, 6, 0)


@each_board
def test_neighbours_are_the_cells_one_unit_away(board: Topology) -> None:
    """The drawing tells the same as the tables: sides are one apart, and nothing is nearer."""
    for a, row in enumerate(board.neighbours):
        near = {b for b, place in enumerate(board.xy) if b != a and dist(board.xy[a], place) < 1.0001}
        assert set(row) == near


@each_board
def test_ports_alternate_between_sides_and_corners(board: Topology) -> None:
    for cell, ports in enumerate(board.ports):
        assert board.sides[cell] == ports[::2]
        assert board.corners[cell] == ports[1::2]
        assert board.neighbours[cell] == tuple(far for far in ports[::2] if far >= 0)
        assert len(ports) == 2 * len(board.outline[cell])


@each_board_and_graph
def test_ports_lead_to_and_fro_through_one_point(board: Topology) -> None:
    """Leaving by a port and turning round comes back; both ports lie on the same point; nodes say the same."""
    for cell, ports in enumerate(board.ports):
        for port, far in enumerate(ports):
            back = board.entry[cell][port]
            node = board.node(cell, port)
            assert (cell, port) in board.around[board.points[cell][port]]
            if far < 0:
                assert (back, board.across[node], board.crossings[node]) == (-1, -1, ())
            else:
                assert (board.ports[far][back], board.entry[far][back]) == (cell, port)
                assert board.points[far][back] == board.points[cell][port]
                assert board.across[node] == board.node(far, back)


@each_board
def test_points_are_the_places_in_the_drawing(board: Topology) -> None:
    """Two ports share a point number exactly if they are drawn at the same place."""
    drawn: dict[int, set[tuple[float, float]]] = {}
    for cell, outline in enumerate(board.outline):
        for corner, place in enumerate(outline):
            before = outline[corner - 1]
            middle = (round((before[0] + place[0]) / 2, 4), round((before[1] + place[1]) / 2, 4))
            drawn.setdefault(board.points[cell][2 * corner], set()).add((middle[0] + 0.0, middle[1] + 0.0))
            vertex = (round(place[0], 4) + 0.0, round(place[1], 4) + 0.0)
            drawn.setdefault(board.points[cell][2 * corner + 1], set()).add(vertex)
    assert len(drawn) == len(board.around)
    # Six places after the point are kept, so the fourth may differ by one.
    for places in drawn.values():
        assert all(dist(a, b) < 0.001 for a in places for b in places)
    middles = sorted(min(places) for places in drawn.values())
    assert all(dist(a, b) > 0.1 for a, b in pairwise(middles))


@each_board_and_graph
def test_distances_are_those_of_networkx(board: Topology) -> None:
    steps = dict(nx.all_pairs_shortest_path_length(side_graph(board)))
    for a in range(len(board)):
        assert board.distances(a) == tuple(steps[a][b] for b in range(len(board)))
        assert board.distance(a, 0) == steps[a][0]


@each_board
def test_boards_are_connected_planar_and_of_the_right_degree(board: Topology) -> None:
    graph = side_graph(board)
    assert nx.utils.graphs_equal(board.graph, graph)
    assert nx.is_connected(graph)
    assert nx.check_planarity(graph)[0]
    assert all(len(row) <= len(board.sides[cell]) for cell, row in enumerate(board.neighbours))


@given(radius=st.integers(0, 5), side=st.integers(1, 7))
def test_hexagons_and_triangles_have_the_cells_and_borders_of_the_formulas(radius: int, side: int) -> None:
    assert len(hexagon(radius)) == 3 * radius * (radius + 1) + 1
    assert side_graph(hexagon(radius)).number_of_edges() == 3 * radius * (3 * radius + 1)
    assert len(triangle(side)) == side * side
    assert side_graph(triangle(side)).number_of_edges() == 3 * side * (side - 1) // 2


def test_a_hexagon_has_no_way_through_a_corner_and_a_triangle_has_one() -> None:
    assert set(sum(hexagon(2).corners, ())) == {-1}
    board = triangle(4)
    assert board.corners[board.cell("a1")] == (-1, -1, -1)
    assert [board.names[far] for far in board.corners[board.cell("c3")]] == ["f4", "b4", "b2"]


@each_board
def test_crossings_are_the_other_ways_through_a_corner(board: Topology) -> None:
    """At a corner where 2n cells meet there are n ways through; each sees the n - 1 others."""
    for cell, ports in enumerate(board.ports):
        for port, far in enumerate(ports):
            node = board.node(cell, port)
            here = {board.node(*place) for place in board.around[board.points[cell][port]]}
            pairs = board.crossings[node]
            for a, b in pairs:
                assert board.across[a] == b
                assert {a, b} <= here - {node, board.across[node]}
            if far >= 0:
                through = sum(board.across[other] >= 0 for other in here)
                assert 2 * len(pairs) == through - 2


def test_the_diagonal_of_a_square_crosses_the_other_two_cells() -> None:
    board = square(2, 2)
    a1, b1, a2, b2 = range(4)
    assert board.across[board.node(a1, 3)] == board.node(b2, 7)
    assert board.crossings[board.node(a1, 3)] == ((board.node(b1, 5), board.node(a2, 1)),)


@each_board_and_graph
def test_names_are_unique_and_lead_back(board: Topology) -> None:
    assert [board.cell(name) for name in board.names] == list(range(len(board)))
    assert board.cell(f" {board.names[-1].upper()} ") == len(board) - 1


def test_names_count_letters_and_rows_from_the_top_left() -> None:
    board = square(28, 2)
    assert (board.names[2], board.names[25], board.names[27], board.names[28]) == ("c1", "z1", "ab1", "a2")
    with pytest.raises(UnknownName) as error:
        board.cell("c9")
    assert error.value.facts["allowed"] == sorted(board.names)


def test_a_board_with_holes_keeps_its_directions() -> None:
    """A field with a tile above and one below, as one board of 72 cells."""
    side = [(x, y) for y in (0, 1, 10, 11) for x in range(8) if x not in (3, 4)]
    board = square(8, 12, without=side)
    assert len(board) == 72
    assert board.names[0] == "d1"
    assert board.sides[board.cell("d2")] == (board.cell("d1"), board.cell("e2"), board.cell("d3"), -1)


def test_equal_arguments_share_one_board() -> None:
    assert square(3, 4) is square(3, 4)
    assert square(3, 4, without=[(0, 0), (2, 1)]) is square(3, 4, without=iter([(2, 1), (0, 0)]))
    assert from_graph({"a": ["b"], "b": ["a"]}, {"a": (0, 0), "b": (1, 0)}) is from_graph(
        {"a": {"b"}, "b": {"a"}}, {"b": (1, 0), "a": (0, 0)}
    )


@each_board_and_graph
def test_boards_are_values(board: Topology) -> None:
    copy = pickle.loads(pickle.dumps(board))
    assert (copy, hash(copy)) == (board, hash(board))
    assert copy != square(2, 7)


def test_a_graph_lists_its_sides_clockwise_from_north() -> None:
    star = nx.star_graph(4)
    board = from_graph(star, {0: (0, 0), 1: (-1, 0), 2: (0, 1), 3: (1, 0), 4: (0, -1)})
    assert board.sides[0] == (4, 3, 2, 1)
    assert board.ports == board.sides
    assert board.corners == ((),) * 5
    assert (board.entry[0], board.entry[3]) == ((0, 0, 0, 0), (1,))


def test_a_single_place_is_a_board() -> None:
    board = from_graph({"hub": []}, {"hub": (0, 0)})
    assert (len(board), board.sides, board.across) == (1, ((),), (-1,))


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: square(0, 3), "width"),
        (lambda: square(3, -1), "height"),
        (lambda: square(True, 3), "width"),
        (lambda: square(3, "3"), "height"),  # pyright: ignore[reportArgumentType]
        (lambda: square(101, 100), "size"),
        (lambda: square(2, 2, without=[(2, 0)]), "without"),
        (lambda: square(3, 1, without=[(1, 0)]), "board"),
        (lambda: square(1, 1, without=[(0, 0)]), "board"),
        (lambda: hexagon(-1), "radius"),
        (lambda: hexagon(60), "size"),
        (lambda: triangle(0), "side"),
        (lambda: triangle(101), "size"),
        (lambda: from_graph({}, {}), "board"),
        (lambda: from_graph({0: [1], 1: []}, {0: (0, 0), 1: (1, 0)}), "graph"),
        (lambda: from_graph({0: [0]}, {0: (0, 0)}), "graph"),
        (lambda: from_graph({0: [9]}, {0: (0, 0)}), "graph"),
        (lambda: from_graph({"a": ["A"], "A": ["a"]}, {"a": (0, 0), "A": (1, 0)}), "graph"),
        (lambda: from_graph({0: [], 1: []}, {0: (0, 0), 1: (1, 0)}), "board"),
        (lambda: from_graph({0: [1], 1: [0]}, {0: (0, 0)}), "at"),
        (lambda: from_graph({0: [1], 1: [0]}, {0: (0, 0), 1: (0, 0)}), "at"),
        (lambda: from_graph({0: [1], 1: [0]}, {0: (0, 0), 1: (float("nan"), 0)}), "at"),
        (lambda: from_graph({0: [1], 1: [0]}, {0: (0, 0), 1: ("east", 0)}), "at"),  # pyright: ignore[reportArgumentType]
    ],
)
def test_bad_arguments_are_refused_by_field(make: object, field: str) -> None:
    with pytest.raises(UsageError) as error:
        make()  # pyright: ignore[reportCallIssue]
    assert error.value.facts["field"] == field
