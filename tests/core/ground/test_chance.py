"""The chance stream: the published vectors, and an independent reading of its definition."""

from __future__ import annotations

import copy
import hashlib
import pickle
import struct
from collections import Counter
from copy import deepcopy
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tileyard import Chance, FastChance, UsageError
from tileyard.ground.chance import RecordedChance, Stream, derive_seed, new_seed, seed_text
from tileyard.ground.wire import decode, digest, encode

# The vectors of the reference page are tested with it; this one has more than ASCII in its seed.
SEED = "Größe ♞ 🀄"
KEY = "d8fe6c50a2658c16a7117936850ebdc0137fe58d948c96d979b9d805952f2dc5"
COMMITMENT = "6bf4efe55f6767902e0ed4fe8469766068ded6400cfc4b4e04cbcf19104e6129"
NUMBERS = [
    17237364936556374884,
    6453761164810711544,
    12834872262695519958,
    18317757023451124418,
    2286822547926388450,
    14142132834428069207,
    15812685851815110426,
    11248168721758327007,
    12058410391708146154,
    15323719185189636687,
]
SEEDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


class Oracle:
    """The definition once more, word by word and without a cache."""

    def __init__(self, seed: str, count: int = 0) -> None:
        self.key = hashlib.sha256(seed.encode("utf-8")).digest()
        self.count = count

    def number(self) -> int:
        block, place = divmod(self.count, 8)
        self.count += 1
        return struct.unpack(">8Q", hashlib.sha512(self.key + struct.pack(">Q", block)).digest())[place]

    def below(self, n: int) -> int:
        return self.number() * n // 2**64

    def shuffled(self, items: list[Any]) -> list[Any]:
        items = list(items)
        for last in reversed(range(1, len(items))):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items


