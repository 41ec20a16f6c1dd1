"""``tileyard games``, ``rules`` and ``plugins``: what is installed, how it is played, and what is wrong with it."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import typer

from tileyard.front.cli import output
from tileyard.ground.errors import UsageError
from tileyard.play.game import Game
from tileyard.plug.discover import PluginReport
from tileyard.plug.registry import Registry

__all__ = ["Json", "games", "how_to_play", "plugins", "rules", "which_game"]

Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def games(
    context: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", help="Show this game alone, with its options.", show_default=False)
    ] = "",
    json: Json = False,
) -> None:
    """List the installed games, or show one with its options."""
    from tileyard.front.matches import list_games

    context.with_resource(output.apart(json))
    registry: Registry = context.obj
    known = [info for info in list_games(registry) if not game or info.id == registry.game(game).game.id]
    if json:
        output.as_json(known)
    elif game:
        _one(registry, game)
    elif not known:
        output.say("no games are installed; tileyard plugins tells what was found")
    else:
        output.table(
            ["game", "title", "players", "rules", "plugin"],
            [(g.id, g.title, _numbers(g.players), g.rules, f"{g.plugin.name} {g.plugin.version}") for g in known],
        )


def rules(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game.")],
) -> None:
    """Tell how a game is played. What it is about, what a turn is, and what to type first."""
    registry: Registry = context.obj
    how_to_play(registry.game(game).game)


def which_game(registry: Registry, hint: str = "") -> UsageError:
    """The error for a command that is given no game, with those there are."""
    allowed = sorted(registry.games)
    return UsageError(f"which game? installed: {', '.join(allowed) or 'none'}{hint}", field="game", allowed=allowed)


def how_to_play(game: Game[Any, Any, Any, Any, Any]) -> None:
    """The rules in short, as the game tells them; of one that does not, what its author says about it."""
    output.say(game.title, "")
    output.paragraphs(game.how_to_play or f"{_about(game)}\n\nThis game comes without rules to read here.")


def _about(game: Game[Any, Any, Any, Any, Any]) -> str:
    return (type(game).__doc__ or "").strip().partition("\n")[0]


def plugins(
    context: typer.Context,
    strict: Annotated[bool, typer.Option("--strict", help="Fail if anything is wrong with a plugin.")] = False,
    json: Json = False,
) -> None:
    """Show every plugin that was found. What it adds, and why it is not in use if it is not."""
    registry: Registry = context.obj
    reports = registry.plugins
    if json:
        output.as_json(reports)
    else:
        rows = [(r.name, f"{r.distribution} {r.version}".strip(), r.status, _added(r)) for r in reports]
        output.table(["plugin", "distribution", "status", "adds"], rows)
        for report in reports:
            causes = [report.cause] if report.cause else []
            for cause in causes + report.problems:
                output.say(output.plain(f"{report.label}: {cause}"))
    if strict and any(report.status == "failed" or report.problems for report in reports):
        raise typer.Exit(1)


def _one(registry: Registry, name: str) -> None:
    """All a player may want to know before a match."""
    from tileyard.front.schema import options

    entry = registry.game(name)
    game = entry.game
    heading = f"{game.title} ({game.id}), for {_numbers(list(game.players))} players, rules {game.rules}"
    output.say(heading, _about(game), f"How to play: tileyard rules {game.id}", "")
    if fields := options(game):
        rows = [
            # A description may mark code as docstrings do; a terminal does not show that.
            (f, _text(p.get("default", "")), _values(p), p.get("description", "").replace("``", "'"))
            for f, p in fields.items()
        ]
        output.table(["option", "default", "allowed", ""], rows)
    scorers = registry.scorers(name)
    if scorers:
        output.say("")
        output.table(["scorer", ""], [(key, scorer.title) for key, scorer in sorted(scorers.items())])
    output.say("", f"bots: {', '.join(_bots(registry, game)) or 'none of those installed'}")


def _bots(registry: Registry, game: Game[Any, Any, Any, Any, Any]) -> list[str]:
    """The bots that play a game, and with how many, if not with any number of players it allows."""
    from tileyard.front.bots import players_of

    return [
        name if len(counts) == len(game.players) else f"{name} (with {_numbers(counts)} players)"
        for name, counts in players_of(registry, game).items()
    ]


def _values(part: dict[str, Any]) -> str:
    """What a schema allows, for a person."""
    if "enum" in part:
        return ", ".join(_text(value) for value in part["enum"])
    if "anyOf" in part:
        return ", ".join(_values(option) for option in part["anyOf"])
    if "$ref" in part:
        return "a file"
    low, high = part.get("minimum"), part.get("maximum")
    if low is not None or high is not None:
        return f"{'' if low is None else low} to {'' if high is None else high}".strip()
    return "true, false" if part.get("type") == "boolean" else str(part.get("type", ""))


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _numbers(players: list[int]) -> str:
    low, high = min(players), max(players)
    together = len(players) > 2 and sorted(players) == list(range(low, high + 1))
    return f"{low}-{high}" if together else ", ".join(map(str, players))


def _added(report: PluginReport) -> str:
    """What a plugin adds: ``games octopus; scenes octopus``."""
    added = report.contributes
    parts = [(kind, getattr(added, kind)) for kind in added.__struct_fields__]
    return "; ".join(f"{kind} {', '.join(names)}" for kind, names in parts if names)
