"""The cards, read from ``cards.toml``.

A card is the name of its kind: a letter for a crop, two for a speculation card, ``*`` for the locusts. So it means the
same in a record, in a program of another language and on the page of rules, and a crop is flooded if its letter is in
the name of the flood card.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from typing import Annotated, Literal, NamedTuple

import msgspec

from tileyard import Frozen, GameFault

__all__ = ["LARGEST", "LOCUSTS", "Cards", "Deck", "Edition", "Kind", "deck", "names", "rank", "read"]

Edition = Literal["bga2009", "deluxor"]
LOCUSTS = "*"
LARGEST = 120
"""The most cards a deck may have; the length of a game is bounded by it."""
_HAND = 5

Copies = Annotated[int, msgspec.Meta(ge=0)]


class Kind(Frozen):
    """A kind of card, with its copies in each edition."""

    card: Annotated[str, msgspec.Meta(pattern=r"^([A-Z]|[A-Z][A-Z]|\*)$")]
    bga2009: Copies = 0
    deluxor: Copies = 0
    name: str = ""


class Play(Frozen):
    """The crops in play for some numbers of players."""

    edition: Edition
    players: tuple[int, ...]
    crops: str


class Cards(Frozen):
    """The data file."""

    cards: tuple[Kind, ...]
    decks: tuple[Play, ...]


class Deck(NamedTuple):
    """What is played with: the ``crops`` in order, and all ``cards`` but the locusts."""

    crops: str
    cards: tuple[str, ...]


def read(data: bytes | str) -> Cards:
    """A data file. Raises :class:`tileyard.GameFault` if it is malformed or no game can be played with it."""
    try:
        found = msgspec.toml.decode(data, type=Cards)
    except msgspec.DecodeError as error:
        raise GameFault(f"the cards of nile2009 cannot be read: {error}", game="nile2009", cause=str(error)) from error
    known = [kind.card for kind in found.cards]
    crops = "".join(card for card in known if len(card) == 1 and card != LOCUSTS)
    for card in known:
        if known.count(card) > 1:
            raise _wrong("cards", f"{card} is listed twice")
        if len(card) == 2 and not 0 <= crops.find(card[0]) < crops.find(card[1]):
            raise _wrong("cards", f"{card} is not a pair of different crops in their order")
    for edition in ("bga2009", "deluxor"):
        if sum(getattr(kind, edition) for kind in found.cards if kind.card == LOCUSTS) != 1:
            raise _wrong("cards", f"{edition} has not exactly one locusts card")
        for players in range(2, 7):
            plays = [play for play in found.decks if play.edition == edition and players in play.players]
            if len(plays) != 1 or not plays[0].crops or set(plays[0].crops) - set(crops):
                raise _wrong("decks", f"{edition} with {players} players does not have one list of known crops")
            cards = _cards(found, edition, plays[0].crops)
            if not _HAND * players <= len(cards) < LARGEST:
                raise _wrong("cards", f"{edition} with {players} players has {len(cards) + 1} cards")
    return found


def _wrong(field: str, what: str) -> GameFault:
    return GameFault(f"the cards of nile2009: {what}", game="nile2009", field=field, cause=what)


def _cards(cards: Cards, edition: Edition, crops: str) -> tuple[str, ...]:
    used = [kind for kind in cards.cards if set(kind.card) <= set(crops)]
    return tuple(kind.card for kind in used for _ in range(getattr(kind, edition)))


@lru_cache(maxsize=1)
def _file() -> Cards:
    return read(files("tileyard_nile2009").joinpath("cards.toml").read_bytes())


@cache
def deck(edition: Edition, players: int) -> Deck:
    """The deck of an edition for a number of players (N09-101 to 109)."""
    crops = next(play.crops for play in _file().decks if play.edition == edition and players in play.players)
    crops = "".join(sorted(crops, key=rank().__getitem__))
    return Deck(crops, _cards(_file(), edition, crops))


@lru_cache(maxsize=1)
def rank() -> dict[str, int]:
    """Where each kind of card stands in lists: crops in order, then speculation cards by their crops (N09-354)."""
    kinds = [kind.card for kind in _file().cards]
    crops = "".join(card for card in kinds if len(card) == 1)
    return {card: at for at, card in enumerate(sorted(kinds, key=lambda card: (len(card), [*map(crops.index, card)])))}


@lru_cache(maxsize=1)
def names() -> dict[str, str]:
    """What the crops and the locusts are called."""
    return {kind.card: kind.name for kind in _file().cards if kind.name}
