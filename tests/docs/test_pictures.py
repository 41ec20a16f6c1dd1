"""The pictures on the pages of the games are those that the code draws, and each is on its game's page."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

PAGES = Path(__file__).parents[2] / "docs" / "games"
MADE = runpy.run_path(str(PAGES / "pictures.py"))


@pytest.mark.parametrize("name", MADE["PICTURES"])
def test_a_picture_is_up_to_date(name: str) -> None:
    """``python docs/games/pictures.py`` writes them anew."""
    assert MADE["draw"]([name]) == {f"{name}.svg": (PAGES / f"{name}.svg").read_text(encoding="utf-8")}
    assert any(f"({name}.svg)" in page.read_text(encoding="utf-8") for page in PAGES.glob("*.md"))


def test_no_picture_is_left_over() -> None:
    assert {path.stem for path in PAGES.glob("*.svg")} == set(MADE["PICTURES"])
