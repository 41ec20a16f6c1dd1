"""Values held against their declared types, and moves made slightly wrong."""

from __future__ import annotations

import typing
from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from typing import Any, Literal

import msgspec

from tileyard.play.shape import alternatives, fields, is_struct

__all__ = ["integers", "mutants", "strange"]


def strange(kind: Any, value: Any, path: str = "$") -> Iterator[str]:
    """Where ``value`` is not exactly what ``kind`` declares, at any depth: msgspec encodes whatever it finds."""
    if _exact(kind)(value):
        return
    member = next((member for member in alternatives(kind) if _sort(member)(value)), ...)
    if member is ...:
        yield f"{path} is {value!r}, a {type(value).__name__}, declared as {_name(kind)}"
        return
    args = typing.get_args(member)
    if is_struct(member):
        for name, part in fields(member):
            yield from strange(part, getattr(value, name), f"{path}.{name}")
    elif isinstance(value, dict):
        for key, item in value.items():  # type: ignore[union-attr]
            yield from strange(args[0], key, f"{path} key")
            yield from strange(args[1], item, f"{path}[{key!r}]")
    elif isinstance(value, tuple) and args[-1] is not Ellipsis:
        if len(args) != len(value):  # type: ignore[arg-type]
            yield f"{path} has {len(value)} items, declared as {_name(member)}"  # type: ignore[arg-type]
        for index, (part, item) in enumerate(zip(args, value, strict=False)):  # type: ignore[arg-type]
            yield from strange(part, item, f"{path}[{index}]")
    else:
        for index, item in enumerate(value):
            yield from strange(args[0], item, f"{path}[{index}]")


Judge = Callable[[Any], bool]


@lru_cache(maxsize=1024)
def _exact(kind: Any) -> Judge:
    """The function that tells whether a value is exactly of ``kind``."""
    members = alternatives(kind)
    if len(members) > 1:
        judges = [_exact(member) for member in members]
        return lambda value: any(judge(value) for judge in judges)
    member = members[0]
    args = typing.get_args(member)
    if is_struct(member):
        made, parts = _origin(member), [(name, _exact(part)) for name, part in fields(member)]
        return lambda value: type(value) is made and all(judge(getattr(value, name)) for name, judge in parts)
    if _origin(member) is dict:
        key, item = map(_exact, args)
        return lambda value: type(value) is dict and all(map(key, value)) and all(map(item, value.values()))
    if _origin(member) is tuple and args[-1] is not Ellipsis:
        own = [_exact(arg) for arg in args]
        return lambda value: (
            type(value) is tuple and len(value) == len(own) and all(j(v) for j, v in zip(own, value, strict=True))
        )
    if _origin(member) in (list, tuple):
        made, inner = _origin(member), _exact(args[0])
        return lambda value: type(value) is made and all(map(inner, value))
    return _sort(member)


@lru_cache(maxsize=1024)
def _sort(member: Any) -> Judge:
    """The function that tells whether a value is of the sort of ``member``, whatever lies inside it."""
    if typing.get_origin(member) is Literal:
        allowed = {(type(value), value) for value in typing.get_args(member)}
        return lambda value: isinstance(value, Hashable) and (type(value), value) in allowed
    made = _origin(member)
    return lambda value: type(value) is made


def _origin(member: Any) -> Any:
    return typing.get_origin(member) or member


def _name(kind: Any) -> str:
    return getattr(kind, "__name__", None) if isinstance(kind, type) else str(kind).replace("typing.", "")  # type: ignore[return-value]


def mutants(move: Any) -> Iterator[Any]:
    """Moves like ``move`` with one field changed to another value of the same kind."""
    for name in type(move).__struct_fields__:
        for value in _variants(getattr(move, name)):
            yield msgspec.structs.replace(move, **{name: value})


def _variants(value: Any) -> Iterator[Any]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, -value - 1, value + 1000, 2**31)
    elif isinstance(value, str):
        yield from (value + "?", value[:-1], value[::-1])
    elif isinstance(value, tuple):
        items: tuple[Any, ...] = value
        yield from (items[::-1], items[:-1], (*items, *items[:1]))
    elif isinstance(value, msgspec.Struct):
        yield from mutants(value)


def integers(value: Any) -> Iterator[int]:
    """Every whole number that can be a place in ``value``: keys of dicts, indices of lists, at any depth."""
    if isinstance(value, msgspec.Struct):
        for name in type(value).__struct_fields__:
            yield from integers(getattr(value, name))
    elif isinstance(value, dict):
        for key, item in value.items():  # type: ignore[union-attr]
            if type(key) is int:
                yield key
            yield from integers(item)
    elif isinstance(value, (list, tuple)):
        items: list[Any] | tuple[Any, ...] = value
        yield from range(len(items))
        for item in items:
            yield from integers(item)
