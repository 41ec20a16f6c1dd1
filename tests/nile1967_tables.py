"""Nile positions written down by hand: ``"BEND>N, 8 x STRAIGHT>N"`` is a line from the start, type and exit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import MutableSequence, Sequence
from typing import Any

from tileyard import Chance, Engine, Event, FastChance, Position, Rota, Scored, State, Stream
from tileyard.board import Network, plane
from tileyard_nile1967.grid import PORTS, grid_of
from tileyard_nile1967.model import Forfeit, Options, Place, Seat, Stop, Table, Unable, Vault
from tileyard_nile1967.pieces import components
from tileyard_nile1967.rules import Nile1967

GAME = Nile1967()
WORTH = {tile.kind: tile.value for tile in components().tiles}
WORDS = {"stop": Stop(), "unable": Unable(), "forfeit": Forfeit()}
# Lines of the worked examples.
SEVEN = "STRAIGHT>E, GENTLE_L>NE, SHARP_R>W"
BEFORE_TEN = "BEND>N, 8 x STRAIGHT>N"
TEN = f"{BEFORE_TEN}, BEND>E, GENTLE_L>NE, SHARP_R>W, STRAIGHT>W"
FIVE = "STRAIGHT STRAIGHT STRAIGHT STRAIGHT STRAIGHT"
# Something with which nothing can be done after TEN.
STUCK = "BEND SHARP_L STRAIGHT DIAGONAL GENTLE_L"
# A board so small that most games reach the blue column.
SMALL: dict[str, Any] = {
    "rows": 5,
    "columns": 4,
    "start": 2,
    "finish": [10, 20, 100, 20, 10],
    "squares": [
        {"row": 1, "column": 1, "value": -30},
        {"row": 2, "column": 1, "value": -30},
        {"row": 3, "column": 2, "value": 40},
    ],
    "areas": [{"amount": 30, "squares": [[1, 1], [2, 1]]}],
}


def cell(row: int, column: int) -> int:
    """The square of (row, column)."""
    return plane.cell(column, row)


def place(cell: int) -> tuple[int, int]:
    """(row, column) of a square."""
    return plane.xy(cell)[::-1]


def moves(text: str) -> list[Any]:
    """The moves of ``"3 x STRAIGHT>E, UNIVERSAL>S, stop"``."""
    found: list[Any] = []
    for part in filter(None, text.split(", ")):
        times, word = re.fullmatch(r"(?:(\d+) x )?(\S+)", part).groups("1")  # type: ignore[union-attr]
        kind, _, out = word.partition(">")
        found += [Place(kind, PORTS.index(out)) if out else WORDS[kind]] * int(times)  # type: ignore[arg-type]
    return found


def supply() -> Counter[str]:
    """How many tiles of each type there are."""
    return Counter({tile.kind: tile.count for tile in components().tiles})


def position(
    line: str = "",
    *racks: str,
    mover: int = 0,
    pile: str | None = None,
    end: tuple[int, int, str] | None = None,
    scores: Sequence[int] = (),
    **options: Any,
) -> Position:
    """``mover`` is to play on after ``line``; the pile holds all other tiles if it is not given.

    With ``end``, a (row, column) and the exit of a tile there that goes straight on, the line begins on that square.
    """
    racks = racks or ("", "")
    table = Table(Rota([(mover + i) % len(racks) for i in range(len(racks))]), 0, [], Network())
    table.head = grid_of(Options(**options)).start
    if end is not None:
        row, column, out = end
        table.head = plane.node(cell(row, column), (PORTS.index(out) + 4) % 8)
    for move in moves(line):
        grow(table, move)
    hands = [rack.split() for rack in racks]
    table.since = [[0] * len(hand) for hand in hands]
    rest = supply() - Counter(table.tiles.values()) - Counter(kind for hand in hands for kind in hand)
    left = list(rest.elements()) if pile is None else pile.split()
    if not left:
        table.rota.out = [player for player, hand in enumerate(hands) if not hand and player != mover]
    return Position(
        State(table, tuple(map(Seat, hands)), Vault(left)), list(scores) or [0] * len(racks), Chance(b"7" * 32)
    )


def grow(table: Table, move: Place) -> None:
    """Put a tile on the table, whoever holds it."""
    entry = table.head
    out = entry - (entry & 7) + move.exit
    table.tiles[entry >> 3] = move.tile
    table.line.lay(entry, out, plane.across)
    table.head = plane.across(out)


class Play:
    """What came of moves: the position after them, and what was told."""

    def __init__(self, position: Position, **options: Any) -> None:
        self.engine = Engine(GAME, len(position.scores), options)
        self.now = position
        self.events: list[Event] = []
        self.whispers: list[tuple[int, Any]] = []

    def does(self, text: str) -> Play:
        """Each move is made by whose turn it is."""
        for move in moves(text):
            step = self.engine.carry_out(self.now, *self.engine.active(self.now), move)
            self.now = step.position
            self.events += step.events
            self.whispers += step.whispers
            if Counter(GAME.pieces(self.now.state)) == supply():
                GAME.invariants(self.now.state)
        return self

    @property
    def table(self) -> Table:
        return self.now.state.table

    @property
    def scores(self) -> list[int]:
        return self.now.scores

    @property
    def over(self) -> str:
        return self.table.over

    @property
    def racks(self) -> list[list[str]]:
        return [list(seat.rack) for seat in self.now.state.seats]

    @property
    def pile(self) -> list[str]:
        return list(self.now.state.vault.pile)

    @property
    def offers(self) -> list[str]:
        """What may be done now, as :func:`moves` reads it, sorted."""
        (mover,) = self.engine.active(self.now)
        return sorted(map(written, self.engine.legal(self.now, mover)))

    def refusal(self, text: str) -> str:
        """The rule that forbids a move."""
        (mover,), (move,) = self.engine.active(self.now), moves(text)
        reason = GAME.permits(self.engine.view(self.now, mover), move)
        assert reason is not None, f"{text} is legal"
        return reason.rule

    def told(self, kind: type[Any]) -> list[Any]:
        """The events of a kind, in order."""
        return [event for event in self.events if type(event) is kind]

    def why(self) -> list[tuple[str, int]]:
        """Reason and points of each award, in order."""
        return [(event.why, event.points) for event in self.told(Scored)]

    def change_rack(self, player: int, rack: str) -> None:
        """Let a player hold other tiles, as if chance had dealt them."""
        seat, pile = self.now.state.seats[player], self.now.state.vault.pile
        pile += seat.rack
        for kind in rack.split():
            pile.remove(kind)  # type: ignore[arg-type]
        seat.rack[:] = rack.split()  # type: ignore[assignment]


def written(move: Any) -> str:
    """A move as :func:`moves` reads it."""
    return f"{move.tile}>{PORTS[move.exit]}" if isinstance(move, Place) else type(move).__name__.lower()


def start(line: str = "", *racks: str, **how: Any) -> Play:
    """A :func:`position` to play on from."""
    options = {name: value for name, value in how.items() if name in Options.__struct_fields__}
    return Play(position(line, *racks, **how), **options)


def near_finish(kind: str, out: str, row: int, *racks: str, **how: Any) -> Play:
    """The line has come to (row, 20), where a tile of that type lies, and leaves it by ``out``."""
    return start(f"{kind}>{out}", *racks, end=(row, 20, out), **how)


class Loaded(Stream):
    """Draws the tiles it is told to, one after another; then by chance."""

    __slots__ = ("rest", "wanted")

    def __init__(self, wanted: str) -> None:
        self.wanted = wanted.split()
        self.rest = FastChance(1)

    def below(self, n: int) -> int:
        return self.rest.below(n)

    def draw(self, items: MutableSequence[Any]) -> Any:
        if not self.wanted:
            return self.rest.draw(items)
        return items.pop(list(items).index(self.wanted.pop(0)))


__all__ = [
    "BEFORE_TEN", "FIVE", "GAME", "SEVEN", "STUCK", "TEN", "WORTH", "Loaded", "Play", "cell", "moves", "near_finish",
    "place", "position", "start", "supply", "written",
]  # fmt: skip
