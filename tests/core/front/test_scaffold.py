"""``tileyard new``: what it writes is a plugin that installs and passes every check, or nothing is written."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from terminal import process, tileyard
from tileyard import UsageError
from tileyard.front.scaffold import check_name, new_game


@pytest.mark.parametrize("name", ["mygame", "two-words_3"])
def test_what_is_written_installs_and_passes_every_check_at_once(tmp_path: Path, name: str) -> None:
    project, site = tmp_path / "project", tmp_path / "site"
    report = tileyard("new", name, "--dir", project, "--json").document
    assert report["game"] == name
    assert sorted(str(path.relative_to(project)) for path in project.rglob("*") if path.is_file()) == report["files"]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"]
    subprocess.run([*pip, "--no-build-isolation", "--target", site, project], check=True, capture_output=True)

    games = {game["id"]: game for game in process("games", "--json", PYTHONPATH=str(site)).document}
    assert games[name]["plugin"] == {"name": report["distribution"], "version": "0.1.0"}
    checked = process("check", name, "--examples", "2", "--json", PYTHONPATH=str(site))
    verdicts = {verdict["name"]: verdict["status"] for verdict in checked.document["checks"]}
    assert set(verdicts.values()) == {"pass"}, checked.document
    assert checked.code == 0
    played = process("play", name, "--players", "2", "--seed", "1", typed=b"1\n1\n", PYTHONPATH=str(site), cwd=tmp_path)
    assert "Saved in" in played.out


def test_its_own_tests_pass(tmp_path: Path) -> None:
    new_game("mygame", tmp_path / "project")
    done = subprocess.run(
        # One check asks for an installed plugin.
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tileyard-examples", "2", "-k", "not loads"],
        cwd=tmp_path / "project",
        env=os.environ | {"PYTHONPATH": "src"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert re.search(r"\d+ passed", done.stdout)


def test_it_is_clean_by_the_linter_and_the_formatter(tmp_path: Path) -> None:
    new_game("mygame", tmp_path / "project")
    for command in (["check", "--select", "E,F,I,UP,B"], ["format", "--check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--isolated", "--line-length", "120"],
            cwd=tmp_path / "project",
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "name", ["", "a", "A", "My", "1a", "a b", "a/b", "../a", "a-", "-a", "a--b", "a_-b", "\u00e4b", "a" * 41, "a\n"]
)
def test_a_name_that_cannot_be_an_id_is_refused(name: str) -> None:
    with pytest.raises(UsageError) as refused:
        check_name(name)
    assert refused.value.facts["field"] == "name"


@pytest.mark.parametrize(
    "name", ["game", "match", "tileyard", "core", "none", "class", "hand", "lay", "literal", "box"]
)
def test_a_name_that_would_be_mixed_up_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="is reserved"):
        check_name(name)


def test_the_name_of_an_installed_game_is_refused(tmp_path: Path) -> None:
    code, line = tileyard("new", "octopus", "--dir", tmp_path / "x").error
    assert (code, line) == (2, "error[usage]: a game called 'octopus' is installed already")
    assert list(tmp_path.iterdir()) == []


@settings(max_examples=20)
@given(name=st.from_regex(r"[a-z][a-z0-9]{0,6}([-_][a-z0-9]{1,4})?", fullmatch=True))
def test_every_name_that_is_accepted_gives_python(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    try:
        check_name(name)
    except UsageError:
        return
    project = tmp_path_factory.mktemp("named") / "project"
    new_game(name, project)
    for path in project.rglob("*.py"):
        compile(path.read_text(encoding="utf-8"), path, "exec")


def test_a_folder_in_use_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    before = sorted(tmp_path.rglob("*"))
    for name, why in (
        ("full", "is not empty; name a new or an empty folder by --dir"),
        ("file", "is no folder; name a new one by --dir"),
        ("link", "is no folder; name a new one by --dir"),
    ):
        code, line = tileyard("new", "mygame", "--dir", tmp_path / name).error
        assert (code, line) == (2, f"error[usage]: {tmp_path / name} {why}")
    code, line = tileyard("new", "mygame", "--dir", tmp_path / "file" / "below").error
    assert code == 2
    assert line.startswith("error[usage]: cannot make ")
    assert sorted(tmp_path.rglob("*")) == before


def test_an_empty_folder_may_be_filled_and_the_name_is_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    assert tileyard("new", "mygame", "--dir", "empty").code == 0
    assert tileyard("new", "mygame").code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "mygame"]
    assert (tmp_path / "empty" / "pyproject.toml").stat().st_mode & 0o777 == 0o644
    assert (tmp_path / "empty").stat().st_mode & 0o777 == 0o755


def test_the_folder_one_is_in_may_be_filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays the same folder, and the paths to paste are from there."""
    monkeypatch.chdir(tmp_path)
    before = tmp_path.stat().st_ino
    shown = tileyard("new", "mygame", "--dir", ".")
    assert 'pip install -e ".[testing]"' in shown.out
    assert tmp_path.stat().st_ino == before
    assert sorted(path.name for path in Path().iterdir()) == ["README.md", "pyproject.toml", "src", "tests"]
    assert tileyard("new", "mygame", "--dir", ".").error[1].startswith("error[usage]: . is not empty")


def test_a_folder_that_cannot_be_filled_is_left_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rename = Path.rename

    def full(path: Path, target: Path) -> Path:
        if path.name == "src":
            raise OSError(28, "No space left on device")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", full)
    with pytest.raises(UsageError, match="No space left on device"):
        new_game("mygame", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_left_of_what_could_not_be_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(UsageError, match="No space left on device"):
        new_game("mygame", tmp_path / "project")
    assert list(tmp_path.iterdir()) == []
