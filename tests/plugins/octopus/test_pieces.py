"""The tiles of a set, and what a wrong data file gets."""

from __future__ import annotations

from collections import Counter

import pytest

from tileyard import GameFault
from tileyard_octopus.pieces import one_set, read


@pytest.mark.rule("OCT-101")
def test_a_set_has_sixty_tiles() -> None:
    assert len(one_set()) == 60


@pytest.mark.rule("OCT-102")
def test_there_are_ten_colours_of_six_tiles() -> None:
    assert Counter(tile[0] for tile in one_set()) == dict.fromkeys("ABCDEFGHIJ", 6)


@pytest.mark.rule("OCT-103")
def test_there_are_the_numbers_one_to_six_on_ten_tiles_each() -> None:
    assert Counter(tile[1] for tile in one_set()) == dict.fromkeys("123456", 10)


@pytest.mark.rule("OCT-104")
def test_every_combination_occurs_once() -> None:
    assert sorted(one_set()) == sorted(f"{colour}{number}" for colour in "ABCDEFGHIJ" for number in range(1, 7))


def test_a_corrected_line_is_another_set() -> None:
    """One number may stand twice on a line: the owner's set decides."""
    lines = [f'{{ letter = "{letter}", numbers = [1, 2, 3, 4, 5, 6] }}' for letter in "BCDEFGHIJ"]
    text = f'colours = [{{ letter = "A", numbers = [1, 1, 2, 3, 4, 5] }}, {", ".join(lines)}]'
    assert Counter(read(text))["A1"] == 2
    assert "A6" not in read(text)


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("colours = [", "cannot be read"),
        ("colour = []", "cannot be read"),
        ('colours = [{ letter = "aa", numbers = [1] }]', "cannot be read"),
        ('colours = [{ letter = "A", numbers = [11] }]', "cannot be read"),
        ("colours = []", "60 tiles"),
        ('colours = [{ letter = "A", numbers = [1, 2] }]', "not 2"),
        (f'colours = [{{ letter = "A", numbers = {[1] * 120} }}]', "60 tiles, so that .*, not 120"),
    ],
)
def test_a_wrong_data_file_is_a_typed_error(text: str, cause: str) -> None:
    with pytest.raises(GameFault, match=cause) as caught:
        read(text)
    assert caught.value.facts["game"] == "octopus"
