"""The page of hooks has a heading for each hook, with its exact parameters, and what it says below."""

from __future__ import annotations

import re
from pathlib import Path

from tileyard.plug import hooks

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "hooks.md").read_text(encoding="utf-8")
HEADING = re.compile(r"^## (\w+\(.*\))$", re.MULTILINE)
PARTS = re.compile(r"^(When|Errors|Used by): \S", re.MULTILINE)


def test_every_hook_has_its_heading_and_no_heading_is_left_over() -> None:
    expected = [f"{name}({', '.join(parameters)})" for name, parameters in hooks.hookspecs().items()]
    assert HEADING.findall(PAGE) == expected


def test_every_heading_is_followed_by_the_signature_and_the_text_of_its_hook() -> None:
    sections = HEADING.split(PAGE)[1:]
    for heading, text in zip(sections[::2], sections[1::2], strict=True):
        name = heading.partition("(")[0]
        assert f"```python\ndef {heading[:-1]}".partition("(")[0] in text
        assert f"<!-- told: tileyard.plug.hooks.{name} -->\n" in text


def test_every_specification_says_all_a_plugin_must_know() -> None:
    """When it is called, each parameter, what it returns, what happens on errors, and who uses it; in that order."""
    for name, parameters in hooks.hookspecs().items():
        text = re.sub(r"^ +", "", getattr(hooks, name).__doc__, flags=re.MULTILINE)
        assert PARTS.findall(text) == ["When", "Errors", "Used by"], name
        assert tuple(re.findall(r"^:param (\w+): \S", text, re.MULTILINE)) == parameters, name
        assert len(re.findall(r"^:returns: \S", text, re.MULTILINE)) == 1, name


def test_the_hooks_are_all_public() -> None:
    assert hooks.hookspecs().keys() <= set(hooks.__all__)
