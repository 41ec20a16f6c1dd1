"""Brook keeps the promises of a Tileyard game."""

from __future__ import annotations

from pathlib import Path

import tileyard_brook
from tileyard.testing import GameConformance
from tileyard_brook import Brook


class TestBrook(GameConformance):
    game = Brook()
    playthroughs = Path(tileyard_brook.__file__).parent / "playthroughs"
