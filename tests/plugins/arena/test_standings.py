"""Ratings and standings: whoever wins is ahead, figures are what counting gives, and no order matters."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import exp, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tileyard_arena.playing import Outcome
from tileyard_arena.ratings import rate
from tileyard_arena.schedule import Plan
from tileyard_arena.standings import standings

A, B = "random", "greedy:worlds=1:effort=0"


def outcome(number: int, bots: tuple[str, ...], scores: tuple[int, ...], winners: tuple[int, ...] = ()) -> Outcome:
    """A match that the highest score wins."""
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Outcome(number, bots, scores, places, winners or best, (3,) * len(bots), (0.5,) * len(bots))


@st.composite
def played(draw: st.DrawFn) -> list[Outcome]:
    count = draw(st.integers(1, 12))
    scores = st.tuples(st.integers(0, 3), st.integers(0, 3))
    return [outcome(at, ((A, B), (B, A))[at % 2], draw(scores)) for at in range(1, count + 1)]


@given(played(), st.randoms(use_true_random=False))
def test_figures_are_what_counting_gives_in_any_order(
    plan: Callable[..., Plan], outcomes: list[Outcome], chance: random.Random
) -> None:
    report = standings(plan(), outcomes, 2)
    mixed = outcomes[:]
    chance.shuffle(mixed)
    assert standings(plan(), mixed, 2) == report
    for one in report.standings:
        scores = [(o.scores[o.bots.index(one.bot)], o.scores[1 - o.bots.index(one.bot)]) for o in outcomes]
        assert (one.won.count, one.drawn.count, one.lost.count) == (
            sum(mine > theirs for mine, theirs in scores),
            sum(mine == theirs for mine, theirs in scores),
            sum(mine < theirs for mine, theirs in scores),
        )
        assert one.margin.value * len(outcomes) - sum(m - t for m, t in scores) < 1e-9
        assert (one.games, sum(one.places)) == (len(outcomes), len(outcomes))
        assert report.time[one.bot].moves == 3 * len(outcomes)
        assert report.time[one.bot].per_move == 0.5 / 3
    (pair,) = report.pairs
    assert pair.ahead.count + pair.level.count + pair.behind.count == len(outcomes)
    assert pair.ahead.count == next(one.won.count for one in report.standings if one.bot == pair.first)
    assert (report.played, report.fewest + report.most >= len(outcomes)) == (len(outcomes), True)


def test_who_wins_is_rated_higher_and_with_more_matches_surer() -> None:
    few = rate([A, B], [outcome(1, (A, B), (0, 1))])
    many = rate([A, B], [outcome(at, (A, B), (0, 1)) for at in range(1, 30)])
    assert few[A].mu < 25 < few[B].mu
    assert many[B].sigma < few[B].sigma < 25 / 3
    assert many[B].mu - many[A].mu > few[B].mu - few[A].mu


def test_a_draw_moves_equals_nowhere_and_a_bot_learns_nothing_from_itself() -> None:
    drawn = rate([A, B], [outcome(1, (A, B), (2, 2))])
    assert abs(drawn[A].mu - drawn[B].mu) < 1e-9
    alone = rate([A], [outcome(1, (A, A), (0, 1)), outcome(2, (A,), (5,))])
    assert abs(alone[A].mu - 25) < 1e-9


def test_a_shared_win_is_won_by_those_who_share_it_and_by_nobody_if_all_do(plan: Callable[..., Plan]) -> None:
    """Partners win together; where nobody has lost, nobody has won."""
    bots = (A, A, B, B)
    together = standings(plan(players=4), [outcome(1, bots, (3, 3, 1, 1))], 6)
    won = {one.bot: (one.won.count, one.drawn.count, one.lost.count) for one in together.standings}
    assert won == {A: (2, 0, 0), B: (0, 0, 2)}
    everybody = standings(plan(players=4), [outcome(1, bots, (3, 3, 3, 3))], 6)
    assert [(one.won.count, one.drawn.count) for one in everybody.standings] == [(0, 2), (0, 2)]


def plackett_luce(ratings: list[tuple[float, float]], places: tuple[int, ...]) -> list[tuple[float, float]]:
    """One update by algorithm 4 of Weng and Lin (2011), written down from the paper, for teams of one.

    ``beta`` is 25 / 6, ``kappa`` 0.0001, and gamma, which damps the uncertainty, sigma / c, as openskill has them.
    """
    beta, kappa = 25 / 6, 0.0001
    c = sqrt(sum(sigma**2 + beta**2 for _, sigma in ratings))
    strength = [exp(mu / c) for mu, _ in ratings]
    # Of each player: all that came no better, and how many share the place.
    below = [sum(s for s, place in zip(strength, places, strict=True) if place >= mine) for mine in places]
    tied = [places.count(place) for place in places]
    after: list[tuple[float, float]] = []
    for i, (mu, sigma) in enumerate(ratings):
        omega = delta = 0.0
        for q in range(len(ratings)):
            if places[q] <= places[i]:
                share = strength[i] / below[q]
                omega += ((1 - share) if q == i else -share) / tied[q]
                delta += share * (1 - share) / tied[q]
        omega *= sigma**2 / c
        delta *= sigma**2 / c**2 * (sigma / c)
        after.append((mu + omega, sigma * sqrt(max(1 - delta, kappa))))
    return after


@given(st.lists(st.permutations([0, 1, 2]).map(tuple), min_size=1, max_size=6))
def test_ratings_are_those_of_the_paper(matches: list[tuple[int, ...]]) -> None:
    bots = ("a", "b", "c")
    now = dict.fromkeys(bots, (25.0, 25 / 3))
    played: list[Outcome] = []
    for number, scores in enumerate(matches, 1):
        seats = bots[number % 3 :] + bots[: number % 3]
        played.append(outcome(number, seats, scores))
        now |= dict(zip(seats, plackett_luce([now[bot] for bot in seats], played[-1].places), strict=True))
    found = rate(bots, played)
    for bot in bots:
        assert (found[bot].mu, found[bot].sigma) == pytest.approx(now[bot], rel=1e-9)


def test_two_of_three_matches_are_won_by_who_is_as_much_ahead_as_is_said() -> None:
    """By the model the chance to win is one over one plus e to the difference over c, with no uncertainty left."""
    assert 1 / (1 + exp(-4.1 / (sqrt(2) * 25 / 6))) == pytest.approx(2 / 3, abs=0.002)
