"""The worked examples of the game's page, one test each."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from octopus_tables import GAME, at, lay, points, position, scored
from tileyard import Chance, Engine, FastChance, Rota
from tileyard.board import plane
from tileyard_octopus.model import Place, Table

COMPASS = dict(zip(plane.EIGHT, ("N", "NE", "E", "SE", "S", "SW", "W", "NW"), strict=True))


def by_direction(layout: str, tile: str, place: str, **options: int) -> dict[str, int]:
    """What a tile scores, as ``{"colour W": 3, "number N": 2}``."""
    return {
        f"{event.why.removesuffix(' run')} {COMPASS[event.where[0] - at(place)]}": event.points
        for event in scored(lay(layout), tile, at(place), **options)
    }


@pytest.mark.rule("OCT-X01")
def test_x01_a_colour_run_of_one() -> None:
    assert by_direction("0,0 A3", "A5", "0,1") == {"colour W": 1}


@pytest.mark.rule("OCT-X02")
def test_x02_a_number_run_of_one() -> None:
    assert by_direction("0,0 A3", "B3", "0,1") == {"number W": 1}


@pytest.mark.rule("OCT-X03")
def test_x03_a_tile_that_matches_nothing_is_legal_and_scores_nothing() -> None:
    assert by_direction("0,0 A3", "B5", "0,1") == {}


@pytest.mark.rule("OCT-X04")
def test_x04_several_directions_at_once() -> None:
    layout = """
        0,-1 A1  0,-2 A2  0,-3 A3  -1,0 B4  -2,0 C4  -1,1 A5  -2,2 A6  -3,3 B6  0,1 C6
        1,1 E4  1,0 B5  1,-1 D4  2,-2 D5  -1,2 F1  -2,3 F2  2,-1 F3
    """
    expected = {"number N": 2, "colour NE": 2, "number SE": 1, "number SW": 1, "colour W": 3}
    assert by_direction(layout, "A4", "0,0") == expected
    assert points(lay(layout), "A4", at("0,0")) == 9


@pytest.mark.rule("OCT-X05")
def test_x05_a_gap_cuts_a_run() -> None:
    assert by_direction("0,1 A1  0,3 A2", "A6", "0,0") == {"colour E": 1}


@pytest.mark.rule("OCT-X06")
def test_x06_another_colour_cuts_a_run() -> None:
    assert by_direction("0,1 A1  0,2 B2  0,3 A3", "A6", "0,0") == {"colour E": 1}


@pytest.mark.rule("OCT-X07")
def test_x07_a_tile_that_joins_two_rows_scores_both() -> None:
    assert by_direction("0,-2 C1  0,-1 C2  0,1 C4  0,2 C5  0,3 C6", "C3", "0,0") == {"colour W": 2, "colour E": 3}


@pytest.mark.rule("OCT-X08")
def test_x08_a_corner_alone_is_no_contact() -> None:
    engine, before = Engine(GAME, 2), position([["A5"], ["J6"]], lay("0,0 A3"))
    assert {move.at for move in engine.legal(before, 0)} == {at("-1,0"), at("0,1"), at("1,0"), at("0,-1")}
    reason = GAME.permits(engine.view(before, 0), Place("A5", at("1,1")))
    assert reason is not None
    assert (reason.rule, reason.field) == ("OCT-402", "at")


@pytest.mark.rule("OCT-X09")
def test_x09_a_diagonal_neighbour_counts_only_if_it_matches() -> None:
    assert by_direction("0,0 A3  0,1 B1  1,1 A4", "A5", "1,0") == {"colour N": 1, "colour E": 1}


@pytest.mark.rule("OCT-X10")
def test_x10_a_run_of_one_kind_stops_the_other() -> None:
    assert by_direction("0,0 B4  0,1 A2", "A4", "0,2") == {"colour W": 1}


@pytest.mark.rule("OCT-X11")
def test_x11_a_number_run_of_nine() -> None:
    row = "0,1 B2  0,2 C2  0,3 D2  0,4 E2  0,5 F2  0,6 G2  0,7 H2  0,8 I2  0,9 J2"
    assert by_direction(row, "A2", "0,0") == {"number E": 9}


@pytest.mark.rule("OCT-X12")
def test_x12_an_equal_tile_counts_in_both_runs() -> None:
    assert by_direction("0,0 A4", "A4", "0,1", sets=2) == {"colour W": 1, "number W": 1}


@pytest.mark.rule("OCT-X13")
def test_x13_after_an_equal_tile_the_number_run_goes_on() -> None:
    assert by_direction("0,0 A1  0,1 B4  0,2 A4", "A4", "0,3", sets=2) == {"colour W": 1, "number W": 2}


@pytest.mark.rule("OCT-X14")
def test_x14_after_an_equal_tile_the_colour_run_goes_on() -> None:
    assert by_direction("0,0 A4  0,1 A4  0,2 A1", "A1", "0,3", sets=2) == {"colour W": 3, "number W": 1}


@pytest.mark.rule("OCT-X15")
def test_x15_the_course_of_a_small_game() -> None:
    engine = Engine(GAME, 2)
    game = position([["A1", "A3", "B3"], ["A2", "B1", "B2"]])
    course = [
        (0, "A1", "0,0", 0),
        (1, "A2", "0,1", 1),
        (0, "A3", "0,2", 2),
        (1, "B2", "1,1", 1),
        (0, "B3", "1,2", 2),
        (1, "B1", "1,0", 3),
    ]
    for player, tile, place, expected in course:
        assert engine.active(game) == (player,)
        before = game.scores[player]
        game = engine.step(game, player, Place(tile, at(place)))
        assert game.scores[player] - before == expected
    assert engine.active(game) == ()
    assert game.scores == [4, 5]
    assert engine.result(game).winners == (1,)


@pytest.mark.rule("OCT-X16")
def test_x16_the_free_places_of_three_tiles() -> None:
    before = position([["F1"], ["J6"]], lay("0,0 A1  0,1 B2  1,1 C3"))
    free = [at(place) for place in ("-1,0", "-1,1", "0,-1", "0,2", "1,0", "1,2", "2,1")]
    assert sorted(move.at for move in Engine(GAME, 2).legal(before, 0)) == sorted(free)


@pytest.mark.rule("OCT-X17")
@pytest.mark.parametrize(("players", "each"), [(2, 30), (3, 20), (4, 15), (5, 12), (6, 10)])
def test_x17_tiles_for_each_number_of_players(players: int, each: int) -> None:
    start = Engine(GAME, players).start(Chance.from_seed("x17"))
    assert [len(hand) for hand in start.state.table.hands] == [each] * players


@pytest.mark.rule("OCT-X18")
def test_x18_a_tie_is_shared_or_goes_to_the_last_in_order() -> None:
    shared = Table({}, {}, [], Rota([0, 1, 2]))
    broken = Table({}, {}, [], Rota([0, 1, 2]), "last_in_order")
    assert GAME.result(shared, [40, 52, 52]).ranking == ((1, 2), (0,))
    assert GAME.result(shared, [40, 52, 52]).winners == (1, 2)
    assert GAME.result(broken, [40, 52, 52]).ranking == ((2,), (1,), (0,))
    assert GAME.result(broken, [40, 52, 52]).winners == (2,)


def movers(**options: str) -> Sequence[int]:
    """Who moves in a game of three that seat 1 starts, from the first ply to the last."""
    engine, chance, players = Engine(GAME, 3, options), FastChance(19), []
    starts = (engine.start(Chance.from_seed(f"x19 {i}")) for i in range(100))
    game = next(start for start in starts if engine.active(start) == (1,))
    while active := engine.active(game):
        players += active
        engine.rollout(game, chance, limit=1)
    return players


@pytest.mark.rule("OCT-X19")
def test_x19_who_moves_when() -> None:
    assert movers() == [1, 2, 0] * 20
    assert movers(first_tile="extra") == [1, *([1, 2, 0] * 19), 2, 0]
