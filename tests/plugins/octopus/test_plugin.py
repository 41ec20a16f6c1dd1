"""What the plugin adds, and what importing it costs."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from importlib.resources import files

from tileyard_octopus import plugin
from tileyard_octopus.rules import Octopus
from tileyard_octopus.scene import scene


def test_the_entry_point_names_the_plugin() -> None:
    (entry,) = (entry for entry in entry_points(group="tileyard.v1") if entry.name == "octopus")
    assert entry.load() is plugin


def test_it_adds_the_game_and_its_scene() -> None:
    assert [type(game) for game in plugin.register_games()] == [Octopus]
    assert plugin.register_scenes() == {"octopus": scene}


def test_the_tiles_are_installed_with_it() -> None:
    assert files("tileyard_octopus").joinpath("tiles.toml").is_file()


def test_importing_it_loads_no_graphs_and_no_tiles() -> None:
    """Listing the games must be quick."""
    code = (
        "import sys; from tileyard_octopus import pieces, plugin; plugin.register_games(); "
        "sys.exit('networkx' in sys.modules or bool(pieces.one_set.cache_info().currsize))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
