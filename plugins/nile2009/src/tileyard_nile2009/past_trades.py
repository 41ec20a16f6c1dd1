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
            at = _Moment(pile, entry, stored if leave is None else stored & leave, leave, left, later)
            choose = _shown if entry.cards else _hidden
            options = [trade for trade in choose(at) if len(trade.from_hand) + trade.unknown <= most]
            if not options:
                return None
            trade = options[-1] if entry.cards and not bold else chance.pick(options)
            if not entry.cards:
                trade = trade._replace(from_storage=_draw(at, len(trade.from_storage), chance, lacking))
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


class _Moment(NamedTuple):
    """A trade to be decided: what ``can`` come from the storage, what must still ``leave`` it in the end (None if that
    is open), how many trades come after, and the cards they show."""

    pile: int
    entry: Entry
    can: Counter[str]
    leave: Counter[str] | None
    left: int
    later: Counter[str]


def _hidden(at: _Moment) -> Iterator[Trade]:
    """The numbers of cards that a trade nobody saw can have taken from the storage, as blanks to be filled in."""
    must = 0 if at.leave is None else at.leave.total() - 2 * at.left
    for number in range(max(0, must), min(2, at.can.total()) + 1):
        if at.entry.number in (None, 2 - number):
            yield Trade(at.pile, False, ("",) * number, (), 2 - number)


def _shown(at: _Moment) -> Iterator[Trade]:
    """The ways in which two cards that all saw can have come from hand and storage; those most from storage last."""
    cards = at.entry.cards
    for way in sorted(product((False, True), repeat=2), key=sum):
        stored = tuple(card for card, is_stored in zip(cards, way, strict=True) if is_stored)
        hand = tuple(card for card, is_stored in zip(cards, way, strict=True) if not is_stored)
        fits = at.entry.number in (None, len(hand)) and all(at.can[card] >= stored.count(card) for card in stored)
        if at.leave is not None:
            fits = fits and all(at.leave[card] - stored.count(card) <= at.later[card] for card in at.leave)
        if fits:
            yield Trade(at.pile, True, stored, hand, 0)


def _draw(at: _Moment, number: int, chance: Stream, lacking: Callable[[int, str], int]) -> tuple[str, ...]:
    """Cards of a storage at random, those rather that are needed in the next pile."""
    left = at.can.copy()
    taken: list[str] = []
    for _ in range(number):
        cards = [card for card in sorted(left.elements()) for _ in range(1 + 4 * min(3, lacking(at.pile, card)))]
        taken.append(chance.pick(cards))
        left[taken[-1]] -= 1
    return tuple(taken)
