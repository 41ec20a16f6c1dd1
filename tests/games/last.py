"""A game alone, whose last moves leave no choice and whose words are those of commands."""

from __future__ import annotations

from typing import Any

from tileyard import Event, Game, Move, NoOptions, State, Struct, Turn, View


class Take(Move, Event):
    """Take some."""

    back: int
    quit: bool


class Pile(Struct):
    """What is left."""

    left: int = 3
    mover: int = 0


class Last(Game[NoOptions, Pile, Take]):
    """A game alone, whose last moves leave no choice and whose words are those of commands."""

    id = "last"
    title = "Last"
    players = (1, 2)
    max_plies = 3

    def setup(self, turn: Turn[NoOptions]) -> State[Pile]:
        return State(Pile(), (None,) * turn.players)

    def active(self, table: Pile) -> tuple[int, ...]:
        return (0,) if table.left else ()

    def legal(self, view: View[NoOptions, Pile]) -> list[Take]:
        counts = range(1, view.table.left + 1)
        return [Take(n, flag) for n in counts for flag in ((False, True) if view.table.left > 1 else (False,))]

    def apply(self, state: State[Pile], move: Take, turn: Turn[NoOptions]) -> None:
        state.table.left -= move.back

    def label(self, field: str, value: Any) -> str:
        return {True: "quit", False: "back"}[value] if field == "quit" else f"{value}"
