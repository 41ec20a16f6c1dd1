"""What a player may do in a turn of the race: steps and jumps, when it finishes, whether it can be completed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from tileyard_qaleh_nil import boards
from tileyard_qaleh_nil.boards import Arena
from tileyard_qaleh_nil.model import RaceTable, Table

__all__ = ["Search", "distance", "goals", "has_finished", "largest", "shut_in", "ways_out"]


def goals(table: Table) -> tuple[list[int], ...]:
    """The cells of each player's goal tile."""
    return boards.layout(table.ground.layout).goals[len(table.pawns)]


def ways_out(arena: Arena, board: list[int], pawns: Sequence[int], left: int) -> list[tuple[int, int, int]]:
    """Every step and jump of these pawns that costs no more than ``left``: from, to, cost (QN-401 to QN-408)."""
    found: list[tuple[int, int, int]] = []
    for start in pawns:
        for near, cost, far in arena.ways[start]:
            if board[near] < 0:
                if cost <= left:
                    found.append((start, near, cost))
            elif far >= 0 and board[far] < 0:
                found.append((start, far, 1))
    return found


def has_finished(board: list[int], pawns: list[int], player: int, goal: list[int], halma: bool) -> bool:
    """Whether the pawns fill the goal, or with ``halma`` the goal is full and one of them in it (QN-601)."""
    if pawns == goal:
        return True
    return halma and any(board[cell] == player for cell in goal) and all(board[cell] >= 0 for cell in goal)


class Search:
    """What may still come of a turn, searched on a board of its own (QN-312)."""

    def __init__(self, table: RaceTable, player: int, halma: bool) -> None:
        self.arena = table.ground.arena
        self.board, self.pawns = table.board[:], table.pawns[player][:]
        self.player, self.halma = player, halma
        self.goal = goals(table)[player]

    def after(self, start: int, to: int, cost: int, left: int, finishing: bool) -> bool:
        """Whether this move can be followed by others that cost exactly the rest of ``left``.

        A move that finishes ends the turn; ``finishing`` tells whether that will do as well.
        """
        board, pawns = self.board, self.pawns
        if cost == left and not finishing:
            return True
        board[start], board[to] = -1, self.player
        self.pawns = sorted(to if cell == start else cell for cell in pawns)
        if has_finished(board, self.pawns, self.player, self.goal, self.halma):
            good = finishing or cost == left
        else:
            good = cost == left or self.reaches(left - cost, finishing)
        board[start], board[to] = self.player, -1
        self.pawns = pawns
        return good

    def reaches(self, left: int, finishing: bool) -> bool:
        """Whether moves can cost exactly ``left``, or with ``finishing`` finish."""
        moves = ways_out(self.arena, self.board, self.pawns, left)
        return any(self.after(*move, left, finishing) for move in moves)


def largest(table: RaceTable, player: int, halma: bool) -> int:
    """The largest total, three at most, that a turn of ``player`` can have; finishing ends it early."""
    search = Search(table, player, halma)
    return next((total for total in (3, 2, 1) if search.reaches(total, finishing=False)), 0)


def distance(table: RaceTable, player: int) -> int:
    """What the cheapest ways of all pawns to the goal cost together, if nothing stood in their way."""
    arena = table.ground.arena
    ways = [arena.distances(cell) for cell in goals(table)[player]]
    return min(
        sum(way[cell] for way, cell in zip(ways, order, strict=True)) for order in permutations(table.pawns[player])
    )


def shut_in(table: RaceTable, player: int) -> int:
    """How many pawns of others stand on the goal and cannot leave it as long as everybody else stays."""
    arena, board = table.ground.arena, table.board
    goal = goals(table)[player]
    return sum(board[cell] not in (-1, player) and not ways_out(arena, board, [cell], 3) for cell in goal)
