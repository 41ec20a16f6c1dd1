"""Tic-tac-toe: the smallest complete game, in one file and without a plugin.

Run it: ``python examples/tictactoe.py`` plays one match between two random bots.
"""

from __future__ import annotations

from typing import Any

from tileyard import Event, Game, Match, Move, NoOptions, Result, State, Struct, Turn, View, run
from tileyard.front.bots import RandomBot

CELLS = range(9)
# The other two cells of each line through a cell.
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
PAIRS = tuple(tuple(tuple(c for c in line if c != cell) for line in LINES if cell in line) for cell in CELLS)


class Mark(Move, Event):
    """Put the own mark on an empty cell, 0 to 8 row by row."""

    cell: int


MARKS = tuple(Mark(cell) for cell in CELLS)
MOVER = ((0,), (1,))


class Table(Struct):
    """``board[cell]`` is 0 (empty), 1 (a mark of player 0) or 2 (of player 1)."""

    board: list[int]
    active: tuple[int, ...] = (0,)
    winner: int = -1


class TicTacToe(Game[NoOptions, Table, Mark]):
    """Three marks in a row win."""

    id = "tictactoe"
    title = "Tic-tac-toe"
    players = (2,)
    max_plies = 9

    def setup(self, turn: Turn[NoOptions]) -> State[Table]:
        """An empty board; player 0 begins."""
        return State(Table([0] * 9), (None, None))

    def active(self, table: Table) -> tuple[int, ...]:
        """The mover, until there is a line or no empty cell."""
        return table.active

    def legal(self, view: View[NoOptions, Table]) -> list[Mark]:
        """Any empty cell."""
        board = view.table.board
        return [mark for mark in MARKS if not board[mark.cell]]

    def apply(self, state: State[Table], move: Mark, turn: Turn[NoOptions]) -> None:
        """Put the mark; a line wins."""
        table, cell, mark = state.table, move.cell, turn.player + 1
        board = table.board
        board[cell] = mark
        for a, b in PAIRS[cell]:
            if board[a] == mark and board[b] == mark:
                table.winner = turn.player
                table.active = ()
                return
        table.active = MOVER[2 - mark] if 0 in board else ()

    def result(self, table: Table, scores: Any) -> Result:
        """The owner of the line wins; without a line both share the place."""
        return Result.by([int(table.winner == player) for player in (0, 1)])

    def label(self, field: str, value: int) -> str:
        """Cells as a1 (top left) to c3."""
        return f"{'abc'[value % 3]}{value // 3 + 1}"


if __name__ == "__main__":
    match = run(Match(TicTacToe(), 2), [RandomBot(TicTacToe(), seed=1), RandomBot(TicTacToe(), seed=2)])
    print(match.view(None).table.board, match.result)
