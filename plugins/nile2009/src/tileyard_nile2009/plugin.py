"""What Nile adds to Tileyard: the game and how it looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tileyard import Game, hookimpl
from tileyard_nile2009.rules import Nile2009
from tileyard_nile2009.scene import scene

__all__ = ["register_games", "register_scenes"]


@hookimpl
def register_games() -> Sequence[Game[Any, Any, Any, Any, Any]]:
    """The game of Nile."""
    return [Nile2009()]


@hookimpl
def register_scenes() -> Mapping[str, Callable[[Any], Any]]:
    """How Nile looks."""
    return {Nile2009.id: scene}
