"""The journal as a plugin: an object whose hooks write a line for all that a spectator is told."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from tileyard import Update, hookimpl
from tileyard.ground.wire import encode
from tileyard.play.update import MatchInfo
from tileyard_journal.lines import Finished, Line, Played, Started, append

__all__ = ["Journal", "Silent"]


class Silent:
    """The plugin while it is switched off: it hears of no match, and so no match is slower for it."""

    @hookimpl
    def register_documents(self) -> dict[str, Callable[[], Any]]:
        """The lines, for those who read them."""
        return {"line": lambda: Line}


class Journal(Silent):
    """The plugin that writes into the file ``path``.

    A program that loads no installed plugins puts it in by itself: ``Registry.of(plugin, Journal(path))``.
    The file is opened for each line, so it may be moved away at any time, and a new one is begun.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)

    @hookimpl
    def match_started(self, match: MatchInfo, update: Update) -> None:
        """A line with all the facts of the match."""
        self._write(Started(*_common(match, update), match, update.events))

    @hookimpl
    def move_played(self, match: MatchInfo, update: Update) -> None:
        """A line with what the move announced."""
        self._write(Played(*_common(match, update), update.branch, update.events))

    @hookimpl
    def match_finished(self, match: MatchInfo, update: Update) -> None:
        """A line with the final scores."""
        self._write(Finished(*_common(match, update)))

    def _write(self, line: Line) -> None:
        append(self.path, encode(line))


def _common(match: MatchInfo, update: Update) -> tuple[datetime, int, str, str, int, list[int]]:
    return datetime.now(UTC), os.getpid(), match.commitment, match.game, update.ply, list(update.view.scores)
