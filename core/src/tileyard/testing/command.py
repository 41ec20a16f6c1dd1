"""``tileyard check``: the conformance kit on the command line, as a plugin of Tileyard's own."""

from __future__ import annotations

import shlex
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tileyard.front.cli import output
from tileyard.front.cli.listing import Json
from tileyard.front.documents import CheckReport, CheckVerdict
from tileyard.front.words import many
from tileyard.ground.errors import BadPayload, UsageError
from tileyard.ground.wire import decode, encode, to_builtins
from tileyard.plug.registry import Registry

if TYPE_CHECKING:
    from tileyard.testing.playouts import Case
    from tileyard.testing.runner import CheckResult

__all__ = ["check"]

_WORDS = (("pass", "passed"), ("fail", "failed"), ("skip", "skipped"))


def check(
    context: typer.Context,
    *,
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game.", show_default=False)],
    examples: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="How many games to draw.", show_default="the kit's usual number"),
    ] = None,
    only: Annotated[
        list[str], typer.Option("--only", metavar="CHECK", help="This check alone; again for more.", show_default=False)
    ] = [],
    case: Annotated[
        str, typer.Option(metavar="JSON", help="Look at this game alone, as a failure shows it.", show_default=False)
    ] = "",
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed draws the same games.")] = 0,
    schemas: Annotated[
        str, typer.Option(metavar="DIR", help="Compare with the schemas in this folder.", show_default=False)
    ] = "",
    json: Json = False,
) -> None:
    """Try everything a game promises. Games are drawn at random, and the smallest that breaks a promise is shown."""
    # The kit is large, and every command line is built with this module.
    from tileyard.testing.cases import MOST_PLIES
    from tileyard.testing.checks import CHECKS
    from tileyard.testing.runner import EXAMPLES, Run

    context.with_resource(output.apart(json))
    registry: Registry = context.obj
    entry = registry.game(game)
    cases = _cases(case)
    run = Run(
        entry.game,
        cases=cases,
        scene=registry.scene(game),
        bots=registry.bots,
        scorers=[*registry.scorers(game).values()],
        examples=0 if cases else EXAMPLES if examples is None else examples,
        schemas=Path(schemas) if schemas else None,
        seed=seed,
    )
    found: list[CheckVerdict] = []
    for result in _waited(run.results(only or None), len(only or CHECKS), quiet=json):
        found.append(_verdict(game, result))
        if not json:
            _show(found[-1])
    passed = all(verdict.status != "fail" for verdict in found)
    if json:
        output.as_json(CheckReport(game, passed, found, run.source.games, run.source.cut))
    else:
        counts = Counter(verdict.status for verdict in found)
        output.say(
            f"{entry.game.title}: " + ", ".join(f"{counts[word]} {text}" for word, text in _WORDS if counts[word])
        )
        if run.source.cut:
            output.say(f"Not walked beyond {MOST_PLIES} plies: {run.source.cut} of {many(run.source.games, 'game')}")
    if not passed:
        raise typer.Exit(1)


def _cases(text: str) -> list[Case]:
    from tileyard.testing.playouts import Case

    try:
        return [decode(text, Case)] if text else []
    except BadPayload as error:
        raise UsageError(f"the case is no game: {error}", field="case") from error


def _waited(results: Iterator[CheckResult], count: int, *, quiet: bool) -> Iterator[CheckResult]:
    """The results as they come, with a bar for whoever waits at a terminal."""
    if quiet or not (output.interactive() and output.interactive(sys.stderr)):
        yield from results
        return
    from rich.progress import Progress

    # The bar stands where the next line is printed, so it is taken away before each.
    with Progress(console=output.console(errors=True), transient=True) as progress:
        task = progress.add_task("checking", total=count)
        for result in results:
            progress.stop()
            yield result
            progress.start()
            progress.advance(task)


def _verdict(game: str, result: CheckResult) -> CheckVerdict:
    status = "skip" if result.skipped else "pass" if result.ok else "fail"
    rerun = ""
    if status == "fail":
        words = ["tileyard", "check", game, "--only", result.name]
        rerun = shlex.join(words + (["--case", encode(result.case).decode()] if result.case else []))
    case = None if result.case is None else to_builtins(result.case)
    cause = result.skipped or result.message
    return CheckVerdict(result.name, result.theme, result.demand, status, cause=cause, case=case, rerun=rerun)


def _show(verdict: CheckVerdict) -> None:
    output.say(f"{verdict.status:<5} {verdict.name}")
    if verdict.cause:
        output.say(*(f"      {line}" for line in verdict.cause.splitlines()))
    if verdict.rerun:
        output.say("      to see it again:", f"      {verdict.rerun}")
