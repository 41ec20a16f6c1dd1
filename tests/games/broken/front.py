"""Scenes, bots, labels and playthroughs that are wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from games.broken.base import Broken, Hidden, scene
from games.hidden import FIRST, Lay
from tileyard import Event, Move, Whisper
from tileyard.front.scene import Panel, tile

STALE = Path(__file__).parent / "stale"


def seated_scene(view: Any) -> Any:
    """It takes everybody for a player."""
    assert view.seat.hand is not None
    return scene(view)


def eager_scene(view: Any) -> Any:
    """It offers the own pebbles to who has to wait as well."""
    drawn = scene(view)
    if view.seat:
        drawn.panels = [Panel("Yours", [tile(0, 0, pick={"pebble": pebble}) for pebble in view.seat.hand])]
    return drawn


def hopeful_scene(view: Any) -> Any:
    """It offers the mover cells that are taken."""
    drawn = scene(view)
    if view.player in Hidden().active(view.table):
        drawn.shapes += [tile(0, 1, pick={"cell": cell}) for cell in view.table.row]
    return drawn


class Bold:
    """A bot that lays a pebble nobody has."""

    def __init__(self, *_: Any) -> None:
        pass

    def choose(self, view: Any) -> Lay:
        return Lay(99, FIRST)


class Nameless(Hidden):
    """It calls all cells the same."""

    def label(self, field: str, value: int) -> str:
        return "a cell" if field == "cell" else str(value)


class Shouting(Hidden):
    """It tells two cells apart by the case of a letter alone, and people type as they like."""

    def label(self, field: str, value: int) -> str:
        return "cC"[value % 2] + str(value // 2) if field == "cell" else str(value)


class Silent(Hidden):
    """It has no words for what it whispers."""

    def tell(self, event: Event | Whisper | Move) -> str:
        return "" if isinstance(event, Whisper) else super().tell(event)


BROKEN = [
    Broken("pictures_are_drawn", Hidden(), settings={"scene": seated_scene}),
    Broken("picks_lead_to_moves", Hidden(), settings={"scene": eager_scene}),
    Broken("picks_lead_to_moves", Hidden(), settings={"scene": hopeful_scene}),
    Broken("bots_choose_legal_moves", Hidden(), settings={"bots": {"bold": Bold}}),
    Broken("narrowing_reaches_every_move", Nameless()),
    Broken("narrowing_reaches_every_move", Shouting()),
    Broken("what_happens_is_told", Silent()),
    Broken("playthroughs_match", Hidden(), settings={"playthroughs": STALE}),
]
