"""The file of a tournament: its plan, then a line for each match that is over, all of it JSON.

A line is written whole, at once, at the end of the file. So whatever happens to the writer, every line but the last is
whole, and a last one that was cut off is known by having no end. The file never becomes shorter but by such a line.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from tileyard import BadPayload, BadRecord, Frozen, Record, TileyardError, UsageError
from tileyard.ground import files
from tileyard.ground.wire import decode, encode
from tileyard_arena.playing import Entry, Outcome, outcome
from tileyard_arena.schedule import Fixture, Plan, fixtures

__all__ = ["FORMAT", "Book", "Head", "entries", "read_plan"]

FORMAT = 1
"""The version of the file's form."""


class Head(Frozen):
    """The first line of the file of a tournament."""

    arena: int  # the version of the file's form
    plan: Plan


class _Line(Frozen):
    """A match, with the record as it stands in the file."""

    match: int
    bots: tuple[str, ...]
    seconds: tuple[float, ...]
    record: msgspec.Raw


class _Lines:
    """The lines of a file, without one that was cut off."""

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        data = files.read(path)
        lines = data.split(b"\n")
        # What comes after the last line end is empty, or a line whose end was never written.
        self.rest = lines.pop()
        self.size = len(data) - len(self.rest)
        self.lines = lines
        if not lines:
            raise BadRecord(f"{path} has no plan of a tournament in its first line", file=self.path, line=1)

    def plan(self) -> Plan:
        try:
            head = decode(self.lines[0], Head)
        except BadPayload as error:
            raise self._bad(1, "this is not the plan of a tournament", error) from error
        if head.arena != FORMAT:
            raise BadRecord(f"{self.path}: format {head.arena} is not known, only {FORMAT}", file=self.path, line=1)
        return head.plan

    def entries(self) -> Iterator[tuple[int, Entry]]:
        """Each match with the number of its line. Raises :class:`BadRecord` at a line that is no match."""
        for number, line in enumerate(self.lines[1:], 2):
            try:
                found = decode(line, _Line)
                yield number, Entry(found.match, found.bots, found.seconds, Record.parse(bytes(found.record)))
            except (BadPayload, BadRecord) as error:
                raise self._bad(number, "this is no match", error) from error

    def _bad(self, line: int, what: str, error: TileyardError) -> BadRecord:
        text = f"{self.path}, line {line}: {what}: {error}"
        return BadRecord(text, **{**error.facts, "file": self.path, "line": line})


def entries(path: str | Path) -> Iterator[Entry]:
    """The matches of a file, in the order in which they ended; a last line that was cut off is left out.

    Raises :class:`UsageError` if the file cannot be read, :class:`BadRecord` (facts ``file``, ``line``).
    """
    lines = _Lines(path)
    lines.plan()
    for _, entry in lines.entries():
        yield entry


def read_plan(path: str | Path) -> Plan:
    """The plan a file begins with. Raises as :func:`entries`."""
    return _Lines(path).plan()


