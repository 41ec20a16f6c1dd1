"""How bots are named and set up: ``mcts:sims=200`` taken apart, and its settings read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

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
    name, *parts = text.strip().split(":")
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
        raise UsageError(f"bot {name}: setting {error.facts['field']}: {error.message}", **error.facts) from error
