"""Boards of laid tiles: where their cells, edges and walls are, and what each step on them costs.

Everything here is made before play, frozen and shared; a state holds no more than the name of its layout and its walls,
one digit for each edge between two cells, in the order of :attr:`Layout.edges`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from tileyard import GameFault
from tileyard.board import Costs, Topology, square, weigh
from tileyard_qaleh_nil.model import Kind, Move
from tileyard_qaleh_nil.pieces import pieces, turned

__all__ = ["MOVES", "WIDTH", "Arena", "Layout", "Way", "arena", "cell", "layout", "name", "walls"]

WIDTH = 8
"""Cells are numbered as on a board of so many columns, so that a number means one place on every board."""

Way = tuple[int, int, int]
"""A way from a cell: the cell beside it, the cost of a step there, and the cell to which a jump over it leads.

A way that leads off the board leads to the cell itself, which is never empty when it is used; no jump is -1."""

MOVES = tuple(
    {to: Move(start, to) for by in (1, 2, WIDTH, 2 * WIDTH) for to in (start - by, start + by)} for start in range(100)
)
"""Every move there can be from each cell, by where it leads: made once, since playouts make them by the million."""

SIDES = {"E": 1, "S": WIDTH, "W": -1, "N": -WIDTH}


def name(cell: int) -> str:
    """What people call a cell: ``c5`` is in column 2 and row 4."""
    return f"{'abcdefgh'[cell % WIDTH]}{cell // WIDTH + 1}"


def cell(name: str) -> int:
    """The cell of that name."""
    return "abcdefgh".index(name[0]) + WIDTH * (int(name[1:]) - 1)


@dataclass(frozen=True, eq=False)
class Layout:
    """A board without its walls."""

    name: str
    board: Topology
    """Its cells in reading order."""
    cells: tuple[int, ...]
    """The number of each of them."""
    size: int
    """One more than the highest number."""
    tiles: tuple[tuple[int, ...], ...]
    """The four cells of each tile, in reading order."""
    castles: tuple[tuple[int, ...], ...]
    """The four cells of each castle tile; none in the race."""
    starts: dict[int, tuple[tuple[int, ...], ...]]
    """For each number of players, the cells on which the pawns of each start."""
    edges: tuple[tuple[int, int], ...]
    """The pairs of neighbouring cells: for each cell the one to the right, then the one below."""
    goals: dict[int, tuple[list[int], ...]]
    """For each number of players, the goal of each in the race: the start of the player opposite."""
    slots: tuple[tuple[int, ...], ...]
    """For each tile, which edge each of its twelve is; -1 on the rim of the board, where a wall has no effect."""


@lru_cache(maxsize=8)
def layout(name: str) -> Layout:
    """The layout of that name. Raises :class:`tileyard.GameFault` if the data file has it wrong or not at all."""
    data = next((data for data in pieces().layouts if data.name == name), None)
    if data is None:
        raise GameFault(f"there is no layout {name}", game="qaleh-nil", field="layouts")
    tiles = tuple((at, at + 1, at + WIDTH, at + WIDTH + 1) for at in _cells(data.tiles))
    cells = sorted(number for tile in tiles for number in tile)
    lists = (*data.castles, *data.two, *data.four)
    if len(set(cells)) < len(cells) or any(at not in cells for part in lists for at in _cells(part)):
        raise GameFault(f"the tiles of layout {name} overlap, or do not cover its cells", game="qaleh-nil", field=name)
    columns, rows = max(number % WIDTH for number in cells) + 1, cells[-1] // WIDTH + 1
    places = ((column, row) for row in range(rows) for column in range(columns))
    board = square(columns, rows, without=[place for place in places if place[0] + WIDTH * place[1] not in cells])
    edges = tuple((at, at + step) for at in cells for step in (SIDES["E"], SIDES["S"]) if _joined(at, step, cells))
    starts = {len(part): tuple(_cells(cells) for cells in part) for part in (data.two, data.four) if part}
    return Layout(
        name,
        board,
        tuple(cells),
        cells[-1] + 1,
        tiles,
        tuple(_cells(part) for part in data.castles),
        starts,
        edges,
        {count: tuple(map(sorted, part[count // 2 :] + part[: count // 2])) for count, part in starts.items()},
        tuple(_slots(tile, {edge: number for number, edge in enumerate(edges)}) for tile in tiles),
    )


def _cells(names: str) -> tuple[int, ...]:
    return tuple(map(cell, names.split()))


def _joined(at: int, step: int, cells: Iterable[int]) -> bool:
    """Whether the cell beside ``at`` is on the board; a row ends with its last column."""
    return at + step in cells and (step != SIDES["E"] or at % WIDTH < WIDTH - 1)


def _slots(tile: tuple[int, ...], numbers: dict[tuple[int, int], int]) -> tuple[int, ...]:
    """The edges of a tile, in the order of the flags of a kind."""
    a, b, c, d = tile
    rim = ((a, "N"), (b, "N"), (b, "E"), (d, "E"), (d, "S"), (c, "S"), (c, "W"), (a, "W"))
    edges = [(a, b), (b, d), (c, d), (a, c), *((at, at + SIDES[side]) for at, side in rim)]
    return tuple(numbers.get((min(edge), max(edge)), -1) for edge in edges)


def walls(layout: Layout, drawn: Iterable[tuple[Kind, int]]) -> str:
    """The walls of the board on which these tiles lie, each turned so many quarters, in the order of its tiles."""
    counts = [0] * len(layout.edges)
    for (kind, turns), slots in zip(drawn, layout.slots, strict=True):
        for flag, slot in zip(turned(kind, turns), slots, strict=True):
            if flag == "1" and slot >= 0:
                counts[slot] += 1
    return "".join(map(str, counts))


@dataclass(frozen=True, eq=False)
class Arena:
    """A laid board, ready for play. Rows are by cell number, empty where a board has no such cell."""

    layout: Layout
    costs: Costs
    """What each step costs, as a graph over the cells in reading order."""
    ways: tuple[tuple[Way, ...], ...]
    """The four ways from each cell: north, east, south, west."""
    tolls: tuple[dict[int, int], ...]
    """For each cell, what a step to each neighbour costs."""

    def distances(self, to: int) -> dict[int, int]:
        """What the cheapest way from each cell to the cell ``to`` costs, if nothing stands on it."""
        layout = self.layout
        return dict(zip(layout.cells, self.costs.distances(layout.cells.index(to)), strict=True))


@lru_cache(maxsize=64)
def arena(name: str, walls: str) -> Arena:
    """The board of a layout with these walls: a graph whose edges cost a step each and one more for each wall."""
    shape = layout(name)
    index = {number: place for place, number in enumerate(shape.cells)}
    costs = weigh(
        shape.board,
        {
            (index[a], index[b]): 1 + int(count)
            for (a, b), count in zip(shape.edges, walls, strict=True)
            if count != "0"
        },
    )
    ways: list[tuple[Way, ...]] = [()] * shape.size
    tolls: list[dict[int, int]] = [{} for _ in range(shape.size)]
    for place, number in enumerate(shape.cells):
        row: list[Way] = []
        for side, (near, cost) in enumerate(zip(shape.board.sides[place], costs.steps[place], strict=True)):
            if near < 0:
                row.append((number, 1, -1))
                continue
            far = shape.board.sides[near][side]
            clear = far >= 0 and cost == costs.steps[near][side] == 1
            row.append((shape.cells[near], cost, shape.cells[far] if clear else -1))
            tolls[number][shape.cells[near]] = cost
        ways[number] = tuple(row)
    return Arena(shape, costs, tuple(ways), tuple(tolls))
