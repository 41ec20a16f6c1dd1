"""Ratings and standings: whoever wins is ahead, figures are what counting gives, and no order matters."""

from __future__ import annotations

import random
from collections.abc import Callable

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
