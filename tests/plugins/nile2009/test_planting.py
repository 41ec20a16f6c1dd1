"""What may be planted and laid, and the reasons of refusals."""

from __future__ import annotations

from typing import Any

import pytest

from nile2009_tables import GAME, discarded, engine, fields, hand, move, plantings, position, told
from tileyard import Position
from tileyard_nile2009.model import FieldLost, Pass, Plant, Planted, Speculate


def refusal(game: Position, made: Any, **options: Any) -> str:
    """The rule that forbids a move, "" if none does; ``legal`` must say the same."""
    bound = engine(game, **options)
    reason = GAME.permits(bound.view(game, 0), made)
    assert (reason is None) == (made in bound.legal(game, 0))
    assert reason is None or (reason.field == "cards" and reason.text)
    return "" if reason is None else reason.rule


def plant(cards: str) -> Plant:
    return Plant(tuple(cards.split()))


@pytest.mark.rule("N09-316", "N09-401")
def test_two_or_more_of_one_crop_found_a_field() -> None:
    game = position("P P P W", "", pile="L L L L", flood="L")
    assert plantings(game) == ["P P", "P P P", "P W"]
    after, events = move(game, plant("P P P"))
    assert (fields(after), hand(after)) == ("A:P3", "L L W")
    assert told(events, Planted) == [Planted(0, "P", 3, 3, True)]


@pytest.mark.rule("N09-412", "N09-703")
def test_two_or_more_of_an_own_crop_enlarge_its_field() -> None:
    game = position("P P P", "", fields="A:P2", pile="L L L L", flood="L")
    assert plantings(game) == ["P P", "P P P"]
    after, events = move(game, plant("P P"))
    assert fields(after) == "A:P4"
    assert told(events, Planted) == [Planted(0, "P", 2, 4, False)]
    assert refusal(game, plant("P P"), extend_only="none") == "N09-703"


@pytest.mark.rule("N09-402", "N09-403", "N09-704")
def test_two_different_crops_of_which_one_founds() -> None:
    game = position("P W L", "", fields="A:P2", flood="C", pile="F F F F")
    assert plantings(game) == ["P W", "P L", "W L"]
    after, events = move(game, plant("P W"))
    assert fields(after) == "A:P3 A:W1"
    assert told(events, Planted) == [Planted(0, "P", 1, 3, False), Planted(0, "W", 1, 1, True)]
    assert refusal(game, plant("W L"), two_new="no") == "N09-704"
    assert refusal(game, plant("P W"), two_new="no") == ""
    assert refusal(game, plant("P W"), extend_only="none") == ""


@pytest.mark.rule("N09-404", "N09-703")
def test_any_cards_of_own_crops_as_at_the_online_table() -> None:
    game = position("P P W L", "", fields="A:P2 A:W1", flood="C")
    assert sorted(plantings(game, extend_only="bga")) == sorted(["P", "P P", "W", "P W", "P P W", "P L", "W L"])
    assert refusal(game, plant("P P W"), extend_only="bga") == ""
    assert refusal(game, plant("P P L"), extend_only="bga") == "N09-402"


@pytest.mark.rule("N09-413")
def test_no_other_planting_exists() -> None:
    game = position("P P W W L", "", fields="A:P2 A:W1", flood="C")
    assert refusal(game, plant("P")) == "N09-413"
    assert refusal(game, plant("L")) == "N09-413"
    assert refusal(game, plant("P W")) == "N09-413"
    assert refusal(game, plant("P P L")) == "N09-402"
    assert refusal(game, plant("P W L")) == "N09-402"
    assert refusal(game, Plant(())) == "N09-413"


@pytest.mark.rule("N09-405")
def test_no_flooded_crop_is_planted() -> None:
    game = position("P P W W L L", "", flood="PW")
    assert plantings(game) == ["L L"]
    assert refusal(game, plant("P P")) == "N09-405"
    assert refusal(game, plant("W L")) == "N09-405"


@pytest.mark.rule("N09-406")
def test_speculation_cards_are_not_planted() -> None:
    game = position("PW LC P P", "", flood="F")
    assert refusal(game, plant("PW LC")) == "N09-406"
    assert refusal(game, plant("P PW")) == "N09-406"


@pytest.mark.rule("N09-407", "N09-408", "N09-410")
def test_a_larger_field_evicts_that_of_another() -> None:
    game = position("P P P", "", fields="B:P2", flood="L", pile="C F C F")
    assert plantings(game) == ["P P P"]
    assert refusal(game, plant("P P")) == "N09-407"
    after, events = move(game, plant("P P P"))
    assert fields(after) == "A:P3"
    assert told(events, FieldLost, Planted) == [FieldLost(1, "P", 2, "evicted"), Planted(0, "P", 3, 3, True)]
    assert discarded(after) == ["P", "P"]


@pytest.mark.rule("N09-409")
def test_one_card_founds_only_where_nobody_is() -> None:
    game = position("P W L", "", fields="B:P1", flood="C")
    assert plantings(game) == ["W L"]
    assert refusal(game, plant("P W")) == "N09-407"


@pytest.mark.rule("N09-411")
def test_planted_cards_come_from_the_hand() -> None:
    game = position("P W", "", storages=["P P W"], flood="L")
    assert plantings(game) == ["P W"]
    assert refusal(game, plant("P P")) == "N09-411"
    reason = GAME.permits(engine(game).view(game, 0), plant("F F"))
    assert reason is not None
    assert (reason.rule, reason.allowed) == ("N09-411", ("P", "W"))


@pytest.mark.rule("N09-316", "N09-421", "N09-422")
def test_one_or_two_speculation_cards_that_show_no_flood() -> None:
    game = position("PW PL WC P", "", flood="F", pile="F F F F")
    assert refusal(game, Speculate(("PW",))) == ""
    assert refusal(game, Speculate(("PW", "WC"))) == ""
    assert refusal(game, Speculate(("PW", "PL", "WC"))) == "N09-421"
    assert refusal(game, Speculate(())) == "N09-421"
    assert refusal(game, Speculate(("P",))) == "N09-421"
    assert refusal(game, Speculate(("LC",))) == "N09-421"
    assert refusal(game, Speculate(("PW", "PW"))) == "N09-421"
    wet = position("PW PL WC P", "", flood="C")
    assert refusal(wet, Speculate(("WC",))) == "N09-422"
    assert refusal(wet, Speculate(("PW", "PL"))) == ""
    engine(game).check(game, 0, Speculate(("PW", "PL")))
    after, _ = move(position("PW PL", "", flood="F", pile="F F * C"), Speculate(("PW", "PL")), locust_flood="none")
    # They lay on the table until the flood that followed.
    assert discarded(after) == ["*", "PL", "PW"]


@pytest.mark.rule("N09-423")
def test_speculation_cards_are_gone_before_the_next_player_can_lay_any() -> None:
    game, _ = move(position("PW", "LC", flood="F", pile="F F C W"), Speculate(("PW",)))
    assert GAME.active(game.state.table) == (1,)
    assert game.state.table.speculations == []


@pytest.mark.rule("N09-316")
def test_one_may_do_neither() -> None:
    game = position("P P PW", "", flood="L", pile="F F C W")
    assert refusal_free(game)
    after, _ = move(game, Pass())
    assert (fields(after), after.state.table.speculations) == ("", [])


def refusal_free(game: Position) -> bool:
    return GAME.permits(engine(game).view(game, 0), Pass()) is None
