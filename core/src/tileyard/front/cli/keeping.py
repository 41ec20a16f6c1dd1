"""Keeping a match: in which files, and over none that holds what would be lost by it."""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tileyard.front.cli.output import note
from tileyard.front.cli.signals import undisturbed
from tileyard.ground.errors import TileyardError, UsageError
from tileyard.ground.files import is_stream
from tileyard.play.match import Match
from tileyard.play.record import Record

__all__ = ["Keeper", "named"]


class Keeper:
    """Saves ``match``; ``target`` is its file, if it has one, and ``source`` the file it was taken up from.

    ``command`` is the one that goes on with a saved match, and ``bots`` the words in it that name the players.
    """

    def __init__(
        self, match: Match, *, target: str, source: str, command: str = "play", bots: Sequence[str] = ()
    ) -> None:
        self.match, self.target, self._command, self._bots = match, target, command, bots
        self._own = {Path(source).absolute()} if source else set[Path]()
        # The position that was saved last.
        self._kept = ""

    @property
    def kept(self) -> bool:
        """Whether the present position is saved."""
        return self._kept == self.match.digest

    def save(self, file: str) -> None:
        """Save the match. Raises :class:`UsageError` if it cannot be, or if anything else would be lost by it."""
        place, record = Path(file).absolute(), self.match.record()
        if place not in self._own and (lost := _lost(place, record)):
            raise UsageError(f"{file} holds {lost.format(shlex.quote(file))}", field=file)
        record.save(file)
        self._own.add(place)
        self._kept = self.match.digest

    def begin(self) -> None:
        """Save the match in its file, if it has one, before it goes on; a place that will not do is better known now.

        A file that may turn out to hold this very match, more of it than there is yet, is left for the end. Nothing is
        written to what is no file, where it would stand twice. Raises what :meth:`save` raises.
        """
        if not self.target or is_stream(self.target):
            return
        there = _there(Path(self.target))
        if there is None or not _within(self.match.record(), there):
            self.save(self.target)

    def end(self) -> None:
        """Save the match in its file for good. Raises what :meth:`save` raises, once it is saved elsewhere."""
        if not self.target:
            return
        with undisturbed():
            try:
                self.save(self.target)
            except UsageError:
                for line in self.somewhere()[1:]:
                    note(line)
                raise

    def attempt(self, file: str) -> tuple[bool, str]:
        """Save the match if it can be: whether it is saved, and what to tell a person."""
        try:
            self.save(file)
        except TileyardError as error:
            return False, f"Not saved: {error}"
        if self.match.over:
            return True, f"Saved in {file}. To see it again: {shlex.join(['tileyard', 'replay', file])}"
        go_on = shlex.join(["tileyard", self._command, "--resume", file, *self._bots])
        return True, f"Saved in {file}. To go on: {go_on}"

    def somewhere(self) -> list[str]:
        """Save the match where it can be, with nobody there to ask: what to tell about it."""
        said: list[str] = []
        for file in filter(None, (self.target, self.fresh(Path()), self.fresh(Path(tempfile.gettempdir())))):
            saved, text = self.attempt(file)
            said.append(text)
            if saved:
                break
        return said

    def fresh(self, folder: Path) -> str:
        """A name of this match's own that no other file in ``folder`` has yet."""
        free = (name for name in self._names(folder) if name.absolute() in self._own or not name.exists())
        return str(next(free))

    def _names(self, folder: Path) -> Iterator[Path]:
        stem, number = f"{self.match.game.id}-{self.match.commitment[:8]}", 1
        yield folder / f"{stem}.json"
        while True:
            number += 1
            yield folder / f"{stem}-{number}.json"


def named(text: str) -> str:
    """The one file that ``text``, as it was typed, names; between quotes it may have blanks.

    Raises :class:`UsageError` for anything else.
    """
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    elif len(text.split()) > 1:
        raise UsageError(f"{text} is more than one word; if it is one file, put quotes around it", field="file")
    if not text:
        raise UsageError("a file has a name", field="file")
    return text


def _lost(file: Path, record: Record[Any, Any]) -> str:
    """What would be lost if ``record`` were saved in ``file``, and what to do instead; empty if nothing would be."""
    if not _written(file):
        return ""
    there = _there(file)
    if there is None:
        return "something else than a match: name another file"
    if len(there.entries) < 2 or _within(there, record):
        return ""
    if there.final is not None:
        return "a match that is over: name another file"
    return "a match that is not over: go on with it by --resume {}"


def _written(file: Path) -> bool:
    try:
        return file.is_file() and bool(file.stat().st_size)
    except OSError:
        return True


def _there(file: Path) -> Record[Any, Any] | None:
    """The match in ``file``, if there is one."""
    try:
        return Record.load(file) if _written(file) else None
    except (TileyardError, OSError, ValueError):
        return None


def _within(part: Record[Any, Any], whole: Record[Any, Any]) -> bool:
    """Whether all there is in ``part`` is in ``whole`` as well: they are the same match as far as it goes."""
    # One of them has the game's own options and moves, the other what a file has.
    one, other = (Record.parse(record.to_json()) for record in (part, whole))
    return one.header == other.header and one.entries == other.entries[: len(one.entries)]
