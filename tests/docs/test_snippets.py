"""What the pages show is so: their Python runs and prints what they say, their commands exist."""

from __future__ import annotations

import doctest
import re
import runpy
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer

from tileyard import Registry
from tileyard.front.cli import build

ROOT = Path(__file__).parents[2]
PAGES = sorted({ROOT / "README.md", *ROOT.glob("*/README.md"), *ROOT.glob("*/*/README.md"), *ROOT.glob("docs/*/*.md")})
PAGES += [ROOT / "CONTRIBUTING.md", ROOT / "docs" / "index.md"]
FENCE = re.compile(
    r"^(?P<indent> *)```(?P<language>[\w{}-]+).*?\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL
)


COPIED = runpy.run_path(str(ROOT / "docs" / "shown.py"))["copied"]


class Block(NamedTuple):
    """A fenced block: its language, its text, and the line where that begins.

    The language of code that the page copies from the source, where it has its own tests, is "copied".
    """

    language: str
    text: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    content = page.read_text(encoding="utf-8")
    copied = [*COPIED(content)]
    for fence in FENCE.finditer(content):
        text = re.sub(rf"^{fence['indent']}", "", fence["text"], flags=re.MULTILINE)
        language = "copied" if any(fence.start() in span for span in copied) else fence["language"]
        yield Block(language, text, content.count("\n", 0, fence.start("text")) + 1)


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def having(*languages: str) -> list[Path]:
    return [page for page in PAGES if {block.language for block in blocks(page)} & set(languages)]


@pytest.mark.parametrize("page", having("python", "pycon"), ids=name)
def test_python_runs_and_prints_what_the_page_says(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All Python of a page is one session: sessions with prompts are compared, other code must run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(ROOT / "examples")
    space: dict[str, object] = {"__name__": "__main__"}
    runner = doctest.DocTestRunner(verbose=False)
    for block in blocks(page):
        if block.language == "python":
            exec(compile("\n" * (block.line - 1) + block.text, name(page), "exec"), space)  # noqa: S102  (our own pages)
        elif block.language == "pycon":
            test = doctest.DocTestParser().get_doctest(block.text, space, name(page), name(page), block.line - 1)
            told: list[str] = []
            runner.run(test, out=told.append, clear_globs=False)
            space = test.globs
            assert not told, "".join(told)
            assert test.examples, f"line {block.line}: a session without a prompt"


def commands() -> Iterator[tuple[Path, int, list[str]]]:
    """Every command line in a console block, taken apart at ``&&``."""
    for page in having("console"):
        for block in blocks(page):
            if block.language == "console":
                for offset, line in enumerate(block.text.splitlines()):
                    if line.startswith("$ "):
                        for part in line[2:].split("&&"):
                            yield page, block.line + offset, shlex.split(part, comments=True)


def test_make_targets_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    used = {words[1] for _, _, words in commands() if words[0] == "make"}
    assert used
    assert used <= targets


def test_commands_of_tileyard_exist_with_their_options() -> None:
    """In console blocks and in running text alike."""
    app: Any = typer.main.get_command(build(Registry.load()))
    used = [(name(page), words[1:]) for page, _, words in commands() if words[0] == "tileyard"]
    for page in PAGES:
        inline = re.findall(r"`tileyard ([a-z][^`\n]*)`", page.read_text(encoding="utf-8"))
        used += [(name(page), line.replace("JSON", "{}").split()) for line in inline]
    assert len(used) > 20
    for page, (command, *rest) in used:
        assert command in app.commands, f"{page}: tileyard {command}"
        known = {option for parameter in app.commands[command].params for option in parameter.opts} | {"--help"}
        given = {word.partition("=")[0] for word in rest if word.startswith("-")}
        assert given <= known, f"{page}: tileyard {command} {' '.join(given - known)}"


def test_folders_that_are_installed_have_a_distribution() -> None:
    given = [word for _, _, words in commands() if words[:2] == ["pip", "install"] for word in words[2:]]
    folders = {word.partition("[")[0] for word in given if word.startswith(("./", "examples/"))}
    assert len(folders) > 5
    assert [folder for folder in sorted(folders) if not (ROOT / folder / "pyproject.toml").is_file()] == []


def test_files_that_are_run_exist() -> None:
    files = [words[1] for _, _, words in commands() if words[0] in {"python", "node"} and not words[1].startswith("-")]
    assert files
    assert [file for file in files if not (ROOT / file).is_file()] == []
