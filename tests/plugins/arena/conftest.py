"""What tests of the arena share: the plugins installed, and small tournaments."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tileyard import Registry
from tileyard.front import builtin
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
