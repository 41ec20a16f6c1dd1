"""A variant of Brook that leaves its rules alone: points for water that runs straight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tileyard import Event, Scorer, Turn
from tileyard_brook.model import Laid, Lay, Options, Table
from tileyard_brook.pieces import WATER
from tileyard_brook.rules import HEADINGS, sides


class Reaches(Scorer):
    """A point for each tile beyond two in a straight line of water through the tile laid."""

    name = "reaches"
    title = "Straight lines of water score too"
    awards = {"reach": "water that runs straight"}

    def moved(self, table: Table, events: Sequence[Event], turn: Turn[Options]) -> None:
        """Look for lines through the tile just laid, the only ones that can have grown."""
        for event in events:
            if isinstance(event, Lay):
                for line in lines(table.board, event.cell):
                    if len(line) > 2:
                        turn.award(turn.player, len(line) - 2, "reach", line)


def lines(board: Mapping[int, Laid], cell: int) -> tuple[list[int], list[int]]:
    """The straight lines of joined water through ``cell``, from north to south and from east to west."""
    north, east, south, west = (list(straight(board, cell, side)) for side in range(len(HEADINGS)))
    return [*reversed(north), cell, *south], [*reversed(east), cell, *west]


def straight(board: Mapping[int, Laid], cell: int, side: int) -> Iterator[int]:
    """The cells water comes to that leaves ``cell`` at ``side`` and goes straight on, while it joins."""
    while True:
        cell, mine, theirs = list(sides(board, cell))[side]
        if not mine == theirs == WATER:
            return
        yield cell
