"""The tiles of a game: how a set is read and checked, how a tile turns, and where it fits.

The usual set stands in ``mac45.toml``, a line for each kind; any other has the same form.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Literal

import msgspec

from tileyard import BadOptions, GameFault
from tileyard.board import Face, FitIndex
from tileyard.ground.wire import bad_payload
from tileyard_tiles.model import Kind, TileSet

__all__ = ["ANY", "MOST_TILES", "Fits", "Pieces", "canonical", "check", "pieces", "read", "turned"]

ANY = "...."
"""The pattern of a place that touches no tile."""

MOST_TILES = 500
"""A layout of so many tiles cannot reach the rim of the plane."""

Yes = Literal["yes", "no"]


def turned(kind: str, turn: int) -> str:
    """What a tile shows after so many quarter turns clockwise, 0 to 3: the last letter comes first."""
    return kind[-turn:] + kind[:-turn]


def canonical(shown: str) -> str:
    """The same letters for a tile however it is turned."""
    return min(turned(shown, turn) for turn in range(4))


def read(data: bytes | str) -> TileSet:
    """A tile set from TOML. Raises :class:`tileyard.GameFault` with the path of what is wrong."""
    try:
        return msgspec.toml.decode(data, type=TileSet)
    except msgspec.DecodeError as error:
        raise bad_payload(error, GameFault, game="tiles") from error


@lru_cache(maxsize=1)
def _mac45() -> TileSet:
    return read(files("tileyard_tiles").joinpath("mac45.toml").read_bytes())


def check(tileset: TileSet, rotate: Yes) -> None:
    """Raise :class:`tileyard.BadOptions`, with the path, for a kind listed twice or too many tiles."""
    listed: dict[str, int] = {}
    for place, entry in enumerate(tileset.tiles):
        before = listed.setdefault(canonical(entry.kind) if rotate == "yes" else entry.kind, place)
        if before != place:
            same = "listed" if tileset.tiles[before].kind == entry.kind else f"{tileset.tiles[before].kind} turned,"
            _refuse(f"tiles[{place}].kind", f"{entry.kind} is {same} already in tiles[{before}]; add to its copies")
    count = sum(entry.copies for entry in tileset.tiles)
    if count > MOST_TILES:
        _refuse("tiles", f"these are {count} tiles; {MOST_TILES} are the most")


def _refuse(path: str, text: str) -> None:
    raise BadOptions(f"option tileset: {text} (at $.tileset.{path})", field="tileset", path=f"$.tileset.{path}")


class Fits(dict[str, Mapping[str, tuple[int, ...]]]):
    """For each pattern, such as ``w..k``, the kinds that fit and their turns: one look, once a pattern was met."""

    def __init__(self, kinds: tuple[str, ...], rotate: bool) -> None:
        super().__init__()
        self.kinds = kinds
        self.index = FitIndex((Face(tuple(kind)) for kind in kinds), rotate=rotate)

    def __missing__(self, pattern: str) -> Mapping[str, tuple[int, ...]]:
        turns = self.index.turns(tuple(None if colour == "." else colour for colour in pattern))
        found = self[pattern] = {self.kinds[kind]: fitting for kind, fitting in turns.items()}
        return found


class Pieces:
    """A tile set made ready: ``tiles`` has the kind of each single tile, ``fits`` tells what goes where and how,
    ``turns`` each different way a kind can lie, and ``kind_of`` the kind of a laid tile."""

    def __init__(self, kinds: tuple[Kind, ...], rotate: bool) -> None:
        self.tiles = tuple(entry.kind for entry in kinds for _ in range(entry.copies))
        self.fits = Fits(tuple(entry.kind for entry in kinds), rotate)
        self.turns = self.fits[ANY]
        self.kind_of = {turned(kind, turn): kind for kind, turns in self.turns.items() for turn in turns}


@lru_cache(maxsize=64)
def pieces(tileset: Literal["mac45"] | TileSet, rotate: Yes) -> Pieces:
    """The pieces of a game with these options; made once and shared."""
    return Pieces((_mac45() if tileset == "mac45" else tileset).tiles, rotate == "yes")
