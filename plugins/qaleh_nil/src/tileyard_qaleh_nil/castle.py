"""The rules of the Castle game. The numbers QC-nnn are those of the page of the games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tileyard import Budget, Game, Reason, Result, State, Stream, Turn, View, copier
from tileyard_qaleh_nil import boards, howto, turns, words
from tileyard_qaleh_nil.events import (
    Began,
    Captured,
    CastleCaptured,
    CastleChosen,
    CastlePlaced,
    Crossed,
    Drawn,
    Eliminated,
    Ended,
    Laid,
    PassedOver,
    Stepped,
    Won,
)
from tileyard_qaleh_nil.model import Castle, CastleOptions, CastleTable, End, Move, Seat
from tileyard_qaleh_nil.steps import Steps, actor, largest

__all__ = ["CASTLE", "QalehNilCastle"]

CASTLE = 4
"""On the board, the castle of side 0; that of side 1 is one more. So the last bit of any piece is its side."""
TRIES = range(24)
CastleView = View[CastleOptions, CastleTable, Seat]
CastleState = State[CastleTable, Seat]


class QalehNilCastle(Game[CastleOptions, CastleTable, Castle | Move | End, Seat]):
    """Capture the castle of the other side; you must make three moves a turn."""

    id = "qaleh-nil-castle"
    title = "Qal'eh Nil: the Castle game"
    players = (2, 4)
    how_to_play = howto.CASTLE
    rules = 1
    # Two castles, then ten thousand rounds of four turns, none of more than three plies.
    max_plies = 120_002
    events = (
        Laid, CastleChosen, CastlePlaced, Began, Stepped, Crossed, Captured, CastleCaptured, Eliminated, Ended,
        PassedOver, Won, Drawn,
    )  # fmt: skip

    def setup(self, turn: Turn[CastleOptions]) -> CastleState:
        """Lay the tiles at random, line up the pawns, and draw who starts (QC-201 to QC-208)."""
        players, options = turn.players, turn.options
        teams = ((0, 2), (1, 3)) if players == 4 else ((0,), (1,))
        shared = turns.lay(turn, options.castle_layout, options.tileset, teams)
        # Sides take turns, so the first two players are one of each, and come first in theirs.
        choosing, secret = shared["rota"].order[:2], options.castle_place_order == "secret"
        table = CastleTable(**shared, moves=Budget(3, 0), castles=[-1, -1], choosing=choosing, secret=secret)
        return State(table, tuple(Seat() for _ in range(players)))

    def active(self, table: CastleTable) -> tuple[int, ...]:
        """Who is to place a castle, both sides at once if it is secret; then whoever plays the turn."""
        if table.ending:
            return ()
        if table.choosing:
            return tuple(table.choosing) if table.secret else (table.choosing[0],)
        return (actor(table),)

    def legal(self, view: CastleView) -> list[Castle | Move | End]:
        """The cells for the castle; then every step after which the turn can be completed, or else `end`."""
        table, player = view.table, view.player or 0
        if table.choosing:
            return [Castle(cell) for cell in boards.layout(table.ground.layout).castles[player & 1]]
        return [*self._of(view, table.pawns[player])] or [End()]

    def sample(self, view: CastleView, chance: Stream) -> Castle | Move | End:
        """Any legal move, all equally likely: a pawn and a direction, tried again if there is no step."""
        table, player, left = view.table, view.player or 0, view.table.moves.left
        if table.choosing:
            return Castle(chance.pick(boards.layout(table.ground.layout).castles[player & 1]))
        if not left:
            return End()
        steps, pawns = Steps(table, player, view.options), table.pawns[player]
        slots = 4 * len(pawns)
        for _ in TRIES:
            slot = chance.below(slots)
            start = pawns[slot >> 2]
            near, cost, _ = steps.ways[start][slot & 3]
            allowed = cost <= left and steps.allowed(start, near, cost, steps.board[near])
            if allowed and steps.after(start, near, cost, left):
                return boards.MOVES[start][near]
        return chance.pick(self.legal(view))

    def permits(self, view: CastleView, move: Castle | Move | End) -> Reason | None:
        """Whether the move is legal; if not, the first rule that forbids it."""
        # To look at the one pawn is a fraction of the work.
        if (
            type(move) is Move
            and not view.table.choosing
            and move.start in view.table.pawns[view.player or 0]
            and move in self._of(view, [move.start])
        ):
            return None
        moves = self.legal(view)
        return None if move in moves else self._refusal(view, move, moves)

    def apply(self, state: CastleState, move: Castle | Move | End, turn: Turn[CastleOptions]) -> None:
        """Place the castle, or make the step with what it captures; then look whether the turn or the game is over."""
        table = state.table
        if type(move) is Move:
            self._step(table, move, turn)
        elif type(move) is Castle:
            self._choose(state, move, turn)
        else:
            if turn.log is not None:
                turn.announce(Ended(turn.player, 0))
            self._close(table, turn)

    def result(self, table: CastleTable, scores: Sequence[int]) -> Result:
        """Win, draw or loss; partners share it (QC-501)."""
        return turns.result(table)

    def estimate(self, state: CastleState, scores: Sequence[int]) -> list[int]:
        """Pawns are worth most; the nearer one is to the other castle, the better."""
        table = state.table
        arena = table.ground.arena
        stands: list[int] = []
        for side, team in enumerate(table.teams):
            pawns = [cell for player in team for cell in table.pawns[player]]
            castle = table.castles[1 - side]
            ways = arena.distances(castle) if castle >= 0 else {}
            stands.append(50 * len(pawns) - min((ways.get(cell, 0) for cell in pawns), default=0))
        return [stands[player & 1] for player in range(len(table.pawns))]

    def guess(self, view: CastleView, chance: Stream) -> CastleState:
        """A castle that was chosen and not shown may stand on any cell of its tile."""
        table: CastleTable = copier(CastleTable)(view.table)
        seats = [Seat() for _ in range(view.players)]
        for player in table.rota.order[:2]:
            if table.choosing and table.secret and player not in table.choosing:
                seats[player].castle = chance.pick(boards.layout(table.ground.layout).castles[player & 1])
        if view.player is not None and view.seat is not None:
            seats[view.player] = Seat(view.seat.castle)
        return State(table, tuple(seats))

    def pieces(self, state: CastleState) -> Iterator[tuple[str, object]]:
        """Every tile, on the board or in the box, and every pawn, captured or not."""
        table = state.table
        yield from (("tile", tile.kind) for tile in table.ground.tiles)
        yield from (("tile", kind) for kind in table.box)
        yield from (("pawn", player) for player, pawns in enumerate(table.pawns) for _ in pawns)
        yield from (("pawn", player) for player in table.captured)

    def invariants(self, state: CastleState) -> None:
        """Pieces on cells of their own, castles on their tiles, no castle tile crowded, turns of three at most."""
        table, options = state.table, boards.layout(state.table.ground.layout)
        where = {cell: player for player, pawns in enumerate(table.pawns) for cell in pawns}
        assert len(where) == sum(map(len, table.pawns)), "no two pawns stand on one cell"
        where |= {cell: CASTLE + side for side, cell in enumerate(table.castles) if cell >= 0}
        assert where == {cell: piece for cell, piece in enumerate(table.board) if piece >= 0}, "the board has them all"
        assert where.keys() <= set(options.cells), "all of them on cells"
        for side, home in enumerate(options.castles):
            assert table.castles[side] in (-1, *home), "a castle stands on its tile"
            for player in table.teams[side]:
                assert len({*table.pawns[player]} & {*home}) <= 1, "a castle tile has one pawn of a player at most"
        assert all(pawns == sorted(pawns) for pawns in table.pawns), "the pawns are listed in order"
        assert 0 <= table.moves.left <= table.moves.full <= 3, "a turn has three moves at most"
        assert bool(table.winners) == (table.ending not in ("", *turns.DRAWS)), "a win has winners, a draw has none"
        hidden = [player for player, seat in enumerate(state.seats) if seat.castle >= 0]
        chosen = [player for player in table.rota.order[:2] if table.choosing and player not in table.choosing]
        assert hidden == (sorted(chosen) if table.secret else []), "a castle is hidden until both are placed"

    def tell(self, event: Any) -> str:
        """A sentence for what most often happens; the rest by the names of its fields."""
        return words.tell(event) or super().tell(event)

    def label(self, field: str, value: object) -> str:
        """Cells as ``c5``; players counted from 1."""
        return turns.label(field, value)

    # -- inside --------------------------------------------------------------------------------

    def _choose(self, state: CastleState, move: Castle, turn: Turn[CastleOptions]) -> None:
        """Place a castle, or with ``secret`` both of them, once both are chosen (QC-204, QC-205)."""
        table, player = state.table, turn.player
        table.choosing.remove(player)
        if not table.secret:
            self._place(table, player, move.cell, turn)
        else:
            state.seats[player].castle = move.cell
            turn.announce(CastleChosen(player))
            if not table.choosing:
                for chooser in table.rota.order[:2]:
                    self._place(table, chooser, state.seats[chooser].castle, turn)
                    state.seats[chooser].castle = -1
        if not table.choosing:
            self._open(table, turn)

    def _place(self, table: CastleTable, player: int, cell: int, turn: Turn[CastleOptions]) -> None:
        side = player & 1
        table.castles[side], table.board[cell] = cell, CASTLE + side
        turn.announce(CastlePlaced(player, cell))

    def _of(self, view: CastleView, pawns: Sequence[int]) -> list[Move]:
        """The legal steps of some of the own pawns."""
        steps, left = Steps(view.table, view.player or 0, view.options), view.table.moves.left
        found = steps.all(left, pawns)
        return [boards.MOVES[start][to] for start, to, cost in found if steps.after(start, to, cost, left)]

    def _open(self, table: CastleTable, turn: Turn[CastleOptions]) -> None:
        """Begin a turn, or end the game, by a draw or because the player is short of moves (QC-303, QC-603)."""
        if not turns.open_turn(table, turn):
            return
        player = actor(table)
        table.moves.refill(3)
        moves = largest(table, player, turn.options)
        if moves < 3 and turn.options.castle_short == "lose":
            turns.finish(table, turn, "short", table.teams[1 - (player & 1)])
        else:
            turns.begin(table, turn, moves)

    def _close(self, table: CastleTable, turn: Turn[CastleOptions]) -> None:
        turns.next_turn(table, turn)
        self._open(table, turn)

    def _step(self, table: CastleTable, move: Move, turn: Turn[CastleOptions]) -> None:
        player, piece = turn.player, table.board[move.to]
        cost = table.ground.arena.tolls[move.start][move.to]
        turns.make(table, move, player, cost, turn)
        if piece >= CASTLE:
            table.castles[piece - CASTLE] = -1
            turn.announce(CastleCaptured(player, move.to))
            turns.finish(table, turn, "castle", table.teams[player & 1])
            return
        if piece >= 0:
            self._capture(table, piece, move.to, turn)
        if not table.ending and not table.moves.left:
            self._close(table, turn)

    def _capture(self, table: CastleTable, owner: int, at: int, turn: Turn[CastleOptions]) -> None:
        """Take a pawn off; who has none left may be out, and the side may have lost (QC-306, QC-409, QC-602)."""
        table.pawns[owner].remove(at)
        table.captured.append(owner)
        # No position from before can come again.
        table.past.clear()
        turn.announce(Captured(turn.player, owner, at))
        if table.pawns[owner]:
            return
        turn.announce(Eliminated(owner))
        team = table.teams[owner & 1]
        if any(table.pawns[member] for member in team):
            if turn.options.eliminated_partner == "skip":
                table.rota.drop(owner)
        elif turn.options.castle_no_pawns == "lose":
            turns.finish(table, turn, "no_pawns", table.teams[turn.player & 1])
        else:
            for member in team:
                table.rota.drop(member)

    def _refusal(self, view: CastleView, move: Castle | Move | End, moves: list[Castle | Move | End]) -> Reason:
        """The rule that forbids a move which is not among the legal ``moves``."""
        table, player = view.table, view.player or 0
        if isinstance(move, Castle) and table.choosing:
            cells = boards.layout(table.ground.layout).castles[player & 1]
            return Reason("a castle is placed on the own castle tile", "QC-204", "cell", cells)
        if isinstance(move, Castle):
            return Reason("your castle stands already, and never moves", "QC-404", "type", ("move",))
        if table.choosing:
            return Reason("first the castles are placed", "QC-204", "type", ("castle",))
        if isinstance(move, End):
            return Reason("you must make all your moves", "QC-301", "type", ("move",))
        foreign = turns.foreign(table, move, player, moves, ("QC-102", "QC-307"))
        if foreign:
            return foreign
        text, rule = self._obstacle(view, move, player)
        return Reason(text, rule, "to", turns.targets_of(moves, move.start))

    def _obstacle(self, view: CastleView, move: Move, player: int) -> tuple[str, str]:
        table, start, to = view.table, move.start, move.to
        steps, there, left = Steps(table, player, view.options), boards.name(to), table.moves.left
        off = turns.off_line(start, to, jumps=False)
        if off == "diagonal":
            return "no move is diagonal", "QC-403"
        cost = table.ground.arena.tolls[start].get(to)
        if cost is None:
            return f"a pawn steps to the next cell, and jumps over nothing; {there} is farther away", "QC-402"
        piece = table.board[to]
        if piece >= 0 and piece & 1 == steps.side:
            return f"a piece of your own side stands on {there}", "QC-405"
        if piece >= 0 and not steps.captures(start, cost):
            return "a capture takes all three moves of the turn, made by one pawn, and this would not", "QC-407"
        if to in steps.home and steps.crowded(start):
            return "there is a pawn on your castle tile already", "QC-410"
        if to in steps.left_by(start):
            return f"the pawn has just come from {there}", "QC-413"
        if cost > left:
            return (
                f"a step over {('a wall', 'a double wall')[cost - 2]} costs {cost}, and you have {left} left",
                "QC-401",
            )
        return f"after a step to {there} you could not make all the moves that you must make", "QC-304"
