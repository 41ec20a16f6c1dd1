"""Brook as a plugin of Tileyard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tileyard import hookimpl
from tileyard_brook.rules import Brook
from tileyard_brook.scene import scene


@hookimpl
def register_games() -> list[Brook]:
    """The game."""
    return [Brook()]


@hookimpl
def register_scenes() -> dict[str, Callable[..., Any]]:
    """How it looks."""
    return {"brook": scene}
