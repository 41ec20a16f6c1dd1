"""What viewers and observers are told of a match, ply by ply."""

from __future__ import annotations

from typing import Any, Generic, Protocol

from typing_extensions import TypeVar

from tileyard.ground.wire import Frozen, Struct
from tileyard.play.record import Origin

__all__ = ["MatchInfo", "Observer", "Update"]

E = TypeVar("E", default=Any)
W = TypeVar("W", default=Any)
VIEW = TypeVar("VIEW", default=Any)


class Update(Struct, Generic[E, W, VIEW]):
    """What one viewer is told of one ply: events to animate, own whispers, and the view to settle on."""

    ply: int
    events: list[E]
    whispers: list[W]
    view: VIEW
    branch: int = 0  # another number for what is played after each undo: ply and branch name this very step


class MatchInfo(Frozen):
    """The public facts of a match, without its seed."""

    game: str
    title: str
    rules: int
    players: int
    options: Any
    plugin: Origin
    commitment: str
    scorers: tuple[str, ...] = ()  # the extra scoring it was begun with


class Observer(Protocol):
    """Who is told of a match, with the spectator's update, after each commit.

    The move is made by then: what an observer raises is logged (``tileyard.play``), and others are told all the same.
    """

    def match_started(self, match: MatchInfo, update: Update[Any, Any, Any]) -> None: ...

    def move_played(self, match: MatchInfo, update: Update[Any, Any, Any]) -> None: ...

    def match_finished(self, match: MatchInfo, update: Update[Any, Any, Any]) -> None: ...
