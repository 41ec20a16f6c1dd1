"""Nile against every demand Tileyard makes on a game."""

from __future__ import annotations

from pathlib import Path

import tileyard_nile1967
from nile1967_tables import SMALL
from tileyard.testing import Case, GameConformance
from tileyard_nile1967.rules import Nile1967

PLAYTHROUGHS = Path(tileyard_nile1967.__file__).parent / "playthroughs"
VARIANTS = {
    "u_penalty_scope": "player",
    "start_forfeit": "penalty",
    "cross_rescore_square": "yes",
    "cross_geometry": "any_free_port",
    "cross_crossroad": "yes",
    "must_cross": "no",
    "stall_rounds": 1,
    "all_played_end": "first_rack_empty",
    "five_bonus": "rack_emptied",
    "first_player": "random",
}


class TestNile(GameConformance):
    """Each check of the kit: a game as printed, one with all the variants, and some that are drawn."""

    game = Nile1967()
    playthroughs = PLAYTHROUGHS
    examples = 6
    cases = (
        Case(players=2, options={}, seed="1", choices=tuple(range(0, 900, 7))),
        Case(players=4, options=VARIANTS, seed="1", choices=tuple(range(0, 900, 11))),
    )


class TestNileOnASmallBoard(GameConformance):
    """The same on a board of the players' own, where lines cross and finish more often."""

    game = Nile1967()
    playthroughs = PLAYTHROUGHS
    examples = 6
    options = ({"board": SMALL}, VARIANTS | {"board": SMALL}, {"board": SMALL, "blue_run": "single"})
