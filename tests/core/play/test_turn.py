"""The turn: what is told, to whom, and points with their reasons."""

from __future__ import annotations

import pytest

from market import Chosen, Drew, Rules
from tileyard import Chance, GameFault, Scored, Turn


def turn(listening: bool = True) -> Turn[Rules]:
    log = ([], []) if listening else (None, None)
    return Turn(2, Rules(), Chance(bytes(32)), [0, 0], 1, *log)


def test_everybody_is_told_in_order() -> None:
    """Awards among the events, where they happened."""
    told = turn()
    told.announce(Chosen(0))
    told.award(1, 3, "lay", (5, 6))
    told.announce(Chosen(1))
    assert told.log == [Chosen(0), Scored(1, 3, "lay", (5, 6)), Chosen(1)]
    assert told.whispers == []


def test_a_whisper_is_kept_with_its_listener() -> None:
    """And is no event."""
    told = turn()
    told.whisper(0, Drew(7, []))
    assert told.whispers == [(0, Drew(7, []))]
    assert told.log == []


def test_points_add_up_and_may_be_negative() -> None:
    """The sum of the awards is the score."""
    told = turn()
    for points in (5, -2, 0):
        told.award(0, points, "lay")
    assert told.scores == [3, 0]
    assert told.log == [Scored(0, points, "lay", ()) for points in (5, -2, 0)]


def test_places_may_be_given_one_by_one() -> None:
    """They are kept as a tuple, whatever they came as."""
    told = turn()
    told.award(0, 1, "lay", (cell for cell in (3, 4)))
    told.award(0, 1, "lay", [5])
    assert [event.where for event in told.log or [] if isinstance(event, Scored)] == [(3, 4), (5,)]


def test_where_nobody_listens_nothing_is_kept_but_the_points() -> None:
    """As in a playout."""
    told = turn(listening=False)
    told.announce(Chosen(0))
    told.whisper(0, Drew(7, []))
    told.award(0, 4, "lay", (1,))
    assert (told.log, told.whispers, told.scores) == (None, None, [4, 0])


@pytest.mark.parametrize("listening", [True, False])
@pytest.mark.parametrize("player", [-1, 2])
def test_there_must_be_such_a_player(player: int, listening: bool) -> None:
    """-1 would be the last of the list to Python; also where nobody listens."""
    told = turn(listening)
    with pytest.raises(GameFault, match=f"player {player}"):
        told.whisper(player, Drew(7, []))
    with pytest.raises((GameFault, IndexError)):
        told.award(player, 4, "lay")
    assert told.scores == [0, 0]
    assert not told.log
