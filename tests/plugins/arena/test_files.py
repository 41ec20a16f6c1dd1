"""The file of a tournament: whatever happens to its writer or its bytes, no match is lost, doubled or half counted."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tileyard import BadRecord, Registry, UsageError
from tileyard.front import schema
from tileyard.front.matches import verify
from tileyard.ground.wire import to_builtins
from tileyard_arena.files import Book, entries, read_plan
from tileyard_arena.schedule import Plan, setting
from tileyard_arena.tournament import Tournament


@pytest.fixture(scope="module")
def registry(small: Registry) -> Registry:
    """A quick game is enough: no process but this one plays it."""
    return small


@pytest.fixture(scope="module")
def plan(registry: Registry) -> Callable[[], Plan]:
    """A small tournament."""
    name = next(iter(registry.games))
    return lambda: Plan(setting(registry, name, 2), ("random", "greedy"), 6, "7")


@pytest.fixture(scope="module")
def kept(registry: Registry, plan: Callable[..., Plan], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a tournament that was played to its end."""
    path = tmp_path_factory.mktemp("arena") / "whole.jsonl"
    with Book.create(path, plan()) as book:
        Tournament(registry, plan(), book).play()
    return path


def test_every_match_is_a_line_that_can_be_verified(registry: Registry, plan: Callable[..., Plan], kept: Path) -> None:
    assert read_plan(kept) == plan()
    found = list(entries(kept))
    assert [entry.match for entry in found] == [1, 2, 3, 4, 5, 6]
    for entry in found:
        verdict = verify(registry, entry.record)
        assert (verdict.over, verdict.players) == (True, 2)
        assert sorted(entry.bots) == sorted(plan().bots)
        assert len(entry.seconds) == 2


def test_what_is_read_is_what_was_played(registry: Registry, plan: Callable[..., Plan], kept: Path) -> None:
    played = Tournament(registry, plan())
    played.play()
    book, again = Book.resume(kept)
    with book:
        read = Tournament(registry, again, book)
    assert {**to_builtins(read.report()), "time": 0} == {**to_builtins(played.report()), "time": 0}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(data=st.data())
def test_cut_anywhere_it_keeps_every_whole_line_and_goes_on_to_the_same_end(
    registry: Registry, plan: Callable[..., Plan], kept: Path, tmp_path: Path, data: st.DataObject
) -> None:
    whole = kept.read_bytes()
    head = whole.index(b"\n") + 1
    size = data.draw(st.integers(head, len(whole)) | st.sampled_from([at for at, b in enumerate(whole) if b == 10][1:]))
    path = tmp_path / "cut.jsonl"
    path.write_bytes(whole[:size])
    lines = whole[:size].count(b"\n")
    book, found = Book.resume(path)
    with book:
        assert (found, len(book.done), book.cut) == (plan(), lines - 1, size - whole[:size].rfind(b"\n") - 1)
        assert path.read_bytes() == b"".join(whole.splitlines(keepends=True)[:lines])
        tournament = Tournament(registry, found, book)
        tournament.play()
    assert sorted(entry.match for entry in entries(path)) == [1, 2, 3, 4, 5, 6]
    assert path.read_bytes().startswith(b"".join(whole.splitlines(keepends=True)[:lines]))
    strip = lambda path: {entry.match: (entry.bots, entry.record) for entry in entries(path)}
    assert strip(path) == strip(kept)


def changed(line: bytes, change: Callable[[dict[str, object]], object]) -> bytes:
    document = json.loads(line)
    change(document)
    return json.dumps(document).encode() + b"\n"


def swap(entry: dict[str, list[str]]) -> None:
    entry["bots"].reverse()


def header(**changes: object) -> Callable[[dict[str, dict[str, dict[str, object]]]], None]:
    return lambda entry: entry["record"]["header"].update(changes)


