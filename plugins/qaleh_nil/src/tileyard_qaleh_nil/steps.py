"""What a player may do in a turn of the Castle game: the steps allowed now, and whether the turn can be completed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tileyard_qaleh_nil import boards
from tileyard_qaleh_nil.model import CastleOptions, CastleTable

__all__ = ["Steps", "actor", "largest"]


def actor(table: CastleTable) -> int:
    """Who plays the present turn: whose turn it is, or the partner, if that player has no pawns (QC-306)."""
    mover = table.rota.mover
    return mover if table.pawns[mover] else (mover + 2) % 4


class Steps:
    """The steps that a player may make in a turn, and what may come of them, searched on a board of its own."""

    __slots__ = ("board", "home", "limited", "pawns", "player", "side", "spent", "trail", "ways", "whole")

    def __init__(self, table: CastleTable, player: int, options: CastleOptions) -> None:
        self.ways = table.ground.arena.ways
        self.board, self.pawns, self.trail = table.board[:], table.pawns[player], table.trail[:]
        self.player, self.side, self.spent = player, player & 1, table.moves.spent
        self.home = boards.layout(table.ground.layout).castles[self.side]
        self.limited = table.teams[self.side] if options.castle_home_limit == "team" else (player,)
        self.whole = options.castle_return == "whole_turn"

    def all(self, left: int, pawns: Iterable[int]) -> Iterator[tuple[int, int, int]]:
        """Every step of ``pawns`` that QC-401 to QC-413 allow and that costs no more than ``left``: from, to, cost.

        One by one, since a search is mostly content with the first.
        """
        board, ways = self.board, self.ways
        for start in pawns:
            for near, cost, _ in ways[start]:
                if cost <= left and self.allowed(start, near, cost, board[near]):
                    yield start, near, cost

    def allowed(self, start: int, to: int, cost: int, piece: int) -> bool:
        """Whether a pawn may step from ``start`` to ``to``, where ``piece`` stands, if there are the moves for it."""
        if piece >= 0 and (piece & 1 == self.side or not self.captures(start, cost)):
            return False
        return not (self.trail and to in self.left_by(start)) and not (to in self.home and self.crowded(start))

    def captures(self, start: int, cost: int) -> bool:
        """Whether a step would complete three moves of this one pawn (QC-407)."""
        if self.spent + cost != 3:
            return False
        for before, to in reversed(self.trail):
            if to != start:
                return False
            start = before
        return True

    def left_by(self, at: int) -> list[int]:
        """The cells to which the pawn on ``at`` may not go back (QC-413)."""
        found: list[int] = []
        for start, to in reversed(self.trail):
            if to == at:
                found.append(start)
                at = start
            if not self.whole:
                break
        return found

    def crowded(self, start: int) -> bool:
        """Whether the own castle tile has its pawn, so that one from elsewhere may not enter (QC-410)."""
        return start not in self.home and any(self.board[cell] in self.limited for cell in self.home)

    def after(self, start: int, to: int, cost: int, left: int) -> bool:
        """Whether this step can be followed by others that cost exactly the rest of ``left`` (QC-304)."""
        if cost == left:
            return True
        board, pawns = self.board, self.pawns
        board[start], board[to] = -1, self.player
        self.pawns = [to if cell == start else cell for cell in pawns]
        self.trail.append((start, to))
        self.spent += cost
        good = self.reaches(left - cost)
        self.spent -= cost
        self.trail.pop()
        self.pawns = pawns
        board[start], board[to] = self.player, -1
        return good

    def reaches(self, left: int) -> bool:
        """Whether steps can cost exactly ``left``."""
        board, ways = self.board, self.ways
        # One by one and not `all` of them: mostly the first will do.
        for start in self.pawns:
            for near, cost, _ in ways[start]:
                if (
                    cost <= left
                    and self.allowed(start, near, cost, board[near])
                    and self.after(start, near, cost, left)
                ):
                    return True
        return False


def largest(table: CastleTable, player: int, options: CastleOptions) -> int:
    """The largest total, three at most, that a turn of ``player`` can have (QC-303, QC-310)."""
    steps = Steps(table, player, options)
    return next((total for total in (3, 2, 1) if steps.reaches(total)), 0)
