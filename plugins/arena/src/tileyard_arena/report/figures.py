"""The figures of a report, as a program reads them; tables and the page are made of them."""

from __future__ import annotations

from typing import Any

from tileyard import Frozen
from tileyard.play.record import Origin
from tileyard_arena.stats import Mean, Rate

__all__ = ["Bins", "BotShare", "Comparison", "Figures", "GameReport", "Place", "Skill", "Spread", "Stretch", "Usage"]


class Bins(Frozen):
    """How often values fell into each of equal ranges: ``counts[i]`` from ``start + i * width``, its end left out."""

    start: int
    width: int
    counts: list[int]


class Spread(Frozen):
    """A figure with the middle half of its values (between the quartiles), their median, and how they are spread."""

    mean: Mean
    quarter: float
    median: float
    three_quarters: float
    bins: Bins


class Stretch(Frozen):
    """How many legal moves there were over some plies from ``ply`` (0 is the first): mean and quartiles."""

    ply: int
    plies: int
    positions: int  # how many are counted
    mean: float
    quarter: float
    three_quarters: float


class Place(Frozen):
    """Those who moved first, or second, and so on: their part of the wins. One that is shared counts in part."""

    wins: Rate
    score: Mean


class Usage(Frozen):
    """A field of a kind of move (or the kind itself, if ``field`` is empty): its values as people are shown them."""

    kind: str
    field: str
    values: int  # how many were offered
    never: list[str]  # offered, but never played
    rarest: dict[str, int]  # of those that were played, and how often
    most: dict[str, int]


class Figures(Frozen):
    """One group of matches: a bot among its equals, or all bots together."""

    group: str
    matches: int
    plies: Spread
    choices: Mean  # legal moves at a ply
    choices_by_ply: list[Stretch]
    forced: Rate  # plies with one legal move
    places: list[Place]
    drawn: Rate  # matches that nobody lost
    unwon: Rate  # matches that nobody won
    score: Spread
    winning_score: Mean
    margin: Spread  # the best score of a match less the second best
    close: Rate  # matches in which that is a tenth of the best score or less
    lead_changes: Spread | None  # None if the game does not tell before the end who leads
    settled: Mean  # the part of a match after which the winner stayed in the lead
    usage: list[Usage]


class BotShare(Frozen):
    """A bot among others: its part of the wins of the matches it played in, and its score for each seat it had."""

    bot: str
    wins: Rate
    score: Mean


class Skill(Frozen):
    """What playing well is worth against chance.

    ``luck`` is the standard deviation of the difference between two players as good as each other (the
    strongest bot and itself), ``margin`` what the strongest bot scores more than the weakest where both play,
    and ``ratio`` how many times the first the second is, if there is any luck.
    """

    even: float  # the part of the wins of a bot as good as the rest: that of the seats it has
    bots: list[BotShare]  # the strongest first
    margin: Mean
    luck: float
    ratio: float | None


class Comparison(Frozen):
    """One setting: the option in which it differs from what is given (empty if in none), and its figures."""

    option: str
    value: str
    players: int
    options: dict[str, Any]
    groups: list[Figures]
    skill: Skill | None  # None if only one bot plays
    never_offered: list[str]  # kinds of moves the game declares that were not once allowed


class GameReport(Frozen):
    """What many matches of bots tell about a game; the first of ``settings`` is what was asked for."""

    game: str
    title: str
    rules: int
    plugin: Origin
    scorers: list[str]
    bots: list[str]
    seed: str
    matches: int  # for each setting
    main: str  # the bot that the summary goes by: the strongest
    settings: list[Comparison]
