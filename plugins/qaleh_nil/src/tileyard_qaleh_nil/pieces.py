"""The tile sets and the layouts, read from ``nil.toml``."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Annotated, Literal

import msgspec

from tileyard import BadOptions, Frozen, GameFault, Stream
from tileyard.ground.wire import bad_payload
from tileyard_qaleh_nil.model import Kind, Layouts, Tile, TileSet

__all__ = ["Component", "LayoutData", "Pieces", "draw_tiles", "pieces", "read", "tile_set", "turned"]

Cells = Annotated[str, msgspec.Meta(pattern="^([a-h][1-9][0-9]?( +|$))+$")]


class Component(Frozen):
    """A line of the data file: a kind of tile, with its copies in each set."""

    name: str
    inner: str
    outer: str
    copies: dict[Literal["nil20", "nil21"], int]


class LayoutData(Frozen):
    """A layout as the data file has it: lists of cells by their names."""

    name: Layouts
    tiles: Cells
    """The upper left cell of each tile."""
    castles: tuple[Cells, ...] = ()
    """The cells of each castle tile, north and south."""
    two: tuple[Cells, ...] = ()
    """The cells on which the pawns of each of two players start."""
    four: tuple[Cells, ...] = ()
    """The same of four."""


class Pieces(Frozen):
    """The data file."""

    tiles: tuple[Component, ...]
    layouts: tuple[LayoutData, ...]


def read(data: bytes | str) -> Pieces:
    """A data file. Raises :class:`tileyard.GameFault` with the path of what is wrong."""
    try:
        return msgspec.toml.decode(data, type=Pieces)
    except msgspec.DecodeError as error:
        raise bad_payload(error, GameFault, game="qaleh-nil") from error


@lru_cache(maxsize=1)
def pieces() -> Pieces:
    """The data file that comes with the games."""
    return read(files("tileyard_qaleh_nil").joinpath("nil.toml").read_bytes())


@lru_cache(maxsize=64)
def tile_set(tileset: Literal["nil20", "nil21"] | TileSet) -> TileSet:
    """The tiles of an option: a set by its name, checked as the sets of players are, or one of their own."""
    if isinstance(tileset, TileSet):
        return tileset
    kinds = [Kind(part.name, part.inner, part.outer, part.copies[tileset]) for part in pieces().tiles]
    try:
        return msgspec.convert(msgspec.to_builtins(TileSet(tuple(kinds))), TileSet)
    except msgspec.ValidationError as error:
        raise bad_payload(error, GameFault, game="qaleh-nil") from error


def turned(kind: Kind, turns: int) -> str:
    """The twelve edges of a tile after so many quarter turns clockwise, 0 to 3: the inner ones, then the outer."""
    inner, outer = kind.inner, kind.outer
    return inner[-turns:] + inner[:-turns] + outer[-2 * turns :] + outer[: -2 * turns] if turns else inner + outer


def draw_tiles(
    tileset: Literal["nil20", "nil21"] | TileSet, count: int, chance: Stream
) -> tuple[list[tuple[Kind, int]], tuple[str, ...]]:
    """So many tiles at random, each with its quarter turns, and the names of those left.

    Raises :class:`tileyard.BadOptions` with the path if there are not so many.
    """
    bag = [kind for kind in tile_set(tileset).tiles for _ in range(kind.copies)]
    if len(bag) < count:
        raise BadOptions(
            f"option tileset: the board has {count} tiles, and these are {len(bag)} (at $.tileset.tiles)",
            field="tileset",
            path="$.tileset.tiles",
        )
    drawn = [(chance.draw(bag), chance.below(4)) for _ in range(count)]
    return drawn, tuple(sorted(kind.name for kind in bag))


def laid(drawn: list[tuple[Kind, int]]) -> tuple[Tile, ...]:
    """Drawn tiles as the table shows them."""
    return tuple(Tile(kind.name, turns) for kind, turns in drawn)
