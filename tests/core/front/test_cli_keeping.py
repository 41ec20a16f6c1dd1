"""A match at the prompt is kept, however it ends, and nothing that was kept is lost."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

from prompt import OCTOPUS, moves, play, record
from terminal import PROGRAM, Terminal, tileyard, words
from tileyard.front.cli.keeping import Keeper
from tileyard.front.cli.sitting import Sitting

pytestmark = pytest.mark.usefixtures("own_folder")


def test_quit_offers_to_save() -> None:
    shown = play("1", "quit", "kept.json")
    assert shown.code == 0
    assert "Save the match first?" in shown.out
    assert len(moves("kept.json")) == 2
    assert play("1", "quit", "").code == 0
    assert [path.name for path in Path().iterdir()] == ["kept.json"]
    assert play("quit").code == 0


def test_a_broken_off_match_is_kept_and_resumes_to_the_same_end() -> None:
    shown = play("1", "1 1")
    assert shown.code == 0
    (line,) = (line for line in shown.out.splitlines() if line.startswith("Saved in "))
    command = list(words(line.partition(": ")[2]))
    kept = command[2]
    assert command[:2] == ["play", "--resume"]
    whole = play(*["1"] * 200, "save whole.json", to=[*OCTOPUS, "--save", "whole.json"])
    assert "wins." in whole.out or "win." in whole.out
    rest = tileyard(*command, typed="1\n" * 200)
    assert "Saved in" in rest.out
    assert record(kept)["final"] == record("whole.json")["final"]
    assert moves(kept) == moves("whole.json")
    saved = Path(kept).read_bytes()
    again = tileyard("play", "--resume", kept)
    assert again.code == 0
    assert "The seed was 3" in again.out
    assert again.out.startswith("Octopus, 2 players: this match is over.\n")
    # Nobody plays any more, and nothing is saved again.
    assert "greedy" not in again.out
    assert "Saved" not in again.out
    assert Path(kept).read_bytes() == saved


def test_nothing_is_kept_of_a_match_without_moves() -> None:
    shown = play()
    assert shown.code == 0
    assert "Nothing was played yet" in shown.out
    assert list(Path().iterdir()) == []


def test_two_broken_off_matches_do_not_overwrite_each_other() -> None:
    play("1")
    play("1", "1 1")
    assert sorted(len(moves(str(path))) for path in Path().iterdir()) == [2, 4]


def test_with_save_every_move_is_kept_at_once() -> None:
    play("1", to=[*OCTOPUS, "--save", "kept.json"])
    assert len(moves("kept.json")) == 2
    shown = play("1 1", to=["--resume", "kept.json", "--bots", "human,random"])
    assert "tileyard play --resume kept.json --bots human,random" in shown.out
    assert len(moves("kept.json")) == 4


def test_a_place_that_cannot_be_written_is_told_before_the_match() -> None:
    shown = play("1", to=[*OCTOPUS, "--save", "/nowhere/kept.json"])
    assert shown.error == (2, "error[usage]: cannot write /nowhere/kept.json: No such file or directory")


def test_a_place_that_vanishes_does_not_end_the_match(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    with Terminal("play", *OCTOPUS, "--save", folder / "kept.json") as person:
        person.until("tile> ")
        shutil.rmtree(folder)
        person.type("1")
        person.until("Not saved: cannot write")
        person.until("tile> ")
        person.type("save here.json")
        person.until("Saved in here.json")
        person.type("quit")
        person.ends()


def test_whoever_quits_is_asked_until_the_match_is_saved_or_thrown_away() -> None:
    shown = play("1", "quit", "/nowhere/kept.json", ".", "kept.json", "never read").out
    assert shown.count("Not saved: cannot write") == 2
    assert len(moves("kept.json")) == 2
    assert "Saved in other.json" in play("1", "save other.json", "quit", "never read").out
    assert play("1", "quit", "").out.endswith("throw it away: \n")
    assert sorted(map(str, Path().iterdir())) == ["kept.json", "other.json"]


@pytest.mark.parametrize("end", ["SIGHUP", "SIGTERM"])
def test_a_terminal_that_is_closed_or_a_program_told_to_end_keeps_the_match(end: str) -> None:
    with Terminal("play", *OCTOPUS) as person:
        person.until("tile> ")
        person.type("1")
        person.until("tile> ")
        person.process.send_signal(getattr(signal, end))
        assert person.ends() == 128 + getattr(signal, end)
        assert "To go on: tileyard play --resume octopus-" in person.shown
    (kept,) = Path().iterdir()
    assert len(moves(str(kept))) == 2


@pytest.mark.parametrize("end", ["SIGHUP", "SIGTERM", "SIGINT"])
def test_whoever_is_told_to_end_twice_keeps_the_match_too(end: str) -> None:
    """A shell passes on what its terminal has told already, and people press Ctrl-C until something happens."""
    for wait in (0.0, 0.003, 0.01):
        with Terminal("play", *OCTOPUS) as person:
            person.until("tile> ")
            person.type("1")
            person.until("tile> ")
            person.process.send_signal(getattr(signal, end))
            time.sleep(wait)
            person.process.send_signal(getattr(signal, end))
            # One that comes when all is kept ends the program as it ends any other.
            assert person.ends() in (128 + getattr(signal, end), -getattr(signal, end))
        (kept,) = Path().iterdir()
        assert len(moves(str(kept))) == 2
        kept.unlink()


def test_a_terminal_that_is_gone_keeps_the_match() -> None:
    person = Terminal("play", *OCTOPUS)
    person.until("tile> ")
    person.type("1")
    person.until("tile> ")
    os.close(person.master)
    person.process.wait(timeout=60)
    (kept,) = Path().iterdir()
    assert len(moves(str(kept))) == 2


def test_output_that_nobody_reads_any_more_keeps_the_match() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([*PROGRAM, "play", *OCTOPUS], stdin=pipe, stdout=pipe, stderr=pipe) as running:
        assert running.stdin
        assert running.stdout
        assert running.stderr
        running.stdin.write(b"1\n")
        running.stdin.flush()
        while b"Player 2 places" not in running.stdout.readline():
            pass
        running.stdout.close()
        running.stdin.write(b"1\n1\n")
        running.stdin.close()
        assert running.stderr.read() == b""
    assert running.returncode == 141
    (kept,) = Path().iterdir()
    assert tileyard("replay", kept, "--verify").code == 0


def test_a_match_is_kept_elsewhere_if_it_cannot_be_kept_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (folder := tmp_path / "other").mkdir()
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(folder))
    monkeypatch.setattr(Keeper, "fresh", lambda self, place: str(place / ("a.json" if place == folder else "no/a")))
    shown = play("1")
    assert "Not saved: cannot write no/a" in shown.out
    assert f"Saved in {folder}/a.json" in shown.out
    assert len(moves(f"{folder}/a.json")) == 2


def test_a_match_that_is_not_over_is_not_written_over() -> None:
    play("1", "quit", to=[*OCTOPUS, "--save", "evening.json"])
    before = Path("evening.json").read_bytes()
    kept = "evening.json holds a match that is not over: go on with it by --resume evening.json"
    assert play("1", to=["brook", "--save", "evening.json"]).error == (2, f"error[usage]: {kept}")
    assert f"Not saved: {kept}" in play("2", "save evening.json").out
    assert Path("evening.json").read_bytes() == before
    # The same moves again make the same match, and nothing of it is lost.
    assert "Saved in evening.json" in play("1", "save evening.json").out
    # One that goes on is the same match, too.
    assert play("1 1", "save evening.json", to=["--resume", "evening.json", "--save", "other.json"]).code == 0
    assert len(moves("evening.json")) == len(moves("other.json")) == 4


def test_nothing_is_lost_by_saving_but_a_match_without_a_move() -> None:
    tileyard("watch", "brook", "--save", "over.json", "--quiet")
    Path("notes.txt").write_text("buy tiles")
    Path("empty.json").touch()
    for file, what in (("over.json", "a match that is over"), ("notes.txt", "something else than a match")):
        before = Path(file).read_bytes()
        kept = f"{file} holds {what}: name another file"
        assert play("1", to=[*OCTOPUS, "--save", file]).error == (2, f"error[usage]: {kept}")
        assert f"Not saved: {kept}" in play("1", f"save {file}", "quit", "", to=OCTOPUS).out
        assert Path(file).read_bytes() == before
    assert "Saved in empty.json" in play("1", "save empty.json").out
    tileyard("watch", "brook", "--plies", 0, "--save", "begun.json", "--quiet")
    assert "Saved in begun.json" in play("1", "save begun.json").out


def test_a_file_with_blanks_stands_between_quotes() -> None:
    shown = play("1", "save a b c", "save 'a b c.json'", 'save ""', "1 1", "quit", "d e", '"d e"').out
    assert "Not saved: a b c is more than one word; if it is one file, put quotes around it" in shown
    assert "Not saved: a file has a name" in shown
    assert "Not saved: d e is more than one word" in shown
    assert sorted(path.name for path in Path().iterdir()) == ["a b c.json", "d e"]


def test_a_fault_nobody_foresaw_keeps_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sitting, "_obey", lambda *_: 1 / 0)
    code, error = play("1", "help").error
    assert (code, error[:36]) == (1, "error[internal]: ZeroDivisionError: ")
    (kept,) = Path().iterdir()
    assert len(moves(str(kept))) == 2


def test_an_interrupt_while_a_bot_thinks_keeps_the_match() -> None:
    bots = ["--bots", "human,greedy:worlds=1000:width=1000:effort=10000000"]
    with Terminal("play", "brook", "--seed", "1", *bots, "--save", "kept.json") as person:
        person.until("tile> ")
        for _ in range(3):
            person.type("1")
        # The bot goes through a thousand worlds for each of its moves.
        while not Path("kept.json").exists() or len(moves("kept.json")) < 1:
            person.until("\n")
        person.press(b"\x03")
        assert person.ends() == 130
    assert tileyard("replay", "kept.json", "--verify").code == 0
