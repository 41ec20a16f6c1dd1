"""Being told to end, by a terminal that is closed or by ``kill``: what is under way is kept as after Ctrl-C.

Whoever is told to end is often told more than once: a shell passes on what its terminal has told already, and people
press Ctrl-C until they see that it helped. What is being kept then must not be broken off.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from typing import Any

__all__ = ["HungUp", "hanging_up", "undisturbed"]

_ENDING = [getattr(signal, name) for name in ("SIGINT", "SIGHUP", "SIGTERM") if hasattr(signal, name)]


class HungUp(KeyboardInterrupt):
    """The terminal was closed, or the program is told to end; ``code`` is the exit code that says so."""

    def __init__(self, signum: int) -> None:
        super().__init__()
        self.code = 128 + signum


@contextmanager
def hanging_up() -> Generator[None]:
    """Let the signals of a closed terminal and of ``kill`` raise :class:`HungUp`, as Ctrl-C raises its own; once."""

    def hang_up(signum: int, _: Any) -> None:
        for other in _ENDING:
            signal.signal(other, signal.SIG_IGN)
        raise KeyboardInterrupt if signum == signal.SIGINT else HungUp(signum)

    # Whoever started it with nohup wants it to go on.
    with _handling((signum for signum in _ENDING if signal.getsignal(signum) is not signal.SIG_IGN), hang_up):
        yield


@contextmanager
def undisturbed() -> Generator[None]:
    """Let nothing that would end the program be heard meanwhile; for what takes no time, such as saving a match."""
    with _handling(_ENDING, signal.SIG_IGN):
        yield


@contextmanager
def _handling(signals: Iterable[int], handler: Callable[[int, Any], None] | signal.Handlers) -> Generator[None]:
    # Elsewhere nobody may say what becomes of signals, and nobody hears them.
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {signum: signal.signal(signum, handler) for signum in signals}
    try:
        yield
    finally:
        for signum, usual in before.items():
            signal.signal(signum, usual)
