"""The worked examples of the game's page, one test each."""

from __future__ import annotations

import pytest

from nile1967_tables import BEFORE_TEN, GAME, SEVEN, STUCK, TEN, Loaded, cell, near_finish, start
from tileyard import Chance, Engine, FastChance, Scored, Turn
from tileyard_nile1967.model import (
    Drew,
    Finished,
    Forfeited,
    Options,
    PassedOver,
    Placed,
    RackLeft,
    Redealt,
    Removed,
    Shown,
    StartDraw,
    Unable,
)  # fmt: skip


@pytest.mark.rule("N67-X01")
def test_x01_what_can_open_the_line() -> None:
    assert start("", "STRAIGHT BEND SHARP_L DIAGONAL CORNER", "").offers == ["BEND>N", "BEND>S", "STRAIGHT>E"]


@pytest.mark.rule("N67-X02")
def test_x02_a_rack_that_cannot_open_the_line() -> None:
    rack = "SHARP_L SHARP_R DIAGONAL DIAGONAL CORNER"
    game = start("", rack, STUCK)
    assert game.offers == ["forfeit"]
    game.does("forfeit")
    assert (game.scores, game.racks[0]) == ([0, 0], rack.split())
    assert game.engine.active(game.now) == (1,)
    paying = start("", rack, STUCK, start_forfeit="penalty")
    assert paying.offers == ["unable"]
    assert paying.does("unable").scores == [-40, 0]


@pytest.mark.rule("N67-X03")
def test_x03_five_tiles_score_a_bonus() -> None:
    five = "GENTLE_L>NE, DIAGONAL>NE, GENTLE_R>N, STRAIGHT>N, BEND>E"
    game = start("", "GENTLE_L DIAGONAL GENTLE_R STRAIGHT BEND", "").does(five)
    assert game.scores == [126, 0]
    assert [event.cell for event in game.told(Placed)] == [cell(10, 0), cell(9, 1), cell(8, 2), cell(7, 2), cell(6, 2)]
    assert start("", "GENTLE_L DIAGONAL GENTLE_R STRAIGHT BEND", "").does(f"{five[:-8]}, stop").scores == [96, 0]


@pytest.mark.rule("N67-X04")
def test_x04_a_red_square() -> None:
    game = start("10 x STRAIGHT>E", "STRAIGHT BEND", "").does("STRAIGHT>E, stop")
    assert game.scores == [-50, 0]
    assert game.why() == [("tile", 10), ("red", -60)]


@pytest.mark.rule("N67-X05")
@pytest.mark.parametrize(("scope", "second"), [("turn", -20), ("player", -20), ("game", 20)])
def test_x05_a_u_area(scope: str, second: int) -> None:
    line = "BEND>N, 8 x STRAIGHT>N, BEND>E, STRAIGHT>E, BEND>S"
    game = start(line, "STRAIGHT STRAIGHT BEND CORNER", "STRAIGHT STRAIGHT CORNER", u_penalty_scope=scope)
    assert game.does("STRAIGHT>S, STRAIGHT>S, BEND>E, stop").scores == [-10, 0]
    assert game.does("STRAIGHT>E, STRAIGHT>E, stop").scores == [-10, second]


@pytest.mark.rule("N67-X06")
def test_x06_along_the_border() -> None:
    rack = "STRAIGHT GENTLE_R BEND SHARP_R GENTLE_L SHARP_L"
    game = start("BEND>N, 9 x STRAIGHT>N, BEND>E, 5 x STRAIGHT>E", rack, "")
    assert game.offers == ["BEND>S", "GENTLE_R>SE", "SHARP_R>SW", "STRAIGHT>E"]
    assert [game.refusal(move) for move in ("BEND>N", "GENTLE_L>NE", "SHARP_L>NW")] == ["N67-405"] * 3


@pytest.mark.rule("N67-X07")
def test_x07_a_vertex_and_dead_ends() -> None:
    game = start(SEVEN, "SHARP_L BEND GENTLE_L STRAIGHT DIAGONAL", "")
    assert game.table.head >> 3 == cell(9, 1)
    assert game.offers == ["BEND>N", "STRAIGHT>W"]
    assert game.refusal("SHARP_L>SE") == "N67-408"
    assert game.refusal("BEND>S") == "N67-407"
    assert game.refusal("GENTLE_L>SW") == "N67-407"


