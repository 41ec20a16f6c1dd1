"""The questions of a designer, each with its answer, a chart and a table, as parts of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import escape
from itertools import groupby

from tileyard_arena.report.charts import Dot, Ridge, Trail, dots, ridges, trails
from tileyard_arena.report.figures import Comparison, Figures, GameReport, Spread, Usage
from tileyard_arena.report.markup import cell, figure, section, table
from tileyard_arena.report.words import (
    FIGURES,
    Value,
    answers,
    main,
    named,
    ordinal,
    percent,
    pointless,
    setting_name,
)
from tileyard_arena.table import mean

__all__ = ["SERIES", "changes", "questions"]

SERIES = 6
"""How many colours there are; more groups share them."""

_SHOWN = 24  # values named in a cell


def questions(report: GameReport) -> Iterator[str]:
    """What was asked for: each question about it."""
    said, base = answers(report), report.settings[0]
    groups = base.groups
    differ = len({(g.plies.mean.least, g.plies.mean.most) for g in groups}) > 1 or groups[0].plies.mean.deviation
    yield section("How long is a match?", said["length"], _ridges(groups, "plies", lambda g: g.plies) if differ else "")
    yield section("How much is there to choose?", said["choices"], _course(groups))
    yield section("Does it matter who moves first?", said["order"], *_order(report, base))
    scores = [
        '<div class="pair">',
        _ridges(groups, "points", lambda g: g.score, "The scores of all players.", half=True),
        _ridges(groups, "points", lambda g: g.margin, "By how much the best beats the second.", half=True),
        "</div>",
    ]
    yield section("How far do scores spread?", said["scores"], *([] if all(map(pointless, groups)) else scores))
    yield section("How exciting is it?", said["drama"], _leads(groups))
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
                drawn = figure(partial(dots, rows, compared.unit, None), half=True)
                parts.append(f"<div><h3>{escape(compared.name)}</h3>{drawn}</div>")
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


def _ridges(
    groups: Sequence[Figures],
    unit: str,
    of: Callable[[Figures], Spread | None],
    caption: str = "",
    *,
    half: bool = False,
) -> str:
    """How a figure is spread in each group that has it."""
    found = [(group.group, at % SERIES, spread) for at, group in enumerate(groups) if (spread := of(group))]
    rows = [[cell(name), cell(mean(s.mean)), *map(_plain, _five(s))] for name, _, s in found]
    columns = ["", "mean", "least", "quarter", "median", "three quarters", "most"]
    data = table(f"How {unit} are spread", columns, rows, range(1, 7))
    return figure(partial(ridges, [Ridge(*row) for row in found], unit), caption, data, half=half)


def _five(spread: Spread) -> tuple[float, ...]:
    return spread.mean.least, spread.quarter, spread.median, spread.three_quarters, spread.mean.most


def _plain(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _course(groups: Sequence[Figures]) -> str:
    """How much there is to choose over the course of a match."""
    lines = [Trail(group.group, at % SERIES, group.choices_by_ply) for at, group in enumerate(groups)]
    caption = "The mean at each ply, and a band that holds the middle half of the positions."
    starts = sorted({(stretch.ply, stretch.plies) for group in groups for stretch in group.choices_by_ply})
    rows = [
        [cell(str(ply) if plies == 1 else f"{ply} to {ply + plies - 1}"), *(_at(group, ply) for group in groups)]
        for ply, plies in starts
    ]
    names = [group.group for group in groups]
    data = table("Legal moves by ply", ["ply", *names], rows, range(1, len(names) + 1))
    return figure(partial(trails, lines, "ply", "legal moves"), caption, data)


def _at(group: Figures, ply: int) -> str:
    found = [stretch for stretch in group.choices_by_ply if stretch.ply == ply]
    return "".join(cell(f"{_plain(s.mean)} ({_plain(s.quarter)}–{_plain(s.three_quarters)})") for s in found)


def _leads(groups: Sequence[Figures]) -> str:
    if not any(group.lead_changes for group in groups):
        return ""
    caption = "How often somebody else comes to be alone in the lead."
    return _ridges(groups, "changes of the lead", lambda group: group.lead_changes, caption)


def _order(report: GameReport, base: Comparison) -> Iterator[str]:
    places, series = main(base, report.main).places, report.bots.index(report.main) % SERIES
    if len(places) > 1:
        rows = [Dot(f"moves {ordinal(at)}", series, *percent(place.wins)) for at, place in enumerate(places)]
        caption = f"Part of the wins of {report.main} against itself; the broken line is an even part."
        yield figure(partial(dots, rows, "% of the wins", 100 / len(rows)), caption)


def _skill(report: GameReport, base: Comparison) -> Iterator[str]:
    if base.skill:
        shares = base.skill.bots
        rows = [Dot(share.bot, report.bots.index(share.bot) % SERIES, *percent(share.wins)) for share in shares]
        caption = "Part of the wins where the bots meet; the broken line is an even part, that of the seats they have."
        yield figure(partial(dots, rows, "% of the wins", 100 * base.skill.even), caption)


def _usage(usages: Sequence[Usage]) -> str:
    texts = [
        [named(usage), str(usage.values), _some(usage.never), _counts(usage.rarest), _counts(usage.most)]
        for usage in usages
        if usage.values > 1 or usage.never
    ]
    rows = [[cell(text) for text in row] for row in texts]
    columns = ["", "offered", "never played", "rarest", "most"]
    return table("What was offered and played", columns, rows, numbers=(1,)) if rows else ""


def _some(labels: Sequence[str]) -> str:
    more = f" and {len(labels) - _SHOWN} more" if len(labels) > _SHOWN else ""
    return "; ".join(labels[:_SHOWN]) + more


def _counts(counts: dict[str, int]) -> str:
    return "; ".join(f"{label} ({times})" for label, times in counts.items())


def _compared(report: GameReport, settings: Sequence[Comparison], option: str) -> str:
    rows: list[list[str]] = []
    for compared in FIGURES:
        values = [compared.of(setting, report.main) for setting in settings]
        if any(values):
            cells = [cell(value.text, bold=_apart(values[0], value)) if value else "" for value in values]
            rows.append([cell(f"{compared.name} ({compared.unit})"), *cells])
    names = [setting_name(setting, option) for setting in settings]
    return table(f"What {option} changes", [option, *names], rows, range(1, len(settings) + 1))


def _apart(first: Value | None, other: Value) -> bool:
    """Whether the intervals of two figures do not meet."""
    if first is None or first.low is None or first.high is None or other.low is None or other.high is None:
        return False
    return other.low > first.high or other.high < first.low
