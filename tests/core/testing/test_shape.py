"""Values held against their types, and moves changed a little."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest

from games.hidden import Hidden, Lay, Seat, Table, Vault
from tileyard import Frozen, Move, State, Struct, View
from tileyard.ground.chance import Chance
from tileyard.play.engine import Engine
from tileyard.testing.shape import difference, integers, mutants, shared, strange


class Inner(Struct):
    """A part."""

    size: int


class Whole(Struct):
    """All that a state is made of."""

    numbers: list[int]
    pair: tuple[int, str]
    row: tuple[int, ...]
    named: dict[str, Inner]
    kind: Literal["a", 1]
    maybe: Inner | None = None


def whole(**changes: Any) -> Whole:
    made = Whole([1], (1, "a"), (1, 2), {"x": Inner(3)}, "a")
    return msgspec.structs.replace(made, **changes)


def test_what_is_declared_is_in_order() -> None:
    assert list(strange(Whole, whole(maybe=Inner(1)))) == []
    position = Engine(Hidden(), 2).start(Chance.from_seed("1"))
    assert list(strange(Hidden.types.position, position)) == []


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"numbers": (1,)}, "$.numbers"),
        ({"numbers": [1, True]}, "$.numbers[1]"),
        ({"pair": (1, "a", 2)}, "$.pair"),
        ({"pair": (1, 2)}, "$.pair[1]"),
        ({"row": [1, 2]}, "$.row"),
        ({"named": {"x": Inner("3")}}, "$.named['x'].size"),  # type: ignore[arg-type]
        ({"named": {1: Inner(3)}}, "$.named key"),
        ({"kind": True}, "$.kind"),
        ({"kind": []}, "$.kind"),
        ({"maybe": {"size": 1}}, "$.maybe"),
    ],
)
def test_what_is_not_is_named_with_its_place(changes: dict[str, Any], path: str) -> None:
    fault = next(strange(Whole, whole(**changes)))
    assert fault.startswith(f"{path} ")


class Move2(Move):
    """A move with fields of every kind."""

    flag: bool
    name: str
    path: tuple[int, ...]
    part: Lay


def test_mutants_differ_in_one_field_and_keep_its_kind() -> None:
    move = Move2(True, "ab", (1, 2), Lay(1, 2))
    made = list(mutants(move))
    assert move not in made
    for other in made:
        changed = [name for name in move.__struct_fields__ if getattr(move, name) != getattr(other, name)]
        assert len(changed) == 1
        assert type(getattr(move, changed[0])) is type(getattr(other, changed[0]))
    fields = {name for other in made for name in move.__struct_fields__ if getattr(move, name) != getattr(other, name)}
    assert fields == {"flag", "name", "path", "part"}


def test_places_are_keys_and_indices() -> None:
    state = State(Table(4, {1024: 7, 1026: 9}), (Seat([5, 6, 7]),), Vault([]))
    assert set(integers(state.table)) == {1024, 1026}
    assert set(integers(state.seats[0])) == {0, 1, 2}


class Fixed(Frozen):
    """It cannot change, but what is in it can."""

    row: tuple[int, ...]
    counts: list[int]


class Both(Struct):
    """A table with parts of all kinds."""

    whole: Whole
    fixed: Fixed


def test_what_a_guess_shares_with_a_view_is_found_at_any_depth() -> None:
    def view(table: Any, seat: Any = None) -> View[Any, Any, Any]:
        return View(0, 2, None, [0, 0], table, seat, {}, 0)

    table, other = (Both(whole(maybe=Inner(1)), Fixed((1, 2), [3])) for _ in range(2))
    hand = [1, 2]
    assert shared(view(table, Seat(hand)), State(other, (Seat(hand[:]), None))) == ""
    assert shared(view(table), State(table, (None, None))) == "table"
    assert shared(view(table, Seat(hand)), State(other, (None, Seat(hand)))) == "seat.hand"
    assert shared(view(table), State(other, (None, None), Vault(table.fixed.counts))) == "table.fixed.counts"
    other.whole.named["y"] = table.whole.named["x"]
    assert shared(view(table), State(other, (None, None))) == "table.whole.named['x']"


def test_what_cannot_change_may_be_shared() -> None:
    """A tuple, and a frozen struct of nothing but such."""
    table = whole()
    view: View[Any, Any, Any] = View(0, 2, None, [0, 0], table, None, {}, 0)
    assert shared(view, State(whole(row=table.row, pair=table.pair), (None, None))) == ""
    assert shared(view, None) == ""


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"numbers": [2]}, ("numbers[0]", "1", "2")),
        ({"numbers": [True]}, ("numbers[0]", "1", "True")),
        ({"numbers": []}, ("numbers[0]", "1", "nothing")),
        ({"pair": (1, "b"), "kind": 1}, ("pair[1]", "'a'", "'b'")),
        ({"named": {"x": Inner(3), "y": Inner(4)}}, ("named['y']", "nothing", "Inner(size=4)")),
        ({"named": {"x": Inner(4)}}, ("named['x'].size", "3", "4")),
        ({"maybe": Inner(1)}, ("maybe", "None", "Inner(size=1)")),
        ({"kind": "b" * 100}, ("kind", "'a'", "'" + "b" * 79 + "...")),
    ],
    ids=str,
)
def test_the_first_difference_is_where_it_lies(changes: dict[str, Any], found: tuple[str, str, str]) -> None:
    """As deep as it goes; True is not 1, though equal to it."""
    assert difference(whole(), whole(**changes)) == found


def test_another_order_of_keys_is_a_difference() -> None:
    """All parts are alike, so the whole is named."""
    assert difference({"a": {1: 2, 0: 3}}, {"a": {0: 3, 1: 2}}) == ("['a']", "{1: 2, 0: 3}", "{0: 3, 1: 2}")
