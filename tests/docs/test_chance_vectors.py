"""The published test vectors: by the code, and by the published rules followed word for word."""

from __future__ import annotations

import json
from hashlib import sha256, sha512
from pathlib import Path
from typing import Any

import pytest

from tileyard import Chance

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "docs" / "reference" / "chance.json").read_text(encoding="utf-8")
)


class Rules:
    """The stream as its page describes it."""

    def __init__(self, key: bytes) -> None:
        self.numbers = [
            int.from_bytes(sha512(key + i.to_bytes(8, "big")).digest()[8 * j : 8 * j + 8], "big")
            for i in range(2)
            for j in range(8)
        ]

    def below(self, n: int) -> int:
        return (self.numbers.pop(0) * n) >> 64

    def draw(self, items: list[int]) -> int:
        place = self.below(len(items))
        taken, items[place] = items[place], items[-1]
        items.pop()
        return taken

    def shuffle(self, items: list[int]) -> None:
        for i in reversed(range(1, len(items))):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: repr(vector["seed"]))
def test_code_and_rules_give_the_published_numbers(vector: dict[str, Any]) -> None:
    chance = Chance.from_seed(vector["seed"])
    key = sha256(vector["seed"].encode()).digest()
    assert key.hex() == chance.key.hex() == vector["key"]
    assert sha256(key).hexdigest() == chance.commitment == vector["commitment"]
    assert [f"{number:016x}" for number in Rules(key).numbers[:9]] == vector["numbers"]
    for stream in (lambda: Rules(key), lambda: Chance.from_seed(vector["seed"])):
        below, draw, shuffle = stream(), stream(), stream()
        assert [[n, below.below(n)] for n, _ in vector["below"]] == vector["below"]
        bag, deck = list(range(10)), list(range(10))
        assert [draw.draw(bag) for _ in range(5)] == vector["draw"]
        shuffle.shuffle(deck)
        assert deck == vector["shuffle"]


def test_a_stream_goes_on_where_it_was_left() -> None:
    """Across block boundaries, and from nothing but key and count."""
    whole = Chance.from_seed("7")
    numbers = [whole.below(2**32) for _ in range(40)]
    for count in (0, 7, 8, 9, 31):
        rest = Chance(whole.key, count)
        assert [rest.below(2**32) for _ in range(40 - count)] == numbers[count:]