BROKEN: dict[str, tuple[Callable[[list[bytes]], list[bytes]], int, str]] = {
    "no JSON": (lambda lines: [*lines[:2], b'{"match": 2, "bo\n', *lines[3:]], 3, "this is no match"),
    "not UTF-8": (lambda lines: [*lines[:2], b"\xff\xfe\n", *lines[3:]], 3, "this is no match"),
    "empty": (lambda lines: [*lines[:2], b"\n", *lines[3:]], 3, "this is no match"),
    "no record": (lambda lines: [*lines[:3], changed(lines[3], lambda e: e.update(record={}))], 4, "this is no match"),
    "twice": (lambda lines: [*lines, lines[2]], 8, "it is there twice"),
    "beyond the plan": (
        lambda lines: [*lines[:1], changed(lines[1], lambda e: e.update(match=7))],
        2,
        "has matches 1 to 6",
    ),
    "other bots": (lambda lines: [*lines[:1], changed(lines[1], swap)], 2, "its bots"),
    "other seed": (
        lambda lines: [*lines[:1], changed(lines[1], lambda e: e["record"]["header"].update(seed="x"))],
        2,
        "its seed",
    ),
    "other options": (lambda lines: [lines[0], changed(lines[1], header(options={"a": 1}))], 2, "its options"),
    "other game": (lambda lines: [lines[0], changed(lines[1], header(game="chess"))], 2, "its game"),
    "not over": (lambda lines: [*lines[:1], changed(lines[1], lambda e: e["record"].pop("final"))], 2, "not complete"),
    "no plan": (lambda lines: lines[1:], 1, "not the plan of a tournament"),
    "another form": (lambda lines: [changed(lines[0], lambda e: e.update(arena=2)), *lines[1:]], 1, "format 2"),
    "nothing": (lambda lines: [], 1, "no plan"),
    "half a plan": (lambda lines: [lines[0][:40]], 1, "no plan"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_file_that_is_not_sound_is_refused_with_its_line_and_left_alone(
    kept: Path, tmp_path: Path, name: str
) -> None:
    change, line, text = BROKEN[name]
    path = tmp_path / "broken.jsonl"
    path.write_bytes(b"".join(change(kept.read_bytes().splitlines(keepends=True))))
    before = path.read_bytes()
    with pytest.raises(BadRecord, match=text) as refused:
        Book.resume(path)
    assert (refused.value.facts["file"], refused.value.facts["line"]) == (str(path), line)
    assert path.read_bytes() == before


def test_a_file_with_anything_in_it_is_never_begun_anew(plan: Callable[..., Plan], kept: Path, tmp_path: Path) -> None:
    before = kept.read_bytes()
    for path in (kept, Path("/dev/null"), tmp_path):
        with pytest.raises(UsageError, match="exists") as refused:
            Book.create(path, plan())
        assert refused.value.facts["field"] == "save"
    assert kept.read_bytes() == before
    with pytest.raises(UsageError, match="cannot write"):
        Book.create(tmp_path / "nowhere" / "a.jsonl", plan())
    with pytest.raises(UsageError, match="cannot read"):
        Book.resume(tmp_path / "nothing.jsonl")


def test_a_full_disk_leaves_no_half_line(
    registry: Registry, plan: Callable[..., Plan], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "full.jsonl"
    with Book.create(path, plan()) as book:
        tournament = Tournament(registry, plan(), book)
        write, room = book._file.write, 4000

        class Full:
            def write(self, data: memoryview) -> int:
                """As much as there is room for, as a disk does."""
                free = room - path.stat().st_size
                if free <= 0:
                    raise OSError(errno.ENOSPC, "No space left on device")
                return write(data[:free])

            def __getattr__(self, name: str) -> object:
                return getattr(file, name)

        file = book._file
        monkeypatch.setattr(book, "_file", Full())
        with pytest.raises(UsageError, match="No space left on device"):
            tournament.play()
    whole = list(entries(path))
    assert 1 <= len(whole) < 6
    assert path.read_bytes().endswith(b"\n")
    assert set(tournament.outcomes) == {entry.match for entry in whole}


def test_a_file_that_is_removed_meanwhile_ends_the_tournament(
    registry: Registry, plan: Callable[..., Plan], tmp_path: Path
) -> None:
    """What would be written then nobody could ever read."""
    path = tmp_path / "gone.jsonl"
    with Book.create(path, plan()) as book:
        path.unlink()
        with pytest.raises(UsageError, match=r"cannot write .*gone.jsonl: somebody has removed it"):
            Tournament(registry, plan(), book).play()
    assert book.done == {}


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(
    plan: Callable[..., Plan], kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever may write anything, as root may, does not meet this by itself."""

    def forbidden(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    path = tmp_path / "new.jsonl"
    monkeypatch.setattr("tileyard_arena.files.FileIO", forbidden)
    with pytest.raises(UsageError, match=r"cannot write .*new.jsonl: Permission denied"):
        Book.create(path, plan())
    with pytest.raises(UsageError, match=r"cannot write .*whole.jsonl: Permission denied"):
        Book.resume(kept)


def test_a_disk_that_is_full_at_once_leaves_an_empty_file_that_can_be_begun(
    registry: Registry, plan: Callable[..., Plan], tmp_path: Path
) -> None:
    """A real limit: not one more byte than this may be in a file."""
    resource = pytest.importorskip("resource")  # not on every system
    path, (_, hard) = tmp_path / "full.jsonl", resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        with pytest.raises(UsageError, match="cannot write"):
            Book.create(path, plan())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    assert path.read_bytes() == b""
    with Book.create(path, plan()) as book:
        Tournament(registry, plan(), book).play()
    assert len(list(entries(path))) == 6


def test_only_one_tournament_writes_into_a_file(
    registry: Registry, plan: Callable[..., Plan], kept: Path, tmp_path: Path
) -> None:
    path = tmp_path / "one.jsonl"
    with Book.create(path, plan()) as book:
        with pytest.raises(UsageError, match="exists; --resume goes on with it"):
            Book.create(path, plan())
        with pytest.raises(UsageError, match=r"another tournament is being kept in .*one.jsonl just now") as busy:
            Book.resume(path)
        assert busy.value.facts["field"] == "save"
        Tournament(registry, plan(), book).play()
    book, _ = Book.resume(path)
    with book:
        assert len(book.done) == 6
    assert [line.partition(b'"seconds"')[0] for line in path.read_bytes().splitlines()] == [
        line.partition(b'"seconds"')[0] for line in kept.read_bytes().splitlines()
    ]


def test_what_is_kept_fits_its_schemas(kept: Path) -> None:
    first, *others = map(json.loads, kept.read_text(encoding="utf-8").splitlines())
    documents = schema.documents(Registry.load())
    for name, lines in (("plan", [first]), ("match", others)):
        validator = Draft202012Validator(json.loads(documents[f"arena/tournament-{name}.schema.json"]))
        for line in lines:
            validator.validate(line)
        assert not validator.is_valid({**lines[0], "more": 1})
