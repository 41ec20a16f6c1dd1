"""The board as the rules use it: the ways through each square, and what squares and tiles are worth."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tileyard.board import plane
from tileyard_nile1967.model import Options
from tileyard_nile1967.pieces import UNIVERSAL, Kind, components, strands

__all__ = ["PORTS", "Grid", "Way", "grid_of", "lies"]

PORTS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
EAST, WEST = 2, 6
_STEPS = [plane.xy(step) for step in plane.EIGHT]


class Way(NamedTuple):
    """A way through a square, once its entry is known."""

    exit: int
    """The port."""
    kind: Kind
    """The plain type that goes this way."""
    next: int
    """The node by which the next square is entered; -1 is the finish dot."""
    corner: tuple[tuple[int, int], ...]
    """The nodes through which a line over the same corner would join the other two squares there."""


class Grid(dict[int, tuple[Way, ...]]):
    """The ways that stay on the board, by the node of entry, found when first asked for; with values of everything."""

    def __init__(self, options: Options) -> None:
        super().__init__()
        parts = components()
        board = parts.board if options.board == "printed" else options.board
        self.rows, self.columns = board.rows, board.columns
        self.blue_exits = (0, EAST, 4) if options.blue_run == "allow" else (EAST,)
        self.any_port = options.cross_geometry == "any_free_port"
        # Each strand has two ports.
        self.most_crossed = 4 if options.cross_crossroad == "yes" else 2
        self.start = plane.node(plane.cell(0, board.start), WEST)
        self.worth: dict[Kind, int] = {tile.kind: tile.value for tile in parts.tiles}
        self.counts: dict[Kind, int] = {tile.kind: tile.count for tile in parts.tiles}
        squares = [(square.column, square.row, square.value) for square in board.squares]
        squares += [(board.columns, row, value) for row, value in enumerate(board.finish)]
        self.value = {plane.cell(x, y): value for x, y, value in squares}
        self.area = {plane.cell(x, y): nth for nth, area in enumerate(board.areas) for y, x in area.squares}
        self.amounts = [area.amount for area in board.areas]
        self.openers: frozenset[Kind] = frozenset([UNIVERSAL, *(way.kind for way in self[self.start])])

    def __missing__(self, node: int) -> tuple[Way, ...]:
        cell, entry = divmod(node, 8)
        x, y = plane.xy(cell)
        ways: list[Way] = []
        for port in self.blue_exits if x == self.columns else range(8):
            right, down = _STEPS[port]
            out = plane.node(cell, port)
            if port == entry:
                continue
            if 0 <= x + right <= self.columns and 0 <= y + down < self.rows:
                ways.append(Way(port, lies(entry, port)[0], plane.across(out), plane.crossing(out)))
            elif x == self.columns and port == EAST:
                ways.append(Way(port, lies(entry, port)[0], -1, ()))
        self[node] = found = tuple(ways)
        return found

    def is_blue(self, cell: int) -> bool:
        """Whether a square of the board is in the blue column."""
        return cell & 1023 == self.columns


@lru_cache(maxsize=1)
def _positions() -> dict[tuple[int, int], tuple[Kind, int]]:
    return {pair: (tile.kind, turn) for tile in components().tiles for pair, turn in strands(tile).items()}


def lies(a: int, b: int) -> tuple[Kind, int]:
    """The plain type that joins two ports, and the quarter turns clockwise by which it does."""
    return _positions()[min(a, b), max(a, b)]


@lru_cache(maxsize=64)
def grid_of(options: Options) -> Grid:
    """The board of a match, as its options want it."""
    return Grid(options)
