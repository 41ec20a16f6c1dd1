"""A past: how the cards that nobody but others saw may have gone from pile to hand to discard pile.

A card that leaves a pile for another hand is a token, of which only the pile is known at first. The tokens of each
player are led through all that was announced: some were planted, some went face down into a later pile. What came out
of a pile (its floods, the viewer's own draws, cards planted later) must have been put in: openly, from a storage, or
by tokens of earlier piles. Where a pile is asked for more than it had, tokens of one hand change their fates.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tileyard import Stream
from tileyard_nile2009.past_trades import Line, Trade, settle

__all__ = ["Past", "Story"]

_NEVER = 1_000_000
_LIKELY = 8
_REPAIRS = 150


class Story(NamedTuple):
    """What is certain of the past: for each pile the cards known to have been put in and those seen to come out, and
    the lines of the players whose cards are hidden."""

    supply: list[Counter[str]]
    seen: list[Counter[str]]
    lines: list[Line]


class Token:
    """A card that left ``pile`` unseen at ``since``, and left the hand at ``until``: as ``card``, if that was seen, or
    face down into pile ``to``. Times are places in the player's line."""

    __slots__ = ("card", "pile", "since", "to", "until")

    def __init__(self, pile: int, since: int, until: int = _NEVER, to: int = -1, card: str = "") -> None:
        self.pile = pile
        self.since = since
        self.until = until
        self.to = to
        self.card = card

    def change(self, other: Token) -> None:
        """Change fates with another token of the same hand."""
        self.until, other.until = other.until, self.until
        self.to, other.to = other.to, self.to
        self.card, other.card = other.card, self.card


