"""``tileyard watch`` and ``tileyard replay``: matches that nobody plays at this terminal."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from tileyard.front.cli import output
from tileyard.front.cli.listing import Json
from tileyard.front.cli.opening import Asked, asking
from tileyard.front.naming import HUMAN
from tileyard.ground.errors import BadPlayers, UsageError
from tileyard.ground.files import write
from tileyard.play.match import Match
from tileyard.plug.registry import Registry

if TYPE_CHECKING:
    from tileyard.front.bots import Seated

__all__ = ["replay", "watch"]

Svg: TypeAlias = Annotated[
    str, typer.Option("--svg", metavar="FILE", help="Draw the position shown.", show_default=False)
]


@asking
def watch(
    context: typer.Context,
    asked: Asked,
    *,
    bots: Annotated[
        str,
        typer.Option(metavar="BOTS", help="Who plays, by seat, with commas between.", show_default="greedy,random,..."),
    ] = "",
    plies: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Stop after so many plies.", show_default="play to the end")
    ] = None,
    svg: Svg = "",
    every: Annotated[bool, typer.Option("--every", help="Show the board after every ply.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing.")] = False,
    json: Json = False,
) -> None:
    """Let bots play a match. Then the board is shown, the scores, and what they were for."""
    from tileyard.front.bots import seat_bots
    from tileyard.front.cli import account
    from tileyard.front.cli.keeping import Keeper

    context.with_resource(output.apart(json))
    registry: Registry = context.obj
    match, kinds = asked.open(registry, bots, usual=("greedy", "random"))
    if HUMAN in kinds:
        instead = shlex.join(["tileyard", "play", match.game.id, "--bots", bots])
        raise UsageError(f"watch takes bots only; to sit down yourself: {instead}", field="bots", given=kinds)
    agents = seat_bots(registry, match, kinds)
    named = ["--bots", bots] if bots else []
    keeper = Keeper(match, target=asked.save, source=asked.resume, command="watch", bots=named)
    keeper.begin()
    _place(svg)
    silent = quiet or json
    if not silent:
        account.begin(match)
    shown = (lambda: output.board(registry, match)) if every and not silent else None
    try:
        _run(match, agents, plies, shown)
    except KeyboardInterrupt:
        output.note(f"stopped at ply {match.ply}{f', saved in {asked.save}' if asked.save else ''}")
        raise
    finally:
        keeper.end()
    _draw(registry, match, None, svg)
    if json:
        output.as_json(account.report(match, kinds))
    elif not quiet:
        output.say("")
        account.stand(registry, match, kinds)
        output.say("", f"seed {output.plain(match.seed)}, digest {match.digest}")


def replay(
    context: typer.Context,
    *,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The saved match.")],
    verify: Annotated[bool, typer.Option("--verify", help="Say only whether all of it is true.")] = False,
    ply: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Show the position after this ply.", show_default="the last")
    ] = None,
    player: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Show what this player saw.", show_default="a spectator")
    ] = None,
    commitment: Annotated[
        str, typer.Option(metavar="HASH", help="The hash that was published before the match.", show_default=False)
    ] = "",
    moves: Annotated[bool, typer.Option("--moves", help="List what happened at each ply.")] = False,
    svg: Svg = "",
    json: Json = False,
) -> None:
    """Show a saved match. It is played again first, comparing every move, number and digest."""
    from tileyard.front import matches
    from tileyard.front.cli import account

    context.with_resource(output.apart(json))
    registry: Registry = context.obj
    _place(svg)
    record = matches.read_record(Path(file))
    # All of it is checked even if only its beginning is shown.
    verdict = matches.verify(registry, record, commitment or None)
    match = matches.load_match(registry, record, until=ply)
    if player is not None and player > match.players:
        allowed = list(range(1, match.players + 1))
        text = f"there is no player {player}; players are 1 to {match.players}"
        raise BadPlayers(text, field="player", players=player, allowed=allowed)
    seat = None if player is None else player - 1
    _draw(registry, match, seat, svg)
    if json:
        output.as_json(account.report(match, verified=True, view=match.view(seat)))
        return
    ending = "over" if verdict.over else "not over"
    true = f"{match.game.title}, {verdict.players} players, {verdict.plies} plies, {ending}: every move is as recorded"
    if verify:
        output.say(f"{true}, digest {verdict.digest}, commitment {verdict.commitment}")
        return
    output.say(true)
    if moves:
        for at, lines in account.happened(match, seat, since=-1):
            output.say(*output.wrap(f"{at:>4}  {'; '.join(lines) or 'the match begins'}", " " * 6))
    output.say("")
    account.stand(registry, match, player=seat)


def _place(svg: str) -> None:
    """Raise :class:`UsageError` at once if the picture could not be written in the end."""
    if svg and (Path(svg).is_dir() or not Path(svg).absolute().parent.is_dir()):
        why = "it is a folder" if Path(svg).is_dir() else "there is no such folder"
        raise UsageError(f"cannot write {svg}: {why}", field="svg")


def _draw(registry: Registry, match: Match, player: int | None, svg: str) -> None:
    """What ``player`` (None: a spectator) sees, as a picture in the file ``svg``, if one is named."""
    from tileyard.front.matches import draw, scene_of

    if svg:
        write(svg, draw(registry, scene_of(registry, match, player), "svg"))


def _run(match: Match, agents: Sequence[Seated], plies: int | None, show: Callable[[], None] | None) -> None:
    from tileyard.play.loop import run

    with _progress(show is None) as tell:

        def after(match: Match) -> None:
            tell(match.ply)
            if show is not None:
                show()

        run(match, agents, after=after, plies=plies)


@contextmanager
def _progress(wanted: bool) -> Generator[Callable[[int], None]]:
    """A sign of life for whoever waits at a terminal."""
    import sys

    if not (wanted and output.interactive(sys.stderr)):
        yield lambda _: None
        return
    with output.console(errors=True).status("playing") as status:
        yield lambda ply: status.update(f"playing, ply {ply}")
