"""``tileyard arena`` and ``tileyard report``. What they need is imported when they run: every command line has them."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from tileyard import Registry, UsageError
from tileyard.front.cli import output
from tileyard.front.cli.listing import Json
from tileyard.front.cli.opening import GameId, Options, Scorers, Seed
from tileyard.ground.files import write

if TYPE_CHECKING:
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
    option: Options = [],  # noqa: B006  (typer copies it)
    scorer: Scorers = [],  # noqa: B006
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
    from tileyard_arena.asked import Asked  # noqa: PLC0415
    from tileyard_arena.files import Book  # noqa: PLC0415
    from tileyard_arena.tournament import Tournament  # noqa: PLC0415

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
    from tileyard_arena.executor import cores  # noqa: PLC0415

    matches = tournament.plan.matches
    try:
        with progress("playing", matches) as told:
            tournament.play(jobs or cores(), scheduler, told)
    except KeyboardInterrupt:
        output.note(f"stopped after {len(tournament.outcomes)} of {matches} matches")
        _show(tournament, json)
        if tournament.book:
            output.note(f"to go on: {shlex.join(['tileyard', 'arena', '--resume', tournament.book.path])}")
        raise
    _show(tournament, json)


def _show(tournament: Tournament, json: bool) -> None:
    from tileyard_arena import table  # noqa: PLC0415

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
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("matches, left"))
    with Progress(*columns, TimeRemainingColumn(), console=output.console(errors=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


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
    option: Options = [],  # noqa: B006
    scorer: Scorers = [],  # noqa: B006
    vary: Annotated[
        list[str],
        typer.Option(
            metavar="OPTION[=VALUES]",
            help="Compare the values of this option, or of players; again for more.",
            show_default=False,
        ),
    ] = [],  # noqa: B006
    jobs: Jobs = None,
    scheduler: Scheduler = "",
    html: Annotated[
        str, typer.Option(metavar="FILE", help="Write a page with charts that stands alone.", show_default=False)
    ] = "",
    json: Json = False,
) -> None:
    """Tell what a designer asks about a game. Length, choices, order, scores, luck and skill, what options change."""
    from tileyard_arena.asked import Asked  # noqa: PLC0415
    from tileyard_arena.executor import cores  # noqa: PLC0415
    from tileyard_arena.report.make import Survey, plan  # noqa: PLC0415
    from tileyard_arena.report.table import show  # noqa: PLC0415

    registry: Registry = context.obj
    # A place that cannot be written to is better known now than at the end.
    if html and not Path(html).absolute().parent.is_dir():
        raise UsageError(f"cannot write {html}: there is no such folder", field="html")
    asked = Asked(game, bots or "random,greedy", matches, players, seed, option, scorer)
    survey = Survey(registry, plan(registry, asked, vary))
    with progress("playing", len(survey.fixtures)) as told:
        found = survey.play(jobs or cores(), scheduler, told)
    if html:
        from tileyard_arena.report.page import page  # noqa: PLC0415

        write(html, page(found))
    if json:
        output.as_json(found)
    else:
        show(found)
