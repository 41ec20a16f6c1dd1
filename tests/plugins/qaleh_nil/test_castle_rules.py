"""The rules of the Castle game one by one, in the order of the games' page."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from qaleh_tables import CASTLES, castle, move, offers, play
from tileyard import BadOptions, Chance, Engine, FastChance, Match, Position, Reason
from tileyard.front.matches import read_options
from tileyard_qaleh_nil.boards import cell, layout
from tileyard_qaleh_nil.castle import CASTLE
from tileyard_qaleh_nil.events import (
    Began,
    Captured,
    CastleCaptured,
    CastleChosen,
    CastlePlaced,
    Crossed,
    Drawn,
    Eliminated,
    Ended,
    PassedOver,
    Stepped,
    Won,
)
from tileyard_qaleh_nil.model import Castle, End, Move, Seat

FAR = "h10"


def start(players: int = 2, seed: str = "rules", **options: Any) -> Position:
    return Engine(CASTLES, players, options).start(Chance.from_seed(seed))


def placed(engine: Engine, position: Position) -> Position:
    """The position once both castles stand."""
    while position.state.table.choosing:
        (player, *_) = engine.active(position)
        position = engine.step(position, player, engine.legal(position, player)[0])
    return position


def why(engine: Engine, position: Position, made: Any) -> Reason:
    """Why a move is refused."""
    (player,) = engine.active(position)
    reason = CASTLES.permits(engine.view(position, player), move(made) if isinstance(made, str) else made)
    assert reason is not None
    return reason


def told(engine: Engine, position: Position, text: str) -> list[Any]:
    (player,) = engine.active(position)
    return engine.carry_out(position, player, move(text)).events


# -- components and set-up -----------------------------------------------------------------------------


@pytest.mark.rule("QC-101", "QC-102", "QC-701")
@pytest.mark.parametrize(
    ("name", "rows", "homes"),
    [
        ("4x4+2", ["   ..", "   ..", *8 * ["........"], "   ..", "   .."], ("d1", "d11")),
        ("3x6", 12 * ["......"], ("c1", "c11")),
    ],
)
def test_the_boards(name: str, rows: list[str], homes: tuple[str, str]) -> None:
    board = layout(name)
    assert list(board.cells) == [8 * y + x for y, row in enumerate(rows) for x, char in enumerate(row) if char == "."]
    assert board.castles == tuple((cell(at), cell(at) + 1, cell(at) + 8, cell(at) + 9) for at in homes)
    assert all(home in board.tiles for home in board.castles)
    assert start(castle_layout=name).state.table.ground.layout == name


@pytest.mark.rule("QC-103", "QC-104", "QC-202", "QC-203", "QC-208", "QC-701")
@pytest.mark.parametrize(
    ("name", "players", "lines"),
    [
        ("4x4+2", 2, ["c3 d3 e3 f3", "c10 d10 e10 f10"]),
        ("4x4+2", 4, ["b3 c3 d3", "b10 c10 d10", "e3 f3 g3", "e10 f10 g10"]),
        ("3x6", 2, ["b3 c3 d3 e3", "b10 c10 d10 e10"]),
        ("3x6", 4, ["a3 b3 c3", "a10 b10 c10", "d3 e3 f3", "d10 e10 f10"]),
    ],
)
def test_the_lines_of_pawns(name: str, players: int, lines: list[str]) -> None:
    engine = Engine(CASTLES, players, {"castle_layout": name})
    position = engine.start(Chance.from_seed("lines"))
    table = position.state.table
    assert table.pawns == [sorted(map(cell, line.split())) for line in lines]
    assert table.teams == (((0, 2), (1, 3)) if players == 4 else ((0,), (1,)))
    table = placed(engine, position).state.table
    # One cell for the castle of each side, whoever may own a part of it.
    assert [table.board[at] for at in table.castles] == [CASTLE, CASTLE + 1]
    assert Counter(piece for piece in table.board if piece >= CASTLE).total() == 2


@pytest.mark.rule("QC-204", "QC-205", "QC-308")
def test_each_side_places_its_castle_in_turn() -> None:
    engine = Engine(CASTLES, 2, {"first_player": "seat0"})
    position = engine.start(Chance.from_seed("castles"))
    homes = layout("4x4+2").castles
    for player in (0, 1):
        assert engine.active(position) == (player,)
        assert engine.legal(position, player) == [Castle(at) for at in homes[player]]
        reason = why(engine, position, Castle(homes[1 - player][0]))
        assert (reason.rule, reason.field, reason.allowed) == ("QC-204", "cell", homes[player])
        assert why(engine, position, "c3>c4").rule == "QC-204"
        step = engine.carry_out(position, player, Castle(homes[player][2]))
        assert step.events[0] == CastlePlaced(player, homes[player][2])
        position = step.position
    assert engine.active(position) == (0,)
    assert why(engine, position, Castle(homes[0][0])).rule == "QC-404"


@pytest.mark.rule("QC-205", "QC-702")
@pytest.mark.parametrize("players", [2, 4])
def test_castles_may_be_placed_in_secret(players: int) -> None:
    engine = Engine(CASTLES, players, {"castle_place_order": "secret", "first_player": "seat0"})
    position = engine.start(Chance.from_seed("secret"))
    assert engine.active(position) == (0, 1)
    north, south = layout("4x4+2").castles
    step = engine.carry_out(position, 1, Castle(south[3]))
    assert step.events == [CastleChosen(1)]
    position = step.position
    assert engine.active(position) == (0,)
    assert position.state.table.castles == [-1, -1]
    assert engine.view(position, 1).seat.castle == south[3]
    for viewer in (None, 0, *range(2, players)):
        seat = engine.view(position, viewer).seat
        assert seat is None or seat.castle == -1
    guessed = {CASTLES.guess(engine.view(position, 0), FastChance(seed)).seats[1].castle for seed in range(60)}
    assert guessed == set(south)
    assert CASTLES.guess(engine.view(position, 1), FastChance(0)).seats[1].castle == south[3]
    step = engine.carry_out(position, 0, Castle(north[0]))
    assert step.events[:3] == [CastleChosen(0), CastlePlaced(0, north[0]), CastlePlaced(1, south[3])]
    table = step.position.state.table
    assert table.castles == [north[0], south[3]]
    assert [seat.castle for seat in step.position.state.seats] == [-1] * players
    assert engine.active(step.position) == (0,)


@pytest.mark.rule("QC-702")
def test_a_secret_castle_is_told_to_nobody_else_and_no_choice_is_taken_back_once_both_are_shown() -> None:
    match = Match(CASTLES, 2, seed="secret", options={"castle_place_order": "secret", "first_player": "seat0"})
    north, south = layout("4x4+2").castles
    match.play(1, Castle(south[3]))
    seats = {viewer: match.updates(viewer, 0)[0].view.seat for viewer in (None, 0, 1)}
    assert seats == {None: None, 0: Seat(), 1: Seat(south[3])}
    assert all(match.updates(viewer, 0)[0].events == [CastleChosen(1)] for viewer in seats)
    match.play(0, Castle(north[0]))
    assert match.active == (0,)
    assert not match.can_undo()


@pytest.mark.rule("QC-205")
@pytest.mark.parametrize("order", ["starter_first", "secret"])
@pytest.mark.parametrize("first", range(4))
def test_the_first_two_players_place_the_castles(order: str, first: int) -> None:
    engine = Engine(CASTLES, 4, {"castle_place_order": order})
    starts = (engine.start(Chance.from_seed(f"{seed}")) for seed in range(100))
    position = next(start for start in starts if start.state.table.rota.mover == first)
    both = (first, (first + 1) % 4)
    assert engine.active(position) == (both if order == "secret" else both[:1])
    for player in both:
        assert player in engine.active(position)
        position = engine.step(position, player, Castle(layout("4x4+2").castles[player % 2][1]))
    assert position.state.table.castles == [home[1] for home in layout("4x4+2").castles]
    assert engine.active(position) == (first,)


@pytest.mark.rule("QC-206")
def test_who_starts_is_drawn() -> None:
    firsts = Counter(start(4, f"{seed}").state.table.rota.mover for seed in range(120))
    assert sorted(firsts) == [0, 1, 2, 3]
    assert min(firsts.values()) > 12


# -- turns ---------------------------------------------------------------------------------------------


@pytest.mark.rule("QC-301", "QC-302", "QC-309")
def test_a_turn_has_exactly_three_moves_of_any_pawns() -> None:
    engine, position = castle({0: "c3 f3", 1: FAR})
    assert "end" not in offers(engine, position)
    assert why(engine, position, "end").rule == "QC-301"
    after = play(engine, position, "c3>c4", "f3>f4")
    assert engine.active(after) == (0,)
    assert "end" not in offers(engine, after)
    assert engine.active(play(engine, after, "c4>c5")) == (1,)


@pytest.mark.rule("QC-303", "QC-310", "QC-703")
def test_the_largest_total_is_fixed_at_the_start_of_the_turn() -> None:
    pawns = {0: "a3", 1: f"a4 c3 b4 {FAR}"}
    engine, position = castle(pawns)
    assert position.state.table.moves.full == 1
    after = play(engine, position, "a3>b3")
    assert engine.active(after) == (1,)
    engine, position = castle(pawns, mover=1, castle_short="lose")
    step = play(engine, position, "h10>h9", "h9>h8")
    assert told(engine, step, "h8>h7")[1:] == [Won((1,), "short")]


@pytest.mark.rule("QC-310", "QC-407")
def test_a_capture_may_be_all_that_reaches_three() -> None:
    """Whatever the turn before has used."""
    engine, position = castle({0: "a3", 1: f"a4 b3 {FAR}"}, "a3|b3*2", mover=1, castle_short="lose")
    after = play(engine, position, "h10>h9>h8>h7")
    assert (engine.active(after), after.state.table.moves.full) == ((0,), 3)
    assert offers(engine, after) == {"a3>b3"}


@pytest.mark.rule("QC-303", "QC-703")
def test_a_total_of_two_is_short_too() -> None:
    pawns, walls, free = {0: "a3", 1: f"a4 {FAR}"}, "a3|b3 b3|c3*2 b3|b4*2", "h10>h9>h8>h7"
    engine, position = castle(pawns, walls, mover=1)
    after = play(engine, position, free)
    assert (after.state.table.moves.full, offers(engine, after)) == (2, {"a3>b3"})
    assert engine.active(play(engine, after, "a3>b3")) == (1,)
    engine, position = castle(pawns, walls, mover=1, castle_short="lose")
    lost = play(engine, position, free)
    assert (lost.state.table.ending, lost.state.table.winners) == ("short", (1,))


@pytest.mark.rule("QC-304")
def test_a_move_after_which_the_turn_cannot_be_completed_is_not_offered() -> None:
    engine, position = castle({0: "b3", 1: f"a4 {FAR}"})
    reason = why(engine, position, "b3>a3")
    assert (reason.rule, reason.field, reason.allowed) == ("QC-304", "to", (cell("c3"), cell("b4")))


@pytest.mark.rule("QC-305")
def test_seats_take_turns() -> None:
    engine = Engine(CASTLES, 4, {"first_player": "seat0"})
    position = placed(engine, engine.start(Chance.from_seed("order")))
    movers = []
    while len(movers) < 9:
        (player,) = engine.active(position)
        if not position.state.table.trail:
            movers.append(player)
        position = engine.step(position, player, engine.legal(position, player)[0])
    assert movers == [0, 1, 2, 3, 0, 1, 2, 3, 0]


@pytest.mark.rule("QC-306", "QC-707")
def test_a_player_without_pawns_is_passed_over_or_the_partner_plays() -> None:
    pawns = {0: "f6", 1: "e6 a10", 2: "a4", 3: "c10"}
    engine, position = castle(pawns, players=4, mover=1)
    events = told(engine, play(engine, position, "e6>e5>f5"), "f5>f6")
    assert events[1:] == [Captured(1, 0, cell("f6")), Eliminated(0), Began(2, 3)]
    after = play(engine, position, "e6>e5>f5>f6", "a4>b4>c4>d4", "c10>c9>c8")
    assert told(engine, after, "c8>c7")[1:] == [PassedOver(0), Began(1, 3)]
    engine, position = castle(pawns, players=4, mover=1, eliminated_partner="partner_plays")
    after = play(engine, position, "e6>e5>f5>f6", "a4>b4>c4>d4", "c10>c9>c8>c7")
    assert (engine.active(after), after.state.table.rota.mover) == ((2,), 0)
    assert offers(engine, after) == {"d4>d3", "d4>e4", "d4>d5", "d4>c4"}
    assert engine.active(play(engine, after, "d4>d5>d6>d7")) == (1,)


@pytest.mark.rule("QC-306")
def test_being_passed_over_counts_as_a_turn() -> None:
    engine, position = castle({1: "a10", 2: "a4", 3: "c10"}, players=4, mover=3, out=(0,), move_cap=1, first=1)
    after = play(engine, position, "c10>c9>c8")
    assert told(engine, after, "c8>c7")[1:] == [PassedOver(0), Drawn("move_cap")]


@pytest.mark.rule("QC-307")
def test_a_player_moves_the_own_pawns() -> None:
    engine, position = castle({0: "c3", 1: "c10", 2: "f3", 3: "f10"}, players=4)
    for text in ("f3>f4", "c10>c9", "d1>d2", "a5>a6"):
        reason = why(engine, position, text)
        assert (reason.rule, reason.field, reason.allowed) == ("QC-307", "from", (cell("c3"),))
    view = engine.view(position, 0)
    for made, field in ((Move(0, 3), "from"), (Move(cell("c3"), 999), "to"), (Move(-3, 3), "from")):
        reason = CASTLES.permits(view, made)
        assert reason is not None
        assert (reason.rule, reason.field) == ("QC-102", field)


# -- legality ------------------------------------------------------------------------------------------


@pytest.mark.rule("QC-401")
def test_steps_over_walls_cost_more() -> None:
    engine, position = castle({0: "c5 f5", 1: FAR}, "c5|c6 c5|d5*2")
    assert told(engine, position, "c5>c6")[0] == Crossed(0, cell("c5"), cell("c6"), 1, 1)
    assert told(engine, position, "c5>d5")[0] == Crossed(0, cell("c5"), cell("d5"), 2, 0)
    assert told(engine, position, "c5>b5")[0] == Stepped(0, cell("c5"), cell("b5"), 2)
    after = play(engine, position, "f5>f6")
    assert "c5>c6" in offers(engine, after)
    assert why(engine, after, "c5>d5").rule == "QC-401"
    assert why(engine, play(engine, after, "f6>f7"), "c5>c6").rule == "QC-401"


@pytest.mark.rule("QC-402", "QC-403", "QC-405", "QC-406")
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("c5>e5", "QC-402"),
        ("c5>c7", "QC-402"),
        ("c5>d6", "QC-403"),
        ("c5>d5", "QC-405"),
        ("c5>b5", "QC-405"),
        ("c5>c4", "QC-407"),
    ],
)
def test_refusals_name_the_rule(text: str, rule: str) -> None:
    engine, position = castle({0: "c5 d5", 1: f"c4 {FAR}", 2: "b5", 3: "h9"}, players=4)
    reason = why(engine, position, text)
    assert (reason.rule, reason.field, reason.allowed) == (rule, "to", (cell("c6"),))


@pytest.mark.rule("QC-404", "QC-405")
def test_castles_stand_in_the_way_and_never_move() -> None:
    engine, position = castle({0: "e1 a9", 1: FAR})
    assert why(engine, position, "e1>d1").rule == "QC-405"
    assert why(engine, position, "d1>d2").rule == "QC-307"


@pytest.mark.rule("QC-406", "QC-407")
def test_the_enemy_castle_is_entered_by_capture_alone() -> None:
    engine, position = castle({0: FAR, 1: "d2 a9"}, mover=1)
    assert why(engine, position, "d2>d1").rule == "QC-407"
    after = play(engine, position, "a9>a8", "a8>a7")
    assert why(engine, after, "d2>d1").rule == "QC-407"


@pytest.mark.rule("QC-407", "QC-408", "QC-409")
@pytest.mark.parametrize(
    ("pawn", "walls", "turn"),
    [
        ("e7", "", "e7>e6>e5>f5"),
        ("f3", "f3|f4", "f3>f4>f5"),
        ("f3", "f4|f5", "f3>f4>f5"),
        ("f4", "f4|f5*2", "f4>f5"),
    ],
)
def test_three_moves_of_one_pawn_capture(pawn: str, walls: str, turn: str) -> None:
    engine, position = castle({0: pawn, 1: f"f5 {FAR}"}, walls)
    table = play(engine, position, turn).state.table
    assert table.pawns == [[cell("f5")], [cell(FAR)]]
    assert table.board[cell("f5")] == 0
    assert table.captured == [1]


@pytest.mark.rule("QC-410", "QC-411", "QC-706")
def test_with_four_the_castle_tile_has_one_pawn_of_the_team_or_one_of_each() -> None:
    pawns = {0: "d3 a9", 1: FAR, 2: "e2", 3: "h9"}
    engine, position = castle(pawns, players=4)
    reason = why(engine, position, "d3>d2")
    assert (reason.rule, reason.field) == ("QC-410", "to")
    engine, position = castle(pawns, players=4, castle_home_limit="player")
    assert "d3>d2" in offers(engine, position)
    engine, position = castle(pawns | {0: "d3 e1"}, players=4, castle_home_limit="player")
    assert why(engine, position, "d3>d2").rule == "QC-410"


@pytest.mark.rule("QC-410")
def test_a_pawn_on_the_castle_tile_may_move_on_it() -> None:
    engine, position = castle({0: "e2 d3", 1: FAR})
    assert {"e2>e1", "e2>d2"} <= offers(engine, position)


@pytest.mark.rule("QC-412")
def test_any_number_of_enemies_may_stand_on_a_castle_tile() -> None:
    engine, position = castle({0: FAR, 1: "e1 e2 d3"}, mover=1)
    assert "d3>d2" in offers(engine, position)


@pytest.mark.rule("QC-413", "QC-705")
def test_no_straight_return() -> None:
    engine, position = castle({0: "c5 f5", 1: FAR})
    after = play(engine, position, "c5>c6")
    assert why(engine, after, "c6>c5").rule == "QC-413"
    assert "c6>c5" in offers(engine, play(engine, after, "f5>f6"))
    engine, position = castle({0: "c5 f5", 1: FAR}, castle_return="whole_turn")
    assert why(engine, play(engine, position, "c5>c6", "f5>f6"), "c6>c5").rule == "QC-413"
    assert "c6>b6" in offers(engine, play(engine, position, "c5>c6", "f5>f6"))


# -- the end -------------------------------------------------------------------------------------------


@pytest.mark.rule("QC-501", "QC-601", "QC-604")
@pytest.mark.parametrize("first", range(4))
def test_who_captures_the_castle_wins_at_once_whoever_began(first: int) -> None:
    engine, position = castle({0: FAR, 1: "e3", 2: "h9", 3: "a9"}, players=4, mover=1, first=first)
    after = play(engine, position, "e3>e2>e1")
    at = cell("d1")
    assert told(engine, after, "e1>d1") == [
        Stepped(1, cell("e1"), at, 0), CastleCaptured(1, at), Won((1, 3), "castle")
    ]  # fmt: skip
    won = play(engine, after, "e1>d1")
    assert engine.active(won) == ()
    assert engine.result(won).ranking == ((1, 3), (0, 2))
    assert won.scores == [0, 0, 0, 0]


@pytest.mark.rule("QC-602", "QC-604", "QC-704")
def test_a_side_without_pawns_loses_or_is_passed_over() -> None:
    engine, position = castle({0: "e6", 1: "f6"})
    after = play(engine, position, "e6>e5>f5")
    assert told(engine, after, "f5>f6")[1:] == [
        Captured(0, 1, cell("f6")), Eliminated(1), Won((0,), "no_pawns")
    ]  # fmt: skip
    engine, position = castle({0: "e6", 1: "f6"}, castle_no_pawns="pass")
    after = play(engine, position, "e6>e5>f5")
    assert told(engine, after, "f5>f6")[2:] == [Eliminated(1), PassedOver(1), Began(0, 3)]
    after = play(engine, after, "f5>f6", "f6>f7>f8>f9", "f9>f10>e10>e11")
    assert engine.active(after) == (0,)
    won = play(engine, after, "e11>d11>d12>e12")
    assert (won.state.table.ending, won.state.table.winners) == ("castle", (0,))


@pytest.mark.rule("QC-704", "QC-707")
def test_both_partners_without_pawns_are_passed_over() -> None:
    for partner in ("skip", "partner_plays"):
        out = (3,) if partner == "skip" else ()
        how = {"castle_no_pawns": "pass", "eliminated_partner": partner}
        engine, position = castle({0: "e6", 1: "f6", 2: "a4"}, players=4, out=out, **how)
        after = play(engine, position, "e6>e5>f5>f6")
        assert engine.active(after) == (2,)
        assert sorted(after.state.table.rota.out) == [1, 3]


@pytest.mark.rule("QC-603")
def test_rounds_and_repetition_draw() -> None:
    engine = Engine(CASTLES, 2, {"move_cap": 3})
    end = engine.playout(FastChance(1), lambda view, _: CASTLES.legal(view)[0])
    assert (end.state.table.ending, end.state.table.rota.rounds) == ("move_cap", 3)
    # Round a block of four cells and back: after two turns each pawn stands where it stood.
    engine, position = castle({0: "a5", 1: "h8"})
    there, back = ("a5>a6>b6>b5", "h8>h9>g9>g8"), ("b5>b6>a6>a5", "g8>g9>h9>h8")
    position = play(engine, position, *there, *back, *there)
    assert not position.state.table.ending
    position = play(engine, position, *back)
    assert position.state.table.ending == "repetition"
    assert engine.result(position).drawn


@pytest.mark.rule("QC-603")
def test_a_win_comes_before_the_last_round_is_over() -> None:
    engine, position = castle({0: FAR, 1: "e3"}, mover=1, move_cap=1)
    assert play(engine, position, "e3>e2>e1>d1").state.table.ending == "castle"


@pytest.mark.rule("QC-409")
def test_after_a_capture_no_earlier_position_can_come_again() -> None:
    engine, position = castle({0: "e6", 1: f"f6 {FAR}"})
    after = play(engine, position, "e6>e5>f5>f6").state.table
    assert len([text for alike in after.past.values() for text in alike.split()]) == 1


def test_a_stubborn_player_never_hangs_a_game() -> None:
    """Always the first move on offer, or the last."""
    for players in (2, 4):
        for no_pawns in ("lose", "pass"):
            engine = Engine(CASTLES, players, {"move_cap": 30, "castle_no_pawns": no_pawns})
            for place in (0, -1):
                end = engine.playout(FastChance(3), lambda view, _, place=place: CASTLES.legal(view)[place])
                assert end.state.table.ending


# -- options and events --------------------------------------------------------------------------------


@pytest.mark.rule("QC-701", "QC-702", "QC-703", "QC-704", "QC-705", "QC-706", "QC-707")
def test_options_are_read_from_text_and_checked() -> None:
    options = read_options(CASTLES, {"castle_layout": "3x6", "castle_short": "lose", "move_cap": "12"})
    assert (options.castle_layout, options.castle_short, options.move_cap) == ("3x6", "lose", 12)
    wrong = {
        "castle_layout": "4x4", "castle_place_order": "both", "castle_short": "win", "castle_no_pawns": "draw",
        "castle_return": "always", "castle_home_limit": "none", "eliminated_partner": "play", "move_cap": 10001,
        "tileset": "nil",
    }  # fmt: skip
    for field, value in wrong.items():
        with pytest.raises(BadOptions) as caught:
            CASTLES.read_options({field: value})
        assert caught.value.facts["field"] == field


def test_a_turn_that_cannot_be_played_is_ended() -> None:
    engine, position = castle({0: "a3", 1: f"a4 b3 {FAR}"})
    assert engine.legal(position, 0) == [End()]
    assert told(engine, position, "end") == [Ended(0, 0), Began(1, 3)]


def test_how_cells_are_called() -> None:
    assert CASTLES.label("cell", cell("d12")) == "d12"
    assert CASTLES.label("owner", 2) == "player 3"


def test_pawns_and_nearness_are_what_counts() -> None:
    engine, position = castle({0: "d9", 1: f"c4 {FAR}"})
    north, south = CASTLES.estimate(position.state, [0, 0])
    assert (north, south) == (50 - 4, 100 - 4)
    assert CASTLES.estimate(engine.start(Chance.from_seed("x")).state, [0, 0]) == [200, 200]
