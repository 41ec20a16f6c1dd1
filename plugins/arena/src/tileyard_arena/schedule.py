"""Who plays whom: what is played, and a schedule in which every line-up of bots comes equally often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, factorial
from typing import Any

from tileyard import Chance, Frozen, Match, Registry, UsageError
from tileyard.front.bots import seat_bots
from tileyard.front.matches import scorers_named
from tileyard.ground.chance import derive_seed
from tileyard.ground.wire import to_builtins
from tileyard.play.record import Origin

__all__ = [
    "MOST_LINE_UPS",
    "MOST_MATCHES",
    "MOST_PLAYERS",
    "Fixture",
    "Plan",
    "Setting",
    "check_bots",
    "count_line_ups",
    "fixtures",
    "line_ups",
    "setting",
]

MOST_LINE_UPS = 100_000
"""No schedule with more different line-ups than this is drawn up."""

MOST_MATCHES = 1_000_000
"""No tournament has more matches than this: all are drawn up before the first."""


MOST_PLAYERS = 100
"""No more players than this are given seats; no game has so many, but a file may say so."""


class Setting(Frozen):
    """What is played: with a seed, enough to open a match of it."""

    game: str
    rules: int  # the version of the rules
    plugin: Origin  # where the game comes from
    players: int
    options: dict[str, Any]
    scorers: tuple[str, ...] = ()


class Plan(Frozen):
    """A whole tournament: all its matches, with their seeds and line-ups, follow from it."""

    setting: Setting
    bots: tuple[str, ...]  # each with its settings, as in mcts:sims=200
    matches: int
    seed: str


class Fixture(Frozen):
    """One match to be played: its number (from 1), what is played, the bot in each seat, and the seed."""

    number: int
    setting: Setting
    bots: tuple[str, ...]
    seed: str


def setting(registry: Registry, game: str, players: int, options: Any = None, scorers: Sequence[str] = ()) -> Setting:
    """The setting of an installed game; ``options`` as a mapping or as :func:`read_options` gives them.

    A match of it has been opened to be sure. Raises :class:`UnknownGame`, :class:`BadPlayers`, :class:`BadOptions`,
    :class:`UnknownName` or :class:`UsageError` (a scorer) or :class:`GameFault`.
    """
    entry = registry.game(game)
    # Options that do not go together, or with so many players, a game refuses only when it is set up.
    match = Match(entry.game, players, options=options, seed="", scorers=scorers_named(registry, game, scorers))
    chosen = to_builtins(match.engine.options)
    return Setting(game, entry.game.rules, entry.origin, players, chosen, tuple(scorers))


def check_bots(registry: Registry, setting: Setting, bots: Sequence[str]) -> None:
    """Raise the error that tells what is wrong with ``bots``: none, one named twice, unknown, bad settings.

    A bot that cannot play such a match says so here, and not in the middle of a tournament.
    """
    if not bots:
        raise UsageError("no bot is named", field="bots", allowed=sorted(registry.bots))
    for at, bot in enumerate(bots):
        if bot in bots[:at]:
            raise UsageError(f"bot {bot} is named twice; with more seats than bots it meets itself", field="bots")
    game = registry.game(setting.game).game
    match = Match(game, setting.players, options=setting.options, seed="")
    for bot in bots:
        seat_bots(registry, match, [bot])


# -- line-ups ------------------------------------------------------------------------------------------


def count_line_ups(bots: int, players: int) -> int:
    """How many different line-ups there are."""
    few, more = divmod(players, bots)
    return comb(bots, more) * factorial(players) // (factorial(few + 1) ** more * factorial(few) ** (bots - more))


def line_ups(bots: int, players: int, seed: str = "") -> list[tuple[int, ...]]:
    """Every way to give ``players`` seats to bots 0 to ``bots`` - 1, each as the bot of each seat.

    With more bots than seats nobody has two; with fewer, no bot has two seats more than another. Those that go
    over into each other when everybody moves on by a seat follow each other, so that already a part of the list
    gives each bot each seat about equally often; the ``seed`` decides which come first. Raises
    :class:`UsageError` if there are more than :data:`MOST_LINE_UPS`.
    """
    if (count := count_line_ups(bots, players)) > MOST_LINE_UPS:
        raise UsageError(
            f"{bots} bots in {players} seats make {count} line-ups, more than {MOST_LINE_UPS}; name fewer bots",
            field="bots",
        )
    few, more = divmod(players, bots)
    rounds: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for extra in combinations(range(bots), more):
        for line_up in _arrangements([few + (bot in extra) for bot in range(bots)], players):
            turned = [line_up[shift:] + line_up[:shift] for shift in range(players)]
            if (first := min(turned)) not in rounds:
                rounds[first] = list(dict.fromkeys(turned))
    order = list(rounds.values())
    Chance.from_seed(derive_seed(seed, "line-ups")).shuffle(order)
    return [line_up for turned in order for line_up in turned]


def _arrangements(left: list[int], seats: int) -> Iterator[tuple[int, ...]]:
    """All orders of bots of which bot i comes ``left[i]`` times."""
    if not seats:
        yield ()
    for bot, count in enumerate(left):
        if count:
            left[bot] -= 1
            for rest in _arrangements(left, seats - 1):
                yield (bot, *rest)
            left[bot] += 1


def fixtures(plan: Plan) -> list[Fixture]:
    """All matches of a tournament, in order.

    Raises :class:`UsageError` for a plan of no bots, no matches or no players, and of too many of them or of line-ups.
    """
    if not plan.bots:
        raise UsageError("no bot is named", field="bots")
    if not 1 <= (players := plan.setting.players) <= MOST_PLAYERS:
        raise UsageError(f"a match has 1 to {MOST_PLAYERS} players, not {players}", field="players", given=players)
    if plan.matches < 1:
        raise UsageError("a tournament has one match or more", field="matches", given=plan.matches)
    if plan.matches > MOST_MATCHES:
        raise UsageError(f"a tournament has {MOST_MATCHES} matches at most", field="matches", given=plan.matches)
    Chance.from_seed(plan.seed)  # raises for what is no text
    ways = line_ups(len(plan.bots), players, plan.seed)
    return [
        Fixture(
            number,
            plan.setting,
            tuple(plan.bots[bot] for bot in ways[(number - 1) % len(ways)]),
            derive_seed(plan.seed, f"match {number}"),
        )
        for number in range(1, plan.matches + 1)
    ]
