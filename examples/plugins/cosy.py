"""A bot for Brook that lays where it is cosy: on a cell that touches the most tiles."""

from collections.abc import Callable, Mapping
from typing import Any

from tileyard import FastChance, UsageError, View, hookimpl
from tileyard_brook import Brook
from tileyard_brook.model import Lay


class Cosy:
    """The bot of one seat. It keeps nothing between choices: equal views and seeds give equal moves."""

    def __init__(self, game: Brook, seed: str) -> None:
        self.game, self.seed = game, seed

    def choose(self, view: View[Any, Any, Any]) -> Lay:
        """Of the cosiest moves, any one."""
        moves, touching = self.game.legal(view), view.table.frontier
        most = max(touching[move.cell] for move in moves)
        return FastChance(f"{self.seed} {view.ply}").pick([move for move in moves if touching[move.cell] == most])


def make(game: Any, settings: Mapping[str, str], seed: str) -> Cosy:
    """The bot for a seat of a match, or a refusal."""
    if not isinstance(game, Brook):
        raise UsageError("cosy plays nothing but Brook", field="bot")
    if settings:
        raise UsageError("cosy has no settings", field=min(settings))
    return Cosy(game, seed)


@hookimpl
def register_bots() -> dict[str, Callable[..., Cosy]]:
    """The kind of bot, and what makes one."""
    return {"cosy": make}
