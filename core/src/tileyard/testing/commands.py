"""What the kit adds to the command line, as a plugin of Tileyard's own: ``tileyard check``."""

from __future__ import annotations

from typing import Any

from tileyard.plug.hooks import hookimpl

__all__ = ["register_commands"]


@hookimpl
def register_commands(cli: Any) -> None:
    """The command; the kit itself is imported when it is built."""
    from tileyard.testing.command import check

    cli.command("check")(check)
