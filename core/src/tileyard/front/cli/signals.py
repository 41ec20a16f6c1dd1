"""Being told to end, by a terminal that is closed or by ``kill``: what is under way is kept as after Ctrl-C."""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

__all__ = ["HungUp", "hanging_up"]

_SIGNALS = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]


class HungUp(KeyboardInterrupt):
    """The terminal was closed, or the program is told to end; ``code`` is the exit code that says so."""

    def __init__(self, signum: int) -> None:
        super().__init__()
        self.code = 128 + signum


@contextmanager
def hanging_up() -> Generator[None]:
    """Let the signals of a closed terminal and of ``kill`` raise :class:`HungUp`, as Ctrl-C raises its own."""

    def hang_up(signum: int, _: Any) -> None:
        raise HungUp(signum)

    # Whoever started it with nohup wants it to go on.
    heard = [signum for signum in _SIGNALS if signal.getsignal(signum) is not signal.SIG_IGN]
    before = {signum: signal.signal(signum, hang_up) for signum in heard}
    try:
        yield
    finally:
        for signum, handler in before.items():
            signal.signal(signum, handler)
