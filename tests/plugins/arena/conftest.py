"""What tests of the arena share: the plugins installed, and small tournaments."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tileyard import Registry
from tileyard.front import builtin
from tileyard_arena.report.facts import Facts, observe
from tileyard_arena.report.figures import GameReport
from tileyard_arena.report.gather import gather
from tileyard_arena.report.plan import ReportPlan, groups, variants
from tileyard_arena.schedule import Plan, setting

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture(scope="session")
def registry() -> Registry:
    """Everything installed."""
    return Registry.load()


@pytest.fixture(scope="session")
def small() -> Registry:
    """The bots, and a game that is over at once."""
    spec = importlib.util.spec_from_file_location("arena_tictactoe", EXAMPLES / "tictactoe.py")
    module = importlib.util.module_from_spec(spec)
    # Its types are looked up where it is known by name.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return Registry.of(builtin, module.TicTacToe())


@pytest.fixture(scope="session")
def plan(registry: Registry) -> Callable[..., Plan]:
    """A small tournament; what is named differs from the usual one."""

    def made(
        game: str = "brook",
        players: int = 2,
        bots: tuple[str, ...] = ("random", "greedy:worlds=1:effort=0"),
        matches: int = 6,
        seed: str = "7",
        options: dict[str, object] | None = None,
    ) -> Plan:
        return Plan(setting(registry, game, players, options), bots, matches, seed)

    return made


@pytest.fixture(scope="session")
def report_plan(registry: Registry) -> ReportPlan:
    """A small report: one option varied, the number of players too."""
    base = setting(registry, "brook", 2, {"hand": 3})
    bots = ("random", "greedy:worlds=1:width=0")
    return ReportPlan("Brook", variants(registry, base, ["hand=3"], ["dams", "players=3"]), bots, 13, "7")


@pytest.fixture(scope="session")
def report_facts(registry: Registry, report_plan: ReportPlan) -> dict[int, Facts]:
    """What was seen of each of its matches, by their numbers."""
    fixtures = [fixture for group in groups(report_plan) for fixture in group.fixtures]
    return {fixture.number: observe(registry, fixture) for fixture in fixtures}


@pytest.fixture(scope="session")
def report(registry: Registry, report_plan: ReportPlan, report_facts: dict[int, Facts]) -> GameReport:
    """What they come to."""
    return gather(registry, report_plan, groups(report_plan), report_facts)
