"""Scorers: named objects that award points beside a game's own rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from tileyard.ground.wire import Event
from tileyard.play.turn import Turn

__all__ = ["Scorer"]


class Scorer:
    """Extra scoring that a match may name. It is pure: it keeps nothing and may only ``turn.award``.

    A plugin offers scorers for any game, and the game's own plugin does so for its variants. A match
    uses the ones its header names and no others, so installing a plugin never changes how a game plays.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    awards: ClassVar[dict[str, str]] = {}

    def moved(self, table: Any, events: Sequence[Event], turn: Turn[Any]) -> None:
        """After each move of ``turn.player``: the public table and what that move announced."""

    def finished(self, table: Any, turn: Turn[Any]) -> None:
        """Once, at the end: the final table."""
