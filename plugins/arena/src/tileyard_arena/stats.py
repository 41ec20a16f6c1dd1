"""Figures with the intervals in which they lie with 95 % confidence."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

from tileyard import Frozen

__all__ = ["Mean", "Rate", "quantile"]

_Z = 1.959963984540054  # what a normal figure exceeds one time in forty
_T = (
    (_Z**3 + _Z) / 4,
    (5 * _Z**5 + 16 * _Z**3 + 3 * _Z) / 96,
    (3 * _Z**7 + 19 * _Z**5 + 17 * _Z**3 - 15 * _Z) / 384,
)


class Rate(Frozen):
    """A share: ``count`` ``of`` so many, with Wilson's interval. A shared win counts as a part of one."""

    count: float
    of: int
    value: float
    low: float
    high: float

    @classmethod
    def from_count(cls, count: float, of: int) -> Rate:
        """The share of ``count`` in ``of``; of nothing, any share is possible.

        Wilson's score interval: E. B. Wilson, Journal of the American Statistical Association 22 (1927), 209-212.
        """
        if not of:
            return cls(0, 0, 0, 0, 1)
        share, square = count / of, _Z * _Z
        middle = share + square / (2 * of)
        half = _Z * sqrt(share * (1 - share) / of + square / (4 * of * of))
        whole = 1 + square / of
        # Rounding must not put the share itself outside.
        low, high = min(share, (middle - half) / whole), max(share, (middle + half) / whole)
        return cls(count, of, share, max(0.0, low), min(1.0, high))


class Mean(Frozen):
    """The mean of ``of`` values with Student's interval, and how far they spread. A single value has no interval."""

    of: int
    value: float
    low: float | None
    high: float | None
    deviation: float  # standard deviation
    least: float
    most: float

    @classmethod
    def from_values(cls, values: Sequence[float]) -> Mean:
        """The mean of ``values``; of none, it is 0 without an interval."""
        count = len(values)
        if count < 2:
            only = float(values[0]) if values else 0.0
            return cls(count, only, None, None, 0.0, only, only)
        mean, spread, free = fmean(values), stdev(values), count - 1
        # Student's t, by its expansion around the normal one: right to 1 % from four values on.
        width = _Z + sum(term / free**power for power, term in enumerate(_T, 1))
        half = width * spread / sqrt(count)
        return cls(count, mean, mean - half, mean + half, spread, float(min(values)), float(max(values)))


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value below which ``share`` of the ``ordered`` values lie, between neighbours in proportion; of none, 0."""
    if not ordered:
        return 0.0
    at = share * (len(ordered) - 1)
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (at - low)
