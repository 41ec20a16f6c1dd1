"""What the pages show of the source: ``python docs/shown.py`` writes it anew, so that pages also read well unbuilt.

A comment before a fenced block says what the block shows, a definition by its name, or the lines from one that begins
with some text until one that begins with another, or ``until the end``::

    <!-- shown: examples/brook/src/tileyard_brook/rules.py: Brook.setup -->
    <!-- shown: examples/brook/src/tileyard_brook/model.py: class Laid until class Lay( -->

Prose can be what a docstring says; it stands between two comments::

    <!-- told: tileyard.plug.hooks.register_games -->
    <!-- told -->
"""

from __future__ import annotations

import ast
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", *ROOT.glob("docs/**/*.md")])

SHOWN = re.compile(
    r"^(?P<head>(?P<indent> *)<!-- shown: (?P<file>\S+): (?P<what>[^\n]+) -->\n *```\w+\n).*?(?P<tail>^ *```)$",
    re.MULTILINE | re.DOTALL,
)
TOLD = re.compile(r"^(?P<head><!-- told: (?P<name>[\w.]+) -->\n).*?(?P<tail>^<!-- told -->)$", re.MULTILINE | re.DOTALL)


def page(text: str) -> str:
    """A page with everything that it shows as the source has it now."""
    text = SHOWN.sub(lambda block: block["head"] + indent(_shown(block), block["indent"]) + block["tail"], text)
    return TOLD.sub(lambda block: f"{block['head']}\n{_told(block)}\n{block['tail']}", text)


def copied(text: str) -> Iterator[range]:
    """Where in a page stands what is copied from the source."""
    for block in (*SHOWN.finditer(text), *TOLD.finditer(text)):
        yield range(*block.span())


def _shown(block: re.Match[str]) -> str:
    source, what = (ROOT / block["file"]).read_text(encoding="utf-8"), block["what"]
    begin, until, end = what.partition(" until ")
    lines = between(source, begin, end) if until else definition(source, what)
    return dedent("\n".join(lines)).strip() + "\n"


def _told(block: re.Match[str]) -> str:
    return told(pkgutil.resolve_name(block["name"]))


def definition(source: str, name: str) -> list[str]:
    """The lines of a function or class, decorators included; ``Brook.setup`` is a method."""
    body: list[Any] = ast.parse(source).body
    node = None
    for part in name.split("."):
        [node] = [node for node in body if getattr(node, "name", "") == part]
        body = node.body
    assert node is not None
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return source.splitlines()[first - 1 : node.end_lineno]


def between(source: str, begin: str, end: str) -> list[str]:
    """The lines from the first that begins with some text, before the next that begins with another."""
    lines = source.splitlines()
    first = next(number for number, line in enumerate(lines) if line.strip().startswith(begin))
    rest = range(first + 1, len(lines))
    last = len(lines) if end == "the end" else next(each for each in rest if lines[each].strip().startswith(end))
    return lines[first:last]


def told(thing: Any) -> str:
    """What the docstring of a thing says, as Markdown."""
    text = inspect.getdoc(thing) or ""
    text = re.sub(r"::\n\n((?: {4}.*\n|\n)+)", lambda code: f":\n\n```python\n{dedent(code[1]).strip()}\n```\n\n", text)
    text = re.sub(r":doc:`([^`<]+) </([^`>]+)>`", r"[\1](../\2.md)", text)
    text = re.sub(r":\w+:`~?([^`]+)`|``(.+?)``", lambda span: f"`{span[1] or span[2]}`", text)
    text = re.sub(r"^:param (\w+): ", r"- `\1`: ", text, flags=re.MULTILINE)
    text = re.sub(r"^:returns: ", "- Returns ", text, flags=re.MULTILINE)
    return re.sub(r"^(When|Errors|Used by|Why): ", r"**\1:** ", text, flags=re.MULTILINE).strip() + "\n"


if __name__ == "__main__":
    for path in PAGES:
        written = path.read_text(encoding="utf-8")
        if page(written) != written:
            path.write_text(page(written), encoding="utf-8")
