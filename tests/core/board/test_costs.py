"""What steps cost, against a search by hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tileyard.board import Costs, Topology, hexagon, square, weigh
from tileyard.ground.errors import UsageError

BOARD = square(4, 4, without=[(0, 0), (2, 1)])
EDGES = [(a, b) for a, near in enumerate(BOARD.neighbours) for b in near if a < b]
EACH = st.dictionaries(st.sampled_from(EDGES), st.integers(1, 9))


def relaxed(costs: Costs, source: int) -> list[int]:
    """The cost to each cell, by shortening ways over single steps until none gets shorter."""
    board, far = costs.board, 10**9
    best = [0 if cell == source else far for cell in range(len(board))]
    for _ in best:
        for cell, row in enumerate(board.sides):
            for near, cost in zip(row, costs.steps[cell], strict=True):
                if near >= 0:
                    best[near] = min(best[near], best[cell] + cost)
    return best


@given(EACH, st.integers(1, 3))
def test_steps_cost_the_same_both_ways_and_as_they_were_told(costs: dict[tuple[int, int], int], plain: int) -> None:
    weighed = weigh(BOARD, {(b, a) if (a + b) % 2 else (a, b): cost for (a, b), cost in costs.items()}, plain)
    for a, row in enumerate(BOARD.sides):
        for side, b in enumerate(row):
            expected = costs.get((min(a, b), max(a, b)), plain) if b >= 0 else 0
            assert weighed.steps[a][side] == expected
            assert b < 0 or weighed.between(a, b) == weighed.between(b, a) == expected


@given(EACH, st.integers(0, len(BOARD) - 1))
def test_distances_equal_those_found_step_by_step(costs: dict[tuple[int, int], int], source: int) -> None:
    weighed = weigh(BOARD, costs)
    assert list(weighed.distances(source)) == relaxed(weighed, source)
    assert weighed.distances(source) is weighed.distances(source)


@pytest.mark.parametrize("board", [square(5, 3), hexagon(2)], ids=repr)
def test_without_obstacles_cost_is_the_number_of_steps(board: Topology) -> None:
    weighed = weigh(board, {})
    assert all(weighed.distances(cell) == board.distances(cell) for cell in range(len(board)))
    assert repr(weighed) == f"<costs on {board.title}>"


@pytest.mark.parametrize(
    ("costs", "plain", "text"),
    [
        ({(0, 1): 0}, 1, "from 1, not 0"),
        ({(0, 1): True}, 1, "from 1, not True"),
        ({(0, 1): 2.5}, 1, "from 1, not 2.5"),
        ({}, 0, "a step must cost"),
        ({(0, 2): 2}, 1, "0 and 2 are no neighbours"),
        ({(0, 99): 2}, 1, "0 and 99 are no neighbours"),
        ({(0, 1): 2, (1, 0): 2}, 1, "named twice"),
    ],
)
def test_what_makes_no_sense_is_refused(costs: dict[tuple[int, int], Any], plain: int, text: str) -> None:
    with pytest.raises(UsageError, match=text) as caught:
        weigh(square(4, 4), costs, plain)
    assert caught.value.facts["field"] == "costs"


@pytest.mark.parametrize("pair", [(0, 2), (0, -1), (0, 0), (0, 99)])
def test_there_is_no_step_between_cells_apart(pair: tuple[int, int]) -> None:
    with pytest.raises(UsageError, match="no neighbours"):
        weigh(square(4, 4), {}).between(*pair)
