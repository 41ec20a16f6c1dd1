"""Brook as a plugin of Tileyard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tileyard import Game, Scorer, hookimpl
from tileyard_brook.rules import Brook
from tileyard_brook.scene import scene
from tileyard_brook.scorers import Reaches


@hookimpl
def register_games() -> list[Brook]:
    """The game."""
    return [Brook()]


@hookimpl
def register_scenes() -> dict[str, Callable[..., Any]]:
    """How it looks."""
    return {"brook": scene}


@hookimpl
def register_scorers(game: Game[Any, Any, Any, Any, Any]) -> list[Scorer]:
    """A variant, for the matches that ask for it."""
    return [Reaches()] if isinstance(game, Brook) else []
