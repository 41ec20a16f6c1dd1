"""Checks that everything can be saved, sent and played again."""

from __future__ import annotations

import contextlib
import copy
import pickle
import tempfile
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from tileyard.ground.errors import FOREIGN, TileyardError
from tileyard.ground.wire import encode
from tileyard.play.match import Match
from tileyard.play.record import Entry, Origin, Record
from tileyard.testing.blame import raised
from tileyard.testing.checks.base import Subject, check, fail, first
from tileyard.testing.playouts import Playout, Ply, Unplayable, spread
from tileyard.testing.shape import strange

THEME = "wire"

_pack = msgspec.msgpack.Encoder().encode


def _documents(playout: Playout, most: int = 1000) -> Iterator[tuple[str, Any, Any]]:
    """Everything of a playout that is saved or sent: what it is, its type, and the value."""
    game = playout.game
    types = game.types
    if playout.plies:
        yield "options", types.options, playout.engine.options
    for number, ply in playout.sampled(most):
        where = f"at ply {number}, "
        yield f"{where}the position", types.position, ply.position
        for viewer in playout.viewers:
            yield f"{where}a view", types.view, playout.engine.view(ply.position, viewer)
        for move in (move for offered in ply.offers.values() for move in spread(offered, 10)):
            yield f"{where}a move", types.move, move
        for event in ply.step.events:
            yield f"{where}an event", game.update_events, event
        for _, whisper in ply.step.whispers:
            yield f"{where}a whisper", game.update_whispers, whisper


@check
def only_declared_types(playout: Playout) -> None:
    """Demands that everything is exactly of its declared type at run time, at any depth (a list where a list is
    declared, not a tuple; 1, not true), and that only declared events and whispers are told.

    Why: structs are not checked when they are made, and what is not of its type comes back from a file as
    something else, or not at all.
    """
    for what, kind, value in _documents(playout):
        if kind is None:
            fail(f"{what} is {value!r}, but the game declares none")
        first(f"{what}: {fault}" for fault in strange(kind, value))


@check
def round_trips_through_json(playout: Playout) -> None:
    """Demands that every position, view, move, event and whisper is equal after it was written as JSON and read, and is
    written again as the same text.

    Why: this is how they are sent to other programs.
    """
    for what, kind, value in _documents(playout):
        _round_trip(what, kind, value, encode, msgspec.json.decode)


@check
def round_trips_through_msgpack(playout: Playout) -> None:
    """Demands the same of MessagePack.

    Why: digests are made of it, and fast programs send it.
    """
    for what, kind, value in _documents(playout):
        _round_trip(what, kind, value, _pack, msgspec.msgpack.decode)


def _round_trip(what: str, kind: Any, value: Any, write: Callable[[Any], bytes], read: Callable[..., Any]) -> None:
    try:
        data = write(value)
        back = read(data, type=kind)
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError) as error:
        fail(f"{what} does not come back: {error}")
    if back != value or write(back) != data:
        fail(f"{what} comes back changed: {back!r} for {value!r}")


@check
def documents_fit_schemas(playout: Playout) -> None:
    """Demands that every position, view, move, event, whisper and record is valid under the JSON Schema made from its
    type, as judged by an independent validator.

    Why: programs in other languages have nothing but the schemas.
    """
    for what, kind, value in (*_documents(playout, 4), *_record(playout)):
        try:
            validator = _validator(kind)
        except (TypeError, ValueError, RecursionError) as error:
            fail(f"{what}: no schema can be made: {error}")
        for error in validator.iter_errors(msgspec.json.decode(encode(value))):
            fail(f"{what} does not fit its schema: {error.message[:200]} (at {error.json_path})")


@lru_cache(maxsize=256)
def _validator(kind: Any) -> Any:
    import jsonschema

    from tileyard.front import schema

    return jsonschema.Draft202012Validator(schema.schema(kind, "checked", "checked"))


def _record(playout: Playout) -> Iterator[tuple[str, Any, Any]]:
    with contextlib.suppress(Unplayable):
        types = playout.game.types
        yield "the record", Record[types.options, types.move], playout.match().record()


