"""What both games of Qal'eh Nil are made of on the wire: tile sets, options, tables and moves.

A *cell* is ``column + 8 * row``, on every board; rows count from the top. The tiles of a board are numbered in reading
order, and its walls are a text with one digit for each edge between two cells (see :mod:`~tileyard_qaleh_nil.boards`).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

import tileyard
from tileyard import Budget, Frozen, Rota, Struct

if TYPE_CHECKING:
    from tileyard_qaleh_nil.boards import Arena

__all__ = [
    "Castle", "CastleOptions", "CastleTable", "End", "Ending", "Ground", "Kind", "LastTurn", "Layouts", "Move",
    "RaceOptions", "RaceTable", "Seat", "Table", "Tile", "TileSet",
]  # fmt: skip

Ending = Literal["", "goal", "reply", "equal", "castle", "no_pawns", "short", "move_cap", "repetition"]
"""How a game ended; empty while it goes on. ``goal``: a team is complete; ``reply``, ``equal``: so it was, and the
other team was not, or was, after its last turn; ``castle``, ``no_pawns``, ``short``: a castle was captured, a side has
lost its last pawn, or could not make three moves; ``move_cap``, ``repetition``: a draw."""

Layouts = Literal["3x3", "4x4", "4x4+2", "3x6"]
"""The boards: two of the race, for two and for four players, and two of the Castle game."""

YesNo = Literal["yes", "no"]
Rounds = Annotated[int, Meta(ge=1, le=10_000)]


class Kind(Frozen):
    """All equal tiles of a set. The cells of a tile are a and b above c and d; a digit 1 is a wall."""

    # After a dollar alone, a line end might follow.
    name: Annotated[str, Meta(pattern=r"^[A-Za-z0-9]{1,8}(?!\n)$")]
    """What the kind is called."""
    inner: Annotated[str, Meta(pattern=r"^[01]{4}(?!\n)$")]
    """The walls between a and b, b and d, c and d, a and c."""
    outer: Annotated[str, Meta(pattern=r"^[01]{8}(?!\n)$")]
    """The walls on the rim, clockwise: north of a and b, east of b and d, south of d and c, west of c and a."""
    copies: Annotated[int, Meta(ge=1, le=99)] = 1
    """How many such tiles there are."""


class TileSet(Frozen):
    """The tiles of a game, as a data file lists them."""

    tiles: Annotated[tuple[Kind, ...], Meta(min_length=1, max_length=99)]
    """Each kind once."""

    def __post_init__(self) -> None:
        names: dict[str, int] = {}
        for place, kind in enumerate(self.tiles):
            if (first := names.setdefault(kind.name, place)) != place:
                # The way msgspec itself says where something is.
                raise ValueError(f"the name {kind.name} is that of tiles[{first}] - at `$.tiles[{place}].name`")


class RaceOptions(Frozen):
    """The variants of the race; the defaults are the game as it is usually played."""

    tileset: Literal["nil20", "nil21"] | TileSet = "nil20"
    """The tiles to draw from: a set by its name, or one of your own."""
    teams: Literal["opposite", "adjacent"] = "opposite"
    """With ``adjacent`` partners start on neighbouring corners."""
    min_moves: Literal[0, 1, 3] = 0
    """With ``1`` a player must move, with ``3`` make all three moves, if that is possible."""
    reply_rule_4p: YesNo = "yes"
    """With ``no`` a team of two wins as soon as it is complete."""
    reply_counts: Literal["cost", "actions"] = "cost"
    """With ``actions`` the last turn has as many moves as the turn that it answers, whatever they cost."""
    goal_block: Literal["none", "halma"] = "none"
    """With ``halma`` a goal tile that is full finishes a player who has at least one pawn on it."""
    move_cap: Rounds = 200
    """After so many rounds the game is a draw."""
    first_player: Literal["random", "seat0"] = "random"
    """Who starts: a player drawn at random, or with ``seat0`` the one on the first seat."""


class CastleOptions(Frozen):
    """The variants of the Castle game; the defaults are the game as it is usually played."""

    tileset: Literal["nil20", "nil21"] | TileSet = "nil20"
    """The tiles to draw from: a set by its name, or one of your own."""
    castle_layout: Literal["4x4+2", "3x6"] = "4x4+2"
    """The board."""
    castle_place_order: Literal["starter_first", "secret"] = "starter_first"
    """With ``secret`` both sides place their castles at the same time, unseen."""
    castle_short: Literal["play_max", "lose"] = "play_max"
    """With ``lose`` a side loses that cannot make three moves."""
    castle_no_pawns: Literal["lose", "pass"] = "lose"
    """With ``pass`` a side without pawns goes on, without turns."""
    castle_return: Literal["consecutive", "whole_turn"] = "consecutive"
    """With ``whole_turn`` a pawn never comes back to a cell it left in the same turn."""
    castle_home_limit: Literal["team", "player"] = "team"
    """With ``player`` each of two partners may have a pawn on the own castle tile."""
    eliminated_partner: Literal["skip", "partner_plays"] = "skip"
    """With ``partner_plays`` a player has the turns of a partner without pawns as well."""
    move_cap: Rounds = 200
    """After so many rounds the game is a draw."""
    first_player: Literal["random", "seat0"] = "random"
    """Who starts: a player drawn at random, or with ``seat0`` the one on the first seat."""


class Tile(Frozen):
    """A laid tile."""

    kind: str
    """The name of its kind."""
    turns: int
    """Quarter turns clockwise, 0 to 3."""


# Something is kept beside the fields, and that takes a dict.
class Ground(Frozen, dict=True, gc=True):
    """The board that was laid, which never changes."""

    layout: Layouts
    """Which board it is."""
    tiles: tuple[Tile, ...]
    """Its tiles, in reading order."""
    walls: str
    """How many walls there are on each edge between two cells."""

    @cached_property
    def arena(self) -> Arena:
        """The board ready for play: looked up once, for all copies of a table share the ground."""
        from tileyard_qaleh_nil.boards import arena  # noqa: PLC0415  (boards stand on this module)

        return arena(self.layout, self.walls)


class Table(Struct, kw_only=True):
    """What everybody sees, in both games."""

    ground: Ground
    """The board."""
    box: tuple[str, ...]
    """The kinds of the tiles that were not drawn."""
    teams: tuple[tuple[int, ...], ...]
    """The players of each team."""
    rota: Rota
    """The order of turns, from the first player on, and how many rounds are complete."""
    moves: Budget
    """The moves of this turn, and how many of them are left."""
    pawns: list[list[int]]
    """The cells of each player's pawns, in rising order."""
    board: list[int]
    """What stands on each cell: the number of a player for a pawn, -1 for nothing, 4 and 5 for the castles."""
    past: dict[int, str] = {}
    """The positions that have begun a turn: the number of the mover and the cells of all pawns, a character each.

    They stand under the sum of those numbers modulo 32: so few are searched for one, and copies share the texts."""
    trail: list[tuple[int, int]] = []
    """The cells from and to which pawns were moved in this turn."""
    before: tuple[tuple[int, int], ...] = ()
    """The same of the turn before."""
    before_player: int = -1
    """Whose turn that was; -1 if there was none."""
    ending: Ending = ""
    """How the game ended; empty while it goes on."""
    winners: tuple[int, ...] = ()
    """Who won."""


