"""Tic-tac-toe written straight in plain Python, with no framework: the yardstick of the benchmarks."""

from __future__ import annotations

from collections.abc import Callable

# For each cell, the pairs of other cells that make a line with it.
PAIRS = [
    [(1, 2), (3, 6), (4, 8)],
    [(0, 2), (4, 7)],
    [(0, 1), (5, 8), (4, 6)],
    [(4, 5), (0, 6)],
    [(3, 5), (1, 7), (0, 8), (2, 6)],
    [(3, 4), (2, 8)],
    [(7, 8), (0, 3), (2, 4)],
    [(6, 8), (1, 4)],
    [(6, 7), (2, 5), (0, 4)],
]


def play(rnd: Callable[[], float]) -> int:
    """One game with random moves; ``rnd`` gives numbers from 0 to 1. Returns the number of moves."""
    board = [0] * 9
    player = 1
    moves = 0
    while True:
        legal = [cell for cell in range(9) if board[cell] == 0]
        if not legal:
            return moves
        cell = legal[int(rnd() * len(legal))]
        board[cell] = player
        moves += 1
        for a, b in PAIRS[cell]:
            if board[a] == player and board[b] == player:
                return moves
        player = 3 - player
