"""The rules of the game's page, one test for each or for a few that belong together."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from nile1967_tables import BEFORE_TEN, FIVE, GAME, SEVEN, STUCK, TEN, WORTH, Loaded, cell, near_finish, start, supply
from tileyard import BadOptions, BadPlayers, Chance, Engine, IllegalMove, Match, Scored, Turn
from tileyard.board import Network
from tileyard.front.words import does
from tileyard_nile1967.model import (
    Drawn,
    Drew,
    Finished,
    Forfeited,
    Options,
    PassedOver,
    Place,
    Placed,
    RackLeft,
    Redealt,
    Removed,
    Shown,
    Stalled,
    StartDraw,
    Started,
    Stop,
    TurnScored,
    Won,
)  # fmt: skip


def set_up(players: int, wanted: str = "", **options: str) -> tuple[Turn[Options], Any]:
    """A set-up in which certain tiles are drawn first: its turn, and the state."""
    turn = Turn(players, Options(**options), Loaded(wanted), [0] * players, log=[], whispers=[])
    return turn, GAME.setup(turn)


def events(turn: Turn[Options], kind: type[Any]) -> list[Any]:
    return [event for event in turn.log or () if type(event) is kind]


# -- components and set-up -------------------------------------------------------------------------------


@pytest.mark.rule("N67-111", "N67-112")
def test_two_three_or_four_play_with_racks_of_five() -> None:
    assert list(GAME.players) == [2, 3, 4]
    for players in GAME.players:
        _, state = set_up(players)
        assert [len(seat.rack) for seat in state.seats] == [5] * players
    for players in (1, 5):
        with pytest.raises(BadPlayers):
            Engine(GAME, players)


@pytest.mark.rule("N67-201")
def test_all_tiles_make_up_the_pile() -> None:
    _, state = set_up(4)
    assert len(state.vault.pile) == 104 - 20
    assert Counter(GAME.pieces(state)) == supply()
    racks = {tuple(Engine(GAME, 2).start(Chance.from_seed(str(seed))).state.seats[0].rack) for seed in range(9)}
    assert len(racks) > 1


@pytest.mark.rule("N67-202", "N67-205", "N67-711")
def test_the_best_three_tiles_start() -> None:
    turn, state = set_up(3, "STRAIGHT BEND SHARP_L  STRAIGHT UNIVERSAL SHARP_L  BEND BEND BEND")
    (drawn,) = events(turn, StartDraw)
    assert drawn.tiles[1] == ("STRAIGHT", "UNIVERSAL", "SHARP_L")
    assert drawn.sums == (25, 50, 30)
    assert events(turn, Started) == [Started(1)]
    assert state.table.rota.mover == 1


@pytest.mark.rule("N67-203")
def test_of_those_who_tie_only_they_draw_again() -> None:
    turn, state = set_up(
        4, "BEND BEND BEND  CORNER BEND BEND  BEND BEND SHARP_L  BEND BEND GENTLE_L  " + "SHARP_L " * 3
    )
    first, second = events(turn, StartDraw)
    assert (first.players, first.sums) == ((0, 1, 2, 3), (30, 30, 25, 28))
    assert second.players == (0, 1)
    assert second.sums[0] == 15 < second.sums[1]
    assert state.table.rota.mover == 1


@pytest.mark.rule("N67-204")
def test_drawn_tiles_go_back_before_the_racks_are_dealt() -> None:
    turn, state = set_up(2, "UNIVERSAL UNIVERSAL UNIVERSAL  BEND BEND BEND  UNIVERSAL UNIVERSAL")
    assert [rack[0] for rack in (seat.rack for seat in state.seats)] == ["UNIVERSAL"] * 2
    assert events(turn, Drew) == [Drew(0, 5), Drew(1, 5)]
    assert turn.whispers == [(player, Drawn(tuple(seat.rack))) for player, seat in enumerate(state.seats)]


@pytest.mark.rule("N67-206")
def test_the_turn_passes_to_the_next_seat() -> None:
    game = start("", FIVE, FIVE, FIVE, mover=1)
    movers: list[int] = []
    for _ in range(4):
        movers += game.engine.active(game.now)
        game.does("STRAIGHT>E, stop")
    assert movers == [1, 2, 0, 1]


@pytest.mark.rule("N67-711")
def test_chance_or_the_first_seat_may_start() -> None:
    for chosen in ("random", "seat0"):
        starts = [Engine(GAME, 4, {"first_player": chosen}).begin(Chance.from_seed(str(seed))) for seed in range(30)]
        assert not any(isinstance(event, StartDraw) for step in starts for event in step.events)
        expected = {0} if chosen == "seat0" else {0, 1, 2, 3}
        assert {step.position.state.table.rota.mover for step in starts} == expected


# -- the turn --------------------------------------------------------------------------------------------


@pytest.mark.rule("N67-301", "N67-303")
def test_one_to_five_placements_make_a_play_and_it_may_stop_after_each() -> None:
    game = start("", FIVE, FIVE)
    assert game.refusal("stop") == "N67-303"
    for laid in range(1, 5):
        game.does("STRAIGHT>E")
        assert game.offers == ["STRAIGHT>E", "stop"], laid
    game.does("STRAIGHT>E")
    assert game.engine.active(game.now) == (1,)


@pytest.mark.rule("N67-302")
def test_whoever_can_play_must() -> None:
    game = start("STRAIGHT>E", FIVE, FIVE)
    assert game.refusal("unable") == "N67-302"
    assert game.refusal("forfeit") == "N67-302"
    game.does("STRAIGHT>E")
    # Now the turn is a play, and nothing else any more.
    assert game.refusal("unable") == game.refusal("forfeit") == "N67-301"


@pytest.mark.rule("N67-304", "N67-404")
def test_a_universal_tile_is_used_if_nothing_else_goes() -> None:
    game = start("GENTLE_L>NE", "STRAIGHT STRAIGHT BEND BEND UNIVERSAL", "")
    assert game.refusal("unable") == "N67-302"
    assert game.refusal("UNIVERSAL>SW") == "N67-404"
    game.does("UNIVERSAL>E")
    assert game.told(Placed)[0].like == "GENTLE_L"
    assert game.why() == [("tile", 35)]


@pytest.mark.rule("N67-305")
def test_as_many_tiles_are_drawn_as_were_played() -> None:
    game = start("", FIVE, FIVE).does("STRAIGHT>E, STRAIGHT>E, stop")
    assert game.told(Drew) == [Drew(0, 2)]
    assert game.whispers == [(0, Drawn(tuple(game.racks[0][-2:])))]
    assert len(game.racks[0]) == 5
    crossing = start(SEVEN, "BEND UNIVERSAL CORNER", "").does("BEND>S, UNIVERSAL>E, stop")
    assert crossing.told(Removed)
    assert crossing.told(Drew) == [Drew(0, 2)]


@pytest.mark.rule("N67-306", "N67-601")
def test_the_game_ends_at_a_finish_dot_and_nothing_is_drawn() -> None:
    game = near_finish("STRAIGHT", "E", 8, "STRAIGHT BEND", "BEND").does("STRAIGHT>E")
    assert game.over == "finish"
    assert game.engine.active(game.now) == ()
    assert game.racks == [["BEND"], ["BEND"]]
    assert not game.told(Drew)
    assert game.engine.result(game.now).note == "finish"


@pytest.mark.rule("N67-307", "N67-423")
def test_a_crossed_tile_is_in_the_pile_at_once_and_may_be_drawn() -> None:
    game = start(SEVEN, "BEND UNIVERSAL CORNER", "CORNER", pile="CORNER").does("BEND>S, UNIVERSAL>E")
    assert sorted(game.pile) == ["CORNER", "GENTLE_L"]
    assert game.table.tiles[cell(10, 1)] == "UNIVERSAL"
    game.does("stop")
    assert sorted(game.racks[0]) == ["CORNER", "CORNER", "GENTLE_L"]


@pytest.mark.rule("N67-308", "N67-309", "N67-310", "N67-312")
def test_whoever_is_unable_shows_pays_for_and_changes_the_rack() -> None:
    game = start(TEN, STUCK, FIVE).does("unable")
    assert game.told(Shown) == [Shown(0, tuple(STUCK.split()))]
    assert game.table.shown == STUCK.split()
    assert game.scores == [-sum(WORTH[kind] for kind in STUCK.split()), 0]
    assert game.why() == [("unable", -43)]
    assert game.told(Drew) == [Drew(0, 5)]
    assert game.engine.active(game.now) == (1,)


@pytest.mark.rule("N67-311")
def test_the_tiles_shown_can_come_back() -> None:
    assert sorted(start(TEN, STUCK, FIVE, pile="").does("unable").racks[0]) == sorted(STUCK.split())


@pytest.mark.rule("N67-313")
def test_the_line_starts_on_the_left() -> None:
    placed = start("", FIVE, "").does("STRAIGHT>E").told(Placed)
    assert placed == [Placed(0, "STRAIGHT", cell(10, 0), 6, 2, "STRAIGHT", 1, False)]


SHUT = "SHARP_L SHARP_R DIAGONAL DIAGONAL CORNER"


@pytest.mark.rule("N67-314", "N67-315", "N67-703")
def test_a_turn_lost_at_the_opening() -> None:
    game = start("", SHUT, FIVE)
    assert game.refusal("unable") == "N67-315"
    game.does("forfeit")
    assert game.told(Forfeited) == [Forfeited(0)]
    assert (game.scores, game.racks[0]) == ([0, 0], SHUT.split())
    assert game.engine.active(game.now) == (1,)
    assert start("STRAIGHT>E", "BEND", FIVE).refusal("forfeit") == "N67-302"
    assert start(TEN, STUCK, FIVE).refusal("forfeit") == "N67-314"
    paying = start("", SHUT, SHUT, start_forfeit="penalty").does("unable, unable")
    assert paying.scores == [-40, -40]
    assert not paying.told(Redealt)
    assert start("", SHUT, SHUT, start_forfeit="penalty").refusal("forfeit") == "N67-703"


@pytest.mark.rule("N67-316", "N67-319")
def test_when_nobody_can_open_all_racks_are_dealt_anew() -> None:
    game = start("", SHUT, SHUT, SHUT, mover=2).does("forfeit, forfeit")
    assert game.table.idle == 2
    game.does("forfeit")
    assert game.told(Redealt) == [Redealt()]
    assert game.told(Drew) == [Drew(0, 5), Drew(1, 5), Drew(2, 5)]
    assert [player for player, _ in game.whispers] == [0, 1, 2]
    assert game.engine.active(game.now) == (2,)
    assert Counter(GAME.pieces(game.now.state)) == supply()


@pytest.mark.rule("N67-317")
def test_players_without_tiles_are_passed_over() -> None:
    game = start("", "STRAIGHT STRAIGHT", "", "STRAIGHT", pile="").does("STRAIGHT>E, stop")
    assert game.told(PassedOver) == [PassedOver(1)]
    assert game.engine.active(game.now) == (2,)
    assert game.scores == [10, 0, 0]


@pytest.mark.rule("N67-318", "N67-325")
def test_the_game_itself_finds_out_what_can_be_done() -> None:
    """There is no move to draw, to pass over, to challenge or to end: four moves are all there are."""
    assert [kind.__name__ for kind in GAME.types.moves] == ["Place", "Stop", "Unable", "Forfeit"]
    assert start(TEN, STUCK, "").offers == ["unable"]


@pytest.mark.rule("N67-320")
def test_a_short_pile_is_drawn_empty() -> None:
    game = start("", FIVE, FIVE, pile="BEND").does("STRAIGHT>E, STRAIGHT>E, stop")
    assert game.racks[0] == ["STRAIGHT"] * 3 + ["BEND"]
    unable = start(TEN, "BEND", FIVE, pile="BEND BEND").does("unable")
    assert unable.racks[0] == ["BEND"] * 3
    assert unable.told(Drew) == [Drew(0, 3)]


@pytest.mark.rule("N67-321")
def test_the_order_of_what_follows_a_turn() -> None:
    game = start(TEN, STUCK, "BEND", pile="", stall_rounds=1).does("unable")
    names = [type(event).__name__ for event in game.events]
    assert names == ["Shown", "Scored", "Drew"]
    game.does("unable")
    names = [type(event).__name__ for event in game.events[3:]]
    assert names == ["Shown", "Scored", "Drew", "Stalled", "RackLeft", "Scored", "RackLeft", "Scored", "Won"]
    passed = start(TEN, STUCK, "", "", pile="", stall_rounds=1).does("unable")
    assert passed.told(PassedOver) == [PassedOver(1), PassedOver(2)]
    assert passed.over == "stall"
    finish = near_finish("STRAIGHT", "E", 8, "STRAIGHT BEND", "").does("STRAIGHT>E")
    names = [type(event).__name__ for event in finish.events]
    assert names == ["Placed", "Scored", "Scored", "TurnScored", "Finished", "RackLeft", "Scored", "Won"]
    play = start("", FIVE, FIVE).does("STRAIGHT>E, stop")
    assert [type(event).__name__ for event in play.events] == ["Placed", "Scored", "Stop", "TurnScored", "Drew"]
    # Both ends at once: that of the tiles comes first.
    both = start(TEN, STUCK, "", pile="", stall_rounds=1, all_played_end="first_rack_empty")
    both.table.idle = 1
    assert both.does("unable").over == "played"


@pytest.mark.rule("N67-322")
def test_a_placement_is_a_type_and_an_exit() -> None:
    assert start("", FIVE, "").offers == ["STRAIGHT>E"]
    assert Place.__struct_fields__ == ("tile", "exit")
    assert start("", FIVE, "").refusal("BEND>N") == "N67-322"
    (placed,) = start("GENTLE_L>NE", "GENTLE_R BEND", "").does("GENTLE_R>N").told(Placed)
    assert (placed.cell, placed.entry, placed.turn) == (cell(9, 1), 5, 2)


@pytest.mark.rule("N67-323")
def test_a_turn_ends_by_itself_only_with_the_rack_or_at_a_finish_dot() -> None:
    game = start("", FIVE, FIVE).does("STRAIGHT>E")
    assert game.engine.active(game.now) == (0,)
    blocked = start("", "BEND CORNER CORNER CORNER CORNER", FIVE).does("BEND>N")
    assert blocked.offers == ["stop"]
    emptied = start("", "STRAIGHT", FIVE).does("STRAIGHT>E")
    assert emptied.engine.active(emptied.now) == (1,)
    assert near_finish("STRAIGHT", "E", 8, "STRAIGHT BEND", "").does("STRAIGHT>E").told(TurnScored)


@pytest.mark.rule("N67-324", "N67-407", "N67-415")
def test_a_play_that_has_begun_can_be_completed() -> None:
    game = start(SEVEN, "BEND UNIVERSAL STRAIGHT", "")
    assert "BEND>S" in game.offers
    assert set(game.does("BEND>S").offers) == {"UNIVERSAL>E", "UNIVERSAL>SE", "UNIVERSAL>S", "UNIVERSAL>SW"}
    assert "BEND>S" not in start(SEVEN, "BEND STRAIGHT", "").offers
    # The one universal tile is the lead, so nothing is left to cross with.
    lone = start(SEVEN, "UNIVERSAL STRAIGHT", "")
    assert "UNIVERSAL>S" not in lone.offers
    assert lone.refusal("UNIVERSAL>S") == "N67-407"


# -- where a tile may go ---------------------------------------------------------------------------------


@pytest.mark.rule("N67-401")
def test_there_is_one_line_and_it_goes_on_where_it_ended() -> None:
    game = start("", FIVE, FIVE).does("STRAIGHT>E, STRAIGHT>E, stop, STRAIGHT>E")
    assert [event.cell for event in game.told(Placed)] == [cell(10, 0), cell(10, 1), cell(10, 2)]


@pytest.mark.rule("N67-402")
def test_a_corner_leads_to_the_diagonal_neighbour() -> None:
    game = start("GENTLE_L>NE", "GENTLE_L DIAGONAL", "")
    assert game.table.head == 8 * cell(9, 1) + 5
    game.does("DIAGONAL>NE")
    assert game.table.head == 8 * cell(8, 2) + 5


@pytest.mark.rule("N67-403")
def test_a_plain_tile_goes_where_its_shape_goes() -> None:
    game = start("STRAIGHT>E", "BEND GENTLE_L", "")
    assert game.offers == ["BEND>N", "BEND>S", "GENTLE_L>NE"]
    assert game.refusal("BEND>E") == "N67-403"


@pytest.mark.rule("N67-405")
def test_the_line_stays_on_the_board() -> None:
    game = start("BEND>N, 9 x STRAIGHT>N", "UNIVERSAL BEND", "")
    assert game.offers == ["BEND>E", "UNIVERSAL>E", "UNIVERSAL>SE"]
    reason = GAME.permits(game.engine.view(game.now, 0), Place("UNIVERSAL", 0))
    assert reason is not None
    assert str(reason) == "the line may not touch the border here, to the N (N67-405)"
    assert (reason.field, reason.allowed) == ("exit", (2, 3))
    below = start("BEND>S, 9 x STRAIGHT>S", "UNIVERSAL BEND", "")
    assert below.offers == ["BEND>E", "UNIVERSAL>E", "UNIVERSAL>NE"]
    assert [below.refusal(f"UNIVERSAL>{port}") for port in ("NW", "W", "SW", "S", "SE")] == ["N67-405"] * 5


@pytest.mark.rule("N67-105")
def test_a_rejection_names_the_rule_on_every_way_in() -> None:
    match = Match(GAME, 2, seed="rejected")
    (player,) = match.active
    tile = match.view(player).seat.rack[0]
    with pytest.raises(IllegalMove) as caught:
        match.play(player, {"type": "place", "tile": tile, "exit": 9})
    assert caught.value.facts["rule"] == "N67-105"


@pytest.mark.rule("N67-406")
def test_a_play_stops_before_an_empty_square() -> None:
    game = start(SEVEN, "BEND UNIVERSAL", "").does("BEND>S")
    assert game.refusal("stop") == "N67-406"
    assert "stop" in start(SEVEN, "BEND UNIVERSAL STRAIGHT", "").does("BEND>S, UNIVERSAL>S").offers


@pytest.mark.rule("N67-408", "N67-409")
def test_the_line_does_not_pass_a_corner_it_has_passed() -> None:
    """The corner between (9,1), (9,2), (10,1) and (10,2): the line goes from (10,1) to (9,2) there."""
    game = start(SEVEN, "SHARP_L UNIVERSAL UNIVERSAL STRAIGHT", "")
    assert game.refusal("SHARP_L>SE") == "N67-408"
    # In the middle of a play, and by a universal tile, it is the same.
    within = start("STRAIGHT>E, GENTLE_L>NE", "SHARP_R UNIVERSAL UNIVERSAL", "").does("SHARP_R>W")
    assert within.refusal("UNIVERSAL>SE") == "N67-408"
    # The end of the line alone is no strand: a corner that only one of the two touches is free.
    assert "UNIVERSAL>NW" in within.offers


@pytest.mark.rule("N67-410", "N67-421")
def test_no_tile_goes_on_another_but_a_universal_one_after_a_lead() -> None:
    game = start(SEVEN, "BEND BEND UNIVERSAL", "").does("BEND>S")
    assert game.refusal("BEND>E") == "N67-421"
    assert all(offer.startswith("UNIVERSAL") for offer in game.offers)


@pytest.mark.rule("N67-411", "N67-412")
def test_on_the_blue_column_the_line_runs_to_a_finish_dot() -> None:
    game = near_finish("STRAIGHT", "E", 8, "BEND STRAIGHT UNIVERSAL", "")
    assert game.offers == ["BEND>N", "BEND>S", "STRAIGHT>E", "UNIVERSAL>E", "UNIVERSAL>N", "UNIVERSAL>S"]
    assert game.refusal("UNIVERSAL>NE") == "N67-412"
    assert game.refusal("UNIVERSAL>SW") == "N67-412"
    game.does("BEND>N")
    assert game.refusal("stop") == "N67-411"
    assert game.offers == ["STRAIGHT>N", "UNIVERSAL>E"]
    top = near_finish("STRAIGHT", "E", 0, "BEND BEND", "")
    assert top.offers == ["BEND>S"]
    assert top.refusal("BEND>N") == "N67-412"


@pytest.mark.rule("N67-702")
def test_a_blue_column_that_is_only_crossed() -> None:
    game = near_finish("STRAIGHT", "E", 8, "BEND BEND STRAIGHT", "", blue_run="single")
    assert game.offers == ["STRAIGHT>E"]
    assert game.refusal("BEND>N") == "N67-702"


@pytest.mark.rule("N67-413")
def test_red_squares_may_be_covered_though_there_is_another_way() -> None:
    """The play could stop, or lead elsewhere, before either of two red squares."""
    game = start("9 x STRAIGHT>E", "STRAIGHT STRAIGHT BEND", "")
    assert game.offers == ["BEND>N", "BEND>S", "STRAIGHT>E"]
    game.does("STRAIGHT>E")
    assert game.table.head >> 3 == cell(10, 10)
    assert game.offers == ["BEND>N", "BEND>S", "STRAIGHT>E", "stop"]
    area = start(TO_U, "STRAIGHT STRAIGHT STRAIGHT", "").does("STRAIGHT>S")
    assert area.offers == ["STRAIGHT>S", "stop"]


@pytest.mark.rule("N67-414")
@pytest.mark.parametrize("universal", ["", " UNIVERSAL"])
def test_the_end_of_the_line_may_be_encircled(universal: str) -> None:
    game = start(BEFORE_TEN, "BEND GENTLE_L SHARP_R STRAIGHT" + universal, STUCK)
    game.does("BEND>E, GENTLE_L>NE, SHARP_R>W, STRAIGHT>W")
    if universal:
        assert "stop" in game.offers
        game.does("stop")
    assert game.offers == ["unable"]


# -- crossing --------------------------------------------------------------------------------------------

# Three rows, each below the other, the line going to and fro; it points to (12,1), from the west.
FOLD = "3 x STRAIGHT>E, BEND>S, BEND>W, STRAIGHT>W, STRAIGHT>W, BEND>S, BEND>E"
# It comes up to the green square (7,2), from the south.
UP_TO_GREEN = "GENTLE_L>NE, DIAGONAL>NE, GENTLE_R>N"
# It has crossed itself on (10,1) and points to that square again, from the south, with a lead on (11,1) still to come.
CROSSED = f"{SEVEN}, BEND>S, UNIVERSAL>E, BEND>S, BEND>W"


@pytest.mark.rule("N67-422")
def test_crossings_one_after_another() -> None:
    """A tile that crosses leads the next crossing."""
    assert start(FOLD, "BEND UNIVERSAL STRAIGHT", "").refusal("BEND>N") == "N67-415"
    game = start(FOLD, "BEND UNIVERSAL UNIVERSAL STRAIGHT CORNER", "").does("BEND>N")
    assert game.offers == ["UNIVERSAL>N", "UNIVERSAL>NE", "UNIVERSAL>NW"]
    game.does("UNIVERSAL>N")
    assert game.offers == ["UNIVERSAL>N", "UNIVERSAL>NE", "UNIVERSAL>NW"]
    assert game.refusal("stop") == "N67-406"
    game.does("UNIVERSAL>N, STRAIGHT>N, stop")
    assert game.told(Removed) == [Removed(cell(11, 1), "STRAIGHT"), Removed(cell(10, 1), "STRAIGHT")]
    assert game.scores == [10 + 35 + 35 + 10, 0]


@pytest.mark.rule("N67-422")
def test_a_universal_tile_may_lead_itself() -> None:
    game = start(SEVEN, "UNIVERSAL UNIVERSAL CORNER", "").does("UNIVERSAL>S, UNIVERSAL>E, stop")
    assert game.scores == [70, 0]


@pytest.mark.rule("N67-424")
def test_the_crossed_square_keeps_its_strand_and_gets_another() -> None:
    game = start(SEVEN, "BEND UNIVERSAL CORNER", "").does("BEND>S, UNIVERSAL>SE")
    base, strands = 8 * cell(10, 1), game.table.line.strands
    ports = {port: strands[base + port] - base for port in range(8) if base + port in strands}
    assert ports == {6: 1, 1: 6, 0: 3, 3: 0}
    (crossing,) = [placed for placed in game.told(Placed) if placed.crossing]
    assert (crossing.entry, crossing.exit, crossing.like) == (0, 3, "GENTLE_L")


@pytest.mark.rule("N67-425", "N67-705")
def test_a_crossing_comes_out_on_the_far_side() -> None:
    game = start(SEVEN, "BEND UNIVERSAL CORNER", "").does("BEND>S")
    assert game.refusal("UNIVERSAL>NW") == "N67-425"
    assert game.refusal("UNIVERSAL>W") == "N67-425"
    either = start(SEVEN, "BEND UNIVERSAL CORNER", "", cross_geometry="any_free_port").does("BEND>S")
    assert set(either.offers) - set(game.offers) == {"UNIVERSAL>NW"}
    assert either.refusal("UNIVERSAL>NE") == "N67-425"


@pytest.mark.rule("N67-426")
def test_the_exit_of_a_crossing_is_an_exit_like_others() -> None:
    game = start(SEVEN, "GENTLE_L UNIVERSAL CORNER", "").does("GENTLE_L>SW")
    assert game.refusal("UNIVERSAL>SW") == "N67-405"
    occupied = start(TEN, "SHARP_L UNIVERSAL CORNER", "").does("SHARP_L>SE")
    assert occupied.refusal("UNIVERSAL>SW") == "N67-407"
    on = occupied.does("UNIVERSAL>E")
    assert "stop" in on.offers
    # To the south-east of (9,1) lies an empty square, but the line passes the corner on its way from (10,1) to (9,2).
    corner = start(f"{SEVEN}, STRAIGHT>W, BEND>N, BEND>E", "BEND UNIVERSAL UNIVERSAL CORNER", "").does("BEND>S")
    assert corner.offers == ["UNIVERSAL>S", "UNIVERSAL>SW"]
    assert corner.refusal("UNIVERSAL>SE") == "N67-408"


@pytest.mark.rule("N67-427", "N67-706")
def test_a_crossing_is_crossed_only_if_the_players_want_it_so() -> None:
    rack = "BEND UNIVERSAL CORNER"
    assert start(CROSSED, rack, "").offers == ["BEND>S", "UNIVERSAL>S", "UNIVERSAL>SE", "UNIVERSAL>SW", "UNIVERSAL>W"]
    assert start(CROSSED, f"{rack} UNIVERSAL", "").refusal("BEND>N") == "N67-427"
    game = start(CROSSED, rack, "", cross_crossroad="yes").does("BEND>N")
    assert game.offers == ["UNIVERSAL>NW"]
    game.does("UNIVERSAL>NW")
    assert game.told(Removed) == [Removed(cell(10, 1), "UNIVERSAL")]
    base, strands = 8 * cell(10, 1), game.table.line.strands
    assert {port for port in range(8) if base + port in strands} == {6, 1, 0, 2, 4, 7}
    either = start(CROSSED, rack, "", cross_crossroad="yes", cross_geometry="any_free_port").does("BEND>N")
    assert either.offers == ["UNIVERSAL>NW", "UNIVERSAL>SW"]


@pytest.mark.rule("N67-305", "N67-428", "N67-508")
@pytest.mark.parametrize(("again", "points"), [("no", 155), ("yes", 215)])
def test_a_tile_of_the_same_play_may_be_crossed_and_still_scores(again: str, points: int) -> None:
    play = "STRAIGHT>N, BEND>E, BEND>S, BEND>W, UNIVERSAL>W"
    game = start(UP_TO_GREEN, "STRAIGHT BEND BEND BEND UNIVERSAL", "", cross_rescore_square=again).does(play)
    assert game.told(Removed) == [Removed(cell(7, 2), "STRAIGHT")]
    assert game.scores == [points, 0]
    assert game.told(Drew) == [Drew(0, 5)]


@pytest.mark.rule("N67-429")
def test_a_universal_tile_with_one_strand_is_crossed_like_any_other() -> None:
    line = SEVEN.replace("GENTLE_L", "UNIVERSAL")
    game = start(line, "BEND UNIVERSAL CORNER", "").does("BEND>S, UNIVERSAL>E")
    assert game.told(Removed) == [Removed(cell(10, 1), "UNIVERSAL")]
    assert "UNIVERSAL" in game.pile


# -- scoring ---------------------------------------------------------------------------------------------


@pytest.mark.rule("N67-501", "N67-511", "N67-512")
def test_each_tile_scores_when_it_is_laid() -> None:
    game = start(SEVEN, "BEND UNIVERSAL SHARP_L CORNER", "").does("BEND>S")
    assert game.scores == [10, 0]
    assert game.does("UNIVERSAL>E").scores == [45, 0]
    assert game.table.points == 45
    game.does("stop")
    assert game.told(Scored)[0] == Scored(0, 10, "tile", (cell(9, 1),))
    assert game.told(TurnScored) == [TurnScored(0, 45)]
    assert (game.scores, game.table.points) == ([45, 0], 0)


@pytest.mark.rule("N67-502")
def test_green_and_blue_squares_pay() -> None:
    green = start(UP_TO_GREEN, "STRAIGHT BEND", "").does("STRAIGHT>N")
    assert green.told(Scored)[1:] == [Scored(0, 60, "green", (cell(7, 2),))]
    blue = near_finish("STRAIGHT", "E", 10, "STRAIGHT", "").does("STRAIGHT>E")
    assert blue.why() == [("tile", 10), ("blue", 500)]


@pytest.mark.rule("N67-503")
def test_red_squares_cost() -> None:
    assert start("10 x STRAIGHT>E", "STRAIGHT BEND", "").does("STRAIGHT>E").why() == [("tile", 10), ("red", -60)]


# It points to (2,2), a square of a U area, from the north; (3,2) and (4,2) are others, and below it lies (5,2).
TO_U = "BEND>N, 8 x STRAIGHT>N, BEND>E, STRAIGHT>E, BEND>S"


@pytest.mark.rule("N67-504", "N67-505", "N67-701")
@pytest.mark.parametrize(
    ("scope", "costs"), [("turn", [-40, -40, -40]), ("player", [-40, -40, 0]), ("game", [-40, 0, 0])]
)
def test_a_u_area_costs_once(scope: str, costs: list[int]) -> None:
    """In a turn, to a player, or in the game: two squares by player 1, one by player 2, and player 1 again."""
    game = start(TO_U, "STRAIGHT STRAIGHT STRAIGHT SHARP_R", "BEND CORNER", u_penalty_scope=scope)
    before = [0, 0]
    for player, play, cost in zip((0, 1, 0), ("2 x STRAIGHT>S", "BEND>E", "STRAIGHT>E"), costs, strict=True):
        told = len(game.events)
        game.does(f"{play}, stop")
        awards = [event for event in game.events[told:] if isinstance(event, Scored) and event.why != "tile"]
        assert [(each.player, each.points, each.why) for each in awards] == [(player, cost, "area")] * bool(cost)
        before[player] += cost + 10 * len(game.table.last)
        assert game.scores == before
    # Another area is paid for apart.
    game.table.tiles.clear()
    game.table.line = Network()
    game.table.head = 8 * cell(2, 17)
    game.change_rack(1, "STRAIGHT")
    assert game.does("STRAIGHT>S").scores[1] == before[1] - 150


@pytest.mark.rule("N67-506", "N67-710")
def test_the_bonus_goes_to_five_tiles_or_to_the_whole_rack() -> None:
    five = start("", FIVE, "").does("4 x STRAIGHT>E")
    assert five.scores == [40, 0]
    five.does("STRAIGHT>E")
    assert five.why()[-1] == ("bonus", 20)
    assert five.told(Scored)[-1].where == tuple(cell(10, column) for column in range(5))
    three = start("", "STRAIGHT STRAIGHT STRAIGHT", FIVE).does("3 x STRAIGHT>E")
    assert three.scores == [30, 0]
    emptied = start("", "STRAIGHT STRAIGHT STRAIGHT", FIVE, five_bonus="rack_emptied").does("3 x STRAIGHT>E")
    assert emptied.scores == [50, 0]


@pytest.mark.rule("N67-507", "N67-704")
def test_a_crossing_does_not_score_the_square_again() -> None:
    """The green square (7,2), covered long before; and a U area if it is to be scored again."""
    line = f"{UP_TO_GREEN}, STRAIGHT>N, BEND>E, BEND>S"
    assert start(line, "BEND UNIVERSAL CORNER", "").does("BEND>W, UNIVERSAL>W").scores == [45, 0]
    again = start(line, "BEND UNIVERSAL CORNER", "", cross_rescore_square="yes").does("BEND>W, UNIVERSAL>W")
    assert again.why() == [("tile", 10), ("tile", 35), ("green", 60)]
    # Round (3,3), which lies inside the U, and back over (3,2).
    area = f"{TO_U}, 2 x STRAIGHT>S, BEND>E, BEND>N"
    assert start(area, "BEND UNIVERSAL CORNER", "").does("BEND>W, UNIVERSAL>W").scores == [45, 0]
    once_more = start(area, "BEND UNIVERSAL CORNER", "", cross_rescore_square="yes").does("BEND>W, UNIVERSAL>W")
    assert once_more.why() == [("tile", 10), ("tile", 35), ("area", -40)]


@pytest.mark.rule("N67-509", "N67-510")
def test_totals_start_at_nothing_may_be_negative_and_are_seen_by_all() -> None:
    assert Engine(GAME, 3).start(Chance.from_seed("totals")).scores == [0, 0, 0]
    game = start(TEN, STUCK, FIVE).does("unable")
    for viewer in (None, 0, 1):
        assert game.engine.view(game.now, viewer).scores == [-43, 0]


# -- the end ---------------------------------------------------------------------------------------------


@pytest.mark.rule("N67-602", "N67-709")
def test_the_last_tile_of_all_ends_the_game() -> None:
    game = start("", "STRAIGHT STRAIGHT", "STRAIGHT", pile="").does("STRAIGHT>E, STRAIGHT>E")
    assert game.over == ""
    game.does("STRAIGHT>E")
    assert game.over == "played"
    assert game.scores == [20, 10]


@pytest.mark.rule("N67-709")
def test_the_first_empty_rack_to_come_up_may_end_the_game() -> None:
    early: dict[str, Any] = {"pile": "", "all_played_end": "first_rack_empty"}
    game = start("", "STRAIGHT STRAIGHT", "STRAIGHT STRAIGHT", **early).does("STRAIGHT>E, STRAIGHT>E")
    assert game.over == ""
    game.does("STRAIGHT>E, stop")
    assert game.over == "played"
    assert game.scores == [20, 0]
    # A player without tiles further on does not come up yet.
    assert start("", "STRAIGHT STRAIGHT", "BEND", "", **early).does("STRAIGHT>E, stop").over == ""
    assert start("", "STRAIGHT STRAIGHT", "", "BEND", **early).does("STRAIGHT>E, stop").over == "played"


@pytest.mark.rule("N67-603", "N67-604", "N67-708")
@pytest.mark.parametrize(("rounds", "turns"), [(2, 6), (1, 3)])
def test_turns_without_a_placement_end_the_game(rounds: int, turns: int) -> None:
    game = start(TEN, STUCK, STUCK.replace("BEND", "CORNER"), STUCK.replace("BEND", "CORNER"), stall_rounds=rounds)
    for turn in range(turns):
        assert (game.over, game.table.idle) == ("", turn)
        game.change_rack(turn % 3, "DIAGONAL DIAGONAL CORNER GENTLE_R SHARP_R")
        game.does("unable")
    assert game.over == "stall"
    assert game.told(Stalled) == [Stalled(turns)]
    assert len(game.told(Drew)) == turns


@pytest.mark.rule("N67-604")
def test_any_placement_begins_the_count_anew() -> None:
    game = start("", SHUT, FIVE).does("forfeit")
    assert game.table.idle == 1
    game.does("STRAIGHT>E")
    assert game.table.idle == 0


@pytest.mark.rule("N67-605")
def test_everybody_pays_for_the_tiles_left() -> None:
    game = near_finish("STRAIGHT", "E", 0, "STRAIGHT SHARP_L", "UNIVERSAL BEND", "").does("STRAIGHT>E")
    assert game.scores == [60 - 5, -45, 0]
    assert game.told(RackLeft) == [RackLeft(0, ("SHARP_L",)), RackLeft(1, ("UNIVERSAL", "BEND"))]
    assert game.table.left == [["SHARP_L"], ["UNIVERSAL", "BEND"], []]


@pytest.mark.rule("N67-606", "N67-607")
def test_the_highest_total_wins_and_equal_ones_share() -> None:
    game = near_finish("STRAIGHT", "E", 0, "STRAIGHT", "BEND", "", scores=[0, 70, 30]).does("STRAIGHT>E")
    assert game.scores == [60, 60, 30]
    assert game.told(Won) == [Won((0, 1))]
    result = game.engine.result(game.now)
    assert (result.ranking, result.winners) == (((0, 1), (2,)), (0, 1))


# -- options ---------------------------------------------------------------------------------------------


@pytest.mark.rule("N67-707")
def test_whoever_can_only_cross_may_be_allowed_to_pay() -> None:
    rack = "BEND SHARP_L UNIVERSAL STRAIGHT DIAGONAL"
    game = start(TEN, rack, FIVE, must_cross="no")
    assert game.offers == ["BEND>S", "SHARP_L>SE", "unable"]
    assert "unable" not in start(TEN, rack, FIVE, must_cross="no").does("BEND>S").offers
    assert game.does("unable").scores == [-70, 0]
    # One play without a crossing is enough to oblige.
    mixed = start(SEVEN, "BEND UNIVERSAL CORNER", FIVE, must_cross="no")
    assert {"BEND>N", "BEND>S"} <= {*mixed.offers}
    assert mixed.refusal("unable") == "N67-302"
    # A universal tile that only stands for another is no crossing.
    assert "unable" not in start("GENTLE_L>NE", "STRAIGHT UNIVERSAL", FIVE, must_cross="no").offers


def test_options_are_as_declared() -> None:
    assert GAME.read_options({}) == Options()
    with pytest.raises(BadOptions) as caught:
        GAME.read_options({"blue_run": "twice"})
    assert caught.value.facts["allowed"] == ["allow", "single"]


@pytest.mark.rule("N67-308", "N67-323", "N67-707")
def test_sentences_say_what_happened_and_no_more() -> None:
    """Who stops may find the pile empty, and who is unable may have chosen to be, with plays that cross."""
    game = start("", FIVE, FIVE, pile="").does("STRAIGHT>E, stop")
    (stopped,) = game.told(Stop)
    assert does(0, GAME.tell(stopped)) == "Player 1 stops here"
    game = start(TEN, "BEND UNIVERSAL", FIVE, must_cross="no")
    assert game.offers == ["BEND>S", "unable"]
    (shown,) = game.does("unable").told(Shown)
    assert GAME.tell(shown) == "Player 1 shows BEND, UNIVERSAL, and changes the rack"


def test_stop_announces_itself() -> None:
    assert isinstance(start("", FIVE, FIVE).does("STRAIGHT>E, stop").told(Stop)[0], Stop)


def test_the_events_of_a_game_are_those_it_declares() -> None:
    told: set[type[Any]] = set()
    for seed in range(12):
        engine, now = Engine(GAME, 2), Engine(GAME, 2).start(Chance.from_seed(str(seed)))
        while active := engine.active(now):
            step = engine.carry_out(now, active[0], engine.legal(now, active[0])[0])
            now = step.position
            told |= {type(event) for event in step.events}
    assert told <= {*GAME.events, Scored, Stop}
    assert {Placed, TurnScored, Drew, Shown, RackLeft, Won} <= told
    assert told & {Finished, Stalled}
