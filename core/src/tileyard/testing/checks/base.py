"""What a check is, how it says no, and the list of all checks."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from tileyard.front.bots import mcts_bot, minimax_bot
from tileyard.ground.errors import UsageError
from tileyard.ground.wire import Move
from tileyard.play.scorer import Scorer
from tileyard.play.state import View
from tileyard.testing.playouts import AnyGame, Case, Playout

__all__ = ["MADE", "THEMES", "Check", "Failed", "Inapplicable", "Subject", "check", "fail", "first"]

THEMES = ("declaration", "play", "chance", "secrets", "scores", "wire", "front")

# Bots that search find the same faults when they search little.
_LITTLE: dict[Any, dict[str, str]] = {mcts_bot: {"sims": "3"}, minimax_bot: {"nodes": "30"}}


@dataclass
class Subject:
    """What is checked: a game, with what belongs to it, and the playouts every check walks.

    ``bots`` maps kinds to makers ``make(game, settings, seed)``; ``scorers`` are those offered for the game; ``plugin``
    is the module or object whose hooks offer the game, if it is not found among those installed; ``playthroughs`` and
    ``schemas`` are folders. ``drawing`` tells whether the pool should hold drawn games.
    """

    game: AnyGame
    pool: Callable[[], list[Playout]]
    scene: Callable[[Any], Any] | None = None
    bots: Mapping[str, Callable[..., Any]] = field(default_factory=dict[str, Callable[..., Any]])
    scorers: tuple[Scorer, ...] = ()
    options: list[dict[str, Any]] | None = None
    players: tuple[int, ...] = ()
    plugin: Any = None
    playthroughs: Path | None = None
    schemas: Path | None = None
    drawing: bool = True

    def choice(self, kind: str, view: View[Any, Any, Any], seed: str) -> Move | None:
        """What a bot of this kind chooses, made afresh; None if it says that it does not play this game."""
        make = self.bots[kind]
        try:
            return make(self.game, _LITTLE.get(make, {}), seed).choose(view)
        except UsageError:
            return None


class Failed(AssertionError):
    """The game does not pass a check; the text says where and why."""

    def __init__(self, message: str, case: Case | None = None) -> None:
        super().__init__(message)
        self.case = case


class Inapplicable(Exception):
    """There is nothing here the check could look at; the text is the reason."""


def fail(message: str, case: Case | None = None) -> NoReturn:
    """Say no."""
    raise Failed(message, case)


def first(problems: Iterable[str]) -> None:
    """Say no if there is a problem, with the first one."""
    for problem in problems:
        fail(problem)


@dataclass(frozen=True)
class Check:
    """One demand on a game. If ``each``, it is asked of every playout; otherwise once."""

    name: str
    theme: str
    function: Callable[..., None]
    each: bool
    whole: bool

    def run(self, subject: Subject, playout: Playout | None = None) -> None:
        """Ask it: whatever the function raises means no."""
        arguments = ({"subject": subject} if self.whole else {}) | ({"playout": playout} if self.each else {})
        self.function(**arguments)

    @property
    def demand(self) -> str:
        """What it demands and why, as in the reference."""
        return inspect.cleandoc(self.function.__doc__ or "")


MADE: dict[str, Check] = {}


def check(function: Callable[..., None]) -> Callable[..., None]:
    """Make a function of ``subject``, ``playout`` or both a check, named as it is, of its module's ``THEME``."""
    takes = inspect.signature(function).parameters
    name, theme = function.__name__, function.__globals__["THEME"]
    MADE[name] = Check(name, theme, function, each="playout" in takes, whole="subject" in takes)
    return function
