"""Faces turned, reflected and fitted, against slow search."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tileyard.board import Face, FitIndex, orientations, reflect, rotate
from tileyard.ground.errors import UsageError


def pairs_of(ports: list[int]) -> tuple[tuple[int, int], ...]:
    return tuple(zip(ports[::2], ports[1::2], strict=False))


@st.composite
def faces(draw: st.DrawFn, count: int | None = None) -> Face:
    count = count or draw(st.sampled_from([3, 4, 6]))
    sides = draw(st.tuples(*[st.sampled_from("wgk")] * count))
    corners = draw(st.one_of(st.just(()), st.tuples(*[st.integers(0, 1)] * count)))
    ports = draw(st.permutations(range(2 * count)))
    return Face(sides, corners, pairs_of(ports[: draw(st.integers(0, count))]))


@given(face=faces(), a=st.integers(-7, 7), b=st.integers(-7, 7))
def test_turns_add_up_and_a_whole_turn_is_none(face: Face, a: int, b: int) -> None:
    assert rotate(rotate(face, a), b) == rotate(face, a + b)
    assert rotate(face, len(face.sides)) == face


@given(face=faces(), turns=st.integers(0, 6))
def test_turning_over_twice_is_nothing_and_reverses_turns(face: Face, turns: int) -> None:
    assert reflect(reflect(face)) == face
    assert reflect(rotate(face, turns)) == rotate(reflect(face), -turns)


@given(face=faces(), turns=st.integers(0, 6))
def test_ports_travel_with_the_sides_and_corners_they_lie_on(face: Face, turns: int) -> None:
    """A face whose sides and corners are named by their ports keeps name and link together."""
    count = len(face.sides)
    named = Face(tuple(range(0, 2 * count, 2)), tuple(range(1, 2 * count, 2)), face.links)
    for moved in (rotate(named, turns), reflect(named), reflect(rotate(named, turns))):
        rim = [name for pair in zip(moved.sides, moved.corners, strict=True) for name in pair]
        assert {frozenset(rim[port] for port in group) for group in moved.links} == set(map(frozenset, face.links))


def test_a_quarter_turn_makes_the_left_side_the_top() -> None:
    """The example tile: top, right, bottom, left."""
    tile = Face(tuple("wwkg"))
    assert ["".join(rotate(tile, turn).sides) for turn in range(4)] == ["wwkg", "gwwk", "kgww", "wkgw"]


def test_a_reflected_square_swaps_east_and_west() -> None:
    face = Face(tuple("NESW"), ("NE", "SE", "SW", "NW"), ((0, 3), (1, 6)))
    assert reflect(face) == Face(tuple("NWSE"), ("NW", "SW", "SE", "NE"), ((0, 5), (7, 2)))


def test_links_that_say_the_same_are_the_same() -> None:
    assert Face(tuple("abcd"), links=((4, 0), (2, 1))) == Face(tuple("abcd"), links=((1, 2), (0, 4)))
    assert len({Face(tuple("abcd"), links=((4, 0),)), Face(tuple("abcd"), links=((0, 4),))}) == 1


@given(face=faces())
def test_orientations_are_all_the_different_ones_under_their_smallest_turn(face: Face) -> None:
    count = len(face.sides)
    every = {turn: rotate(face, turn) for turn in range(count)}
    every |= {count + turn: rotate(reflect(face), turn) for turn in range(count)}
    for reflections in (False, True):
        found = orientations(face, reflections)
        wanted = [every[turn] for turn in range(2 * count if reflections else count)]
        assert [lying for _, lying in found] == list(dict.fromkeys(wanted))
        assert [turn for turn, _ in found] == [wanted.index(lying) for _, lying in found]


def test_three_colours_make_24_squares() -> None:
    least = {min("".join(lying.sides) for _, lying in orientations(Face(sides))) for sides in product("wgk", repeat=4)}
    assert len(least) == 24


def slow_fits(tiles: list[Face], pattern: tuple[str | None, ...], turning: bool, over: bool) -> list[tuple[int, int]]:
    return [
        (kind, turn)
        for kind, face in enumerate(tiles)
        for turn, lying in (orientations(face, over) if turning else ((0, face),))
        if all(want in (None, shown) for want, shown in zip(pattern, lying.sides, strict=True))
    ]


@given(data=st.data(), count=st.sampled_from([3, 4, 6]), turning=st.booleans(), over=st.booleans())
def test_what_fits_is_what_trying_every_turn_finds(data: st.DataObject, count: int, turning: bool, over: bool) -> None:
    tiles = data.draw(st.lists(faces(count), max_size=8))
    index = FitIndex(tiles, rotate=turning, reflections=over)
    if not tiles:
        return
    for pattern in data.draw(st.lists(st.tuples(*[st.sampled_from(["w", "g", "k", "x", None])] * count), max_size=6)):
        wanted = slow_fits(tiles, pattern, turning, over)
        for _ in range(2):  # found, then remembered
            assert list(index.fits(pattern)) == wanted
            by_kind = index.turns(pattern)
            assert [(kind, turn) for kind, turns in by_kind.items() for turn in turns] == wanted
            assert all(by_kind.values())


def test_a_hand_asks_by_kind() -> None:
    """One tile lies above; a tile with three equal sides can meet it in three ways, its twin in none."""
    index = FitIndex([Face(tuple("gkkk")), Face(tuple("gwgw")), Face(tuple("kkkk"))])
    assert index.turns(("k", None, None, None)) == {0: (1, 2, 3), 2: (0,)}
    assert index.fits(("k", "g", "k", None)) == ((0, 1),)
    assert index.fits((None,) * 4) == ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (2, 0))


def test_an_index_forgets_rather_than_grows_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tileyard.board.tiles.MOST_PATTERNS", 10)
    tiles = [Face(sides) for sides in product("wgk", repeat=3)]
    index = FitIndex(tiles)
    for pattern in product(["w", "g", "k", None], repeat=3):
        assert list(index.fits(pattern)) == slow_fits(tiles, pattern, True, False)
        assert len(index._memo) <= 10


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: Face(("a", "b")), "sides"),
        (lambda: Face(("a", "b", "c"), ("x",)), "corners"),
        (lambda: Face(("a", "b", "c"), links=((0, 6),)), "links"),
        (lambda: Face(("a", "b", "c"), links=((-1, 2),)), "links"),
        (lambda: Face(("a", "b", "c"), links=((0, 1), (1, 2))), "links"),
        (lambda: FitIndex([Face(tuple("abc")), Face(tuple("abcd"))]), "faces"),
        (lambda: FitIndex([Face(tuple("abc"))]).turns(("a", None)), "pattern"),
    ],
)
def test_impossible_faces_and_patterns_are_refused(make: object, field: str) -> None:
    with pytest.raises(UsageError) as error:
        make()  # pyright: ignore[reportCallIssue]
    assert error.value.facts["field"] == field
