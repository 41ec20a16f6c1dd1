"""Making a report: what is to be played, playing it, and what it comes to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tileyard import Registry
from tileyard_arena.asked import Asked
from tileyard_arena.executor import carry_out, crew
from tileyard_arena.report.facts import Facts, observe
from tileyard_arena.report.figures import GameReport
from tileyard_arena.report.gather import gather
from tileyard_arena.report.plan import ReportPlan, groups, variants
from tileyard_arena.schedule import check_bots

__all__ = ["Survey", "plan"]


def plan(registry: Registry, asked: Asked, vary: Sequence[str]) -> ReportPlan:
    """What is to be played. Raises as :meth:`Asked.plan` and :func:`variants`, and for bots as :func:`check_bots`."""
    tournament = asked.plan(registry)
    check_bots(registry, tournament.setting, tournament.bots)
    return ReportPlan(
        registry.game(asked.game).game.title,
        variants(registry, tournament.setting, asked.option, vary),
        tournament.bots,
        tournament.matches,
        tournament.seed,
    )


class Survey:
    """The matches of a report: ``Survey(registry, plan).play()``.

    Raises :class:`UsageError` if there are too few matches for the bots, or too many line-ups.
    """

    def __init__(self, registry: Registry, plan: ReportPlan) -> None:
        self.registry, self.plan = registry, plan
        self.groups = groups(plan)
        self.fixtures = [fixture for group in self.groups for fixture in group.fixtures]

    def play(self, jobs: int = 1, scheduler: str = "", told: Callable[[int], None] = lambda _: None) -> GameReport:
        """Play all of them; ``told`` hears how many are over. Raises as :meth:`Tournament.play`."""
        facts: dict[int, Facts] = {}
        with crew(self.registry, min(jobs, len(self.fixtures)), scheduler) as players:
            for made in carry_out(observe, self.fixtures, players):
                facts |= {one.number: one for one in made}
                told(len(facts))
        return gather(self.registry, self.plan, self.groups, facts)