@pytest.mark.rule("N67-X08")
def test_x08_a_crossing() -> None:
    rack = "BEND UNIVERSAL STRAIGHT STRAIGHT CORNER"
    led = start(SEVEN, rack, "", pile="CORNER CORNER CORNER CORNER").does("BEND>S")
    assert led.offers == ["UNIVERSAL>E", "UNIVERSAL>S", "UNIVERSAL>SE", "UNIVERSAL>SW"]
    either = start(SEVEN, rack, "", cross_geometry="any_free_port").does("BEND>S")
    assert either.offers == ["UNIVERSAL>E", "UNIVERSAL>NW", "UNIVERSAL>S", "UNIVERSAL>SE", "UNIVERSAL>SW"]
    game = led.does("UNIVERSAL>E")
    assert game.told(Removed) == [Removed(cell(10, 1), "GENTLE_L")]
    assert "GENTLE_L" in game.pile
    game.does("stop")
    assert game.scores == [45, 0]
    assert game.told(Drew) == [Drew(0, 2)]
    strands, base = game.table.line.strands, 8 * cell(10, 1)
    assert {port: strands[base + port] - base for port in range(8) if base + port in strands} == {
        6: 1,
        1: 6,
        0: 2,
        2: 0,
    }
    assert game.table.head == 8 * cell(10, 2) + 6
    more = start(SEVEN, rack, "").does("BEND>S, UNIVERSAL>E, STRAIGHT>E, STRAIGHT>E, stop")
    assert more.scores == [65, 0]


@pytest.mark.rule("N67-X09")
def test_x09_a_crossing_over_corners() -> None:
    rack = "GENTLE_L UNIVERSAL DIAGONAL CORNER CORNER"
    game = start(SEVEN, rack, "").does("GENTLE_L>SW")
    assert game.offers == ["UNIVERSAL>S", "UNIVERSAL>SE"]
    either = start(SEVEN, rack, "", cross_geometry="any_free_port").does("GENTLE_L>SW")
    assert either.offers == ["UNIVERSAL>N", "UNIVERSAL>S", "UNIVERSAL>SE"]
    game.does("UNIVERSAL>S, stop")
    assert game.scores == [43, 0]
    assert game.told(Removed) == [Removed(cell(10, 0), "STRAIGHT")]


@pytest.mark.rule("N67-X10")
def test_x10_encirclement() -> None:
    game = start(BEFORE_TEN, "BEND GENTLE_L SHARP_R STRAIGHT DIAGONAL", "")
    game.does("BEND>E, GENTLE_L>NE, SHARP_R>W, STRAIGHT>W, stop")
    assert game.scores == [33, 0]
    assert game.table.head >> 3 == cell(0, 0)


@pytest.mark.rule("N67-X11")
def test_x11_no_legal_play() -> None:
    game = start(TEN, STUCK, "")
    assert game.offers == ["unable"]
    game.does("unable")
    assert game.scores == [-43, 0]
    assert game.told(Shown) == [Shown(0, tuple(STUCK.split()))]
    assert len(game.racks[0]) == 5
    assert game.engine.active(game.now) == (1,)


@pytest.mark.rule("N67-X12")
def test_x12_four_plays_of_two_tiles() -> None:
    rack = "BEND SHARP_L UNIVERSAL STRAIGHT DIAGONAL"
    scored: dict[str, int] = {}
    for lead in start(TEN, rack, "").offers:
        for crossing in start(TEN, rack, "").does(lead).offers:
            scored[f"{lead}, {crossing}"] = start(TEN, rack, "").does(f"{lead}, {crossing}, stop").scores[0]
    assert scored == {
        "BEND>S, UNIVERSAL>SE": 45,
        "SHARP_L>SE, UNIVERSAL>E": 40,
        "SHARP_L>SE, UNIVERSAL>SE": 40,
        "SHARP_L>SE, UNIVERSAL>S": 40,
    }
    assert start(TEN, rack, "").refusal("unable") == "N67-302"
    assert start(TEN, rack, "", must_cross="no").offers == ["BEND>S", "SHARP_L>SE", "unable"]


@pytest.mark.rule("N67-X13")
def test_x13_the_universal_tile_must_be_used() -> None:
    game = start("GENTLE_L>NE", "STRAIGHT STRAIGHT BEND BEND UNIVERSAL", "")
    assert game.offers == [f"UNIVERSAL>{port}" for port in ("E", "N", "NE", "NW", "S", "SE", "W")]


@pytest.mark.rule("N67-X14")
def test_x14_the_finish() -> None:
    def before(rack: str, **options: str):
        return near_finish("STRAIGHT", "E", 8, rack, "", **options)

    far = before("BEND STRAIGHT BEND").does("BEND>S, STRAIGHT>S, BEND>E")
    assert far.scores == [880, 0]
    assert far.told(Finished) == [Finished(0, cell(10, 21))]
    assert far.over == "finish"
    assert before("STRAIGHT").does("STRAIGHT>E").scores == [160, 0]
    assert before("BEND DIAGONAL CORNER DIAGONAL CORNER").offers == ["unable"]
    single = before("STRAIGHT BEND BEND UNIVERSAL", blue_run="single")
    assert single.offers == ["STRAIGHT>E", "UNIVERSAL>E"]
    assert single.refusal("BEND>S") == "N67-702"
    most = before("BEND STRAIGHT STRAIGHT STRAIGHT BEND").does("BEND>S, 3 x STRAIGHT>S, BEND>E")
    assert most.scores == [1270, 0]


