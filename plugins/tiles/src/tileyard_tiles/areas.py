"""Areas: what the triangles of laid tiles form, and when that is closed. The numbers TIL-nnn are those of the page.

Inside a tile, neighbouring triangles of one colour hang together; such a group is one node of the
regions, named by its first triangle. Each triangle brings one edge, used up by the tile that comes
to lie there, so that an area is closed as soon as it has no edge left, whatever its form.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

from tileyard.board import Regions
from tileyard.board.plane import SIDES
from tileyard_tiles.model import Table
from tileyard_tiles.pieces import ANY

__all__ = ["cells", "colour_of", "gaps_of", "lay", "triangles", "worth"]


def _firsts(shown: str) -> tuple[int, ...]:
    """For each side the first side of its group inside the tile: neighbours of one colour are one group (TIL-501)."""
    firsts = [0, 1, 2, 3]
    for side in (1, 2, 3):
        if shown[side] == shown[side - 1]:
            firsts[side] = firsts[side - 1]
    if shown[3] == shown[0]:
        firsts = [0 if first == firsts[3] else first for first in firsts]
    return tuple(firsts)


_FIRSTS = {shown: _firsts(shown) for shown in map("".join, product("wgk", repeat=4))}
_GROUPS = {
    shown: tuple((first, firsts.count(first)) for first in dict.fromkeys(firsts)) for shown, firsts in _FIRSTS.items()
}


def lay(table: Table, at: int, shown: str) -> list[int]:
    """Lay a tile on the table and bring gaps and areas up to date; the areas it closes, each once (TIL-502 to 504)."""
    layout, gaps, firsts, base = table.layout, table.gaps, _FIRSTS[shown], 4 * at
    gaps.pop(at, None)
    meets: list[tuple[int, int]] = []
    for side, step in enumerate(SIDES):
        near, facing = at + step, (side + 2) & 3
        other = layout.get(near)
        if other is None:
            pattern = gaps.get(near, ANY)
            gaps[near] = pattern[:facing] + shown[side] + pattern[facing + 1 :]
        else:
            meets.append((base + firsts[side], 4 * near + _FIRSTS[other][facing]))
    layout[at] = shown
    return table.areas.lay([((base + first,), edges) for first, edges in _GROUPS[shown]], meets)


def gaps_of(layout: Mapping[int, str]) -> dict[int, str]:
    """The gaps of a layout, worked out from nothing."""
    gaps: dict[int, str] = {}
    for cell in layout:
        for step in SIDES:
            if (gap := cell + step) not in layout:
                gaps[gap] = "".join(layout[gap + s][(side + 2) & 3] if gap + s in layout else "."
                                    for side, s in enumerate(SIDES))  # fmt: skip
    return gaps


def colour_of(layout: Mapping[int, str], triangle: int) -> str:
    """The colour of a triangle, and so of its area."""
    return layout[triangle >> 2][triangle & 3]


def triangles(layout: Mapping[int, str], areas: Regions, area: int) -> list[int]:
    """Every triangle of an area, in rising order."""
    found: list[int] = []
    for node in areas.members(area):
        cell = node >> 2
        found += [4 * cell + side for side, first in enumerate(_FIRSTS[layout[cell]]) if first == node & 3]
    return sorted(found)


def cells(parts: Iterable[int]) -> list[int]:
    """The places of some triangles, each once, in rising order (TIL-505)."""
    return sorted({part >> 2 for part in parts})


def worth(tiles: int) -> int:
    """The points of a closed area of so many tiles (TIL-506, TIL-507)."""
    return tiles * (tiles - 1) // 2
