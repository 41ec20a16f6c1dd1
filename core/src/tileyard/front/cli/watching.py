"""``tileyard watch`` and ``tileyard replay``: matches that nobody plays at this terminal."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from tileyard.front.cli import output
from tileyard.front.cli.listing import Json
from tileyard.ground.errors import FOREIGN, BadPlayers, PluginProblem, TileyardError, UsageError, cause_of
from tileyard.ground.files import is_stream
from tileyard.play.match import Match
from tileyard.plug.registry import Registry

__all__ = ["GameId", "Options", "Players", "Save", "Scorers", "Seed", "keep", "names", "open_match", "replay", "watch"]

GameId: TypeAlias = Annotated[str, typer.Argument(metavar="GAME", help="Which game.", show_default=False)]
Players: TypeAlias = Annotated[
    int | None, typer.Option("--players", metavar="N", help="How many play.", show_default="as many as bots")
]
Seed: TypeAlias = Annotated[
    str, typer.Option("--seed", metavar="SEED", help="Decides all chance.", show_default="a secret one")
]
Options: TypeAlias = Annotated[
    list[str], typer.Option("--option", metavar="NAME=VALUE", help="A rule option; again for more.", show_default=False)
]
Scorers: TypeAlias = Annotated[
    list[str], typer.Option("--scorer", metavar="NAME", help="Extra scoring; again for more.", show_default=False)
]
Save: TypeAlias = Annotated[str, typer.Option("--save", metavar="FILE", help="Save the record.", show_default=False)]
Resume: TypeAlias = Annotated[
    str, typer.Option("--resume", metavar="FILE", help="Go on with a saved match.", show_default=False)
]


def watch(
    context: typer.Context,
    *,
    game: GameId = "",
    players: Players = None,
    bots: Annotated[
        str,
        typer.Option(metavar="BOTS", help="Who plays, by seat, with commas between.", show_default="greedy,random,..."),
    ] = "",
    seed: Seed = "",
    option: Options = [],  # noqa: B006  (typer copies it)
    scorer: Scorers = [],  # noqa: B006
    plies: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Stop after so many plies.", show_default="play to the end")
    ] = None,
    resume: Resume = "",
    save: Save = "",
    svg: Annotated[str, typer.Option(metavar="FILE", help="Draw the last position.", show_default=False)] = "",
    every: Annotated[bool, typer.Option("--every", help="Show the board after every ply.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing.")] = False,
    json: Json = False,
) -> None:
    """Let bots play a match, and show the board, the scores and what they were for."""
    from tileyard.front.cli import account  # noqa: PLC0415
    from tileyard.front.matches import draw, scene_of  # noqa: PLC0415

    context.with_resource(output.apart(json))
    registry: Registry = context.obj
    match, kinds = open_match(
        registry,
        game=game,
        players=players,
        bots=bots,
        seed=seed,
        option=option,
        scorer=scorer,
        resume=resume,
        usual=("greedy", "random"),
    )
    agents = make_agents(registry, match, kinds)
    # A place that cannot be written to is better known now than at the end.
    if save and not is_stream(save):
        match.record().save(save)
    if svg and not Path(svg).absolute().parent.is_dir():
        raise UsageError(f"cannot write {svg}: there is no such folder", field="svg")
    silent = quiet or json
    if not silent:
        output.say(f"{match.game.title}, {match.players} players. Commitment: {match.commitment}")
    shown = (lambda: output.board(registry, match)) if every and not silent else None
    try:
        _run(match, agents, plies, shown)
    except KeyboardInterrupt:
        output.note(f"stopped at ply {match.ply}{f', saved in {save}' if save else ''}")
        raise
    finally:
        if save:
            match.record().save(save)
    if svg:
        keep(svg, draw(registry, scene_of(registry, match, None), "svg"))
    if json:
        output.as_json(account.report(match, kinds))
    elif not quiet:
        _final(registry, match, kinds)
        output.say(f"seed {match.seed}, digest {match.digest}")


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
    json: Json = False,
) -> None:
    """Play a saved match again, comparing every move, number and digest, and show it."""
    from tileyard.front import matches  # noqa: PLC0415
    from tileyard.front.cli import account  # noqa: PLC0415

    context.with_resource(output.apart(json))
    registry: Registry = context.obj
    record = matches.read_record(Path(file))
    # All of it is checked even if only its beginning is shown.
    verdict = matches.verify(registry, record, commitment or None)
    match = matches.load_match(registry, record, until=ply)
    if player is not None and player > match.players:
        allowed = list(range(1, match.players + 1))
        text = f"there is no player {player}; players are 1 to {match.players}"
        raise BadPlayers(text, field="player", players=player, allowed=allowed)
    seat = None if player is None else player - 1
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
        output.say(*(f"{at:>4}  {'; '.join(lines)}" for at, lines in account.happened(match, seat, since=-1)))
    _final(registry, match, (), seat)


def open_match(
    registry: Registry,
    *,
    game: str,
    players: int | None,
    bots: str,
    seed: str,
    option: Sequence[str],
    scorer: Sequence[str],
    resume: str,
    usual: tuple[str, str],
) -> tuple[Match, list[str]]:
    """The match to be played, new or resumed, and who plays in each seat.

    If nobody is named, ``usual`` says who sits in the first seat, and who in all others.
    """
    from tileyard.front import matches  # noqa: PLC0415

    kinds = names(bots)
    if resume:
        if seed or option or scorer:
            raise UsageError("a resumed match has its seed, options and scorers already", field="resume")
        match = matches.load_match(registry, Path(resume))
        if game and game != match.game.id:
            raise UsageError(f"{resume} is a match of {match.game.id}, not of {game}", field="game")
    else:
        if not game:
            allowed = sorted(registry.games)
            raise UsageError(f"which game? installed: {', '.join(allowed) or 'none'}", field="game", allowed=allowed)
        rules = registry.game(game).game
        chosen = matches.read_options(rules, pairs(option))
        count = (len(kinds) or min(rules.players)) if players is None else players
        match = matches.new_match(registry, game, count, chosen, seed=_text(seed) or None, scorers=scorer)
    if players not in (None, match.players):
        raise UsageError(f"{resume} is a match of {match.players} players, not of {players}", field="players")
    if kinds and len(kinds) != match.players:
        raise UsageError(f"{match.players} play, but bots names {len(kinds)}: {bots}", field="bots", given=kinds)
    return match, kinds or [usual[0], *[usual[1]] * (match.players - 1)]


class Seated:
    """A bot in its seat, by its name: whatever goes wrong in it is a :class:`PluginProblem`."""

    def __init__(self, kind: str, make: Callable[[], Any]) -> None:
        self.kind = kind
        self._bot = self._blamed(make)

    def choose(self, view: Any) -> Any:
        """The bot's move."""
        return self._blamed(lambda: self._bot.choose(view))

    def _blamed(self, do: Callable[[], Any]) -> Any:
        try:
            return do()
        except TileyardError:
            raise
        except FOREIGN as error:
            cause = cause_of(error)
            raise PluginProblem(f"bot {self.kind} failed: {cause}", plugin=self.kind, cause=cause) from error