class Past:
    """One attempt at a past; after :meth:`tell` has succeeded, ``rest`` is what is left in the pile in use."""

    def __init__(self, story: Story, chance: Stream) -> None:
        self.story, self.chance = story, chance
        self.supply = [known.copy() for known in story.supply]
        self.used = [seen.copy() for seen in story.seen]
        self.piles = range(len(self.supply))
        self.rest: list[str] = []
        # By player: tokens in the order drawn, cards traded from the storage with their times, and what is stored now.
        self.tokens: dict[int, list[Token]] = {}
        self.given: dict[int, list[tuple[int, int, str]]] = {}
        self.stored: dict[int, list[str]] = {}

    def tell(self, *, bold: bool) -> bool:
        """Whether everything could have been so; ``bold`` as in :func:`settle`."""
        found: list[list[Trade]] = []
        for line in self.story.lines:
            settled = settle(line, self.chance, self._lacking, bold=bold)
            if settled is None:
                return False
            trades, self.stored[line.player] = settled
            found.append(trades)
            for trade in trades:
                if not trade.shown and trade.pile + 1 in self.piles:
                    self.supply[trade.pile + 1].update(trade.from_storage)
        for line, trades in zip(self.story.lines, found, strict=True):
            self._lead(line, trades)
        return self._repair() and self._trace() and self._name()

    def seat(self, player: int) -> tuple[list[str], list[str], list[str], list[str], list[str]]:
        """Hand, storage, cards face down on the discard pile, all cards drawn, and all discarded face down."""
        tokens = self.tokens[player]
        hidden = [(token.until, token.to, token.card) for token in tokens if token.to >= 0] + self.given[player]
        hidden.sort()
        return (
            [token.card for token in tokens if token.until == _NEVER],
            self.stored[player],
            [card for _, to, card in hidden if to not in self.piles],
            [token.card for token in tokens],
            [card for _, _, card in hidden],
        )

    # -- tokens through hands ----------------------------------------------------------------------

    def _lacking(self, pile: int, card: str) -> int:
        """How many of a card came out of the pile after this one that are not known to have been put in."""
        after = pile + 1
        return max(0, self.used[after][card] - self.supply[after][card]) if after in self.piles else 0

    def _lead(self, line: Line, trades: list[Trade]) -> None:
        """Lead the tokens of one player through the past."""
        hand, tokens, given = list[Token](), list[Token](), list[tuple[int, int, str]]()
        coming = iter(trades)
        for now, (pile, entry) in enumerate(line.steps):
            if entry.sign == "+":
                new = [Token(pile, now) for _ in range(entry.number or 0)]
                hand += new
                tokens += new
            elif entry.sign == "<":
                self._spend(hand, entry.cards, now)
            elif entry.sign == "/":
                trade = next(coming)
                self._spend(hand, trade.from_hand, now)
                for _ in range(trade.unknown):
                    token = hand.pop(self.chance.below(len(hand)))
                    token.until, token.to = now, pile + 1
                if not trade.shown:
                    given += [(now, pile + 1, card) for card in trade.from_storage]
        self.tokens[line.player], self.given[line.player] = tokens, given

    def _spend(self, hand: list[Token], cards: Sequence[str], now: int) -> None:
        """Cards seen to leave a hand were tokens, of piles rather that can have held them."""
        for card in cards:
            rooms = [self.supply[token.pile][card] - self.used[token.pile][card] for token in hand]
            weights = [1 + (_LIKELY * room) ** 2 if room > 0 else 1 for room in rooms]
            token = hand.pop(_weighted(weights, self.chance))
            token.until, token.card = now, card
            self.used[token.pile][card] += 1

    # -- piles -------------------------------------------------------------------------------------

    def _repair(self) -> bool:
        """Let tokens change fates until no pile is asked for more than was put in, known or not."""
        coming = Counter(token.to for tokens in self.tokens.values() for token in tokens)
        for _ in range(_REPAIRS):
            short = [self.used[pile] - self.supply[pile] for pile in self.piles]
            over = [(pile, card) for pile in self.piles if short[pile].total() > coming[pile] for card in short[pile]]
            if not over:
                return True
            pile, card = self.chance.pick(over)
            changes = [
                (self._harm(token, other), token, other)
                for tokens in self.tokens.values()
                for token in tokens
                if token.pile == pile and token.card == card
                for other in tokens
                if other.pile != pile and other.card != card and other.since < token.until and token.since < other.until
            ]
            if not changes:
                return False
            least = min(harm for harm, _, _ in changes)
            # A change for the worse now and then, or a dead end would hold.
            wild = not self.chance.below(6)
            _, token, other = self.chance.pick([change for change in changes if wild or change[0] == least])
            self._move(token, other)
        return False

    def _harm(self, token: Token, other: Token) -> int:
        """How many cards more the piles would lack if two tokens changed fates; ``token`` is one that is lacking."""
        used, supply = self.used, self.supply
        pile, there, card, theirs = token.pile, other.pile, token.card, other.card
        harm = int(used[there][card] >= supply[there][card])
        if theirs:
            harm += (used[pile][theirs] >= supply[pile][theirs]) - (used[there][theirs] > supply[there][theirs])
        return harm

    def _move(self, token: Token, other: Token) -> None:
        for one, two in ((token, other), (other, token)):
            if one.card:
                self.used[one.pile][one.card] -= 1
                self.used[two.pile][one.card] += 1
        token.change(other)

    def _trace(self) -> bool:
        """Cards that came out of a pile and are not known to have been put in came with tokens of earlier piles."""
        self.roads = [[list[Token]() for _ in self.piles] for _ in self.piles]
        self.wanted = [[list[str]() for _ in self.piles] for _ in self.piles]
        for tokens in self.tokens.values():
            for token in tokens:
                if token.to in self.piles:
                    self.roads[token.pile][token.to].append(token)
        for pile in reversed(self.piles):
            need = self.used[pile].copy()
            for cards in self.wanted[pile]:
                need.update(cards)
            for card in (need - self.supply[pile]).elements():
                weights: list[int] = []
                for other in range(pile):
                    free = len(self.roads[other][pile]) - len(self.wanted[other][pile])
                    room = self.supply[other][card] - self.used[other][card]
                    weights.append(free * (1 + _LIKELY * max(0, room)) if other or room > 0 else 0)
                if not sum(weights):
                    return False
                self.wanted[_weighted(weights, self.chance)][pile].append(card)
        return True

    def _name(self) -> bool:
        """Give every token a card: what is wanted of it, or any of those left in its pile."""
        stay: list[list[Token]] = [[] for _ in self.piles]
        for tokens in self.tokens.values():
            for token in tokens:
                if not token.card and token.to not in self.piles:
                    stay[token.pile].append(token)
        for pile in self.piles:
            left = self.supply[pile] - self.used[pile]
            for wanted in self.wanted[pile]:
                left -= Counter(wanted)
            cards = list(left.elements())
            self.chance.shuffle(cards)
            for other in range(pile + 1, len(self.piles)):
                tokens, wanted = self.roads[pile][other], self.wanted[pile][other]
                self.chance.shuffle(tokens)
                if len(tokens) - len(wanted) > len(cards):
                    return False
                _put(tokens, [*wanted, *_take(cards, len(tokens) - len(wanted))])
                self.supply[other].update(token.card for token in tokens)
            if len(stay[pile]) > len(cards):
                return False
            _put(stay[pile], _take(cards, len(stay[pile])))
            self.rest = cards
            if cards and pile + 1 in self.piles:
                return False
        return True


def _take(cards: list[str], number: int) -> list[str]:
    return [cards.pop() for _ in range(number)]


def _put(tokens: list[Token], cards: list[str]) -> None:
    for token, card in zip(tokens, cards, strict=True):
        token.card = card


def _weighted(weights: Sequence[int], chance: Stream) -> int:
    """A place at random, as likely as its weight says."""
    mark = chance.below(sum(weights))
    for at, weight in enumerate(weights):
        mark -= weight
        if mark < 0:
            return at
    raise AssertionError("a mark lies within the sum")
