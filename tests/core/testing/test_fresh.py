"""What is so in another process."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from games.hidden import Hidden
from tileyard.testing import Case
from tileyard.testing.fresh import Source, digests, digests_elsewhere, loaded_elsewhere, source_of
from tileyard.testing.playouts import play


def test_a_game_comes_out_the_same_there() -> None:
    cases = [Case(2), Case(3, {"cells": 6}, "x", (1, 2, 3))]
    assert digests_elsewhere(Hidden(), cases) == [digests(play(Hidden(), case)) for case in cases]


def test_a_module_off_the_path_is_found_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "somewhere.py"
    file.write_text("import colorsys\nprint('noise')\n")
    loaded = loaded_elsewhere([Source("somewhere_else", str(file))])
    assert "colorsys" in loaded
    assert "networkx" not in loaded


def test_what_fails_there_is_told_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "failing.py"
    file.write_text("raise RuntimeError('not here')\n")
    with pytest.raises(ValueError, match=r"in a process of its own it fails: RuntimeError: not here"):
        loaded_elsewhere([Source("failing_there", str(file))])


def test_what_is_inside_a_function_cannot_be_imported() -> None:
    class Local(Hidden):
        pass

    with pytest.raises(ValueError, match="inside a function"):
        source_of(Local)
    assert source_of(Hidden) == Source("games.hidden", str(Path(sys.modules["games.hidden"].__file__ or "")))
