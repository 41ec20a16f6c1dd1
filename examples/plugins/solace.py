"""A scorer for any game: a point for a move that earned none."""

from collections.abc import Sequence
from typing import Any

from tileyard import Event, Scored, Scorer, Turn, hookimpl


class Solace(Scorer):
    """It sees what everybody sees: the table, and what the move announced, points included."""

    name = "solace"
    title = "A point for a move that earned none"
    awards = {"solace": "a move that earned nothing"}

    def moved(self, table: Any, events: Sequence[Event], turn: Turn[Any]) -> None:
        """Look for points of the mover."""
        if not any(isinstance(event, Scored) and event.player == turn.player for event in events):
            turn.award(turn.player, 1, "solace")


@hookimpl
def register_scorers() -> list[Scorer]:
    """Offered for every game, since it does not ask for which; used by the matches that name it."""
    return [Solace()]
