"""The page of errors has every code there is, each with the name of its class and what that says."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import tileyard
from tileyard import TileyardError
from tileyard.front.cli import app

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "errors.md").read_text(encoding="utf-8")
SECTION = re.compile(
    r"^## (\w+)\n\n```\{eval-rst\}\n\.\. py:exception:: (tileyard\.(\w+))\n"
    r"   :canonical: tileyard\.ground\.errors\.\3\n```\n\n<!-- told: \2 -->$",
    re.MULTILINE,
)


def errors(kind: type[TileyardError] = TileyardError) -> Iterator[type[TileyardError]]:
    """All errors of Tileyard itself, wherever they are defined."""
    for sub in kind.__subclasses__():
        if sub.__module__.partition(".")[0] == "tileyard":
            yield sub
            yield from errors(sub)


def test_every_code_has_its_section_and_no_section_is_left_over() -> None:
    for module in pkgutil.walk_packages(tileyard.__path__, "tileyard."):
        importlib.import_module(module.name)
    sections = {code: named(name) for code, name, _ in SECTION.findall(PAGE)}
    assert sections == {error.code: error for error in errors()}
    assert len(re.findall(r"^## ", PAGE, re.MULTILINE)) == len(sections)


def test_codes_are_words_and_each_error_says_what_it_means() -> None:
    kinds = list(errors())
    assert len({kind.code for kind in kinds}) == len(kinds)
    for kind in kinds:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", kind.code)
        assert (kind.__doc__ or "").strip()
        assert "Facts: " in (kind.__doc__ or ""), kind.code


def test_the_page_names_the_codes_that_end_with_1() -> None:
    for kind in app.FAILED:
        assert f"`{kind.code}`" in PAGE


def named(dotted: str) -> object:
    module, _, name = dotted.rpartition(".")
    return getattr(importlib.import_module(module), name)
