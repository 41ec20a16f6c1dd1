"""The worked examples of the race on the games' page, one test each."""

from __future__ import annotations

from typing import Any

import pytest

from qaleh_tables import RACE, move, offers, play, race, told, turns_of
from tileyard import Chance, Engine, Position
from tileyard_qaleh_nil import boards, pieces
from tileyard_qaleh_nil.boards import cell, layout
from tileyard_qaleh_nil.model import End, Ground
from tileyard_qaleh_nil.pieces import tile_set, turned

KINDS = {kind.name: kind for kind in tile_set("nil20").tiles}
X01 = "T4r0 T6r0 T0r0  T1r0 T3r0 T2r1  T5r0 T0r0 T2r3"


def laid(text: str) -> Ground:
    """A board of three by three tiles."""
    drawn = [(KINDS[tile[:2]], int(tile[3])) for tile in text.split()]
    return Ground("3x3", pieces.laid(drawn), boards.walls(layout("3x3"), drawn))


def board_of_x01(**how: Any) -> tuple[Engine, Position]:
    engine, position = race({}, **how)
    position.state.table.ground = laid(X01)
    return engine, position


def costs(engine: Engine, position: Position) -> dict[str, int]:
    """What each move on offer costs."""
    (player,) = engine.active(position)
    found: dict[str, int] = {}
    for made in engine.legal(position, player):
        if not isinstance(made, End):
            after = engine.step(position, player, made).state.table
            passed = after.rota.at != position.state.table.rota.at
            found[told(made)] = position.state.table.moves.left - (0 if passed else after.moves.left)
    return found


def ends(engine: Engine, position: Position) -> set[str]:
    """The positions after all turns with at least one move."""
    return {str(after.state.table.pawns) for made, after in turns_of(engine, position) if not isinstance(made[0], End)}


@pytest.mark.rule("QN-X01")
def test_x01_walls_of_laid_tiles() -> None:
    edges = dict(zip(layout("3x3").edges, laid(X01).walls, strict=True))
    expected = {
        "a1|b1": 1, "b1|c1": 2, "b2|c2": 2, "a2|b2": 0, "c2|c3": 1, "b3|b4": 1, "e4|e5": 2, "d5|e5": 1, "e5|f5": 0,
    }  # fmt: skip
    for pair, count in expected.items():
        a, b = map(cell, pair.split("|"))
        assert edges[a, b] == str(count), pair


@pytest.mark.rule("QN-X02")
def test_x02_first_turns_on_that_board() -> None:
    engine, position = board_of_x01()
    assert costs(engine, position) == {"a1>a3": 1, "b1>c1": 3, "b1>b3": 1, "a2>a3": 1, "b2>c2": 3, "b2>b3": 1}
    found = ends(engine, position)
    assert len(found) == 48
    assert str(position.state.table.pawns) in found
    engine, position = board_of_x01(mover=1)
    assert costs(engine, position) == {"e5>e4": 3, "e5>d5": 2, "f5>f4": 3, "e6>d6": 2}
    found = ends(engine, position)
    assert len(found) == 11
    assert str(position.state.table.pawns) not in found


@pytest.mark.rule("QN-X03")
def test_x03_a_first_turn_without_walls() -> None:
    engine, position = race({})
    assert list(costs(engine, position).values()) == [1] * 8
    found = ends(engine, position)
    assert len(found) == 215
    assert str(position.state.table.pawns) in found


@pytest.mark.rule("QN-X04")
@pytest.mark.parametrize(
    ("left", "expected"),
    [
        (3, {"c3>c2": 1, "c3>b3": 1, "c3>d3": 2, "c3>c4": 3}),
        (2, {"c3>c2": 1, "c3>b3": 1, "c3>d3": 2}),
        (1, {"c3>c2": 1, "c3>b3": 1}),
    ],
)
def test_x04_walls_cost_more_than_there_may_be_left(left: int, expected: dict[str, int]) -> None:
    assert costs(*race({0: "c3"}, "c3|d3 c3|c4*2", left=left)) == expected


@pytest.mark.rule("QN-X05")
@pytest.mark.parametrize("pawns", [{0: "c3 d3"}, {0: "c3", 1: "d3"}])
def test_x05_a_jump_over_any_pawn(pawns: dict[int, str]) -> None:
    assert costs(*race(pawns))["c3>e3"] == 1


