"""Outposts: claim cells of a hexagon of hexagons, a point for each own cell beside it; an open game.

Where ``stones`` are drawn, three cells are blocked from the start.
"""

from __future__ import annotations

from tileyard import Event, Frozen, Game, Move, Rota, State, Struct, Turn, View, anticlockwise
from tileyard.board import Topology, hexagon
from tileyard.front import scene as scenes
from tileyard.front.scene import Polygon, Scene, Score

RADIUS = 1


class Options(Frozen):
    """Whether cells are blocked."""

    stones: bool = False


class Table(Struct):
    """``owner[cell]``: a player, -1 for nobody, -2 for a stone."""

    owner: list[int]
    rota: Rota


class Claim(Move, Event):
    """Claim an empty cell."""

    cell: int


class Hexes(Game[Options, Table, Claim]):
    """See the module."""

    id = "outposts"
    title = "Outposts"
    players = (2, 3)
    max_plies = 7
    awards = {"beside": "Own cells beside it"}

    def setup(self, turn: Turn[Options]) -> State[Table]:
        """Block cells, if the options say so."""
        owner = [-1] * len(board())
        cells = list(range(len(owner)))
        for _ in range(3 if turn.options.stones else 0):
            owner[turn.chance.draw(cells)] = -2
        return State(Table(owner, anticlockwise(turn.players)), (None,) * turn.players)

    def active(self, table: Table) -> tuple[int, ...]:
        """The mover, while a cell is empty."""
        return (table.rota.mover,) if -1 in table.owner else ()

    def legal(self, view: View[Options, Table]) -> list[Claim]:
        """Any empty cell."""
        return [Claim(cell) for cell, owner in enumerate(view.table.owner) if owner == -1]

    def apply(self, state: State[Table], move: Claim, turn: Turn[Options]) -> None:
        """Claim it."""
        owner = state.table.owner
        owner[move.cell] = turn.player
        own = [cell for cell in board().neighbours[move.cell] if owner[cell] == turn.player]
        if own:
            turn.award(turn.player, len(own), "beside", (move.cell, *own))
        state.table.rota.advance()

    def label(self, field: str, value: int) -> str:
        """Cells by the names of the board."""
        return board().names[value]


def board() -> Topology:
    """The board, built when it is first needed."""
    return hexagon(RADIUS)


def scene(view: View[Options, Table]) -> Scene:
    """The board, on which the mover may choose an empty cell."""
    moving = view.player in Hexes().active(view.table)
    shapes = [
        Polygon(
            scenes.hexagon(*board().xy[cell]),
            style=f"p{owner}" if owner >= 0 else "wall" if owner == -2 else "cell",
            text="#" if owner == -2 else "" if owner < 0 else str(owner),
            pick={"cell": cell} if moving and owner == -1 else None,
        )
        for cell, owner in enumerate(view.table.owner)
    ]
    scores = [Score(f"player {p}", points) for p, points in enumerate(view.scores)]
    return Scene(title="Outposts", shapes=shapes, scores=scores)
