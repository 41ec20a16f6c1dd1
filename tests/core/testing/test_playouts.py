"""Cases and the playouts they give."""

from __future__ import annotations

from typing import Any

from games.broken.play import Fragile, Stuck
from games.hidden import Hidden
from tileyard.testing import Case
from tileyard.testing.playouts import Playout, play, spread


def test_a_case_can_be_pasted() -> None:
    case = Case(3, {"cells": 6}, "7", (1, 2))
    assert repr(case) == "Case(players=3, options={'cells': 6}, seed='7', choices=(1, 2))"
    assert eval(repr(case)) == case


def test_a_case_is_played_as_far_as_it_goes() -> None:
    playout = play(Hidden(), Case(2, choices=(0, 1)))
    assert [len(ply.position.state.table.row) for ply in playout.plies] == [0, 1, 2]
    assert playout.going
    assert not playout.over
    assert playout.case.choices == (0, 1)


def test_choices_beyond_the_end_are_left_out_and_large_ones_begin_anew() -> None:
    playout = play(Hidden(), Case(2, choices=(8, *[0] * 9)))
    assert playout.over
    assert playout.case.choices == (8, 0, 0, 0)
    assert playout.plies[1].move == play(Hidden(), Case(2, choices=(0,))).plies[1].move


def test_what_the_rules_raise_ends_the_playout() -> None:
    playout = Playout(Fragile(), 2, {}, "2")
    number = next(i for i, move in enumerate(playout.plies[0].offers[0]) if move.pebble == 7)
    playout.take(number)
    assert playout.fault is not None
    assert (playout.fault.ply, playout.fault.verb, len(playout.plies)) == (1, "apply", 1)
    assert not playout.going
    refused = Playout(Hidden(), 9, {}, "2")
    assert (refused.plies, str(refused.fault)[:24]) == ([], "at ply 0, setup raised B")


def test_a_match_led_the_same_way_is_at_the_same_place() -> None:
    playout = play(Hidden(), Case(3, {"cells": 6}, "1", (3, 1, 4, 1, 5, 9)))
    assert playout.match().record().to_json() == [*playout.walk()][-1][2].record().to_json()
    assert playout.match(2).ply == 2


def test_samples_are_spread_and_begin_with_the_last_ply() -> None:
    playout = play(Hidden(), Case(2, {"cells": 6}, "1", (0,) * 6))
    assert [number for number, _ in playout.sampled(99)] == [6, 5, 4, 3, 2, 1, 0]
    assert [number for number, _ in playout.sampled(2)] == [6, 3]
    assert spread("abcdef", 3) == ["a", "c", "e"]


def test_views_are_copies() -> None:
    playout = play(Hidden(), Case(2))
    view: Any = playout.view(0, 0)
    view.seat.hand.clear()
    assert playout.view(0, 0).seat.hand


def test_a_player_without_moves_stops_a_playout() -> None:
    playout = play(Stuck(), Case(2, choices=(0,) * 9))
    assert (playout.going, playout.over, playout.plies[-1].choices) == (False, False, 0)
