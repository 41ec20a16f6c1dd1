"""A guess at what is hidden: the tiles out of sight, dealt at random so that all that is known holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from tileyard import State, Stream, View, copier
from tileyard_tiles.known import agrees, sizes_of
from tileyard_tiles.model import Options, Seat, Table, Vault
from tileyard_tiles.pieces import pieces

__all__ = ["guess"]

TRIES = 50
"""How often a deal is begun anew that cannot be made to agree with what is known."""

TilesView = View[Options, Table, Seat]


def guess(view: TilesView, chance: Stream) -> State[Table, Seat, Vault]:
    """A state that looks like ``view``: the tiles out of sight dealt at random, so that all that is known holds."""
    table: Table = copier(Table)(view.table)
    known = pieces(view.options.tileset, view.options.rotate)
    hidden = Counter(known.tiles)
    hidden.subtract(known.kind_of[shown] for shown in table.layout.values())
    hidden.subtract(table.discards)
    if view.seat is not None:
        hidden.subtract(view.seat.hand)
        hidden.subtract(view.seat.discards)
    # The last try takes any deal: what is known is little, and a bot must have some world to think in.
    deals = (_deal(view, table, list(hidden.elements()), chance, strict=last > 0) for last in range(TRIES, -1, -1))
    seats, deck = next(deal for deal in deals if deal is not None)
    return State(table, seats, Vault(deck))


def _deal(
    view: TilesView, table: Table, hidden: list[str], chance: Stream, *, strict: bool
) -> tuple[tuple[Seat, ...], list[str]] | None:
    """The seats and the deck of a random deal; None if it runs into what is known not to be."""
    chance.shuffle(hidden)
    strict = strict and bool(table.stuck)
    seats: dict[int, Seat] = {}
    if view.player is not None and view.seat is not None:
        seats[view.player] = Seat(view.seat.hand[:], view.seat.discards[:])
    # Those of whom most is known come first, while there is most to choose from.
    known = [stuck.player for stuck in table.stuck]
    for player in sorted(range(view.players), key=known.count, reverse=True):
        if player not in seats:
            hand: list[str] = []
            pile: list[str] = []
            held, buried = sizes_of(view, player)
            possible = partial(agrees, table, player, hand, pile) if strict else partial(bool, True)
            taken = [_take(hidden, stock, possible) for stock in [pile] * buried + [hand] * held]
            if not all(taken):
                return None
            seats[player] = Seat(hand, pile)
    return tuple(seats[player] for player in range(view.players)), hidden


def _take(hidden: list[str], stock: list[str], possible: Callable[[], bool]) -> bool:
    """Move to a stock the next tile out of sight with which the deal stays possible; False if there is none."""
    for place in range(len(hidden) - 1, -1, -1):
        stock.append(hidden[place])
        if possible():
            hidden.pop(place)
            return True
        stock.pop()
    return False
