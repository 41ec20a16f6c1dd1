"""Regions against the connected components of networkx, and closings one by one."""

from __future__ import annotations

from copy import deepcopy

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tileyard.board import Regions
from tileyard.ground.errors import UsageError
from tileyard.ground.wire import decode, digest, encode

SQUARES = ((0, -1), (1, 0), (0, 1), (-1, 0))
HEXAGONS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))

Groups = list[tuple[tuple[int, ...], int]]
Meets = list[tuple[int, int]]


class Board:
    """A grid that runs into itself both ways: whole layouts close, and a tile may meet itself."""

    def __init__(self, columns: int, rows: int, steps: tuple[tuple[int, int], ...]) -> None:
        self.count = count = len(steps)
        self.cells = range(columns * rows)
        self.facing: dict[int, int] = {}
        for cell in self.cells:
            for side, (dx, dy) in enumerate(steps):
                other = (cell % columns + dx) % columns + (cell // columns + dy) % rows * columns
                self.facing[count * cell + side] = count * other + (side + count // 2) % count


class Oracle:
    """The same layout as a graph of nodes; edges still open are booked on any node of their group."""

    def __init__(self) -> None:
        self.graph = nx.Graph()
        self.edges: dict[int, int] = {}
        self.closed: set[frozenset[int]] = set()

    def lay(self, groups: Groups, meets: Meets) -> set[frozenset[int]]:
        """The areas that were not closed before."""
        for nodes, edges in groups:
            self.graph.add_nodes_from(nodes)
            nx.add_path(self.graph, nodes)
            self.edges |= dict.fromkeys(nodes, 0) | {nodes[0]: edges}
        for a, b in meets:
            self.graph.add_edge(a, b)
            self.edges[a] -= 1
            self.edges[b] -= 1
        before = self.closed
        self.closed = {area for area in self.areas() if not self.open(area)}
        return self.closed - before

    def areas(self) -> list[frozenset[int]]:
        return [frozenset(area) for area in nx.connected_components(self.graph)]

    def open(self, area: frozenset[int]) -> int:
        return sum(self.edges[node] for node in area)


def agree(regions: Regions, oracle: Oracle) -> None:
    """Same areas, same sizes, same open edges; every node leads to its region and around it."""
    areas = oracle.areas()
    assert list(regions.size) == list(regions.open)
    assert len(regions.size) == len(areas)
    for area in areas:
        (region,) = {regions.region[node] for node in area}
        assert region in area
        assert regions.size[region] == len(area)
        assert regions.open[region] == oracle.open(area)
        for node in area:
            members = regions.members(node)
            assert (members[0], len(members), set(members)) == (node, len(area), area)


def tile(board: Board, cell: int, colours: list[int], merged: bool) -> Groups:
    """Sides of one colour are one group: a node for each side, or one node for the whole group."""
    groups: dict[int, list[int]] = {}
    for side, colour in enumerate(colours):
        groups.setdefault(colour, []).append(board.count * cell + side)
    return [(tuple(nodes[:1] if merged else nodes), len(nodes)) for nodes in groups.values()]


@st.composite
def layouts(draw: st.DrawFn, steps: tuple[tuple[int, int], ...]) -> Layout:
    """A board, and its cells in the order in which they are filled, with a colour for each side."""
    board = Board(draw(st.integers(1, 5)), draw(st.integers(1, 4)), steps)
    colours = st.integers(0, draw(st.sampled_from([0, 1, 2, len(steps)])))
    order = draw(st.permutations(board.cells))
    sides = st.lists(colours, min_size=board.count, max_size=board.count)
    return board, [(cell, draw(sides)) for cell in order]


def play(board: Board, lays: list[tuple[int, list[int]]], merged: bool) -> None:
    regions, oracle = Regions(), Oracle()
    laid: set[int] = set()
    node_of: dict[int, int] = {}
    for cell, colours in lays:
        laid.add(cell)
        groups = tile(board, cell, colours, merged)
        for side, colour in enumerate(colours):
            first = colours.index(colour) if merged else side
            node_of[board.count * cell + side] = board.count * cell + first
        rim = range(board.count * cell, board.count * (cell + 1))
        facing = [(a, board.facing[a]) for a in rim]
        edges = [(a, b) for a, b in facing if b // board.count in laid and (b // board.count != cell or a < b)]
        meets = [(node_of[a], node_of[b]) for a, b in edges]

        closed = [frozenset(regions.members(region)) for region in regions.lay(groups, meets)]
        assert len(closed) == len(set(closed))
        assert set(closed) == oracle.lay(groups, meets)
        agree(regions, oracle)
        again = decode(encode(regions), Regions)
        assert (again, encode(again), digest(again)) == (regions, encode(regions), digest(regions))
        regions = again
    assert set(regions.open.values()) == {0}  # the board has no rim: when it is full, all is closed


@settings(max_examples=400)
@given(layout=layouts(SQUARES), merged=st.booleans())
def test_on_squares_regions_are_connected_components(layout: Layout, merged: bool) -> None:
    play(*layout, merged)


@settings(max_examples=400)
@given(layout=layouts(HEXAGONS), merged=st.booleans())
def test_on_hexagons_regions_are_connected_components(layout: Layout, merged: bool) -> None:
    play(*layout, merged)


@given(layout=layouts(SQUARES))
def test_a_copy_goes_its_own_way(layout: Layout) -> None:
    """Laying on a copy of the flat dicts leaves the original alone."""
    board, lays = layout
    regions = Regions()
    for cell, colours in lays:
        before = encode(regions)
        copy = Regions(regions.region.copy(), regions.ring.copy(), regions.size.copy(), regions.open.copy())
        copy.lay(tile(board, cell, colours, merged=False))
        assert encode(regions) == before
        assert copy != regions
        regions = copy


Layout = tuple[Board, list[tuple[int, list[int]]]]


def lay_square(
    regions: Regions, layout: dict[tuple[int, int], str], at: tuple[int, int], shown: str
) -> list[tuple[str, int]]:
    """Lay a square whose four triangles show colours T R B L; the (colour, tiles) of each area it closes."""
    x, y = at

    def node(x: int, y: int, side: int) -> int:
        return 4 * (x + 1024 * y) + side

    groups: list[list[int]] = []
    for side in range(4):
        if side and shown[side] == shown[side - 1]:
            groups[-1].append(side)
        else:
            groups.append([side])
    if len(groups) > 1 and shown[0] == shown[3]:
        groups[0] += groups.pop()
    meets: Meets = []
    for side, (dx, dy) in enumerate(SQUARES):
        if facing := layout.get((x + dx, y + dy)):
            assert facing[side - 2] == shown[side], "a test must not break the rules itself"
            meets.append((node(x, y, side), node(x + dx, y + dy, (side + 2) % 4)))
    layout[at] = shown
    closed = regions.lay([(tuple(node(x, y, side) for side in group), len(group)) for group in groups], meets)
    colour = {node(x, y, side): shown[side] for side in range(4)}
    found: list[tuple[str, int]] = []
    for region in closed:
        nodes = regions.members(region)
        (own,) = {colour[node] for node in nodes if node in colour}
        found.append((own, len({node >> 2 for node in nodes})))
    return sorted(found)


@pytest.mark.parametrize(
    ("layout", "move", "closes"),
    [
        ("0,-1 wwgw -1,-1 wwkw -1,0 kkww", "0,0 gwwk", [("g", 2), ("k", 3)]),
        ("0,0 wkkw 1,0 ggkk 0,1 kkgw", "1,1 kwgk", [("k", 4)]),
        ("0,-1 wwkw 1,-1 kgww 1,0 wggk 1,1 gkwg 0,1 kgkw", "0,0 kkkw", [("k", 4)]),
        ("0,-1 ggwk 1,-1 kkgg 1,0 gkkw 1,1 kggg 0,1 wgkk -1,1 gkkg -1,0 kwgg", "0,0 wwww", [("w", 5)]),
        ("0,-1 wgkg 1,-1 kwwg 1,0 wkgw 1,1 gkkg 0,1 kgwg", "0,0 kwkw", [("k", 2), ("k", 2)]),
        ("0,-1 wkkg 1,-1 ggkk 1,0 kkkw 2,0 wggk 1,1 kgwk 0,1 kkwg", "0,0 kwkw", [("k", 7), ("w", 2)]),
        ("0,-1 wkkg 1,-1 ggkk 1,0 kkkw 1,1 kgwk 0,1 kkwg 0,0 kwkw", "2,0 wggk", [("k", 7)]),
    ],
    ids=["two colours", "two edges", "three edges", "four edges", "two of a colour", "ring and island", "ring alone"],
)
def test_a_closing_tile_closes_each_area_once(layout: str, move: str, closes: list[tuple[str, int]]) -> None:
    """Squares of four coloured triangles: whatever number of edges the last tile brings, n tiles close once."""
    regions, laid = Regions(), dict[tuple[int, int], str]()
    words = f"{layout} {move}".split()
    for place, shown in zip(words[::2], words[1::2], strict=True):
        x, y = map(int, place.split(","))
        last = lay_square(regions, laid, (x, y), shown)
    assert last == closes


def test_a_group_without_edges_is_closed_as_it_is_laid() -> None:
    regions = Regions()
    assert regions.lay([((7,), 0), ((8, 9), 1)]) == [7]
    assert regions.lay([((10,), 1)], [(10, 9)]) == [8]


def test_a_tile_that_meets_itself_closes_once() -> None:
    """Two edges of one node, and two nodes of one tile, may be matched to each other."""
    regions = Regions()
    assert regions.lay([((1,), 2)], [(1, 1)]) == [1]
    assert regions.lay([((2, 3), 2), ((4,), 1), ((5,), 1)], [(2, 3), (4, 5)]) == [2, 4]


@pytest.mark.parametrize(
    ("groups", "meets", "field"),
    [
        ([((), 0)], [], "groups"),
        ([((5,), -1)], [], "groups"),
        ([((5, 5), 2)], [], "groups"),
        ([((5,), 1), ((5,), 1)], [], "groups"),
        ([((1,), 1)], [], "groups"),
        ([((5,), 1)], [(5, 6)], "meets"),
        ([((5,), 1)], [(5, 2)], "meets"),
        ([((5,), 1)], [(5, 5)], "meets"),
        ([((5,), 0), ((6,), 3)], [(5, 6)], "meets"),
    ],
)
def test_impossible_tiles_are_refused(groups: Groups, meets: Meets, field: str) -> None:
    regions = Regions()
    regions.lay([((1,), 1), ((2,), 0)])
    with pytest.raises(UsageError) as error:
        deepcopy(regions).lay(groups, meets)
    assert error.value.facts["field"] == field
