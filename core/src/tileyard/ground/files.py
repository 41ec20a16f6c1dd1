"""Files written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from tileyard.ground.errors import UsageError

__all__ = ["read", "write"]


def write(path: str | Path, data: bytes | str) -> None:
    """Write ``data`` (text as UTF-8) beside ``path``, then rename over it: no reader sees half a file.

    Raises :class:`UsageError` (fact ``field``: the path) if the place cannot be written.
    """
    target = Path(path)
    blob = data.encode() if isinstance(data, str) else data
    beside = ""
    try:
        handle, beside = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(blob)
            file.flush()
            os.fsync(file.fileno())
        # mkstemp makes private files; a record or picture gets the usual permissions.
        umask = os.umask(0)
        os.umask(umask)
        Path(beside).chmod(0o666 & ~umask)
        Path(beside).replace(target)
    except (OSError, ValueError) as error:
        if beside:
            Path(beside).unlink(missing_ok=True)
        raise UsageError(f"cannot write {target}: {_why(error)}", field=str(target)) from error


def read(path: str | Path) -> bytes:
    """All bytes of a file. Raises :class:`UsageError` (fact ``field``: the path) if it cannot be read."""
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read {path}: {_why(error)}", field=str(path)) from error


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
