"""The rules of the race one by one, in the order of the games' page."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from qaleh_tables import RACE, move, offers, play, race
from tileyard import BadOptions, BadPlayers, Chance, Engine, FastChance, Match, Position, Reason
from tileyard.front.greedy import GreedyBot
from tileyard.front.matches import read_options
from tileyard_qaleh_nil.boards import cell, layout
from tileyard_qaleh_nil.events import (
    Began,
    Crossed,
    Drawn,
    Ended,
    Finished,
    Jumped,
    LastTurnGranted,
    PassedOver,
    ReachedGoal,
    Stepped,
    Won,
)
from tileyard_qaleh_nil.model import End, Move, Tile


def start(players: int = 2, seed: str = "rules", **options: Any) -> Position:
    return Engine(RACE, players, options).start(Chance.from_seed(seed))


def why(engine: Engine, position: Position, text: str) -> Reason:
    """Why a move is refused."""
    (player,) = engine.active(position)
    reason = RACE.permits(engine.view(position, player), move(text))
    assert reason is not None
    return reason


def told(engine: Engine, position: Position, text: str) -> list[Any]:
    """The events of a move."""
    (player,) = engine.active(position)
    return engine.carry_out(position, player, move(text)).events


# -- components and set-up -----------------------------------------------------------------------------


@pytest.mark.rule("QN-108", "QN-203", "QN-204", "QN-205")
@pytest.mark.parametrize(("players", "starts"), [(2, ["a1", "e5"]), (4, ["a1", "g1", "g7", "a7"])])
def test_each_player_fills_a_corner_and_heads_for_the_one_opposite(players: int, starts: list[str]) -> None:
    table = start(players).state.table
    for player, first in enumerate(starts):
        at = cell(first)
        assert table.pawns[player] == [at, at + 1, at + 8, at + 9]
        goal = cell(starts[(player + players // 2) % players])
        assert layout(table.ground.layout).goals[players][player] == [goal, goal + 1, goal + 8, goal + 9]


def test_two_or_four_play() -> None:
    for players in (1, 3, 5):
        with pytest.raises(BadPlayers):
            Engine(RACE, players)


@pytest.mark.rule("QN-206", "QN-708")
def test_who_starts_is_drawn() -> None:
    firsts = Counter(start(4, f"{seed}").state.table.rota.mover for seed in range(120))
    assert sorted(firsts) == [0, 1, 2, 3]
    assert min(firsts.values()) > 12
    assert {start(4, f"{seed}", first_player="seat0").state.table.rota.mover for seed in range(20)} == {0}


@pytest.mark.rule("QN-207", "QN-208", "QN-306", "QN-307", "QN-702")
@pytest.mark.parametrize(
    ("teams", "members", "order"),
    [("opposite", ((0, 2), (1, 3)), [0, 1, 2, 3]), ("adjacent", ((0, 1), (2, 3)), [0, 2, 1, 3])],
)
def test_two_teams_take_turns(teams: str, members: Any, order: list[int]) -> None:
    table = start(4, teams=teams, first_player="seat0").state.table
    assert table.teams == members
    assert table.rota.order == order
    assert start(2, teams=teams).state.table.teams == ((0,), (1,))


# -- turns ---------------------------------------------------------------------------------------------


@pytest.mark.rule("QN-301", "QN-302", "QN-311")
def test_a_turn_has_three_moves_of_any_pawns_in_any_order() -> None:
    engine, position = race({})
    after = play(engine, position, "a2>a3", "b2>b3", "a3>a4")
    assert engine.active(after) == (1,)
    assert after.state.table.before == ((cell("a2"), cell("a3")), (cell("b2"), cell("b3")), (cell("a3"), cell("a4")))


@pytest.mark.rule("QN-303", "QN-703")
@pytest.mark.parametrize(("least", "at_once", "later"), [(0, True, True), (1, False, True), (3, False, False)])
def test_when_a_turn_may_be_ended(least: int, at_once: bool, later: bool) -> None:
    engine, position = race({}, min_moves=least)
    assert ("end" in offers(engine, position)) == at_once
    after = play(engine, position, "a2>a3")
    assert ("end" in offers(engine, after)) == later
    if not later:
        reason = why(engine, after, "end")
        assert (reason.rule, reason.field, reason.allowed) == ("QN-303", "type", ("move",))


@pytest.mark.rule("QN-305")
def test_a_player_moves_the_own_pawns() -> None:
    engine, position = race({})
    reason = why(engine, position, "e5>e4")
    assert (reason.rule, reason.field) == ("QN-305", "from")
    assert reason.allowed == tuple(cell(each) for each in ("a1", "b1", "a2", "b2"))
    assert why(engine, position, "c3>c4").rule == "QN-305"


@pytest.mark.rule("QN-308", "QN-313")
def test_who_has_finished_is_passed_over_and_that_is_no_move() -> None:
    engine, position = race({0: "g7 h7 g8 h8", 2: "f6 f5 e6 e5"}, players=4, mover=3, finished=(0,))
    events = told(engine, position, "end")
    assert events == [Ended(3, 3), PassedOver(0), Began(1, 3)]
    assert play(engine, position, "end").ply == position.ply + 1


@pytest.mark.rule("QN-309", "QN-606")
def test_a_team_wins_with_all_eight_pawns() -> None:
    engine, position = race({1: "a7 a8 b8 c7", 3: "g1 h1 h2 f2", 0: "c3 c4 d3 d4"}, players=4, mover=1)
    events = told(engine, position, "c7>b7")
    assert events[1:] == [ReachedGoal(1, cell("b7"), 4), Finished(1), Began(2, 3)]
    position = play(engine, position, "c7>b7", "end", "f2>g2")
    assert (position.state.table.ending, position.state.table.winners) == ("goal", (1, 3))
    assert engine.result(position).ranking == ((1, 3), (0, 2))


@pytest.mark.rule("QN-310", "QN-407")
@pytest.mark.parametrize(
    ("text", "rule"), [("c3>d4", "QN-407"), ("c3>f3", "QN-310"), ("c3>c3", "QN-310"), ("c3>e4", "QN-407")]
)
def test_a_move_is_one_step_or_jump_in_a_straight_line(text: str, rule: str) -> None:
    engine, position = race({0: "c3"})
    reason = why(engine, position, text)
    assert (reason.rule, reason.field) == (rule, "to")
    assert reason.allowed == tuple(cell(each) for each in ("c2", "d3", "c4", "b3"))


@pytest.mark.rule("QN-311")
def test_a_turn_without_moves_left_to_make_is_not_over_by_itself() -> None:
    engine, position = race({0: "c3", 1: "e5 e6"}, "c3|c2*2 c3|b3*2 c3|d3*2 c3|c4")
    position = play(engine, position, "c3>c4")
    assert (engine.active(position), offers(engine, position)) == ((0,), {"c4>b4", "c4>d4", "c4>c5", "end"})
    engine, position = race({0: "c3"}, "c2|c3*2 b3|c3*2 c3|d3*2 c3|c4*2", left=1)
    assert offers(engine, position) == {"end"}
    assert engine.active(position) == (0,)


@pytest.mark.rule("QN-312", "QN-703")
def test_with_three_demanded_a_move_must_leave_a_way_to_the_largest_total() -> None:
    # Over the wall to b1 a pawn can go for two, and has no third move from there; by c2 it has.
    walls = "a1|b1 b1|c1*2 b1|b2*2 a1|a2*2 d2|c2"
    engine, position = race({0: "a1 d2", 1: "a2 e2 d1 d3"}, f"{walls} d1|d2*2 d2|d3*2 d2|e2*2", min_moves=3)
    assert position.state.table.moves.full == 3
    assert offers(engine, position) == {"d2>c2"}
    reason = why(engine, position, "a1>b1")
    assert (reason.rule, reason.field, reason.allowed) == ("QN-312", "to", ())
    assert engine.active(play(engine, position, "d2>c2", "c2>c3")) == (1,)


@pytest.mark.rule("QN-312")
def test_the_largest_total_may_be_two_and_ends_the_turn() -> None:
    # From a1 the only way is over a wall to b1, and back again costs two more.
    engine, position = race({0: "a2 e4 e5", 1: "a1"}, "a1|b1 a1|a2*2 b1|b2*2 b1|c1*2", min_moves=3)
    after = play(engine, position, "e4>e3", "e3>e2", "e2>e1")
    assert (engine.active(after), after.state.table.moves.full) == ((1,), 2)
    assert offers(engine, after) == {"a1>b1"}
    assert engine.active(play(engine, after, "a1>b1")) == (0,)


@pytest.mark.rule("QN-312")
def test_a_move_that_finishes_is_always_allowed() -> None:
    engine, position = race({0: "f6 f5 e6 e4", 1: "a1 a2 b1 c3"}, min_moves=3)
    assert "e4>e5" in offers(engine, position)
    after = play(engine, position, "e4>e5")
    assert (engine.active(after), after.state.table.moves.full) == ((1,), 1)


# -- legality ------------------------------------------------------------------------------------------


@pytest.mark.rule("QN-401", "QN-404", "QN-405", "QN-406", "QN-408")
@pytest.mark.parametrize(
    ("pawns", "walls", "text", "rule"),
    [
        ({0: "c3 d3"}, "", "c3>d3", "QN-401"),
        ({0: "c3"}, "", "c3>e3", "QN-404"),
        ({0: "c3", 1: "e3"}, "", "c3>e3", "QN-404"),
        ({0: "c3", 1: "d3"}, "c3|d3", "c3>e3", "QN-405"),
        ({0: "c3", 1: "d3"}, "d3|e3", "c3>e3", "QN-405"),
        ({0: "c3", 1: "d3 e3"}, "", "c3>e3", "QN-406"),
    ],
)
def test_refusals_name_the_rule(pawns: dict[int, str], walls: str, text: str, rule: str) -> None:
    engine, position = race({1: "f6"} | pawns, walls)
    reason = why(engine, position, text)
    assert (reason.rule, reason.field) == (rule, "to")
    assert cell(text[-2:]) not in reason.allowed


@pytest.mark.rule("QN-402", "QN-403", "QN-408")
@pytest.mark.parametrize(("walls", "left", "text"), [("c3|d3", 1, "over a wall costs 2"), ("c3|d3*2", 2, "costs 3")])
def test_a_step_may_cost_more_than_is_left(walls: str, left: int, text: str) -> None:
    engine, position = race({0: "c3"}, walls, left=left)
    reason = why(engine, position, "c3>d3")
    assert reason.rule == "QN-408"
    assert text in reason.text


@pytest.mark.rule("QN-201", "QN-310")
def test_cells_off_the_board_are_refused() -> None:
    engine, position = race({})
    view = engine.view(position, 0)
    for start_, to, field in ((-1, 0, "from"), (6, 7, "from"), (8, 6, "to"), (9, 99, "to")):
        reason = RACE.permits(view, Move(start_, to))
        assert reason is not None
        assert (reason.rule, reason.field) == ("QN-201", field)


@pytest.mark.rule("QN-404", "QN-409")
def test_jumps_of_one_pawn_are_separate_moves() -> None:
    engine, position = race({0: "a1 b1", 1: "c2 c4"})
    position = play(engine, position, "a1>c1")
    assert position.state.table.moves.left == 2
    position = play(engine, position, "c1>c3")
    assert position.state.table.moves.left == 1


@pytest.mark.rule("QN-410", "QN-411")
def test_a_pawn_may_go_back_and_may_leave_its_goal() -> None:
    engine, position = race({0: "f6 c3", 1: "a1"})
    assert "f6>f5" in offers(engine, position)
    assert "f6>e6" in offers(engine, position)
    assert "c4>c3" in offers(engine, play(engine, position, "c3>c4"))


# -- the end -------------------------------------------------------------------------------------------

HOME, CLOSE = "f6 f5 e6", "a1 b1 a2"


@pytest.mark.rule("QN-501")
def test_there_are_no_points() -> None:
    engine = Engine(RACE, 2)
    assert RACE.awards == {}
    assert engine.playout(FastChance(1)).scores == [0, 0]


@pytest.mark.rule("QN-601")
def test_three_pawns_at_home_are_not_enough_and_who_has_finished_stays_so() -> None:
    pawns = {0: "g7 h8 g8 h6", 2: "c3 c4 d3 d4", 1: "e3 e4 f3 f4", 3: "a4 a5 a6 b6"}
    engine, position = race(pawns, players=4)
    away = play(engine, position, "h6>h5", "end")
    assert away.state.table.finished == [False] * 4
    position = play(engine, position, "h6>h7")
    for _ in range(6):
        assert position.state.table.finished == [True, False, False, False]
        assert 0 not in engine.active(position)
        position = play(engine, position, "end")


@pytest.mark.rule("QN-601", "QN-706")
def test_with_halma_a_goal_that_others_fill_counts_after_the_next_own_move() -> None:
    pawns = {0: "e5 f5 e6 c1", 1: "f4 d1 d2 e2"}
    engine, position = race(pawns, mover=1, goal_block="halma")
    position = play(engine, position, "f4>f6", "end")
    assert position.state.table.finished == [False, False]
    assert play(engine, position, "c1>b1").state.table.finished == [True, False]


@pytest.mark.rule("QN-706")
def test_with_halma_a_goal_full_of_other_pawns_alone_finishes_nobody() -> None:
    pawns = {0: "c3 c4 d3 d4", 1: "e5 f5 e6 f6"}
    engine, position = race(pawns, goal_block="halma")
    after = play(engine, position, "c3>b3")
    assert (after.state.table.finished, engine.active(after)) == ([False, False], (0,))


@pytest.mark.rule("QN-706")
def test_with_halma_a_goal_with_an_empty_cell_is_not_full() -> None:
    engine, position = race({0: "e5 f5 e4 c1", 1: "f6 d1 d2 e2"}, goal_block="halma")
    assert not play(engine, position, "c1>b1").state.table.finished[0]
    assert play(engine, position, "e4>d4", "d4>d5").state.table.finished[0] is False
    assert play(engine, position, "c1>b1", "e5>e6", "e4>e5").state.table.finished[0]


@pytest.mark.rule("QN-602", "QN-603", "QN-604", "QN-605")
@pytest.mark.parametrize("least", [0, 1, 3])
def test_the_last_turn_may_be_ended_at_any_time(least: int) -> None:
    engine, position = race({0: f"{HOME} d4", 1: f"{CLOSE} d2"}, min_moves=least)
    position = play(engine, position, "d4>e4")
    step = engine.carry_out(position, 0, move("e4>e5"))
    assert step.events[-3:] == [Finished(0), LastTurnGranted(1, 2, 0), Began(1, 2)]
    for moves in (["end"], ["d2>c2", "end"], ["d2>c2", "c2>c3"]):
        after = play(engine, step.position, *moves)
        assert engine.active(after) == ()
        assert (after.state.table.ending, after.state.table.winners) == ("reply", (0,))
    equal = play(engine, step.position, "d2>c2", "c2>b2")
    assert (equal.state.table.ending, equal.state.table.winners) == ("equal", ())


@pytest.mark.rule("QN-603", "QN-705")
def test_with_actions_the_last_turn_has_as_many_moves_at_three_at_most() -> None:
    pawns = {0: f"{HOME} d4", 1: f"{CLOSE} d3"}
    engine, position = race(pawns, "c2|d2 c3|d3", reply_counts="actions")
    position = play(engine, position, "d4>e4>e5")
    assert (position.state.table.moves.left, position.state.table.last_turn.moves) == (3, 2)
    # Two moves of total three, then two of total two, then one of total three.
    assert play(engine, position, "d3>c3", "c3>c2").state.table.ending == "reply"
    assert play(engine, position, "d3>d2", "d2>e2").state.table.ending == "reply"
    engine, position = race(pawns, "c3|d3*2", reply_counts="actions")
    position = play(engine, position, "d4>e4>e5")
    assert play(engine, position, "d3>c3").state.table.ending == "reply"


@pytest.mark.rule("QN-603", "QN-705")
@pytest.mark.parametrize(("counts", "total", "moves"), [("cost", 2, 0), ("actions", 3, 1)])
def test_a_wall_that_the_finishing_turn_crossed_counts_unless_actions_do(counts: str, total: int, moves: int) -> None:
    engine, position = race({0: f"{HOME} e4", 1: f"{CLOSE} d2"}, "e4|e5", reply_counts=counts)
    assert told(engine, position, "e4>e5")[-2:] == [LastTurnGranted(1, total, moves), Began(1, total)]
    after = play(engine, position, "e4>e5", "d2>c2")
    assert engine.active(after) == ((1,) if counts == "cost" else ())


@pytest.mark.rule("QN-607", "QN-704")
def test_a_team_of_the_first_player_is_answered_unless_the_option_says_no() -> None:
    pawns = {0: "g7 g8 h8 h6", 2: "a1 b1 a2 b2", 1: "c3 c4 d3 d4", 3: "e3 e4 f3 f4"}
    engine, position = race(pawns, players=4, finished=(2,))
    answered = play(engine, position, "h6>h7")
    assert answered.state.table.last_turn is not None
    assert engine.active(answered) == (1,)
    # The same turn by a team that did not start.
    position.state.table.rota.order = [1, 2, 3, 0]
    position.state.table.rota.at = 3
    assert play(engine, position, "h6>h7").state.table.ending == "goal"


@pytest.mark.rule("QN-603", "QN-704")
@pytest.mark.parametrize("rule", ["yes", "no"])
def test_of_two_players_the_first_is_answered_in_any_case(rule: str) -> None:
    engine, position = race({0: f"{HOME} e4", 1: f"{CLOSE} c2"}, reply_rule_4p=rule)
    assert play(engine, position, "e4>e5", "c2>b2").state.table.ending == "equal"


@pytest.mark.rule("QN-608", "QN-707")
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("cap", [1, 2, 5])
def test_after_the_last_round_the_game_is_drawn(players: int, cap: int) -> None:
    engine, chance = Engine(RACE, players, {"move_cap": cap, "min_moves": 1}), FastChance(1)
    position = engine.start(Chance.from_seed("cap"))
    turns = 0
    while engine.active(position):
        before = position.state.table.rota.at
        engine.rollout(position, chance, limit=1)
        turns += position.state.table.rota.at != before
    assert turns == cap * players
    assert position.state.table.ending == "move_cap"
    assert engine.result(position).drawn
    assert engine.result(position).ranking == (tuple(range(players)),)


@pytest.mark.rule("QN-608")
def test_a_player_passed_over_counts_in_the_round() -> None:
    pawns = {0: "g7 h7 g8 h8", 2: "c3 c4 d3 d4"}
    engine, position = race(pawns, players=4, first=1, mover=3, finished=(0,), move_cap=1)
    step = engine.carry_out(position, 3, End())
    assert step.events == [Ended(3, 3), PassedOver(0), Drawn("move_cap")]


@pytest.mark.rule("QN-602", "QN-608")
def test_a_win_comes_before_the_last_round_is_over() -> None:
    engine, position = race({0: "d4 d5 c5 c6", 1: f"{CLOSE} c2"}, mover=1, move_cap=1)
    assert play(engine, position, "c2>b2").state.table.ending == "goal"
    assert play(engine, position, "c2>c3", "end").state.table.ending == "move_cap"


@pytest.mark.rule("QN-607", "QN-608")
def test_a_last_turn_is_played_though_the_rounds_are_over() -> None:
    pawns = {2: "a1 a2 b2 c1", 0: "g7 h7 g8 h8", 1: "c3 c4 d3 d4", 3: "g1 h1 g2 h2"}
    engine, position = race(pawns, players=4, first=0, mover=2, finished=(0, 3), move_cap=1)
    position = play(engine, position, "c1>b1")
    assert (engine.active(position), position.state.table.rota.rounds) == ((1,), 1)
    assert play(engine, position, "end").state.table.ending == "reply"


@pytest.mark.rule("QN-609")
@pytest.mark.parametrize("players", [2, 4])
def test_the_third_time_of_a_position_is_a_draw(players: int) -> None:
    """A policy that only passes: the position at the start comes again after each round."""
    engine = Engine(RACE, players)
    position = engine.start(Chance.from_seed("pass"))
    for _ in range(2 * players):
        assert not position.state.table.ending
        position = play(engine, position, "end")
    assert position.state.table.ending == "repetition"
    assert engine.result(position).drawn


@pytest.mark.rule("QN-609")
def test_pawns_of_one_player_are_alike_in_a_position() -> None:
    engine, position = race({0: "c3 d3", 1: "f6"})
    swapped = play(engine, position, "c3>c4", "c4>d4", "end", "end", "d3>c3", "d4>d3", "end", "end")
    assert swapped.state.table.pawns == position.state.table.pawns
    past = [text for alike in swapped.state.table.past.values() for text in alike.split()]
    assert (len(past), len({*past})) == (5, 4)
    assert sum(alike.split().count(past[0]) for alike in swapped.state.table.past.values()) == 2


@pytest.mark.rule("QN-609")
def test_the_last_turn_is_not_counted() -> None:
    engine, position = race({0: f"{HOME} e4", 1: f"{CLOSE} c2"})
    after = play(engine, position, "e4>e5")
    assert after.state.table.past == position.state.table.past


def test_a_stubborn_player_never_hangs_a_game() -> None:
    """Always the first move on offer, with every demand on moves."""
    for least in (0, 1, 3):
        for players in (2, 4):
            engine = Engine(RACE, players, {"min_moves": least, "move_cap": 30})
            end = engine.playout(FastChance(3), lambda view, _: RACE.legal(view)[0])
            assert end.state.table.ending in ("repetition", "move_cap")
            assert end.ply <= RACE.max_plies


# -- options and events --------------------------------------------------------------------------------


@pytest.mark.rule("QN-701", "QN-702", "QN-703", "QN-704", "QN-705", "QN-706", "QN-707", "QN-708")
def test_options_are_read_from_text_and_checked() -> None:
    options = read_options(RACE, {"tileset": "nil21", "min_moves": "3", "move_cap": "10000", "teams": "adjacent"})
    assert (options.tileset, options.min_moves, options.move_cap, options.teams) == ("nil21", 3, 10000, "adjacent")
    wrong = {
        "tileset": "nil22", "teams": "none", "min_moves": 2, "reply_rule_4p": True, "reply_counts": "walls",
        "goal_block": "yes", "move_cap": 0, "first_player": "seat1",
    }  # fmt: skip
    for field, value in [*wrong.items(), ("move_cap", 10001)]:
        with pytest.raises(BadOptions) as caught:
            RACE.read_options({field: value})
        assert caught.value.facts["field"] == field


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("c3>c2", Stepped(0, cell("c3"), cell("c2"), 2)),
        ("c3>b3", Crossed(0, cell("c3"), cell("b3"), 1, 1)),
        ("c3>c4", Crossed(0, cell("c3"), cell("c4"), 2, 0)),
        ("c3>e3", Jumped(0, cell("c3"), cell("d3"), cell("e3"), 2)),
        ("end", Ended(0, 3)),
    ],
)
def test_each_move_is_told_as_what_it_is(text: str, event: Any) -> None:
    engine, position = race({0: "c3", 1: "d3"}, "b3|c3 c3|c4*2")
    assert told(engine, position, text)[0] == event


def test_the_end_is_told() -> None:
    engine, position = race({0: "d4 d5 c5 c6", 1: f"{CLOSE} c2"}, mover=1)
    assert told(engine, position, "c2>b2")[1:] == [ReachedGoal(1, cell("b2"), 4), Finished(1), Won((1,), "goal")]


def test_a_pawn_reaches_its_goal_once() -> None:
    """Not again where it moves on the tile, but again where it comes back."""
    engine, position = race({0: "e4 a3 a4 a5", 1: "f1"})
    assert told(engine, position, "e4>e5")[1:] == [ReachedGoal(0, cell("e5"), 1)]
    after = play(engine, position, "e4>e5")
    assert told(engine, after, "e5>f5") == [Stepped(0, cell("e5"), cell("f5"), 1)]
    assert told(engine, play(engine, after, "e5>e4"), "e4>e5")[1:2] == [ReachedGoal(0, cell("e5"), 1)]


def test_part_moves_can_be_taken_back_until_the_turn_is_over() -> None:
    match = Match(
        RACE,
        2,
        seed="undo",
        options={"tileset": {"tiles": [{"name": "P", "inner": "0000", "outer": "00000000", "copies": 9}]}},
    )
    (player,) = match.active
    first = match.legal(player)[0]
    match.play(player, first)
    assert match.can_undo()
    match.undo()
    assert match.ply == 0
    match.play(player, End())
    assert not match.can_undo()


def test_how_cells_and_players_are_called() -> None:
    assert RACE.label("from", cell("c5")) == "c5"
    assert RACE.label("first", 0) == RACE.label("players", 0) == "player 1"
    assert RACE.label("tiles", Tile("T4", 1)) == "T4r1"
    assert RACE.label("moves", 3) == "3"


def test_nearness_counts_and_who_is_shut_in_there_is_in_the_way() -> None:
    """A pawn on a1 between b1 and a2 can leave over either of them, unless pawns or walls stand behind both."""
    _, position = race({0: "a1 e5 e4 d5", 1: "b1 a2 b2 a4"})
    assert RACE.estimate(position.state, [0, 0]) == [-14, -3]
    _, position = race({0: "a1 c1 e5 d5", 1: "b1 a2 b2 a3"})
    assert RACE.estimate(position.state, [0, 0]) == [-19, -2 - 3]
    _, position = race({0: "a1 c1 e5 d5", 1: "b1 a2 b2 a4"}, "a2|a3")
    assert RACE.estimate(position.state, [0, 0]) == [-19, -4 - 3]


def test_greedy_does_not_leave_a_pawn_shut_in_on_its_goal() -> None:
    """It would wait for ever: nobody else can open the way."""
    engine, position = race({0: "a1 c1 e5 d5", 1: "b1 a2 b2 a3"}, mover=1)
    while engine.active(position) == (1,):
        position = engine.step(position, 1, GreedyBot(RACE, 1).choose(engine.view(position, 1)))
    assert any(move.start == cell("a1") for move in engine.legal(position, 0) if isinstance(move, Move))
