"""What can be known of tiles out of sight, and worlds that agree with it.

Beside the number of tiles on each hand, one thing is known: whoever must place and discards instead
had nothing that fits. What is on that hand from then on is of the kinds that fitted nowhere, or was
drawn later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from tileyard import State, Stream, View, copier
from tileyard_tiles.model import Options, Seat, Stuck, Table, Vault
from tileyard_tiles.pieces import pieces

__all__ = ["agrees", "sizes_of", "stuck_kinds", "used", "world"]

TRIES = 50
"""How often a deal is begun anew that cannot be made to agree with what is known."""

TilesView = View[Options, Table, Seat]


def sizes_of(view: TilesView, player: int) -> tuple[int, int]:
    """How many tiles lie on a player's hand, and face down before the player."""
    hands, discards = view.sizes["seat.hand"], view.sizes.get("seat.discards")
    assert isinstance(hands, list)
    return hands[player], discards[player] if isinstance(discards, list) else 0


def stuck_kinds(table: Table, options: Options) -> tuple[str, ...]:
    """The kinds of the tile set that fit nowhere, in its order."""
    known = pieces(options.tileset, options.rotate)
    fitting = {kind for pattern in table.gaps.values() for kind in known.fits[pattern]}
    return tuple(kind for kind in known.turns if kind not in fitting)


def used(table: Table, player: int, tile: str) -> None:
    """Everybody saw a tile leave a player's hand: of a kind that would have fitted, it was one drawn later."""
    later = False
    for stuck in reversed(table.stuck):
        if stuck.player == player:
            # What was drawn after one discard was drawn after all those before it, too.
            later = later or tile not in stuck.kinds
            stuck.fresh -= later


def agrees(table: Table, player: int, hand: Sequence[str], pile: Sequence[str]) -> bool:
    """Whether a player can hold such tiles, and have discarded those of ``pile`` face down, by what is known."""
    own = [stuck for stuck in table.stuck if stuck.player == player]
    if any(tile not in stuck.kinds for tile, stuck in zip(pile, own, strict=False)):
        return False
    since = [_since(tile, own[:place]) for place, tile in enumerate(pile)] + [_since(tile, own) for tile in hand]
    return all(sum(place < after for after in since) <= stuck.fresh for place, stuck in enumerate(own))


def _since(tile: str, own: Sequence[Stuck]) -> int:
    """After how many of a player's discards a tile must have been drawn: it would have fitted at the last of them."""
    return next((place for place in range(len(own), 0, -1) if tile not in own[place - 1].kinds), 0)


def world(view: TilesView, chance: Stream) -> State[Table, Seat, Vault]:
    """A state that looks like ``view``: the tiles out of sight dealt at random, so that all that is known holds."""
    table: Table = copier(Table)(view.table)
    known = pieces(view.options.tileset, view.options.rotate)
    unseen = Counter(known.tiles)
    unseen.subtract(known.kind_of[shown] for shown in table.layout.values())
    unseen.subtract(table.discards)
    if view.seat is not None:
        unseen.subtract(view.seat.hand)
        unseen.subtract(view.seat.discards)
    # The last try takes any deal: what is known is little, and a bot must have some world to think in.
    deals = (_deal(view, table, list(unseen.elements()), chance, strict=last > 0) for last in range(TRIES, -1, -1))
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
