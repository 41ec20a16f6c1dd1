"""The program ``tileyard``: from its first moment on, Ctrl-C ends it without a traceback.

It is a package of its own that imports next to nothing, because importing all the rest takes a while.
"""

from __future__ import annotations

import os
import signal

__all__ = ["main"]

_INTERRUPTED = 130


def main() -> None:
    """Run ``tileyard`` with the arguments of the process and leave."""
    usual = signal.getsignal(signal.SIGINT)
    # Whoever has Ctrl-C ignored, as by nohup, wants it so.
    if usual is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
    from tileyard.front.cli import main as run  # noqa: PLC0415  (it takes time, in which Ctrl-C may come)

    signal.signal(signal.SIGINT, usual)
    run()


def _leave(*_: object) -> None:
    os._exit(_INTERRUPTED)
