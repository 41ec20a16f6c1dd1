"""Files written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import stat
import time
from pathlib import Path
from secrets import token_hex
from typing import IO, Any

from tileyard.ground.errors import UsageError

__all__ = ["is_stream", "read", "silence", "write"]

_PATIENCE = 1.0  # seconds that a pipe may be without a reader


def write(path: str | Path, data: bytes | str) -> None:
    """Write ``data`` (text as UTF-8) beside ``path``, then rename over it: no reader sees half a file.

    A link is followed, and a file that exists keeps its permissions. Into a device or a pipe ``data`` is written as
    it is. Raises :class:`UsageError` (fact ``field``: the path) if the place cannot be written.
    """
    try:
        blob = data.encode() if isinstance(data, str) else data
        if is_stream(path):
            _pour(path, blob)
        else:
            _replace(Path(os.path.realpath(path)), blob)
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot write {path}: {_why(error)}", field=str(path)) from error


def is_stream(path: str | Path) -> bool:
    """Whether there is something at ``path`` that is no file, such as a device or a pipe: what is written adds up."""
    # Unlike those of Path, these answer for a path that nobody may look at: hence no PTH.
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)  # noqa: PTH110, PTH112, PTH113


def _pour(path: str | Path, blob: bytes) -> None:
    """Write into what is no file. Whoever reads from a pipe may be late, but nobody waits for ever."""
    last = time.monotonic() + _PATIENCE
    while True:
        try:
            handle = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
            break
        except OSError as error:
            if error.errno != errno.ENXIO or time.monotonic() > last:
                raise
            time.sleep(_PATIENCE / 20)
    with os.fdopen(handle, "wb") as stream:
        if hasattr(os, "set_blocking"):
            os.set_blocking(handle, True)
        stream.write(blob)


def _replace(target: Path, blob: bytes) -> None:
    kept = stat.S_IMODE(target.stat().st_mode) if target.exists() else None
    beside = target.with_name(f".tileyard-{token_hex(8)}")
    # A new file gets the usual permissions from the system, which alone can go by the umask while other threads run.
    mode = 0o666 if kept is None else 0o600
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(blob)
            file.flush()
            os.fsync(file.fileno())
        if kept is not None:
            beside.chmod(kept)
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def read(path: str | Path) -> bytes:
    """All bytes of a file. Raises :class:`UsageError` (fact ``field``: the path) if it cannot be read."""
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read {path}: {_why(error)}", field=str(path)) from error


def silence(stream: IO[Any]) -> None:
    """Let what is left in the buffer of ``stream`` go nowhere, or Python complains once more at its end."""
    with contextlib.suppress(OSError, ValueError, io.UnsupportedOperation):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _why(error: Exception) -> str:
    if isinstance(error, OSError) and error.errno == errno.ENXIO:
        return "nobody reads from it"
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
