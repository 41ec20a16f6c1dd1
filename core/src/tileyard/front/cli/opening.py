"""Who sits down to which match: what ``play`` and ``watch`` are asked alike, and the match and bots it asks for."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeAlias, get_type_hints

import typer

from tileyard.front.cli.listing import which_game
from tileyard.ground.errors import BadPlayers, UsageError
from tileyard.play.match import Match
from tileyard.plug.registry import Registry

__all__ = ["Asked", "GameId", "Options", "Scorers", "Seed", "asking", "names", "pairs"]

GameId: TypeAlias = Annotated[str, typer.Argument(metavar="GAME", help="Which game.", show_default=False)]
Seed: TypeAlias = Annotated[
    str, typer.Option("--seed", metavar="SEED", help="Decides all chance.", show_default="a secret one")
]
Options: TypeAlias = Annotated[
    list[str], typer.Option("--option", metavar="NAME=VALUE", help="A rule option; again for more.", show_default=False)
]
Scorers: TypeAlias = Annotated[
    list[str], typer.Option("--scorer", metavar="NAME", help="Extra scoring; again for more.", show_default=False)
]


class Asked(NamedTuple):
    """Which match, as it is typed; what is empty or None was not said."""

    game: GameId = ""
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", help="How many play.", show_default="as many as bots")
    ] = None
    seed: Seed = ""
    option: Options = []
    scorer: Scorers = []
    resume: Annotated[
        str, typer.Option("--resume", metavar="FILE", help="Go on with a saved match.", show_default=False)
    ] = ""
    save: Annotated[str, typer.Option("--save", metavar="FILE", help="Save the record.", show_default=False)] = ""

    def open(self, registry: Registry, bots: str, usual: tuple[str, str]) -> tuple[Match, list[str]]:
        """The match to be played, new or resumed, and who plays in each seat.

        If ``bots`` names nobody, ``usual`` says who sits in the first seat, and who in all others.
        """
        kinds = names(bots)
        match = self._resumed(registry) if self.resume else self._new(registry, len(kinds))
        if self.players not in (None, match.players):
            text = f"{self.resume} is a match of {match.players} players, not of {self.players}"
            raise UsageError(text, field="players")
        if kinds and len(kinds) != match.players:
            raise UsageError(f"{match.players} play, but --bots names {len(kinds)}: {bots}", field="bots", given=kinds)
        return match, kinds or [usual[0], *[usual[1]] * (match.players - 1)]

    def _resumed(self, registry: Registry) -> Match:
        from tileyard.front import matches

        if self.seed or self.option or self.scorer:
            raise UsageError("a resumed match has its seed, options and scorers already", field="resume")
        match = matches.load_match(registry, Path(self.resume))
        if self.game and self.game != match.game.id:
            raise UsageError(f"{self.resume} is a match of {match.game.id}, not of {self.game}", field="game")
        return match

    def _new(self, registry: Registry, bots: int) -> Match:
        from tileyard.front import matches

        if not self.game:
            raise which_game(registry)
        rules = registry.game(self.game).game
        options = matches.read_options(rules, pairs(self.option))
        count = self.players
        if count is None:
            count = bots or min(rules.players)
            try:
                rules.check_players(count)
            except BadPlayers as error:
                raise BadPlayers(f"{error}: so many are named by --bots", **error.facts) from None
        return matches.new_match(
            registry, self.game, count, options, seed=_text(self.seed) or None, scorers=self.scorer
        )


def asking(command: Callable[..., None]) -> Callable[..., None]:
    """``command`` as typer takes it: in place of its argument ``asked``, the fields of :class:`Asked`."""
    hints = get_type_hints(Asked, include_extras=True)
    own = inspect.signature(command, eval_str=True)
    shared = [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=Asked._field_defaults[name], annotation=hints[name]
        )
        for name in Asked._fields
    ]

    @wraps(command)
    def run(context: typer.Context, **given: Any) -> None:
        command(context, Asked(**{name: given.pop(name) for name in Asked._fields}), **given)

    context, _, *rest = own.parameters.values()
    described = own.replace(parameters=[context, *shared, *rest])
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in described.parameters.values()}
    vars(run)["__signature__"] = described
    return run


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
