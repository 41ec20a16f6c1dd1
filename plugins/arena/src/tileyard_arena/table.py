"""A tournament as tables for people."""

from __future__ import annotations

from tileyard.front.cli import output
from tileyard_arena.standings import ArenaReport, Pair
from tileyard_arena.stats import Mean, Rate

__all__ = ["count", "mean", "rate", "show"]

_WIDE = 118  # columns in which everything fits beside each other


def show(report: ArenaReport, title: str) -> None:
    """Print the standings, and for three bots or more how each did against each."""
    output.say(_head(report, title), "")
    columns, rows = _results(report)
    more, figures = _figures(report)
    if (output.width() or _WIDE) < _WIDE:
        output.table(columns, rows, numbers=columns[2:])
        output.say("")
        output.table(["bot", *more], [[row[1], *rest] for row, rest in zip(rows, figures, strict=True)], numbers=more)
    else:
        together = [row + rest for row, rest in zip(rows, figures, strict=True)]
        output.table(columns + more, together, numbers=columns[2:] + more)
    if len(report.bots) > 2:
        order = [one.bot for one in report.standings]
        output.say("")
        output.table(["came before", *order], _before(report, order), numbers=order)
    output.say("", "Behind ± and in brackets: the interval that holds the true figure with 95 % confidence.")
    output.say(f"seed {output.plain(report.seed)}")


def rate(share: Rate) -> str:
    """A share in percent with its interval."""
    digits = 0 if share.high - share.low > 0.05 else 1
    return f"{_percent(share.value, 1)} % ({_percent(share.low, digits)}–{_percent(share.high, digits)})"


def mean(figure: Mean) -> str:
    """A mean with half the width of its interval."""
    if figure.high is None:
        return f"{figure.value:.1f}"
    half = figure.high - figure.value
    if not half:
        return f"{figure.value:.1f}".removesuffix(".0")
    digits = 0 if half >= 10 else 2 if 0 < half < 1 else 1
    return f"{figure.value:.{digits}f} ± {half:.{digits}f}"


def _percent(share: float, digits: int) -> str:
    return f"{100 * share:.{0 if share in (0, 1) else digits}f}"


def _head(report: ArenaReport, title: str) -> str:
    played = str(report.played) if report.played == report.matches else f"{report.played} of {report.matches}"
    times = f"{report.fewest} times" if report.fewest == report.most else f"{report.fewest} to {report.most} times"
    ways = "the one line-up" if report.line_ups == 1 else f"each of {report.line_ups} line-ups"
    return f"{title}, {count(report.players, 'player')}: {count(played, 'match', 'matches')}, {ways} {times}"


def count(number: int | str, what: str, several: str = "") -> str:
    """A number of things, in words that agree with it."""
    return f"{number} {what if str(number) == '1' else several or f'{what}s'}"


def _results(report: ArenaReport) -> tuple[list[str], list[list[str]]]:
    """Who did how well: columns and rows."""
    several = len(report.bots) > 1
    rows: list[list[str]] = []
    for place, one in enumerate(report.standings, 1):
        rating = [f"{one.rating.mu:.1f} ± {1.96 * one.rating.sigma:.1f}"] if several else []
        rows.append([str(place), one.bot, *rating, str(one.games), rate(one.won), rate(one.drawn)])
    return ["place", "bot", *(["rating"] if several else []), "games", "won", "drawn"], rows


def _figures(report: ArenaReport) -> tuple[list[str], list[list[str]]]:
    """By how much, and in what time: columns and rows."""
    times = [report.time[one.bot].per_move for one in report.standings]
    return ["points", "margin", "a move"], [
        [mean(one.score), mean(one.margin), f"{1000 * time:.3g} ms" if time < 1 else f"{time:.3g} s"]
        for one, time in zip(report.standings, times, strict=True)
    ]


def _before(report: ArenaReport, order: list[str]) -> list[list[str]]:
    """For each bot, how often it came before each other one."""
    shares: dict[tuple[str, str], Rate] = {}
    for pair in report.pairs:
        shares |= _both(pair)
    return [[bot, *("" if other == bot else rate(shares[bot, other]) for other in order)] for bot in order]


def _both(pair: Pair) -> dict[tuple[str, str], Rate]:
    return {(pair.first, pair.second): pair.ahead, (pair.second, pair.first): pair.behind}
