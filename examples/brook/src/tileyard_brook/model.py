"""What Brook is made of: its options, what lies where, what players do and what they are told."""

from __future__ import annotations

from typing import Literal

from tileyard import Bag, Event, Frozen, Hand, Move, Rota, Struct, Whisper


class Options(Frozen):
    """What players may agree on."""

    hand: Literal[2, 3, 4] = 3
    """Tiles in each hand."""
    dams: bool = False
    """Whether water that runs into a bank costs a point."""


class Laid(Frozen):
    """A tile on the table."""

    tile: int
    """Its kind, a place in ``pieces.KINDS``."""
    turn: int
    """Quarter turns clockwise, 0 to 3."""
    player: int
    """Who laid it; -1 for the first tile, which nobody did."""


class Table(Struct):
    """What everybody sees."""

    rota: Rota
    """Whose turn it is."""
    board: dict[int, Laid]
    """The tiles, by cell of the plane."""
    frontier: dict[int, int]
    """The empty cells beside a tile, and how many tiles each touches."""


class Seat(Struct):
    """What one player sees."""

    hand: Hand[int]
    """Kinds of tiles; equal ones as often as they are held."""


class Vault(Struct):
    """What nobody sees."""

    bag: Bag[int]
    """The tiles not drawn yet."""


class Lay(Move, Event):
    """Lay a tile of the hand, seen by all as it is made."""

    tile: int
    """A kind in the hand."""
    cell: int
    """An empty cell beside a tile."""
    turn: int
    """Quarter turns clockwise; of turns that look alike, the smallest."""


class Drew(Whisper):
    """The tile a player drew, told to that player alone."""

    tile: int
    """Its kind."""
