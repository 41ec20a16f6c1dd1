"""Brook keeps the promises of a Tileyard game."""

from __future__ import annotations

from importlib.resources import files

import tileyard_brook
from tileyard_brook import Brook

from tileyard.testing import GameConformance


class TestBrook(GameConformance):
    game = Brook()
    playthroughs = str(files(tileyard_brook) / "playthroughs")
