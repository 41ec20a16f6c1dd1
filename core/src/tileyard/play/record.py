"""The record of a match: a header and the moves, with the numbers drawn and a digest per ply as cross-check.

A record cut after any ply resumes to the same end, since the moves and the seed decide everything.
It holds every secret of the match: it belongs to whoever hosts the match, not to a player.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Generic

import msgspec
from typing_extensions import TypeVar

from tileyard.ground.errors import (
    FOREIGN,
    BadPayload,
    BadRecord,
    GameFault,
    ReplayDiverged,
    RulesMismatch,
    StalePly,
    UnknownVersion,
)
from tileyard.ground.files import read, write
from tileyard.ground.wire import Frozen, Struct, bad_payload, decode, encode
from tileyard.play.game import Game

__all__ = ["FORMAT", "Entry", "Final", "Header", "Origin", "Record"]

FORMAT = 1
Opts = TypeVar("Opts", default=Any)
M = TypeVar("M", default=Any)


class Origin(Frozen):
    """The plugin a game came from; both empty for a game used without a plugin."""

    name: str = ""
    version: str = ""


class Header(Struct, Generic[Opts]):
    """What a match is: enough, with the moves, to play it again.

    ``commitment`` is the hash of the chance key, which may be published before the match.
    """

    game: str
    rules: int
    players: int
    options: Opts
    seed: str
    commitment: str
    plugin: Origin = Origin()
    scorers: tuple[str, ...] = ()
    format: int = FORMAT


class Entry(Struct, Generic[M], omit_defaults=True):
    """One ply: who made which move, the numbers drawn, and the digest of the position after it.

    The entry of ply 0, the set-up, has neither player nor move.
    """

    digest: str
    player: int | None = None
    move: M | None = None
    drawn: list[int] = []

    def compare(self, again: Entry[Any], ply: int) -> None:
        """Raise :class:`ReplayDiverged` if the same ply, played ``again``, drew other numbers or led elsewhere."""
        if again.drawn != self.drawn:
            raise ReplayDiverged.of(ply, "chance", _otherwise(again.drawn, self.drawn))
        if again.digest != self.digest:
            what = f"the digest is {again.digest}, not {self.digest}: the move, the digest or the rules have changed"
            raise ReplayDiverged.of(ply, "rules", what)


def _otherwise(drawn: Sequence[int], recorded: Sequence[int]) -> str:
    """How two lists of drawn numbers differ: a set-up may draw a hundred, of which one tells enough."""
    for at, (number, other) in enumerate(zip(drawn, recorded, strict=False), start=1):
        if number != other:
            return f"number {at} of those drawn is {number}, not {other}"
    return f"numbers drawn: {len(drawn)}, not {len(recorded)}"


class Final(Struct):
    """How it ended: scores by player, ranking (best first, equal players together) and winners."""

    scores: list[int]
    ranking: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    note: str = ""


class Record(Struct, Generic[Opts, M]):
    """Header, one entry per ply from ply 0, and the final result once there is one."""

    header: Header[Opts]
    entries: list[Entry[M]]
    final: Final | None = None

    def cut(self, ply: int) -> Record[Opts, M]:
        """The record as it was after ``ply``. Raises :class:`StalePly` if it is not that long."""
        last = len(self.entries) - 1
        if not 0 <= ply <= last:
            raise StalePly(f"the record ends at ply {last}", ply=ply, current=last)
        return Record(self.header, self.entries[: ply + 1])

    def to_json(self) -> bytes:
        """The record as JSON with one ply a line, so that a person can read it and a tool compare it."""
        entries = b",\n".join(encode(entry) for entry in self.entries)
        head, final = encode(self.header), encode(self.final)
        return b'{"header":' + head + b',\n"entries":[\n' + entries + b'\n],\n"final":' + final + b"}\n"

    def save(self, path: str | Path) -> None:
        """Write the record whole or not at all. Raises :class:`UsageError` if the place cannot be written."""
        write(path, self.to_json())

    @staticmethod
    def load(path: str | Path) -> Record[Any, Any]:
        """Read a file as :meth:`parse` does. Raises :class:`UsageError` or :class:`BadRecord`."""
        return Record.parse(read(path), str(path))

    @staticmethod
    def parse(data: bytes | str, file: str = "") -> Record[Any, Any]:
        """Read JSON as a record of any game; moves and options stay plain until :meth:`typed`.

        Raises :class:`BadRecord`, with the ``path`` of the fault and, if given, the name of the ``file``.
        """
        where = {"file": file} if file else {}
        try:
            # The format first: another one may have other fields.
            if (found := decode(data, _Peek).header.format) != FORMAT:
                raise BadRecord(
                    f"record format {found} is not known, only {FORMAT}",
                    path="$.header.format",
                    field="format",
                    allowed=[FORMAT],
                    **where,
                )
            record = decode(data, Record[dict[str, Any], dict[str, Any]])
        except BadPayload as error:
            raise BadRecord(f"not a match record: {error.message}", **error.facts, **where) from error
        if not record.entries:
            raise BadRecord("a record has at least the entry of its set-up", path="$.entries", field="entries", **where)
        return record

    def typed(self, game: Game[Any, Any, Any, Any, Any], installed: Origin) -> Record[Any, Any]:
        """This record with the moves of ``game``, migrated to its present rules.

        Raises :class:`RulesMismatch`, :class:`UnknownVersion` (made by a newer or another plugin) or
        :class:`BadRecord`.
        """
        header = self.header
        if header.game != game.id:
            raise RulesMismatch(f"the record is of {header.game}, not of {game.id}", game=game.id, record=header.game)
        _check_origin(header.plugin, installed)
        record = self if header.rules == game.rules else self._migrated(game)
        moves: list[Entry[Any]] = []
        for ply, entry in enumerate(record.entries):
            move = entry.move
            if (move is None) != (ply == 0) or (entry.player is None) != (ply == 0):
                raise BadRecord(
                    f"ply {ply}: {'the set-up has no move' if ply == 0 else 'player and move are needed'}",
                    path=f"$.entries[{ply}]",
                    ply=ply,
                )
            if isinstance(move, dict):
                try:
                    move = msgspec.convert(move, game.types.move)
                except (msgspec.ValidationError, RecursionError) as error:
                    wrong = bad_payload(error, BadRecord, ply=ply)
                    raise BadRecord(f"ply {ply}: {wrong.message}", **wrong.facts) from error
            moves.append(Entry(entry.digest, entry.player, move, entry.drawn))
        return Record(record.header, moves, record.final)

    def _migrated(self, game: Game[Any, Any, Any, Any, Any]) -> Record[Any, Any]:
        """This record as the game turns it into one of its present rules; it gets moves and options as plain data."""
        try:
            record = game.migrate(Record.parse(self.to_json()))
            if type(record) is Record and record.header.rules == game.rules:
                return Record.parse(record.to_json())
        except RulesMismatch:
            raise
        except FOREIGN as error:
            raise GameFault.of(game.id, "migrate", 0, error) from error
        raise GameFault.of(game.id, "migrate", 0, f"it gave no record of rules {game.rules}")


class _PeekHeader(msgspec.Struct):
    format: int = FORMAT


class _Peek(msgspec.Struct):
    header: _PeekHeader


def _check_origin(recorded: Origin, installed: Origin) -> None:
    """Other rules are told by their number; a plugin we cannot know, by its name or version."""
    if not recorded.name or not installed.name or recorded == installed:
        return
    facts = {"plugin": recorded.name, "version": recorded.version, "installed": f"{installed.name} {installed.version}"}
    if recorded.name != installed.name:
        raise UnknownVersion(
            f"the record was made by plugin {recorded.name}, but the game installed is of {installed.name}", **facts
        )
    theirs, ours = _version(recorded.version), _version(installed.version)
    if theirs is None or (ours is not None and theirs > ours):
        raise UnknownVersion(
            f"the record was made by {recorded.name} {recorded.version}, which {installed.version} does not know",
            **facts,
        )


def _version(text: str) -> tuple[tuple[int, ...], int] | None:
    """The release numbers of a version, and whether it came before (-1), with or after (1) the release; None if none.

    Enough to tell what is newer: 1.0 and 1.0.0 are one, 1.0rc1 is older and 1.0.post1 newer.
    """
    found = re.fullmatch(r"v?(\d{1,9}(?:\.\d{1,9})*)((?:\.?(?:a|b|rc|dev|post)\d{0,9})*)(?:\+.*)?", text, re.ASCII)
    if not found:
        return None
    numbers = [int(number) for number in found[1].split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers), 0 if not found[2] else 1 if found[2].startswith(".post") else -1
