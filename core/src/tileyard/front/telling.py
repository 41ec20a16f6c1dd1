"""What happened, told to a person: a line for an event, a whisper or a move."""

from __future__ import annotations

from typing import Any

from tileyard.front import choices
from tileyard.front.words import line
from tileyard.ground.errors import FOREIGN
from tileyard.play.game import Game

__all__ = ["told"]

_LONGEST = 300


def told(game: Game[Any, Any, Any, Any, Any], event: Any) -> str:
    """``game.tell(event)``, on one line whatever the game makes of it; its name alone if the game fails."""
    try:
        return line(game.tell(event), _LONGEST)
    except FOREIGN:  # the line is for reading only; the match goes on
        return choices.name(game, "type", event.__struct_config__.tag)
