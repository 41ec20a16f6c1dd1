"""What is known of tiles out of sight: how many there are, and what a discard has told.

Whoever must place and discards instead had nothing that fits. What is on that hand from then on is of the kinds that
fitted nowhere, or was drawn later; ``Table.stuck`` keeps it.
"""

from __future__ import annotations

from collections.abc import Sequence

from tileyard import View
from tileyard_tiles.model import Options, Seat, Stuck, Table
from tileyard_tiles.pieces import pieces

__all__ = ["agrees", "sizes_of", "stuck_kinds", "used"]

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
