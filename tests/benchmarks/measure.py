"""Measuring two things against each other on a busy machine: short slices in turn, and the middle of their ratios."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple


class Ratio(NamedTuple):
    """Microseconds per unit of work of ours and of theirs, the middle ratio, and the quartiles around it."""

    ours: float
    theirs: float
    ratio: float
    low: float
    high: float


def slice_of(work: Callable[[], int], seconds: float) -> float:
    """Processor microseconds per unit, doing ``work`` (which returns how many units it did) for about ``seconds``."""
    units = 0
    start = time.process_time()
    end = start + seconds
    while time.process_time() < end:
        units += work()
    return (time.process_time() - start) / units * 1e6


def against(ours: Callable[[], int], theirs: Callable[[], int], *, slices: int = 41, seconds: float = 0.05) -> Ratio:
    """Ours against theirs, each ``slices`` times for ``seconds``, in turn so that both meet the same noise."""
    slice_of(ours, seconds), slice_of(theirs, seconds)
    pairs = [(slice_of(ours, seconds), slice_of(theirs, seconds)) for _ in range(slices)]
    low, middle, high = statistics.quantiles([a / b for a, b in pairs], n=4)
    return Ratio(statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs), middle, low, high)


def many(call: Callable[[], object], times: int = 100) -> Callable[[], int]:
    """``call``, ``times`` in a row, as work of that many units."""

    def work() -> int:
        for _ in range(times):
            call()
        return times

    return work


def line(what: str, ratio: Ratio, bar: float | None = None) -> str:
    """One row of a table: what, microseconds of both, ratio with quartiles, and the bar if there is one."""
    verdict = "" if bar is None else f"   bar {bar:g}: {'met' if ratio.ratio <= bar else 'MISSED'}"
    spread = f"({ratio.low:.2f}-{ratio.high:.2f})"
    return f"{what:<44}{ratio.ours:>10.2f}{ratio.theirs:>10.2f}{ratio.ratio:>8.2f}  {spread}{verdict}"
