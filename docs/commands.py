"""Writes the page of all commands, `reference/commands.md`, from the commands themselves: `python docs/commands.py`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from typer.main import get_command

from tileyard import Registry
from tileyard.front import builtin
from tileyard.front.cli import build
from tileyard.testing import commands

PAGE = Path(__file__).parent / "reference" / "commands.md"
HEAD = """\
<!-- Written by `python docs/commands.py`. -->
# Commands

Every command ends with exit code 0 when it is done, 1 when a check or a match has failed, 2 when it made no sense as
put, 130 when it was interrupted, and 141 when nobody reads its output any more. Nothing empty stands for a default:
`--seed ""` is wrong use. An error is one line on standard error, `error[code]: ...`, with one of
[these codes](errors.md); with `--json` it is also a JSON object on standard output, in the form of
`core/error.schema.json`. What `--json` prints otherwise has a schema as well: `core/command-*.schema.json`, and for a
command that a plugin adds `<plugin>/command-*.schema.json`.

Plugins may add commands; `tileyard plugins` tells which. `TILEYARD_PLUGINS_BLOCK` names plugins or distributions to
leave out, with commas between. `TILEYARD_TRACEBACK=1` shows where a fault that nobody foresaw comes from. `NO_COLOR`
and `COLUMNS` are obeyed.
"""


def page() -> str:
    """The whole page: the commands that come with Tileyard, in the order of `tileyard --help`."""
    main: Any = get_command(build(Registry.of(builtin, commands)))
    return "\n".join([HEAD, *(line for name, command in main.commands.items() for line in _command(name, command))])


def _command(name: str, command: Any) -> Iterator[str]:
    parameters = [param for param in command.params if param.name != "help"]
    arguments = [_placed(param) for param in parameters if param.param_type_name == "argument"]
    yield f"## tileyard {name}"
    yield ""
    yield " ".join((command.help or "").split())
    yield ""
    yield "```text"
    yield " ".join(["tileyard", name, *(["[OPTIONS]"] if len(arguments) < len(parameters) else []), *arguments])
    yield "```"
    yield ""
    if parameters:
        yield "| | | default |"
        yield "|---|---|---|"
        yield from (f"| {_written(param)} | {param.help or ''} | {_default(param)} |" for param in parameters)
        yield ""


def _placed(param: Any) -> str:
    return param.metavar if param.required or param.metavar.startswith("[") else f"[{param.metavar}]"


def _written(param: Any) -> str:
    if param.param_type_name == "argument":
        return f"`{_placed(param)}`"
    value = "" if param.is_flag else f" {param.metavar}"
    return ", ".join(f"`{name}{value}`" for name in param.opts)


def _default(param: Any) -> str:
    if isinstance(param.show_default, str):
        return param.show_default
    return "" if getattr(param, "is_flag", False) or param.default in (None, "", [], ()) else f"`{param.default}`"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
