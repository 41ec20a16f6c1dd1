"""What the arena adds to Tileyard: the commands ``arena`` and ``report``, and what they print and keep."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tileyard import hookimpl

__all__ = ["register_commands", "register_documents"]


@hookimpl
def register_commands(cli: Any) -> None:
    """The commands; a program that embeds matches needs none of what they import."""
    from tileyard_arena.commands import arena, report

    cli.command("arena")(arena)
    cli.command("report")(report)


@hookimpl
def register_documents() -> dict[str, Callable[[], Any]]:
    """What the commands print with ``--json``, and the lines of the file of a tournament: the first, and the others."""
    return {
        "command-arena": _arena,
        "command-report": _report,
        "tournament-plan": _plan,
        "tournament-match": _match,
    }


def _arena() -> Any:
    from tileyard_arena.standings import ArenaReport

    return ArenaReport


def _report() -> Any:
    from tileyard_arena.report.figures import GameReport

    return GameReport


def _plan() -> Any:
    from tileyard_arena.files import Head

    return Head


def _match() -> Any:
    from tileyard_arena.playing import Entry

    return Entry
