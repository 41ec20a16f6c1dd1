"""The page of commands is that of the code, and no command or option goes without a word of help."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from tileyard import Registry
from tileyard.front.cli import build

DOCS = Path(__file__).parents[2] / "docs"
COMMANDS: dict[str, Any] = get_command(build(Registry.load())).commands  # type: ignore[attr-defined]


def test_the_page_of_commands_is_that_of_the_code() -> None:
    page = runpy.run_path(str(DOCS / "commands.py"))["page"]()
    written = (DOCS / "reference" / "commands.md").read_text(encoding="utf-8")
    assert written == page, "python docs/commands.py writes it anew"
    for name in ("games", "rules", "plugins", "play", "watch", "replay", "check", "schema", "new", "engine"):
        assert f"\n## tileyard {name}\n" in written


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_each_of_its_options_has_help(name: str) -> None:
    command = COMMANDS[name]
    assert (command.help or "").strip()
    for param in command.params:
        assert (param.help or "").strip(), f"{name}: {param.name}"
        if param.param_type_name == "argument" or not getattr(param, "is_flag", False):
            assert param.metavar, f"{name}: {param.name}"
