"""The kit as a user meets it: a test class, and pytest run on it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from games.hidden import Hidden
from tileyard import UnknownName, UsageError
from tileyard.testing import CHECKS, GameConformance

TESTS = Path(__file__).parents[2]
GOOD = """
from games.hidden import Hidden, scene
from tileyard.testing import GameConformance

class TestPebbles(GameConformance):
    game = Hidden()
    scene = staticmethod(scene)
    skip = {"imports_are_light": "it is slow", "replays_in_a_fresh_process": "it is slow"}
"""
BAD = """
import pytest
from games.broken.play import Unlawful
from tileyard.testing import GameConformance

@pytest.mark.rule("PEB-1")
class TestUnlawful(GameConformance):
    game = Unlawful()
"""


def run(folder: Path, text: str, *arguments: str, ini: str = "") -> tuple[int, str]:
    """Run pytest in a process and folder of its own."""
    (folder / "test_game.py").write_text(text)
    (folder / "pytest.ini").write_text(f"[pytest]\npythonpath = {TESTS}\nfilterwarnings = error\n{ini}")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--strict-markers", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_each_check_is_a_test_and_playthroughs_are_written_when_asked(tmp_path: Path) -> None:
    code, out = run(tmp_path, GOOD, "--tileyard-examples", "3", "--tileyard-write")
    assert code == 0, out
    assert f"{len(CHECKS) - 2} passed, 2 skipped" in out
    assert (tmp_path / "playthroughs" / "pebbles-2.txt").exists()


def test_without_a_playthrough_a_conformance_class_fails(tmp_path: Path) -> None:
    code, out = run(tmp_path, GOOD, "-k", "playthroughs")
    assert code == 1
    assert "there is no playthrough of pebbles" in out
    assert "'pytest --tileyard-write' writes one" in out


def test_a_playthrough_that_cannot_be_written_anew_is_told_in_one_line(tmp_path: Path) -> None:
    """And one whose options are no more is written with those that are left."""
    (tmp_path / "playthroughs").mkdir()
    path = tmp_path / "playthroughs" / "pebbles-2.txt"
    path.write_text('playthrough: pebbles\nplayers: 2\noptions: {"size": 5, "bonus": true}\nseed: 4\n')
    code, out = run(tmp_path, GOOD, "-k", "playthroughs", "--tileyard-write")
    assert code == 0, out
    assert 'options: {"cells":4,"hand":2,"bonus":true}\nseed: 4\n' in path.read_text()
    path.write_text("players: 7\n")
    code, out = run(tmp_path, GOOD, "-k", "playthroughs", "--tileyard-write")
    assert code == 1
    told = "pebbles-2.txt cannot be written: Pebbles is for 2 or 3 players, not 7; change its first lines, or delete it"
    assert told in out
    assert "plugin.py" not in out


def test_a_failure_shows_the_smallest_game_and_nothing_of_the_kit(tmp_path: Path) -> None:
    code, out = run(tmp_path, BAD, "-k", "invariants_hold or sets_up")
    assert code == 1
    assert "1 failed, 1 passed" in out
    case = "Case(players=2, options={}, seed='0', choices=(0, 0, 0))"
    assert f"cases = [{case}]" in out
    assert "an invariant is broken: too many" in out
    assert "runner.py" not in out


def test_switched_off_it_leaves_only_the_classes(tmp_path: Path) -> None:
    arguments = ("-k", "sets_up", "--tileyard-examples", "1")
    code, out = run(tmp_path, BAD, *arguments, ini="tileyard = false\n")
    assert code != 0
    assert "'rule' not found in `markers`" in out
    code, out = run(tmp_path, GOOD, *arguments, ini="tileyard = false\n")
    assert code == 0, out


def test_the_plugin_brings_nothing_heavy() -> None:
    script = "import tileyard.testing.plugin, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "tileyard.testing.plugin" in loaded
    assert not loaded & {"hypothesis", "jsonschema", "networkx", "typer", "tileyard.testing.checks", "tileyard.front"}


def test_skipping_needs_a_known_name_and_a_reason() -> None:
    with pytest.raises(UnknownName):

        class Misspelt(GameConformance):
            game = Hidden()
            skip = {"sets_upp": "?"}

    with pytest.raises(UsageError):

        class Silent(GameConformance):
            game = Hidden()
            skip = {"sets_up": ""}
