"""The command line: ``tileyard``.

Exit codes: 0 done, 1 the check or the match failed, 2 wrong use; 130 after Ctrl-C, 141 if nobody reads. Whatever goes
wrong is one line on standard error, ``error[code]: ...``, and with ``--json`` an object on standard output too.
"""

from __future__ import annotations

import sys
from contextlib import redirect_stdout

from tileyard.front.cli.app import build, guarded
from tileyard.plug.registry import Registry

__all__ = ["build", "guarded", "main"]


def main() -> None:
    """Run ``tileyard`` with the arguments of the process and leave."""
    raise SystemExit(guarded(_run))


def _run() -> None:
    # Standard output is for the command; what plugins print while they are loaded is not part of it.
    with redirect_stdout(sys.stderr):
        app = build(Registry.load())
    app()
