"""Both games against every demand Tileyard makes on a game."""

from __future__ import annotations

from pathlib import Path

import tileyard_qaleh_nil
from tileyard.testing import Case, GameConformance
from tileyard_qaleh_nil.castle import QalehNilCastle
from tileyard_qaleh_nil.race import QalehNil

PLAYTHROUGHS = Path(tileyard_qaleh_nil.__file__).parent / "playthroughs"
RACE = {"tileset": "nil21", "teams": "adjacent", "min_moves": 3, "reply_counts": "actions", "goal_block": "halma"}
CASTLE = {
    "castle_layout": "3x6",
    "castle_place_order": "secret",
    "castle_short": "lose",
    "castle_no_pawns": "pass",
    "castle_return": "whole_turn",
    "castle_home_limit": "player",
    "eliminated_partner": "partner_plays",
}


class TestQalehNil(GameConformance):
    """The race: two players, four with the variants, and some games that are drawn."""

    game = QalehNil()
    playthroughs = PLAYTHROUGHS
    examples = 4
    cases = (
        Case(players=2, options={"min_moves": 1}, seed="1", choices=tuple(range(0, 150, 5))),
        Case(players=4, options=RACE, seed="1", choices=tuple(range(0, 60, 2))),
    )


class TestQalehNilCastle(GameConformance):
    """The Castle game: two players, four with the variants, and some games that are drawn."""

    game = QalehNilCastle()
    playthroughs = PLAYTHROUGHS
    examples = 4
    cases = (
        Case(players=2, options={}, seed="1", choices=tuple(range(0, 150, 5))),
        Case(players=4, options=CASTLE, seed="1", choices=tuple(range(0, 60, 2))),
    )
