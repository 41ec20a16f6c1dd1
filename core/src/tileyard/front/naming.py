"""How bots are named and set up: ``mcts:sims=200`` taken apart, and its settings read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar

from msgspec import inspect

from tileyard.ground.errors import BadPayload, UsageError
from tileyard.ground.wire import Frozen, convert

__all__ = ["HUMAN", "NoSettings", "parse_bot", "read_settings"]

T = TypeVar("T", bound=Frozen)
HUMAN = "human"
"""What stands for a person where bots are named."""


class NoSettings(Frozen):
    """A bot without settings."""


def parse_bot(text: str) -> tuple[str, dict[str, str]]:
    """``"mcts:sims=200"`` taken apart into the kind of bot and its settings. Raises :class:`UsageError`."""
    name, *parts = str(text).strip().split(":")
    settings: dict[str, str] = {}
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", name):
        raise UsageError(f"{text!r} names no bot: write name or name:setting=value", field="bot")
    for part in parts:
        key, sign, value = (piece.strip() for piece in part.partition("="))
        if not (key and sign and value):
            raise UsageError(f"{part!r} in bot {text!r} is not setting=value", field="bot")
        if key in settings:
            raise UsageError(f"bot {text!r} has {key} twice", field=key)
        settings[key] = value
    return name, settings


def read_settings(name: str, given: Mapping[str, str], kind: type[T]) -> T:
    """Settings of bot ``name`` read from text as ``kind``; :class:`UsageError` names the field and what is allowed."""
    allowed = list(kind.__struct_fields__)
    for key in given:
        if key not in allowed:
            known = f"it has {', '.join(allowed)}" if allowed else "it has none"
            raise UsageError(f"bot {name} has no setting {key!r}; {known}", field=key, allowed=allowed)
    try:
        return convert(dict(given), kind, lax=True)
    except BadPayload as error:
        field = error.facts["field"]
        wanted = _wanted(kind, field) if field in given else ""
        fault = f"not {given[field]!r:.60}, but {wanted}" if wanted else error.message
        raise UsageError(f"bot {name}: setting {field}: {fault}", **error.facts) from error


def _wanted(kind: type[Frozen], field: str) -> str:
    """What a setting may be, in words; "" for a type that nobody can say on a command line."""
    found: Any = inspect.type_info(kind)
    (declared,) = (own.type for own in found.fields if own.encode_name == field)
    members = declared.types if isinstance(declared, inspect.UnionType) else (declared,)
    said = [text for member in members if (text := _in_words(member))]
    return " or ".join(said)


def _in_words(kind: Any) -> str:
    match kind:
        case inspect.IntType(ge=least, le=most) | inspect.FloatType(ge=least, le=most):
            above = f" above {kind.gt}" if kind.gt is not None else f" from {least}" if least is not None else ""
            below = f" below {kind.lt}" if kind.lt is not None else f" to {most}" if most is not None else ""
            return f"a {'whole ' if isinstance(kind, inspect.IntType) else ''}number{above}{below}"
        case inspect.LiteralType(values=values):
            return " or ".join(map(str, values))
        case inspect.BoolType():
            return "true or false"
        case _:
            return ""
