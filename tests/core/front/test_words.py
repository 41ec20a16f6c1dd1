"""Words that all games share."""

from __future__ import annotations

import pytest

from tileyard import Result
from tileyard.front.words import does, fold, many, outcome, who, wins


def test_people_count_players_from_one() -> None:
    assert [who(player) for player in range(3)] == ["Player 1", "Player 2", "Player 3"]


def test_of_one_thing_there_is_one() -> None:
    assert [many(number, "tile") for number in (0, 1, 2, -1)] == ["0 tiles", "1 tile", "2 tiles", "-1 tiles"]


def test_one_wins_and_several_win() -> None:
    assert wins([1]) == "Player 2 wins"
    assert wins((0, 2)) == "Player 1 and Player 3 win"


def test_a_match_is_won_or_lost_or_neither() -> None:
    assert outcome(Result.by([1, 5])) == "Player 2 wins"
    assert outcome(Result.by([5, 5])) == "All players are equal"
    assert outcome(Result(((0, 1),), ())) == "Nobody wins"


@pytest.mark.parametrize(
    ("may", "did"),
    [
        ("lay B4 at c5", "Player 2 lays B4 at c5"),
        ("pass", "Player 2 passes"),
        ("catch a fish", "Player 2 catches a fish"),
        ("go home", "Player 2 goes home"),
        ("carry it", "Player 2 carries it"),
        ("play it", "Player 2 plays it"),
        ("stop, and draw", "Player 2: stop, and draw"),
        ("c2-c4", "Player 2: c2-c4"),
        ("e4", "Player 2: e4"),
        ("Läge 3", "Player 2: Läge 3"),
        ("", "Player 2: "),
    ],
)
def test_whoever_may_do_a_thing_does_it(may: str, did: str) -> None:
    """What begins with no word that could be a verb, or goes on with another one, is left as it is."""
    assert does(1, may) == did


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("end_trade", "end trade", True),
        ("End-Trade", "end trade", True),
        ("-1,2", "1,2", False),
        ("1,-2", "1,2", False),
        ("endtrade", "end trade", False),
    ],
)
def test_words_are_the_same_however_they_are_joined(one: str, other: str, same: bool) -> None:
    assert (fold(one) == fold(other)) == same
