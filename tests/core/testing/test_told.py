"""What may be told of a secret move: nothing that tells it from another one, unless all can see it afterwards."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from odds_and_evens import OddsAndEvens

from games import simultaneous, stash
from tileyard import Event, Move
from tileyard.testing import Case, CheckResult, run_checks

OTHERS = ["events_tell_no_secrets", "hidden_things_change_nothing", "bots_cannot_peek", "whispers_reach_one_player"]


class Planted(Event):
    """Which fingers a player holds out."""

    player: int
    fingers: int


class Showing(OddsAndEvens):
    """Whoever chooses first is given away to whoever has still to choose."""

    events = (*OddsAndEvens.events, Planted)

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        turn.announce(Planted(turn.player, move.fingers))
        super().apply(state, move, turn)


class Held(Move, Event):
    """Fingers held out, before the eyes of all."""

    fingers: int


class Open(OddsAndEvens):
    """Its move is an event, and so announces itself."""

    def legal(self, view: Any) -> Any:
        return [Held(1), Held(2)]


Open.types = dataclasses.replace(OddsAndEvens.types, move=Held)


def verdict(game: Any, **settings: Any) -> CheckResult:
    """What the check says of a game."""
    (result,) = run_checks(game, only=["secret_moves_are_not_told"], **settings)
    return result


def test_a_choice_told_while_others_choose_is_found_and_by_no_other_check() -> None:
    """The other world in which they repeat the move holds the same choice."""
    result = verdict(Showing())
    assert result.case == Case(2)
    assert result.message.startswith(
        "at ply 0, a spectator sees no difference between Show(fingers=1) and Show(fingers=2) of player 0, but is told "
        "which it is: Planted(player=0, fingers=1) or Planted(player=0, fingers=2); tell nobody what is secret until"
    )
    assert all(other.ok for other in run_checks(Showing(), only=OTHERS))


def test_a_choice_that_announces_itself_is_found() -> None:
    assert "but is told which it is: Held(fingers=1) or Held(fingers=2)" in verdict(Open()).message


@pytest.mark.parametrize("game", [OddsAndEvens(), simultaneous.Simultaneous(), stash.Stash()])
def test_choices_kept_until_all_are_uncovered_are_none_of_it(game: Any) -> None:
    assert verdict(game).ok


@pytest.mark.parametrize("game", [stash.Telling(), stash.Hinting()])
def test_a_card_laid_face_down_is_not_told_nor_anything_of_it(game: Any) -> None:
    result = verdict(game)
    assert not result.ok
    assert "Told(card=0) or Told(card=1)" in result.message


def test_a_whisper_tells_it_to_one_who_should_not_know_it() -> None:
    result = verdict(stash.Passing())
    assert result.message.startswith("at ply 0, player 1 sees no difference")
    assert "Leaked(card=0) or Leaked(card=1)" in result.message


def test_what_stands_on_the_table_may_be_told() -> None:
    assert verdict(stash.Keeping()).ok


def test_many_claims_are_no_secret_though_only_a_few_moves_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a few moves each may go with a claim of its own; of all of them, every claim goes with every card."""
    monkeypatch.setattr("tileyard.testing.checks.told.FEW", 4)
    assert verdict(stash.Stash()).ok
    assert not verdict(stash.Telling()).ok
