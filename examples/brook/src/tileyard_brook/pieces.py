"""The tiles of Brook: five kinds, 24 in the bag and one more to begin with."""

from __future__ import annotations

from typing import NamedTuple

from tileyard.board import Face, orientations

WATER, BANK = "w", "b"


class Kind(NamedTuple):
    """A kind of tile: what each side shows, clockwise from the head, and how many lie in the bag."""

    name: str
    sides: str
    number: int


KINDS: tuple[Kind, ...] = (
    Kind("spring", "wbbb", 4),
    Kind("run", "wbwb", 6),
    Kind("bend", "wwbb", 8),
    Kind("fork", "wwwb", 4),
    Kind("pool", "wwww", 2),
)
POOL = 4
"""The kind of the tile that lies on the table from the start."""

BAG = tuple(tile for tile, kind in enumerate(KINDS) for _ in range(kind.number))
"""All tiles that are drawn and laid, each by the number of its kind."""

SHOWN = tuple(
    {turn: "".join(map(str, face.sides)) for turn, face in orientations(Face(tuple(kind.sides)))} for kind in KINDS
)
"""What a kind shows to north, east, south and west, by turn; a turn that shows nothing new is left out."""
