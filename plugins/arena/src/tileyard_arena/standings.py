"""What a tournament comes to: ratings, rates, margins and times, from its matches in whatever order they ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from tileyard import Frozen
from tileyard.play.record import Origin
from tileyard_arena.playing import Outcome
from tileyard_arena.ratings import Rating, rate
from tileyard_arena.schedule import Plan
from tileyard_arena.stats import Mean, Rate

__all__ = ["ArenaReport", "Pair", "Standing", "Thinking", "standings"]


class Standing(Frozen):
    """One bot. Its games are the seats it had: several of one match where there are more seats than bots.

    A game is won if the bot is among the winners and somebody is not, drawn if everybody is, lost otherwise. Who plays
    alone wins or loses.
    """

    bot: str
    rating: Rating
    games: int
    won: Rate
    drawn: Rate
    lost: Rate
    places: list[int]  # how often it came first, second, ...
    score: Mean
    margin: Mean  # its score less the best other score of the match


class Pair(Frozen):
    """Two bots, and how often each came before the other where both played."""

    first: str
    second: str
    ahead: Rate  # the first before the second
    level: Rate
    behind: Rate


class Thinking(Frozen):
    """How long a bot thought; alone of all figures this differs from run to run."""

    moves: int
    seconds: float  # for all of them
    per_move: float


class ArenaReport(Frozen):
    """A tournament, or as much of it as was played."""

    game: str
    rules: int
    plugin: Origin
    players: int
    options: dict[str, Any]
    scorers: list[str]
    bots: list[str]
    seed: str
    matches: int  # planned
    played: int
    line_ups: int  # how many there are
    fewest: int  # how often the line-ups were played at least ...
    most: int  # ... and at most
    standings: list[Standing]  # the strongest first
    pairs: list[Pair]
    time: dict[str, Thinking]


def standings(plan: Plan, outcomes: Iterable[Outcome], line_ups: int) -> ArenaReport:
    """The figures of a tournament after these matches; their order does not matter."""
    played = sorted(outcomes, key=lambda outcome: outcome.number)
    setting, ratings = plan.setting, rate(plan.bots, played)
    table = [_standing(bot, ratings[bot], played, setting.players) for bot in plan.bots]
    times: dict[tuple[str, ...], int] = {}
    for outcome in played:
        times[outcome.bots] = times.get(outcome.bots, 0) + 1
    return ArenaReport(
        game=setting.game,
        rules=setting.rules,
        plugin=setting.plugin,
        players=setting.players,
        options=setting.options,
        scorers=list(setting.scorers),
        bots=list(plan.bots),
        seed=plan.seed,
        matches=plan.matches,
        played=len(played),
        line_ups=line_ups,
        fewest=min(times.values()) if len(times) == line_ups else 0,
        most=max(times.values(), default=0),
        standings=sorted(table, key=lambda one: -one.rating.mu),
        pairs=[_pair(first, second, played) for first, second in combinations(plan.bots, 2)],
        time={bot: _thinking(bot, played) for bot in plan.bots},
    )


def _games(bot: str, played: Sequence[Outcome]) -> list[tuple[Outcome, int]]:
    """The seats of a bot in all matches."""
    return [(outcome, seat) for outcome in played for seat, name in enumerate(outcome.bots) if name == bot]


def _standing(bot: str, rating: Rating, played: Sequence[Outcome], players: int) -> Standing:
    games = _games(bot, played)
    everybody = [len(outcome.winners) == players > 1 for outcome, _ in games]
    won = sum(seat in outcome.winners and not all_ for (outcome, seat), all_ in zip(games, everybody, strict=True))
    drawn = sum(everybody)
    margins: list[int] = []
    for outcome, seat in games:
        others = [score for other, score in enumerate(outcome.scores) if other != seat]
        margins.append(outcome.scores[seat] - max(others, default=0))
    return Standing(
        bot,
        rating,
        len(games),
        Rate.from_count(won, len(games)),
        Rate.from_count(drawn, len(games)),
        Rate.from_count(len(games) - won - drawn, len(games)),
        [sum(outcome.places[seat] == place for outcome, seat in games) for place in range(1, players + 1)],
        Mean.from_values([outcome.scores[seat] for outcome, seat in games]),
        Mean.from_values(margins),
    )


def _pair(first: str, second: str, played: Sequence[Outcome]) -> Pair:
    counts = [0, 0, 0]
    for outcome in played:
        for seat, name in enumerate(outcome.bots):
            for other, against in enumerate(outcome.bots):
                if (name, against) == (first, second):
                    mine, theirs = outcome.places[seat], outcome.places[other]
                    counts[(mine > theirs) - (mine < theirs) + 1] += 1
    meetings = sum(counts)
    return Pair(first, second, *(Rate.from_count(count, meetings) for count in counts))


def _thinking(bot: str, played: Sequence[Outcome]) -> Thinking:
    games = _games(bot, played)
    moves = sum(outcome.moves[seat] for outcome, seat in games)
    seconds = sum(outcome.seconds[seat] for outcome, seat in games)
    return Thinking(moves, round(seconds, 6), seconds / moves if moves else 0.0)
