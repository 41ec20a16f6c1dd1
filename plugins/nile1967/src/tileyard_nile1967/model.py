"""What Nile is made of on the wire: options, the table, racks and pile, moves, events and whispers.

A *node* is a port of a square as one number, ``8 * square + port``; see :mod:`tileyard.board.plane`.
"""

from __future__ import annotations

from typing import Literal

from tileyard import Bag, Event, Frozen, Hand, Move, Rota, Struct, Whisper
from tileyard.board import Network
from tileyard_nile1967.pieces import Board, Kind

__all__ = [
    "Drawn",
    "Drew",
    "Finished",
    "Forfeit",
    "Forfeited",
    "Options",
    "PassedOver",
    "Place",
    "Placed",
    "RackLeft",
    "Redealt",
    "Removed",
    "Seat",
    "Shown",
    "Stalled",
    "StartDraw",
    "Started",
    "Stop",
    "Table",
    "TurnScored",
    "Unable",
    "Vault",
    "Won",
]  # fmt: skip


class Options(Frozen, cache_hash=True):
    """The variants of Nile; the defaults are the game as its rules are read here."""

    u_penalty_scope: Literal["turn", "player", "game"] = "turn"
    """Who pays for a U area: each turn that enters it, each player once, or only the first turn of the game."""
    blue_run: Literal["allow", "single"] = "allow"
    """Whether the line may run along the blue column before it ends, or just crosses it."""
    start_forfeit: Literal["keep", "penalty"] = "keep"
    """Whether a player who cannot open the line keeps the rack, or pays for it and changes it."""
    cross_rescore_square: Literal["no", "yes"] = "no"
    """Whether a crossing scores the crossed square once more."""
    cross_geometry: Literal["must_interleave", "any_free_port"] = "must_interleave"
    """Whether a crossing must come out on the far side of the line, or anywhere."""
    cross_crossroad: Literal["no", "yes"] = "no"
    """Whether a crossing may be crossed."""
    must_cross: Literal["yes", "no"] = "yes"
    """Whether a player who can play by a crossing alone has to."""
    stall_rounds: Literal[2, 1] = 2
    """Rounds without a tile laid that end the game."""
    all_played_end: Literal["all_racks_empty", "first_rack_empty"] = "all_racks_empty"
    """With no pile left, whether the game ends with the last tile of all, or with the first empty rack to come up."""
    five_bonus: Literal["five_played", "rack_emptied"] = "five_played"
    """What earns the bonus: five tiles in a play, or the last tile of the rack."""
    first_player: Literal["draw", "random", "seat0"] = "draw"
    """Who starts: by a draw of three tiles, by chance, or with ``seat0`` the one on the first seat."""
    board: Literal["printed"] | Board = "printed"
    """The board as printed, or one of the players' own."""


class Table(Struct):
    """What everybody sees. Lists by player have one entry for each."""

    rota: Rota
    """Whose turn it is; out are those without tiles when the pile is empty."""
    head: int
    """The node by which the line enters the next square; -1 once it has reached a finish dot."""
    since: list[list[int]]
    """For each tile on a player's rack, in order of age: how many tiles of ``back`` lay in the pile when it was drawn.

    -1 is a tile that cannot open the line, as everybody knows.
    """
    line: Network
    """The strands of the line."""
    tiles: dict[int, Kind] = {}
    """The tile on each square, in the order in which the squares were first covered."""
    play: list[int] = []
    """The squares of this turn's placements, in order."""
    last: list[int] = []
    """Those of the last play that is over."""
    points: int = 0
    """What this turn has scored so far."""
    idle: int = 0
    """How many turns in a row went by without a placement."""
    paid: list[int] = []
    """The U areas that cost nothing any more, in this turn or in the game: 8 * area, + player if players pay apart."""
    back: list[Kind] = []
    """Tiles that everybody saw go back to the pile, in order, while some tile on a rack is older."""
    shown: list[Kind] = []
    """The rack shown last."""
    shower: int = -1
    """Who showed it; -1 before anybody has."""
    left: list[list[Kind]] = []
    """The racks at the end; empty before."""
    over: Literal["", "finish", "played", "stall"] = ""
    """How the game has ended: at a finish dot, with the tiles run out, or with no tile laid for too long."""


class Seat(Struct):
    """What one player alone sees."""

    rack: Hand[Kind]
    """The own tiles."""


class Vault(Struct):
    """What nobody sees."""

    pile: Bag[Kind]
    """The tiles not drawn; which is drawn next is decided when it is."""


# -- moves ---------------------------------------------------------------------------------------------


class Place(Move):
    """Put a tile on the next square. Where that is and how the tile lies follows from the line and the exit."""

    tile: Kind
    """A type on the rack."""
    exit: int
    """The port by which the line leaves: 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW, 6 W, 7 NW."""


class Stop(Move, Event):
    """End the turn after one tile or more. Everybody sees it."""


class Unable(Move):
    """Show the rack, lose its value, and change it."""


class Forfeit(Move):
    """Let the turn go, without a tile that can open the line."""


# -- events --------------------------------------------------------------------------------------------


class StartDraw(Event):
    """Players drew three tiles each to find who starts; they go back."""

    players: tuple[int, ...]
    """Who drew."""
    tiles: tuple[tuple[Kind, ...], ...]
    """What they drew, in the same order."""
    sums: tuple[int, ...]
    """What that is worth."""


class Started(Event):
    """The racks are dealt."""

    first: int
    """Who starts."""


class Drew(Event):
    """A player drew tiles."""

    player: int
    count: int


class Placed(Event):
    """A tile was put on a square."""

    player: int
    tile: Kind
    cell: int
    """The square."""
    entry: int
    """The port by which the line comes in."""
    exit: int
    """The port by which it goes out."""
    like: Kind
    """The plain type whose way that is; a universal tile stands for it."""
    turn: int
    """Quarter turns clockwise of that type."""
    crossing: bool
    """Whether it takes the place of a tile and leaves the line there as it is."""


class Removed(Event):
    """A crossing takes a tile off the board, and it goes back to the pile."""

    cell: int
    tile: Kind


class TurnScored(Event):
    """A play is over."""

    player: int
    points: int
    """All that it scored."""


class Shown(Event):
    """A player who is unable to play shows the rack, and it goes back to the pile."""

    player: int
    tiles: tuple[Kind, ...]


class Forfeited(Event):
    """A player who cannot open the line lets the turn go."""

    player: int


class Redealt(Event):
    """Nobody could open the line: all racks went back to the pile and were dealt anew."""


class PassedOver(Event):
    """A player without tiles is passed over."""

    player: int


class Finished(Event):
    """The line has reached a finish dot."""

    player: int
    cell: int
    """The blue square."""


class Stalled(Event):
    """Nobody has laid a tile for so long that the game is over."""

    turns: int
    """How many turns that was."""


class RackLeft(Event):
    """The game is over, and a player shows the tiles that are left."""

    player: int
    tiles: tuple[Kind, ...]


class Won(Event):
    """The game is over."""

    players: tuple[int, ...]
    """Who has the highest total."""


class Drawn(Whisper):
    """The tiles a player drew, told to that player alone."""

    tiles: tuple[Kind, ...]
