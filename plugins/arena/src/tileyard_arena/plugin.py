"""What the arena adds to Tileyard: the commands ``arena`` and ``report``."""

from __future__ import annotations

from typing import Any

from tileyard import hookimpl

__all__ = ["register_commands"]


@hookimpl
def register_commands(cli: Any) -> None:
    """The commands; a program that embeds matches needs none of what they import."""
    from tileyard_arena.commands import arena, report  # noqa: PLC0415

    cli.command("arena")(arena)
    cli.command("report")(report)
