"""Running the command line in tests: in this process, in one of its own, and at a terminal of its own."""

from __future__ import annotations

import json
import os
import pty
import select
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from tileyard import Registry
from tileyard.front.cli import build

_MAIN = "from tileyard_start import main; main()"
# Ctrl-C reaches a program only at a terminal of its own.
_AT_TERMINAL = f"import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); {_MAIN}"
PROGRAM = [sys.executable, "-c", _MAIN]


@dataclass
class Outcome:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON value it printed."""
        (line,) = self.out.splitlines()
        return json.loads(line)

    @property
    def error(self) -> tuple[int, str]:
        """Exit code and the one line on standard error."""
        (line,) = self.err.splitlines()
        return self.code, line


@lru_cache(maxsize=1)
def registry() -> Registry:
    """Everything installed."""
    return Registry.load()


@lru_cache(maxsize=1)
def _app() -> Any:
    return build(registry())


def tileyard(*words: Any, typed: str | bytes = "", app: Any = None) -> Outcome:
    """Run a command in this process."""
    result = CliRunner().invoke(app or _app(), list(map(str, words)), input=typed)
    # Anything but an exit is a traceback that a person would see.
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    return Outcome(result.exit_code, result.stdout, result.stderr)


def process(*words: Any, typed: bytes = b"", cwd: Path | None = None, **env: str) -> Outcome:
    """Run a command in a process of its own; ``env`` is added to the environment."""
    done = subprocess.run(
        [*PROGRAM, *map(str, words)],
        input=typed,
        env=os.environ | env,
        cwd=cwd,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return Outcome(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))


class Terminal:
    """A command at a terminal of its own, to be talked to: ``with Terminal("play", "octopus") as person``."""

    def __init__(self, *words: Any, cwd: Path | None = None, columns: int = 80, **env: str) -> None:
        self.shown = ""
        self.met = 0  # so much of it was waited for
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", _AT_TERMINAL, *map(str, words)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=cwd,
            env=os.environ | {"TERM": "xterm", "COLUMNS": str(columns)} | env,
            start_new_session=True,
        )
        os.close(slave)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)

    def until(self, *texts: str, seconds: float = 60) -> str:
        """Read until one of ``texts`` is shown after the last that was waited for; what was shown from there to it."""
        end, start = time.monotonic() + seconds, self.met
        while not (found := [at + len(text) for text in texts if (at := self.shown.find(text, start)) >= 0]):
            # More than is waited for may be read at once.
            shown = self.shown[start:]
            assert time.monotonic() < end, f"no {texts} in {shown!r}"
            assert self._read(end - time.monotonic()), f"it ended without {texts}: {shown!r}"
        self.met = min(found)
        return self.shown[start : self.met]

    def type(self, line: str) -> None:
        """Type a line and press Enter."""
        os.write(self.master, line.encode() + b"\n")

    def press(self, key: bytes) -> None:
        """Press one key: ``b"\\x03"`` is Ctrl-C, ``b"\\x04"`` the end of input."""
        os.write(self.master, key)

    def ends(self) -> int:
        """Read to the end; the exit code."""
        while self._read(60):
            pass
        assert "Traceback" not in self.shown, self.shown
        return self.process.wait(timeout=60)

    def _read(self, seconds: float) -> bool:
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:
            # The other end was closed.
            return False
        self.shown += data.decode(errors="replace")
        return bool(data)


def words(line: str) -> Sequence[str]:
    """A command as it is printed for pasting, without the program's name."""
    first, *rest = shlex.split(line)
    assert first == "tileyard"
    return rest
