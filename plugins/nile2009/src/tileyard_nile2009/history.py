"""What was announced of cards that go out of sight or come from there, in order: all that can be known of them.

An entry of ``Table.history`` is short text, so that a table stays small. Players are digits, cards their names:

- ``2+3``: player 2 took three cards from the pile;
- ``!PW``: PW was turned as a flood;
- ``2>P``: player 2 harvested a P into the storage;
- ``2<P P W``: player 2 planted or speculated with these cards of the hand;
- ``2/``: player 2 discarded two cards in the trade phase; ``2/1``: one of them from the hand, if the sizes of hands are
  public; ``2/ P W`` and ``2/1 P W``: which they were, if they are shown;
- ``~P W PW``: these cards, which all had seen, and those discarded face down were shuffled into a new pile, and the
  locusts with them;
- ``*``: the locusts appeared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tileyard_nile2009.model import Table
from tileyard_nile2009.pieces import LOCUSTS

__all__ = ["Entry", "appeared", "drew", "entries", "flooded", "harvested", "played", "reshuffled", "traded"]


def drew(table: Table, player: int, number: int) -> None:
    """Cards went from the pile to a hand."""
    table.history.append(f"{player}+{number}")


def flooded(table: Table, card: str) -> None:
    """A card was turned as a flood."""
    table.history.append("!" + card)


def appeared(table: Table) -> None:
    """The locusts were turned or drawn."""
    table.history.append(LOCUSTS)


def harvested(table: Table, player: int, crop: str) -> None:
    """A card went from a field to a storage."""
    table.history.append(f"{player}>{crop}")


def played(table: Table, player: int, cards: Iterable[str]) -> None:
    """Cards went from a hand to the table."""
    table.history.append(f"{player}<{' '.join(cards)}")


def traded(table: Table, player: int, from_hand: int | None, cards: Sequence[str]) -> None:
    """Two cards went from hand and storage to the discard pile."""
    count = "" if from_hand is None else from_hand
    table.history.append(f"{player}/{count}{' ' if cards else ''}{' '.join(cards)}")


def reshuffled(table: Table) -> None:
    """The discards are about to go into a new pile; those laid face down are not among them yet."""
    table.history.append("~" + " ".join(card for card in table.discards if card != LOCUSTS))


class Entry(NamedTuple):
    """An entry taken apart: its sign, and as much of the rest as it has; ``number`` of a trade are from the hand."""

    sign: str
    player: int = -1
    number: int | None = None
    cards: tuple[str, ...] = ()


def entries(history: Iterable[str]) -> Iterator[Entry]:
    """The entries in order."""
    for text in history:
        if text[0] in "!~*":
            yield Entry(text[0], cards=tuple(text[1:].split()))
            continue
        player, sign, rest = int(text[0]), text[1], text[2:]
        if sign == "+":
            yield Entry(sign, player, int(rest))
        elif sign == "/":
            count, _, cards = rest.partition(" ")
            yield Entry(sign, player, int(count) if count else None, tuple(cards.split()))
        else:
            yield Entry(sign, player, cards=tuple(rest.split()))
