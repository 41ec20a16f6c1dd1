"""The rules of Tiles one by one, in the order of the game's page."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from tiles_tables import GAME, at, closed, course, lay, place, position, scored, small, table, totals
from tileyard import (
    BadOptions,
    BadPlayers,
    Chance,
    Engine,
    FastChance,
    IllegalMove,
    MatchOver,
    NotYourTurn,
    Position,
    Scored,
)
from tileyard.board import plane
from tileyard.ground.wire import encode
from tileyard_tiles import areas
from tileyard_tiles.model import Closed, Dealt, Discard, Discarded, Drawn, Drew, Place
from tileyard_tiles.pieces import pieces, turned

GREYS = ["gggg", "gggk", "gggk", "ggkk"]
"""Nothing of these fits beside ``wwww``."""


def start(players: int = 2, seed: str = "rules", **options: object) -> Position:
    return Engine(GAME, players, options).start(Chance.from_seed(seed))


def reason(layout: str, hand: list[str], move: Place | Discard, **options: object) -> IllegalMove:
    """Why the move is refused."""
    with pytest.raises(IllegalMove) as refused:
        Engine(GAME, 2, options).step(position(layout, [hand, ["kkkk"]]), 0, move)
    return refused.value


# -- components and set-up -----------------------------------------------------------------------------


@pytest.mark.rule("TIL-106")
def test_two_or_three_play() -> None:
    assert [*GAME.players] == [2, 3]
    for players in (1, 4):
        with pytest.raises(BadPlayers):
            Engine(GAME, players)


@pytest.mark.rule("TIL-201")
def test_starter_and_colours_are_drawn() -> None:
    deals = [start(3, seed=f"{i}").state.table for i in range(240)]
    firsts, colours = Counter(t.mover for t in deals), Counter(t.colours for t in deals)
    assert sorted(firsts) == [0, 1, 2]
    assert len(colours) == 6
    assert min(*firsts.values(), *colours.values()) > 15
    assert all(len(set(t.colours)) == 3 for t in deals)


@pytest.mark.rule("TIL-202")
def test_with_two_players_one_colour_is_nobodys() -> None:
    left = {*"wgk"} - {*start(2).state.table.colours}
    assert len(left) == 1
    assert len(start(2).state.table.colours) == 2


@pytest.mark.rule("TIL-203", "TIL-206")
@pytest.mark.parametrize(("players", "each", "deck"), [(2, 7, 30), (3, 5, 29)])
def test_hands_and_deck(players: int, each: int, deck: int) -> None:
    step = Engine(GAME, players).begin(Chance.from_seed("deal"))
    state = step.position.state
    first = state.table.mover
    # The first player has drawn one already.
    assert [len(seat.hand) - (player == first) for player, seat in enumerate(state.seats)] == [each] * players
    assert len(state.vault.deck) + 1 == deck
    assert step.events == [Dealt(each, state.table.layout[0], state.table.colours, first), Drawn(first)]
    assert step.whispers == [(first, Drew(state.seats[first].hand[-1]))]


@pytest.mark.rule("TIL-203")
def test_the_tiles_are_shuffled_and_hands_are_seen_by_their_owners_alone() -> None:
    assert len({encode(start(seed=f"{i}").state.seats) for i in range(20)}) == 20
    engine, game = Engine(GAME, 2), start()
    view = engine.view(game, 0)
    assert view.seat == game.state.seats[0]
    assert view.sizes == {"seat.hand": [len(seat.hand) for seat in game.state.seats], "vault.deck": 29}
    other = game.state.seats[1].hand
    assert all(kind not in encode(view.table).decode() or kind in game.state.table.layout.values() for kind in other)


@pytest.mark.rule("TIL-204", "TIL-205")
def test_one_tile_lies_in_base_position_at_the_start() -> None:
    for seed in range(20):
        ((cell, shown),) = start(seed=f"{seed}").state.table.layout.items()
        assert cell == 0
        assert shown in pieces("mac45", "yes").turns


@pytest.mark.rule("TIL-207", "TIL-309")
def test_the_turn_passes_to_the_next_seat_after_one_move() -> None:
    for _, before, player, _, step in course(3, {}, 2):
        assert player == before.state.table.mover
        if GAME.active(step.position.state.table):
            assert GAME.active(step.position.state.table) == ((player + 1) % 3,)


# -- the turn ------------------------------------------------------------------------------------------


@pytest.mark.rule("TIL-301", "TIL-310")
def test_the_next_player_draws_with_the_move_before() -> None:
    """The top tile of the deck, told to all without its face, and to the owner with it."""
    engine, game = Engine(GAME, 2), start()
    player, top = game.state.table.mover, game.state.vault.deck[-1]
    step = engine.carry_out(game, player, engine.legal(game, player)[0])
    other = 1 - player
    assert step.events[-1] == Drawn(other)
    assert step.whispers == [(other, Drew(top))]
    assert step.position.state.seats[other].hand == [*game.state.seats[other].hand, top]
    game = position("0,0 wwww", [["wwgk"], ["gggg"]], deck=["gggg", "wwkk"])
    step = engine.carry_out(game, 0, engine.legal(game, 0)[0])
    assert "wwkk" in {move.tile for move in engine.legal(step.position, 1)}


@pytest.mark.rule("TIL-301")
def test_nothing_is_drawn_when_the_deck_is_empty() -> None:
    engine = Engine(GAME, 2)
    step = engine.carry_out(position("0,0 wwww", [["wwgk"], ["wwkk"]]), 0, Place("wwgk", at("0,-1"), 1))
    assert step.whispers == []
    assert step.position.state.seats[1].hand == ["wwkk"]


@pytest.mark.rule("TIL-302")
def test_only_tiles_of_the_hand_can_be_placed() -> None:
    refused = reason("0,0 wwww", ["wwgk", "wwwg", "wwgk"], Place("wwkk", at("1,0"), 1))
    assert refused.facts["rule"] == "TIL-302"
    assert refused.facts["field"] == "tile"
    assert refused.facts["allowed"] == ["wwgk", "wwwg"]
    assert reason("0,0 wwww", GREYS, Discard("kkkk")).facts["rule"] == "TIL-302"


@pytest.mark.rule("TIL-303", "TIL-304", "TIL-311")
def test_without_a_fit_any_kind_of_the_hand_can_be_discarded() -> None:
    assert Engine(GAME, 2).legal(position("0,0 wwww", [GREYS, ["kkkk"]]), 0) == [
        Discard("gggg"),
        Discard("gggk"),
        Discard("ggkk"),
    ]


@pytest.mark.rule("TIL-305")
def test_who_can_place_may_not_discard() -> None:
    refused = reason("0,0 wwww", ["gggg", "wwgk"], Discard("gggg"))
    assert str(refused) == "you can place a tile (wwgk), so you must (TIL-305)"
    assert refused.facts["field"] == "type"


@pytest.mark.rule("TIL-306", "TIL-512")
def test_a_discarded_tile_is_out_of_the_game() -> None:
    engine, game = Engine(GAME, 2), position("0,0 wwww", [GREYS, ["kkkk", "wwww"]], deck=["wwkk"])
    step = engine.carry_out(game, 0, Discard("gggk"))
    state = step.position.state
    assert state.table.discards == ["gggk"]
    assert state.seats[0].hand == ["gggg", "gggk", "ggkk"]
    assert state.table.layout == game.state.table.layout
    assert step.events == [Discarded(0, "gggk"), Drawn(1)]
    assert step.position.scores == [0, 0]
    assert engine.active(step.position) == (1,)


@pytest.mark.rule("TIL-307")
def test_the_move_is_scored_before_the_turn_passes() -> None:
    engine = Engine(GAME, 2)
    game = position("0,0 wwww", [["wggg", "kkkk"], ["kkkk"]], deck=["kkkk"])
    kinds = [type(event) for event in engine.carry_out(game, 0, Place("wggg", at("0,-1"), 2)).events]
    assert kinds == [Place, Drawn]
    three = "0,-1 ggwg  1,0 gggw  0,1 wggg"
    game = position(f"0,0 wwww  {three}", [["wggg", "kkkk"], ["kkkk"]], deck=["kkkk"])
    kinds = [type(event) for event in engine.carry_out(game, 0, Place("wggg", at("-1,0"), 1)).events]
    assert kinds == [Place, Closed, Scored, Drawn]


@pytest.mark.rule("TIL-308", "TIL-602")
@pytest.mark.parametrize("options", [{}, {"rotate": "no"}, {"must_place": "no"}])
@pytest.mark.parametrize(("players", "turns"), [(2, [22, 22]), (3, [15, 15, 14])])
def test_every_game_has_forty_four_turns_and_nobody_is_passed_over(
    players: int, turns: list[int], options: dict[str, str]
) -> None:
    for seed in range(5):
        movers = [player for _, _, player, *_ in course(players, options, seed)]
        assert len(movers) == 44
        assert all((a + 1) % players == b for a, b in pairwise(movers))
        assert [movers.count((movers[0] + i) % players) for i in range(players)] == turns


@pytest.mark.rule("TIL-309")
def test_moves_and_their_fields() -> None:
    assert Place.__struct_fields__ == ("tile", "at", "turn")
    assert Discard.__struct_fields__ == ("tile",)
    assert GAME.types.moves == (Place, Discard)
    engine, game = Engine(GAME, 2), start()
    with pytest.raises(NotYourTurn):
        engine.step(game, 1 - game.state.table.mover, engine.legal(game, game.state.table.mover)[0])


@pytest.mark.rule("TIL-311")
def test_equal_tiles_are_one_choice() -> None:
    engine = Engine(GAME, 2)
    one, two = (engine.legal(position("0,0 wwkg", [hand, ["kkkk"]]), 0) for hand in (["wwgk"], ["wwgk", "wwgk"]))
    assert one == two


# -- where a tile may go -------------------------------------------------------------------------------


@pytest.mark.rule("TIL-401")
def test_a_tile_goes_to_a_free_place_beside_another() -> None:
    refused = reason("0,0 wwww  1,0 wwww", ["wwww"], Place("wwww", at("0,0"), 0))
    assert str(refused) == "there is a tile on 0,0 already (TIL-401)"
    assert len(refused.facts["allowed"]) == 6
    assert reason("0,0 wwww", ["wwww"], Place("wwww", at("0,2"), 0)).facts["rule"] == "TIL-401"


@pytest.mark.rule("TIL-401")
def test_the_grid_goes_on_in_every_direction() -> None:
    """A straight line of the largest set there can be stays on the plane."""
    for step in plane.SIDES:
        made = table("")
        for i in range(500):
            areas.lay(made, step * i, "wwww")
        assert made.gaps[step * 500].count("w") == 1
        assert len(made.gaps) == 2 * 500 + 2


@pytest.mark.rule("TIL-402")
@pytest.mark.parametrize("side", range(4))
def test_touching_triangles_have_one_colour(side: int) -> None:
    """Each side of the tile in turn is the one that does not match."""
    names = ("top", "right", "bottom", "left")
    shown = "".join("k" if i == side else "w" for i in range(4))
    around = "  ".join(f"{plane.xy(cell)[0]},{plane.xy(cell)[1]} wwww" for cell in plane.neighbours(0))
    kind = pieces("mac45", "yes").kind_of[shown]
    refused = reason(around, [kind, "wwww"], place(shown, 0))
    assert str(refused) == f"on 0,0 the {names[side]} side would show black, but the tile there shows white (TIL-402)"
    assert refused.facts["field"] == "at"


@pytest.mark.rule("TIL-402")
def test_a_refusal_names_the_turns_that_fit() -> None:
    refused = reason("0,0 wwww", ["wwgk"], Place("wwgk", at("1,0"), 1))
    assert refused.facts["field"] == "turn"
    assert refused.facts["allowed"] == [2, 3]
    assert {turned("wwgk", turn)[3] for turn in (2, 3)} == {"w"}


@pytest.mark.rule("TIL-403", "TIL-702")
def test_tiles_may_be_turned_unless_agreed_otherwise() -> None:
    for turn in (-1, 4):
        assert reason("0,0 wwww", ["wggg"], Place("wggg", at("1,0"), turn)).facts["rule"] == "TIL-403"
    refused = reason("0,0 wwww", ["wggg"], Place("wggg", at("0,-1"), 2), rotate="no")
    assert (refused.facts["rule"], refused.facts["allowed"]) == ("TIL-702", [])
    assert reason("0,0 wwww", ["wwwg"], Place("wwwg", at("1,0"), 7), rotate="no").facts["rule"] == "TIL-702"
    moves = Engine(GAME, 2, {"rotate": "no"}).legal(position("0,0 wwww", [["wggg"], ["kkkk"]]), 0)
    assert moves == [Place("wggg", at("0,1"), 0)]
    turns = [move.turn for move in Engine(GAME, 2).legal(position("0,0 wwww", [["wggg"], ["kkkk"]]), 0)]
    assert sorted(turns) == [0, 1, 2, 3]


@pytest.mark.rule("TIL-404")
def test_a_corner_alone_neither_suffices_nor_matters() -> None:
    refused = reason("0,0 wwww", ["wwww"], Place("wwww", at("1,1"), 0))
    assert str(refused) == "1,1 touches the layout at a corner only (TIL-401)"
    step = lay("0,0 wwww  1,0 kkkw", "0,1 wggg", "w")
    assert step.position.state.table.layout[at("0,1")] == "wggg"


@pytest.mark.rule("TIL-405")
def test_of_turns_that_look_alike_the_smallest_is_the_move() -> None:
    engine = Engine(GAME, 2)
    for kind, ways in {"wwww": 1, "wgwg": 1, "wwwg": 3}.items():
        moves = engine.legal(position("0,0 wwww", [[kind], ["kkkk"]]), 0)
        assert Counter(move.at for move in moves) == dict.fromkeys(plane.neighbours(0), ways)
    assert reason("0,0 wwww", ["wgwg"], Place("wgwg", at("0,-1"), 2)).facts["rule"] == "TIL-405"


# -- areas and scoring ---------------------------------------------------------------------------------


@pytest.mark.rule("TIL-501")
@pytest.mark.parametrize(
    ("shown", "groups"),
    [("wwkk", 2), ("wkwk", 4), ("wwwk", 2), ("wwww", 1), ("wgkk", 3), ("wgkw", 3), ("wgwk", 4), ("kwwk", 2)],
)
def test_inside_a_tile_neighbours_hang_together(shown: str, groups: int) -> None:
    assert len(table(f"0,0 {shown}").areas.size) == groups


@pytest.mark.rule("TIL-502", "TIL-503")
def test_across_a_side_facing_triangles_hang_together() -> None:
    made = table("0,0 wwkk  1,0 gggw")
    found = {tuple(areas.triangles(made.layout, made.areas, area)) for area in made.areas.size}
    assert found == {(0, 1, 7), (2, 3), (4, 5, 6)}


@pytest.mark.rule("TIL-504")
def test_an_area_is_open_while_one_of_its_triangles_touches_no_tile() -> None:
    assert closed(lay("0,0 wwww  0,-1 ggwg  1,0 gggw", "0,1 wggg", "w")) == []
    assert closed(lay("0,0 wwww  0,-1 ggwg  1,0 gggw  0,1 wggg", "-1,0 gwgg", "w")) == [("w", 5)]


@pytest.mark.rule("TIL-505")
def test_a_tile_with_several_triangles_in_an_area_counts_once() -> None:
    step = lay("0,0 wwww  0,-1 ggwg  1,0 gggw  0,1 wggg", "-1,0 gwgg", "w")
    (event,) = (event for event in step.events if isinstance(event, Closed))
    assert len(event.triangles) == 8
    assert closed(step) == [("w", 5)]


@pytest.mark.rule("TIL-506", "TIL-507")
@pytest.mark.parametrize("n", range(2, 14))
def test_a_straight_area_of_n_tiles_scores_half_n_times_n_less_one(n: int) -> None:
    """A white band, closed at both ends, of tiles that are white left and right."""
    band = "  ".join(f"{x},0 gggw" if x == n - 1 else f"{x},0 wwww" for x in range(1, n))
    ends = "  ".join(
        f"{x},{y} gggg".replace("gggg", "ggwg" if y < 0 else "wggg") for x in range(1, n - 1) for y in (-1, 1)
    )
    step = lay(f"{band}  {ends}", "0,0 gwgg", "w")
    tiles = n + 2 * (n - 2)
    assert closed(step) == [("w", tiles)]
    assert scored(step) == [tiles * (tiles - 1) // 2]
    assert areas.worth(n) == sum(range(n))


@pytest.mark.rule("TIL-508", "TIL-509")
def test_areas_of_the_own_colour_score_and_others_pay_nobody() -> None:
    layout, move = "0,-1 wwgw  -1,-1 wwkw  -1,0 kkww", "0,0 gwwk"
    for colour, points in {"g": 1, "k": 3, "w": 0}.items():
        step = lay(layout, move, colour)  # type: ignore[arg-type]
        told = {event.colour: event.own for event in step.events if isinstance(event, Closed)}
        assert told == {"g": colour == "g", "k": colour == "k"}
        assert step.position.scores == [points, 0]


@pytest.mark.rule("TIL-508")
def test_an_award_says_why_and_where() -> None:
    step = lay("0,-1 wwgw  -1,-1 wwkw  -1,0 kkww", "0,0 gwwk", "k")
    assert [event for event in step.events if isinstance(event, Scored)] == [
        Scored(0, 3, "area", (at("-1,-1"), at("-1,0"), at("0,0")))
    ]


@pytest.mark.rule("TIL-510", "TIL-704")
def test_several_areas_at_once_are_added_or_joined() -> None:
    layout = "0,-1 wgkg  1,-1 kwwg  1,0 wkgw  1,1 gkkg  0,1 kgwg"
    assert totals(layout, "0,0 kwkw")["k"] == 2
    assert totals(layout, "0,0 kwkw", multi_area="joined")["k"] == 3
    joined = lay(layout, "0,0 kwkw", "k", multi_area="joined")
    (award,) = (event for event in joined.events if isinstance(event, Scored))
    assert (award.why, award.where) == ("joined areas", (at("0,-1"), 0, at("0,1")))
    one = lay("0,-1 wwgw  -1,-1 wwkw  -1,0 kkww", "0,0 gwwk", "k", multi_area="joined")
    assert [event.why for event in one.events if isinstance(event, Scored)] == ["area"]


@pytest.mark.rule("TIL-511")
def test_a_ring_is_closed_whatever_lies_in_its_hole() -> None:
    """A black ring around an empty place is closed by its last tile, while what is in the hole is open."""
    ring = "0,0 gkkg  1,0 kkgk  2,0 ggkk  2,1 kkkg  2,2 kggk  1,2 gkkk  0,2 kkgg"
    caps = "1,-1 ggkg  3,1 gggk  1,3 kggg  -1,1 gkgg"
    step = lay(f"{ring}  {caps}", "0,1 kgkk", "k")
    assert (closed(step), scored(step)) == ([("k", 12)], [66])
    assert step.position.state.table.gaps[at("1,1")] == "gggg"


@pytest.mark.rule("TIL-510", "TIL-511")
def test_a_tile_that_meets_one_area_on_all_sides_closes_it_once() -> None:
    """Four edges of one tile in one colour, joined around outside already: one area, scored once."""
    around = "0,0 gkkg  1,0 gkkk  2,0 ggkk  2,1 kgkk  2,2 kggk  1,2 kkgk  0,2 kkgg  0,1 kkkg"
    step = lay(around, "1,1 kkkk", "k")
    assert (closed(step), scored(step)) == ([("k", 9)], [36])


@pytest.mark.rule("TIL-513")
def test_totals_start_at_zero_and_are_public() -> None:
    engine, game = Engine(GAME, 3), start(3)
    assert [engine.view(game, viewer).scores for viewer in (0, 1, 2, None)] == [[0, 0, 0]] * 4
    after = lay("0,-1 wwgw  -1,-1 wwkw  -1,0 kkww", "0,0 gwwk", "k").position
    assert [Engine(GAME, 2).view(after, viewer).scores for viewer in (0, 1, None)] == [[3, 0]] * 3


# -- the end -------------------------------------------------------------------------------------------


@pytest.mark.rule("TIL-601")
def test_the_game_ends_when_all_tiles_are_used() -> None:
    *_, (engine, *_, step) = course(2, {"rotate": "no"}, 5)
    state = step.position.state
    assert step.position.ply == 44
    assert [seat.hand for seat in state.seats] == [[], []]
    assert state.vault.deck == []
    assert len(state.table.layout) + len(state.table.discards) == 45
    with pytest.raises(MatchOver):
        engine.step(step.position, 0, Discard("wwww"))


@pytest.mark.rule("TIL-603", "TIL-604")
@pytest.mark.parametrize(
    ("scores", "ranking", "winners"),
    [
        ([4, 9, 2], ((1,), (0,), (2,)), (1,)),
        ([7, 3, 7], ((0, 2), (1,)), (0, 2)),
        ([0, 0, 0], ((0, 1, 2),), (0, 1, 2)),
    ],
)
def test_the_highest_total_wins_and_ties_share(
    scores: list[int], ranking: tuple[tuple[int, ...], ...], winners: tuple[int, ...]
) -> None:
    result = GAME.result(start(3).state.table, scores)
    assert (result.ranking, result.winners) == (ranking, winners)


# -- options -------------------------------------------------------------------------------------------


@pytest.mark.rule("TIL-703")
@pytest.mark.parametrize(("players", "turns"), [(2, 30), (3, 29)])
def test_the_last_draw_may_be_the_last_turn(players: int, turns: int) -> None:
    """The mover of the last turn is who drew the last tile."""
    drew: list[int] = []
    for _, before, player, _, step in course(players, {"end": "deck_empty"}, 3):
        assert GAME.active(before.state.table)
        drew += [event.player for event in step.events if isinstance(event, Drawn)]
        last, after = player, step.position
    assert after.ply == turns
    assert after.state.vault.deck == []
    assert drew[-1] == last


@pytest.mark.rule("TIL-703")
@pytest.mark.parametrize(("players", "count"), [(2, 15), (3, 16)])
def test_a_set_without_a_deck_is_played_until_hands_are_empty(players: int, count: int) -> None:
    options = {"end": "deck_empty", "tileset": small(("wwww", count))}
    *_, (*_, step) = course(players, options, 1)
    assert step.position.ply == count - 1
    assert not any(seat.hand for seat in step.position.state.seats)


@pytest.mark.rule("TIL-705")
def test_a_discarded_tile_may_lie_face_down() -> None:
    """Its owner sees it, the others see that there is one."""
    engine = Engine(GAME, 2, {"discard": "face_down"})
    step = engine.carry_out(position("0,0 wwww", [GREYS, ["kkkk", "wwww"]]), 0, Discard("gggk"))
    assert step.events == [Discarded(0, None)]
    assert step.position.state.table.discards == []
    own, other, crowd = (engine.view(step.position, viewer) for viewer in (0, 1, None))
    assert own.seat is not None
    assert own.seat.discards == ["gggk"]
    assert other.seat is not None
    assert other.seat.discards == []
    assert own.sizes["seat.discards"] == other.sizes["seat.discards"] == crowd.sizes["seat.discards"] == [1, 0]
    assert "seat.discards" not in Engine(GAME, 2).view(start(), 0).sizes


@pytest.mark.rule("TIL-706")
def test_a_tile_may_be_discarded_though_one_could_be_placed() -> None:
    engine, game = Engine(GAME, 2, {"must_place": "no"}), position("0,0 wwww", [["wwgk", "gggg"], ["kkkk"]])
    moves = engine.legal(game, 0)
    assert {type(move) for move in moves} == {Place, Discard}
    assert moves[-2:] == [Discard("wwgk"), Discard("gggg")]
    step = engine.carry_out(game, 0, Discard("wwgk"))
    assert step.events == [Discarded(0, "wwgk")]
    # It was a choice, so it tells nothing about the rest of the hand.
    assert step.position.state.table.stuck == []


@pytest.mark.rule("TIL-702", "TIL-703", "TIL-704", "TIL-705", "TIL-706")
@pytest.mark.parametrize("name", ["rotate", "end", "multi_area", "discard", "must_place"])
def test_options_have_their_values_and_no_others(name: str) -> None:
    with pytest.raises(BadOptions) as refused:
        GAME.read_options({name: "maybe"})
    assert refused.value.facts["field"] == name
    allowed = {
        "rotate": ["yes", "no"],
        "end": ["hands_empty", "deck_empty"],
        "multi_area": ["separate", "joined"],
        "discard": ["face_up", "face_down"],
        "must_place": ["yes", "no"],
    }
    assert refused.value.facts["allowed"] == allowed[name]
    assert getattr(GAME.read_options(), name) == allowed[name][0]


def test_labels_are_what_people_read() -> None:
    assert [GAME.label("at", at(text)) for text in ("0,0", "-3,2", "1,-1")] == ["0,0", "-3,2", "1,-1"]
    assert [GAME.label("turn", turn) for turn in range(4)] == ["up", "right", "down", "left"]
    assert GAME.label("triangles", 4 * at("2,1") + 3) == "2,1 left"
    assert (GAME.label("tile", "wwkg"), GAME.label("colour", "k"), GAME.label("first", 1)) == (
        "wwkg",
        "black",
        "player 2",
    )


def test_a_sample_is_found_where_hardly_anything_fits() -> None:
    """When blind tries fail the legal moves are listed."""
    engine = Engine(GAME, 2)
    game = position("0,0 wwww", [GREYS, ["kkkk"]])
    view = engine.view(game, 0)
    assert {GAME.sample(view, FastChance(i)) for i in range(20)} == {*engine.legal(game, 0)}
