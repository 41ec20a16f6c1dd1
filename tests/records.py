"""Records of the market, whole and as plain JSON."""

from __future__ import annotations

import json
from typing import Any

from market import market, play_on
from tileyard import Match, Record
from tileyard.play.record import Origin

PLUGIN = Origin("tileyard-market", "1.2.0")


def saved(match: Match) -> Any:
    """The record as plain JSON, to be changed."""
    return json.loads(match.record().to_json())


def load(plain: Any) -> Record[Any, Any]:
    """What comes of it when it is read."""
    return Record.parse(json.dumps(plain))


def whole(seed: str = "7", **how: Any) -> Match:
    """A match of some length that drew, whispered and was scored."""
    return play_on(market(seed, options={"turns": 3}, **how), seed=5)


def spoil(plain: Any, path: list[Any], value: Any) -> Any:
    """``plain`` with another value at ``path``; without it if the value is ``...``."""
    inner = plain
    for part in path[:-1]:
        inner = inner[part]
    if value is ...:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return plain
