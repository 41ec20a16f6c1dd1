"""The rules of Octopus one by one, in the order of the game's page."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from octopus_tables import GAME, at, lay, points, position, scored
from tileyard import BadOptions, BadPlayers, Chance, Engine, IllegalMove, Match, MatchOver, NotYourTurn
from tileyard.board import plane
from tileyard.ground.wire import encode
from tileyard_octopus.known import hand_of
from tileyard_octopus.model import Dealt, Place
from tileyard_octopus.pieces import one_set

PLAYERS = range(2, 7)


def start(players: int = 2, seed: str = "rules", **options: object):
    return Engine(GAME, players, options).start(Chance.from_seed(seed))


def opening(engine: Engine, game):
    """The position after the starting player laid the first tile of the hand."""
    (player,) = engine.active(game)
    return engine.step(game, player, engine.legal(game, player)[0])


# -- components and set-up -----------------------------------------------------------------------------


@pytest.mark.rule("OCT-105", "OCT-701")
@pytest.mark.parametrize(("options", "copies"), [({}, 1), ({"sets": 1}, 1), ({"sets": 2}, 2)])
def test_one_set_or_two(options: dict[str, int], copies: int) -> None:
    assert Counter(GAME.pieces(start(3, **options).state)) == dict.fromkeys(one_set(), copies)


@pytest.mark.rule("OCT-106")
def test_two_to_six_play() -> None:
    assert [*GAME.players] == [2, 3, 4, 5, 6]
    for players in (1, 7):
        with pytest.raises(BadPlayers):
            Engine(GAME, players)


@pytest.mark.rule("OCT-107")
def test_a_move_is_a_tile_and_a_place_without_a_rotation() -> None:
    assert Place.__struct_fields__ == ("tile", "at")


@pytest.mark.rule("OCT-108")
def test_the_table_has_no_edge() -> None:
    """The tiles of two sets can be laid in a straight line, in each direction, with the places on its sides free."""
    engine = Engine(GAME, 2, {"sets": 2})
    for step in plane.SIDES:
        layout = {step * i: tile for i, tile in enumerate((one_set() * 2)[:-1])}
        line = position([["J6"], []], layout, sets=2)
        ends = {-step, step * 119}
        assert ends < {move.at for move in engine.legal(line, 0)}
        assert len(engine.legal(line, 0)) == 2 * 119 + 2
        for end in ends:
            assert engine.step(line, 0, Place("J6", end)).state.table.layout[end] == "J6"


@pytest.mark.rule("OCT-201")
def test_all_tiles_are_shuffled_and_dealt_out() -> None:
    deals = {encode(start(4, seed=f"{i}").state.table.hands) for i in range(20)}
    assert len(deals) == 20
    assert sorted(tile for hand in start(4).state.table.hands for tile in hand) == sorted(one_set())


@pytest.mark.rule("OCT-202")
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("sets", [1, 2])
def test_every_player_gets_the_same_number_of_tiles(players: int, sets: int) -> None:
    step = Engine(GAME, players, {"sets": sets}).begin(Chance.from_seed("deal"))
    each = 60 * sets // players
    assert [len(hand) for hand in step.position.state.table.hands] == [each] * players
    assert step.events == [Dealt(each, GAME.active(step.position.state.table)[0])]


@pytest.mark.rule("OCT-203")
def test_the_tiles_of_all_lie_on_the_table() -> None:
    game = start(3)
    assert all(game.state.table.hands)
    assert not any(seat.hand for seat in game.state.seats)
    view = Engine(GAME, 3).view(game, None)
    assert [hand_of(view, player) for player in range(3)] == game.state.table.hands


@pytest.mark.rule("OCT-204")
def test_the_starting_player_is_drawn() -> None:
    firsts = Counter(GAME.active(start(5, seed=f"{i}").state.table) for i in range(200))
    assert sorted(firsts) == [(0,), (1,), (2,), (3,), (4,)]
    assert min(firsts.values()) > 20


@pytest.mark.rule("OCT-205")
def test_totals_start_at_zero_and_are_public() -> None:
    engine, game = Engine(GAME, 4), start(4)
    assert [engine.view(game, viewer).scores for viewer in (0, 1, 2, 3, None)] == [[0, 0, 0, 0]] * 5
    game = engine.step(position([["A1"], ["B1"], ["C1"], ["D1"]], lay("0,0 A3  0,1 A4")), 0, Place("A1", at("0,2")))
    assert [engine.view(game, viewer).scores for viewer in (0, 1, 2, 3, None)] == [[2, 0, 0, 0]] * 5


# -- turn and moves ------------------------------------------------------------------------------------


@pytest.mark.rule("OCT-301")
def test_the_first_tile_goes_to_the_middle() -> None:
    engine, game = Engine(GAME, 2), start()
    (player,) = engine.active(game)
    moves = engine.legal(game, player)
    assert [move.at for move in moves] == [0] * 30
    assert [move.tile for move in moves] == game.state.table.hands[player]
    reason = GAME.permits(engine.view(game, player), Place(moves[0].tile, at("0,1")))
    assert reason is not None
    assert (reason.rule, reason.field, reason.allowed) == ("OCT-301", "at", (0,))


@pytest.mark.rule("OCT-302", "OCT-309", "OCT-702")
def test_the_opening_tile_is_a_turn_or_an_extra() -> None:
    plain, extra = Engine(GAME, 3), Engine(GAME, 3, {"first_tile": "extra"})
    first = start(3).state.table.rota.order[0]
    assert plain.active(opening(plain, start(3))) == ((first + 1) % 3,)
    game = opening(extra, start(3))
    assert extra.active(game) == (first,)
    assert extra.active(opening(extra, game)) == ((first + 1) % 3,)


@pytest.mark.rule("OCT-303", "OCT-304")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_next_seat_is_the_neighbour_on_the_right(players: int) -> None:
    """Seats are numbered in playing order, so that the neighbour on the right is the next number."""
    engine, game = Engine(GAME, players), start(players)
    for _ in range(2 * players):
        (player,) = engine.active(game)
        game = opening(engine, game)
        assert engine.active(game) == ((player + 1) % players,)


@pytest.mark.rule("OCT-305")
def test_a_turn_lays_exactly_one_of_the_own_tiles() -> None:
    engine, game = Engine(GAME, 2), position([["A1", "B2"], ["C3", "D4"]])
    reason = GAME.permits(engine.view(game, 0), Place("C3", 0))
    assert reason is not None
    assert (reason.rule, reason.field, reason.allowed) == ("OCT-305", "tile", ("A1", "B2"))
    after = engine.step(game, 0, Place("B2", 0)).state.table
    assert after.hands == [["A1"], ["C3", "D4"]]
    assert after.layout == {0: "B2"}
    assert engine.active(engine.step(game, 0, Place("B2", 0))) == (1,)


@pytest.mark.rule("OCT-306", "OCT-506")
def test_points_go_to_who_laid_the_tile_and_the_turn_passes() -> None:
    engine, game = Engine(GAME, 3), position([["A1"], ["A2", "B1"], ["C3"]], lay("0,0 A3  0,1 A4"), mover=1)
    step = engine.carry_out(game, 1, Place("A2", at("0,2")))
    assert step.position.scores == [0, 2, 0]
    assert [(event.player, event.points) for event in step.events[1:]] == [(1, 2)]
    assert engine.active(step.position) == (2,)
    with pytest.raises(NotYourTurn):
        engine.step(step.position, 1, Place("B1", at("0,3")))


@pytest.mark.rule("OCT-307", "OCT-308")
def test_a_move_is_a_whole_turn_and_there_is_no_other_kind() -> None:
    """No drawing, passing or discarding; whoever is to move has a tile, and a tile always has a place."""
    assert GAME.types.moves == (Place,)
    engine, game = Engine(GAME, 3), start(3)
    while active := engine.active(game):
        (player,) = active
        tiles = len(game.state.table.hands[player])
        assert engine.legal(game, player)
        game = opening(engine, game)
        assert len(game.state.table.hands[player]) == tiles - 1
        assert engine.active(game) in (((player + 1) % 3,), ())


@pytest.mark.rule("OCT-310")
def test_deal_and_end_are_no_moves() -> None:
    match = Match(GAME, 2, seed="310")
    assert match.ply == 0
    while not match.over:
        player = match.active[0]
        match.play(player, match.legal(player)[0])
    assert match.ply == 60
    assert all(isinstance(entry.move, Place) for entry in match.record().entries[1:])


# -- legality ------------------------------------------------------------------------------------------


@pytest.mark.rule("OCT-401")
def test_a_place_is_empty_and_shares_a_side_with_a_tile() -> None:
    engine, game = Engine(GAME, 2), position([["A1"], ["B1"]], lay("0,0 A3  0,1 B4"))
    view = engine.view(game, 0)
    assert {move.at for move in engine.legal(game, 0)} == {
        at(place) for place in ("-1,0", "-1,1", "0,2", "1,1", "1,0", "0,-1")
    }
    for place, text in (("0,0", "there is a tile on 0,0 already"), ("0,4", "0,4 is not beside a tile")):
        reason = GAME.permits(view, Place("A1", at(place)))
        assert reason is not None
        assert (reason.text, reason.rule, reason.field) == (text, "OCT-401", "at")
        with pytest.raises(IllegalMove, match="OCT-401"):
            engine.step(game, 0, Place("A1", at(place)))


@pytest.mark.rule("OCT-402")
@pytest.mark.parametrize("place", ["-1,-1", "-1,1", "1,-1", "1,1"])
def test_contact_at_a_corner_is_not_enough(place: str) -> None:
    engine, game = Engine(GAME, 2), position([["A1"], ["B1"]], lay("0,0 A3"))
    with pytest.raises(IllegalMove, match="corner only") as caught:
        engine.step(game, 0, Place("A1", at(place)))
    assert caught.value.facts["rule"] == "OCT-402"


@pytest.mark.rule("OCT-403")
def test_nothing_has_to_match() -> None:
    engine, game = Engine(GAME, 2), position([["B5"], ["C6"]], lay("0,0 A3  0,1 A4  1,0 D3"))
    assert len(engine.legal(game, 0)) == len(plane.frontier(game.state.table.layout))


@pytest.mark.rule("OCT-404")
def test_a_laid_tile_stays() -> None:
    engine, game = Engine(GAME, 4), start(4)
    while engine.active(game):
        before = game.state.table.layout
        game = opening(engine, game)
        assert list(game.state.table.layout.items())[:-1] == list(before.items())


@pytest.mark.rule("OCT-405")
def test_equal_tiles_are_one_choice() -> None:
    engine, game = Engine(GAME, 2, {"sets": 2}), position([["A1", "A1", "B2"], ["C3"]], sets=2)
    assert engine.legal(game, 0) == [Place("A1", 0), Place("B2", 0)]
    assert engine.step(game, 0, Place("A1", 0)).state.table.hands[0] == ["A1", "B2"]


# -- scoring -------------------------------------------------------------------------------------------

DIRECTIONS = range(8)


def ray(port: int, tiles: str, place: int = 0) -> dict[int, str]:
    """Tiles one after another in a direction, from beside ``place``."""
    return {place + (i + 1) * plane.EIGHT[port]: tile for i, tile in enumerate(tiles.split())}


def beside(layout: dict[int, str]) -> dict[int, str]:
    """The layout with tiles that match nothing here on the sides of the middle that are still empty."""
    return {step: f"I{5 + step % 2}" for step in plane.SIDES} | layout


@pytest.mark.rule("OCT-501")
@pytest.mark.parametrize("port", DIRECTIONS)
def test_the_colour_run_counts_in_every_direction(port: int) -> None:
    events = scored(beside(ray(port, "A1 A2 A6")), "A4", 0)
    step = plane.EIGHT[port]
    assert [(event.why, event.points, event.where) for event in events] == [
        ("colour run", 3, (step, 2 * step, 3 * step))
    ]


@pytest.mark.rule("OCT-502")
@pytest.mark.parametrize("port", DIRECTIONS)
def test_the_number_run_counts_in_every_direction(port: int) -> None:
    events = scored(beside(ray(port, "B4 F4 C4 D4")), "A4", 0)
    step = plane.EIGHT[port]
    assert [(event.why, event.points, event.where) for event in events] == [
        ("number run", 4, (step, 2 * step, 3 * step, 4 * step))
    ]


@pytest.mark.rule("OCT-503")
@pytest.mark.parametrize("port", DIRECTIONS)
def test_a_run_begins_beside_the_tile_and_ends_at_a_gap_or_another_tile(port: int) -> None:
    step = plane.EIGHT[port]
    assert points(beside({step: "A1", 2 * step: "B1", 3 * step: "A2"}), "A4", 0) == 1
    assert points(beside({step: "B4", 2 * step: "B1", 3 * step: "C4"}), "A4", 0) == 1
    assert points(beside({step: "A1", 3 * step: "A2"}), "A4", 0) == 1
    assert points(beside({step: "B2", 2 * step: "A1", 3 * step: "C4"}), "A4", 0) == 0


@pytest.mark.rule("OCT-504")
def test_the_new_tile_counts_in_no_run() -> None:
    assert [event.where for event in scored(lay("0,-1 A1  0,1 A2"), "A4", 0)] == [(1,), (-1,)]


@pytest.mark.rule("OCT-505")
def test_the_two_kinds_are_counted_independently() -> None:
    """The equal tile counts twice, and each kind goes on as far as it reaches."""
    events = scored(lay("0,1 A4  0,2 A4  0,3 A2  0,4 B4"), "A4", 0, sets=2)
    assert [(event.why, event.points) for event in events] == [("colour run", 3), ("number run", 2)]


@pytest.mark.rule("OCT-507")
def test_opposite_directions_are_two_runs() -> None:
    events = scored(lay("-2,0 A1  -1,0 A2  1,0 A5  2,0 A6"), "A3", 0)
    assert [event.points for event in events] == [2, 2]


@pytest.mark.rule("OCT-508")
def test_the_opening_tile_scores_nothing() -> None:
    assert scored({}, "A1", 0) == []


@pytest.mark.rule("OCT-509", "OCT-510")
def test_the_longest_runs_of_one_set() -> None:
    """Five other tiles of a colour, nine of a number; the tile beside it is never equal in both."""
    for tile in one_set():
        colour = [other for other in one_set() if other[0] == tile[0] and other != tile]
        number = [other for other in one_set() if other[1] == tile[1] and other != tile]
        assert not set(colour) & set(number)
        layout = {i + 1: other for i, other in enumerate(colour)} | {-i - 1: other for i, other in enumerate(number)}
        assert {event.why: event.points for event in scored(layout, tile, 0)} == {"colour run": 5, "number run": 9}


# -- end and options -----------------------------------------------------------------------------------


@pytest.mark.rule("OCT-601")
@pytest.mark.parametrize(("sets", "turns"), [(1, 60), (2, 120)])
@pytest.mark.parametrize("first_tile", ["is_first_turn", "extra"])
def test_the_game_ends_when_all_tiles_are_laid(sets: int, turns: int, first_tile: str) -> None:
    engine = Engine(GAME, 4, {"sets": sets, "first_tile": first_tile})
    game = engine.start(Chance.from_seed("end"))
    while engine.active(game):
        assert game.ply < turns
        game = opening(engine, game)
    assert game.ply == len(game.state.table.layout) == turns <= GAME.max_plies
    with pytest.raises(MatchOver):
        engine.step(game, 0, Place("A1", next(iter(game.state.table.free))))


@pytest.mark.rule("OCT-602")
def test_the_highest_total_wins() -> None:
    table = start(3).state.table
    assert GAME.result(table, [7, 9, 8]).ranking == ((1,), (2,), (0,))
    assert GAME.result(table, [7, 9, 8]).winners == (1,)


@pytest.mark.rule("OCT-603", "OCT-704")
@pytest.mark.parametrize(
    ("tie_break", "ranking"),
    [("shared", ((0, 3, 4), (1, 2))), ("last_in_order", ((4,), (0, 3), (1, 2)))],
)
def test_a_tie_for_the_win(tie_break: str, ranking: tuple[tuple[int, ...], ...]) -> None:
    """The order is 0, 1, 2, 3, 4; a tie further down stays shared whatever the option."""
    table = start(5, first_player="seat0", tie_break=tie_break).state.table
    result = GAME.result(table, [9, 2, 2, 9, 9])
    assert result.ranking == ranking
    assert result.winners == ranking[0]


@pytest.mark.rule("OCT-704")
def test_the_last_in_order_is_counted_from_the_starting_player() -> None:
    game = next(
        game
        for i in range(99)
        if GAME.active((game := start(3, f"{i}", tie_break="last_in_order")).state.table) == (2,)
    )
    assert GAME.result(game.state.table, [5, 5, 5]).winners == (1,)
    assert GAME.result(game.state.table, [5, 0, 5]).winners == (0,)


@pytest.mark.rule("OCT-703")
def test_hidden_hands_are_seen_by_their_owners_alone() -> None:
    engine = Engine(GAME, 3, {"hands": "hidden"})
    game = engine.start(Chance.from_seed("703"))
    assert game.state.table.hands == []
    for player in range(3):
        view = engine.view(game, player)
        assert hand_of(view) == game.state.seats[player].hand
        assert view.sizes == {"seat.hand": [20, 20, 20]}
        assert [hand_of(view, other) for other in range(3) if other != player] == [None, None]
    assert engine.view(game, None).seat is None


@pytest.mark.rule("OCT-703")
def test_hidden_and_open_hands_play_alike() -> None:
    """The same seed and the same moves give the same layout and totals."""
    shown, hidden = (Match(GAME, 4, options={"hands": hands}, seed="alike") for hands in ("open", "hidden"))
    while not shown.over:
        player = shown.active[0]
        moves = shown.legal(player)
        assert hidden.legal(player) == moves
        move = moves[shown.ply * 7 % len(moves)]
        assert shown.play(player, move).events == hidden.play(player, move).events
    assert hidden.over
    assert hidden.scores == shown.scores


@pytest.mark.rule("OCT-705")
@pytest.mark.parametrize("players", PLAYERS)
def test_seat0_starts_if_asked_to(players: int) -> None:
    assert {GAME.active(start(players, f"{i}", first_player="seat0").state.table) for i in range(20)} == {(0,)}


@pytest.mark.rule("OCT-701", "OCT-702", "OCT-703", "OCT-704", "OCT-705")
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("sets", [1, 2]),
        ("first_tile", ["is_first_turn", "extra"]),
        ("hands", ["open", "hidden"]),
        ("tie_break", ["shared", "last_in_order"]),
        ("first_player", ["random", "seat0"]),
    ],
)
def test_options_and_their_defaults(name: str, values: list[object]) -> None:
    assert getattr(GAME.read_options({}), name) == values[0]
    for value in values:
        assert msgspec.to_builtins(GAME.read_options({name: value}))[name] == value
    with pytest.raises(BadOptions) as caught:
        GAME.read_options({name: "nonsense"})
    assert caught.value.facts["field"] == name
    assert caught.value.facts["allowed"] == values


def test_labels_are_what_the_page_calls_tiles_and_places() -> None:
    assert GAME.label("at", at("-1,2")) == "-1,2"
    assert GAME.label("at", 0) == "0,0"
    assert GAME.label("where", at("3,-4")) == "3,-4"
    assert GAME.label("tile", "B4") == "B4"
    assert GAME.label("first", 1) == "player 2"
    assert GAME.label("each", 30) == "30"
