"""How commands write: text for people on any terminal or none, JSON for programs, errors in one line."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import sys
import textwrap
from collections.abc import Generator, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from msgspec import to_builtins as to_plain

from tileyard.ground.errors import TileyardError, UsageError
from tileyard.ground.files import silence
from tileyard.ground.wire import to_builtins

if TYPE_CHECKING:
    from rich.console import Console

    from tileyard.play.match import Match
    from tileyard.plug.registry import Registry

__all__ = [
    "NARROW",
    "READABLE",
    "any_stream",
    "apart",
    "as_json",
    "board",
    "console",
    "error",
    "interactive",
    "note",
    "paragraphs",
    "plain",
    "put",
    "say",
    "table",
    "width",
    "wrap",
]

NARROW = 48
"""Columns below which a table has a line for each cell."""
READABLE = 100
"""Columns of the longest line of a text."""
_COLUMNS = "COLUMNS"
_document: ContextVar[TextIO | None] = ContextVar("document", default=None)


def any_stream() -> None:
    """Let no stream fail, whatever the locale: characters it does not have become ``?``, closed ones stay silent.

    A width in ``COLUMNS`` that is none is forgotten, before somebody believes it.
    """
    nowhere = Path(os.devnull)
    sys.stdin = sys.stdin or nowhere.open(encoding="utf-8")
    sys.stdout = sys.stdout or nowhere.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or nowhere.open("w", encoding="utf-8")
    asked = os.environ.get(_COLUMNS, "")
    if not re.fullmatch(r"[1-9][0-9]{0,4}", asked):
        os.environ.pop(_COLUMNS, None)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors != "replace":
            stream.reconfigure(errors="replace")


@contextlib.contextmanager
def apart(wanted: bool) -> Generator[None]:
    """If ``wanted``, keep standard output for the document: what plugins print meanwhile goes to standard error."""
    if not wanted:
        yield
        return
    kept = _document.set(sys.stdout)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        _document.reset(kept)


@contextlib.contextmanager
def _written() -> Generator[None]:
    """What is written within is written, or a :class:`UsageError` says why not."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        silence(sys.stdout)
        raise UsageError(f"cannot write standard output: {error.strerror}", field="stdout") from error


def put(text: str) -> None:
    """Text on standard output, at once. Raises :class:`UsageError` if it cannot be written."""
    with _written():
        print(text, end="", flush=True)


def as_json(document: Any) -> None:
    """One JSON value on one line, in ASCII: it reads the same under every locale.

    The name of a file need not be text; what is none in it becomes ``?``, as on every stream.
    """
    try:
        plain = to_builtins(document)
    except UnicodeEncodeError:
        plain = json.loads(json.dumps(to_plain(document, str_keys=True), ensure_ascii=False).encode(errors="replace"))
    with contextlib.redirect_stdout(_document.get() or sys.stdout):
        put(json.dumps(plain) + "\n")


def say(*lines: str) -> None:
    """Lines for a person."""
    put("\n".join(lines) + "\n")


def wrap(line: str, indent: str, columns: int | None = None) -> list[str]:
    """``line`` on as many lines as it takes, all but the first after ``indent``; one where nothing has a width."""
    columns = columns or width()
    if columns is None:
        return [line]
    return textwrap.wrap(line, max(columns - 1, 20), subsequent_indent=indent, break_long_words=False)


def paragraphs(text: str) -> None:
    """Paragraphs of text, which have an empty line between them, each as wide as there is room."""
    columns = min(width() or READABLE, READABLE)
    for number, part in enumerate(re.split(r"\n\s*\n", text.strip())):
        say(*([""] if number else []), *wrap(plain(part), "", columns))


def note(line: str) -> None:
    """A line beside the output, on standard error; if it cannot be written there, nobody is left to be told."""
    try:
        print(line, file=sys.stderr, flush=True)
    except (OSError, ValueError):
        silence(sys.stderr)


def plain(text: str) -> str:
    """``text`` on one line, without anything that a terminal would obey."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in " ".join(text.split()))


def error(fault: TileyardError, as_document: bool) -> None:
    """An error as one line on standard error and, for a program, as a JSON object on standard output."""
    if as_document:
        from tileyard.front.protocol import ErrorBody, ErrorReply

        facts = json.loads(json.dumps(fault.facts, default=str))
        # What cannot be written there is on standard error all the same.
        with contextlib.suppress(UsageError):
            as_json(ErrorReply(error=ErrorBody(fault.code, fault.message, facts)))
    note(f"error[{fault.code}]: {plain(str(fault))}")


def interactive(stream: TextIO | None = None) -> bool:
    """Whether a person sits at ``stream`` (standard output if none is named)."""
    stream = stream or sys.stdout
    return bool(stream) and not stream.closed and stream.isatty()


def width() -> int | None:
    """Columns to keep to: those of the terminal, or of ``COLUMNS``; None where nothing has a width."""
    if columns := int(os.environ.get(_COLUMNS, "0")):
        return columns
    if not interactive():
        return None
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


def console(errors: bool = False) -> Console:
    """A console of rich on standard output or standard error; it adds no colours of its own to what is printed."""
    from rich.console import Console

    return Console(
        stderr=errors, width=width() or (None if interactive() else 120), highlight=False, markup=False, emoji=False
    )


def table(columns: Sequence[str], rows: Sequence[Sequence[Any]], numbers: Sequence[str] = ()) -> None:
    """A table; the columns named in ``numbers`` are set to the right. On a narrow terminal, a line for each cell."""
    if (width() or NARROW) < NARROW:
        for row in rows:
            filled = [
                f"{name}: {cell}".removeprefix(": ") for name, cell in zip(columns, row, strict=True) if cell != ""
            ]
            say(*(part for line in filled for part in wrap(line, "  ")), "")
        return
    from rich import box
    from rich.table import Table

    shown = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name in columns:
        shown.add_column(name, justify="right" if name in numbers else "left", overflow="fold")
    for row in rows:
        shown.add_row(*(str(cell) for cell in row))
    with _written():
        console().print(shown)


def board(registry: Registry, match: Match, player: int | None = None) -> None:
    """What ``player`` (None: a spectator) sees of a match, drawn as characters."""
    from tileyard.front.matches import draw, scene_of

    shown = console()
    colour = shown.color_system is not None and not shown.no_color
    text = draw(registry, scene_of(registry, match, player), "text", width=width(), colour=colour, ascii=not _lines())
    say(str(text).rstrip("\n"))


def _lines() -> bool:
    """Whether the output has line characters."""
    try:
        "┼━●·".encode(sys.stdout.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True
