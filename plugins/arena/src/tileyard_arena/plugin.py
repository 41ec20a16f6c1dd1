"""What the arena adds to Tileyard: the commands ``arena`` and ``report``."""

from __future__ import annotations

from typing import Any

from tileyard import hookimpl

__all__ = ["register_commands"]


@hookimpl
def register_commands(cli: Any) -> None:
    """The commands; what they need is imported when they run."""
