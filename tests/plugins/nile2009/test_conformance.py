"""Nile (2009) against every demand Tileyard makes on a game."""

from __future__ import annotations

from pathlib import Path

import tileyard_nile2009
from tileyard.testing import Case, GameConformance
from tileyard_nile2009.rules import Nile2009

ONLINE = {
    "extend_only": "bga", "final_flood": "bga", "speculation_discard": "bga", "trade_discards": "shown",
    "show_hand_counts": "yes",
}  # fmt: skip
LATER = {
    "edition": "deluxor", "locust_flood": "none", "extend_only": "none", "two_new": "no", "reshuffle": "lazy",
    "reshuffle_current_flood": "no",
}  # fmt: skip


class TestNile2009(GameConformance):
    """Each check of the kit: the game as it is, two tables of variants, and some that are drawn."""

    game = Nile2009()
    playthroughs = Path(tileyard_nile2009.__file__).parent / "playthroughs"
    examples = 5
    cases = (
        Case(players=2, options={}, seed="1", choices=tuple(range(0, 600, 7))),
        Case(players=3, options=ONLINE, seed="2", choices=tuple(range(0, 900, 11))),
        Case(players=5, options=LATER, seed="3", choices=tuple(range(900, 0, -11))),
    )
