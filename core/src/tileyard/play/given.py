"""What callers hand over, made sure of where it comes in: a slip is told at once, with what would have been right.

Each function raises :class:`UsageError` with the ``field`` of what was given amiss.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar, cast

from tileyard.ground.errors import UsageError
from tileyard.ground.wire import whole
from tileyard.play.game import Game
from tileyard.play.scorer import Scorer

__all__ = ["agents_of", "each", "game_of", "instance", "number", "observers_of", "scorers_of"]

T = TypeVar("T")

_TOLD = ("match_started", "move_played", "match_finished")


def game_of(given: Any) -> Game[Any, Any, Any, Any, Any]:
    """The rules to play by."""
    if isinstance(given, Game):
        return cast(Game[Any, Any, Any, Any, Any], given)
    hint = _made(given)
    if isinstance(given, str):
        hint = "; new_match of tileyard.front.matches finds installed games by their ids"
    elif isinstance(getattr(given, "game", None), Game):
        hint = "; give its .game"
    raise _wrong("game", given, "an object of a class of games", hint)


def instance(field: str, given: Any, kind: type[T], what: str) -> T:
    """``given``, if it is a ``kind``, which in words is ``what``."""
    if isinstance(given, kind):
        return given
    raise _wrong(field, given, what)


def number(field: str, given: Any) -> int:
    """A whole number, such as that of a ply; one of NumPy will do."""
    found = whole(given)
    if found is None:
        raise _wrong(field, given, "a whole number")
    return found


def scorers_of(given: Any) -> tuple[Scorer, ...]:
    """The scorers of a match."""
    named = "; Registry.scorers(game) has those of plugins by their names"
    return each("scorers", given, lambda one: isinstance(one, Scorer), "an object of a class of scorers", named)


def observers_of(given: Any) -> tuple[Any, ...]:
    """Whoever is to be told of a match."""
    return each("observers", given, lambda one: _can(one, *_TOLD), f"something with {', '.join(_TOLD)}")


def agents_of(given: Any, players: int) -> Sequence[Any]:
    """Whoever plays a match, one for each player."""
    named = "; make_bot of tileyard.front.bots makes bots of their names"
    found = each("agents", given, lambda one: _can(one, "choose"), "something with choose(view)", named)
    if len(found) != players:
        raise UsageError(f"{players} play, but there are {len(found)} agents", field="agents", allowed=[players])
    return found


def each(field: str, given: Any, right: Callable[[Any], bool], what: str, named: str = "") -> tuple[Any, ...]:
    """``given`` as a tuple, if each of it is ``right``, in words ``what``; of a text among it is said ``named``."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise _wrong(field, given, f"a list, each {what}")
    found = tuple(cast(Iterable[Any], given))
    for one in found:
        if not right(one):
            raise _wrong(field, one, what, named if isinstance(one, str) else _made(one))
    return found


def _can(one: Any, *verbs: str) -> bool:
    return not isinstance(one, type) and all(callable(getattr(one, verb, None)) for verb in verbs)


def _made(given: Any) -> str:
    return f"; {given.__name__} is a class: make one of it" if isinstance(given, type) else ""


def _wrong(field: str, given: Any, what: str, hint: str = "") -> UsageError:
    shown = given.__name__ if isinstance(given, type) else f"{given!r:.60}"
    return UsageError(f"{field}: not {shown}, but {what}{hint}", field=field)
