"""Pebbles: hidden hands, a bag, whispers, and a guess at what is hidden.

Players lay numbered pebbles into a row, a point for each neighbour that is even or odd like the new one,
and draw another from the bag. With ``bonus``, whoever holds the highest pebble at the end gets two points.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta

from tileyard import Bag, Event, Frozen, Game, Hand, Move, State, Stream, Struct, Turn, View, Whisper
from tileyard.board import deal, draw, take
from tileyard.front.scene import Box, Panel, Scene, Score, tile

PEBBLES = tuple(range(1, 13))
FIRST = 1024


class Options(Frozen):
    """The length of the row, the size of the hands, and the final bonus."""

    cells: Literal[4, 6] = 4
    hand: Annotated[int, Meta(ge=1, le=2)] = 2
    bonus: bool = False


class Table(Struct):
    """The row, ``row[cell]`` is a pebble; the cells begin at 1024."""

    cells: int
    row: dict[int, int] = {}
    mover: int = 0
    last: int = 0


class Seat(Struct):
    """The own pebbles."""

    hand: Hand[int]


class Vault(Struct):
    """The pebbles nobody has."""

    bag: Bag[int]


class Lay(Move, Event):
    """Lay a pebble into an empty cell."""

    pebble: int
    cell: int


class Drew(Whisper):
    """The pebble a player drew."""

    pebble: int


class Hidden(Game[Options, Table, Lay, Seat, Vault]):
    """See the module."""

    id = "pebbles"
    title = "Pebbles"
    players = range(2, 4)
    max_plies = 6
    whispers = (Drew,)
    awards = {"pair": "Like its neighbour", "highest": "The highest pebble"}

    def setup(self, turn: Turn[Options]) -> State[Table, Seat, Vault]:
        """Deal from the bag."""
        seats = tuple(Seat([]) for _ in range(turn.players))
        bag = list(PEBBLES)
        deal(bag, [seat.hand for seat in seats], turn.options.hand, turn.chance)
        return State(Table(turn.options.cells), seats, Vault(bag))

    def active(self, table: Table) -> tuple[int, ...]:
        """The mover, until the row is full."""
        return (table.mover,) if len(table.row) < table.cells else ()

    def legal(self, view: View[Options, Table, Seat]) -> list[Lay]:
        """Any own pebble into any empty cell."""
        cells = [cell for cell in range(FIRST, FIRST + view.table.cells) if cell not in view.table.row]
        return [Lay(pebble, cell) for pebble in view.seat.hand for cell in cells] if view.seat else []

    def apply(self, state: State[Table, Seat, Vault], move: Lay, turn: Turn[Options]) -> None:
        """Lay, score the neighbours, draw."""
        table, hand = state.table, state.seats[turn.player].hand
        table.row[move.cell] = take(hand, move.pebble)
        table.last = move.cell
        alike = [cell for cell in (move.cell - 1, move.cell + 1) if not (table.row.get(cell, 99) - move.pebble) % 2]
        alike = [cell for cell in alike if cell in table.row]
        if alike:
            turn.award(turn.player, len(alike), "pair", (move.cell, *alike))
        table.mover = (table.mover + 1) % turn.players
        if len(table.row) < table.cells:
            hand.append(draw(state.vault.bag, turn.chance))
            turn.whisper(turn.player, Drew(hand[-1]))

    def score(self, state: State[Table, Seat, Vault], turn: Turn[Options]) -> None:
        """The bonus."""
        if turn.options.bonus:
            highest = [max(seat.hand, default=0) for seat in state.seats]
            turn.award(highest.index(max(highest)), 2, "highest")

    def guess(self, view: View[Options, Table, Seat], chance: Stream) -> State[Table, Seat, Vault]:
        """The pebbles out of sight, dealt at random."""
        own = view.seat.hand if view.seat else []
        unseen = [pebble for pebble in PEBBLES if pebble not in own and pebble not in view.table.row.values()]
        chance.shuffle(unseen)
        sizes: Any = view.sizes["seat.hand"]
        hands = [own[:] if p == view.player else [unseen.pop() for _ in range(size)] for p, size in enumerate(sizes)]
        table = Table(view.table.cells, dict(view.table.row), view.table.mover, view.table.last)
        return State(table, tuple(map(Seat, hands)), Vault(unseen))

    def pieces(self, state: State[Table, Seat, Vault]) -> Iterator[Hashable]:
        """The pebbles in the row, on hands and in the bag."""
        yield from state.table.row.values()
        yield from super().pieces(state)

    def invariants(self, state: State[Table, Seat, Vault]) -> None:
        """The row lies where it should."""
        assert set(state.table.row) <= set(range(FIRST, FIRST + state.table.cells)), "a pebble beside the row"

    def label(self, field: str, value: int) -> str:
        """Cells as a2 to f2."""
        return f"{'abcdef'[value % FIRST]}{value // FIRST + 1}" if field == "cell" else str(value)


def scene(view: View[Options, Table, Seat]) -> Scene:
    """The row, and the own hand below it, to choose from for the mover."""
    table = view.table
    moving = view.player in Hidden().active(table)
    row: list[Any] = []
    for x in range(table.cells):
        cell = FIRST + x
        if cell in table.row:
            row.append(tile(x, 0, str(table.row[cell]), "last" if cell == table.last else ""))
        else:
            row.append(Box(x, 0, style="cell", glyph="\u00b7", pick={"cell": cell} if moving else None))
    hand = view.seat.hand if view.seat else []
    own = [tile(x, 0, str(pebble), pick={"pebble": pebble} if moving else None) for x, pebble in enumerate(hand)]
    scores = [Score(f"player {p}", points, active=p == table.mover) for p, points in enumerate(view.scores)]
    return Scene(title="Pebbles", shapes=row, panels=[Panel("Your pebbles", own)] if own else [], scores=scores)
