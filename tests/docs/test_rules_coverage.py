"""Every rule of a game's page has a test, and no test claims a rule that no page states."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# One rule is one list item that opens with its bold id: "- **OCT-501** A tile scores ...".
RULE = re.compile(r"^\s*[-*] \*\*([A-Z0-9]{2,3}-[0-9X][0-9]{2})\*\*", re.MULTILINE)


def stated(pages: Iterable[str]) -> list[str]:
    """The ids of all rules stated in ``pages``, in order, repetitions kept."""
    return [rule for page in pages for rule in RULE.findall(page)]


def claimed(source: str) -> set[str]:
    """The ids named by any ``pytest.mark.rule(...)`` in ``source``, on functions, classes, modules or parameters."""
    marks = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return {
        ast.literal_eval(argument)
        for mark in marks
        if ast.unparse(mark.func) in {"pytest.mark.rule", "mark.rule"}
        for argument in mark.args
    }


def pages() -> list[str]:
    return [page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs" / "games").glob("*.md"))]


def claims() -> dict[str, list[str]]:
    """Each id that a test names, with the files that name it."""
    found: dict[str, list[str]] = {}
    this = Path(__file__).resolve()
    for folder in (ROOT / "tests", *ROOT.glob("plugins/*/tests"), *ROOT.glob("examples/*/tests")):
        for path in sorted(folder.rglob("test_*.py")):
            if path.resolve() != this:
                for rule in claimed(path.read_text(encoding="utf-8")):
                    found.setdefault(rule, []).append(str(path.relative_to(ROOT)))
    return found


def test_every_rule_has_a_test() -> None:
    untested = sorted(set(stated(pages())) - claims().keys())
    assert not untested, f"rules without a test: {', '.join(untested)}"


def test_no_test_names_an_unknown_rule() -> None:
    known = set(stated(pages()))
    unknown = {rule: files for rule, files in claims().items() if rule not in known}
    assert not unknown, f"rules that no page states: {unknown}"


def test_every_rule_is_stated_once() -> None:
    rules = stated(pages())
    assert sorted(rules) == sorted(set(rules))


def test_ids_are_read_from_list_items_alone() -> None:
    """A mention in running text, or a bold id inside an item, states nothing."""
    page = "- **OCT-101** Sixty tiles.\n* **N09-X03** An example.\nSee **OCT-999**.\n- As **OCT-998** says.\n"
    assert stated([page]) == ["OCT-101", "N09-X03"]


@pytest.mark.parametrize(
    ("source", "rules"),
    [
        ("@pytest.mark.rule('OCT-101', 'OCT-102')\ndef test_a(): ...", {"OCT-101", "OCT-102"}),
        ("pytestmark = [pytest.mark.rule('OCT-101')]", {"OCT-101"}),
        ("pytest.param(1, marks=pytest.mark.rule('OCT-101'))", {"OCT-101"}),
        ("@pytest.mark.other('OCT-101')\ndef test_a():\n    'OCT-102'", set()),
    ],
)
def test_ids_are_read_from_markers_alone(source: str, rules: set[str]) -> None:
    assert claimed(source) == rules
