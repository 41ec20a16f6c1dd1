"""The application: its commands, and what becomes of their errors."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from typing import Annotated, Any, cast

import typer
from typer.core import TyperArgument, TyperGroup

from tileyard.front.cli import listing, output
from tileyard.front.cli.signals import hanging_up
from tileyard.ground.errors import InternalError, PluginProblem, ReplayDiverged, TileyardError, UsageError, cause_of
from tileyard.ground.files import silence
from tileyard.plug.registry import Registry

__all__ = ["FAILED", "build", "guarded"]

FAILED = (PluginProblem, ReplayDiverged, InternalError)
"""What a match, a record or a plugin did wrong ends with 1; all else is wrong use and ends with 2."""

_INTERRUPTED, _PIPE_CLOSED = 130, 141
# What typer raises for wrong use has no public name of its own; its bad parameters are a kind of it.
_WrongUse = cast(type[Exception], typer.BadParameter.__base__)
_TRACEBACK = "TILEYARD_TRACEBACK"


class Commands(TyperGroup):
    """All commands together; whichever runs, it leaves with an exit code."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run one command and leave."""
        given = list(sys.argv[1:] if args is None else args)

        def run() -> Any:
            _check(given)
            # Not the main of typer, which has exit codes of its own for what goes wrong.
            with hanging_up(), self.make_context("tileyard", [*given], **extra) as context:
                return self.invoke(context)

        # A command of all comes first; no option before it takes a value.
        first = next((word for word in given if not word.startswith("-")), "")
        commands = [first] if first in self.commands else []
        sys.exit(guarded(run, "--json" in given, commands, partial(self._unforeseen, first)))

    def _unforeseen(self, command: str, error: Exception) -> TileyardError:
        """The error for what nobody foresaw: of the plugin whose command it is, or if it is ours, of nobody known."""
        registry: Registry = self.context_settings["obj"]
        plugin = registry.contributor("commands", command)
        if plugin is None or plugin.module.partition(".")[0] == "tileyard":
            return unforeseen(error)
        cause = cause_of(error)
        text = f"{cause} ({_TRACEBACK}=1 shows where)"
        return registry.fault("commands", command, f"the command {command}", text, command=command, cause=cause)


def _check(given: Sequence[str]) -> None:
    """Refuse what is empty: where a file, a seed or a hash should be, a variable was not set."""
    for before, word in zip(["", *given], given, strict=False):
        name, sign, value = word.partition("=")
        if not word or (word.startswith("--") and sign and not value):
            option = name or before
            what = f"the value of {option}" if option.startswith("-") else "an argument"
            raise UsageError(f"{what} is empty", field=option.lstrip("-") if option.startswith("-") else "")


def build(registry: Registry) -> typer.Typer:
    """The command line over ``registry``, with the commands its plugins add."""
    app = typer.Typer(
        cls=Commands,
        invoke_without_command=True,
        add_completion=False,
        rich_markup_mode=None,  # rich takes longer to import than all else together
        pretty_exceptions_enable=False,
        context_settings={"obj": registry, "help_option_names": ["--help", "-h"]},
    )
    app.callback()(_tileyard)
    # These two tell what is there and what is broken, so they depend on no plugin.
    app.command()(listing.games)
    app.command()(listing.plugins)
    registry.add_commands(app)
    return app


def unforeseen(error: Exception) -> TileyardError:
    """The error for what nobody foresaw."""
    cause = cause_of(error)
    return InternalError(f"{cause} (a fault of Tileyard or of a plugin; {_TRACEBACK}=1 shows where)", cause=cause)


def guarded(
    run: Callable[[], Any],
    as_document: bool = False,
    commands: Sequence[str] = (),
    blamed: Callable[[Exception], TileyardError] = unforeseen,
) -> int:
    """The exit code of ``run()``, which may return one; its errors are reported, never raised.

    ``commands`` are the words of the command that runs, whose help a person is pointed to; ``blamed`` tells whose
    fault is what nobody foresaw.
    """
    output.any_stream()
    try:
        return _reported(run, as_document, commands, blamed)
    except BrokenPipeError:
        # Whoever read has seen enough.
        silence(sys.stdout)
        return _PIPE_CLOSED
    except SystemExit as left:
        # So leaves rich, which writes the help, when nobody reads it.
        if not isinstance(left.__context__, BrokenPipeError):
            raise
        return _PIPE_CLOSED


def _reported(
    run: Callable[[], Any], as_document: bool, commands: Sequence[str], blamed: Callable[[Exception], TileyardError]
) -> int:
    try:
        code = run()
        output.put("")
    except typer.Exit as left:
        return left.exit_code
    except _WrongUse as error:
        return _told(_usage(error, commands), as_document)
    except TileyardError as error:
        return _told(error, as_document)
    except (KeyboardInterrupt, typer.Abort) as stopped:
        output.note("")
        return getattr(stopped, "code", _INTERRUPTED)
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001  (the last place where anything can be caught)
        return _told(_unwritten(error) or _traced(blamed, error), as_document)
    return code if isinstance(code, int) else 0


def _told(error: TileyardError, as_document: bool) -> int:
    output.error(error, as_document)
    return 1 if isinstance(error, FAILED) else 2


def _unwritten(error: Exception) -> UsageError | None:
    if isinstance(error, OSError):
        try:
            # typer writes the help by itself; what it could not write is still to be written.
            output.put("")
        except UsageError as full:
            return full
    return None


def _traced(blamed: Callable[[Exception], TileyardError], error: Exception) -> TileyardError:
    if os.environ.get(_TRACEBACK):
        traceback.print_exc()
    return blamed(error)


def _usage(error: Any, commands: Sequence[str]) -> UsageError:
    """typer's message for wrong use as ours, with a pointer to the command's help."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context else " ".join(["tileyard", *commands])
    param, hint = getattr(error, "param", None), f" (see {path} --help)"
    field = getattr(param, "name", None) or getattr(error, "option_name", None) or ""
    # Of a game that must be named, nothing but its absence is wrong use; another word is an unknown game.
    if context and field == "game" and isinstance(param, TyperArgument) and param.required:
        return listing.which_game(context.obj, hint)
    return UsageError(f"{error.format_message()}{hint}", field=field)


def _tileyard(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
) -> None:
    """Tile games: play them, watch bots play them, check and publish your own."""
    if show_version:
        output.say(f"tileyard {version('tileyard')}")
    elif context.invoked_subcommand is None:
        output.say(context.get_help())
