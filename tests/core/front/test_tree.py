"""The tree of ``mcts``: which moves are in play at a side, and which of them is chosen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tileyard import Move
from tileyard.front.tree import Side


class Put(Move):
    """Any move."""

    at: int


def side_of(*worths):
    side = Side()
    side.learn((Put(at), worth) for at, worth in enumerate(worths))
    return side


def test_moves_come_into_play_the_best_first_and_as_fast_as_told():
    side = side_of(0.1, 0.9, 0.5, 0.7)
    assert [edge.move.at for edge in side.in_play(1, None)] == [1]
    side.visits = 4
    assert [edge.move.at for edge in side.in_play(1, None)] == [1, 3, 2]
    assert [edge.move.at for edge in side.in_play(0, None)] == [1, 3, 2]
    side.visits = 100
    assert [edge.move.at for edge in side.in_play(1, None)] == [1, 3, 2, 0]


def test_only_what_this_world_allows_is_in_play():
    side = side_of(0.1, 0.9, 0.5)
    assert [edge.move.at for edge in side.in_play(9, {Put(0), Put(2)})] == [2]
    side.visits = 1
    assert [edge.move.at for edge in side.in_play(9, {Put(0), Put(2)})] == [2, 0]
    side.learn([(Put(7), 0.6)])
    assert [edge.move.at for edge in side.in_play(9, {Put(0), Put(2), Put(7)})] == [7, 2, 0]


def test_what_was_never_tried_comes_first_then_what_is_best_or_least_known():
    side = side_of(0.9, 0.8)
    side.visits = 1
    good, bad = side.in_play(1, None)
    side.visits = 0
    assert side.pick([good, bad], 1, 0) is good
    side.record(good, 0.8)
    assert side.pick([good, bad], 1, 0) is bad
    side.record(bad, 0.2)
    assert side.pick([good, bad], 1, 0) is good
    for _ in range(40):
        side.record(good, 0.8)
    assert side.pick([good, bad], 0, 0) is good
    good.chances = bad.chances = 1000
    assert side.pick([good, bad], 5, 0) is bad


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_totals_are_those_of_what_was_recorded(values):
    side = side_of(0.5, 0.4)
    edges = [side.edge(Put(0)), side.edge(Put(1))]
    for number, value in enumerate(values):
        side.record(edges[number % 2], value)
    assert side.visits == sum(edge.visits for edge in edges) == len(values)
    assert side.total == pytest.approx(sum(values))
    assert side.squares == pytest.approx(sum(value * value for value in values))
    assert edges[0].mean == pytest.approx(sum(values[::2]) / len(values[::2]))
    assert side.edge(Put(0)) is edges[0]
