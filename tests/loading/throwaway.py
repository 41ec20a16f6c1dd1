"""Throw-away distributions: real metadata and modules in a temporary folder, as an installer leaves them."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from tileyard.plug import PluginReport, Registry
from tileyard.plug.discover import API

GAME = '''
from __future__ import annotations

from tileyard.ground.wire import Event, Move, Struct
from tileyard.play.game import Game, NoOptions
from tileyard.play.scorer import Scorer
from tileyard.play.state import State
from tileyard.plug import hookimpl


class Table(Struct):
    left: int = 3


class Take(Move, Event, frozen=True):
    count: int


class Heap(Game[NoOptions, Table, Take]):
    """Take one or two of what is left; whoever takes the last one scores."""

    id = "{id}"
    title = "Heap"
    players = (2,)
    awards = {{"last": "took the last one"}}

    def setup(self, turn):
        return State(Table(), (None, None))

    def active(self, table):
        return (table.left % 2,) if table.left else ()

    def legal(self, view):
        return [Take(count) for count in (1, 2) if count <= view.table.left]

    def apply(self, state, move, turn):
        state.table.left -= move.count
        if not state.table.left:
            turn.award(turn.player, 1, "last")
'''

PLUGIN = (
    GAME
    + """

@hookimpl
def register_games():
    return [Heap()]


@hookimpl
def register_scenes():
    return {{"{id}": lambda view: "a picture"}}


@hookimpl
def register_renderers():
    return {{"{id}-format": str}}


@hookimpl
def register_bots():
    return {{"{id}-bot": lambda game, options: None}}
"""
)


def plugin(game: str, more: str = "") -> str:
    """The source of a plugin with a game, its scene, a format and a bot; ``more`` may replace any of them."""
    return PLUGIN.format(id=game) + more


class Site:
    """A folder of installed distributions."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(
        self,
        name: str,
        source: str,
        *,
        version: str = "1.0",
        group: str = API,
        point: str = "",
        requires: tuple[str, ...] = (),
    ) -> str:
        """Install distribution ``name`` with one plugin whose module has this source; returns the module's name."""
        module = name.replace("-", "_")
        (self.folder / f"{module}.py").write_text(source, encoding="utf-8")
        lines = [f"Name: {name}", f"Version: {version}", *(f"Requires-Dist: {each}" for each in requires)]
        self.metadata(name, f"[{group}]\n{point or name} = {module}\n", "\n".join(lines), version)
        return module

    def metadata(self, name: str, points: str, lines: str, version: str = "1.0") -> None:
        """Write a distribution's metadata alone."""
        info = self.folder / f"{name.replace('-', '_')}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\n{lines}\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(points, encoding="utf-8")

    def load(self, **how: Any) -> Registry:
        """The registry of what is installed here, and of nothing else."""
        return Registry.load(found=distributions(path=[str(self.folder)]), **how)

    def run(self, code: str, *flags: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run ``code`` in a Python of its own that has these distributions beside its usual ones."""
        path = os.pathsep.join([str(self.folder), *filter(None, [os.environ.get("PYTHONPATH")])])
        return subprocess.run(
            [sys.executable, *flags, "-c", code],
            env={**os.environ, "PYTHONPATH": path, **environment},
            capture_output=True,
            text=True,
            check=False,
        )


def report(registry: Registry, name: str) -> PluginReport:
    """The report on the plugin of this name."""
    [found] = [each for each in registry.plugins if each.name == name]
    return found
