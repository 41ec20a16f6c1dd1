"""Files are written whole or not at all."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tileyard import UsageError
from tileyard.ground import files

OLD, NEW = b"old " * 1000, b"new " * 1000


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@given(st.binary(max_size=100) | st.text(st.characters(exclude_categories=["Cs"]), max_size=100))
def test_what_is_written_is_read(data: bytes | str) -> None:
    """Bytes as they are and text as UTF-8, on every system with the same line ends."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "m.json")
        files.write(path, data)
        assert files.read(str(path)) == (data.encode("utf-8") if isinstance(data, str) else data)
        assert names(Path(folder)) == ["m.json"]


def test_a_file_that_was_there_is_replaced(tmp_path: Path) -> None:
    """All of it: nothing of a longer one is left."""
    path = tmp_path / "m.json"
    files.write(path, OLD)
    files.write(path, b"short")
    assert path.read_bytes() == b"short"


@pytest.mark.parametrize("step", ["chmod", "replace"])
@pytest.mark.parametrize("crash", [OSError(28, "No space left on device"), KeyboardInterrupt(), MemoryError()])
def test_a_failure_before_the_renaming_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, crash: BaseException
) -> None:
    """And nothing beside it, whatever the failure was."""
    path = tmp_path / "m.json"
    path.write_bytes(OLD)

    def fail(*_: object) -> None:
        raise crash

    monkeypatch.setattr(Path, step, fail)
    with pytest.raises(UsageError if isinstance(crash, OSError) else type(crash)) as caught:
        files.write(path, NEW)
    monkeypatch.undo()
    assert path.read_bytes() == OLD
    assert names(tmp_path) == ["m.json"]
    if isinstance(caught.value, UsageError):
        assert str(caught.value) == f"cannot write {path}: No space left on device"


def test_a_disk_that_fills_up_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the new one was written, beside it."""
    path = tmp_path / "m.json"
    path.write_bytes(OLD)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UsageError):
        files.write(path, NEW)
    assert path.read_bytes() == OLD
    assert names(tmp_path) == ["m.json"]


def test_a_process_killed_while_it_writes_leaves_a_whole_file(tmp_path: Path) -> None:
    """Killed without warning, again and again: what is read afterwards is one of the two, never a mixture."""
    path = tmp_path / "m.json"
    code = (
        "import sys; from tileyard.ground import files\n"
        "while True:\n"
        "    for word in (b'old ', b'new '):\n"
        "        files.write(sys.argv[1], word * 200000); print(flush=True)\n"
    )
    for rounds in range(1, 6):
        process = subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE)
        assert process.stdout is not None
        for _ in range(rounds):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        assert path.read_bytes() in (b"old " * 200_000, b"new " * 200_000)


def test_readers_never_see_half_a_file(tmp_path: Path) -> None:
    """While another thread goes on writing."""
    path = tmp_path / "m.json"
    files.write(path, OLD)
    done = threading.Event()

    def write() -> None:
        for number in range(40):
            files.write(path, NEW if number % 2 else OLD)
        done.set()

    writer = threading.Thread(target=write)
    writer.start()
    seen: set[bytes] = set()
    while not done.is_set():
        seen.add(files.read(path))
    writer.join()
    assert seen <= {OLD, NEW}


def test_a_new_file_gets_the_usual_permissions(tmp_path: Path) -> None:
    """Those of the umask, not the private ones of a temporary file."""
    before = os.umask(0o027)
    try:
        files.write(tmp_path / "m.json", NEW)
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(before)
    assert mode(tmp_path / "m.json") == 0o640


def test_the_umask_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is that of the whole process: while it is changed, other threads make files that anybody may write."""

    def changed(_: int) -> int:
        raise AssertionError

    monkeypatch.setattr(os, "umask", changed)
    files.write(tmp_path / "m.json", NEW)
    assert names(tmp_path) == ["m.json"]


def test_a_file_that_was_there_keeps_its_permissions(tmp_path: Path) -> None:
    """A record holds secrets: whoever made it private wants it private."""
    path = tmp_path / "m.json"
    path.write_bytes(OLD)
    path.chmod(0o600)
    files.write(path, NEW)
    assert (path.read_bytes(), mode(path)) == (NEW, 0o600)


def test_a_link_is_followed(tmp_path: Path) -> None:
    """It stays a link, and what it leads to changes."""
    (tmp_path / "real").mkdir()
    link, target = tmp_path / "m.json", tmp_path / "real" / "m.json"
    link.symlink_to(target)
    files.write(link, OLD)
    files.write(link, NEW)
    assert link.is_symlink()
    assert target.read_bytes() == NEW
    assert names(tmp_path / "real") == ["m.json"]


def test_a_pipe_from_which_nobody_reads_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Instead of waiting for ever."""
    monkeypatch.setattr(files, "_PATIENCE", 0.01)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UsageError, match="nobody reads from it"):
        files.write(tmp_path / "pipe", b"drawn")


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    """So that /dev/stdout and /dev/null mean what they always mean."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    files.write(pipe, b"drawn")
    reader.join()
    assert read == [b"drawn"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_name_may_be_as_long_as_the_system_allows(tmp_path: Path) -> None:
    """The name of the file beside it is no longer than needed."""
    path = tmp_path / ("m" * 250 + ".json")
    files.write(path, NEW)
    assert path.read_bytes() == NEW


BAD_PLACES = {
    "a folder": ".",
    "in no folder": "none/m.json",
    "under a file": "file/m.json",
    "a NUL in the name": "a\0b",
    "too long": "m" * 300,
}


@pytest.mark.parametrize("place", BAD_PLACES)
def test_a_place_that_cannot_be_written_or_read_is_named(tmp_path: Path, place: str) -> None:
    """One line for a person, the path for a program, and nothing left behind."""
    (tmp_path / "file").write_bytes(OLD)
    path = f"{tmp_path}/{BAD_PLACES[place]}"
    with pytest.raises(UsageError) as written:
        files.write(path, NEW)
    with pytest.raises(UsageError) as read:
        files.read(path)
    for caught, verb in ((written, "write"), (read, "read")):
        assert caught.value.facts == {"field": path}
        assert str(caught.value).startswith(f"cannot {verb} {path}: ")
        assert "\n" not in str(caught.value)
    assert names(tmp_path) == ["file"]


def test_text_that_is_not_unicode_is_refused_before_anything_happens(tmp_path: Path) -> None:
    """The old file stays."""
    path = tmp_path / "m.json"
    path.write_bytes(OLD)
    with pytest.raises(UsageError):
        files.write(path, "\ud800")
    assert path.read_bytes() == OLD
    assert names(tmp_path) == ["m.json"]
