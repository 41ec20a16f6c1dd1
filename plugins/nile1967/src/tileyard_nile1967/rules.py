"""The rules of Nile (1967). The numbers N67-nnn are those of the game's page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from tileyard import Game, Reason, Result, State, Stream, Turn, View, clockwise
from tileyard.board import Network, deal, plane
from tileyard_nile1967 import known, model, words
from tileyard_nile1967.grid import EAST, PORTS, Grid, grid_of, lies
from tileyard_nile1967.guess import guess
from tileyard_nile1967.howto import HOW_TO_PLAY
from tileyard_nile1967.model import Forfeit, Options, Place, Seat, Stop, Table, Unable, Vault
from tileyard_nile1967.moves import all_cross, placements, why_no_stop, why_not
from tileyard_nile1967.opening import first_player
from tileyard_nile1967.pieces import MOST_PLACEMENTS, UNIVERSAL, Kind, all_tiles

__all__ = ["RACK", "Nile1967"]

RACK = 5
BONUS = 20
STOP, UNABLE, FORFEIT = Stop(), Unable(), Forfeit()
NileMove = Place | Stop | Unable | Forfeit
NileState = State[Table, Seat, Vault]
NileView = View[Options, Table, Seat]
NileTurn = Turn[Options]


class Nile1967(Game[Options, Table, NileMove, Seat, Vault]):
    """Lead one line across the board; tiles and squares pay, and only a universal tile may cross the line."""

    id = "nile1967"
    title = "Nile (1967)"
    players = range(2, 5)
    rules = 1
    # Each placement may come after 7 idle turns and be followed by a stop; 8 idle turns end the game.
    how_to_play = HOW_TO_PLAY
    max_plies = 9 * MOST_PLACEMENTS + 8
    events = (
        model.StartDraw, model.Started, model.Drew, model.Placed, model.Removed, model.TurnScored, model.Shown,
        model.Forfeited, model.Redealt, model.PassedOver, model.Finished, model.Stalled, model.RackLeft, model.Won,
    )  # fmt: skip
    whispers = (model.Drawn,)
    awards = {
        "tile": "a tile laid",
        "green": "a green square",
        "blue": "a blue square",
        "red": "a red square",
        "area": "a U area",
        "bonus": "five tiles in one play, or the whole rack",
        "unable": "the rack of a player who cannot play",
        "rack": "tiles left at the end",
    }

    def setup(self, turn: NileTurn) -> NileState:
        """Find who starts and deal the racks (N67-201 to 206)."""
        grid = grid_of(turn.options)
        pile = list(all_tiles())
        first = first_player(turn, pile, grid)
        seats = tuple(Seat([]) for _ in range(turn.players))
        since = [[0] * RACK for _ in seats]
        state = State(Table(clockwise(turn.players, first), grid.start, since, Network()), seats, Vault(pile))
        turn.announce(model.Started(first))
        self._deal(state, turn)
        return state

    def active(self, table: Table) -> tuple[int, ...]:
        """The player whose turn it is, until the end."""
        return () if table.over else (table.rota.mover,)

    def legal(self, view: NileView) -> Sequence[NileMove]:
        """The placements, and what else may be done (N67-302, 303, 314, 707)."""
        table, options = view.table, view.options
        assert view.seat is not None
        grid = grid_of(options)
        placed = placements(grid, table, view.seat.rack)
        if table.play:
            return placed if why_no_stop(grid, table) else [*placed, STOP]
        if not placed:
            return [UNABLE if table.tiles or options.start_forfeit == "penalty" else FORFEIT]
        if options.must_cross == "no" and all_cross(grid, table, placed):
            return [*placed, UNABLE]
        return placed

    def permits(self, view: NileView, move: NileMove) -> Reason | None:
        """None, or the rule against the move."""
        grid, table = grid_of(view.options), view.table
        assert view.seat is not None
        if isinstance(move, Place):
            return why_not(grid, table, view.seat.rack, move)
        if isinstance(move, Stop):
            return why_no_stop(grid, table)
        if move in self.legal(view):
            return None
        if table.play:
            return Reason("you have laid a tile, so this turn is a play", "N67-301", "type")
        if placements(grid, table, view.seat.rack):
            return Reason("you can lay a tile, so you have to", "N67-302", "type")
        if isinstance(move, Forfeit):
            if table.tiles:
                return Reason("a turn is forfeited only before the line is opened", "N67-314", "type")
            return Reason("who cannot open the line shows the rack and pays for it", "N67-703", "type")
        return Reason("before the line is opened the turn is forfeited, and the rack kept", "N67-315", "type")

    def apply(self, state: NileState, move: NileMove, turn: NileTurn) -> None:
        """Carry out a placement, or end the turn."""
        if isinstance(move, Place):
            self._place(state, move, turn)
        elif isinstance(move, Stop):
            self._end_play(state, turn)
        elif isinstance(move, Unable):
            self._unable(state, turn)
        else:
            self._forfeit(state, turn)

    # -- a placement ---------------------------------------------------------------------------

    def _place(self, state: NileState, move: Place, turn: NileTurn) -> None:
        table, player, kind, port = state.table, turn.player, move.tile, move.exit
        grid, rack = grid_of(turn.options), state.seats[player].rack
        head, tiles = table.head, table.tiles
        cell = head >> 3
        rack.remove(kind)
        known.laid(table, player, kind, grid)
        crossed = tiles.get(cell)
        tiles[cell] = kind
        if crossed is not None:
            state.vault.pile.append(crossed)
            table.back.append(crossed)
            turn.announce(model.Removed(cell, crossed))
        out = head - (head & 7) + port
        table.line.lay(head, out, plane.across)
        finished = port == EAST and grid.is_blue(cell)
        table.head = -1 if finished else plane.across(out)
        table.play.append(cell)
        table.idle = 0
        if turn.log is not None:
            like, turns = lies(head & 7, port)
            placed = model.Placed(player, kind, cell, head & 7, port, like, turns, crossed is not None)
            turn.announce(placed)
        self._score_tile(table, turn, grid, cell, crossed is not None)
        if len(table.play) == RACK if turn.options.five_bonus == "five_played" else not rack:
            turn.award(player, BONUS, "bonus", table.play)
            table.points += BONUS
        if finished:
            self._close_play(table, turn)
            turn.announce(model.Finished(player, cell))
            self._end(state, "finish")
        elif not rack:
            self._end_play(state, turn)

    def _score_tile(self, table: Table, turn: NileTurn, grid: Grid, cell: int, crossing: bool) -> None:
        """The tile just laid, and its square unless that was covered before (N67-501, 507)."""
        points = grid.worth[table.tiles[cell]]
        turn.award(turn.player, points, "tile", (cell,))
        if cell in grid.value and (not crossing or turn.options.cross_rescore_square == "yes"):
            points += self._score_square(table, turn, grid, cell)
        table.points += points

    def _score_square(self, table: Table, turn: NileTurn, grid: Grid, cell: int) -> int:
        """What a coloured square pays or costs when it is covered (N67-502 to 505)."""
        points, area = grid.value[cell], grid.area.get(cell)
        why = "blue" if grid.is_blue(cell) else "green" if points > 0 else "red"
        if area is not None:
            key = 8 * area + turn.player if turn.options.u_penalty_scope == "player" else 8 * area
            if key in table.paid:
                return 0
            table.paid.append(key)
            points, why = -grid.amounts[area], "area"
        turn.award(turn.player, points, why, (cell,))
        return points

    # -- the end of a turn ---------------------------------------------------------------------

    def _close_play(self, table: Table, turn: NileTurn) -> None:
        turn.announce(model.TurnScored(turn.player, table.points))
        table.last, table.play, table.points = table.play, [], 0
        if turn.options.u_penalty_scope == "turn":
            table.paid.clear()

    def _end_play(self, state: NileState, turn: NileTurn) -> None:
        """Draw as many tiles as were played (N67-305)."""
        self._close_play(state.table, turn)
        self._draw(state, turn, len(state.table.last))
        self._pass_on(state, turn)

    def _unable(self, state: NileState, turn: NileTurn) -> None:
        """Show, lose and change the rack (N67-308 to 312)."""
        table, player, rack = state.table, turn.player, state.seats[turn.player].rack
        worth = grid_of(turn.options).worth
        turn.announce(model.Shown(player, tuple(rack)))
        turn.award(player, -sum(worth[kind] for kind in rack), "unable")
        known.shown(table, player, rack)
        table.shown, table.shower = rack[:], player
        state.vault.pile += rack
        rack.clear()
        self._draw(state, turn, RACK)
        table.idle += 1
        self._pass_on(state, turn)

    def _forfeit(self, state: NileState, turn: NileTurn) -> None:
        """Let the turn go; when all have, deal anew (N67-314 to 316)."""
        table = state.table
        turn.announce(model.Forfeited(turn.player))
        known.forfeited(table, turn.player)
        table.idle += 1
        self._pass_on(state, turn)
        if not table.over and table.idle % turn.players == 0:
            turn.announce(model.Redealt())
            for seat in state.seats:
                state.vault.pile += seat.rack
                seat.rack.clear()
            table.since = [[0] * RACK for _ in state.seats]
            self._deal(state, turn)

    def _deal(self, state: NileState, turn: NileTurn) -> None:
        deal(state.vault.pile, [seat.rack for seat in state.seats], RACK, turn.chance)
        for player, seat in enumerate(state.seats):
            turn.announce(model.Drew(player, RACK))
            turn.whisper(player, model.Drawn(tuple(seat.rack)))

    def _draw(self, state: NileState, turn: NileTurn, wanted: int) -> None:
        """Draw ``wanted`` tiles, or as many as there are (N67-320)."""
        pile, player = state.vault.pile, turn.player
        new: list[Kind] = [turn.chance.draw(pile) for _ in range(min(wanted, len(pile)))]
        if new:
            state.seats[player].rack.extend(new)
            known.drawn(state.table, player, len(new))
            if turn.log is not None:
                turn.announce(model.Drew(player, len(new)))
                turn.whisper(player, model.Drawn(tuple(new)))

    def _pass_on(self, state: NileState, turn: NileTurn) -> None:
        """Look for the end, and pass the turn to the next player who has tiles (N67-317, 321, 602, 603)."""
        table, rota = state.table, state.table.rota
        most = turn.options.stall_rounds * turn.players
        if not state.vault.pile:
            if not state.seats[turn.player].rack:
                rota.drop(turn.player)
            follower = rota.order[(rota.at + 1) % turn.players]
            if len(rota.out) == turn.players or (
                turn.options.all_played_end == "first_rack_empty" and follower in rota.out
            ):
                self._end(state, "played")
                return
        passed = rota.advance() if table.idle < most else []
        for player in passed:
            if table.idle < most:
                turn.announce(model.PassedOver(player))
                table.idle += 1
        if table.idle >= most:
            turn.announce(model.Stalled(table.idle))
            self._end(state, "stall")

    def _end(self, state: NileState, how: Literal["finish", "played", "stall"]) -> None:
        state.table.over = how
        state.table.left = [seat.rack[:] for seat in state.seats]

    def score(self, state: NileState, turn: NileTurn) -> None:
        """Everybody loses what is left on the rack (N67-605, 606)."""
        worth = grid_of(turn.options).worth
        for player, rack in enumerate(state.table.left):
            if rack:
                turn.announce(model.RackLeft(player, tuple(rack)))
                turn.award(player, -sum(worth[kind] for kind in rack), "rack")
        turn.announce(model.Won(self.result(state.table, turn.scores).winners))

    def result(self, table: Table, scores: Sequence[int]) -> Result:
        """The highest total wins, and equal ones share (N67-606, 607); the note is how the game ended."""
        return Result.by(list(scores), note=table.over)

    # -- for engines, bots and people ----------------------------------------------------------

    def guess(self, view: NileView, chance: Stream) -> NileState:
        """A world that agrees with all the view shows and with what everybody can know."""
        return guess(view, chance)

    def pieces(self, state: NileState) -> Iterator[Kind]:
        """Every tile: in the pile, on a rack or on the board."""
        yield from state.vault.pile
        for seat in state.seats:
            yield from seat.rack
        yield from state.table.tiles.values()

    def invariants(self, state: NileState) -> None:
        """The line is one path from the start to its head, through every square with a tile, and the tiles are all."""
        table = state.table
        strands = table.line.strands
        path = table.line.follow(next(iter(strands), -1), plane.across)
        assert sorted(path) == sorted(strands), "the line is one path from the start on"
        assert not path or table.head in (-1, plane.across(path[-1])), "its end is the last port"
        assert {node >> 3 for node in strands} == set(table.tiles), "just the squares of the line are covered"
        count = Counter(node >> 3 for node in path[::2])
        assert all(table.tiles[cell] == UNIVERSAL for cell, many in count.items() if many > 1), "crossings"
        assert max(count.values(), default=1) <= 3, "a square has three strands at most"
        assert (table.head >= 0) == (table.over != "finish"), "the line goes on, unless it has reached a finish dot"
        assert table.play or table.head >> 3 not in table.tiles, "between turns the next square is empty"
        assert Counter(self.pieces(state)) == Counter(all_tiles()), "no tile is lost"
        assert [len(ages) for ages in table.since] == [len(seat.rack) for seat in state.seats], "each tile has an age"

    def tell(self, event: Any) -> str:
        """A sentence for what most often happens; the rest by the names of its fields."""
        return words.tell(event, self.label) or super().tell(event)

    def label(self, field: str, value: object) -> str:
        """Ports by their letters, squares as ``row,column``."""
        if isinstance(value, int) and field in ("exit", "entry") and value in range(8):
            return PORTS[value]
        if isinstance(value, int) and field in ("cell", "where"):
            x, y = plane.xy(value)
            return f"{y},{x}"
        return f"player {value + 1}" if isinstance(value, int) and field in ("player", "first") else str(value)
