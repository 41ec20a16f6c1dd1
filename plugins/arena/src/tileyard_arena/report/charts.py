"""Charts as SVG, small and without scripts. Their colours are CSS variables of the page they stand on.

A chart is drawn of rows, each with its name on the left and, where there is a single figure to give, that on the right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

from tileyard.front.theme import number
from tileyard_arena.report.figures import Bins, Spread, Stretch

__all__ = ["Dot", "Ridge", "Trail", "dots", "ridges", "trails"]

_WIDE, _NARROW = 640, 440  # of a drawing, alone and with another beside it
_LEFT, _RIGHT = 130, 118  # room for names and for figures
_AXIS = 34  # room below
_LONGEST = 15  # characters of a name


class Ridge(NamedTuple):
    """How the values of a group are spread; ``series`` is a number that gives the colour."""

    name: str
    series: int
    spread: Spread


class Trail(NamedTuple):
    """A line through the means of its stretches, with a band between their quartiles."""

    name: str
    series: int
    stretches: Sequence[Stretch]


class Dot(NamedTuple):
    """A figure, its interval if it has one, and both as text."""

    name: str
    series: int
    value: float
    low: float | None
    high: float | None
    text: str


class _Scale:
    """From values to pixels, with ticks at round values."""

    def __init__(self, low: float, high: float, start: float, end: float, least: float = 1e-9) -> None:
        """``least`` is how close together ticks may be, in values."""
        if high - low < least:
            low, high = low - least / 2, high + least / 2
        self.low, self.high, self.start, self.end = low, high, start, end
        # Labels stand beside each other on an axis that goes across, and above each other on one that goes up.
        room = (end - start) / 65 if end > start else (start - end) / 40
        rough = max((high - low) / max(2, room), least)
        power = 10.0 ** floor(log10(rough))
        self.step = next(times * power for times in (1, 2, 5, 10) if times * power >= rough * 0.999)

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self) -> Iterator[tuple[float, str]]:
        """Where each tick is, and its label."""
        digits = max(0, -floor(log10(self.step) + 1e-9))
        for at in range(ceil(self.low / self.step - 1e-9), floor(self.high / self.step + 1e-9) + 1):
            yield self(at * self.step), f"{at * self.step:.{digits}f}"


def ridges(rows: Sequence[Ridge], unit: str, *, narrow: bool = False) -> str:
    """How the values of several groups are spread, one histogram above the other; a line marks each median."""
    width, height = _NARROW if narrow else _WIDE, 58
    low = min(_start(row.spread.bins) for row in rows)
    high = max(_start(row.spread.bins) + len(row.spread.bins.counts) * row.spread.bins.width for row in rows)
    scale = _Scale(low, high, _LEFT, width - _RIGHT, 1)
    parts = [_ground(scale, len(rows) * height, unit)]
    for at, row in enumerate(rows):
        base = (at + 1) * height
        parts.append(_name(row.name, base - height / 2))
        parts.append(_histogram(row, scale, base, height - 12))
        middle = number(scale(row.spread.median))
        parts.append(f'<path class="median" d="M{middle} {base - height + 8}V{base}"/>')
        parts.append(_figure(f"median {_short(row.spread.median)}", width, base - height / 2))
    return _svg(parts, width, len(rows) * height + _AXIS, f"{unit}: " + "; ".join(_told(row) for row in rows))


def trails(rows: Sequence[Trail], across: str, up: str) -> str:
    """Lines over the course of a match, such as the number of legal moves."""
    top, height = 30, 220
    points = [stretch for row in rows for stretch in row.stretches]
    right = max(stretch.ply + stretch.plies for stretch in points)
    x = _Scale(0, right, 56, _WIDE - 16, 1)
    y = _Scale(0, max(max(stretch.mean, stretch.three_quarters) for stretch in points), top + height, top)
    parts = [f'<path class="grid" d="M56 {number(at)}H{_WIDE - 16}"/>' for at, _ in y.ticks()]
    parts += [_tick(50, at + 4, text, "end") for at, text in y.ticks()]
    parts += [_tick(at, top + height + 16, text, "middle") for at, text in x.ticks()]
    parts.append(_tick(_WIDE - 16, top + height + 31, across, "end"))
    parts.append(_tick(8, 12, up, "start"))
    for row in rows:
        middles = [(x(s.ply + s.plies / 2), s) for s in row.stretches]
        over = " ".join(f"{number(at)},{number(y(s.three_quarters))}" for at, s in middles)
        under = " ".join(f"{number(at)},{number(y(s.quarter))}" for at, s in reversed(middles))
        line = " ".join(f"{number(at)},{number(y(s.mean))}" for at, s in middles)
        parts.append(f'<polygon class="band s{row.series}" points="{over} {under}"/>')
        parts.append(f'<polyline class="line s{row.series}" points="{line}"/>')
    parts += _legend([(row.name, row.series) for row in rows])
    return _svg(parts, _WIDE, top + height + _AXIS, f"{up} by {across}: {', '.join(row.name for row in rows)}")


def dots(rows: Sequence[Dot], unit: str, reference: float | None = None, *, narrow: bool = False) -> str:
    """Figures with their intervals below each other; a line marks the ``reference``."""
    width, height = _NARROW if narrow else _WIDE, 28
    values = [value for row in rows for value in (row.value, row.low, row.high, reference) if value is not None]
    low, high = min(values), max(values)
    room = (high - low) / 20
    scale = _Scale(low - room, high + room, _LEFT, width - _RIGHT, max(1e-6, abs(high)) / 1000)
    parts = [_ground(scale, len(rows) * height, unit)]
    if reference is not None:
        parts.append(f'<path class="even" d="M{number(scale(reference))} 0V{len(rows) * height}"/>')
    for at, row in enumerate(rows):
        y = at * height + height / 2
        parts.append(_name(row.name, y))
        if row.low is not None and row.high is not None:
            ends = f"M{number(scale(row.low))} {number(y)}H{number(scale(row.high))}"
            parts.append(f'<path class="whisker s{row.series}" d="{ends}"/>')
        parts.append(f'<circle class="dot s{row.series}" cx="{number(scale(row.value))}" cy="{number(y)}" r="5"/>')
        parts.append(_figure(row.text, width, y))
    return _svg(
        parts, width, len(rows) * height + _AXIS, f"{unit}: " + "; ".join(f"{row.name} {row.text}" for row in rows)
    )


# -- parts ---------------------------------------------------------------------------------------------


def _svg(parts: Sequence[str], width: float, height: float, label: str) -> str:
    return (
        f'<svg viewBox="0 0 {number(width)} {number(height)}" role="img" aria-label="{escape(label)}" '
        f'xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>'
    )


def _ground(scale: _Scale, bottom: float, unit: str) -> str:
    lines = [
        f'<path class="grid" d="M{number(at)} 0V{number(bottom)}"/>{_tick(at, bottom + 16, text, "middle")}'
        for at, text in scale.ticks()
    ]
    return "".join(lines) + _tick(scale.end, bottom + 31, unit, "end")


def _histogram(row: Ridge, scale: _Scale, base: float, height: float) -> str:
    bins = row.spread.bins
    tallest = max(bins.counts)
    bars: list[str] = []
    for at, count in enumerate(bins.counts):
        if count:
            start, end = (scale(_start(bins) + (at + side) * bins.width) for side in (0, 1))
            tall = max(1.0, height * count / tallest)
            gap = 1 if end - start > 3 else 0
            label = _range(bins, at)
            bars.append(
                f'<rect class="bar s{row.series}" x="{number(start)}" y="{number(base - tall)}" '
                f'width="{number(end - start - gap)}" height="{number(tall)}"><title>{label}: {count}</title></rect>'
            )
    return "".join(bars) + f'<path class="base" d="M{_LEFT} {number(base)}H{number(scale.end)}"/>'


def _legend(rows: Sequence[tuple[str, int]]) -> Iterator[str]:
    x = 140.0
    for name, series in rows:
        yield f'<circle class="dot s{series}" cx="{number(x)}" cy="8" r="4"/>'
        yield _tick(x + 9, 12, name, "start")
        x += 7 * len(name) + 30


def _name(text: str, y: float) -> str:
    shown = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return f'<text class="name" x="{_LEFT - 10}" y="{number(y + 4)}" text-anchor="end">{escape(shown)}</text>'


def _figure(text: str, width: float, y: float) -> str:
    return f'<text class="figure" x="{number(width - _RIGHT + 10)}" y="{number(y + 4)}">{escape(text)}</text>'


def _tick(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text class="tick" x="{number(x)}" y="{number(y)}" text-anchor="{anchor}">{escape(text)}</text>'


def _start(bins: Bins) -> float:
    """Where the first bar begins: one that stands for a single value has that in its middle."""
    return bins.start - 0.5 if bins.width == 1 else bins.start


def _range(bins: Bins, at: int) -> str:
    start = bins.start + at * bins.width
    return str(start) if bins.width == 1 else f"{start} to {start + bins.width - 1}"


def _told(row: Ridge) -> str:
    middle, low, high = map(_short, (row.spread.median, row.spread.quarter, row.spread.three_quarters))
    return f"{row.name} median {middle}, half of them {low} to {high}"


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
