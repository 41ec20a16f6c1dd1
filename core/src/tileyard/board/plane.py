"""The unbounded square board: cells are ``x + 1024 * y`` around 0, so a neighbour is an addition.

``x`` grows to the right and ``y`` downwards, each from -511 to 511; coordinates may be negative.
A step is a difference of cells: ``cell + N`` lies above ``cell``. Ports are numbered as on
every square: 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW, 6 W, 7 NW, and a *node* is ``8 * cell + port``.

The *frontier* is where a next tile can go: each empty cell beside a laid one, with the number of
laid cells it touches, in the order in which the cells came into reach. It is a plain dict, so a
state can hold it, and :func:`spread` keeps it up with each tile.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

from tileyard.ground.errors import UsageError

__all__ = [  # noqa: RUF022  (in reading order)
    "N", "E", "S", "W", "NE", "SE", "SW", "NW", "SIDES", "CORNERS", "EIGHT",
    "cell", "xy", "name", "parse", "neighbours", "distance", "Bounds", "bounds", "frontier", "spread",
    "node", "across", "crossing",
]  # fmt: skip

REACH = 512
WIDTH = 2 * REACH

N, E, S, W = -WIDTH, 1, WIDTH, -1
NE, SE, SW, NW = N + E, S + E, S + W, N + W
SIDES = (N, E, S, W)
"""The steps over a side, clockwise from north."""
CORNERS = (NE, SE, SW, NW)
"""The steps over a corner, clockwise from north-east."""
EIGHT = (N, NE, E, SE, S, SW, W, NW)
"""All eight steps, clockwise from north, so that ``EIGHT[port]`` is where a port leads."""

_ACROSS = tuple(8 * step + (port + 4) % 8 - port for port, step in enumerate(EIGHT))
_NAME = re.compile(r"(?:([ns])([1-9]\d{0,2}))?(?:([ew])([1-9]\d{0,2}))?")


class Bounds(NamedTuple):
    """The smallest rectangle around some cells; both ends belong to it."""

    left: int
    top: int
    right: int
    bottom: int


def cell(x: int, y: int) -> int:
    """The cell at (x, y). Raises :class:`UsageError` beyond 511 in any direction."""
    if not (-REACH < x < REACH and -REACH < y < REACH):
        raise UsageError(f"({x}, {y}) lies beyond the board", field="cell", allowed=f"{1 - REACH} to {REACH - 1}")
    return x + WIDTH * y


def xy(cell: int) -> tuple[int, int]:
    """The coordinates of a cell."""
    y = (cell + REACH) >> 10
    return cell - (y << 10), y


def name(cell: int) -> str:
    """What a person reads: steps from the first cell, such as ``n2e1`` or ``w3``; the first cell itself is ``0``."""
    x, y = xy(cell)
    down = f"{'s' if y > 0 else 'n'}{abs(y)}" if y else ""
    right = f"{'e' if x > 0 else 'w'}{abs(x)}" if x else ""
    return down + right or "0"


def parse(text: str) -> int:
    """The cell that :func:`name` calls so, in upper or lower case. Raises :class:`UsageError`."""
    plain = text.strip().lower()
    match = _NAME.fullmatch(plain)
    if plain == "0":
        return 0
    if not plain or match is None:
        raise UsageError(f"{text!r} is no cell; write steps such as n2e1, w3 or 0", field="cell", allowed="n2e1, w3, 0")
    down, rows, right, columns = match.groups("0")
    return cell(int(columns) * (-1 if right == "w" else 1), int(rows) * (-1 if down == "n" else 1))


def neighbours(cell: int) -> tuple[int, int, int, int]:
    """The four cells beside a cell, clockwise from north."""
    return cell + N, cell + E, cell + S, cell + W


def distance(a: int, b: int) -> int:
    """The number of steps over sides from ``a`` to ``b``."""
    (ax, ay), (bx, by) = xy(a), xy(b)
    return abs(ax - bx) + abs(ay - by)


def bounds(cells: Iterable[int]) -> Bounds:
    """The rectangle around ``cells``; raises :class:`UsageError` if there are none."""
    places = [xy(cell) for cell in cells]
    if not places:
        raise UsageError("no cells have no bounds", field="cells")
    columns, rows = [x for x, _ in places], [y for _, y in places]
    return Bounds(min(columns), min(rows), max(columns), max(rows))


def frontier(laid: Iterable[int]) -> dict[int, int]:
    """The frontier of the ``laid`` cells, worked out from nothing; equal, in order too, to spreading one by one."""
    cells = dict.fromkeys(laid)
    reach: dict[int, int] = {}
    for cell in cells:
        for near in (cell + N, cell + E, cell + S, cell + W):
            if near not in cells:
                reach[near] = reach.get(near, 0) + 1
    return reach


def spread(frontier: dict[int, int], laid: Collection[int], cell: int) -> None:
    """Bring ``frontier`` up to date, in place, after a tile was laid on ``cell``; ``laid`` may hold it already."""
    frontier.pop(cell, None)
    for near in (cell + N, cell + E, cell + S, cell + W):
        if near not in laid:
            frontier[near] = frontier.get(near, 0) + 1


def node(cell: int, port: int) -> int:
    """The number of a port of a cell, for :class:`Regions` and :class:`Network`."""
    return 8 * cell + port


def across(node: int) -> int:
    """The node on the far side of the same point."""
    return node + _ACROSS[node & 7]


def crossing(node: int) -> tuple[tuple[int, int], ...]:
    """The pair of nodes that meet across the same corner from the other two cells; ``()`` for a side."""
    if not node & 1:
        return ()
    port = node & 7
    # Seen from the corner: the cell over the side before it, and the one over the side after it.
    before = node + 8 * (EIGHT[port - 1]) + (port + 2) % 8 - port
    return ((before, across(before)),)