@check
def records_resume(subject: Subject, playout: Playout) -> None:
    """Demands that a record is the same once it was saved and loaded, that playing it again finds nothing amiss, and
    that a record cut after any ply can be played on to the same end.

    Why: people break off and go on; others look at what was played.
    """
    game = subject.game
    match = playout.match()
    wanted = match.record().to_json()
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "match.json")
        match.record().save(path)
        record = Record.load(path)
    try:
        again = Match.replay(record, game)
    except TileyardError as error:
        fail(f"the record cannot be played again: {error}")
    if again.record().to_json() != wanted:
        fail("the record comes back changed")
    for ply in spread(range(len(playout.plies)), 5):
        resumed = Match.replay(Record.parse(record.cut(ply).to_json()), game)
        for later in playout.plies[ply + 1 :]:
            try:
                resumed.play(later.player or 0, later.move)
            except TileyardError as error:
                fail(f"the record cut after ply {ply} cannot be played on: {error}")
        if resumed.record().to_json() != wanted:
            fail(f"the record cut after ply {ply} leads to another end")


@check
def corruption_is_found(subject: Subject, playout: Playout) -> None:
    """Demands that a record with one changed move, player, number or digest is refused when it is played again, with
    an error that names the ply.

    Why: a record is proof only if a change to it shows.
    """
    record: Record[Any, Any] = playout.match().record()
    for ply in spread(range(len(record.entries)), 6):
        for what, entry in _corrupted(playout, record.entries[ply], ply):
            broken = Record(record.header, [*record.entries[:ply], entry], record.final)
            try:
                Match.replay(Record.parse(broken.to_json()), subject.game, plugin=Origin())
            except TileyardError as error:
                if error.facts.get("ply") == ply:
                    continue
                fail(f"a changed {what} at ply {ply} is reported as {error}")
            fail(f"a changed {what} at ply {ply} is not found")


def _corrupted(playout: Playout, entry: Entry[Any], ply: int) -> Iterator[tuple[str, Entry[Any]]]:
    flipped = f"{int(entry.digest[0], 16) ^ 1:x}{entry.digest[1:]}"
    yield "digest", Entry(flipped, entry.player, entry.move, entry.drawn)
    yield "number", Entry(entry.digest, entry.player, entry.move, [*entry.drawn, 0])
    if entry.drawn:
        yield "number", Entry(entry.digest, entry.player, entry.move, [entry.drawn[0] + 1, *entry.drawn[1:]])
    if entry.player is None:
        return
    if playout.players > 1:
        yield from _other(playout, entry, ply, (entry.player + 1) % playout.players, entry.move)
    other = [move for move in playout.plies[ply - 1].offers[entry.player] if move != entry.move]
    if other:
        yield from _other(playout, entry, ply, entry.player, other[0])


def _other(playout: Playout, entry: Entry[Any], ply: int, player: int, move: Any) -> Iterator[tuple[str, Entry[Any]]]:
    """The entry with another player or move, unless that leads to the very same position: then nothing shows."""
    try:
        step = playout.engine.carry_out(playout.plies[ply - 1].position, player, move)
    except TileyardError:
        step = None
    if step is None or encode(step.position) != encode(playout.plies[ply].position):
        yield "player or move", Entry(entry.digest, player, move, entry.drawn)


@check
def undo_and_replay(playout: Playout) -> None:
    """Demands that wherever a step may be undone, the match is then as it was before, and is the same as ever once the
    step is made again; to the byte, with what was told.

    Why: undo is for misclicks, not for another game.
    """
    before = ""
    for number, ply, match in playout.walk():
        now = _state(match, ply)
        if match.can_undo():
            match.undo()
            if match.digest != before:
                fail(f"at ply {number}, undo does not lead back to what was before")
            match.play(ply.player or 0, ply.move)
            if _state(match, ply) != now:
                fail(f"at ply {number}, the step comes out differently after undo")
        before = now[0]


def _state(match: Match, ply: Ply) -> tuple[str, bytes]:
    # The branch is another after each undo, whatever is played.
    update = msgspec.structs.replace(match.updates(ply.player, match.ply - 1)[0], branch=0)
    return match.digest, encode(update)


@check
def copies_are_equal(playout: Playout) -> None:
    """Demands that positions, views, moves, events and whispers are equal after ``pickle`` and ``copy``, that copies of
    mutable ones are independent, and that moves can be hashed.

    Why: programs that embed matches send them between processes and keep them in tables.
    """
    for what, _, value in _documents(playout, 10):
        for name, make in _COPIES.items():
            try:
                back = make(value)
            except FOREIGN as error:
                fail(f"{what} cannot be copied by {name}: {raised(error)}")
            if back != value or type(back) is not type(value) or encode(back) != encode(value):
                fail(f"{what} comes back changed from {name}")
        if what.endswith("a move"):
            try:
                hash(value)
            except TypeError as error:
                fail(f"{what} cannot be hashed: {error}")


_COPIES: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
}
