"""Keeping the match of a sitting: in which files, and never over a match that somebody may want to go on with."""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tileyard.ground.errors import TileyardError, UsageError
from tileyard.play.match import Match
from tileyard.play.record import Record

__all__ = ["Keeper", "named"]


class Keeper:
    """Saves ``match``; ``target`` is its file, if it has one, and ``source`` the file it was taken up from.

    ``bots`` are the words that name the players, for the command to go on with.
    """

    def __init__(self, match: Match, *, target: str, source: str, bots: list[str]) -> None:
        self.match, self.target, self._bots = match, target, bots
        self._own = {Path(source).absolute()} if source else set[Path]()
        # The position that was saved last.
        self._kept = ""

    @property
    def kept(self) -> bool:
        """Whether the present position is saved."""
        return self._kept == self.match.digest

    def save(self, file: str) -> None:
        """Save the match. Raises :class:`UsageError` if it cannot be, or if anything else would be lost by it."""
        place = Path(file).absolute()
        if place not in self._own and (lost := _lost(place)):
            shown = shlex.quote(file)
            raise UsageError(f"{file} holds {lost.format(shown)}", field=file)
        self.match.record().save(file)
        self._own.add(place)
        self._kept = self.match.digest

    def attempt(self, file: str) -> tuple[bool, str]:
        """Save the match if it can be: whether it is saved, and what to tell a person."""
        try:
            self.save(file)
        except TileyardError as error:
            return False, f"Not saved: {error}"
        return True, f"Saved in {file}. To go on: {shlex.join(['tileyard', 'play', '--resume', file, *self._bots])}"

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


def _lost(file: Path) -> str:
    """What would be lost if ``file`` were written over, and what to do instead; empty if nothing would be."""
    try:
        if not file.is_file() or not file.stat().st_size:
            return ""
        record = Record.load(file)
    except (TileyardError, OSError, ValueError):
        return "something else than a match: name another file"
    if len(record.entries) < 2:
        return ""
    if record.final is not None:
        return "a match that is over: name another file"
    return "a match that is not over: go on with it by --resume {}"
