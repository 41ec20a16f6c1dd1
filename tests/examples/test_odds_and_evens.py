"""Odds and evens: a choice stays behind the back until both have chosen."""

from __future__ import annotations

import pytest
from odds_and_evens import OddsAndEvens, Show, Shown, scene

from tileyard import Match, NotYourTurn, Scored
from tileyard.testing import GameConformance


class TestOddsAndEvens(GameConformance):
    game = OddsAndEvens()
    scene = staticmethod(scene)
    examples = 5


@pytest.mark.parametrize("first", [0, 1])
def test_both_choose_in_any_order_and_the_second_choice_uncovers_both(first: int) -> None:
    match = Match(OddsAndEvens(), players=2)
    before = match.view(1 - first)
    match.play(first, Show(2))
    after = match.view(1 - first)
    assert match.active == (1 - first,)
    assert (after.seat, after.scores) == (before.seat, before.scores)
    with pytest.raises(NotYourTurn):
        match.play(first, Show(1))
    update = match.play(1 - first, Show(1))
    assert update.events == [Shown((2, 1) if first == 0 else (1, 2)), Scored(1, 1, "odd")]
    assert match.active == (0, 1)