class LastTurn(Frozen):
    """The turn by which the team that started may be equalled."""

    player: int
    """Whose turn it is."""
    moves: int = 0
    """How many moves it may have; 0 if their cost alone counts."""


class RaceTable(Table, kw_only=True):
    """What everybody sees of the race."""

    finished: list[bool]
    """Which players have finished."""
    last_turn: LastTurn | None = None
    """The last turn, once it was granted."""


class CastleTable(Table, kw_only=True):
    """What everybody sees of the Castle game. Seats 0 and 2 are north, side 0; seats 1 and 3 south, side 1."""

    castles: list[int]
    """The cell of each side's castle; -1 while it is not shown, and once it was captured."""
    choosing: list[int]
    """The players who still have to place a castle, in order."""
    secret: bool
    """Whether they do so at the same time, unseen."""
    captured: list[int] = []
    """Whose pawns were captured, in order."""


class Seat(Struct):
    """What one player alone sees of the Castle game."""

    castle: int = -1
    """The cell that was chosen for the own castle and is not shown yet; -1 for none."""


class Move(tileyard.Move, rename={"start": "from"}):
    """Move a pawn: a step, over walls or not, in the race also a jump over a pawn. Its cost follows from the board."""

    start: int
    """The cell of an own pawn; ``from`` on the wire."""
    to: int
    """The cell it goes to."""


class End(tileyard.Move):
    """End the turn."""


class Castle(tileyard.Move):
    """Place the own castle."""

    cell: int
    """A cell of the own castle tile."""
