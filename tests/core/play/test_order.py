"""Turn order, budgets and phases against plain loops."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tileyard import Budget, Phases, Rota, Struct, UsageError, alternating, anticlockwise, clockwise
from tileyard.ground.wire import decode, encode
from tileyard.play.shape import copier, faults


class Table(Struct):
    rota: Rota
    budget: Budget
    phases: Phases


def test_a_table_can_hold_them() -> None:
    """So they are saved, copied and seen like everything else."""
    table = Table(clockwise(3), Budget.of(4), Phases(("draw", "lay")))
    assert list(faults(Table)) == []
    assert decode(encode(table), Table) == table
    made = copier(Table)(table)
    made.rota.advance()
    made.rota.drop(0)
    made.budget.spend()
    made.phases.advance()
    assert table == Table(clockwise(3), Budget.of(4), Phases(("draw", "lay")))


@given(st.integers(1, 8), st.data())
def test_clockwise_and_anticlockwise_go_round_from_the_first(players: int, data: st.DataObject) -> None:
    """To the left by one, to the right by one."""
    first = data.draw(st.integers(0, players - 1))
    left, right = clockwise(players, first), anticlockwise(players, first)
    for turns in range(3 * players):
        assert left.mover == (first + turns) % players
        assert right.mover == (first - turns) % players
        assert left.rounds == right.rounds == turns // players
        assert left.advance() == right.advance() == []


@given(st.integers(1, 6), st.lists(st.tuples(st.sampled_from(["drop", "restore"]), st.integers(0, 5)), max_size=8))
def test_who_is_out_is_passed_over(players: int, changes: list[tuple[str, int]]) -> None:
    """Against counting on until there is somebody who takes part."""
    rota = clockwise(players)
    for word, number in changes:
        player = number % players
        getattr(rota, word)(player)
        assert (player in rota.out) == (word == "drop")
        assert len(rota.out) == len(set(rota.out))
        before, out, rounds = rota.mover, set(rota.out), rota.rounds
        passed = rota.advance()
        way = [(before + step) % players for step in range(1, players + 1)]
        expected = next((seat for seat in way if seat not in out), before)
        assert rota.mover == expected
        assert passed == (way if expected in out else way[: way.index(expected)])
        assert rota.rounds == rounds + (before + len(passed) + (expected not in out) >= players)


def test_with_everybody_out_the_turn_goes_nowhere() -> None:
    """Not round and round for ever."""
    rota = clockwise(3, first=1)
    for player in range(3):
        rota.drop(player)
    assert rota.advance() == [2, 0, 1]
    assert (rota.mover, rota.rounds) == (1, 1)


def test_dropping_the_mover_does_not_move_the_turn() -> None:
    """That is for the game to say."""
    rota = clockwise(3)
    rota.drop(0)
    assert rota.mover == 0
    assert rota.advance() == []
    assert rota.mover == 1
    rota.advance()
    assert rota.advance() == [0]
    assert rota.mover == 1


def test_teams_take_turns_and_so_do_the_players_in_them() -> None:
    """Begun with whoever begins."""
    assert alternating([[0, 2], [1, 3]]).order == [0, 1, 2, 3]
    assert alternating([[0, 1], [2, 3]]).order == [0, 2, 1, 3]
    assert alternating([[0, 1], [2, 3]], first=1).order == [1, 3, 0, 2]
    assert alternating([[0, 1, 2], [3, 4, 5], [6, 7, 8]], first=4).order == [4, 7, 2, 5, 8, 0, 3, 6, 1]


@pytest.mark.parametrize(
    ("teams", "first", "field"), [([[0, 1], [2]], 0, "teams"), ([], 0, "teams"), ([[0], [1]], 2, "first")]
)
def test_uneven_teams_and_strangers_are_refused(teams: list[list[int]], first: int, field: str) -> None:
    """With the field and what is allowed."""
    with pytest.raises(UsageError) as caught:
        alternating(teams, first)
    assert caught.value.facts["field"] == field
    assert "allowed" in caught.value.facts


@given(st.integers(0, 9), st.lists(st.integers(0, 9), max_size=6))
def test_a_budget_is_spent_but_never_overspent(full: int, costs: list[int]) -> None:
    """What does not fit leaves it as it is."""
    budget, left = Budget.of(full), full
    for cost in costs:
        if cost <= left:
            budget.spend(cost)
            left -= cost
        else:
            with pytest.raises(UsageError) as caught:
                budget.spend(cost)
            assert caught.value.facts == {"field": "cost", "allowed": list(range(left + 1))}
        assert (budget.full, budget.left, budget.spent) == (full, left, full - left)
    budget.refill()
    assert budget == Budget.of(full)
    budget.refill(2)
    assert budget == Budget.of(2)


def test_nothing_can_be_spent_backwards() -> None:
    """A negative cost would fill it up."""
    budget = Budget(4, 1)
    with pytest.raises(UsageError):
        budget.spend(-1)
    assert budget == Budget(4, 1)


def test_phases_go_round_and_tell_when_the_turn_is_over() -> None:
    """True with the step that begins the first one again."""
    phases = Phases(("draw", "lay", "score"))
    seen = [(phases.now, phases.advance()) for _ in range(6)]
    assert seen == [("draw", False), ("lay", False), ("score", True)] * 2
    assert Phases(("only",)).advance() is True