@pytest.mark.rule("QN-X06")
@pytest.mark.parametrize("wall", ["c3|d3", "d3|e3", "c3|d3*2"])
def test_x06_no_jump_where_a_wall_stands(wall: str) -> None:
    assert costs(*race({0: "c3", 1: "d3"}, wall)) == {"c3>c2": 1, "c3>b3": 1, "c3>c4": 1}


@pytest.mark.rule("QN-X07")
def test_x07_no_jump_over_two_pawns() -> None:
    assert costs(*race({0: "c3", 1: "d3 e3"})) == {"c3>c2": 1, "c3>b3": 1, "c3>c4": 1}


@pytest.mark.rule("QN-X08")
def test_x08_three_jumps_of_one_pawn_are_a_turn() -> None:
    engine, position = race({0: "a1 b1", 1: "c2 c4"})
    after = play(engine, position, "a1>c1>c3>c5")
    assert engine.active(after) == (1,)
    assert after.state.table.pawns[0] == [cell("b1"), cell("c5")]


HOME = "f6 f5 e6"
CLOSE = "a1 b1 a2"


@pytest.mark.rule("QN-X09")
def test_x09_the_equaliser() -> None:
    engine, position = race({0: f"{HOME} e4", 1: f"{CLOSE} c2"})
    position = play(engine, position, "e4>e5")
    assert (engine.active(position), position.state.table.moves.left) == ((1,), 1)
    position = play(engine, position, "c2>b2")
    assert engine.active(position) == ()
    assert engine.result(position).ranking == ((0, 1),)
    assert engine.result(position).note == "equal"


@pytest.mark.rule("QN-X10")
def test_x10_walls_count_in_the_last_turn_unless_actions_do() -> None:
    pawns = {0: f"{HOME} e4", 1: f"{CLOSE} c2"}
    engine, position = race(pawns, "b2|c2")
    position = play(engine, position, "e4>e5")
    assert "c2>b2" not in offers(engine, position)
    position = play(engine, position, "end")
    assert engine.result(position).winners == (0,)
    engine, position = race(pawns, "b2|c2", reply_counts="actions")
    position = play(engine, position, "e4>e5", "c2>b2")
    assert engine.result(position).note == "equal"


@pytest.mark.rule("QN-X11")
def test_x11_the_last_turn_has_as_many_moves_as_the_starter_used() -> None:
    engine, position = race({0: f"{HOME} d4", 1: f"{CLOSE} d2"})
    position = play(engine, position, "d4>e4>e5", "d2>c2>b2")
    assert engine.result(position).note == "equal"
    engine, position = race({0: f"{HOME} e4", 1: f"{CLOSE} d2"})
    position = play(engine, position, "e4>e5", "d2>c2")
    assert engine.active(position) == ()
    assert engine.result(position).winners == (0,)


@pytest.mark.rule("QN-X12")
def test_x12_who_did_not_start_wins_at_once() -> None:
    engine, position = race({0: "d4 d5 c5 c6", 1: f"{CLOSE} c2"}, mover=1)
    position = play(engine, position, "c2>b2")
    assert engine.active(position) == ()
    assert engine.result(position).ranking == ((1,), (0,))


@pytest.mark.rule("QN-X13")
@pytest.mark.parametrize(("teams", "order"), [("opposite", [2, 3, 0, 1, 2]), ("adjacent", [2, 1, 3, 0, 2])])
def test_x13_the_order_of_four(teams: str, order: list[int]) -> None:
    engine = Engine(RACE, 4, {"teams": teams})
    starts = (engine.start(Chance.from_seed(str(seed))) for seed in range(100))
    position = next(start for start in starts if engine.active(start) == (2,))
    for player in order:
        assert engine.active(position) == (player,)
        position = engine.step(position, player, End())


@pytest.mark.rule("QN-X13")
def test_x13_who_has_finished_is_passed_over() -> None:
    engine, position = race({0: "g7 h7 g8 h8", 2: "f7 f8 e7 e8"}, players=4, mover=3, finished=(0,))
    assert engine.active(play(engine, position, "end")) == (1,)


@pytest.mark.rule("QN-X14")
def test_x14_a_blocked_goal() -> None:
    pawns = {0: "e5 f5 e6 e4", 1: "f6 c1 d1 d2"}
    engine, position = race(pawns)
    position = play(engine, position, "e4>d4")
    assert not position.state.table.finished[0]
    engine, position = race(pawns, goal_block="halma")
    position = play(engine, position, "e4>d4")
    assert position.state.table.finished[0]


