"""What is told of both games: what has happened, whatever the options are."""

from __future__ import annotations

import pytest

from qaleh_tables import CASTLES, RACE, castle, move, play, race
from tileyard import Engine, Position
from tileyard_qaleh_nil.scene import scene


def said(engine: Engine, position: Position, text: str) -> list[str]:
    """What a move brings about, as sentences."""
    (player,) = engine.active(position)
    return [engine.game.tell(event) for event in engine.carry_out(position, player, move(text)).events]


HOME, CLOSE = "f6 f5 e6", "a1 b1 a2"


@pytest.mark.rule("QN-603", "QN-705")
@pytest.mark.parametrize(
    ("counts", "granted", "caption"),
    [
        ("cost", "a last turn, for 2 at the most", "2 of 2 moves left"),
        ("actions", "a last turn of 1 move at the most, for 3 at the most", "1 of 1 moves left"),
    ],
)
def test_a_last_turn_is_told_with_all_that_limits_it(counts: str, granted: str, caption: str) -> None:
    engine, position = race({0: f"{HOME} e4", 1: f"{CLOSE} d2"}, "e4|e5", reply_counts=counts)
    assert f"Player 2 has {granted}" in said(engine, position, "e4>e5")
    shown = scene(engine.view(play(engine, position, "e4>e5"), 1)).captions[-1]
    assert shown == f"Round 1 of 200. You have the last turn, with {caption}."


@pytest.mark.rule("QN-705")
def test_a_last_turn_of_so_many_moves_shows_how_many_are_left() -> None:
    engine, position = race({0: f"{HOME} d4", 1: f"{CLOSE} d3"}, "d3|d4 c3|d3*2", reply_counts="actions")
    position = play(engine, position, "d4>e4>e5")
    after = play(engine, position, "d3>d4")
    assert scene(engine.view(after, 1)).captions[-1].endswith("with 1 of 2 moves left.")


@pytest.mark.rule("QN-706")
def test_with_halma_nobody_is_said_to_have_brought_all_pawns_home() -> None:
    engine, position = race({0: "e5 f5 e6 e4", 1: "f6 c1 d1 d2"}, goal_block="halma", first=1)
    assert said(engine, position, "e4>d4")[-1] == "Player 1 wins: the whole side has finished"


@pytest.mark.rule("QC-707")
def test_a_turn_that_the_partner_plays_is_that_of_the_player() -> None:
    pawns = {1: "a10", 2: "a4", 3: "c10"}
    engine, position = castle(pawns, players=4, mover=3, eliminated_partner="partner_plays")
    after = play(engine, position, "c10>c9", "c9>c8")
    assert said(engine, after, "c8>c7")[-1] == "Player 1 has a turn of 3 moves"
    after = play(engine, after, "c8>c7")
    assert engine.active(after) == (2,)
    assert said(engine, after, "a4>b4") == ["Player 3 steps from a4 to b4"]


def test_both_games_tell_alike() -> None:
    assert RACE.tell(move("a1>a2")) == CASTLES.tell(move("a1>a2")) == "move from a1 to a2"
