"""What Qal'eh Nil adds to Tileyard: two games and how they look."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tileyard import Game, hookimpl
from tileyard_qaleh_nil.castle import QalehNilCastle
from tileyard_qaleh_nil.race import QalehNil
from tileyard_qaleh_nil.scene import scene

__all__ = ["register_games", "register_scenes"]


@hookimpl
def register_games() -> Sequence[Game[Any, Any, Any, Any, Any]]:
    """The race and the Castle game."""
    return [QalehNil(), QalehNilCastle()]


@hookimpl
def register_scenes() -> Mapping[str, Callable[[Any], Any]]:
    """How both look."""
    return {QalehNil.id: scene, QalehNilCastle.id: scene}
