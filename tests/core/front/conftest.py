"""What tests of front ends share: the example game, and a registry of it and Brook."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from games.coop import Coop
from games.hexes import Hexes
from games.hidden import Hidden
from games.simultaneous import Simultaneous
from games.teams import Teams
from tileyard import Registry
from tileyard.front import builtin
from tileyard_brook import plugin

GAMES = (Coop, Hexes, Hidden, Simultaneous, Teams)
EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture(scope="session")
def tictactoe():
    """The module of the example, which no distribution holds."""
    spec = importlib.util.spec_from_file_location("example_tictactoe", EXAMPLES / "tictactoe.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def registry(tictactoe):
    """The built-in plugin and two games: an open one, and one with hands and a bag."""
    return Registry.of(builtin, plugin, tictactoe.TicTacToe())


@pytest.fixture(scope="session")
def everything(tictactoe):
    """The same, and the games that are there for tests: together, on hexagons, hidden, at once, in teams."""
    return Registry.of(builtin, plugin, tictactoe.TicTacToe(), *(game() for game in GAMES))


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    """Matches that are broken off are kept in the present folder."""
    monkeypatch.chdir(tmp_path)