@pytest.mark.rule("QN-X15")
def test_x15_a_tile_turned() -> None:
    turns = [turned(KINDS["T4"], turn) for turn in range(4)]
    assert turns == ["100000110000", "010000001100", "001000000011", "000111000000"]


ONE_SHORT = {0: "h8 h7 g8 e7", 2: "a1 b1 a2 b2", 1: "a7 a8 b8 d7", 3: "g1 h1 h2 e2"}


@pytest.mark.rule("QN-X16")
@pytest.mark.parametrize(("done", "player", "pawn"), [((2, 3), 1, "d7>c7>b7"), ((2, 1), 3, "e2>f2>g2")])
def test_x16_the_last_turn_of_a_team(done: tuple[int, ...], player: int, pawn: str) -> None:
    homes = {1: "a7 b7 a8 b8", 3: "g1 h1 g2 h2"}
    pawns = ONE_SHORT | {other: homes[other] for other in done if other in homes}
    engine, position = race(pawns, players=4, finished=done)
    position = play(engine, position, "e7>f7>g7")
    assert (engine.active(position), position.state.table.moves.left) == ((player,), 2)
    assert engine.result(play(engine, position, pawn)).note == "equal"
    missed = play(engine, position, "end")
    assert engine.active(missed) == ()
    assert engine.result(missed).winners == (0, 2)
    engine, position = race(pawns, players=4, finished=done, reply_rule_4p="no")
    position = play(engine, position, "e7>f7>g7")
    assert (engine.result(position).winners, engine.result(position).note) == ((0, 2), "goal")


@pytest.mark.rule("QN-X16")
def test_x16_the_last_turn_of_a_team_that_cannot_be_completed() -> None:
    engine, position = race(ONE_SHORT, players=4, finished=(2,))
    position = play(engine, position, "e7>f7>g7")
    assert (engine.active(position), position.state.table.moves.left) == ((1,), 2)
    position = play(engine, position, "d7>c7>b7")
    assert engine.active(position) == ()
    assert (engine.result(position).winners, engine.result(position).note) == ((0, 2), "reply")
    engine, position = race(ONE_SHORT, players=4, finished=(2,), reply_rule_4p="no")
    assert engine.result(play(engine, position, "e7>f7>g7")).note == "goal"


@pytest.mark.rule("QN-X17")
def test_x17_the_other_team_wins_at_once() -> None:
    pawns = ONE_SHORT | {3: "g1 h1 g2 h2"}
    engine, position = race(pawns, players=4, mover=1, finished=(2, 3))
    position = play(engine, position, "d7>c7>b7")
    assert engine.active(position) == ()
    assert (engine.result(position).winners, engine.result(position).note) == ((1, 3), "goal")


@pytest.mark.rule("QN-X18")
def test_x18_when_a_turn_may_be_ended() -> None:
    eight = {"a1>a3", "a1>c1", "b1>b3", "b1>c1", "a2>a3", "a2>c2", "b2>b3", "b2>c2"}
    for least, more in ((0, {"end"}), (1, set()), (3, set())):
        assert offers(*race({}, min_moves=least)) == eight | more
    for least, offered in ((0, True), (1, True), (3, False)):
        engine, position = race({}, min_moves=least)
        assert ("end" in offers(engine, play(engine, position, "a1>c1"))) == offered
        assert engine.active(play(engine, position, "a1>c1>d1>e1")) == (1,)


@pytest.mark.rule("QN-X19")
@pytest.mark.parametrize("least", [0, 1, 3])
def test_x19_without_a_move_the_turn_must_be_ended(least: int) -> None:
    pawns = {1: "c1 d1 c2 d2", 2: "a3 b3 a4 b4"}
    engine, position = race(pawns, players=4, min_moves=least)
    assert offers(engine, position) == {"end"}
    assert engine.active(play(engine, position, "end")) == (1,)


@pytest.mark.rule("QN-X20")
def test_x20_the_turn_is_over_when_the_player_has_finished() -> None:
    engine, position = race({0: "h8 h7 g8 f7", 2: "c3 d3 c4 d4"}, players=4)
    position = play(engine, position, "f7>g7")
    assert engine.active(position) == (1,)
    assert position.state.table.rota.out == [0]


def test_moves_are_read_as_they_are_told() -> None:
    """The helper, so that the tests above mean what they say."""
    assert told(move("c3>d3")) == "c3>d3"
    assert told(End()) == "end"
