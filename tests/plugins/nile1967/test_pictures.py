"""The pictures on the game's page are those that the code draws."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

PAGES = Path(__file__).parents[3] / "docs/games"
MADE = runpy.run_path(str(PAGES / "pictures.py"))


@pytest.mark.parametrize("name", [name for name in MADE["PICTURES"] if name.startswith("nile1967")])
def test_a_picture_is_up_to_date(name: str) -> None:
    """``python docs/games/pictures.py`` writes them anew."""
    assert MADE["draw"]([name]) == {f"{name}.svg": (PAGES / f"{name}.svg").read_text(encoding="utf-8")}
    assert f"({name}.svg)" in (PAGES / "nile1967.md").read_text(encoding="utf-8")
