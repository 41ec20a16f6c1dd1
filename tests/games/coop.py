"""Causeway: all players together against the tide; they can lose.

In turn each draws a stone from the bag, and lays it or leaves it. A stone that is laid must be higher than the last;
every third one left behind is a wave. The causeway is done with four stones, and lost with two waves.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from tileyard import Bag, Event, Game, Move, NoOptions, Pile, Result, State, Stream, Struct, Turn, View
from tileyard.board import draw
from tileyard.front.scene import Scene, Score, tile

STONES = tuple(range(1, 13))
LENGTH, TIDE = 4, 6


class Table(Struct):
    """The stone that was drawn, those laid, those left behind, and whose turn it is."""

    stone: int
    laid: list[int]
    left: Pile[int]
    mover: int = 0


class Vault(Struct):
    """The stones to come."""

    bag: Bag[int]


class Lay(Move, Event):
    """Lay the stone."""


class Leave(Move, Event):
    """Leave it behind."""


class Drew(Event):
    """Everybody sees which stone was drawn."""

    stone: int


class Coop(Game[NoOptions, Table, Lay | Leave, None, Vault]):
    """See the module."""

    id = "causeway"
    title = "Causeway"
    players = range(1, 4)
    max_plies = LENGTH + TIDE
    events = (Drew,)
    awards = {"stone": "A stone is laid", "wave": "A wave"}

    def setup(self, turn: Turn[NoOptions]) -> State[Table, None, Vault]:
        """The first stone is drawn."""
        bag = list(STONES)
        stone = draw(bag, turn.chance)
        turn.announce(Drew(stone))
        return State(Table(stone, [], []), (None,) * turn.players, Vault(bag))

    def active(self, table: Table) -> tuple[int, ...]:
        """The mover, until the causeway is done or lost."""
        return (table.mover,) if len(table.laid) < LENGTH and len(table.left) < TIDE else ()

    def legal(self, view: View[NoOptions, Table]) -> list[Lay | Leave]:
        """Lay a stone higher than the last; leave any."""
        table = view.table
        return [Lay(), Leave()] if not table.laid or table.stone > table.laid[-1] else [Leave()]

    def apply(self, state: State[Table, None, Vault], move: Lay | Leave, turn: Turn[NoOptions]) -> None:
        """Points and waves are everybody's."""
        table = state.table
        if isinstance(move, Lay):
            table.laid.append(table.stone)
            self._all(turn, 1, "stone")
        else:
            table.left.append(table.stone)
            if len(table.left) % 3 == 0:
                self._all(turn, -1, "wave")
        table.mover = (table.mover + 1) % turn.players
        table.stone = 0
        if self.active(table):
            table.stone = draw(state.vault.bag, turn.chance)
            turn.announce(Drew(table.stone))

    def _all(self, turn: Turn[NoOptions], points: int, why: str) -> None:
        for player in range(turn.players):
            turn.award(player, points, why)

    def guess(self, view: View[NoOptions, Table], chance: Stream) -> State[Table, None, Vault]:
        """What is in the bag is known, but not its order."""
        table = view.table
        bag = [stone for stone in STONES if stone not in (table.stone, *table.laid, *table.left)]
        chance.shuffle(bag)
        return State(Table(table.stone, table.laid[:], table.left[:], table.mover), (None,) * view.players, Vault(bag))

    def result(self, table: Table, scores: Sequence[int]) -> Result:
        """All win or nobody does."""
        everybody = tuple(range(len(scores)))
        won = len(table.laid) == LENGTH
        return Result((everybody,), everybody if won else (), "won" if won else "lost")

    def pieces(self, state: State[Table, None, Vault]) -> Iterator[Hashable]:
        """Every stone."""
        table = state.table
        yield from (*table.laid, *table.left, *state.vault.bag, *((table.stone,) if table.stone else ()))

    def invariants(self, state: State[Table, None, Vault]) -> None:
        """The causeway rises."""
        assert state.table.laid == sorted(state.table.laid)


def scene(view: View[NoOptions, Table]) -> Scene:
    """The causeway, the stone at hand below it, and what the mover may do with it."""
    offered = Coop().legal(view) if view.player in Coop().active(view.table) else []
    shapes = [tile(x, 0, str(stone)) for x, stone in enumerate(view.table.laid)]
    if view.table.stone:
        shapes.append(tile(0, 1.5, str(view.table.stone), "last", pick={"type": "lay"} if Lay() in offered else None))
        shapes.append(tile(1.5, 1.5, "leave", "dim", pick={"type": "leave"} if Leave() in offered else None))
    return Scene(title="Causeway", shapes=shapes, scores=[Score("all", view.scores[0])])
