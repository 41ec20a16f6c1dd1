"""The wire: base types of everything that is saved or sent, and the codecs for them.

A :class:`Struct` is a msgspec struct that refuses unknown fields. Moves, events and whispers
are frozen and tagged, so each means the same thing alone as in a list. JSON is for people and
other languages, msgpack for digests.
"""

from __future__ import annotations

import hashlib
import operator
import re
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from typing_extensions import dataclass_transform

from tileyard.ground.errors import BadPayload, TileyardError

__all__ = [
    "Event",
    "Frozen",
    "Move",
    "Struct",
    "Whisper",
    "bad_payload",
    "checked",
    "convert",
    "decode",
    "digest",
    "encode",
    "members",
    "schemas",
    "to_builtins",
    "whole",
]

T = TypeVar("T")


# What goes on a wire is a tree, so the cycle collector has no business with it (gc=False): playouts
# make structs by the million.
class Struct(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """Base of wire types that change, such as a table: typed fields, strict decoding, equality by value."""


# Said to type checkers too, so that subclasses need not repeat it.
@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Frozen(msgspec.Struct, forbid_unknown_fields=True, gc=False, frozen=True):
    """Base of wire types that never change, such as options: hashable, and shared by copies."""


def _tag(name: str) -> str:
    """``LayTile`` is tagged ``lay_tile``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


class Move(Frozen, tag=_tag, tag_field="type"):
    """Base of moves. Fields, in order, are the chain of choices a person makes; all must be hashable."""


class Event(Frozen, tag=_tag, tag_field="type"):
    """Base of what everybody is told. A class may be both Move and Event: such a move announces itself."""


class Whisper(Frozen, tag=_tag, tag_field="type"):
    """Base of what one player alone is told."""


@lru_cache(maxsize=1024)
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


@lru_cache(maxsize=1024)
def _unpacker(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind)


_json = msgspec.json.Encoder()
_pack = msgspec.msgpack.Encoder()


def encode(value: Any) -> bytes:
    """``value`` as compact JSON; fields and keys in their own order."""
    return _json.encode(value)


def decode(data: bytes | str, kind: type[T]) -> T:
    """JSON read strictly as ``kind``. Raises :class:`BadPayload` with the JSON path of the fault."""
    try:
        return _decoder(kind).decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise _half_pair(data, error) or bad_payload(error) from error


# A whole pair, half of one, or any other escape.
_ESCAPE = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)", re.DOTALL
)


def _half_pair(data: bytes | str, error: Exception) -> BadPayload | None:
    """The error for half of a surrogate pair, if ``error`` is of one: msgspec may take it for the end of the data."""
    if isinstance(error, UnicodeError) or not re.search("truncated|surrogate", str(error)):
        return None
    escapes = _ESCAPE.finditer(data.encode() if isinstance(data, str) else data)
    half = next((found for found in escapes if found[1]), None)
    if half is None:
        return None
    text = f"{half[0].decode()} at byte {half.start()} is half of a surrogate pair, which is no character"
    return BadPayload(text, path="$", field="")


def convert(value: Any, kind: type[T], *, lax: bool = False) -> T:
    """Plain dicts, lists and scalars read strictly as ``kind``; ``lax`` also reads ``"3"`` as 3."""
    try:
        return msgspec.convert(value, kind, strict=not lax)
    except (msgspec.ValidationError, UnicodeError, RecursionError) as error:
        raise bad_payload(error) from error


def checked(value: Any, kind: type[T]) -> T:
    """``value`` made anew of the declared types alone; nothing of it is shared, and it is sure to fit on the wire.

    Structs are not validated when they are made, so whatever comes from other people's code passes here. Raises
    :class:`BadPayload` for another type than the declared one anywhere inside, and for numbers beyond 64 bits.
    """
    try:
        made = _unpacker(kind).decode(_pack.encode(value))
    except (msgspec.DecodeError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise bad_payload(error) from error
    # A tuple for a list, say, looks the same on the wire.
    if made != value:
        raise BadPayload("it is not the same after it was saved and loaded", path="$", field="")
    return made


_AT = re.compile(r"(?P<text>.*) - at `(?:key` in `)?(?P<path>\$[^`]*)`", re.DOTALL)


def bad_payload(error: Exception, kind: type[TileyardError] = BadPayload, **facts: Any) -> TileyardError:
    """msgspec's message taken apart into text, ``path`` (``$.cells[1]``) and ``field`` (``cells``; "" at the top).

    The text of the error ends with the path, unless that is ``$``, which is no news to anybody.
    """
    text, path = str(error), "$"
    # The message of a struct's own check may say where in the struct; msgspec puts after it where the struct is.
    while found := _AT.fullmatch(text):
        text, path = found["text"], path + found["path"][1:]
    named = re.match(r"Object (?:contains unknown|missing required) field `([^`]*)`", text)
    names = re.findall(r"\.([^.\[\]]+)", path)
    field = named[1] if named else names[-1] if names else ""
    return kind(text if path == "$" else f"{text} (at {path})", path=path, field=field, **facts)


def members(struct: Any) -> dict[str, str]:
    """The fields of a struct (or struct type) as they are called on the wire, each with its attribute in Python.

    The two differ where a field is renamed, as ``from`` must be, which Python keeps for itself.
    """
    return _members(struct if isinstance(struct, type) else type(struct))


@lru_cache(maxsize=1024)
def _members(kind: Any) -> dict[str, str]:
    return dict(zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True))


def to_builtins(value: Any) -> Any:
    """``value`` as plain dicts, lists and scalars, exactly as JSON shows it: keys are text, tuples are lists."""
    return msgspec.json.decode(_json.encode(value))


def whole(value: Any) -> int | None:
    """``value`` as the whole number that is saved, if it is one: those of NumPy are, true and false are not."""
    try:
        return None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return None


def digest(value: Any) -> str:
    """SHA-256 of the canonical msgpack of ``value`` (keys as text, sorted), in hex."""
    # msgspec sorts keys while encoding only where all of them are text.
    plain = msgspec.to_builtins(value, str_keys=True, order="deterministic")
    return hashlib.sha256(_pack.encode(plain)).hexdigest()


def schemas(kinds: dict[str, Any], template: str = "#/$defs/{name}") -> tuple[dict[str, Any], dict[str, Any]]:
    """JSON Schema 2020-12 of several types: their own schemas by key, and the shared definitions."""
    own, defs = msgspec.json.schema_components(kinds.values(), ref_template=template)
    return dict(zip(kinds, own, strict=True)), defs
