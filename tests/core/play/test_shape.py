"""Copies against ``copy.deepcopy`` over generated types, sizes of stocks, and types that are no plain data."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterator
from typing import Annotated, Any, Generic, Literal, NewType, TypeVar

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from market import Seat, Table, Vault
from tileyard import Bag, Chance, Deck, Frozen, GameFault, Hand, Move, Pile, Position, State, Struct
from tileyard.ground.wire import checked, decode, encode
from tileyard.play.shape import alternatives, copier, faults, fields, is_struct, pieces, sizer

T = TypeVar("T")
COUNTER = itertools.count()


# -- copies --------------------------------------------------------------------------------------------

SCALARS: list[tuple[Any, st.SearchStrategy[Any]]] = [
    (int, st.integers(-(2**63), 2**63 - 1)),
    (str, st.text(st.characters(exclude_categories=["Cs"]), max_size=3)),
    (bool, st.booleans()),
    (type(None), st.none()),
    (Literal["a", "b"], st.sampled_from("ab")),
]


FORMS = ("list", "dict", "row", "pair", "struct", "struct", "optional", "mixed", "tagged", "stock")


def structs(kinds: list[tuple[Any, st.SearchStrategy[Any]]], how: dict[str, bool]) -> tuple[Any, Any]:
    """A struct type of its own with these fields, every second one with a default if there are any, and its values."""
    number = next(COUNTER)
    base = Frozen if how["frozen"] else Struct
    names = [f"f{i}" for i in range(len(kinds))]
    declared = [(name, kind) for name, (kind, _) in zip(names, kinds, strict=True)]
    kind = msgspec.defstruct(f"S{number}", declared, bases=(base,), kw_only=how["kw_only"], tag=f"s{number}")
    if how["inherited"]:
        # Fields of a class and its base that differ in kw_only are put into another order.
        kind = msgspec.defstruct(f"C{number}", [("last", list[int])], bases=(kind,), tag=f"c{number}")
        names, kinds = [*names, "last"], [*kinds, (list[int], st.lists(st.integers(0, 9), max_size=2))]
    values = st.fixed_dictionaries({name: value for name, (_, value) in zip(names, kinds, strict=True)})
    return kind, values.map(lambda given: kind(**given))


@st.composite
def types(draw: Any, depth: int = 3) -> tuple[Any, st.SearchStrategy[Any]]:
    """A type of plain data and the strategy of its values."""
    if not depth or draw(st.integers(0, 3)) == 0:
        return draw(st.sampled_from(SCALARS))
    inner = types(depth - 1)
    form = draw(st.sampled_from(FORMS))
    if form in ("list", "stock"):
        kind, value = draw(inner)
        return (list[kind] if form == "list" else Hand[kind]), st.lists(value, max_size=3)
    if form == "dict":
        (kind, value), (key, keys) = draw(inner), SCALARS[draw(st.integers(0, 1))]
        return dict[key, kind], st.dictionaries(keys, value, max_size=3)
    if form == "row":
        kind, value = draw(inner)
        return tuple[kind, ...], st.lists(value, max_size=3).map(tuple)
    if form == "pair":
        (a, first), (b, second) = draw(inner), draw(inner)
        return tuple[a, b], st.tuples(first, second)
    if form == "optional":
        kind, value = draw(inner)
        return kind | None, st.none() | value
    if form == "mixed":
        kind, value = draw(inner)
        return (int | str | dict[str, list[kind]]), st.integers(0, 5) | st.dictionaries(  # type: ignore[valid-type]
            st.sampled_from("xyz"), st.lists(value, max_size=2)
        )
    how = st.fixed_dictionaries({name: st.booleans() for name in ("frozen", "kw_only", "inherited")})
    kind, values = structs(draw(st.lists(inner, max_size=3)), draw(how))
    if form == "tagged":
        other, more = structs(draw(st.lists(inner, max_size=2)), draw(how))
        return kind | other | None, st.none() | values | more
    return kind, values


def mutable(kind: Any, value: Any) -> Iterator[Any]:
    """Every object inside that a rule could change, by the declaration of its type."""
    if isinstance(value, (list, dict)) or (
        isinstance(value, msgspec.Struct) and not type(value).__struct_config__.frozen
    ):
        yield value
    if isinstance(value, msgspec.Struct):
        parts = [getattr(value, name) for name in value.__struct_fields__]
    elif isinstance(value, dict):
        parts = list(value.values())
    else:
        parts = list(value) if isinstance(value, (list, tuple)) else []
    for part in parts:
        yield from mutable(kind, part)


@settings(max_examples=150)
@given(st.data())
def test_a_copy_is_what_deepcopy_gives(data: st.DataObject) -> None:
    """Equal to the last type, with nothing that can change in common."""
    kind, values = data.draw(types())
    copied = copier(kind)
    for _ in range(3):
        value = data.draw(values)
        made, expected = copied(value), copy.deepcopy(value)
        assert made == expected == value
        assert encode(made) == encode(value)
        assert {id(part) for part in mutable(kind, made)}.isdisjoint(id(part) for part in mutable(kind, value))
        assert checked(made, kind) == value
        for part in mutable(kind, made):  # whatever is done to the copy
            if isinstance(part, (list, dict)):
                part.clear()
        assert value == expected


class Piece(Frozen):
    name: str
    sides: tuple[int, ...]


class Shelf(Frozen):
    pieces: list[Piece]
    best: Piece


class Room(Struct):
    piece: Piece
    shelf: Shelf
    by_name: dict[str, Piece]
    pair: tuple[int, str]


def test_what_can_never_change_is_shared() -> None:
    """A frozen struct is copied only for the sake of a list inside it."""
    piece = Piece("a", (1, 2))
    room = Room(piece, Shelf([piece], piece), {"a": piece}, (1, "x"))
    made = copier(Room)(room)
    assert made.piece is made.shelf.best is made.by_name["a"] is made.shelf.pieces[0] is piece
    assert made.pair is room.pair
    assert made.shelf is not room.shelf
    assert made.shelf.pieces is not room.shelf.pieces
    assert copier(Piece)(piece) is piece
    assert copier(tuple[Piece, ...])(pair := (piece,)) is pair


def test_the_copy_of_a_whole_position_is_of_its_generic_types() -> None:
    """State, seats and vault come out as they went in."""
    kind = Position[Table, Seat, Vault]
    seats = (Seat([1], [(0, 1)]), Seat([2, 3]))
    position = Position(State(Table([4], peeked={1: [5]}), seats, Vault([6], [7])), [0, 0], Chance(bytes(32)), 3)
    made = copier(kind)(position)
    assert made == position
    assert type(made.state) is State
    made.state.seats[0].hand.append(9)
    made.state.table.peeked[1].append(9)
    assert (seats[0].hand, position.state.table.peeked) == ([1], {1: [5]})


class Box(Struct, Generic[T]):
    inside: list[T]


def test_generic_structs_are_copied_by_their_parameters() -> None:
    """A list of lists is copied to the bottom, a list of numbers at once."""
    deep = Box([[1], [2]])
    made = copier(Box[list[int]])(deep)
    made.inside[0].append(3)
    assert deep.inside == [[1], [2]]
    assert copier(Box[int])(Box([1])) == Box([1])


# -- types that are no plain data ----------------------------------------------------------------------


class Node(Struct):
    children: list[Node]


class Even(Struct):
    odd: Odd | None


class Odd(Struct):
    even: Even


class Nameless(Struct):
    part: Missing  # type: ignore[name-defined]  # noqa: F821


Cell = NewType("Cell", int)
REFUSED: dict[str, tuple[Any, str]] = {
    "a fraction": (float, "it is float"),
    "a set": (set[int], "it is set"),
    "anything": (Any, "it is Any"),
    "a list of anything": (list, "it is list"),
    "a dict of anything": (dict, "it is dict"),
    "an object": (object, "it is object"),
    "a name for a type": (Cell, "it is Cell"),
    "inside a list": (list[list[float]], "it[][]"),
    "inside a dict": (dict[int, set[int]], "it[] is set"),
    "inside a tuple": (tuple[int, float], "it[] is float"),
    "one of several": (int | float, "it is float"),
    "fractions as keys": (dict[float, int], "keys"),
    "truth values as keys": (dict[bool, int], "keys"),
    "pairs as keys": (dict[tuple[int, int], int], "keys"),
    "numbers and text as keys": (dict[int | str, int], "keys"),
    "numbers and text as literal keys": (dict[Literal[1, "1"], int], "keys"),
    "a list or a tuple": (list[int] | tuple[int, ...], "array-like"),
    "a name that only a type checker knows": (Nameless, "'Missing' is not defined"),
    "inside itself": (Node, "Node inside Node"),
    "inside itself by way of another": (Even, "Even inside Even"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_plain_data_is_refused_by_name(name: str) -> None:
    """When the copier is made, not in the middle of a match; never with an endless recursion."""
    kind, words = REFUSED[name]
    found = list(faults(kind))
    assert found
    with pytest.raises(GameFault) as caught:
        copier(kind)
    assert found[0] in str(caught.value)
    assert caught.value.facts == {"verb": "types"}
    if words.startswith("it[]["):
        assert any("[][] is float" in fault for fault in found)
    else:
        assert any(words.removeprefix("it").strip() in fault for fault in found)


class Part(Struct):
    weight: float
    names: list[set[str]]


class Whole(Struct):
    size: int
    parts: dict[int, Part]


def test_a_fault_names_the_field() -> None:
    """From the outermost struct down; all of them at once."""

    assert list(faults(Whole)) == [
        "parts[].weight is float, which is not plain data of a known type",
        "parts[].names[] is set, which is not plain data of a known type",
    ]


@given(types())
def test_plain_data_has_no_faults_and_survives_the_wire(drawn: tuple[Any, st.SearchStrategy[Any]]) -> None:
    """Whatever the type is made of."""
    kind, _ = drawn
    assert list(faults(kind)) == []


@settings(max_examples=60)
@given(st.data())
def test_plain_data_comes_back_from_json_as_it_was(data: st.DataObject) -> None:
    """So that refusing no more types than must be is enough."""
    kind, values = data.draw(types())
    value = data.draw(values)
    assert decode(encode(value), kind) == value


def test_a_type_may_stand_in_several_places() -> None:
    """That is not the same as standing inside itself."""

    class Twice(Struct):
        first: Piece
        second: list[Piece]

    assert list(faults(Twice)) == []


# -- sizes and pieces ----------------------------------------------------------------------------------


class Player(Struct):
    hand: Hand[int]
    won: Pile[Piece]
    plain: list[int]


class Store(Struct):
    bag: Bag[str]
    deck: Annotated[Deck[int], "of numbers"]


def test_sizes_are_those_of_the_stocks_alone() -> None:
    """Of each seat in order; a plain list is no stock."""
    piece = Piece("a", ())
    seats = (Player([1, 2], [], [5, 6, 7]), Player([], [piece], []))
    state = State(Table([]), seats, Store(["x", "y"], [1]))
    sizes = sizer(Player, Store, frozenset(), 2)
    assert sizes is not None
    assert sizes(state) == {"seat.hand": [2, 0], "seat.won": [0, 1], "vault.bag": 2, "vault.deck": 1}


def test_closed_stocks_are_left_out() -> None:
    """All of them: then there is nothing to count."""
    sizes = sizer(Player, Store, frozenset({"seat.hand", "vault.deck"}), 1)
    assert sizes is not None
    state = State(Table([]), (Player([1], [], []),), Store([], []))
    assert sizes(state) == {"seat.won": [0], "vault.bag": 0}
    assert sizer(Player, None, frozenset({"seat.hand", "seat.won"}), 2) is None
    assert sizer(None, None, frozenset(), 2) is None


@pytest.mark.parametrize("name", ["seat.hnad", "hand", "vault.hand", "seat.plain", "table.row"])
def test_closing_what_is_no_stock_is_refused(name: str) -> None:
    """A slip of the pen would show the size that was to be hidden."""
    with pytest.raises(GameFault) as caught:
        sizer(Player, Store, frozenset({name}), 2)
    assert name in str(caught.value)
    assert caught.value.facts == {"verb": "closed"}


def test_pieces_are_found_in_stocks_at_any_depth() -> None:
    """And nowhere else."""

    class Table2(Struct):
        market: Pile[int]
        piles: dict[int, Player]
        score: list[int]

    state = State(
        Table2([1, 2], {0: Player([3], [], [99])}, [99]), (Player([4], [Piece("x", ())], [99]),), Store(["y"], [5])
    )
    assert list(pieces(state)) == [1, 2, 3, 4, Piece("x", ()), "y", 5]


# -- types taken apart ---------------------------------------------------------------------------------


def test_alternatives_look_through_annotations_and_nesting() -> None:
    """A type alone is its own alternative."""
    assert alternatives(int) == (int,)
    assert alternatives(None) == (type(None),)
    assert alternatives(Annotated[int | Annotated[str | None, "x"], "y"]) == (int, str, type(None))
    assert alternatives(Literal["a"] | Piece) == (Literal["a"], Piece)


def test_structs_are_told_from_other_types() -> None:
    """Parametrised or not."""
    assert [is_struct(kind) for kind in (Piece, Box[int], Move)] == [True] * 3
    assert [is_struct(kind) for kind in (int, list[int], None, Any, "Piece")] == [False] * 5


def test_fields_keep_their_order_and_annotations() -> None:
    """A stock is still known as one."""
    assert [name for name, _ in fields(Player)] == ["hand", "won", "plain"]
    assert dict(fields(Player))["plain"] == list[int]
    assert dict(fields(Box[str]))["inside"] == list[str]
