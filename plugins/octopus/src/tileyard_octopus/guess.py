"""A guess at what is hidden: the tiles out of sight, dealt at random."""

from __future__ import annotations

from tileyard import State, Stream, View, copier
from tileyard_octopus.known import hand_of, hand_sizes, unseen
from tileyard_octopus.model import Options, Seat, Table

__all__ = ["guess"]


def guess(view: View[Options, Table, Seat], chance: Stream) -> State[Table, Seat]:
    """A state that looks like ``view``: hands in sight as they are, each other one as large as the view says."""
    table: Table = copier(Table)(view.table)
    if table.hands:
        return State(table, tuple(Seat([]) for _ in range(view.players)))
    hidden = unseen(view)
    chance.shuffle(hidden)
    hands: list[list[str]] = []
    for player, size in enumerate(hand_sizes(view)):
        known = hand_of(view, player)
        hands.append(sorted(hidden.pop() for _ in range(size)) if known is None else known[:])
    return State(table, tuple(Seat(hand) for hand in hands))
