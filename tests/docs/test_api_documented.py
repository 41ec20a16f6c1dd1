"""Every public name is documented: in the code, and once in the reference."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import get_origin

import tileyard

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
ENTRY = re.compile(r"^\.\. (?:auto\w+|py:exception):: (tileyard[\w.]*)\.(\w+)(?:\(\))?$", re.MULTILINE)
MENTION = re.compile(r"tileyard\.(\w+)\b")


def test_every_public_name_is_in_the_reference_once() -> None:
    found = Counter(
        name
        for page in REFERENCE.glob("*.md")
        for module, name in ENTRY.findall(page.read_text(encoding="utf-8"))
        if getattr(__import__(module, fromlist=[name]), name) is getattr(tileyard, name, None)
    )
    assert {name: found[name] for name in tileyard.__all__} == dict.fromkeys(tileyard.__all__, 1)


def test_the_page_of_the_api_follows_the_reading_order() -> None:
    """Names that have their page elsewhere are mentioned, but for the errors, which are named all at once."""
    page = (REFERENCE / "api.md").read_text(encoding="utf-8")
    places = {name: place for place, name in reversed(list(enumerate(MENTION.findall(page))))}
    errors = {name for name in tileyard.__all__ if hasattr(getattr(tileyard, name), "code")}
    missing = [name for name in tileyard.__all__ if name not in places and name not in errors]
    assert not missing


def test_every_public_name_says_what_it_is() -> None:
    undocumented = [
        name
        for name in tileyard.__all__
        # An alias such as Bag has no text of its own; the module that defines it tells.
        if get_origin(getattr(tileyard, name)) is None and not (getattr(tileyard, name).__doc__ or "").strip()
    ]
    assert not undocumented
