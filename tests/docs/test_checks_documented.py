"""The page of checks has a section for each theme and a heading for each check, with what it demands below."""

from __future__ import annotations

import re
from pathlib import Path

from tileyard.testing import CHECKS, THEMES

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "checks.md").read_text(encoding="utf-8")


def test_every_check_has_its_heading_below_its_theme_and_no_heading_is_left_over() -> None:
    found = re.findall(r"^(##+) (\w+)$", PAGE, re.MULTILINE)
    expected = [
        heading
        for theme in THEMES
        for heading in [
            ("##", theme.capitalize()),
            *(("###", name) for name, check in CHECKS.items() if check.theme == theme),
        ]
    ]
    assert found == expected


def test_every_heading_is_followed_by_what_its_check_demands() -> None:
    sections = re.split(r"^### (\w+)$", PAGE, flags=re.MULTILINE)[1:]
    for name, text in zip(sections[::2], sections[1::2], strict=True):
        function = CHECKS[name].function
        assert text.startswith(f"\n\n<!-- told: {function.__module__}.{name} -->\n\nDemands ")