class Lowest(Stream):
    """Always the lowest number; counts the calls."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def below(self, n: int) -> int:
        self.asked.append(n)
        return 0


def test_a_published_vector_holds() -> None:
    """Every number here was fixed once and for all: records that exist depend on them."""
    chance, oracle = Chance.from_seed(SEED), Oracle(SEED)
    assert chance.key.hex() == KEY
    assert chance.commitment == COMMITMENT
    assert [oracle.number() for _ in range(10)] == NUMBERS
    assert [chance.below(2**32) for _ in range(10)] == [number >> 32 for number in NUMBERS]
    assert [chance.below(6) for _ in range(10)] == [2, 0, 0, 4, 4, 4, 1, 2, 3, 0]
    items = list(range(10))
    chance.shuffle(items)
    assert items == [9, 8, 1, 6, 0, 4, 5, 2, 3, 7]
    assert [chance.draw(items) for _ in range(3)] == [5, 7, 3]
    assert items == [9, 8, 1, 6, 0, 4, 2]
    assert chance.pick(items) == 1
    assert chance.count == 10 + 10 + 9 + 3 + 1


@given(SEEDS, st.lists(st.integers(1, 2**32), max_size=40), st.integers(0, 2**40))
def test_numbers_are_those_of_the_definition(seed: str, bounds: list[int], count: int) -> None:
    """From any place of the stream on, across the edges of blocks."""
    oracle = Oracle(seed, count)
    chance = Chance(hashlib.sha256(seed.encode()).digest(), count)
    assert [chance.below(n) for n in bounds] == [oracle.below(n) for n in bounds]
    assert chance.count == count + len(bounds)


@given(SEEDS, st.lists(st.integers(), max_size=30))
def test_shuffle_is_specified(seed: str, items: list[int]) -> None:
    """The last place first, one number for each place but one."""
    chance, shuffled = Chance.from_seed(seed), items[:]
    chance.shuffle(shuffled)
    assert shuffled == Oracle(seed).shuffled(items)
    assert chance.count == max(len(items) - 1, 0)


@given(SEEDS, st.lists(st.integers(), min_size=1, max_size=30))
def test_draw_and_pick_are_specified(seed: str, items: list[int]) -> None:
    """One number each; the last piece fills the gap of a drawn one, and picking takes nothing away."""
    chance, left = Chance.from_seed(seed), items[:]
    place = Oracle(seed).below(len(items))
    assert Chance.from_seed(seed).pick(tuple(items)) == items[place]
    assert chance.draw(left) == items[place]
    rest = items[:-1] if place == len(items) - 1 else [*items[:place], items[-1], *items[place + 1 : -1]]
    assert left == rest
    assert chance.count == 1


def test_every_word_stands_on_below() -> None:
    """So a stream of another kind need only give numbers."""
    stream = Lowest()
    items = [1, 2, 3, 4]
    stream.shuffle(items)
    assert items == [2, 3, 4, 1]
    assert stream.draw(items) == 2
    assert items == [1, 3, 4]
    assert stream.pick(items) == 1
    assert stream.asked == [4, 3, 2, 4, 3]


def test_all_orders_of_a_shuffle_are_equally_likely() -> None:
    """A wrong bound in the loop would favour some of the 24; the greatest deviation is four standard ones."""
    chance = Chance.from_seed("orders")
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        items = [0, 1, 2, 3]
        chance.shuffle(items)
        found[tuple(items)] += 1
    assert set(found) == set(permutations(range(4)))
    assert all(abs(times - 1000) < 4 * 1000**0.5 for times in found.values())


@given(st.integers(1, 2**32), st.integers(0, 2**32 - 1))
def test_the_bias_stays_under_two_to_the_minus_32(n: int, value: int) -> None:
    """Of the 2**64 numbers, those that give one value are 2**64 / n, give or take one: at most n / 2**64 of a share."""
    value %= n
    ways = -(-((value + 1) << 64) // n) - -(-(value << 64) // n)
    assert abs(ways * n - 2**64) <= n
    assert abs(ways * n - 2**64) * 2**32 <= 2**64


@given(SEEDS, st.lists(st.integers(1, 1000), max_size=20))
def test_the_whole_state_is_key_and_count(seed: str, bounds: list[int]) -> None:
    """A stream saved, copied or pickled goes on as the original does."""
    chance = Chance.from_seed(seed)
    for n in bounds:
        chance.below(n)
    twins = [decode(encode(chance), Chance), deepcopy(chance), pickle.loads(pickle.dumps(chance))]
    assert all(twin == chance for twin in twins)
    expected = [chance.below(100) for _ in range(9)]
    assert all([twin.below(100) for _ in range(9)] == expected for twin in twins)


@given(SEEDS, st.lists(st.integers(1, 1000), max_size=20))
def test_a_recording_stream_gives_the_same_and_keeps_it(seed: str, bounds: list[int]) -> None:
    """The numbers kept are those given, not those underneath."""
    plain, recorded = Chance.from_seed(seed), RecordedChance.from_seed(seed)
    given_ = [recorded.below(n) for n in bounds]
    assert recorded.drawn == given_ == [plain.below(n) for n in bounds]
    assert RecordedChance.from_seed(seed).drawn == []


def test_the_commitment_hides_the_seed_and_binds_it() -> None:
    """It is the hash of the key, not the key itself, and another seed has another."""
    chance = Chance.from_seed("7")
    assert chance.commitment == hashlib.sha256(hashlib.sha256(b"7").digest()).hexdigest()
    assert chance.commitment != chance.key.hex()
    assert chance.commitment != Chance.from_seed("8").commitment


def test_fresh_seeds_are_128_bits_and_differ() -> None:
    """Sixteen bytes from the operating system, in hex."""
    seeds = {new_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert all(len(bytes.fromhex(seed)) == 16 for seed in seeds)


@given(st.integers())
def test_a_number_is_a_seed_by_its_digits(seed: int) -> None:
    """So that 7 and "7" give one stream, here and in every other language."""
    assert seed_text(seed) == f"{seed}"
    assert Chance.from_seed(seed) == Chance.from_seed(f"{seed}")


@pytest.mark.parametrize("seed", ["\ud800", None, b"7", 7.0, True, pytest.param(10**5000, id="digits")])
def test_what_is_neither_text_nor_a_whole_number_is_no_seed(seed: Any) -> None:
    """Half of a surrogate pair is text to Python alone, and truth is no number here."""
    with pytest.raises(UsageError) as caught:
        Chance.from_seed(seed)
    assert caught.value.facts == {"field": "seed"}


def test_a_derived_seed_is_another_stream() -> None:
    """It follows from seed and label, and is neither the seed nor the key."""
    derived = derive_seed("7", "bot 1")
    assert derived == derive_seed("7", "bot 1") == hashlib.sha256(b"7\nbot 1").hexdigest()
    others = {derive_seed("7", "bot 2"), derive_seed("8", "bot 1"), Chance.from_seed("7").key.hex()}
    assert derived not in others
    assert Chance.from_seed(derived).key != Chance.from_seed("7").key


@given(st.one_of(st.integers(), st.text()), st.lists(st.integers(), min_size=1, max_size=9))
def test_the_cheap_stream_keeps_to_its_bounds_and_repeats(seed: int | str, items: list[int]) -> None:
    """Its own words do what those of every stream do."""
    chance = FastChance(seed)
    values = [chance.below(n) for n in range(1, 50)]
    assert all(0 <= value < n for n, value in enumerate(values, start=1))
    again = FastChance(seed)
    assert [again.below(n) for n in range(1, 50)] == values
    assert FastChance(seed).pick(items) == Stream.pick(FastChance(seed), items)
    for own, common in ((FastChance.draw, Stream.draw), (FastChance.shuffle, Stream.shuffle)):
        ours, theirs = items[:], items[:]
        assert own(FastChance(seed), ours) == common(FastChance(seed), theirs)
        assert ours == theirs


def test_a_stream_is_told_from_another_by_its_digest() -> None:
    """A position's digest covers its stream."""
    chance = Chance.from_seed("7")
    before = digest(chance)
    chance.below(2)
    assert digest(chance) != before


@pytest.mark.parametrize("word", ["pick", "draw"])
def test_nothing_can_be_taken_from_nothing(word: str) -> None:
    """An empty list is a fault of the rules that ask."""
    with pytest.raises(IndexError):
        getattr(Chance.from_seed("7"), word)([])


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda chance: pickle.loads(pickle.dumps(chance))])
def test_a_copy_of_a_cheap_stream_has_numbers_of_its_own(copied: Any) -> None:
    """The same ones, which are not used up by the other."""
    chance = FastChance("7")
    chance.below(6)
    other = copied(chance)
    drawn = [chance.below(1000) for _ in range(20)]
    assert [other.below(1000) for _ in range(20)] == drawn
    assert [chance.below(1000) for _ in range(20)] == [other.pick(range(1000)) for _ in range(20)]
