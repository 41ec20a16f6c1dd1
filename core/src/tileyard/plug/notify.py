"""Telling plugins about matches: each gets its own copy, and one that raises disturbs nobody."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from typing import Any

from tileyard.play.update import MatchInfo, Update
from tileyard.plug.visit import Fault, Visit

__all__ = ["Observer"]

_HOOKS = frozenset({"match_started", "move_played", "match_finished"})


class Observer:
    """An observer of matches (see :class:`tileyard.Observer`) that calls the notify hooks.

    It never raises: ``fault`` is told of what a plugin raises, with the name of the hook. It is false if no plugin
    listens: whoever opens a match then does without it, and so without the copies it would be told with.
    """

    def __init__(self, listeners: Iterable[tuple[Visit, Callable[[str, Fault], None]]]) -> None:
        self._listeners = [(visit, fault) for visit, fault in listeners if visit.implements & _HOOKS]

    def __bool__(self) -> bool:
        return bool(self._listeners)

    def match_started(self, match: MatchInfo, update: Update[Any, Any, Any]) -> None:
        """Pass on that a match has begun."""
        self._tell("match_started", match, update)

    def move_played(self, match: MatchInfo, update: Update[Any, Any, Any]) -> None:
        """Pass on that a move was made."""
        self._tell("move_played", match, update)

    def match_finished(self, match: MatchInfo, update: Update[Any, Any, Any]) -> None:
        """Pass on that a match has ended."""
        self._tell("match_finished", match, update)

    def _tell(self, hook: str, match: MatchInfo, update: Update[Any, Any, Any]) -> None:
        for visit, fault in self._listeners:
            if hook not in visit.implements:
                continue
            # A plugin may do as it likes with what it is told, so it is told with things of its own.
            own_match, own_update = copy.deepcopy((match, update))
            try:
                visit.call(hook, match=own_match, update=own_update)
            except Fault as raised:
                fault(hook, raised)
