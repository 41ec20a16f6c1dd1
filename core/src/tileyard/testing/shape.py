"""Values held against their declared types and against each other, and moves made slightly wrong."""

from __future__ import annotations

import typing
from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from typing import Any, Literal, cast

import msgspec

from tileyard.board.stock import stock_fields
from tileyard.ground.wire import encode
from tileyard.play.shape import alternatives, fields, is_struct
from tileyard.play.state import View

__all__ = ["difference", "integers", "mutants", "settled", "shared", "short", "strange"]

LONG = 80


def strange(kind: Any, value: Any, path: str = "$") -> Iterator[str]:
    """Where ``value`` is not exactly what ``kind`` declares, at any depth: msgspec encodes whatever it finds."""
    if _exact(kind)(value):
        return
    member = next((member for member in alternatives(kind) if _sort(member)(value)), ...)
    if member is ...:
        yield f"{path} is {value!r}, a {type(value).__name__}, declared as {_name(kind)}"
        return
    args, made = typing.get_args(member), _origin(member)
    if is_struct(member):
        for name, part in fields(member):
            yield from strange(part, getattr(value, name), f"{path}.{name}")
    elif made is dict:
        for key, item in value.items():
            yield from strange(args[0], key, f"{path} key")
            yield from strange(args[1], item, f"{path}[{key!r}]")
    else:
        items = list[Any](value)
        parts = args if made is tuple and args[-1] is not Ellipsis else args[:1] * len(items)
        if len(parts) != len(items):
            yield f"{path} has {len(items)} items, declared as {_name(member)}"
        for index, (part, item) in enumerate(zip(parts, items, strict=False)):
            yield from strange(part, item, f"{path}[{index}]")


Judge = Callable[[Any], bool]


@lru_cache(maxsize=1024)
def _exact(kind: Any) -> Judge:
    """The function that tells whether a value is exactly of ``kind``."""
    members = alternatives(kind)
    if len(members) > 1:
        judges = [_exact(member) for member in members]
        return lambda value: any(judge(value) for judge in judges)
    member = next(iter(members))
    sort, made, args = _sort(member), _origin(member), typing.get_args(member)
    if is_struct(member):
        parts = [(name, _exact(part)) for name, part in fields(member)]
        return lambda value: sort(value) and all(judge(getattr(value, name)) for name, judge in parts)
    if made is dict:
        key, item = map(_exact, args)
        return lambda value: sort(value) and all(map(key, value)) and all(map(item, value.values()))
    if made is tuple and args[-1] is not Ellipsis:
        own = [_exact(arg) for arg in args]
        return lambda value: sort(value) and len(value) == len(own) and all(j(v) for j, v in zip(own, value))  # noqa: B905  (see len)
    if made in (list, tuple):
        inner = _exact(args[0])
        return lambda value: sort(value) and all(map(inner, value))
    return sort


@lru_cache(maxsize=1024)
def _sort(member: Any) -> Judge:
    """The function that tells whether a value is of the sort of ``member``, whatever lies inside it."""
    if typing.get_origin(member) is Literal:
        literals: tuple[Any, ...] = typing.get_args(member)
        allowed: set[tuple[Any, Any]] = {(type(literal), literal) for literal in literals}
        return lambda value: isinstance(value, Hashable) and (type(value), value) in allowed
    made = _origin(member)
    return lambda value: type(value) is made


def _origin(member: Any) -> Any:
    return typing.get_origin(member) or member


def _name(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) else str(kind).replace("typing.", "")


def mutants(move: Any) -> Iterator[Any]:
    """Moves like ``move`` with one field changed to another value of the same kind."""
    names: tuple[str, ...] = move.__struct_fields__
    for name in names:
        for value in _variants(getattr(move, name)):
            yield msgspec.structs.replace(move, **{name: value})


def _variants(value: Any) -> Iterator[Any]:
    sort = cast(Any, type(value))
    if sort is bool:
        yield not value
    elif sort is int:
        yield from (value + 1, value - 1, -value - 1, value + 1000, 2**31)
    elif sort is str:
        yield from (value + "?", value[:-1], value[::-1])
    elif sort is tuple:
        yield from (value[::-1], value[:-1], (*value, *value[:1]))
    elif is_struct(sort):
        yield from mutants(value)


def integers(value: Any) -> Iterator[int]:
    """Every whole number that can be a place in ``value``: keys of dicts, indices of lists, at any depth."""
    sort = cast(Any, type(value))
    if is_struct(sort):
        names: tuple[str, ...] = value.__struct_fields__
        for name in names:
            yield from integers(getattr(value, name))
    elif sort is dict:
        for key, item in value.items():
            if type(key) is int:
                yield key
            yield from integers(item)
    elif sort in (list, tuple):
        yield from range(len(value))
        for item in value:
            yield from integers(item)


def settled(kind: Any, value: Any) -> Any:
    """A seat or a vault as plain data that is equal wherever it makes no difference how a bag or a hand is ordered."""
    if not is_struct(kind):
        return value
    loose = {name for name, stock in stock_fields(kind).items() if stock in ("bag", "hand")}
    names: tuple[str, ...] = value.__struct_fields__
    parts = {name: getattr(value, name) for name in names}
    return {name: sorted(map(encode, part)) if name in loose else part for name, part in parts.items()}


def shared(view: View[Any, Any, Any], state: Any) -> str:
    """The part of ``view``, as ``"table.row"``, that is one object with a part of ``state`` and can change; or ""."""
    theirs = {id(part) for _, part in _changeable(state, "")}
    own = (*_changeable(view.table, "table"), *_changeable(view.seat, "seat"))
    return next((path for path, part in own if id(part) in theirs), "")


def _changeable(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Everything that can change in ``value``, at any depth, the whole before its parts; and where it lies."""
    sort = cast(Any, type(value))
    if sort in (list, dict) or (is_struct(sort) and not sort.__struct_config__.frozen):
        yield path, value
    for name, part in _parts(value).items():
        yield from _changeable(part, path + name)


def _parts(value: Any) -> dict[str, Any]:
    """What lies directly in ``value``, by how it is reached from there: ``".row"``, ``"['a']"``, ``"[0]"``."""
    sort = cast(Any, type(value))
    if is_struct(sort):
        names: tuple[str, ...] = value.__struct_fields__
        return {f".{name}": getattr(value, name) for name in names}
    if sort is dict:
        return {f"[{key!r}]": item for key, item in value.items()}
    return {f"[{index}]": item for index, item in enumerate(value)} if sort in (list, tuple) else {}


def difference(ours: Any, theirs: Any, path: str = "") -> tuple[str, str, str]:
    """Where two values that are not written alike first differ, as ``"table.row[3]"``, and what each has there."""
    one, other = _parts(ours), _parts(theirs)
    for name in (one | other) if type(ours) is type(theirs) else ():
        if name not in one or name not in other:
            first, second = (short(parts[name]) if name in parts else "nothing" for parts in (one, other))
            return (path + name).lstrip("."), first, second
        if encode(one[name]) != encode(other[name]):
            return difference(one[name], other[name], path + name)
    return path.lstrip("."), short(ours), short(theirs)


def short(value: Any) -> str:
    """A value as it is written in Python, cut where it is long."""
    text = repr(value)
    return text if len(text) <= LONG else f"{text[:LONG]}..."
