"""What the plugin adds, and what importing it costs."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from importlib.resources import files

from tileyard_qaleh_nil import plugin
from tileyard_qaleh_nil.castle import QalehNilCastle
from tileyard_qaleh_nil.race import QalehNil
from tileyard_qaleh_nil.scene import scene


def test_the_entry_point_names_the_plugin() -> None:
    (entry,) = (entry for entry in entry_points(group="tileyard.v1") if entry.name == "qaleh-nil")
    assert entry.load() is plugin


def test_it_adds_both_games_and_their_scenes() -> None:
    assert [type(game) for game in plugin.register_games()] == [QalehNil, QalehNilCastle]
    assert plugin.register_scenes() == {"qaleh-nil": scene, "qaleh-nil-castle": scene}


def test_the_data_file_is_installed_with_it() -> None:
    assert files("tileyard_qaleh_nil").joinpath("nil.toml").is_file()


def test_importing_it_loads_no_graphs_and_no_tiles() -> None:
    """Listing the games must be quick."""
    code = (
        "import sys; from tileyard_qaleh_nil import pieces, plugin; plugin.register_games(); "
        "sys.exit('networkx' in sys.modules or bool(pieces.pieces.cache_info().currsize))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
