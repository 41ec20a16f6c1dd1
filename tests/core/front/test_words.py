"""Words that all games share."""

from __future__ import annotations

from tileyard.front.words import many, who, wins


def test_people_count_players_from_one() -> None:
    assert [who(player) for player in range(3)] == ["Player 1", "Player 2", "Player 3"]


def test_of_one_thing_there_is_one() -> None:
    assert [many(number, "tile") for number in (0, 1, 2, -1)] == ["0 tiles", "1 tile", "2 tiles", "-1 tiles"]


def test_one_wins_and_several_win() -> None:
    assert wins([1]) == "Player 2 wins"
    assert wins((0, 2)) == "Player 1 and Player 3 win"
