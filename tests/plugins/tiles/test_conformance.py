"""Tiles against every demand Tileyard makes on a game."""

from __future__ import annotations

from tiles_tables import LUMPY
from tileyard.testing import Case, GameConformance
from tileyard_tiles.rules import Tiles

VARIANTS = {
    "rotate": "no",
    "end": "deck_empty",
    "multi_area": "joined",
    "discard": "face_down",
    "must_place": "no",
}
STUCK = {"rotate": "no", "discard": "face_down", "tileset": LUMPY}


class TestTiles(GameConformance):
    """Each check of the kit: the usual game, one with all the variants, one where much must be discarded, others."""

    game = Tiles()
    examples = 6
    cases = (
        Case(players=2, options={}, seed="1", choices=tuple(range(0, 440, 10))),
        Case(players=3, options=VARIANTS, seed="1", choices=tuple(range(0, 80, 2))),
        Case(players=3, options=STUCK, seed="1", choices=tuple(range(0, 80, 2))),
    )
