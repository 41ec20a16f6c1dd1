"""What Tiles adds to Tileyard: the game and how it looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tileyard import Game, hookimpl
from tileyard_tiles.rules import Tiles
from tileyard_tiles.scene import scene

__all__ = ["register_games", "register_scenes"]


@hookimpl
def register_games() -> Sequence[Game[Any, Any, Any, Any, Any]]:
    """The game of Tiles."""
    return [Tiles()]


@hookimpl
def register_scenes() -> Mapping[str, Callable[[Any], Any]]:
    """How Tiles looks."""
    return {Tiles.id: scene}
