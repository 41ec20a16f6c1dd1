"""Networks against a graph of ports, on boards with sides and corners and on boards that run into themselves."""

from __future__ import annotations

from collections.abc import Callable

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tileyard.board import Network, Topology, hexagon, plane, square, triangle
from tileyard.ground.errors import UsageError
from tileyard.ground.wire import decode, digest, encode

Across = Callable[[int], int]


def wrapped(columns: int, rows: int) -> Across:
    """Squares with eight ports on a board that runs into itself both ways."""
    steps = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))

    def across(node: int) -> int:
        cell, port = divmod(node, 8)
        x, y = (cell % columns + steps[port][0]) % columns, (cell // columns + steps[port][1]) % rows
        return 8 * (x + columns * y) + (port + 4) % 8

    return across


BOARDS: dict[str, tuple[int, int, Across]] = {
    "one square": (1, 8, wrapped(1, 1)),
    "ring of squares": (3, 8, wrapped(3, 1)),
    "wrapped squares": (12, 8, wrapped(4, 3)),
    "squares": (16, 8, square(4, 4).across.__getitem__),
    "hexagons": (19, 12, hexagon(2).across.__getitem__),
    "triangles": (16, 6, triangle(4).across.__getitem__),
}


@st.composite
def strands(draw: st.DrawFn, cells: int, ports: int) -> list[tuple[int, int]]:
    """Strands in the order in which they are laid; each cell has some of its ports matched in pairs."""
    pairs: list[tuple[int, int]] = []
    for cell in range(cells):
        order = draw(st.permutations(range(ports)))
        count = draw(st.integers(0, ports // 2))
        pairs += [(ports * cell + order[2 * i], ports * cell + order[2 * i + 1]) for i in range(count)]
    return draw(st.permutations(pairs))


def agree(network: Network, graph: nx.MultiGraph, across: Across) -> None:
    """Each component of the port graph is a path, told by its ends, or a ring, told once among the loops."""
    ends: dict[int, int] = {}
    loops: list[set[int]] = []
    for part in nx.connected_components(graph):
        tips = [node for node in part if graph.degree(node) == 1]
        if tips:
            ends |= {tips[0]: tips[1], tips[1]: tips[0]}
            path = network.follow(tips[0], across)
            assert (path[-1], set(path), len(path)) == (tips[1], part, len(part))
            assert path == network.follow(tips[1], across)[::-1]
        else:
            loops.append(part)
            path = network.follow(min(part), across)
            assert (set(path), len(path)) == (part, len(part))
    assert network.ends == ends
    assert sorted(map(min, loops)) == sorted(min(network.follow(node, across)) for node in network.loops)


@pytest.mark.parametrize("name", BOARDS)
@settings(max_examples=60)
@given(data=st.data())
def test_lines_are_the_paths_and_rings_of_the_port_graph(name: str, data: st.DataObject) -> None:
    cells, ports, across = BOARDS[name]
    network = Network()
    graph = nx.MultiGraph()
    rings = 0
    for count, (a, b) in enumerate(data.draw(strands(cells, ports))):
        closed = network.lay(a, b, across)
        graph.add_edge(a, b)
        graph.add_edges_from(
            {tuple(sorted((node, across(node)))) for node in (a, b) if across(node) in network.strands}
        )
        part = nx.node_connected_component(graph, a)
        assert closed == all(graph.degree(node) == 2 for node in part)
        rings += closed
        assert len(network.loops) == rings
        if count % 4 == 0:
            agree(network, graph, across)
    agree(network, graph, across)
    again = decode(encode(network), Network)
    assert (again, encode(again), digest(again)) == (network, encode(network), digest(network))


@settings(max_examples=60)
@given(data=st.data(), board=st.sampled_from([square(4, 4), triangle(4), hexagon(2)]))
def test_a_corner_is_blocked_by_a_line_between_other_cells(data: st.DataObject, board: Topology) -> None:
    """As seen in the drawing: two laid strands of other cells that face each other through the same point."""
    network = Network()
    for a, b in data.draw(strands(len(board), board.width)):
        network.lay(a, b, board.across.__getitem__)
    for cell, ports in enumerate(board.ports):
        for port, far in enumerate(ports):
            point = board.points[cell][port]
            others = [(c, p) for c, p in board.around[point] if c not in (cell, far)]
            lines = [
                (c, p)
                for c, p in others
                if board.node(c, p) in network.strands
                and board.ports[c][p] >= 0
                and board.node(board.ports[c][p], board.entry[c][p]) in network.strands
            ]
            assert network.blocked(board.crossings[board.node(cell, port)]) == (far >= 0 and bool(lines))


def test_a_line_cannot_cross_its_own_corner() -> None:
    """A straight, a gentle bend to the north-east, a sharp one back west: the south-east exit is then cut off."""
    board = square(3, 2)
    across = board.across.__getitem__
    a2, b2, b1 = board.cell("a2"), board.cell("b2"), board.cell("b1")
    network = Network()
    network.lay(board.node(a2, 6), board.node(a2, 2), across)
    network.lay(board.node(b2, 6), board.node(b2, 1), across)
    c1 = board.cell("c1")
    network.lay(board.node(c1, 5), board.node(c1, 6), across)
    assert network.ends == {board.node(a2, 6): board.node(c1, 6), board.node(c1, 6): board.node(a2, 6)}
    assert across(board.node(c1, 6)) == board.node(b1, 2)
    assert network.blocked(board.crossings[board.node(b1, 3)])
    assert not network.blocked(board.crossings[board.node(b1, 5)])
    assert not network.blocked(board.crossings[board.node(b1, 4)])


def test_a_line_on_the_plane_is_followed_cell_by_cell() -> None:
    network = Network()
    steps = [(0, 0, 6, 1), (1, -1, 5, 0), (1, -2, 4, 2)]
    for x, y, way_in, way_out in steps:
        cell = plane.cell(x, y)
        assert not network.lay(plane.node(cell, way_in), plane.node(cell, way_out), plane.across)
    path = network.follow(6, plane.across)
    assert [plane.xy(node >> 3) for node in path[::2]] == [(0, 0), (1, -1), (1, -2)]
    assert [node & 7 for node in path] == [6, 1, 5, 0, 4, 2]
    assert network.follow(plane.across(6), plane.across) == []


def test_four_bends_close_a_loop_once() -> None:
    board = square(2, 2)
    across = board.across.__getitem__
    network = Network()
    bends = [(0, 2, 4), (1, 6, 4), (2, 0, 2), (3, 0, 6)]
    closed = [network.lay(board.node(cell, a), board.node(cell, b), across) for cell, a, b in bends]
    assert closed == [False, False, False, True]
    assert (network.ends, len(network.loops)) == ({}, 1)
    assert len(network.follow(network.loops[0], across)) == 8


@pytest.mark.parametrize(("a", "b"), [(3, 3), (0, 5), (5, 4)])
def test_a_port_carries_one_strand(a: int, b: int) -> None:
    network = Network()
    network.lay(0, 4, plane.across)
    before = encode(network)
    with pytest.raises(UsageError):
        network.lay(a, b, plane.across)
    assert encode(network) == before
