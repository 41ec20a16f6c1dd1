"""A tournament: its matches are played, kept in a file if there is one, and counted."""

from __future__ import annotations

from collections.abc import Callable

from tileyard import Registry
from tileyard_arena.executor import carry_out, crew
from tileyard_arena.files import Book
from tileyard_arena.playing import Outcome, check_installed, play, play_and_keep
from tileyard_arena.schedule import Plan, check_bots, count_line_ups, fixtures
from tileyard_arena.standings import ArenaReport, standings

__all__ = ["Tournament"]


class Tournament:
    """The matches of a plan: ``Tournament(registry, plan)``, then :meth:`play`, then :meth:`report`.

    With a ``book`` each match is written into it as soon as it is over, and those in it already are not played
    again. ``outcomes`` has what came of the matches by number, also after :meth:`play` was interrupted. Raises
    :class:`UsageError` or :class:`UnknownName` for bots that cannot play, :class:`RulesMismatch` if another version
    of the game is installed.
    """

    def __init__(self, registry: Registry, plan: Plan, book: Book | None = None) -> None:
        check_installed(registry, plan.setting)
        check_bots(registry, plan.setting, plan.bots)
        self.registry, self.plan, self.book = registry, plan, book
        self.fixtures = fixtures(plan)
        self.outcomes: dict[int, Outcome] = dict(book.done) if book else {}

    def play(self, jobs: int = 1, scheduler: str = "", told: Callable[[int], None] = lambda _: None) -> None:
        """Play what is left; ``told`` hears how many matches are over. For where, see :func:`crew`.

        Raises :class:`UsageError` (no such cluster, a bot refuses a match, or the file cannot be written), and
        :class:`GameFault` or :class:`PluginProblem` (the game, a bot or a worker fails).
        """
        left = [fixture for fixture in self.fixtures if fixture.number not in self.outcomes]
        told(len(self.outcomes))
        if not left:
            return
        with crew(self.registry, min(jobs, len(left)), scheduler) as players:
            for made in carry_out(play_and_keep if self.book else play, left, players):
                if self.book:
                    self.book.add(made)
                self.outcomes |= {outcome.number: outcome for outcome in made}
                told(len(self.outcomes))

    def report(self) -> ArenaReport:
        """The figures so far."""
        count = count_line_ups(len(self.plan.bots), self.plan.setting.players)
        return standings(self.plan, self.outcomes.values(), count)
