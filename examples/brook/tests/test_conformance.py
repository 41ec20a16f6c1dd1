"""Brook keeps the promises of a Tileyard game."""

from __future__ import annotations

from tileyard.testing import GameConformance
from tileyard_brook import Brook


class TestBrook(GameConformance):
    game = Brook()
