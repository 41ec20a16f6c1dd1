"""What the plugin adds, and what importing it costs."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from importlib.resources import files

from tileyard_nile1967 import plugin
from tileyard_nile1967.rules import Nile1967
from tileyard_nile1967.scene import scene


def test_the_entry_point_names_the_plugin() -> None:
    (entry,) = (entry for entry in entry_points(group="tileyard.v1") if entry.name == "nile1967")
    assert entry.load() is plugin


def test_it_adds_the_game_and_its_scene() -> None:
    assert [type(game) for game in plugin.register_games()] == [Nile1967]
    assert plugin.register_scenes() == {"nile1967": scene}


def test_the_components_and_playthroughs_are_installed_with_it() -> None:
    assert files("tileyard_nile1967").joinpath("components.toml").is_file()
    assert len(list(files("tileyard_nile1967").joinpath("playthroughs").iterdir())) == 3


def test_importing_it_loads_no_graphs_and_no_components() -> None:
    """Listing the games must be quick."""
    code = (
        "import sys; from tileyard_nile1967 import pieces, plugin; plugin.register_games(); "
        "sys.exit('networkx' in sys.modules or bool(pieces.components.cache_info().currsize))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
