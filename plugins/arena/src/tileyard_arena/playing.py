"""Playing one match of bots, in whichever process: from a fixture to what came of it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from tileyard import (
    Agent,
    Frozen,
    Match,
    Move,
    Record,
    Registry,
    RulesMismatch,
    TileyardError,
    View,
    run,
)
from tileyard.front.bots import Seated, seat_bots
from tileyard.front.matches import new_match
from tileyard.ground.errors import FOREIGN, InternalError, cause_of
from tileyard.ground.wire import encode
from tileyard_arena.schedule import Fixture, Setting

__all__ = ["Entry", "Outcome", "blamed", "check_installed", "outcome", "play", "play_and_keep", "played"]


class Entry(Frozen):
    """A match as a line of a file: its number, the bot in each seat, how long each thought in all (s), the record."""

    match: int
    bots: tuple[str, ...]
    seconds: tuple[float, ...]
    record: Record[Any, Any]


class Outcome(Frozen):
    """What came of one match; everything but ``bots`` by seat. All but the times follows from the fixture."""

    number: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]  # 1 is the best; equal players share a place
    winners: tuple[int, ...]
    moves: tuple[int, ...]  # how many each made
    seconds: tuple[float, ...]  # how long each thought in all
    line: bytes = b""  # the match as a line of a file, if it is to be kept


class _Timed:
    """A bot with a clock."""

    def __init__(self, bot: Seated) -> None:
        self.bot, self.fault = bot, bot.fault
        self.moves = 0
        self.seconds = 0.0

    def choose(self, view: View[Any, Any, Any]) -> Move:
        start = perf_counter()
        move = self.bot.choose(view)
        self.seconds += perf_counter() - start
        self.moves += 1
        return move


def play(registry: Registry, fixture: Fixture) -> Outcome:
    """Play a match. Raises as :func:`played`."""
    return _play(registry, fixture, keep=False)


def play_and_keep(registry: Registry, fixture: Fixture) -> Outcome:
    """Play a match, with its record as a line of a file. Raises as :func:`played`."""
    return _play(registry, fixture, keep=True)


def _play(registry: Registry, fixture: Fixture, keep: bool) -> Outcome:
    timed: list[_Timed] = []

    def clock(_: Match, bot: Seated) -> Agent:
        timed.append(_Timed(bot))
        return timed[-1]

    match = played(registry, fixture, clock)
    seconds = tuple(round(bot.seconds, 6) for bot in timed)
    line = encode(Entry(fixture.number, fixture.bots, seconds, match.record())) + b"\n" if keep else b""
    moves, result = tuple(bot.moves for bot in timed), match.result
    places = _places(result.ranking, match.players)
    return Outcome(fixture.number, fixture.bots, tuple(match.scores), places, result.winners, moves, seconds, line)


def outcome(entry: Entry) -> Outcome:
    """What came of a match that was kept and is over."""
    final, seats = entry.record.final, range(len(entry.bots))
    assert final is not None
    movers = [ply.player for ply in entry.record.entries]
    moves = tuple(movers.count(seat) for seat in seats)
    places = _places(final.ranking, len(seats))
    return Outcome(entry.match, entry.bots, tuple(final.scores), places, final.winners, moves, entry.seconds)


def played(registry: Registry, fixture: Fixture, prepare: Callable[[Match, Seated], Agent]) -> Match:
    """The match of a fixture, played to its end by its bots, each as ``prepare`` makes it for the match.

    Raises :class:`RulesMismatch` if another version of the game is installed here, :class:`UsageError` if a bot refuses
    the match, :class:`GameFault`, :class:`BotFault` or :class:`PluginProblem` if something fails.
    """
    setting = fixture.setting
    check_installed(registry, setting)
    match = new_match(
        registry, setting.game, setting.players, setting.options, seed=fixture.seed, scorers=setting.scorers
    )
    return run(match, [prepare(match, bot) for bot in seat_bots(registry, match, fixture.bots)])


def check_installed(registry: Registry, setting: Setting) -> None:
    """Raise :class:`RulesMismatch` if the game installed here is not the one of ``setting``."""
    entry = registry.game(setting.game)
    if (entry.origin, entry.game.rules) != (setting.plugin, setting.rules):
        ours = f"{entry.origin.name} {entry.origin.version}, rules {entry.game.rules}"
        theirs = f"{setting.plugin.name} {setting.plugin.version}, rules {setting.rules}"
        raise RulesMismatch(
            f"{setting.game} is to be played as of {theirs}; installed is {ours}",
            game=setting.game,
            rules=entry.game.rules,
            record=setting.rules,
        )


@contextmanager
def blamed(fixture: Fixture) -> Generator[None]:
    """Tell in which match something went wrong, with facts ``match``, ``game``, ``seed`` and ``bots``.

    What nobody foresaw is an :class:`InternalError`.
    """
    where = f"match {fixture.number} of {fixture.setting.game} ({', '.join(fixture.bots)}; seed {fixture.seed})"
    facts = {"match": fixture.number, "seed": fixture.seed, "game": fixture.setting.game, "bots": list(fixture.bots)}
    try:
        yield
    except TileyardError as error:
        raise type(error)(f"{where}: {error}", **error.facts | facts) from error
    except FOREIGN as error:
        cause = cause_of(error)
        raise InternalError(f"{where}: it cannot be played: {cause}", cause=cause, **facts) from error


def _places(ranking: Sequence[Sequence[int]], players: int) -> tuple[int, ...]:
    """The place of each player; whoever shares one takes up those after it. Who is not ranked comes last."""
    places = [1 + sum(map(len, ranking))] * players
    for at, level in enumerate(ranking):
        for player in level:
            places[player] = 1 + sum(map(len, ranking[:at]))
    return tuple(places)
