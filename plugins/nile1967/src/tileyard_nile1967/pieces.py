"""Tiles and boards: what is read from ``components.toml``, or from a board of the players' own.

A square is a cell of :mod:`tileyard.board.plane`, ``column + 1024 * row``, so it has the same number on a board of any
size.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Annotated, Final, Literal

import msgspec

from tileyard import Frozen, GameFault
from tileyard.board import Face, orientations

__all__ = [
    "MOST_PLACEMENTS",
    "UNIVERSAL",
    "Area",
    "Board",
    "Components",
    "Kind",
    "Square",
    "Type",
    "all_tiles",
    "components",
    "read",
    "strands",
]

Kind = Literal["STRAIGHT", "BEND", "DIAGONAL", "CORNER", "GENTLE_L", "GENTLE_R", "SHARP_L", "SHARP_R", "UNIVERSAL"]
"""A type of tile."""
UNIVERSAL: Final = "UNIVERSAL"
MOST_PLACEMENTS: Final = 130
"""More cannot come in a game: each takes a tile for good, or is one of two crossings that a universal tile allows."""

# What a whole game adds up to must fit on the wire.
_Value = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
_Amount = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
_Index = Annotated[int, msgspec.Meta(ge=0)]
_Side = Annotated[int, msgspec.Meta(ge=1, le=50)]
_Port = Annotated[int, msgspec.Meta(ge=0, le=7)]


class Square(Frozen):
    """A coloured square of the field: green if its value is above 0, red if it is below."""

    row: _Index
    column: _Index
    value: _Value


class Area(Frozen):
    """A U area: red squares, as (row, column), that together cost ``amount`` once."""

    amount: _Amount
    squares: tuple[tuple[_Index, _Index], ...]


class Board(Frozen, cache_hash=True):
    """A board: a field of ``rows`` by ``columns`` squares, and the blue column to its right.

    Raises :class:`ValueError`, with the path of what is wrong, for parts that do not go together; msgspec makes a
    validation error of it.
    """

    rows: _Side
    columns: _Side
    """Those of the field, without the blue column."""
    start: _Index
    """The row on whose left edge the line starts."""
    finish: tuple[_Value, ...]
    """The values of the blue column, from the top."""
    squares: tuple[Square, ...] = ()
    areas: tuple[Area, ...] = ()

    def __post_init__(self) -> None:
        if self.start >= self.rows:
            raise _wrong(f"there is no row {self.start}", "start")
        if len(self.finish) != self.rows:
            raise _wrong(f"{self.rows} rows need {self.rows} values, not {len(self.finish)}", "finish")
        values: dict[tuple[int, int], int] = {}
        for index, square in enumerate(self.squares):
            place, path = (square.row, square.column), f"squares[{index}]"
            if square.row >= self.rows or square.column >= self.columns:
                raise _wrong(f"square {place} is not in the field", path)
            if place in values:
                raise _wrong(f"square {place} has a value already", path)
            if not square.value:
                raise _wrong("a square that is worth nothing is not coloured", f"{path}.value")
            values[place] = square.value
        taken: set[tuple[int, int]] = set()
        for index, area in enumerate(self.areas):
            for nth, place in enumerate(area.squares):
                path = f"areas[{index}].squares[{nth}]"
                if values.get(place, 0) >= 0:
                    raise _wrong(f"square {place} is not red", path)
                if place in taken:
                    raise _wrong(f"square {place} is in a U area already", path)
                taken.add(place)


def _wrong(text: str, path: str) -> ValueError:
    # The way msgspec itself says where something is.
    return ValueError(f"{text} - at `$.{path}`")


class Type(Frozen):
    """One type of tile: the two ports it joins in one of its positions, none for the universal tile."""

    kind: Kind
    ports: tuple[_Port, ...]
    value: int
    count: _Index

    def __post_init__(self) -> None:
        if len(self.ports) not in (0, 2) or len(set(self.ports)) < len(self.ports):
            raise ValueError("a tile joins two ports, or is universal and lists none")


class Components(Frozen):
    """The data file."""

    tiles: tuple[Type, ...]
    board: Board


def read(data: bytes | str) -> Components:
    """The components in a data file.

    Raises :class:`tileyard.GameFault` if it is malformed, or if some way through a square is no tile's or two tiles'.
    """
    try:
        found = msgspec.toml.decode(data, type=Components)
    except msgspec.DecodeError as error:
        raise GameFault(f"the tiles and the board of nile1967 cannot be read: {error}", game="nile1967") from error
    ways = [pair for tile in found.tiles for pair in strands(tile)]
    if sorted(ways) != [(a, b) for a in range(8) for b in range(a + 1, 8)]:
        raise GameFault("each two ports must be joined by just one plain type of tile", game="nile1967", field="tiles")
    if [tile.kind for tile in found.tiles if not tile.ports] != [UNIVERSAL]:
        raise GameFault("the universal tile, and no other, is listed without ports", game="nile1967", field="tiles")
    crossings = sum(2 * tile.count for tile in found.tiles if not tile.ports)
    if sum(tile.count for tile in found.tiles) + crossings > MOST_PLACEMENTS:
        text = f"tiles, with universal ones counted three times, are {MOST_PLACEMENTS} at most"
        raise GameFault(text, game="nile1967", field="tiles")
    if sum(tile.count for tile in found.tiles) < 20:
        raise GameFault("four racks of five need 20 tiles at least", game="nile1967", field="tiles")
    return found


def strands(tile: Type) -> dict[tuple[int, int], int]:
    """The two ports a plain tile joins, the lower first, in each of its positions, with its quarter turns clockwise."""
    if not tile.ports:
        return {}
    face = Face(("",) * 4, links=(tile.ports,))
    return {(lying.links[0][0], lying.links[0][1]): turn for turn, lying in orientations(face)}


def all_tiles() -> tuple[Kind, ...]:
    """Every tile, type by type."""
    return tuple(tile.kind for tile in components().tiles for _ in range(tile.count))


@lru_cache(maxsize=1)
def components() -> Components:
    """The tiles and the board as printed."""
    return read(files("tileyard_nile1967").joinpath("components.toml").read_bytes())