def make_agents(registry: Registry, match: Match, kinds: Sequence[str]) -> list[Seated]:
    """A bot for each seat."""
    from tileyard.front.bots import make_bot  # noqa: PLC0415

    return [
        Seated(kind, partial(make_bot, registry, match.game, kind, match.seed, at)) for at, kind in enumerate(kinds)
    ]


def names(text: str) -> list[str]:
    """``"greedy, random"`` taken apart; nothing between two commas is an error."""
    parts = [part.strip() for part in text.split(",")] if text.strip() else []
    if not all(parts):
        raise UsageError(f"a bot is missing between the commas of {text!r}", field="bots")
    return parts


def pairs(texts: Sequence[str]) -> dict[str, str]:
    """``["sets=2"]`` as a mapping."""
    found: dict[str, str] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise UsageError(f"{text!r} is not NAME=VALUE", field="option")
        if name in found:
            raise UsageError(f"option {name} is given twice", field=name)
        found[name] = value
    return found


def _text(argument: str) -> str:
    """An argument as UTF-8 text under every locale; what is none stays as it is."""
    try:
        return os.fsencode(argument).decode()
    except UnicodeError:
        return argument


def keep(path: str, data: str | bytes) -> None:
    """Write a file whole or not at all."""
    from tileyard.ground.files import write  # noqa: PLC0415

    write(path, data)


def _run(match: Match, agents: Sequence[Any], plies: int | None, show: Callable[[], None] | None) -> None:
    from tileyard.play.loop import run  # noqa: PLC0415

    with _progress(show is None) as tell:

        def after(match: Match) -> None:
            tell(match.ply)
            if show is not None:
                show()

        run(match, agents, after=after, plies=plies)


@contextmanager
def _progress(wanted: bool) -> Generator[Callable[[int], None]]:
    """A sign of life for whoever waits at a terminal."""
    import sys  # noqa: PLC0415

    if not (wanted and output.interactive(sys.stderr)):
        yield lambda _: None
        return
    with output.console(errors=True).status("playing") as status:
        yield lambda ply: status.update(f"playing, ply {ply}")


def _final(registry: Registry, match: Match, kinds: Sequence[str], player: int | None = None) -> None:
    """Board, score table, and what the last points were for."""
    from tileyard.front.cli import account  # noqa: PLC0415

    output.say("")
    output.board(registry, match, player)
    output.say("")
    account.scores(match, kinds)
    account.points(match)
    output.say("")