class Book:
    """The file of a tournament, open at its end. ``done`` has what came of the matches in it, by their numbers.

    ``cut`` tells how many bytes of a line that was cut off were taken away.
    """

    def __init__(self, path: str | Path, done: dict[int, Outcome], file: FileIO, cut: int = 0) -> None:
        self.path, self.done, self.cut = str(path), done, cut
        self._file = file

    @classmethod
    def create(cls, path: str | Path, plan: Plan) -> Self:
        """A new file with the plan. Raises :class:`UsageError` if there is something in it, or it cannot be written."""
        place = Path(path)
        if place.exists() and (not place.is_file() or place.stat().st_size):
            raise _taken(path)
        book = cls(path, {}, _locked(path))
        try:
            if book._size():
                raise _taken(path)
            book._write(encode(Head(FORMAT, plan)) + b"\n")
        except BaseException:
            book._file.close()
            raise
        return book

    @classmethod
    def resume(cls, path: str | Path) -> tuple[Self, Plan]:
        """An existing file, all of it checked against its plan. Nothing is changed if it raises.

        Raises :class:`UsageError` if it cannot be read or written, or another tournament writes into it, and
        :class:`BadRecord` (facts ``file``, ``line``) if a line is broken, or a match is there twice or not of the plan.
        """
        _Lines(path).plan()
        file = _locked(path)
        try:
            # Read again: only now is it certain that nobody else writes.
            lines = _Lines(path)
            plan = lines.plan()
            done = _checked(lines, plan)
            if lines.rest:
                os.ftruncate(file.fileno(), lines.size)
        except BaseException:
            file.close()
            raise
        return cls(path, done, file, len(lines.rest)), plan

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Write matches that were kept, and count them as done.

        Raises :class:`UsageError` if there is no room for them, or the file was removed; then nothing of them is in it.
        """
        new = list(outcomes)
        self._write(b"".join(outcome.line for outcome in new))
        self.done |= {outcome.number: outcome for outcome in new}

    def _size(self) -> int:
        return os.fstat(self._file.fileno()).st_size

    def _write(self, lines: bytes) -> None:
        """All of it, or nothing."""
        # Written into a file that was removed, it would be gone with the process.
        if not os.fstat(self._file.fileno()).st_nlink and not Path(self.path).exists():
            raise UsageError(f"cannot write {self.path}: somebody has removed it", field="save")
        size, data = self._size(), memoryview(lines)
        try:
            while data:
                data = data[self._file.write(data) :]
        except OSError as error:
            os.ftruncate(self._file.fileno(), size)
            raise UsageError(f"cannot write {self.path}: {error.strerror}", field="save") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._file.close()


def _taken(path: str | Path) -> UsageError:
    return UsageError(f"{path} exists; --resume goes on with it, and nothing overwrites it", field="save")


def _locked(path: str | Path) -> FileIO:
    """The file, open for this tournament alone until it is closed, however that comes."""
    try:
        file = FileIO(path, "a")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f"cannot write {path}: {why}", field="save") from error
    if not _lock(file.fileno()):
        file.close()
        raise UsageError(f"another tournament is being kept in {path} just now", field="save")
    return file


def _lock(number: int) -> bool:
    """Lock an open file; whether nobody else has. Where there are no such locks, nobody has."""
    try:
        import fcntl  # noqa: PLC0415  (not on every system)
    except ImportError:
        return True
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        # Some network file systems have none.
        return True
    return True


def _checked(lines: _Lines, plan: Plan) -> dict[int, Outcome]:
    """What came of the matches in a file, each being of the plan. Raises :class:`BadRecord`."""
    planned = fixtures(plan)
    done: dict[int, Outcome] = {}
    for number, entry in lines.entries():
        wrong = "it is there twice" if entry.match in done else _unlike(entry, planned)
        if wrong:
            text = f"{lines.path}, line {number}: match {entry.match}: {wrong}"
            raise BadRecord(text, file=lines.path, line=number, match=entry.match)
        done[entry.match] = outcome(entry)
    return done


def _unlike(entry: Entry, planned: list[Fixture]) -> str:
    """What a match has that is not of the plan; empty if it is the planned one."""
    if not 1 <= entry.match <= len(planned):
        return f"the plan has matches 1 to {len(planned)}"
    fixture, header = planned[entry.match - 1], entry.record.header
    setting = fixture.setting
    pairs: list[tuple[str, Any, Any]] = [
        ("bots", list(entry.bots), list(fixture.bots)),
        ("seed", header.seed, fixture.seed),
        ("game", header.game, setting.game),
        ("rules", header.rules, setting.rules),
        ("players", header.players, setting.players),
        ("options", header.options, setting.options),
        ("scorers", list(header.scorers), list(setting.scorers)),
        ("plugin", header.plugin, setting.plugin),
    ]
    for what, found, wanted in pairs:
        if found != wanted:
            return f"its {what} {_text(found)} is not that of the plan, {_text(wanted)}"
    if len(entry.seconds) != setting.players or entry.record.final is None:
        return "it is not complete"
    return ""


def _text(value: Any) -> str:
    return encode(value).decode()
