"""The worked examples of the game's page, one test each."""

from __future__ import annotations

from collections import Counter

import pytest

from tiles_tables import GAME, at, closed, lay, place, position, scored, tiles, totals
from tileyard import Chance, Engine, FastChance, IllegalMove
from tileyard_tiles.areas import worth
from tileyard_tiles.model import Discard, Discarded, Place
from tileyard_tiles.pieces import turned

X05 = "0,-1 wwkw  1,-1 kgww  1,0 wggk  1,1 gkwg  0,1 kgkw"
X08 = "0,-1 wkkg  1,-1 ggkk  1,0 kkkw  2,0 wggk  1,1 kgwk  0,1 kkwg"
X10 = ["gggg", "kkkk", "gggk", "gggk", "ggkk", "gkgk", "gkkk", "gkkk"]


def ways(layout: str, kind: str, **options: object) -> set[tuple[int, str]]:
    """Every place for a tile, with what it shows there, of the legal moves."""
    engine = Engine(GAME, 2, options)
    moves = engine.legal(position(layout, [[kind], ["kkkk"]]), 0)
    assert len(moves) == len(set(moves))
    return {(move.at, turned(move.tile, move.turn)) for move in moves if isinstance(move, Place)}


def spots(text: str) -> set[tuple[int, str]]:
    return set(tiles(text))


@pytest.mark.rule("TIL-X01")
def test_x01_two_areas_of_two_colours() -> None:
    layout = "0,-1 wwgw  -1,-1 wwkw  -1,0 kkww"
    assert closed(lay(layout, "0,0 gwwk", "w")) == [("g", 2), ("k", 3)]
    assert totals(layout, "0,0 gwwk") == {"w": 0, "g": 1, "k": 3}


@pytest.mark.rule("TIL-X02")
def test_x02_one_side_that_does_not_match_is_enough() -> None:
    with pytest.raises(IllegalMove, match="bottom side would show white, but the tile there shows grey") as refused:
        lay("1,0 kggw  1,1 gkkw  0,1 gwkw", "0,0 gwwk", "w")
    assert refused.value.facts["rule"] == "TIL-402"


@pytest.mark.rule("TIL-X03")
def test_x03_the_only_rotation_that_fits() -> None:
    layout = "1,0 kggw  1,1 gkkk  0,1 wkgg"
    assert {shown for cell, shown in ways(layout, "wwkg") if cell == 0} == {"gwwk"}


@pytest.mark.rule("TIL-X04")
def test_x04_two_edges_of_one_tile() -> None:
    step = lay("0,0 wkkw  1,0 ggkk  0,1 kkgw", "1,1 kwgk", "k")
    assert closed(step) == [("k", 4)]
    (event,) = (event for event in step.events if type(event).__name__ == "Closed")
    assert len(event.triangles) == 8
    assert step.position.scores == [6, 0]


@pytest.mark.rule("TIL-X05")
def test_x05_three_edges_of_one_tile() -> None:
    step = lay(X05, "0,0 kkkw", "k")
    assert (closed(step), scored(step)) == ([("k", 4)], [6])


@pytest.mark.rule("TIL-X06")
def test_x06_four_edges_of_one_tile() -> None:
    layout = "0,-1 ggwk  1,-1 kkgg  1,0 gkkw  1,1 kggg  0,1 wgkk  -1,1 gkkg  -1,0 kwgg"
    step = lay(layout, "0,0 wwww", "w")
    assert (closed(step), scored(step)) == ([("w", 5)], [10])
    assert sum(len(event.triangles) for event in step.events if type(event).__name__ == "Closed") == 8


@pytest.mark.rule("TIL-X07")
def test_x07_two_areas_that_meet_in_the_middle_of_the_tile() -> None:
    layout = "0,-1 wgkg  1,-1 kwwg  1,0 wkgw  1,1 gkkg  0,1 kgwg"
    step = lay(layout, "0,0 kwkw", "k")
    assert (closed(step), scored(step)) == ([("k", 2), ("k", 2)], [1, 1])
    joined = lay(layout, "0,0 kwkw", "k", multi_area="joined")
    assert (closed(joined), scored(joined)) == ([("k", 2), ("k", 2)], [3])


@pytest.mark.rule("TIL-X08")
def test_x08_a_ring_and_the_island_in_it() -> None:
    step = lay(X08, "0,0 kwkw", "k")
    assert closed(step) == [("k", 7), ("w", 2)]
    (ring,) = (event for event in step.events if type(event).__name__ == "Closed" and event.colour == "k")
    assert len(ring.triangles) == 14
    assert totals(X08, "0,0 kwkw") == {"k": 21, "w": 1, "g": 0}


@pytest.mark.rule("TIL-X09")
def test_x09_the_ring_alone() -> None:
    layout = X08.replace("2,0 wggk", "") + "  0,0 kwkw"
    assert closed(lay(layout, "2,0 wggk", "k")) == [("k", 7)]
    assert totals(layout, "2,0 wggk") == {"k": 21, "w": 0, "g": 0}


