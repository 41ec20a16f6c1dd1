"""The rules of the race. The numbers QN-nnn are those of the page of the games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tileyard import Budget, Game, Reason, Result, State, Stream, Turn, View
from tileyard_qaleh_nil import boards, howto, turns, words
from tileyard_qaleh_nil.events import (
    Began,
    Crossed,
    Drawn,
    Ended,
    Finished,
    Jumped,
    Laid,
    LastTurnGranted,
    PassedOver,
    ReachedGoal,
    Stepped,
    Won,
)
from tileyard_qaleh_nil.model import End, LastTurn, Move, RaceOptions, RaceTable
from tileyard_qaleh_nil.ways import Search, distance, has_finished, largest, shut_in, ways_out

__all__ = ["QalehNil"]

TEAMS = {(2, "opposite"): ((0,), (1,)), (4, "opposite"): ((0, 2), (1, 3)), (4, "adjacent"): ((0, 1), (2, 3))}
TRIES = range(24)
SHUT_IN = 3
"""What it is estimated to cost to let a pawn out."""
END = End()
RaceView = View[RaceOptions, RaceTable]


class QalehNil(Game[RaceOptions, RaceTable, Move | End]):
    """Bring all your pawns to the corner opposite, over a board of walls; three moves a turn."""

    id = "qaleh-nil"
    title = "Qal'eh Nil"
    players = (2, 4)
    how_to_play = howto.RACE
    rules = 1
    # Ten thousand rounds of four turns, none of more than three plies, and a last turn.
    max_plies = 120_003
    events = (
        Laid, Began, Stepped, Crossed, Jumped, ReachedGoal, Ended, Finished, PassedOver, LastTurnGranted, Won, Drawn,
    )  # fmt: skip

    def setup(self, turn: Turn[RaceOptions]) -> State[RaceTable]:
        """Lay the tiles at random, fill the start tiles, and draw who starts (QN-201 to QN-208)."""
        players, options = turn.players, turn.options
        teams = TEAMS[players, options.teams if players == 4 else "opposite"]
        shared = turns.lay(turn, "4x4" if players == 4 else "3x3", options.tileset, teams)
        table = RaceTable(**shared, moves=Budget.of(3), finished=[False] * players)
        self._open(table, turn)
        return State(table, (None,) * players)

    def active(self, table: RaceTable) -> tuple[int, ...]:
        """Whose turn it is, until the game has ended."""
        return () if table.ending else (table.rota.order[table.rota.at],)

    def legal(self, view: RaceView) -> list[Move | End]:
        """Every step and jump of the own pawns that the moves left pay for; `end` where it is allowed."""
        moves: list[Move | End] = [*self._of(view, view.table.pawns[view.player or 0])]
        if self._may_end(view) or not moves:
            moves.append(End())
        return moves

    def sample(self, view: RaceView, chance: Stream) -> Move | End:
        """Any legal move, all equally likely: a pawn and a way, tried again if that is none.

        Each pawn has one move at most in each of its four directions, so no move is likelier than another.
        """
        table, least = view.table, view.options.min_moves
        if least == 3 and self._must_complete(view):
            return chance.pick(self.legal(view))
        ways, board = table.ground.arena.ways, table.board
        mine, left = table.pawns[view.player or 0], table.moves.left
        slots = 4 * len(mine)
        ends = slots + 1 if not least or self._may_end(view) else slots
        for _ in TRIES:
            slot = chance.below(ends)
            if slot == slots:
                return END
            start = mine[slot >> 2]
            near, cost, far = ways[start][slot & 3]
            if board[near] < 0:
                if cost <= left:
                    return boards.MOVES[start][near]
            elif far >= 0 and board[far] < 0:
                return boards.MOVES[start][far]
        return chance.pick(self.legal(view))

    def permits(self, view: RaceView, move: Move | End) -> Reason | None:
        """Whether the move is legal; if not, the first rule that forbids it."""
        # To look at the one pawn is a quarter of the work.
        if (
            type(move) is Move
            and move.start in view.table.pawns[view.player or 0]
            and move in self._of(view, [move.start])
        ):
            return None
        moves = self.legal(view)
        return None if move in moves else self._refusal(view, move, moves)

    def apply(self, state: State[RaceTable], move: Move | End, turn: Turn[RaceOptions]) -> None:
        """Move the pawn or end the turn; then look whether the turn or the game is over."""
        table, player = state.table, turn.player
        if type(move) is not Move:
            if turn.log is not None:
                turn.announce(Ended(player, table.moves.left))
            self._close(table, turn)
            return
        to, arena = move.to, table.ground.arena
        # What is no step is a jump.
        turns.make(table, move, player, arena.tolls[move.start].get(to, 1), turn)
        goal, halma = arena.layout.goals[turn.players][player], turn.options.goal_block == "halma"
        reached = to in goal
        if reached and turn.log is not None and move.start not in goal:
            turn.announce(ReachedGoal(player, to, len({*table.pawns[player]} & {*goal})))
        # Without halma only a pawn that is on the goal now can have completed it.
        if (reached or halma) and has_finished(table.board, table.pawns[player], player, goal, halma):
            self._finish(table, turn)
        elif not table.moves.left or (table.last_turn and table.last_turn.moves == len(table.trail)):
            self._close(table, turn)

    def result(self, table: RaceTable, scores: Sequence[int]) -> Result:
        """Win, draw or loss; partners share it (QN-501)."""
        return turns.result(table)

    def estimate(self, state: State[RaceTable], scores: Sequence[int]) -> list[int]:
        """The nearer all pawns of a team are to their goals, the better; others shut in there are in the way."""
        table = state.table
        to_go = [distance(table, player) + SHUT_IN * shut_in(table, player) for player in range(len(table.pawns))]
        teams = [next(team for team in table.teams if player in team) for player in range(len(to_go))]
        return [-sum(to_go[player] for player in team) for team in teams]

    def pieces(self, state: State[RaceTable]) -> Iterator[tuple[str, object]]:
        """Every tile, on the board or in the box, and every pawn."""
        table = state.table
        yield from (("tile", tile.kind) for tile in table.ground.tiles)
        yield from (("tile", kind) for kind in table.box)
        yield from (("pawn", player) for player, pawns in enumerate(table.pawns) for _ in pawns)

    def invariants(self, state: State[RaceTable]) -> None:
        """Four pawns each, on cells of their own; board, order and turn agree with one another."""
        table = state.table
        where = {cell: player for player, pawns in enumerate(table.pawns) for cell in pawns}
        assert len(where) == 4 * len(table.pawns), "every player has four pawns, no two on one cell"
        assert where == {cell: piece for cell, piece in enumerate(table.board) if piece >= 0}, "the board has them all"
        assert where.keys() <= set(boards.layout(table.ground.layout).cells), "all of them on cells"
        assert all(pawns == sorted(pawns) for pawns in table.pawns), "the pawns are listed in order"
        assert sorted(table.rota.out) == [p for p, done in enumerate(table.finished) if done], "who has finished is out"
        assert 0 <= table.moves.left <= table.moves.full <= 3, "a turn has three moves at most"
        assert bool(table.winners) == (table.ending not in ("", *turns.DRAWS)), "a win has winners, a draw has none"
        # The last of each part will do, since each was the last once.
        assert all(past.count(past[past.rindex(" ") :]) <= 3 for past in table.past.values()), (
            "the third time is the last"
        )

    def tell(self, event: Any) -> str:
        """A sentence for what most often happens; the rest by the names of its fields."""
        return words.tell(event) or super().tell(event)

    def label(self, field: str, value: object) -> str:
        """Cells as ``c5``; players counted from 1."""
        return turns.label(field, value)

    # -- inside --------------------------------------------------------------------------------

    def _of(self, view: RaceView, pawns: Sequence[int]) -> list[Move]:
        """The legal steps and jumps of some of the own pawns."""
        table, left = view.table, view.table.moves.left
        found = ways_out(table.ground.arena, table.board, pawns, left)
        if self._must_complete(view):
            search = Search(table, view.player or 0, view.options.goal_block == "halma")
            found = [move for move in found if search.after(*move, left, finishing=True)]
        return [boards.MOVES[start][to] for start, to, _ in found]

    def _must_complete(self, view: RaceView) -> bool:
        """Whether the largest total must be reached (QN-312)."""
        return view.options.min_moves == 3 and view.table.last_turn is None

    def _may_end(self, view: RaceView) -> bool:
        """Whether `end` is legal beside other moves (QN-303, QN-605)."""
        table, least = view.table, view.options.min_moves
        return least == 0 or table.last_turn is not None or (least == 1 and bool(table.trail))

    def _open(self, table: RaceTable, turn: Turn[RaceOptions]) -> None:
        if turns.open_turn(table, turn):
            options, moves = turn.options, 3
            if options.min_moves == 3:
                moves = largest(table, table.rota.mover, options.goal_block == "halma")
            turns.begin(table, turn, moves)

    def _close(self, table: RaceTable, turn: Turn[RaceOptions]) -> None:
        """The turn is over; so is the game, if it was the last one (QN-604, QN-607)."""
        if table.last_turn is not None:
            turns.finish(table, turn, "reply", self._team(table, table.rota.order[0]))
            return
        turns.next_turn(table, turn)
        self._open(table, turn)

    def _finish(self, table: RaceTable, turn: Turn[RaceOptions]) -> None:
        """The player has finished: the turn is over, and perhaps the game (QN-309, QN-601 to QN-607)."""
        player = turn.player
        table.finished[player] = True
        table.rota.drop(player)
        turn.announce(Finished(player))
        team = self._team(table, player)
        if not all(table.finished[member] for member in team):
            self._close(table, turn)
        elif table.last_turn is not None:
            turns.finish(table, turn, "equal")
        elif table.rota.order[0] in team and (len(team) == 1 or turn.options.reply_rule_4p == "yes"):
            self._grant(table, turn)
        else:
            turns.finish(table, turn, "goal", team)

    def _grant(self, table: RaceTable, turn: Turn[RaceOptions]) -> None:
        """The next player who has not finished, and so belongs to the other team, has a last turn."""
        actions = turn.options.reply_counts == "actions"
        total, moves = (3, len(table.trail)) if actions else (table.moves.spent, 0)
        turns.next_turn(table, turn)
        player = table.rota.mover
        table.last_turn = LastTurn(player, moves)
        turn.announce(LastTurnGranted(player, total, moves))
        turns.begin(table, turn, total)

    def _team(self, table: RaceTable, player: int) -> tuple[int, ...]:
        return next(team for team in table.teams if player in team)

    def _refusal(self, view: RaceView, move: Move | End, moves: list[Move | End]) -> Reason:
        """The rule that forbids a move which is not among the legal ``moves``."""
        table, player = view.table, view.player or 0
        if isinstance(move, End):
            least = "a move" if view.options.min_moves == 1 else "all your moves"
            return Reason(f"you must make {least} before you end the turn", "QN-303", "type", ("move",))
        foreign = turns.foreign(table, move, player, moves, ("QN-201", "QN-305"))
        if foreign:
            return foreign
        text, rule = self._obstacle(table, move)
        return Reason(text, rule, "to", turns.targets_of(moves, move.start))

    def _obstacle(self, table: RaceTable, move: Move) -> tuple[str, str]:
        start, to, board, left = move.start, move.to, table.board, table.moves.left
        arena, there = table.ground.arena, boards.name(to)
        off = turns.off_line(start, to, jumps=True)
        if off:
            text = {"diagonal": "no move is diagonal", "far": f"no single move leads to {there}"}[off]
            return text, "QN-407" if off == "diagonal" else "QN-310"
        cost = arena.tolls[start].get(to)
        if board[to] >= 0:
            one, other = ("QN-401", "QN-406") if cost else ("QN-406", "QN-404")
            if cost:
                return f"there is a pawn on {there}", one
            over = board[(start + to) // 2] >= 0
            return f"there is a pawn on {there}, where the jump would end", one if over else other
        if cost is None:
            over = boards.name((start + to) // 2)
            if board[(start + to) // 2] < 0:
                return f"there is no pawn on {over} to jump over", "QN-404"
            return f"a wall stands before or behind {over}, so there is no jump", "QN-405"
        if cost > left:
            walls = {2: "over a wall", 3: "over a double wall"}[cost]
            return f"a step {walls} costs {cost}, and you have {left} left", "QN-408"
        return f"after a move to {there} you could not make all the moves that you must make", "QN-312"
