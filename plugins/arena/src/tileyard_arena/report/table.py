"""A report as text for a terminal: the answers, the figures of each group, and what options change."""

from __future__ import annotations

from itertools import groupby

from tileyard.front.cli import output
from tileyard_arena.report.figures import Comparison, GameReport
from tileyard_arena.report.words import FIGURES, Value, answers, setting_name
from tileyard_arena.table import count

__all__ = ["show"]


def show(report: GameReport) -> None:
    """Print a report."""
    base = report.settings[0]
    matches = count(report.matches, "match", "matches")
    output.say(f"{report.title}, {count(base.players, 'player')}, {matches} by {', '.join(report.bots)}", "")
    output.say(f"By {report.main} among its equals, unless it says otherwise:", *answers(report).values(), "")
    rows = [
        [figure.name, figure.unit, *(_text(figure.of(base, group.group)) for group in base.groups)]
        for figure in FIGURES
        if figure.by_group
    ]
    names = [group.group for group in base.groups]
    output.table(["", "", *names], rows, numbers=names)
    for option, varied in groupby(report.settings[1:], key=lambda setting: setting.option):
        settings = [base, *varied]
        names = [f"{option} {setting_name(setting, option)}" for setting in settings]
        output.say("", f"{report.main}, by {option}:", "")
        output.table(["", "", *names], _compared(report, settings), numbers=names)
    output.say("", "Behind ± and in brackets: the interval that holds the true figure with 95 % confidence.")
    output.say(f"seed {output.plain(report.seed)}")


def _compared(report: GameReport, settings: list[Comparison]) -> list[list[str]]:
    rows: list[list[str]] = []
    for figure in FIGURES:
        values = [figure.of(setting, report.main) for setting in settings]
        if any(values):
            rows.append([figure.name, figure.unit, *map(_text, values)])
    return rows


def _text(value: Value | None) -> str:
    return value.text if value else ""
