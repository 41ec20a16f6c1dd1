"""What an author's code raised, and where: for the messages of checks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from traceback import walk_tb

from tileyard.ground.errors import cause_of

__all__ = ["raised"]

_OTHERS = sys.stdlib_module_names | {"tileyard"}


def raised(error: BaseException) -> str:
    """What was raised, with the innermost line of the author's own code: ``TypeError: no number (rules.py:41)``.

    Without the line if none of that code was running.
    """
    where = ""
    told: BaseException | None = error
    # An error of Tileyard that tells of another has that as its cause, with the line.
    while told is not None:
        where = _place(told) or where
        told = told.__cause__
    return f"{cause_of(error)}{where}"


def _place(error: BaseException) -> str:
    """Where the author's package, the first that was called, has come to: deeper down are libraries it uses."""
    own, where = "", ""
    for package, file, line in _frames(error):
        own = own or ("" if package in _OTHERS else package)
        if own and package == own:
            where = f" ({Path(file).name}:{line})"
    return where


def _frames(error: BaseException) -> Iterator[tuple[str, str, int]]:
    """The package, file and line of each call, the innermost last."""
    for frame, line in walk_tb(error.__traceback__):
        name = str(frame.f_globals.get("__name__", ""))
        yield name.partition(".")[0], frame.f_code.co_filename, line
