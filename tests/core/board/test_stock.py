"""Stocks: nothing is lost, nothing is told, and the engine can find them."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tileyard.board import Bag, Deck, Hand, Pile, deal, discard, draw, reshuffle, stock_fields, take
from tileyard.ground.chance import Chance, Stream
from tileyard.ground.errors import UsageError
from tileyard.ground.wire import Struct, decode, encode

pieces = st.lists(st.integers(0, 5), max_size=20)


class Lowest(Stream):
    """A stream that always gives 0, and counts how often it is asked."""

    __slots__ = ("asked",)

    def __init__(self) -> None:
        self.asked = 0

    def below(self, n: int) -> int:
        self.asked += 1
        return 0


class Seat(Struct):
    hand: Hand[int]
    score: int = 0
    kept: list[int] = []


class Vault(Struct):
    bag: Bag[str] = []
    deck: Deck[tuple[int, int]] = []
    pile: Pile[int] = []


def test_the_top_of_a_deck_is_the_end_of_the_list() -> None:
    deck = [1, 2, 3]
    assert [draw(deck), draw(deck), draw(deck)] == [3, 2, 1]


def test_a_bag_decides_when_it_is_drawn_from() -> None:
    bag, chance = [1, 2, 3], Lowest()
    assert draw(bag, chance) == 1
    assert (sorted(bag), chance.asked) == ([2, 3], 1)


@given(bag=pieces.filter(bool), seed=st.text(max_size=3))
def test_drawing_a_bag_empty_gives_every_piece(bag: list[int], seed: str) -> None:
    left, chance = list(bag), Chance.from_seed(seed)
    drawn = [draw(left, chance) for _ in bag]
    assert (Counter(drawn), left, chance.count) == (Counter(bag), [], len(bag))


@given(stock=pieces, count=st.integers(1, 4), each=st.integers(0, 5), seed=st.none() | st.text(max_size=3))
def test_dealing_goes_round_and_keeps_every_piece(stock: list[int], count: int, each: int, seed: str | None) -> None:
    left = list(stock)
    hands: list[list[int]] = [[] for _ in range(count)]
    chance = None if seed is None else Chance.from_seed(seed)
    if each * count > len(stock):
        with pytest.raises(UsageError) as error:
            deal(left, hands, each, chance)
        assert (error.value.facts["field"], left, hands) == ("each", stock, [[]] * count)
        return
    deal(left, hands, each, chance)
    assert [len(hand) for hand in hands] == [each] * count
    assert Counter(left) + sum(map(Counter, hands), Counter()) == Counter(stock)
    if chance is None:
        assert [hand[turn] for turn in range(each) for hand in hands] == stock[::-1][: each * count]


@given(hand=pieces.filter(bool), data=st.data())
def test_discarding_moves_one_piece_to_the_top_of_the_pile(hand: list[int], data: st.DataObject) -> None:
    piece = data.draw(st.sampled_from(hand))
    left, pile = list(hand), [9]
    discard(left, piece, pile)
    first = hand.index(piece)
    assert (left, pile) == (hand[:first] + hand[first + 1 :], [9, piece])


@given(deck=pieces, pile=pieces, seed=st.text(max_size=3))
def test_reshuffling_puts_the_whole_pile_into_the_deck(deck: list[int], pile: list[int], seed: str) -> None:
    into, away = list(deck), list(pile)
    reshuffle(into, away, Chance.from_seed(seed))
    assert (Counter(into), away) == (Counter(deck + pile), [])
    wanted = deck + pile
    Chance.from_seed(seed).shuffle(wanted)
    assert into == wanted


def test_a_missing_piece_is_named_and_the_others_are_not() -> None:
    """A stock may be secret, so an error tells what was asked for and nothing else."""
    hand, pile = [41, 42], [43]
    for act in (lambda: take(hand, 7), lambda: discard(hand, 7, pile)):
        with pytest.raises(UsageError) as error:
            act()
        assert error.value.facts == {"field": "piece", "piece": 7}
        assert str(error.value) == "there is no 7 to take"
    assert (hand, pile) == ([41, 42], [43])


@pytest.mark.parametrize("chance", [None, Lowest()])
def test_an_empty_stock_gives_nothing(chance: Stream | None) -> None:
    with pytest.raises(UsageError) as error:
        draw([], chance)
    assert error.value.facts["field"] == "stock"


def test_the_engine_finds_stocks_by_their_annotation() -> None:
    assert stock_fields(Seat) == {"hand": "hand"}
    assert stock_fields(Vault) == {"bag": "bag", "deck": "deck", "pile": "pile"}
    assert stock_fields(None) == stock_fields(type(None)) == stock_fields(int) == {}


def test_a_stock_is_a_plain_list_on_the_wire_and_named_in_the_schema() -> None:
    vault = Vault(bag=["a"], deck=[(1, 2)])
    assert encode(vault) == b'{"bag":["a"],"deck":[[1,2]],"pile":[]}'
    assert decode(encode(vault), Vault) == vault
    fields = msgspec.json.schema(Vault)["$defs"]["Vault"]["properties"]
    assert {name: field["x-stock"] for name, field in fields.items()} == stock_fields(Vault)
    assert fields["bag"]["items"] == {"type": "string"}
