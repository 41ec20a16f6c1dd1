"""What players are told, in both games: each event is enough to animate it."""

from __future__ import annotations

from tileyard import Event
from tileyard_qaleh_nil.model import Ending, Layouts, Tile

__all__ = [
    "Began", "Captured", "CastleCaptured", "CastleChosen", "CastlePlaced", "Crossed", "Drawn", "Eliminated", "Ended",
    "Finished", "Jumped", "Laid", "LastTurnGranted", "PassedOver", "ReachedGoal", "Stepped", "Won",
]  # fmt: skip


class Laid(Event):
    """The board was laid, and it was drawn who starts."""

    layout: Layouts
    """Which board it is."""
    tiles: tuple[Tile, ...]
    """Its tiles, in reading order."""
    first: int
    """Who starts."""


class Began(Event):
    """A turn began."""

    player: int
    """Whose turn it is; with ``partner_plays`` the partner may play it."""
    moves: int
    """How many moves it has."""


class Stepped(Event, rename={"start": "from"}):
    """A pawn stepped to the next cell."""

    player: int
    start: int
    to: int
    left: int
    """The moves that are left."""


class Crossed(Event, rename={"start": "from"}):
    """A pawn stepped to the next cell over a wall, or over two."""

    player: int
    start: int
    to: int
    walls: int
    """One or two."""
    left: int
    """The moves that are left."""


class Jumped(Event, rename={"start": "from"}):
    """A pawn jumped over another one."""

    player: int
    start: int
    over: int
    """The cell of the pawn that was jumped over."""
    to: int
    left: int
    """The moves that are left."""


class Ended(Event):
    """A player ended the turn."""

    player: int
    left: int
    """The moves that were not made."""


class PassedOver(Event):
    """A player has no turn: finished in the race, without pawns in the Castle game."""

    player: int


class ReachedGoal(Event):
    """A pawn came to its goal tile."""

    player: int
    at: int
    home: int
    """How many pawns of the player are there now."""


class Finished(Event):
    """A player has finished."""

    player: int


class LastTurnGranted(Event):
    """The team that started is complete; a player of the other one has a last turn."""

    player: int
    total: int
    """What its moves may cost together."""
    moves: int
    """How many they may be; 0 for any number."""


class CastleChosen(Event):
    """A player has chosen a cell for the castle, unseen."""

    player: int


class CastlePlaced(Event):
    """A castle was placed, or shown."""

    player: int
    """Who placed it."""
    cell: int


class Captured(Event):
    """A pawn was captured."""

    player: int
    """Who captured it."""
    owner: int
    """Whose pawn it was."""
    at: int


class CastleCaptured(Event):
    """A castle was captured."""

    player: int
    """Who captured it."""
    at: int


class Eliminated(Event):
    """A player has lost the last pawn."""

    player: int


class Drawn(Event):
    """The game is over, without a winner."""

    why: Ending


class Won(Event):
    """The game is over."""

    players: tuple[int, ...]
    """Who won."""
    why: Ending
