"""The commands that come with Tileyard, beside those that tell what is installed."""

from __future__ import annotations

from typing import Any

from tileyard.front.cli.listing import rules
from tileyard.front.cli.making import engine, new, schema
from tileyard.front.cli.playing import play
from tileyard.front.cli.watching import replay, watch

__all__ = ["add"]


def add(cli: Any) -> None:
    """Add them to ``cli``, a ``typer.Typer``."""
    for command in (rules, play, watch, replay, schema, new, engine):
        cli.command(command.__name__)(command)
