"""Stakes: two teams whose players sit in turns; who moves comes from ``order.alternating``.

A player puts one to three stakes into the own team's end of a line; a team scores when its stakes fill up to a
multiple of four, and the team with more points wins. Anybody without stakes is passed over.
"""

from __future__ import annotations

from typing import Any

from tileyard import Event, Game, Move, NoOptions, Result, Rota, State, Struct, Turn, View, alternating
from tileyard.front.scene import Disc, Scene, Score

STAKES = 4


class Table(Struct):
    """Whose turn it is, the stakes each player has left, and those each team has put."""

    rota: Rota
    left: list[int]
    put: list[int]


class Put(Move, Event):
    """Put so many stakes."""

    count: int


class Skipped(Event):
    """A player without stakes was passed over."""

    player: int


class Teams(Game[NoOptions, Table, Put]):
    """See the module."""

    id = "stakes"
    title = "Stakes"
    players = (4, 6)
    max_plies = 6 * STAKES
    events = (Skipped,)
    awards = {"four": "Filled up to a multiple of four"}

    def setup(self, turn: Turn[NoOptions]) -> State[Table]:
        """Even players against odd ones; the first to move is drawn."""
        teams = [list(range(side, turn.players, 2)) for side in (0, 1)]
        rota = alternating(teams, first=turn.chance.below(turn.players))
        return State(Table(rota, [STAKES] * turn.players, [0, 0]), (None,) * turn.players)

    def active(self, table: Table) -> tuple[int, ...]:
        """The mover, while anybody has stakes."""
        return (table.rota.mover,) if any(table.left) else ()

    def legal(self, view: View[NoOptions, Table]) -> list[Put]:
        """One to three of the own stakes."""
        left = 0 if view.player is None else view.table.left[view.player]
        return [Put(count) for count in range(1, min(left, 3) + 1)]

    def apply(self, state: State[Table], move: Put, turn: Turn[NoOptions]) -> None:
        """Put them, and score for the whole team."""
        table, team = state.table, turn.player % 2
        table.left[turn.player] -= move.count
        table.put[team] += move.count
        if table.put[team] % 4 == 0:
            for player in range(team, turn.players, 2):
                turn.award(player, 1, "four")
        if not table.left[turn.player]:
            table.rota.drop(turn.player)
        if any(table.left):
            for player in table.rota.advance():
                turn.announce(Skipped(player))

    def result(self, table: Table, scores: Any) -> Result:
        """Teams share a place."""
        return Result.by(list(scores), note="teams")

    def invariants(self, state: State[Table]) -> None:
        """No stake is lost."""
        assert sum(state.table.left) + sum(state.table.put) == STAKES * len(state.table.left)


def scene(view: View[NoOptions, Table]) -> Scene:
    """Two rows of stakes, and how many more the mover may put there."""
    shapes: list[Any] = [
        Disc(x + 0.5, row + 0.5, style=f"p{row}") for row, put in enumerate(view.table.put) for x in range(put)
    ]
    counts = [move.count for move in Teams().legal(view)] if view.player in Teams().active(view.table) else []
    shapes += [Disc(count + 0.5, 2.5, text=str(count), pick={"count": count}) for count in counts]
    scores = [Score(f"player {p}", points, note=f"team {p % 2}") for p, points in enumerate(view.scores)]
    return Scene(title="Stakes", shapes=shapes, scores=scores)
