"""The lines of a journal: what they hold, and how one is added to a file that others write into as well."""

from __future__ import annotations

import os
import stat
from datetime import datetime
from io import FileIO
from typing import Any, TypeAlias

from tileyard import Frozen, UsageError
from tileyard.play.update import MatchInfo

__all__ = ["Finished", "Line", "Played", "Started", "append"]


class _Line(Frozen, tag_field="type", tag=str.lower):
    at: datetime  # when it was written, UTC
    process: int  # which of the programs that play: matches with the same seed have the same commitment
    match: str  # its commitment, the hash that is published at the start
    game: str
    ply: int
    scores: list[int]


class Started(_Line):
    """A match has begun."""

    info: MatchInfo
    events: list[Any]  # what was announced in the set-up


class Played(_Line):
    """A move was made."""

    branch: int  # another number after each undo
    events: list[Any]


class Finished(_Line):
    """A match has ended."""


Line: TypeAlias = Started | Played | Finished
"""One line of a journal."""


def append(path: str, line: bytes) -> None:
    """Add a line (without its end) to a file, in one write, so that it never mixes with those of another process.

    A line that a full disk cut off is left as a line of its own. Raises :class:`UsageError` (fact ``field``: the path)
    if the file cannot be written, or is none: whoever reads from a pipe could hold up the match.
    """
    try:
        with FileIO(path, "a+", opener=_opened) as file:
            facts = os.fstat(file.fileno())
            if not stat.S_ISREG(facts.st_mode):
                raise UsageError(f"cannot write {path}: it is no file", field=path)
            data = line + b"\n" if facts.st_size == 0 or _is_whole(file) else b"\n" + line + b"\n"
            if file.write(data) != len(data):
                raise UsageError(f"cannot write {path}: there was no room for the whole line", field=path)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f"cannot write {path}: {why}", field=path) from error


def _opened(path: str, flags: int) -> int:
    """An open file; of a pipe too, at once."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)


def _is_whole(file: FileIO) -> bool:
    """Whether the last line has its end. Where one writes is the end of the file all the same."""
    file.seek(-1, os.SEEK_END)
    return file.read(1) == b"\n"
