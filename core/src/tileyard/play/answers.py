"""What verbs of a game answer, made sure of: an answer of another kind is a fault of the game, not of who asked.

Each function gives the answer back as it is to be used, and raises TypeError or ValueError, whose text says what is
wrong with it. Structs are not validated when they are made, so what is inside of moves is looked at where it is sent.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, cast

from tileyard.ground.errors import BadPayload, kind_of
from tileyard.ground.wire import checked, to_builtins
from tileyard.play.game import Types
from tileyard.play.state import Reason, Result, State

__all__ = ["movers", "moves", "names", "refusal", "result", "standing", "state"]


def state(found: Any, types: Types, players: int) -> State[Any, Any, Any]:
    """A state with its compartments, of their declared types and no others."""
    right = (
        type(found) is State
        and type(found.table) is types.table
        and type(found.vault) is (types.vault or type(None))
        and type(found.seats) is tuple
        and len(found.seats) == players
        and all(type(seat) is (types.seat or type(None)) for seat in found.seats)
    )
    if not right:
        raise TypeError("it must return a State of its declared types, with one seat for each player")
    return found


def movers(found: Any, players: int) -> Sequence[int]:
    """Who may move now, out of so many."""
    if not isinstance(found, Sequence) or isinstance(found, str | bytes):
        raise TypeError(f"it gave {kind_of(found)}, not a list of players")
    given = cast(Sequence[Any], found)
    if any(type(player) is not int or not 0 <= player < players for player in given):
        raise ValueError(f"it gave somebody who is not one of {players} players")
    return given


def moves(found: Any, kinds: Iterable[type[Any]]) -> list[Any]:
    """The legal moves of somebody who may move."""
    if not isinstance(found, Sequence):
        raise TypeError(f"it gave {kind_of(found)}, not a list of moves")
    given = [*cast(Sequence[Any], found)]
    for move in given:
        if type(move) not in kinds:
            raise TypeError(f"it gave {kind_of(move)} in its list, which is no move of the game")
    if not given:
        raise ValueError("it gave no move to somebody who may move")
    return given


def refusal(found: Any) -> dict[str, Any] | None:
    """Why a move is refused, as facts; None if it is not."""
    if found is None:
        return None
    if not isinstance(found, Reason):
        raise TypeError(f"it gave {kind_of(found)}, neither None nor a Reason")
    return {"text": str(found), "field": found.field, "allowed": to_builtins(found.allowed), "rule": found.rule}


def result(found: Any, players: int) -> Result:
    """Ranking and winners, all of them players, with what else there is of its declared types."""
    if not isinstance(found, Result):
        raise TypeError(f"it gave {kind_of(found)}, not a Result")
    # Searches ask for results by the thousand, most of which have neither.
    if (found.note, found.detail) != ("", ()):
        try:
            checked(found, Result)
        except BadPayload as error:
            raise TypeError(f"it gave a Result that is not of its declared types: {error}") from error
    if any(type(player) is not int or not 0 <= player < players for player in chain(*found.ranking, found.winners)):
        raise ValueError(f"it gave somebody who is not one of {players} players")
    return found


def standing(found: Any, players: int) -> list[int]:
    """A number for each player."""
    if not isinstance(found, Sequence) or isinstance(found, str | bytes):
        raise TypeError(f"it gave {kind_of(found)}, not a list of numbers")
    values = [*cast(Sequence[Any], found)]
    for value in values:
        if not isinstance(value, int | float) or not math.isfinite(value):
            raise ValueError(f"it gave {kind_of(value)} in its list, which is no finite number")
    if len(values) != players:
        raise ValueError(f"it gave {len(values)} {'number' if len(values) == 1 else 'numbers'} for {players} players")
    return values


def names(found: Any) -> frozenset[str]:
    """Names of stocks."""
    if isinstance(found, str) or not all(isinstance(name, str) for name in found):
        raise TypeError(f"it gave {kind_of(found)}, not a set of names")
    return frozenset(found)
