"""What Nile (1967) adds to Tileyard: the game and how it looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tileyard import Game, hookimpl
from tileyard_nile1967.rules import Nile1967
from tileyard_nile1967.scene import scene

__all__ = ["register_games", "register_scenes"]


@hookimpl
def register_games() -> Sequence[Game[Any, Any, Any, Any, Any]]:
    """The game of Nile."""
    return [Nile1967()]


@hookimpl
def register_scenes() -> Mapping[str, Callable[[Any], Any]]:
    """How Nile looks."""
    return {Nile1967.id: scene}
