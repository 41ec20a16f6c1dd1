"""What gets into a match is of its declared types: moves from outside, and what the rules make of them.

Structs are not validated when they are made, and msgspec would encode whatever it finds in them. So both are looked
through here, and made anew: whatever is in a match can be sent and saved, and nobody else holds a part of it.
"""

from __future__ import annotations

from typing import Any

from tileyard.ground.errors import BadPayload, GameFault
from tileyard.ground.wire import checked, convert, decode
from tileyard.play.engine import Step
from tileyard.play.game import Game

__all__ = ["checked_move", "checked_step", "read_move"]


def read_move(game: Game[Any, Any, Any, Any, Any], data: bytes | str | dict[str, Any]) -> Any:
    """A move from JSON or from plain data. Raises :class:`BadPayload` with the path of the fault."""
    kind = game.types.move
    if isinstance(data, dict):
        return convert(data, kind)
    try:
        return decode(data, kind)
    except BadPayload as error:
        if error.facts["path"] != "$" or error.facts["field"]:
            raise
        # Whoever gives a word as a move did not mean it to be JSON.
        text = f"the move {data!r:.60} was read as JSON: {error.message}"
        raise BadPayload(text, **error.facts) from error


def checked_move(game: Game[Any, Any, Any, Any, Any], given: Any) -> Any:
    """A move, or its data, as a move of the declared types, fields and all; what is no move of the game as it is.

    Raises :class:`BadPayload`.
    """
    move: Any = read_move(game, given) if type(given) in (dict, str, bytes) else given
    return checked(move, game.types.move) if type(move) in game.types.moves else move


def checked_step(game: Game[Any, Any, Any, Any, Any], verb: str, step: Step) -> Step:
    """``step``, which ``verb`` made, if all that it made is of the declared types. Raises :class:`GameFault`."""
    try:
        checked(step.position, game.types.position)
        step.events = checked(step.events, list[game.update_events])
        step.whispers = checked(step.whispers, list[tuple[int, game.update_whispers]])
    except BadPayload as error:
        cause = f"it made what is not of its declared types: {error}"
        raise GameFault.of(game.id, verb, step.position.ply, cause) from error
    return step
