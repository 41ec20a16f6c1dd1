"""Choosing a move step by step, and the reason of a rejection: both follow from the legal moves alone.

The fields of a move, in order, are the chain of choices a person makes. Prompts ask along that chain;
clicks on a board pick fields in any order; a factored action space walks it too. All of them stand on
:func:`narrow`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, cast

import msgspec
from typing_extensions import TypeVar

from tileyard.front.words import line
from tileyard.ground.errors import FOREIGN, BadPayload, GameFault, IllegalMove
from tileyard.ground.wire import Move, Struct, checked, members, to_builtins
from tileyard.play.game import Game
from tileyard.play.match import Match
from tileyard.play.state import Reason
from tileyard.play.update import Update

__all__ = ["Choice", "agreeing", "explain", "legal", "name", "narrow", "play"]

M = TypeVar("M", default=Any)
AnyGame = Game[Any, Any, Any, Any, Any]
_SHOWN = 12  # a person reads no longer list
_LONGEST = 60  # characters of a value nobody offered
_exact = msgspec.json.Encoder(order="sorted").encode
_UNWRITTEN = (TypeError, ValueError, OverflowError, RecursionError)


class Choice(Struct, Generic[M]):
    """How far a move is chosen.

    ``settled`` has the fields that are the same in all moves left, picked or not; ``field`` is the next
    one to choose ("" if there is none) and ``values`` what it may be, in the order of the legal moves.
    ``left`` counts the moves left: with one it is the ``move``, with none the picks fit no legal move.
    The kind of move counts as a field ``type`` before all others.
    """

    settled: dict[str, Any]
    field: str
    values: list[Any]
    left: int
    move: M | None = None


def legal(match: Match, player: int) -> list[Any]:
    """:meth:`Match.legal`, to choose from and to be sent: all that is inside of the moves is as it was declared.

    Raises :class:`GameFault` as well if it is not.
    """
    moves, game = match.legal(player), match.game
    try:
        dict.fromkeys(moves)
        return checked(moves, list[game.types.move])
    except (BadPayload, *_UNWRITTEN) as error:
        raise GameFault.of(game.id, "legal", match.ply, error) from error


def narrow(legal: Sequence[M], picked: Mapping[str, Any] | None = None) -> Choice[M]:
    """What is still to be chosen among ``legal``, after the fields ``picked`` (values as in the moves or as in JSON).

    Picks may come in any order. However one picks among ``values``, each legal move can be reached and no other.
    """
    left = list(dict.fromkeys(agreeing(legal, picked or {})))
    if not left:
        return Choice(dict(picked or {}), "", [], 0)
    settled, field, values = _common(left)
    return Choice(settled, field, values, len(left), left[0] if len(left) == 1 else None)


def agreeing(legal: Sequence[M], picked: Mapping[str, Any]) -> Sequence[M]:
    """The moves of ``legal`` that have the fields ``picked``."""
    left = legal
    for field, value in picked.items():
        if not left:
            break
        left = _with(left, field, value)
    return left


def explain(game: AnyGame, legal: Sequence[Any], choice: Move | Mapping[str, Any]) -> Reason | None:
    """Why no legal move agrees with ``choice`` (a whole move, or the fields picked so far); None if one does.

    The reason names the first field that does not fit the ones before it, and what it may be.
    """
    left: Sequence[Any] = legal
    before: list[str] = []
    for field, value in _fields(choice) if isinstance(choice, Move) else choice.items():
        fitting = _with(left, field, value)
        if not fitting:
            return _reason(game, left, before, field, value)
        left = fitting
        if field != "type":
            # The game's own value, which the pick may be the JSON of.
            before.append(f"{field} {name(game, field, _value(left[0], field))}")
        elif len(_kinds(legal)) > 1:
            before.append(name(game, field, value))
    return None if left else Reason("there is nothing to choose from")


def name(game: AnyGame, field: str, value: Any) -> str:
    """How a person reads a field's value: ``game.label``, but safe for values no game knows, and on one line."""
    try:
        return line(value.replace("_", " ") if field == "type" else game.label(field, value), _LONGEST)
    except FOREIGN:  # labels are for the game's own values; this one may be anything
        return line(_written(value), _LONGEST)


