"""What the commands print with ``--json``, so that programs can rely on it; each has a schema."""

from __future__ import annotations

from typing import Any, Literal

from tileyard.front.matches import GameEntry
from tileyard.ground.wire import Frozen
from tileyard.play.record import Origin
from tileyard.plug.discover import PluginReport

__all__ = ["COMMANDS", "CheckReport", "CheckVerdict", "MatchReport", "NewPlugin", "SchemaReport"]


class MatchReport(Frozen):
    """A match that was watched, played or replayed, as far as everybody may know it once it is over."""

    game: str
    rules: int
    plugin: Origin
    players: int
    options: dict[str, Any]
    scorers: list[str]
    seed: str
    commitment: str  # the hash of the chance key, which the seed gives
    bots: list[str]  # who played in each seat; empty for a record
    plies: int  # moves made
    over: bool
    scores: list[int]
    ranking: list[list[int]]  # players, best first, equal ones together; by the present scores if not over
    winners: list[int]
    note: str
    digest: str  # of the whole position
    reasons: list[dict[str, int]]  # for each player, the points by their reason
    view: dict[str, Any] | None = None  # what is seen of the position that was asked for
    verified: bool = False  # played again from a record, with every number and digest compared


class CheckVerdict(Frozen):
    """One check of the conformance kit, and what came of it."""

    name: str
    theme: str
    demand: str  # what it demands and why
    status: Literal["pass", "fail", "skip"]
    cause: str = ""  # why it failed or was skipped
    case: dict[str, Any] | None = None  # the smallest game found that fails
    rerun: str = ""  # the command that fails again


class CheckReport(Frozen):
    """What the conformance kit found about one game."""

    game: str
    passed: bool
    checks: list[CheckVerdict]
    games: int  # looked at; none if no check needed any
    cut: int  # of these, longer ones that were drawn and walked for their first plies alone


class SchemaReport(Frozen):
    """The schema files that were written or removed, or that differ from the code."""

    folder: str
    files: int  # how many there should be
    changed: list[str]  # paths; with --check, each with what is wrong
    current: bool  # nothing differs now


class NewPlugin(Frozen):
    """The plugin that was written."""

    game: str
    distribution: str
    folder: str
    files: list[str]


COMMANDS: dict[str, Any] = {
    "command-check": CheckReport,
    "command-games": list[GameEntry],
    "command-new": NewPlugin,
    "command-plugins": list[PluginReport],
    "command-replay": MatchReport,
    "command-schema": SchemaReport,
    "command-watch": MatchReport,
}
"""The type of each command's output, by the name of its schema."""
