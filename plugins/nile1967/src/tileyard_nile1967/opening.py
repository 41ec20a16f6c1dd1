"""Who starts."""

from __future__ import annotations

from tileyard import Turn
from tileyard.board import draw
from tileyard_nile1967.grid import Grid
from tileyard_nile1967.model import Options, StartDraw
from tileyard_nile1967.pieces import Kind

__all__ = ["first_player"]

EACH = 3
TIES = 10


def first_player(turn: Turn[Options], pile: list[Kind], grid: Grid) -> int:
    """The player who starts; all tiles drawn for it are back in the pile (N67-202, 203, 711)."""
    if turn.options.first_player == "seat0":
        return 0
    tied = list(range(turn.players))
    if turn.options.first_player == "draw":
        for _ in range(TIES):
            hands: list[list[Kind]] = [[draw(pile, turn.chance) for _ in range(EACH)] for _ in tied]
            sums = [sum(grid.worth[kind] for kind in hand) for hand in hands]
            turn.announce(StartDraw(tuple(tied), tuple(map(tuple, hands)), tuple(sums)))
            for hand in hands:
                pile += hand
            tied = [player for player, total in zip(tied, sums, strict=True) if total == max(sums)]
            if len(tied) == 1:
                return tied[0]
    return turn.chance.pick(tied)
