"""The questions of a designer, each with its answer, a chart and a table, as parts of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import groupby

from tileyard_arena.report.charts import Dot, Ridge, Trail, dots, ridges, trails
from tileyard_arena.report.figures import Comparison, Figures, GameReport, Spread, Usage
from tileyard_arena.report.markup import cell, figure, section, table
from tileyard_arena.report.words import FIGURES, Value, answers, main, named, ordinal, percent, setting_name

__all__ = ["SERIES", "changes", "questions"]

SERIES = 6
"""How many colours there are; more groups share them."""

_SHOWN = 24  # values named in a cell


def questions(report: GameReport) -> Iterator[str]:
    """What was asked for: each question about it."""
    said, base = answers(report), report.settings[0]
    groups = base.groups
    differ = len({(g.plies.mean.least, g.plies.mean.most) for g in groups}) > 1 or groups[0].plies.mean.deviation
    lengths = figure(_ridges(groups, "plies", lambda g: g.plies)) if differ else ""
    yield section("How long is a match?", said["length"], lengths)
    lines = trails([Trail(g.group, at % SERIES, g.choices_by_ply) for at, g in enumerate(groups)], "ply", "legal moves")
    caption = "The mean at each ply, and a band that holds the middle half of the positions."
    yield section("How much is there to choose?", said["choices"], figure(lines, caption))
    yield section("Does it matter who moves first?", said["order"], *_order(report, base))
    yield section(
        "How far do scores spread?",
        said["scores"],
        '<div class="pair">',
        figure(_ridges(groups, "points", lambda g: g.score, narrow=True), "The scores of all players."),
        figure(_ridges(groups, "points", lambda g: g.margin, narrow=True), "By how much the best beats the second."),
        "</div>",
    )
    leads = _ridges(groups, "changes of the lead", lambda g: g.lead_changes)
    yield section(
        "How exciting is it?", said["drama"], figure(leads, "How often somebody else comes to be alone in the lead.")
    )
    yield section("Luck or skill?", said["skill"], *_skill(report, base))
    yield section("What is never used?", said["use"], _usage(main(base, report.main).usage))


def changes(report: GameReport) -> Iterator[str]:
    """What each option that is varied changes."""
    base = report.settings[0]
    for option, varied in groupby(report.settings[1:], key=lambda setting: setting.option):
        settings = [base, *varied]
        parts: list[str] = []
        for compared in FIGURES:
            found = [(setting, compared.of(setting, report.main)) for setting in settings]
            rows = [Dot(setting_name(setting, option), int(setting is not base), *v) for setting, v in found if v]
            if len({row[2:] for row in rows}) > 1:
                parts.append(
                    f"<div><h3>{escape(compared.name)}</h3>{figure(dots(rows, compared.unit, narrow=True))}</div>"
                )
        said = "Bold: the interval does not meet that of the setting that was asked for, which stands first."
        yield section(
            f"What does {option} change?",
            said,
            _compared(report, settings, option),
            '<div class="pair">',
            *parts,
            "</div>",
        )


# -- inside --------------------------------------------------------------------------------------------


def _ridges(groups: Sequence[Figures], unit: str, of: Callable[[Figures], Spread], *, narrow: bool = False) -> str:
    rows = [Ridge(group.group, at % SERIES, of(group)) for at, group in enumerate(groups)]
    return ridges(rows, unit, narrow=narrow)


def _order(report: GameReport, base: Comparison) -> Iterator[str]:
    places, series = main(base, report.main).places, report.bots.index(report.main) % SERIES
    if len(places) > 1:
        rows = [Dot(f"moves {ordinal(at)}", series, *percent(place.wins)) for at, place in enumerate(places)]
        caption = f"Part of the wins of {report.main} against itself; the broken line is an even part."
        yield figure(dots(rows, "% of the wins", 100 / len(rows)), caption)


def _skill(report: GameReport, base: Comparison) -> Iterator[str]:
    if base.skill:
        shares = base.skill.bots
        rows = [Dot(share.bot, report.bots.index(share.bot) % SERIES, *percent(share.wins)) for share in shares]
        caption = "Part of the wins where the bots meet; the broken line is an even part, that of the seats they have."
        yield figure(dots(rows, "% of the wins", 100 * base.skill.even), caption)


def _usage(usages: Sequence[Usage]) -> str:
    texts = [
        [named(usage), str(usage.values), _some(usage.never), _counts(usage.rarest), _counts(usage.most)]
        for usage in usages
        if usage.values > 1 or usage.never
    ]
    rows = [[cell(text) for text in row] for row in texts]
    return table(["", "offered", "never played", "rarest", "most"], rows, numbers=(1,)) if rows else ""


def _some(labels: Sequence[str]) -> str:
    more = f" and {len(labels) - _SHOWN} more" if len(labels) > _SHOWN else ""
    return ", ".join(labels[:_SHOWN]) + more


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{label} ({times})" for label, times in counts.items())


def _compared(report: GameReport, settings: Sequence[Comparison], option: str) -> str:
    rows: list[list[str]] = []
    for compared in FIGURES:
        values = [compared.of(setting, report.main) for setting in settings]
        if any(values):
            cells = [cell(value.text, bold=_apart(values[0], value)) if value else "" for value in values]
            rows.append([cell(f"{compared.name} ({compared.unit})"), *cells])
    return table([option, *(setting_name(setting, option) for setting in settings)], rows, range(1, len(settings) + 1))


def _apart(first: Value | None, other: Value) -> bool:
    """Whether the intervals of two figures do not meet."""
    if first is None or first.low is None or first.high is None or other.low is None or other.high is None:
        return False
    return other.low > first.high or other.high < first.low