@pytest.mark.rule("N67-X15")
def test_x15_into_the_blue_column_over_a_corner() -> None:
    game = near_finish("DIAGONAL", "NE", 10, "UNIVERSAL BEND STRAIGHT BEND BEND", "")
    assert game.table.head == 8 * cell(9, 21) + 5
    assert game.offers == ["UNIVERSAL>E", "UNIVERSAL>N", "UNIVERSAL>S"]
    plain = near_finish("DIAGONAL", "NE", 10, "GENTLE_R GENTLE_L SHARP_L BEND BEND", "")
    assert plain.offers == ["GENTLE_L>E", "GENTLE_R>N", "SHARP_L>S"]
    assert game.refusal("UNIVERSAL>W") == "N67-412"


@pytest.mark.rule("N67-X16")
def test_x16_a_stall() -> None:
    game = start(TEN, STUCK, "STRAIGHT DIAGONAL GENTLE_L SHARP_L SHARP_R", scores=[100, 80])
    game.does("unable")
    game.change_rack(0, "STRAIGHT DIAGONAL BEND CORNER SHARP_L")
    game.does("unable")
    game.change_rack(1, "STRAIGHT GENTLE_L GENTLE_R SHARP_L SHARP_R")
    game.does("unable")
    left = "STRAIGHT DIAGONAL BEND CORNER GENTLE_L"
    game.change_rack(0, left)
    drawn = "UNIVERSAL STRAIGHT SHARP_L SHARP_L SHARP_R"
    game.engine.step_in_place_unchecked(game.now, 1, Unable(), Loaded(drawn))
    assert (game.over, game.table.idle) == ("stall", 4)
    assert game.table.left == [left.split(), drawn.split()]
    assert game.scores == [-36, -54]
    assert game.engine.result(game.now).winners == (0,)
    short = start(TEN, STUCK, "STRAIGHT DIAGONAL GENTLE_L SHARP_L SHARP_R", stall_rounds=1).does("unable")
    short.change_rack(0, STUCK)
    assert short.does("unable").over == "stall"


@pytest.mark.rule("N67-X17")
def test_x17_tiles_left_by_the_player_who_finishes() -> None:
    game = near_finish("STRAIGHT", "E", 0, "STRAIGHT UNIVERSAL SHARP_L", "").does("STRAIGHT>E")
    assert game.scores == [10 + 50 - 40, 0]
    assert game.told(RackLeft) == [RackLeft(0, ("UNIVERSAL", "SHARP_L"))]
    assert not game.told(Drew)


@pytest.mark.rule("N67-X18")
def test_x18_the_bonus_for_an_empty_rack() -> None:
    play = "BEND>N, STRAIGHT>N, STRAIGHT>N"
    assert start("", "BEND STRAIGHT STRAIGHT", "BEND", pile="").does(play).scores == [30, 0]
    emptied = start("", "BEND STRAIGHT STRAIGHT", "BEND", pile="", five_bonus="rack_emptied").does(play)
    assert emptied.scores == [50, 0]
    assert emptied.why()[-1] == ("bonus", 20)


def set_up(wanted: str, players: int, **options: str) -> Turn[Options]:
    """The turn of a set-up in which certain tiles are drawn."""
    turn = Turn(players, Options(**options), Loaded(wanted), [0] * players, log=[], whispers=[])
    GAME.setup(turn)
    return turn


@pytest.mark.rule("N67-X19")
def test_x19_a_tie_in_the_draw_for_the_start() -> None:
    turn = set_up("STRAIGHT BEND GENTLE_L DIAGONAL CORNER GENTLE_R STRAIGHT BEND SHARP_L", 3)
    first, second = [event for event in turn.log or () if isinstance(event, StartDraw)][:2]
    assert (first.players, first.sums) == ((0, 1, 2), (28, 28, 25))
    assert second.players == (0, 1)


@pytest.mark.rule("N67-X20")
def test_x20_a_crossing_with_the_last_tiles() -> None:
    game = start(SEVEN, "BEND UNIVERSAL", "", "", pile="").does("BEND>S, UNIVERSAL>E")
    assert game.scores == [45, 0, 0]
    assert game.racks == [["GENTLE_L"], [], []]
    assert game.over == ""
    assert game.told(PassedOver) == [PassedOver(1), PassedOver(2)]
    assert game.engine.active(game.now) == (0,)
    emptied = start(SEVEN, "BEND UNIVERSAL", "", "", pile="", five_bonus="rack_emptied").does("BEND>S, UNIVERSAL>E")
    assert emptied.scores == [65, 0, 0]


