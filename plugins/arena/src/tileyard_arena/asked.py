"""What is asked for on a command line, as the plan of a tournament."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tileyard import Registry, UsageError
from tileyard.front.cli.listing import which_game
from tileyard.front.cli.opening import names, pairs
from tileyard.front.matches import read_options
from tileyard.ground.chance import new_seed
from tileyard.ground.wire import encode, to_builtins
from tileyard_arena import schedule
from tileyard_arena.schedule import Plan, Setting

__all__ = ["MATCHES", "Asked"]

BOTS = ("greedy", "random")
MATCHES = 100


class Asked(NamedTuple):
    """The arguments as they are typed; what is empty or None was not said."""

    game: str
    bots: str
    matches: int | None
    players: int | None
    seed: str
    option: list[str]
    scorer: list[str]

    def setting(self, registry: Registry, bots: int) -> Setting:
        """What is to be played, by default by as many players as ``bots``, if the game allows that."""
        if not self.game:
            raise which_game(registry)
        rules = registry.game(self.game).game
        players = self.players or (bots if bots in rules.players else min(rules.players))
        return schedule.setting(registry, self.game, players, read_options(rules, pairs(self.option)), self.scorer)

    def plan(self, registry: Registry) -> Plan:
        """A new tournament."""
        bots = tuple(names(self.bots)) or BOTS
        return Plan(self.setting(registry, len(bots)), bots, self.matches or MATCHES, self.seed or new_seed())

    def agree(self, registry: Registry, file: str, plan: Plan) -> None:
        """Raise :class:`UsageError` if something was said that is not so in the ``plan`` of ``file``."""
        for field, said, so in self._pairs(registry, plan):
            if said != so:
                raise UsageError(
                    f"{file} is a tournament with {field} {_text(so)}, not {_text(said)}", field=field, allowed=[so]
                )

    def _pairs(self, registry: Registry, plan: Plan) -> Iterator[tuple[str, Any, Any]]:
        """What was said, and what is so in ``plan``, each with its name."""
        setting = plan.setting
        if self.game:
            yield "game", self.game, setting.game
        if self.bots:
            yield "bots", names(self.bots), list(plan.bots)
        if self.matches is not None:
            yield "matches", self.matches, plan.matches
        if self.players is not None:
            yield "players", self.players, setting.players
        if self.seed:
            yield "seed", self.seed, plan.seed
        if self.scorer:
            yield "scorers", self.scorer, list(setting.scorers)
        if self.option:
            rules = registry.game(setting.game).game
            yield "options", to_builtins(read_options(rules, pairs(self.option))), setting.options


def _text(value: Any) -> str:
    return value if isinstance(value, str) else encode(value).decode()
