"""The shape of a state: what its types are made of, and the code generated from them.

A state is plain data of declared types: whole numbers, text, truth values, None, lists, dicts,
tuples, literals and structs of those. From the declaration come two functions made once per type
and as fast as if written by hand: a copier that shares what cannot change, and a table of how many
pieces lie in each stock.
"""

from __future__ import annotations

import inspect
import itertools
import types
import typing
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Annotated, Any, Literal, Union

import msgspec

from tileyard.board.stock import stock_fields
from tileyard.ground.errors import GameFault

__all__ = ["alternatives", "copier", "faults", "fields", "is_struct", "pieces", "sizer", "union"]

_SCALARS = (int, str, bool, type(None), bytes)


def _plain(kind: Any) -> Any:
    """``kind`` without its annotations."""
    while typing.get_origin(kind) is Annotated:
        kind = typing.get_args(kind)[0]
    return type(None) if kind is None else kind


def alternatives(kind: Any) -> tuple[Any, ...]:
    """The alternatives of a union; a type alone is its own only alternative."""
    kind = _plain(kind)
    if typing.get_origin(kind) in (Union, types.UnionType):
        return tuple(itertools.chain.from_iterable(alternatives(arg) for arg in typing.get_args(kind)))
    return (kind,)


def union(kinds: Iterable[Any]) -> Any:
    """The union of types that are known at run time alone; one type is its own union."""
    return Union[tuple(kinds)]  # noqa: UP007  (there is no other way to write it)


def is_struct(kind: Any) -> bool:
    """Whether ``kind`` is a msgspec struct type, parametrised or not."""
    origin = typing.get_origin(kind) or kind
    return isinstance(origin, type) and issubclass(origin, msgspec.Struct)


def fields(kind: Any) -> tuple[tuple[str, Any], ...]:
    """Name and declared type of each field of a struct type, in order."""
    return tuple((field.name, field.type) for field in msgspec.structs.fields(kind))


def faults(kind: Any) -> Iterator[str]:
    """What keeps ``kind`` from being a closed type: one line for each part that is not plain data."""
    found = list(_faults(kind, "", ()))
    yield from found
    if not found:
        try:
            msgspec.json.Decoder(kind)
        except TypeError as error:
            yield str(error)


def _faults(kind: Any, path: str, within: tuple[Any, ...]) -> Iterator[str]:
    """The faults of a part; ``within`` are the structs it stands in."""
    here = path or "it"
    for member in alternatives(kind):
        origin, args = typing.get_origin(member), typing.get_args(member)
        if member in _SCALARS or origin is Literal:
            continue
        if member in within:
            yield f"{here} is {member.__name__} inside {member.__name__}: a type may not contain itself"
        elif is_struct(member):
            try:
                parts = fields(member)
            except NameError as error:
                yield f"{here} is {member.__name__}, of which a field has no type at run time: {error}"
                continue
            for name, part in parts:
                yield from _faults(part, f"{path}.{name}" if path else name, (*within, member))
        elif origin in (list, tuple) and args:
            for part in args:
                if part is not Ellipsis:
                    yield from _faults(part, f"{path}[]", within)
        elif origin is dict:
            if {_key(key) for key in alternatives(args[0])} not in ({int}, {str}):
                yield f"{here} has keys that are neither all whole numbers nor all text"
            yield from _faults(args[1], f"{path}[]", within)
        else:
            yield f"{here} is {getattr(member, '__name__', member)}, which is not plain data of a known type"


def _key(kind: Any) -> Any:
    """``int`` or ``str``, if all keys of this type are that; in JSON, 1 and "1" are one key."""
    values = typing.get_args(kind) if typing.get_origin(kind) is Literal else ()
    return next((key for key in (int, str) if kind is key or (values and all(type(v) is key for v in values))), None)


@lru_cache(maxsize=1024)
def _frozen(kind: Any) -> bool:
    """Whether values of ``kind`` can never change, so that copies may share them."""
    for member in alternatives(kind):
        origin, args = typing.get_origin(member), typing.get_args(member)
        if member in _SCALARS or origin is Literal:
            continue
        if origin is tuple and all(arg is Ellipsis or _frozen(arg) for arg in args):
            continue
        struct: Any = origin or member
        if is_struct(member) and struct.__struct_config__.frozen and all(_frozen(part) for _, part in fields(member)):
            continue
        return False
    return True


