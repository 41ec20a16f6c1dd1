"""How well players stand before the end: what they have stored, and what fields and hands may still bring."""

from __future__ import annotations

from functools import cache, lru_cache

from tileyard import State
from tileyard_nile2009.model import Seat, Table, Vault
from tileyard_nile2009.pieces import LOCUSTS, rank

__all__ = ["prospects"]

CARD = 1_000_000
"""The worth of the first card of a crop in a storage; each further one is worth half the one before."""
SURE = 1000
# A field of one card is as likely harvested as not when so many cards are still to leave the pile.
_EVEN = 28
# By what a card on the hand is worth less than one in a field, and one of a crop that somebody else has; of `SURE`.
_HELD = 750
_TAKEN = 300
# What a speculation card on the hand is worth, beside the first card of a crop in a field; of `SURE`.
_BET = 400


def prospects(state: State[Table, Seat, Vault]) -> list[int]:
    """For each player the worth of the storage, and of field and hand as likely as their cards get there.

    The smallest piles decide, so many cards of few crops are worth less than few of many (N09-503).
    """
    fields, likely, found = state.table.fields, _likely(state), list[int]()
    for player, seat in enumerate(state.seats):
        hand, storage = seat.hand, seat.storage
        worth = sum([len(card) > 1 for card in hand]) * CARD * likely * _BET // SURE**2
        for crop in _crops():
            field = fields.get(crop)
            mine = field.size if field is not None and field.owner == player else 0
            worth += _worth(storage.count(crop), mine, hand.count(crop), field is not None and not mine, likely)
        found.append(worth)
    return found


@cache
def _crops() -> tuple[str, ...]:
    return tuple(card for card in rank() if len(card) == 1 and card != LOCUSTS)


def _likely(state: State[Table, Seat, Vault]) -> int:
    """How likely the next card of a field is harvested before the end, or before the field is lost; of `SURE`."""
    table, pile = state.table, len(state.vault.pile)
    around = pile + len(table.discards) + len(table.floods) + sum([len(seat.discards) for seat in state.seats])
    left = 0 if table.over else pile + (len(state.seats) - table.passes - 1) * around
    return SURE * left // (left + _EVEN)


@lru_cache(maxsize=100_000)
def _worth(stored: int, planted: int, held: int, taken: bool, likely: int) -> int:
    """The worth of all the cards of one crop that a player has."""
    worth, step, chance = 0, CARD, SURE
    for _ in range(stored):
        worth += step
        step //= 2
    for number in range(planted + held):
        chance = chance * likely // SURE
        share = SURE if number < planted else _TAKEN if taken else _HELD
        worth += step * chance * share // SURE**2
        step //= 2
    return worth