@pytest.mark.rule("TIL-X10")
def test_x10_nothing_fits() -> None:
    engine = Engine(GAME, 2)
    game = position("0,0 wwww", [X10, ["wwww"]])
    assert engine.legal(game, 0) == [Discard(kind) for kind in dict.fromkeys(X10)]
    step = engine.carry_out(game, 0, Discard("gggk"))
    assert step.events == [Discarded(0, "gggk")]
    assert step.position.scores == [0, 0]
    assert Counter(step.position.state.seats[0].hand) == Counter(X10) - Counter(["gggk"])


@pytest.mark.rule("TIL-X11")
def test_x11_placements_of_three_and_one() -> None:
    expected = spots("0,1 kgkk  0,1 kkgk  0,1 kkkg  -1,0 kgkk")
    assert ways("0,0 wwkg", "gkkk") == expected
    assert len(expected) == 4
    assert ways("0,0 wwkg", "gkkk", rotate="no") == set()


@pytest.mark.rule("TIL-X12")
def test_x12_placements_of_a_split_pair() -> None:
    expected = spots("0,1 kwgw  1,0 kwgw  1,0 gwkw  0,-1 wgwk  0,-1 wkwg  -1,0 wgwk")
    assert ways("0,0 wwkg", "wgwk") == expected
    assert len(expected) == 6
    assert ways("0,0 wwkg", "wgwk", rotate="no") == spots("0,-1 wgwk  -1,0 wgwk")


@pytest.mark.rule("TIL-X13")
def test_x13_points_by_number_of_tiles() -> None:
    assert [worth(n) for n in range(2, 13)] == [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66]


@pytest.mark.rule("TIL-X14")
def test_x14_turning() -> None:
    assert [turned("wwkg", turn) for turn in range(4)] == ["wwkg", "gwwk", "kgww", "wkgw"]


@pytest.mark.rule("TIL-X15")
@pytest.mark.parametrize(("players", "each", "deck", "turns"), [(2, 7, 30, [22, 22]), (3, 5, 29, [15, 15, 14])])
def test_x15_deals_and_turns(players: int, each: int, deck: int, turns: list[int]) -> None:
    engine = Engine(GAME, players)
    game = engine.start(Chance.from_seed("deal"))
    first = game.state.table.mover
    sizes = [len(seat.hand) for seat in game.state.seats]
    assert sizes == [each + (player == first) for player in range(players)]
    assert len(game.state.table.layout) == 1
    assert len(game.state.vault.deck) == deck - 1
    used = [0] * players
    while engine.active(game):
        (player,) = engine.active(game)
        used[(player - first) % players] += 1
        game = engine.step(game, player, GAME.sample(engine.view(game, player), FastChance(1)))
    assert used == turns


@pytest.mark.rule("TIL-X16")
def test_x16_who_can_place_must() -> None:
    engine, free = Engine(GAME, 2), Engine(GAME, 2, {"must_place": "no"})
    game = position("0,0 wwww", [["gggg", "wwgk"], ["kkkk"]])
    legal = engine.legal(game, 0)
    assert Counter(move.tile for move in legal) == {"wwgk": 8}
    assert Counter(move.at for move in legal) == {at("0,-1"): 2, at("1,0"): 2, at("0,1"): 2, at("-1,0"): 2}
    assert free.legal(game, 0) == [*legal, Discard("gggg"), Discard("wwgk")]


@pytest.mark.rule("TIL-X17")
def test_x17_an_area_closed_by_another_colour_never_pays() -> None:
    (cell, shown), *_ = tiles("0,0 kkkw")
    move = place(shown, cell)
    engine = Engine(GAME, 2)
    game = position(X05, [[move.tile, "wwww"], ["kkkk", "wwkk"]], colours=("w", "k"))
    step = engine.carry_out(game, 0, move)
    assert (closed(step), scored(step)) == ([("k", 4)], [])
    game = step.position
    while engine.active(game):
        (player,) = engine.active(game)
        step = engine.carry_out(game, player, engine.legal(game, player)[0])
        game = step.position
        assert ("k", 4) not in closed(step)
    assert game.scores == [0, 0]


@pytest.mark.rule("TIL-X18")
@pytest.mark.parametrize(
    ("players", "before", "after"),
    [(2, ([8, 7], 29), ([7, 8], 28)), (3, ([6, 5, 5], 28), ([5, 6, 5], 27))],
)
def test_x18_the_draw_comes_with_the_move_before(
    players: int, before: tuple[list[int], int], after: tuple[list[int], int]
) -> None:
    engine = Engine(GAME, players)
    game = engine.start(Chance.from_seed("draw"))
    first = game.state.table.mover

    def sizes() -> tuple[list[int], int]:
        seats = game.state.seats
        return [len(seats[(first + i) % players].hand) for i in range(players)], len(game.state.vault.deck)

    assert sizes() == before
    game = engine.step(game, first, engine.legal(game, first)[0])
    assert sizes() == after
