"""What the plugin adds, and what importing it costs."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from importlib.resources import files

from tileyard_tiles import plugin
from tileyard_tiles.rules import Tiles
from tileyard_tiles.scene import scene


def test_the_entry_point_names_the_plugin() -> None:
    (entry,) = (entry for entry in entry_points(group="tileyard.v1") if entry.name == "tiles")
    assert entry.load() is plugin


def test_it_adds_the_game_and_its_scene() -> None:
    assert [type(game) for game in plugin.register_games()] == [Tiles]
    assert plugin.register_scenes() == {"tiles": scene}


def test_the_tiles_are_installed_with_it() -> None:
    assert files("tileyard_tiles").joinpath("mac45.toml").is_file()


def test_importing_it_loads_no_graphs_and_no_tiles() -> None:
    """Listing the games must be quick."""
    code = (
        "import sys; from tileyard_tiles import pieces, plugin; plugin.register_games(); "
        "sys.exit('networkx' in sys.modules or bool(pieces.pieces.cache_info().currsize))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
