"""Which cards of another player's storage may have been traded away: what is harvested in the open is known until then.

A trade takes two cards from hand and storage, and mostly nobody else sees which. But a storage holds nothing that was
not harvested, and a hand cannot give what it needs for what it is seen to do later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

from tileyard import Stream
from tileyard_nile2009.history import Entry

__all__ = ["Line", "Trade", "settle"]


class Line:
    """All that was announced of one player: entries, each with the number of the pile in use; and the storage at the
    end, if it was shown."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.steps: list[tuple[int, Entry]] = []
        self.stored: dict[str, int] | None = None


class Trade(NamedTuple):
    """A trade, as it may have been: cards from the storage, cards known to be from the hand, and the number of others
    from there; ``shown`` if all saw the cards."""

    pile: int
    shown: bool
    from_storage: tuple[str, ...]
    from_hand: tuple[str, ...]
    unknown: int


def settle(
    line: Line, chance: Stream, lacking: Callable[[int, str], int], *, bold: bool
) -> tuple[list[Trade], list[str]] | None:
    """Decide for each trade what came from the storage; the trades, and what is stored now.

    ``lacking(pile, card)`` says how many of a card the pile after this one needs. Not ``bold``, shown cards come from
    the storage wherever they can, which always succeeds. None if the choices led nowhere.
    """
    spare = iter(_spare(line))
    stored = Counter[str]()
    leave = _leave(line)
    trades: list[Trade] = []
    given = 0
    later = Counter(card for _, entry in line.steps if entry.sign == "/" for card in entry.cards)
    left = sum(entry.sign == "/" for _, entry in line.steps)
    for pile, entry in line.steps:
        if entry.sign == ">":
            stored[entry.cards[0]] += 1
        elif entry.sign == "/":
            left -= 1
            later.subtract(entry.cards)
            most = next(spare) - given
            can = stored if leave is None else stored & leave
            choose = _shown if entry.cards else _hidden
            options = [
                trade
                for trade in choose(pile, entry, can, leave, left, later)
                if len(trade.from_hand) + trade.unknown <= most
            ]
            if not options:
                return None
            trade = options[-1] if entry.cards and not bold else chance.pick(options)
            if not entry.cards:
                trade = trade._replace(from_storage=_draw(can, len(trade.from_storage), pile, chance, lacking))
            stored.subtract(trade.from_storage)
            if leave is not None:
                leave.subtract(trade.from_storage)
            given += len(trade.from_hand) + trade.unknown
            trades.append(trade)
    return trades, sorted(stored.elements())


def _spare(line: Line) -> list[int]:
    """For each trade, how many cards the hand can have given in all trades up to it."""
    held, sizes = 0, list[int]()
    for _, entry in line.steps:
        held += (entry.number or 0) if entry.sign == "+" else -len(entry.cards) if entry.sign == "<" else 0
        sizes.append(held)
    least, found = sizes[-1] if sizes else 0, list[int]()
    for size, (_, entry) in zip(reversed(sizes), reversed(line.steps), strict=True):
        least = min(least, size)
        if entry.sign == "/":
            found.append(least)
    return found[::-1]


def _leave(line: Line) -> Counter[str] | None:
    """The cards that left the storage in the course of the game, once storages are shown."""
    if line.stored is None:
        return None
    harvested = Counter(entry.cards[0] for _, entry in line.steps if entry.sign == ">")
    return harvested - Counter(line.stored)


def _hidden(
    pile: int, entry: Entry, can: Counter[str], leave: Counter[str] | None, left: int, later: Counter[str]
) -> Iterator[Trade]:
    """The numbers of cards that a trade nobody saw can have taken from the storage, as blanks to be filled in."""
    must = 0 if leave is None else leave.total() - 2 * left
    for number in range(max(0, must), min(2, can.total()) + 1):
        if entry.number is None or entry.number == 2 - number:
            yield Trade(pile, False, ("",) * number, (), 2 - number)


def _shown(
    pile: int, entry: Entry, can: Counter[str], leave: Counter[str] | None, left: int, later: Counter[str]
) -> Iterator[Trade]:
    """The ways in which two cards that all saw can have come from hand and storage; those most from storage last."""
    ways = sorted(product((False, True), repeat=2), key=sum)
    for way in ways:
        stored = tuple(card for card, is_stored in zip(entry.cards, way, strict=True) if is_stored)
        hand = tuple(card for card, is_stored in zip(entry.cards, way, strict=True) if not is_stored)
        fits = entry.number is None or entry.number == len(hand)
        fits = fits and all(can[card] >= stored.count(card) for card in stored)
        if leave is not None:
            fits = fits and all(leave[card] - stored.count(card) <= later[card] for card in leave)
        if fits:
            yield Trade(pile, True, stored, hand, 0)


def _draw(
    can: Counter[str], number: int, pile: int, chance: Stream, lacking: Callable[[int, str], int]
) -> tuple[str, ...]:
    """Cards of a storage at random, those rather that are needed in the next pile."""
    cards = [card for card in sorted(can.elements()) for _ in range(1 + 4 * min(3, lacking(pile, card)))]
    taken: list[str] = []
    for _ in range(number):
        card = chance.pick(cards)
        taken.append(card)
        # One copy less: as many of its places in the list go as stand for one.
        for _ in range(cards.count(card) // (can[card] - taken.count(card) + 1)):
            cards.remove(card)
    return tuple(taken)
