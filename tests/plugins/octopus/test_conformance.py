"""Octopus against every demand Tileyard makes on a game."""

from __future__ import annotations

from pathlib import Path

import tileyard_octopus
from tileyard.testing import Case, GameConformance
from tileyard_octopus.rules import Octopus

VARIANTS = {"sets": 2, "first_tile": "extra", "hands": "hidden", "tie_break": "last_in_order", "first_player": "seat0"}


class TestOctopus(GameConformance):
    """Each check of the kit: a game with open hands, one with all the variants, and some that are drawn."""

    game = Octopus()
    playthroughs = Path(tileyard_octopus.__file__).parent / "playthroughs"
    examples = 6
    cases = (
        Case(players=2, options={}, seed="1", choices=tuple(range(0, 600, 10))),
        Case(players=3, options=VARIANTS, seed="1", choices=tuple(range(0, 40, 2))),
    )
