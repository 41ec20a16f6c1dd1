"""What a view shows of the tiles of all players, open or hidden."""

from __future__ import annotations

from collections import Counter

from tileyard import View
from tileyard_octopus.model import Options, Seat, Table
from tileyard_octopus.pieces import one_set

__all__ = ["hand_of", "hand_sizes", "unseen"]


def hand_of(view: View[Options, Table, Seat], player: int | None = None) -> list[str] | None:
    """The tiles of ``player`` (default: the viewer's own) as far as ``view`` shows them; None if it does not."""
    player = view.player if player is None else player
    if player is not None and view.table.hands:
        return view.table.hands[player]
    return view.seat.hand if view.seat is not None and player == view.player else None


def hand_sizes(view: View[Options, Table, Seat]) -> list[int]:
    """How many tiles each player has, which everybody sees."""
    sizes = view.sizes.get("seat.hand")
    return sizes if isinstance(sizes, list) else [len(hand) for hand in view.table.hands]


def unseen(view: View[Options, Table, Seat]) -> list[str]:
    """The tiles that lie somewhere the view does not show, in the order of the data file."""
    hidden = Counter(one_set() * view.options.sets)
    hidden.subtract(view.table.layout.values())
    for player in range(view.players):
        hidden.subtract(hand_of(view, player) or ())
    return list(hidden.elements())
