"""``tileyard arena`` and ``tileyard report``. What they need is imported when they run: every command line has them."""

from __future__ import annotations

import logging
import shlex
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from tileyard import Registry, TileyardError, UsageError
from tileyard.front.cli import output
from tileyard.front.cli.listing import Json
from tileyard.front.cli.opening import GameId, Options, Scorers, Seed
from tileyard.ground.files import write

if TYPE_CHECKING:
    from tileyard_arena.report.figures import GameReport
    from tileyard_arena.tournament import Tournament

__all__ = ["arena", "report"]

Players: TypeAlias = Annotated[
    int | None,
    typer.Option("--players", metavar="N", min=1, help="How many play.", show_default="as many as bots, or the fewest"),
]
Jobs: TypeAlias = Annotated[
    int | None,
    typer.Option("--jobs", metavar="N", min=1, help="How many processes play.", show_default="as many as processors"),
]
Scheduler: TypeAlias = Annotated[
    str,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        help="Play on the Dask cluster with this scheduler, or on one started for it: local.",
        show_default=False,
    ),
]


def arena(
    context: typer.Context,
    *,
    game: GameId = "",
    bots: Annotated[
        str, typer.Option(metavar="BOTS", help="Who takes part, with commas between.", show_default="greedy,random")
    ] = "",
    matches: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="How many matches are played.", show_default="100")
    ] = None,
    players: Players = None,
    seed: Seed = "",
    option: Options = [],
    scorer: Scorers = [],
    jobs: Jobs = None,
    scheduler: Scheduler = "",
    save: Annotated[
        str, typer.Option(metavar="FILE", help="Keep every match in this new file, a line each.", show_default=False)
    ] = "",
    resume: Annotated[
        str, typer.Option(metavar="FILE", help="Go on with the tournament kept in this file.", show_default=False)
    ] = "",
    json: Json = False,
) -> None:
    """Let bots play a tournament. Every line-up plays equally often, and it is told how strong they are."""
    from tileyard_arena.asked import Asked
    from tileyard_arena.files import Book
    from tileyard_arena.tournament import Tournament

    context.with_resource(output.apart(json))
    registry: Registry = context.obj
    asked = Asked(game, bots, matches, players, seed, option, scorer)
    if resume:
        if save:
            raise UsageError(f"the matches are kept in {resume}; leave save out", field="save")
        book, plan = Book.resume(resume)
        with book:
            asked.agree(registry, resume, plan)
            tournament = Tournament(registry, plan, book)
            if book.cut:
                output.note(f"the last line of {resume} was cut off; its match is played again")
            _hold(tournament, jobs, scheduler, json)
    else:
        tournament = Tournament(registry, asked.plan(registry))
        with Book.create(save, tournament.plan) if save else nullcontext() as tournament.book:
            _hold(tournament, jobs, scheduler, json)


def _hold(tournament: Tournament, jobs: int | None, scheduler: str, json: bool) -> None:
    """Play a tournament and show what it comes to, even if it was broken off."""
    from tileyard_arena.executor import cores

    matches = tournament.plan.matches
    try:
        with _quiet(), progress("playing", matches) as told:
            tournament.play(jobs or cores(), scheduler, told)
    except (KeyboardInterrupt, TileyardError) as stopped:
        kept, done = tournament.book, len(tournament.outcomes)
        if isinstance(stopped, KeyboardInterrupt):
            output.note(f"stopped after {done} of {matches} matches{'' if kept else '; they are not kept in a file'}")
            _show(tournament, json)
        if kept and done and Path(kept.path).exists():
            go_on = shlex.join(["tileyard", "arena", "--resume", kept.path])
            output.note(f"{done} of {matches} matches are in {kept.path}; to go on: {go_on}")
        raise
    _show(tournament, json)


def _show(tournament: Tournament, json: bool) -> None:
    from tileyard_arena import table

    report = tournament.report()
    if json:
        output.as_json(report)
    else:
        table.show(report, tournament.registry.game(report.game).game.title)


@contextmanager
def progress(what: str, total: int) -> Generator[Callable[[int], None]]:
    """A bar with the time left, for whoever waits at a terminal; it is told how much is done."""
    if not output.interactive(sys.stderr):
        yield lambda _: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("matches, left"))
    with Progress(*columns, TimeRemainingColumn(), console=output.console(errors=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


@contextmanager
def _quiet() -> Generator[None]:
    """Let nobody log: whatever ends a tournament is said as an error, once."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        yield
    finally:
        logging.disable(before)


def report(
    context: typer.Context,
    *,
    game: GameId,
    bots: Annotated[
        str, typer.Option(metavar="BOTS", help="Who plays, with commas between.", show_default="random,greedy")
    ] = "",
    matches: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many matches are played in each setting.")
    ] = 300,
    players: Players = None,
    seed: Seed = "",
    option: Options = [],
    scorer: Scorers = [],
    vary: Annotated[
        list[str],
        typer.Option(
            metavar="OPTION[=VALUES]",
            help="Compare the values of this option, or of players; again for more.",
            show_default=False,
        ),
    ] = [],
    jobs: Jobs = None,
    scheduler: Scheduler = "",
    html: Annotated[
        str, typer.Option(metavar="FILE", help="Write a page with charts that stands alone.", show_default=False)
    ] = "",
    json: Json = False,
) -> None:
    """Tell what a designer asks about a game. Length, choices, order, scores, luck and skill, what options change."""
    from tileyard_arena.asked import Asked
    from tileyard_arena.executor import cores
    from tileyard_arena.report.make import Survey, plan
    from tileyard_arena.report.table import show

    context.with_resource(output.apart(json))
    registry: Registry = context.obj
    # A place that cannot be written to is better known now than at the end.
    if html and not Path(html).absolute().parent.is_dir():
        raise UsageError(f"cannot write {html}: there is no such folder", field="html")
    asked = Asked(game, bots or "random,greedy", matches, players, seed, option, scorer)
    survey = Survey(registry, plan(registry, asked, vary))

    def tell(found: GameReport) -> None:
        if html:
            from tileyard_arena.report.page import page

            write(html, page(found))
        if json:
            output.as_json(found)
        else:
            show(found)

    try:
        with _quiet(), progress("playing", len(survey.fixtures)) as told:
            survey.play(jobs or cores(), scheduler, told)
    except KeyboardInterrupt:
        found = survey.report()
        stopped = f"stopped after {len(survey.facts)} of {len(survey.fixtures)} matches; "
        if found is None:
            output.note(f"{stopped}these are too few for a report, so nothing is kept")
        else:
            output.note(
                f"{stopped}the report is what --matches {found.matches} comes to{f', in {html}' if html else ''}"
            )
            tell(found)
        raise
    found = survey.report()
    assert found is not None
    tell(found)
