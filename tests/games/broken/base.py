"""Broken games: each is Pebbles with one thing wrong, and a check that must find it."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.hidden import Hidden, scene

__all__ = ["Broken", "Hidden", "scene"]


class Broken(NamedTuple):
    """A game that ``check`` finds broken, with those of its kin that see the same slip, and what the run is told."""

    check: str
    game: Any
    kin: tuple[str, ...] = ()
    settings: dict[str, Any] = {}
