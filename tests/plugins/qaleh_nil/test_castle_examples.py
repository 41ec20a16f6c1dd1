"""The worked examples of the Castle game on the games' page, one test each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from qaleh_tables import CASTLES, castle, offers, play, told, turns_of
from tileyard import Chance, Engine, IllegalMove, Position
from tileyard_qaleh_nil.boards import cell, layout
from tileyard_qaleh_nil.model import Castle, End

FAR = "h10"  # out of reach of anything


def sequences(engine: Engine, position: Position) -> Iterator[tuple[str, Position]]:
    """Every turn, as text such as ``"c3>c4 c4>c5 c5>c6"``."""
    for made, after in turns_of(engine, position):
        yield " ".join(map(told, made)), after


def captures(engine: Engine, position: Position, at: str = "") -> set[str]:
    """The turns that capture a pawn, or with ``at`` whatever stands there."""
    before = position.state.table
    found = set()
    for made, after in sequences(engine, position):
        table = after.state.table
        if at:
            if made.endswith(f">{at}") and before.board[cell(at)] >= 0:
                found.add(made)
        elif table.captured != before.captured:
            found.add(made)
    return found


LINE = {
    "4x4+2": (("c3 d3 e3 f3", "c10 d10 e10 f10"), ("d1", "e12")),
    "3x6": (("b3 c3 d3 e3", "b10 c10 d10 e10"), ("c1", "d12")),
}
FOUR = {0: "b3 c3 d3", 1: "b10 c10 d10", 2: "e3 f3 g3", 3: "e10 f10 g10"}


@pytest.mark.rule("QC-X01")
@pytest.mark.parametrize(
    ("name", "players", "firsts", "number", "positions"),
    [("4x4+2", 2, 8, 782, 169), ("4x4+2", 4, 5, 232, None), ("3x6", 2, 10, 1323, 257)],
)
def test_x01_the_opening(name: str, players: int, firsts: int, number: int, positions: int | None) -> None:
    lines, castles = LINE[name]
    pawns = FOUR if players == 4 else dict(enumerate(lines))
    engine, position = castle(pawns, players=players, castles=castles, castle_layout=name)
    assert len(offers(engine, position)) == firsts
    turns = list(sequences(engine, position))
    assert len(turns) == len({made for made, _ in turns}) == number
    if positions:
        assert len({str(after.state.table.pawns) for _, after in turns}) == positions


@pytest.mark.rule("QC-X02")
def test_x02_a_direct_step_is_no_capture() -> None:
    found = captures(*castle({0: "e6", 1: f"f6 {FAR}"}))
    assert found == {"e6>e5 e5>f5 f5>f6", "e6>e7 e7>f7 f7>f6"}


@pytest.mark.rule("QC-X03")
def test_x03_a_direct_step_over_a_double_wall_is() -> None:
    found = captures(*castle({0: "e6", 1: f"f6 {FAR}"}, "e6|f6*2"))
    assert found == {"e6>f6", "e6>e5 e5>f5 f5>f6", "e6>e7 e7>f7 f7>f6"}


@pytest.mark.rule("QC-X04")
@pytest.mark.parametrize("wall", ["e6|f6", "d6|e6"])
def test_x04_a_step_and_a_step_over_a_wall_in_either_order(wall: str) -> None:
    assert captures(*castle({0: "d6", 1: f"f6 {FAR}"}, wall)) == {"d6>e6 e6>f6"}


@pytest.mark.rule("QC-X05")
def test_x05_three_steps_never_end_two_cells_away() -> None:
    assert captures(*castle({0: "d6", 1: f"f6 {FAR}"})) == set()


@pytest.mark.rule("QC-X06")
def test_x06_a_capture_is_made_by_one_pawn_alone() -> None:
    engine, position = castle({0: "d6 a9", 1: f"f6 {FAR}"})
    assert captures(engine, position) == set()
    with pytest.raises(IllegalMove, match="QC-407"):
        play(engine, position, "a9>a8", "d6>e6", "e6>f6")


@pytest.mark.rule("QC-X07")
def test_x07_no_straight_return() -> None:
    turns = [made for made, _ in sequences(*castle({0: "e6", 1: FAR}))]
    assert len(turns) == 36
    for made in turns:
        steps = [step.split(">") for step in made.split()]
        assert all(step != last[::-1] for last, step in pairwise(steps))
    engine, position = castle({0: "e6 a9", 1: FAR})
    assert "f6>e6" in offers(engine, play(engine, position, "e6>f6", "a9>a8"))
    engine, position = castle({0: "e6 a9", 1: FAR}, castle_return="whole_turn")
    assert "f6>e6" not in offers(engine, play(engine, position, "e6>f6", "a9>a8"))


@pytest.mark.rule("QC-X08")
def test_x08_one_pawn_on_the_own_castle_tile() -> None:
    engine, position = castle({0: "e2 d3", 1: FAR})
    assert "d3>d2" not in offers(engine, position)
    assert "d3>d2" in offers(engine, play(engine, position, "e2>e3"))


@pytest.mark.rule("QC-X09")
def test_x09_captures_on_the_own_castle_tile() -> None:
    assert captures(*castle({0: "d2 f4", 1: f"e2 {FAR}"})) == {"d2>d3 d3>e3 e3>e2"}
    found = captures(*castle({0: "d4 f4", 1: f"e2 {FAR}"}))
    assert len(found) == 5
    assert sum(made.startswith("d4") for made in found) == 3


@pytest.mark.rule("QC-X10")
@pytest.mark.parametrize(("south", "turns", "total"), [("a4 c3 b4", ["a3>b3"], 1), ("a4 b3", ["end"], 0)])
def test_x10_fewer_moves_than_three(south: str, turns: list[str], total: int) -> None:
    engine, position = castle({0: "a3", 1: south})
    assert position.state.table.moves.full == total
    assert [made for made, _ in sequences(engine, position)] == turns
    engine, position = castle({0: "a3", 1: f"{south} {FAR}"}, mover=1, castle_short="lose")
    free = "h10>h9>h8>h7"
    lost = play(engine, position, free)
    assert engine.active(lost) == ()
    assert (engine.result(lost).winners, engine.result(lost).note) == ((1,), "short")


@pytest.mark.rule("QC-X11")
def test_x11_the_castle_is_captured() -> None:
    three = {"e3>e2 e2>e1 e1>d1", "e3>e2 e2>d2 d2>d1", "e3>d3 d3>d2 d2>d1"}
    engine, position = castle({0: FAR, 1: "e3"}, mover=1)
    assert captures(engine, position, at="d1") == three
    won = play(engine, position, "e3>e2>e1>d1")
    assert (engine.active(won), engine.result(won).winners, engine.result(won).note) == ((), (1,), "castle")
    assert captures(*castle({0: FAR, 1: "d3"}, mover=1), at="d1") == set()
    assert captures(*castle({0: FAR, 1: "d3"}, "d2|d3", mover=1), at="d1") == {"d3>d2 d2>d1"}


@pytest.mark.rule("QC-X12")
def test_x12_a_defender_stands_in_the_way() -> None:
    engine, position = castle({0: f"e2 {FAR}", 1: "e3"}, mover=1)
    assert captures(engine, position, at="d1") == {"e3>d3 d3>d2 d2>d1"}
    assert captures(engine, position, at="e2") == {"e3>d3 d3>d2 d2>e2"}


@pytest.mark.rule("QC-X13")
def test_x13_a_player_and_a_team_without_pawns() -> None:
    engine, position = castle({0: "f6", 1: "e6 a10", 2: "a4", 3: "c10"}, players=4, mover=1)
    position = play(engine, position, "e6>e5>f5>f6")
    assert engine.active(position) == (2,)
    position = play(engine, position, "a4>b4>c4>d4")
    assert engine.active(position) == (3,)
    position = play(engine, position, "c10>c9>c8>c7")
    assert engine.active(position) == (1,)
    engine, position = castle({1: "e6", 2: "f6", 3: "c10"}, players=4, mover=1, out=(0,))
    position = play(engine, position, "e6>e5>f5>f6")
    assert (engine.active(position), engine.result(position).winners) == ((), (1, 3))
    assert engine.result(position).note == "no_pawns"


@pytest.mark.rule("QC-X14")
def test_x14_a_move_after_which_the_turn_could_not_be_completed() -> None:
    assert offers(*castle({0: "b3", 1: f"a4 {FAR}"})) == {"b3>c3", "b3>b4"}
    assert "b3>a3" in offers(*castle({0: "b3 a9", 1: f"a4 {FAR}"}))


@pytest.mark.rule("QC-X15")
def test_x15_the_only_move() -> None:
    engine, position = castle({0: "a3", 1: "a4 c3 b4"})
    assert offers(engine, position) == {"a3>b3"}
    assert engine.active(play(engine, position, "a3>b3")) == (1,)
    engine, position = castle({0: "a3", 1: "a4 b3"})
    assert engine.legal(position, 0) == [End()]
    assert engine.active(play(engine, position, "end")) == (1,)


@pytest.mark.rule("QC-X16")
def test_x16_who_places_the_castles() -> None:
    engine = Engine(CASTLES, 4)
    starts = (engine.start(Chance.from_seed(str(seed))) for seed in range(100))
    position = next(start for start in starts if engine.active(start) == (3,))
    homes = layout("4x4+2").castles
    chosen: dict[int, Any] = {}
    for player in (3, 0):
        assert engine.active(position) == (player,)
        assert engine.legal(position, player) == [Castle(at) for at in homes[player % 2]]
        chosen[player] = engine.legal(position, player)[1]
        position = engine.step(position, player, chosen[player])
    assert position.state.table.castles == [chosen[0].cell, chosen[3].cell]
    movers = []
    for _ in range(5):
        (player,) = engine.active(position)
        movers.append(player)
        _, position = next(turns_of(engine, position))
    assert movers == [3, 0, 1, 2, 3]
