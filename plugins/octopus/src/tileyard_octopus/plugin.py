"""What Octopus adds to Tileyard: the game and how it looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tileyard import Game, hookimpl
from tileyard_octopus.rules import Octopus
from tileyard_octopus.scene import scene

__all__ = ["register_games", "register_scenes"]


@hookimpl
def register_games() -> Sequence[Game[Any, Any, Any, Any, Any]]:
    """The game of Octopus."""
    return [Octopus()]


@hookimpl
def register_scenes() -> Mapping[str, Callable[[Any], Any]]:
    """How Octopus looks."""
    return {Octopus.id: scene}
