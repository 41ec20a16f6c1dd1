"""The tiles of a set, read from ``tiles.toml``.

A tile is its name, colour letter and number: ``"B4"``. So it means the same in a record, in a
program of another language and on the page of rules, whatever else the set holds.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Annotated

import msgspec

from tileyard import Frozen, GameFault

__all__ = ["Colour", "Tiles", "one_set", "read"]


class Colour(Frozen):
    """The tiles of one colour: its letter, and the number on each tile (a digit, so that a name has two characters)."""

    letter: Annotated[str, msgspec.Meta(pattern="^[A-Z]$")]
    numbers: tuple[Annotated[int, msgspec.Meta(ge=0, le=9)], ...]


class Tiles(Frozen):
    """The data file: one entry for each colour."""

    colours: tuple[Colour, ...]


def read(data: bytes | str) -> tuple[str, ...]:
    """The names of the tiles in a data file, in its order.

    Raises :class:`tileyard.GameFault` if it is malformed, or if these are not 60 tiles.
    """
    try:
        colours = msgspec.toml.decode(data, type=Tiles).colours
    except msgspec.DecodeError as error:
        raise GameFault(f"the tiles of octopus cannot be read: {error}", game="octopus", cause=str(error)) from error
    names = tuple(f"{colour.letter}{number}" for colour in colours for number in colour.numbers)
    if len(names) != 60:
        raise GameFault(
            f"octopus needs 60 tiles, so that two to six players get equally many, not {len(names)}",
            game="octopus",
            field="colours",
        )
    return names


@lru_cache(maxsize=1)
def one_set() -> tuple[str, ...]:
    """The tiles of one set, colour by colour."""
    return read(files("tileyard_octopus").joinpath("tiles.toml").read_bytes())
