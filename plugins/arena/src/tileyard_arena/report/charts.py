"""Charts as SVG, small and without scripts. Their colours are CSS variables of the page they stand on.

A chart is drawn of rows, each with its name and, where there is a single figure to give, that: beside it, or above it
where the drawing is too narrow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

from tileyard.front.theme import number
from tileyard_arena.report.figures import Bins, Spread, Stretch

__all__ = ["HALF", "SLIM", "WIDE", "Dot", "Ridge", "Trail", "dots", "ridges", "trails"]

WIDE, HALF, SLIM = 640, 440, 320
"""Widths of a drawing: alone on its line, with another beside it, and on a narrow screen."""

_AXIS = 34  # room below
_LETTER = 7.3  # how wide one is, about
_FIGURE = 130  # room for a figure


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


class _Frame:
    """Where the parts of a row lie: its name and figure beside it if there is room, otherwise above it."""

    def __init__(self, width: float, names: Sequence[str]) -> None:
        self.width = width
        if width >= WIDE:
            longest = max(map(len, names))
            self.head, self.left, self.right = 0, min(240.0, max(100, _LETTER * longest + 24)), width - _FIGURE
        else:
            self.head, self.left, self.right = 24, 12, width - 12

    def scale(self, low: float, high: float, least: float) -> _Scale:
        return _Scale(low, high, self.left, self.right, least)

    def words(self, name: str, figure: str, top: float, middle: float) -> str:
        """The name and the figure of a row that begins at ``top``."""
        if self.head:
            told = f'<text class="figure" x="{number(self.right)}" y="{number(top + 17)}" text-anchor="end">'
            room = self.right - self.left - _LETTER * len(figure) - 12
            return _name(name, self.left, top + 17, room, "start") + told + f"{escape(figure)}</text>"
        told = f'<text class="figure" x="{number(self.right + 10)}" y="{number(middle + 4)}">{escape(figure)}</text>'
        return _name(name, self.left - 10, middle + 4, self.left - 14, "end") + told


def ridges(rows: Sequence[Ridge], unit: str, width: float = WIDE) -> str:
    """How the values of several groups are spread, one histogram above the other; a line marks each median."""
    frame = _Frame(width, [row.name for row in rows])
    height = 58 + frame.head
    low = min(_start(row.spread.bins) for row in rows)
    high = max(_start(row.spread.bins) + len(row.spread.bins.counts) * row.spread.bins.width for row in rows)
    scale = frame.scale(low, high, 1)
    parts = [_ground(scale, len(rows) * height, unit)]
    for at, row in enumerate(rows):
        base = (at + 1) * height
        parts.append(frame.words(row.name, f"median {_short(row.spread.median)}", base - height, base - 29))
        parts.append(_histogram(row, scale, base, 46))
        middle = number(scale(row.spread.median))
        parts.append(f'<path class="median" d="M{middle} {base - 50}V{base}"/>')
    return _svg(parts, width, len(rows) * height + _AXIS, f"{unit}: " + "; ".join(_told(row) for row in rows))


def trails(rows: Sequence[Trail], across: str, up: str, width: float = WIDE) -> str:
    """Lines over the course of a match, such as the number of legal moves."""
    legend, top = _legend([(row.name, row.series) for row in rows], width, _LETTER * len(up) + 36)
    height, left, right = 220, 48, width - 16
    points = [stretch for row in rows for stretch in row.stretches]
    x = _Scale(0, max(stretch.ply + stretch.plies for stretch in points), left, right, 1)
    y = _Scale(0, max(max(stretch.mean, stretch.three_quarters) for stretch in points), top + height, top)
    parts = [f'<path class="grid" d="M{left} {number(at)}H{number(right)}"/>' for at, _ in y.ticks()]
    parts += [_tick(left - 6, at + 4, text, "end") for at, text in y.ticks()]
    parts += [_tick(at, top + height + 16, text, "middle") for at, text in x.ticks()]
    parts += [_tick(right, top + height + 31, across, "end"), _tick(8, 12, up, "start"), *legend]
    for row in rows:
        middles = [(x(s.ply + s.plies / 2), s) for s in row.stretches]
        over = " ".join(f"{number(at)},{number(y(s.three_quarters))}" for at, s in middles)
        under = " ".join(f"{number(at)},{number(y(s.quarter))}" for at, s in reversed(middles))
        line = " ".join(f"{number(at)},{number(y(s.mean))}" for at, s in middles)
        parts.append(f'<polygon class="band s{row.series}" points="{over} {under}"/>')
        parts.append(f'<polyline class="line s{row.series}" points="{line}"/>')
    told = "; ".join(_course(row) for row in rows)
    return _svg(parts, width, top + height + _AXIS, f"{up} by {across}: {told}")


def dots(rows: Sequence[Dot], unit: str, reference: float | None = None, width: float = WIDE) -> str:
    """Figures with their intervals below each other; a line marks the ``reference``."""
    frame = _Frame(width, [row.name for row in rows])
    height = 28 + frame.head
    values = [value for row in rows for value in (row.value, row.low, row.high, reference) if value is not None]
    low, high = min(values), max(values)
    room = (high - low) / 20
    scale = frame.scale(low - room, high + room, max(1e-6, abs(high)) / 1000)
    parts = [_ground(scale, len(rows) * height, unit)]
    if reference is not None:
        parts.append(f'<path class="even" d="M{number(scale(reference))} 0V{len(rows) * height}"/>')
    for at, row in enumerate(rows):
        top = at * height
        y = top + frame.head + 14
        parts.append(frame.words(row.name, row.text, top, y))
        if row.low is not None and row.high is not None:
            ends = f"M{number(scale(row.low))} {number(y)}H{number(scale(row.high))}"
            parts.append(f'<path class="whisker s{row.series}" d="{ends}"/>')
        parts.append(f'<circle class="dot s{row.series}" cx="{number(scale(row.value))}" cy="{number(y)}" r="5"/>')
    told = "; ".join(f"{row.name} {row.text}" for row in rows)
    return _svg(parts, width, len(rows) * height + _AXIS, f"{unit}: {told}")


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
    return "".join(bars) + f'<path class="base" d="M{number(scale.start)} {number(base)}H{number(scale.end)}"/>'


def _legend(rows: Sequence[tuple[str, int]], width: float, start: float) -> tuple[list[str], float]:
    """The colours with their names, from ``start`` on and in more lines if need be, and where they end."""
    parts: list[str] = []
    x, y = start, 8
    for name, series in rows:
        room = min(_LETTER * len(name), width - 40)
        if x + room + 13 > width and x > 16:
            x, y = 16, y + 20
        parts.append(f'<circle class="dot s{series}" cx="{number(x)}" cy="{y}" r="4"/>')
        parts.append(_name(name, x + 9, y + 4, room, "start"))
        x += room + 34
    return parts, y + 22


def _name(text: str, x: float, y: float, room: float, anchor: str) -> str:
    """A name, or as much of it as there is ``room`` for."""
    most = max(2, int(room / _LETTER))
    told = f"<title>{escape(text)}</title>" if len(text) > most else ""
    shown = text if len(text) <= most else f"{text[: most - 1]}…"
    place = f'x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"'
    return f'<text class="name" {place}>{escape(shown)}{told}</text>'


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


def _course(row: Trail) -> str:
    """What a line does, in words: where it begins, is highest, and ends."""
    first, *_, last = [*row.stretches, row.stretches[-1]]
    highest = max(row.stretches, key=lambda stretch: stretch.mean)
    told = f"{_short(first.mean)} at first, most at {highest.ply}, {_short(highest.mean)}"
    return f"{row.name} {told}, {_short(last.mean)} at the end"


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