def play(match: Match, player: int, move: Any, ply: int | None = None) -> Update[Any, Any, Any]:
    """:meth:`Match.play` for front ends: where the game gives no reason for a rejection, the legal moves do."""
    try:
        return match.play(player, move, ply)
    except IllegalMove as error:
        if error.facts.get("field") or _own_reasons(match.game):
            raise
        made: Any = move if isinstance(move, Move) else match.read_move(move)
        reason = explain(match.game, legal(match, player), made)
        if reason is None:
            raise
        facts = error.facts | {"field": reason.field, "allowed": list(to_builtins(reason.allowed))}
        raise IllegalMove(reason.text, **facts) from error


# -- inside --------------------------------------------------------------------------------------------


def _own_reasons(game: Any) -> bool:
    kind = cast(Any, type(game))
    return kind.permits is not vars(Game)["permits"]


def _written(value: Any) -> str:
    try:
        return _exact(value).decode()
    except _UNWRITTEN:
        return type(value).__name__


def _kinds(moves: Sequence[Any]) -> list[Any]:
    return list(dict.fromkeys(map(type, moves)))


def _tag(move: Any) -> Any:
    return move.__struct_config__.tag


def _fields(move: Any) -> Iterator[tuple[str, Any]]:
    yield "type", _tag(move)
    for field, attribute in members(move).items():
        yield field, getattr(move, attribute)


def _value(move: Any, field: str) -> Any:
    return getattr(move, members(move)[field])


def _with(moves: Sequence[M], field: str, value: Any) -> list[M]:
    """The moves whose ``field`` is ``value``: of the same kind, so that 1 is not true, and with lists for tuples."""
    if field == "type":
        return [move for move in moves if _tag(move) == value]
    named: dict[Any, str | None] = {kind: members(kind).get(field) for kind in set(map(type, moves))}
    having = [(move, getattr(move, attribute)) for move in moves if (attribute := named[type(move)])]
    if type(value) in (int, str, bool, type(None)):
        return [move for move, own in having if own == value and type(own) is type(value)]
    try:
        wanted = _exact(value)
    except _UNWRITTEN:
        return []  # what cannot be written down is in no move
    return [move for move, own in having if _exact(own) == wanted]


def _common(moves: Sequence[Any]) -> tuple[dict[str, Any], str, list[Any]]:
    """The fields in which all ``moves`` agree, the first in which they do not, and the values it has."""
    settled: dict[str, Any] = {}
    field, offered = "", list[Any]()
    kinds = _kinds(moves)
    if len(kinds) == 1:
        settled["type"] = _tag(moves[0])
    else:
        field, offered = "type", [kind.__struct_config__.tag for kind in kinds]
    for own in members(kinds[0]):
        if any(own not in members(kind) for kind in kinds):
            continue
        values = _values(moves, own)
        if len(values) == 1:
            settled[own] = values[0]
        elif not field:
            field, offered = own, values
    return settled, field, offered


def _values(moves: Sequence[Any], field: str) -> list[Any]:
    """The values ``field`` has in ``moves``, each once, in the order of the moves; 1 and true are two."""
    values: list[Any] = [_value(move, field) for move in moves]
    found: dict[Any, Any] = {(type(value), value): value for value in values}
    return list(found.values())


def _reason(game: AnyGame, left: Sequence[Any], before: list[str], field: str, value: Any) -> Reason:
    if not left:
        return Reason("there is nothing to choose from", field=field)
    having = [move for move in left if field == "type" or field in members(move)]
    so_far = " with ".join((before[0], ", ".join(before[1:]))) if len(before) > 1 else "".join(before)
    if not having:
        known = tuple(dict.fromkeys(own for move in left for own, _ in _fields(move)))
        what = f"{so_far} has no {field}" if so_far else f"no move has a field {field!r}"
        return Reason(f"{what}; its fields are {', '.join(known)}", field=field, allowed=known)
    tags = dict.fromkeys(_tag(move) for move in having)
    allowed = list(tags) if field == "type" else _values(having, field)
    names = [name(game, field, offered) for offered in allowed[:_SHOWN]]
    more = f" and {len(allowed) - _SHOWN} more" if len(allowed) > _SHOWN else ""
    what = "" if field == "type" else f"{field} "
    refused = what + name(game, field, value)
    text = (
        f"{so_far} can be played, but not with {refused}; it goes with"
        if so_far
        else f"{refused} cannot be played now; possible:"
    )
    return Reason(f"{text} {what}{', '.join(names)}{more}", field=field, allowed=tuple(allowed))
