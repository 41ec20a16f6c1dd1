"""States, views, positions and results as plain values."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from market import Market, Seat, Table, Vault, market, play_on
from tileyard import Chance, Position, Reason, Result, State, View
from tileyard.ground.wire import decode, encode


def test_the_compartments_of_a_state_stay_the_same_objects() -> None:
    """A view refers to them; a rule that would put another table in place fails at once."""
    state = State(Table([]), (None, None))
    with pytest.raises(AttributeError):
        state.table = Table([1])  # type: ignore[misc]
    state.table.row.append(1)
    assert state.table.row == [1]


def test_a_game_without_secrets_writes_no_vault() -> None:
    """None is its default, and what an open game has."""
    assert State(Table([]), (None,)).vault is None


@given(st.integers(0, 30), st.sampled_from([0, 1, None]))
def test_positions_and_views_survive_the_wire_pickle_and_copy(plies: int, viewer: int | None) -> None:
    """Equal, and of the types they were declared with."""
    match = play_on(market(), plies, plies)
    types = Market().types
    for value, kind in ((match._now, types.position), (match.view(viewer), types.view)):
        assert decode(encode(value), kind) == value
        assert pickle.loads(pickle.dumps(value)) == value
        assert copy.deepcopy(value) == value
        assert copy.copy(value) == value


def test_a_view_has_no_place_for_what_is_hidden() -> None:
    """Only the table, one seat, and sizes."""
    assert View.__struct_fields__ == ("player", "players", "options", "scores", "table", "seat", "sizes", "ply")
    view = market().view(None)
    assert (view.player, view.seat) == (None, None)
    assert view.sizes == {"seat.hand": [3, 3], "vault.bag": 6, "vault.deck": 4}


def test_a_position_keeps_the_stream_outside_the_state() -> None:
    """So that no game can hand it to a view."""
    assert Position.__struct_fields__ == ("state", "scores", "chance", "ply")
    assert "chance" not in State.__struct_fields__
    position = Position(State(Table([]), (Seat([]),), Vault([], [])), [0], Chance(bytes(32)))
    assert position.ply == 0


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=6))
def test_ranking_puts_equal_values_together_best_first(values: list[int]) -> None:
    """Everybody is ranked once, and the first place wins."""
    result = Result.by(values)
    flat = [player for place in result.ranking for player in place]
    assert sorted(flat) == list(range(len(values)))
    assert [[values[p] for p in place] for place in result.ranking] == [
        [value] * values.count(value) for value in sorted(set(values), reverse=True)
    ]
    assert all(list(place) == sorted(place) for place in result.ranking)
    assert result.winners == result.ranking[0]


def test_players_can_be_ranked_by_tie_breaks() -> None:
    """By any values that compare; note and detail are the game's own."""
    result = Result.by([(3, -1), (3, -2), (5, 0)], note="time", detail=((3, 1), (3, 2), (5, 0)))
    assert result == Result(((2,), (0,), (1,)), (2,), "time", ((3, 1), (3, 2), (5, 0)))


def test_a_match_is_drawn_if_all_of_several_players_win() -> None:
    """Not if nobody wins, and not if somebody plays alone."""
    assert Result.by([3, 3, 3]).drawn
    assert not Result.by([3, 3, 2]).drawn
    assert not Result.by([3]).drawn
    assert not Result(((0, 1),), ()).drawn


def test_a_reason_is_readable_with_and_without_its_rule() -> None:
    """The rule id is for whoever wants to look it up."""
    assert str(Reason("it does not fit", "OCT-501")) == "it does not fit (OCT-501)"
    assert str(Reason("it does not fit")) == "it does not fit"
