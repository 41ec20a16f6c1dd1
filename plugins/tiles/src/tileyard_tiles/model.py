"""What Tiles is made of on the wire: options and tile sets, the table, the hands, the moves and the events.

A tile is four letters, ``w`` white, ``g`` grey and ``k`` black, for its triangles in the order top, right, bottom,
left. Its *kind* is these letters as the tile set lists them; what a laid tile *shows* is the letters after turning.
A *place* is ``x + 1024 * y``, y downwards, and a *triangle* of the layout is ``4 * place + side``, sides 0 to 3.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tileyard import Deck, Event, Frozen, Hand, Move, Pile, Struct, Whisper
from tileyard.board import Regions

__all__ = [
    "Closed",
    "Colour",
    "Dealt",
    "Discard",
    "Discarded",
    "Drawn",
    "Drew",
    "Kind",
    "Options",
    "Place",
    "Seat",
    "Stuck",
    "Table",
    "TileSet",
    "Vault",
]

Colour = Literal["w", "g", "k"]
"""White, grey or black."""


class Kind(Frozen):
    """All equal tiles of a set."""

    kind: Annotated[str, Meta(pattern=r"^[wgk]{4}(?!\n)$")]  # after a dollar alone, a line end might follow
    """The colours at top, right, bottom and left, as the tile lies before it is turned."""
    copies: Annotated[int, Meta(ge=1, le=99)] = 1
    """How many such tiles there are."""


class TileSet(Frozen):
    """The tiles of a game, as a data file lists them: each kind once."""

    tiles: Annotated[tuple[Kind, ...], Meta(min_length=1)]
    """The kinds; those that equal one another when turned are one kind, unless tiles are never turned."""


class Options(Frozen):
    """The variants of Tiles; the defaults are the game as it is usually played."""

    tileset: Literal["mac45"] | TileSet = "mac45"
    """The tiles of the game: a set by its name, or one of your own."""
    rotate: Literal["yes", "no"] = "yes"
    """With ``no`` tiles are never turned, but laid as they are listed."""
    end: Literal["hands_empty", "deck_empty"] = "hands_empty"
    """With ``deck_empty`` the turn in which the last tile of the deck was drawn is the last."""
    multi_area: Literal["separate", "joined"] = "separate"
    """With ``joined`` the own areas closed by one tile count as one."""
    discard: Literal["face_up", "face_down"] = "face_up"
    """With ``face_down`` nobody else sees which tile was discarded."""
    must_place: Literal["yes", "no"] = "yes"
    """With ``no`` a tile may be discarded though one could be placed."""


class Stuck(Struct):
    """What a discard gave away: by the rules, none of the player's tiles could be placed."""

    player: int
    """Who discarded."""
    kinds: tuple[str, ...]
    """The kinds that fitted nowhere then."""
    fresh: int
    """How many of the player's tiles can have been drawn since; those of other kinds are among them."""


class Table(Struct):
    """What everybody sees: the layout and what it forms, whose colour is which, and whose turn it is."""

    colours: tuple[Colour, ...]
    """The colour of each player."""
    layout: dict[int, str]
    """What the tile on each place shows, in the order in which they were laid."""
    gaps: dict[int, str]
    """Each place where a tile may go, with the colours it must show; a dot where it touches no tile."""
    areas: Regions
    """The areas of the layout. Its nodes are those inside one tile, each named by the first triangle of it."""
    mover: int
    """Whose turn it is, or would be."""
    left: int
    """How many turns are left."""
    discards: Pile[str]
    """The discarded tiles, if they lie face up."""
    last_player: int = -1
    """Who made the last move; -1 if nobody did."""
    last_at: int | None = None
    """Where the last move laid a tile; None if it discarded one."""
    stuck: list[Stuck] = []
    """What is known of hands since somebody had to discard, in that order."""
    closed: list[int] = []
    """The areas the last move closed, each as a node of it."""


class Seat(Struct):
    """What one player alone sees."""

    hand: Hand[str]
    """The own tiles, as kinds; the last one was drawn last."""
    discards: Pile[str]
    """The tiles this player discarded, if they lie face down."""


class Vault(Struct):
    """What nobody sees."""

    deck: Deck[str]
    """The tiles to be drawn, as kinds."""


class Place(Move, Event):
    """Lay a tile of the hand beside the layout. It is a whole turn, and everybody sees it."""

    tile: str
    """Its kind, such as ``wwkg``."""
    at: int
    """The place, ``x + 1024 * y``; the first tile lies at 0, and y grows downwards."""
    turn: int
    """Quarter turns clockwise, 0 to 3; of turns that look alike the smallest."""


class Discard(Move):
    """Put a tile of the hand away instead. It is a whole turn."""

    tile: str
    """Its kind."""


class Dealt(Event):
    """The tiles were shuffled and dealt, and one was laid at 0."""

    each: int
    """How many every player got."""
    start: str
    """What the first tile of the layout shows."""
    colours: tuple[Colour, ...]
    """The colour drawn for each player."""
    first: int
    """Who starts."""


class Drawn(Event):
    """A player drew a tile; which one, that player alone is told."""

    player: int
    """Who drew it."""


class Drew(Whisper):
    """The tile a player drew."""

    tile: str
    """Its kind."""


class Closed(Event):
    """The tile just laid closed an area. Points for it follow; an area of another colour never brings any."""

    colour: Colour
    """The colour of the area."""
    own: bool
    """Whether it is the colour of whoever laid the tile."""
    triangles: tuple[int, ...]
    """The whole area, as ``4 * place + side``, in rising order."""


class Discarded(Event):
    """A player discarded a tile."""

    player: int
    """Who did."""
    tile: str | None
    """Its kind; None if it lies face down."""