class _Writer:
    """Writes the expression that copies a value of a type; helpers for unions go into ``names``."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {}
        self.counter = itertools.count()

    def name(self, value: Any) -> str:
        name = f"_{next(self.counter)}"
        self.names[name] = value
        return name

    def copy(self, kind: Any, value: str) -> str:
        if _frozen(kind):
            return value
        member, *others = alternatives(kind)
        if others:
            return self._union((member, *others), value)
        origin, args = typing.get_origin(member), typing.get_args(member)
        if origin is list:
            return f"{value}[:]" if _frozen(args[0]) else self._each(args[0], value, "[", "]")
        if origin is dict:
            if _frozen(args[1]):
                return f"{value}.copy()"
            item = f"v{next(self.counter)}"
            return f"{{k: {self.copy(args[1], item)} for k, {item} in {value}.items()}}"
        if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
            return self._each(args[0], value, "tuple([", "])")
        if origin is tuple:
            return "(" + "".join(f"{self.copy(arg, f'{value}[{i}]')}, " for i, arg in enumerate(args)) + ")"
        if is_struct(member):
            make = self.name(origin or member)
            parameters = inspect.signature(origin or member).parameters
            parts = [
                ("" if parameters[name].kind is not inspect.Parameter.KEYWORD_ONLY else f"{name}=")
                + self.copy(part, f"{value}.{name}")
                for name, part in fields(member)
            ]
            return f"{make}({', '.join(parts)})"
        raise AssertionError(f"{member!r} is not plain data")

    def _each(self, kind: Any, value: str, opening: str, closing: str) -> str:
        item = f"v{next(self.counter)}"
        return f"{opening}{self.copy(kind, item)} for {item} in {value}{closing}"

    def _union(self, members: tuple[Any, ...], value: str) -> str:
        """By run-time type: what is not frozen has a copier of its own."""
        table = {(typing.get_origin(m) or m): copier(m) for m in members if not _frozen(m)}
        return f"{self.name(table)}.get(type({value}), {self.name(_same)})({value})"


def _same(value: Any) -> Any:
    return value


@lru_cache(maxsize=256)
def copier(kind: Any) -> Callable[[Any], Any]:
    """The function that copies a value of ``kind``: everything mutable anew, everything frozen shared.

    Raises :class:`GameFault` if the type is not plain data.
    """
    for fault in faults(kind):
        raise GameFault(f"{getattr(kind, '__name__', kind)}: {fault}", verb="types")
    writer = _Writer()
    code = f"def copy(value): return {writer.copy(kind, 'value')}"
    exec(code, writer.names)  # noqa: S102  (generated from type declarations alone)
    return writer.names["copy"]


@lru_cache(maxsize=256)
def sizer(seat: Any, vault: Any, closed: frozenset[str], players: int) -> Callable[[Any], dict[str, Any]] | None:
    """The function that counts the pieces in each stock of a state's vault and of its seats, one for each player.

    It gives ``{"seat.hand": [5, 4], "vault.bag": 30}``; stocks named in ``closed`` are left out.
    None if there is nothing to count. Raises :class:`GameFault` if ``closed`` names what is no stock.
    """
    parts: list[str] = []
    unknown = set(closed)
    for part, kind in (("seat", seat), ("vault", vault)):
        for name in stock_fields(kind) if is_struct(kind) else ():
            key = f"{part}.{name}"
            unknown.discard(key)
            if key in closed:
                continue
            # Written out for each seat: this is done at every ply.
            lengths = ", ".join(f"len(seats[{player}].{name})" for player in range(players))
            parts.append(f"{key!r}: [{lengths}]" if part == "seat" else f"{key!r}: len(state.vault.{name})")
    if unknown:
        # A slip of the pen here would show what was to be hidden.
        raise GameFault(f"closed names {', '.join(sorted(unknown))}, which is no stock of seat or vault", verb="closed")
    if not parts:
        return None
    names: dict[str, Any] = {}
    code = f"def sizes(state):\n    seats = state.seats\n    return {{{', '.join(parts)}}}"
    exec(code, names)  # noqa: S102  (as above)
    return names["sizes"]


def pieces(value: Any) -> Iterator[Any]:
    """Every piece in every stock of ``value``, at any depth."""
    if isinstance(value, msgspec.Struct):
        stocks = stock_fields(type(value))
        for name in type(value).__struct_fields__:
            part = getattr(value, name)
            yield from part if name in stocks else pieces(part)
    elif isinstance(value, (list, tuple)):
        for part in typing.cast(list[Any], value):
            yield from pieces(part)
    elif isinstance(value, dict):
        for part in typing.cast(dict[Any, Any], value).values():
            yield from pieces(part)
