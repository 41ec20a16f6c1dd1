"""What may be traded, and why not (N09-312 to 314, 341 to 343)."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Literal

from tileyard import Reason, State, Stream, Turn
from tileyard_nile2009 import history
from tileyard_nile2009.model import Card, Market, Marketed, Offered, Offering, Options, Seat, Table, Vault
from tileyard_nile2009.pieces import rank

__all__ = ["any_trade", "refuse_trade", "trade", "trades"]

Trade = Market | Offering


@cache
def _card(zone: Literal["hand", "storage"], card: str) -> Card:
    return Card(zone, card)


@cache
def _both(one: Card, two: Card) -> tuple[Market, Offering]:
    return Market((one, two)), Offering((one, two))


def _place(card: Card) -> tuple[bool, int]:
    """Where a card stands in lists: the hand before the storage (N09-354)."""
    return card.zone == "storage", rank().get(card.card, -1)


def _held(seat: Seat) -> list[tuple[Card, int]]:
    """Each kind of card on the hand and in the storage, with its number, in order."""
    order, hand, storage = rank().__getitem__, seat.hand, seat.storage
    held = [(_card("hand", kind), hand.count(kind)) for kind in sorted(set(hand), key=order)]
    held += [(_card("storage", kind), storage.count(kind)) for kind in sorted(set(storage), key=order)]
    return held


def trades(seat: Seat) -> list[Trade]:
    """Every trade: each two cards taken to market, and then each two of them given as an offering."""
    held = _held(seat)
    pairs = [_both(one, one) for one, number in held if number > 1]
    pairs += [_both(one, two) for (one, _), (two, _) in combinations(held, 2)]
    return [*(market for market, _ in pairs), *(offering for _, offering in pairs)]


def any_trade(seat: Seat, chance: Stream) -> Trade:
    """A trade with two of the cards at random, of which there must be so many."""
    size = len(seat.hand)
    total = size + len(seat.storage)
    one = chance.below(total)
    two = chance.below(total - 1)
    two += two >= one
    cards = [
        _card("hand", seat.hand[at]) if at < size else _card("storage", seat.storage[at - size]) for at in (one, two)
    ]
    cards.sort(key=_place)
    return _both(*cards)[chance.below(2)]


def trade(state: State[Table, Seat, Vault], move: Trade, turn: Turn[Options]) -> None:
    """Put two cards on the discard pile, before anything else happens (N09-314, 342, 343)."""
    table, player, options = state.table, turn.player, turn.options
    seat, shown = state.seats[player], options.trade_discards == "shown"
    cards = tuple([card.card for card in move.cards])
    from_hand = None
    if options.show_hand_counts == "yes":
        from_hand = sum([card.zone == "hand" for card in move.cards])
    for card in move.cards:
        (seat.hand if card.zone == "hand" else seat.storage).remove(card.card)
    if shown:
        # In the order of the move they would tell which of them came from the storage.
        cards = tuple(sorted(cards, key=rank().__getitem__))
        table.discards += cards
    else:
        seat.discards += cards
        seat.traded += cards
    told = cards if shown else ()
    history.traded(table, player, from_hand, told)
    turn.announce((Marketed if isinstance(move, Market) else Offered)(player, told, from_hand))


def refuse_trade(move: Trade, seat: Seat) -> Reason | None:
    """Why these cards may not be traded; None if they may."""
    cards: tuple[Card, ...] = move.cards
    if len(cards) != 2:
        rule = "N09-312" if isinstance(move, Market) else "N09-313"
        return Reason("two cards are discarded, no more and no less", rule, "cards")
    for card in cards:
        number = cards.count(card)
        if (seat.hand if card.zone == "hand" else seat.storage).count(card.card) < number:
            text = f"you do not have {'two' if number == 2 else 'a'} {card.card} in your {card.zone}"
            return Reason(text, "N09-314", "cards", tuple([kind for kind, _ in _held(seat)]))
    if _place(cards[0]) > _place(cards[1]):
        return Reason("list the hand before the storage, and cards in order", "N09-354", "cards")
    return None
