"""Figures and intervals against what defines them."""

from __future__ import annotations

import statistics
from math import isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tileyard_arena.stats import Mean, Rate, quantile

Z = statistics.NormalDist().inv_cdf(0.975)
VALUES = st.lists(st.integers(-1000, 1000), min_size=2, max_size=30)


@given(of=st.integers(1, 3000), part=st.floats(0, 1))
def test_the_ends_of_a_rate_are_the_shares_that_would_just_give_it(of: int, part: float) -> None:
    """Wilson's interval holds every share p from which the one found is no more than z deviations away."""
    count = round(part * of)
    rate = Rate.from_count(count, of)
    assert 0 <= rate.low <= rate.value <= rate.high <= 1
    assert rate.value == count / of
    for end in (rate.low, rate.high):
        assert isclose(abs(rate.value - end), Z * sqrt(end * (1 - end) / of), abs_tol=1e-6)


# As printed in R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3 (the score method).
@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0000, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilsons_interval_is_the_printed_one(count: int, of: int, low: float, high: float) -> None:
    rate = Rate.from_count(count, of)
    assert (rate.low, rate.high) == pytest.approx((low, high), abs=0.00005)


def test_of_nothing_every_share_is_possible() -> None:
    assert Rate.from_count(0, 0) == Rate(0, 0, 0, 0, 1)


# Two-sided 95 % quantiles of Student's t, from any table of it.
@pytest.mark.parametrize(("count", "t"), [(5, 2.776), (11, 2.228), (31, 2.042), (121, 1.980)])
def test_a_mean_has_students_interval(count: int, t: float) -> None:
    values = list(range(count))
    mean = Mean.from_values(values)
    half = t * statistics.stdev(values) / sqrt(count)
    assert isclose(mean.high - mean.value, half, rel_tol=0.01)
    assert isclose(mean.value - mean.low, half, rel_tol=0.01)


@given(VALUES)
def test_a_mean_and_its_spread_are_those_of_the_values(values: list[int]) -> None:
    mean = Mean.from_values(values)
    assert (mean.of, mean.least, mean.most) == (len(values), min(values), max(values))
    assert mean.value == statistics.fmean(values)
    assert mean.deviation == statistics.stdev(values)
    assert mean.low <= mean.value <= mean.high


def test_one_value_has_no_interval_and_none_is_nothing() -> None:
    assert Mean.from_values([4]) == Mean(1, 4, None, None, 0, 4, 4)
    assert Mean.from_values([]) == Mean(0, 0, None, None, 0, 0, 0)


@given(VALUES)
def test_quartiles_are_those_of_the_standard_library(values: list[int]) -> None:
    ordered = sorted(values)
    wanted = statistics.quantiles(values, n=4, method="inclusive")
    assert [quantile(ordered, share) for share in (0.25, 0.5, 0.75)] == pytest.approx(wanted)
    assert (quantile(ordered, 0), quantile(ordered, 1)) == (min(values), max(values))
    assert quantile([], 0.5) == 0
