"""What Nile is made of on the wire: options, table, seats and vault, the moves, and what is announced."""

from __future__ import annotations

from typing import Literal

from tileyard import Deck, Event, Frozen, Hand, Move, Phases, Pile, Rota, Struct, Whisper

__all__ = [
    "Card", "Dealt", "Drew", "EndTrade", "Failed", "Field", "FieldLost", "Flooded", "Harvested", "LastPass", "Locusts",
    "Market", "Marketed", "Offered", "Offering", "Options", "Pass", "Plague", "Plant", "Planted", "Ranked",
    "Reshuffled", "Seat", "Speculate", "StoragesShown", "Succeeded", "Table", "Took", "Vault", "Why", "Zone",
]  # fmt: skip

Zone = Literal["hand", "storage"]
Why = Literal["market", "draw", "prize"]
"""What cards are drawn for."""


class Options(Frozen):
    """The variants of Nile; the defaults are the rulebook as we read it."""

    edition: Literal["bga2009", "deluxor"] = "bga2009"
    """The deck: five crops, or up to seven."""
    locust_flood: Literal["redraw", "none"] = "redraw"
    """After locusts turned as a flood another flood card is turned, or nothing is flooded."""
    extend_only: Literal["text", "bga", "none"] = "text"
    """What may be planted without founding a field: two or more of one crop, any cards of own crops, or nothing."""
    two_new: Literal["yes", "no"] = "yes"
    """Whether two different crops may found a field each."""
    reshuffle: Literal["eager", "lazy"] = "eager"
    """An empty pile is a pass used up at once, or when a further card is needed."""
    reshuffle_current_flood: Literal["yes", "no"] = "yes"
    """Whether the card of the current flood is shuffled into the new pile."""
    final_flood: Literal["harvest", "bga"] = "harvest"
    """With ``bga`` there is no last harvest if a prize is due when the last pass ends."""
    show_hand_counts: Literal["no", "yes"] = "no"
    """Whether all see how many cards are on a hand."""
    trade_discards: Literal["hidden", "shown"] = "hidden"
    """Whether the others see the cards discarded for market and offering."""
    speculation_discard: Literal["harvest", "bga"] = "harvest"
    """Speculation cards are discarded after the harvest; with ``bga`` before it, successful ones before the prizes."""


class Field(Frozen):
    """A field: whose it is, and its cards."""

    owner: int
    size: int


class Table(Struct):
    """What everybody sees."""

    rota: Rota
    """Whose turn it is."""
    phases: Phases
    """Where the turn stands; a player decides in ``trade`` and ``plant`` alone."""
    fields: dict[str, Field]
    """The fields, by crop."""
    floods: Pile[str]
    """The flood stack."""
    discards: Pile[str]
    """The cards of the discard pile that all have seen; the others lie in ``Seat.discards``."""
    speculations: Pile[str]
    """Speculation cards on the table."""
    speculator: int
    """Whose they are; -1 if there are none."""
    flood: str
    """The current flood: the card whose crops are flooded; empty if none are."""
    locusts: bool
    """Whether the locusts are in the pile."""
    passes: int
    """How often the pile was used up."""
    over: bool
    """Whether it was used up for the last time."""
    counts: list[list[int]]
    """At the end, for each player the stored cards of each crop in play; before it empty."""
    history: list[str]
    """All that was announced of cards that went out of sight or came from there, in order; see ``history``."""


class Seat(Struct):
    """What one player alone sees."""

    hand: Hand[str]
    """The cards on the hand."""
    storage: Hand[str]
    """The harvested cards."""
    discards: Pile[str]
    """The cards of the discard pile that this player laid there face down."""
    drawn: list[str]
    """Every card this player ever took from the pile, in order."""
    traded: list[str]
    """Every card this player ever discarded face down, in order."""


class Vault(Struct):
    """What nobody sees."""

    pile: Deck[str]
    """The draw pile; its top is the end of the list."""


# --- moves --------------------------------------------------------------------------------------------


class Card(Frozen):
    """A card to discard, and where it comes from."""

    zone: Zone
    card: str


class Market(Move):
    """Discard two cards, then draw one."""

    cards: tuple[Card, Card]
    """Hand before storage, crops before speculation cards, each in order."""


class Offering(Move):
    """Discard two cards, then carry out another flood and harvest."""

    cards: tuple[Card, Card]
    """As in ``Market``."""


class EndTrade(Move, Event):
    """Go on to planting; everybody sees it."""


class Plant(Move):
    """Plant crops from the hand."""

    cards: tuple[str, ...]
    """The crops, in order, one name for each card."""


class Speculate(Move, Event):
    """Lay one or two speculation cards on the table, for everybody to see."""

    cards: tuple[str, ...]
    """The cards, in order."""


class Pass(Move, Event):
    """Neither plant nor speculate; everybody sees it."""


# --- what everybody is told -----------------------------------------------------------------------------


class Dealt(Event):
    """Everybody got ``each`` cards, and ``first`` starts."""

    each: int
    first: int


class Flooded(Event):
    """In the turn of ``player``, ``card`` was turned as a flood."""

    player: int
    card: str


class Locusts(Event):
    """The locusts appeared: turned as a flood, or drawn by ``player`` for a reason."""

    player: int
    why: Why | Literal["flood"]


class Plague(Event):
    """The locusts ate the largest fields: those of ``crops``, ``size`` cards each; none if the table is bare."""

    crops: tuple[str, ...]
    size: int


class FieldLost(Event):
    """The field of ``owner`` went to the discard pile: eaten by locusts, or evicted by a larger one."""

    owner: int
    crop: str
    size: int
    why: Literal["locusts", "evicted"]


class Succeeded(Event):
    """The speculation card of ``player`` shows a flooded crop."""

    player: int
    card: str


class Failed(Event):
    """The speculation card of ``player`` was discarded without a prize."""

    player: int
    card: str


class Drew(Event):
    """``player`` took ``number`` cards from the pile."""

    player: int
    number: int
    why: Why


class Harvested(Event):
    """A card of the field of ``player`` went to the storage; ``left`` are left."""

    player: int
    crop: str
    left: int


class Marketed(Event):
    """``player`` discarded two cards for the market."""

    player: int
    cards: tuple[str, ...]
    """Which, if they are shown; otherwise empty."""
    from_hand: int | None
    """How many came from the hand, if the sizes of hands are public."""


class Offered(Event):
    """``player`` discarded two cards as an offering."""

    player: int
    cards: tuple[str, ...]
    """Which, if they are shown; otherwise empty."""
    from_hand: int | None
    """How many came from the hand, if the sizes of hands are public."""


class Planted(Event):
    """``player`` planted ``number`` cards of a crop; the field, ``founded`` or enlarged, now has ``size``."""

    player: int
    crop: str
    number: int
    size: int
    founded: bool


class Reshuffled(Event):
    """Discard pile and flood stack were shuffled into a new pile of ``cards``; ``passes`` are used up."""

    cards: int
    passes: int


class LastPass(Event):
    """The last pass is used up."""


class StoragesShown(Event):
    """The storages at the end: for each player, how many cards of each of the ``crops``."""

    crops: str
    counts: tuple[tuple[int, ...], ...]


class Ranked(Event):
    """The players best first, equal ones together, and the piles of each from small to large."""

    ranking: tuple[tuple[int, ...], ...]
    piles: tuple[tuple[int, ...], ...]


# --- what one player is told ----------------------------------------------------------------------------


class Took(Whisper):
    """The faces of the cards just taken from the pile."""

    cards: tuple[str, ...]
