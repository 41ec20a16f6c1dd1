"""Making a report: what is to be played, playing it, and what it comes to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from tileyard import Registry
from tileyard_arena.asked import Asked
from tileyard_arena.executor import carry_out, crew
from tileyard_arena.report.facts import Facts, observe
from tileyard_arena.report.figures import GameReport
from tileyard_arena.report.gather import gather
from tileyard_arena.report.plan import ReportPlan, group_names, groups, variants
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
    """The matches of a report: ``Survey(registry, plan)``, then :meth:`play`, then :meth:`report`.

    ``facts`` has what was seen of the matches by number, also after :meth:`play` was interrupted. Raises
    :class:`UsageError` if there are too few matches for the bots, or too many line-ups.
    """

    def __init__(self, registry: Registry, plan: ReportPlan) -> None:
        self.registry, self.plan = registry, plan
        everything = [fixture for group in groups(plan) for fixture in group.fixtures]
        self.fixtures = sorted(everything, key=lambda fixture: fixture.number)
        self.facts: dict[int, Facts] = {}

    def play(self, jobs: int = 1, scheduler: str = "", told: Callable[[int], None] = lambda _: None) -> None:
        """Play all of them; ``told`` hears how many are over. Raises as :meth:`Tournament.play`."""
        with crew(self.registry, min(jobs, len(self.fixtures)), scheduler) as players:
            for made in carry_out(observe, self.fixtures, players):
                self.facts |= {one.number: one for one in made}
                told(len(self.facts))

    def report(self) -> GameReport | None:
        """The report; of an interrupted survey, that of as many matches as are over in every group, or None.

        It is the one that would come of a plan with so few matches.
        """
        plan = self.plan
        if len(self.facts) < len(self.fixtures):
            each = len(group_names(plan.bots))
            first = next(number for number in range(1, len(self.fixtures) + 1) if number not in self.facts)
            plan = replace(plan, matches=(first - 1) // (each * len(plan.variants)) * each)
        return gather(self.registry, plan, groups(plan), self.facts) if plan.matches else None
