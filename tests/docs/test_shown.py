"""What pages show of the source is what the source says, and they can be read unbuilt."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

MODULE = Path(__file__).parents[2] / "docs" / "shown.py"
MADE = runpy.run_path(str(MODULE))
PAGES: list[Path] = MADE["PAGES"]

SOURCE = '''\
"""A module."""


@cache
def first():
    """One."""
    return 1


class Second:
    """Two."""

    @property
    def third(self):
        return 3

    def fourth(self):
        return 4
'''


def name(page: Path) -> str:
    return str(page.relative_to(MODULE.parents[1]))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_page_shows_the_source_as_it_is(page: Path) -> None:
    written = page.read_text(encoding="utf-8")
    assert written == MADE["page"](written), "python docs/shown.py writes it anew"
    assert written.count("<!-- shown: ") + written.count("<!-- told: ") == len([*MADE["copied"](written)])
    assert "{literalinclude}" not in written
    for picture in re.findall(r"!\[[^]]*\]\((?!https?:)([^)]+)\)", written):
        assert "_build" not in picture
        assert (page.parent / picture).is_file(), picture


@pytest.mark.parametrize("page", [page for page in PAGES if page.name == "index.md"], ids=name)
def test_an_index_links_its_pages_by_their_titles(page: Path) -> None:
    """The list that is built from a toctree is not there in an editor."""
    written = page.read_text(encoding="utf-8")
    entries = re.findall(r"^```\{toctree\}\n:hidden:\n\n(.*?)^```$", written, re.MULTILINE | re.DOTALL)
    assert len(entries) == written.count("{toctree}") > 0
    for entry in "".join(entries).split():
        linked = page.parent / f"{entry}.md"
        title = re.search(r"^# (.+)$", linked.read_text(encoding="utf-8"), re.MULTILINE)
        assert title
        if page.parent != MODULE.parent:  # the first page has a sentence for each
            assert f"- [{title[1]}]({entry}.md)" in written


@pytest.mark.parametrize(
    ("what", "lines"),
    [
        ("first", ["@cache", "def first():", '    """One."""', "    return 1"]),
        ("Second.third", ["    @property", "    def third(self):", "        return 3"]),
    ],
)
def test_a_definition_is_found_by_its_name(what: str, lines: list[str]) -> None:
    assert MADE["definition"](SOURCE, what) == lines


def test_lines_are_found_by_how_they_begin() -> None:
    assert MADE["between"](SOURCE, "def third", "def fourth") == ["    def third(self):", "        return 3", ""]
    assert MADE["between"](SOURCE, "def fourth", "the end") == ["    def fourth(self):", "        return 4"]


def test_what_is_not_there_is_not_shown() -> None:
    with pytest.raises(ValueError, match="not enough values"):
        MADE["definition"](SOURCE, "Second.fifth")
    with pytest.raises(StopIteration):
        MADE["between"](SOURCE, "def third", "def fifth")


def test_a_block_in_a_list_keeps_its_indent_and_loses_that_of_the_source() -> None:
    head = "1. One:\n\n   <!-- shown: docs/shown.py: class Nobody until the end -->\n   ```python\n"
    here = head.replace("class Nobody until the end", 'if __name__ == "__main__" until written')
    made = MADE["page"](f"{here}   stale\n   ```\n")
    assert made == f'{here}   if __name__ == "__main__":\n       for path in PAGES:\n   ```\n'


def test_a_docstring_is_told_in_markdown() -> None:
    def thing(one: Any) -> None:
        """Do :func:`~this` with ``that``::

            thing(1)

        When: at noon, :doc:`as told </write/testing>`.

        :param one: the first,
            and on.
        :returns: nothing.
        """

    assert MADE["told"](thing) == (
        "Do `this` with `that`:\n\n```python\nthing(1)\n```\n\n**When:** at noon, [as told](../write/testing.md).\n\n"
        "- `one`: the first,\n    and on.\n- Returns nothing.\n"
    )
