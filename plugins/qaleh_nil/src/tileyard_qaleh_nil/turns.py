"""What the two games have in common: laying the board, passing the turn on, and ending the game."""

from __future__ import annotations

from typing import Any, Literal

from tileyard import Reason, Result, Turn, alternating
from tileyard_qaleh_nil import boards
from tileyard_qaleh_nil.events import Began, Crossed, Drawn, Jumped, Laid, PassedOver, Stepped, Won
from tileyard_qaleh_nil.model import Ending, Ground, Layouts, Move, Table, Tile, TileSet
from tileyard_qaleh_nil.pieces import draw_tiles, laid

__all__ = [
    "begin", "finish", "foreign", "label", "lay", "make", "next_turn", "off_line", "open_turn", "remember", "result",
    "starts_of", "targets_of",
]  # fmt: skip

DRAWS: tuple[Ending, ...] = ("equal", "move_cap", "repetition")
# A character for each cell, so that a position is a short text: printable, and none that JSON escapes.
_LETTERS = bytes([*(code for code in range(0x23, 0x7F) if code != 0x5C), *range(0xC0, 0xC5)]).ljust(256)
# So few that a table is copied and read as fast as ever, so many that little is searched for a position.
_PARTS = 32


def lay(
    turn: Turn[Any],
    name: Layouts,
    tileset: Literal["nil20", "nil21"] | TileSet,
    teams: tuple[tuple[int, ...], ...],
) -> dict[str, Any]:
    """Draw and lay the tiles of a board, draw who starts, and set up the pawns: what any table holds.

    Raises :class:`tileyard.BadOptions` if the tile set has too few tiles.
    """
    layout = boards.layout(name)
    drawn, box = draw_tiles(tileset, len(layout.tiles), turn.chance)
    first = turn.chance.below(turn.players) if turn.options.first_player == "random" else 0
    starts = layout.starts[turn.players]
    board = [-1] * layout.size
    for player, cells in enumerate(starts):
        for cell in cells:
            board[cell] = player
    tiles = laid(drawn)
    turn.announce(Laid(name, tiles, first))
    return {
        "ground": Ground(name, tiles, boards.walls(layout, drawn)),
        "box": box,
        "teams": teams,
        "rota": alternating(teams, first),
        "pawns": [sorted(cells) for cells in starts],
        "board": board,
    }


def remember(table: Table) -> int:
    """Add the position that begins a turn to the past; gives how often it was there before.

    Nobody has lost a pawn since the past began, so its texts are of one length, and none is found as a part of others.
    """
    rota = table.rota
    numbers = [rota.order[rota.at]]
    for pawns in table.pawns:
        numbers += pawns
    part, now = sum(numbers) % _PARTS, bytes(numbers).translate(_LETTERS).decode("latin-1")
    alike = table.past.get(part, "")
    table.past[part] = f"{alike} {now}"
    return alike.count(now)


def make(table: Table, move: Move, player: int, cost: int, turn: Turn[Any]) -> None:
    """Carry a move of a pawn to an empty cell out, and tell of it."""
    start, to, board = move.start, move.to, table.board
    board[start] = -1
    board[to] = player
    mine = table.pawns[player]
    mine[mine.index(start)] = to
    mine.sort()
    table.moves.spend(cost)
    table.trail.append((start, to))
    if turn.log is not None:
        left = table.moves.left
        if abs(to - start) not in (1, boards.WIDTH):
            turn.announce(Jumped(player, start, (start + to) // 2, to, left))
        elif cost > 1:
            turn.announce(Crossed(player, start, to, cost - 1, left))
        else:
            turn.announce(Stepped(player, start, to, left))


def open_turn(table: Table, turn: Turn[Any]) -> bool:
    """Look at the number of rounds and at repetition, as at the start of each turn; False if that ends the game."""
    if table.rota.rounds >= turn.options.move_cap:
        finish(table, turn, "move_cap")
        return False
    if remember(table) == 2:
        finish(table, turn, "repetition")
        return False
    return True


def begin(table: Table, turn: Turn[Any], moves: int) -> None:
    """Begin a turn of so many moves."""
    table.moves.refill(moves)
    if turn.log is not None:
        turn.announce(Began(table.rota.mover, moves))


def next_turn(table: Table, turn: Turn[Any]) -> None:
    """Put this turn away and pass on to the next player who is not out."""
    table.before, table.before_player = tuple(table.trail), turn.player
    table.trail = []
    for player in table.rota.advance():
        turn.announce(PassedOver(player))


def finish(table: Table, turn: Turn[Any], ending: Ending, winners: tuple[int, ...] = ()) -> None:
    """End the game."""
    table.ending, table.winners = ending, winners
    turn.announce(Won(winners, ending) if winners else Drawn(ending))


def result(table: Table) -> Result:
    """The winners before the others; all are equal in a draw, and before the end."""
    winners = table.winners or tuple(range(len(table.pawns)))
    others = tuple(player for player in range(len(table.pawns)) if player not in winners)
    return Result((winners, others) if others else (winners,), winners, table.ending)


def off_line(start: int, to: int, jumps: bool) -> str:
    """Why no move at all leads from one cell to the other: ``diagonal`` or ``far``; empty if one might."""
    width = boards.WIDTH
    down, right = abs(to // width - start // width), abs(to % width - start % width)
    if down and right:
        return "diagonal"
    return "" if down + right in ((1, 2) if jumps else (1,)) else "far"


def starts_of(moves: list[Any]) -> tuple[int, ...]:
    """The cells of the pawns that may be moved."""
    return tuple(dict.fromkeys(move.start for move in moves if type(move) is Move))


def targets_of(moves: list[Any], start: int) -> tuple[int, ...]:
    """The cells to which the pawn on ``start`` may be moved."""
    return tuple(move.to for move in moves if type(move) is Move and move.start == start)


def foreign(table: Table, move: Move, player: int, moves: list[Any], rules: tuple[str, str]) -> Reason | None:
    """Why a move is none of this board and player; ``rules`` are those on cells and on own pawns."""
    cells = boards.layout(table.ground.layout).cells
    for field, cell in (("from", move.start), ("to", move.to)):
        if cell not in cells:
            return Reason(f"there is no cell {cell}", rules[0], field, cells)
    if table.board[move.start] != player:
        text = f"you have no pawn on {boards.name(move.start)}"
        return Reason(text, rules[1], "from", starts_of(moves))
    return None


def label(field: str, value: object) -> str:
    """How people read the fields of moves and events: cells as ``c5``, tiles as ``T4r1``, players counted from 1."""
    if isinstance(value, Tile):
        return f"{value.kind}r{value.turns}"
    if field in ("from", "to", "over", "at", "cell") and isinstance(value, int):
        return boards.name(value)
    if field in ("first", "owner", "players") and isinstance(value, int):
        return f"player {value + 1}"
    return str(value)
