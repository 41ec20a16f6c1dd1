"""How well players stand before the end: what they have stored, and what fields and hands may still bring."""

from __future__ import annotations

from functools import cache, lru_cache

from tileyard import State
from tileyard_nile2009.model import Seat, Table, Vault
from tileyard_nile2009.pieces import LOCUSTS, rank

__all__ = ["prospects"]

CARD = 1_000_000
"""The worth of the first card of a crop in a storage; each further one is worth two thirds of the one before."""
SURE = 1000
# A field of one card is as likely harvested as not when so many cards are still to leave the pile.
_EVEN = 28
# By what a card on the hand is worth less than one in a field, and one of a crop that somebody else has; of `SURE`.
_HELD = 850
_TAKEN = 400


def prospects(state: State[Table, Seat, Vault]) -> list[int]:
    """For each player the worth of the storage, and of field and hand as likely as their cards get there.

    The smallest piles decide, so many cards of few crops are worth less than few of many (N09-503). A speculation card
    on the hand is worth a card from the pile: it may bring three, or none.
    """
    table, likely, found = state.table, _likely(state), list[int]()
    drawn = {*state.vault.pile, *table.discards, *table.floods}
    for player, seat in enumerate(state.seats):
        hand, storage = seat.hand, seat.storage
        bets = sum([len(card) > 1 for card in hand])
        worth, gains = 0, list[int]()
        for crop in _crops():
            field, held = table.fields.get(crop), hand.count(crop)
            mine = field.size if field is not None and field.owner == player else 0
            place = storage.count(crop), mine, field is not None and not mine, likely
            now = _worth(*place, held)
            worth += now
            if bets and crop in drawn:
                gains.append(_worth(*place, held + 1) - now)
        found.append(worth + (bets * sum(gains) // len(gains) if gains else 0))
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
def _worth(stored: int, planted: int, taken: bool, likely: int, held: int) -> int:
    """The worth of all the cards of one crop that a player has."""
    worth, step, chance = 0, CARD, SURE
    for _ in range(stored):
        worth += step
        step = step * 2 // 3
    for number in range(planted + held):
        chance = chance * likely // SURE
        share = SURE if number < planted else _TAKEN if taken else _HELD
        worth += step * chance * share // SURE**2
        step = step * 2 // 3
    return worth