@pytest.mark.rule("N67-X21")
def test_x21_moves_step_by_step() -> None:
    game = start(TEN, "BEND SHARP_L UNIVERSAL STRAIGHT DIAGONAL", "")
    assert game.offers == ["BEND>S", "SHARP_L>SE"]
    game.does("BEND>S")
    assert game.offers == ["UNIVERSAL>SE"]
    assert game.refusal("stop") == "N67-406"
    game.does("UNIVERSAL>SE")
    assert game.offers == ["DIAGONAL>SE", "stop"]
    assert game.refusal("SHARP_L>W") == "N67-407"
    assert game.refusal("STRAIGHT>S") == "N67-403"


@pytest.mark.rule("N67-X22")
def test_x22_a_run_that_must_be_completed() -> None:
    game = near_finish("STRAIGHT", "E", 8, "BEND BEND STRAIGHT DIAGONAL CORNER", "")
    assert game.offers == ["BEND>N", "BEND>S", "STRAIGHT>E"]
    game.does("BEND>S")
    assert game.offers == ["BEND>E", "STRAIGHT>S"]
    assert game.refusal("stop") == "N67-411"
    fewer = near_finish("STRAIGHT", "E", 8, "BEND STRAIGHT DIAGONAL CORNER", "")
    assert fewer.offers == ["STRAIGHT>E"]
    assert fewer.refusal("BEND>S") == "N67-411"


@pytest.mark.rule("N67-X23")
def test_x23_a_short_pile() -> None:
    line, rack = BEFORE_TEN, "BEND GENTLE_L SHARP_R STRAIGHT DIAGONAL"
    game = start(line, rack, "CORNER", pile="CORNER SHARP_L").does("BEND>E, GENTLE_L>NE, SHARP_R>W, STRAIGHT>W, stop")
    assert game.told(Drew) == [Drew(0, 2)]
    assert sorted(game.racks[0]) == ["CORNER", "DIAGONAL", "SHARP_L"]
    game.does("unable, unable")
    assert game.scores == [33 - 25, -10]
    assert sorted(game.racks[0]) == ["CORNER", "DIAGONAL", "SHARP_L"]
    assert game.pile == []


@pytest.mark.rule("N67-X24")
def test_x24_nobody_can_open_the_line() -> None:
    shut = "SHARP_L SHARP_R DIAGONAL DIAGONAL CORNER"
    game = start("", shut, shut).does("forfeit")
    assert not game.told(Redealt)
    game.does("forfeit")
    assert game.told(Redealt) == [Redealt()]
    assert [len(rack) for rack in game.racks] == [5, 5]
    assert game.told(Drew) == [Drew(0, 5), Drew(1, 5)]
    game.change_rack(0, shut)
    game.change_rack(1, shut)
    game.does("forfeit, forfeit")
    assert game.told(Forfeited) == [Forfeited(0), Forfeited(1)] * 2
    assert game.over == "stall"
    assert game.scores == [-40, -40]
    assert game.told(Redealt) == [Redealt()]
    short = start("", shut, shut, stall_rounds=1).does("forfeit, forfeit")
    assert short.over == "stall"
    assert not short.told(Redealt)


@pytest.mark.rule("N67-X25")
def test_x25_ten_ties_in_a_row() -> None:
    tie = "STRAIGHT BEND CORNER DIAGONAL STRAIGHT BEND"
    starters: set[int] = set()
    for seed in range(20):
        chance = Loaded(" ".join([tie, "STRAIGHT BEND GENTLE_L", *[tie] * 9]))
        chance.rest = FastChance(seed)
        turn = Turn(3, Options(), chance, [0] * 3, log=[], whispers=[])
        starters.add(GAME.setup(turn).table.rota.mover)
        draws = [event for event in turn.log or () if isinstance(event, StartDraw)]
        assert [event.players for event in draws] == [(0, 1, 2)] + [(0, 1)] * 9
        assert [event.sums for event in draws] == [(30, 30, 28)] + [(30, 30)] * 9
    assert starters == {0, 1}


def test_the_sum_of_all_awards_is_the_score() -> None:
    """Of a whole game, so that no example above hides an award."""
    engine = Engine(GAME, 3)
    totals, now = [0] * 3, engine.start(Chance.from_seed("sum"))
    while active := engine.active(now):
        step = engine.carry_out(now, active[0], engine.legal(now, active[0])[-1])
        now = step.position
        for event in step.events:
            if isinstance(event, Scored):
                totals[event.player] += event.points
    assert totals == now.scores
