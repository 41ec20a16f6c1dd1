"""What Octopus is made of on the wire: options, the table, the players' own tiles, the move and the events."""

from __future__ import annotations

from typing import Literal

from tileyard import Event, Frozen, Hand, Move, Rota, Struct

__all__ = ["Dealt", "Options", "Place", "Seat", "Table"]


class Options(Frozen):
    """The variants of Octopus; the defaults are the game as it is usually played."""

    sets: Literal[1, 2] = 1
    """How many sets of tiles are in the game."""
    first_tile: Literal["is_first_turn", "extra"] = "is_first_turn"
    """With ``extra`` the starting player takes a normal turn after the opening tile."""
    hands: Literal["open", "hidden"] = "open"
    """With ``hidden`` all players see their own tiles alone."""
    tie_break: Literal["shared", "last_in_order"] = "shared"
    """With ``last_in_order`` the last in playing order wins, of those who tie for the win."""
    first_player: Literal["random", "seat0"] = "random"
    """Who starts: a player drawn at random, or with ``seat0`` the one on the first seat."""


class Table(Struct):
    """What everybody sees: the layout, where it can grow, whose turn it is, and the hands if they are open."""

    layout: dict[int, str]
    """The tile (``B4``) on each place (``x + 1024 * y``), in the order in which they were laid."""
    free: dict[int, int]
    """Each place where a tile may be laid, with the number of tiles it shares a side with."""
    hands: list[list[str]]
    """The tiles of each player; an empty list if they are hidden."""
    rota: Rota
    """The playing order from the starting player on; who has no tiles left is out."""
    tie_break: Literal["shared", "last_in_order"] = "shared"
    """The option of that name."""
    last_player: int = -1
    """Who laid the last tile; -1 if nobody did."""
    last_at: int = 0
    """The place of the last tile."""


class Seat(Struct):
    """What one player alone sees."""

    hand: Hand[str]
    """The own tiles if they are hidden; empty if they lie on the table."""


class Place(Move, Event):
    """Lay one of the own tiles beside the layout. It is a whole turn, and everybody sees it."""

    tile: str
    """Colour and number, such as ``B4``."""
    at: int
    """The place, ``x + 1024 * y``; the first tile lies at 0, and y grows downwards."""


class Dealt(Event):
    """The tiles were shuffled and dealt out."""

    each: int
    """How many every player got."""
    first: int
    """Who starts."""
