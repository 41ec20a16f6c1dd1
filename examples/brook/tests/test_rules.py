"""The rules of Brook, one by one, on small boards."""

from __future__ import annotations

from collections import Counter

import pytest

from tileyard import (
    BadOptions,
    BadPlayers,
    Chance,
    Engine,
    FastChance,
    IllegalMove,
    Match,
    Position,
    Scored,
    State,
    Turn,
    clockwise,
)
from tileyard.board import plane
from tileyard_brook.model import Drew, Laid, Lay, Options, Seat, Table, Vault
from tileyard_brook.pieces import BAG, KINDS, POOL, SHOWN
from tileyard_brook.rules import Brook, is_still

SPRING, RUN, BEND, FORK = range(4)
NORTH, EAST, SOUTH, WEST = range(4)


def at(board: dict[int, Laid], hand: list[int], *, options: Options | None = None) -> tuple[Engine, Position]:
    """A position with this board, this hand for player 0, two bends for player 1 and an empty bag."""
    table = Table(clockwise(2), board, plane.frontier(board))
    state = State(table, (Seat(hand), Seat([BEND, BEND])), Vault([]))
    return Engine(Brook(), 2, options), Position(state, [0, 0], Chance(bytes(32)))


def lay(board: dict[int, Laid], move: Lay, options: Options | None = None) -> list[int]:
    """The scores after player 0 made ``move``."""
    engine, position = at(board, [move.tile, BEND], options=options)
    return engine.step(position, 0, move).scores


START = {0: Laid(POOL, 0, -1)}


@pytest.mark.rule("BRK-101", "BRK-102")
def test_the_bag_holds_24_tiles_of_five_kinds_told_apart_by_their_water() -> None:
    assert Counter(KINDS[tile].name for tile in BAG) == {"spring": 4, "run": 6, "bend": 8, "fork": 4, "pool": 2}
    assert [kind.sides.count("w") for kind in KINDS] == [1, 2, 2, 3, 4]
    assert set("".join(kind.sides for kind in KINDS)) == {"w", "b"}


@pytest.mark.rule("BRK-103")
@pytest.mark.parametrize("players", [1, 5])
def test_it_is_for_two_to_four(players: int) -> None:
    with pytest.raises(BadPlayers) as error:
        Match(Brook(), players)
    assert error.value.facts["allowed"] == [2, 3, 4]


@pytest.mark.rule("BRK-201", "BRK-202")
def test_setup_lays_a_pool_and_deals_three_tiles_to_each() -> None:
    match = Match(Brook(), 4, seed="1")
    view = match.view(2)
    assert view.table.board == START
    assert view.sizes == {"seat.hand": [3, 3, 3, 3], "vault.bag": 12}
    assert len(view.seat.hand) == 3


@pytest.mark.rule("BRK-300", "BRK-501")
def test_players_take_turns_until_each_has_laid_as_many_tiles() -> None:
    for players in (2, 3, 4):
        match = Match(Brook(), players, seed="1")
        movers: list[int] = []
        while not match.over:
            movers += match.active
            match.play(match.active[0], match.legal(match.active[0])[0])
        assert movers == [ply % players for ply in range(24)]
        assert len(match.view(None).table.board) == 25


@pytest.mark.rule("BRK-301", "BRK-302", "BRK-303")
def test_what_is_legal_is_each_tile_of_the_hand_on_each_free_side_in_each_different_turn() -> None:
    engine, position = at({**START, 1: Laid(RUN, EAST, 0)}, [RUN, RUN, POOL])
    free = [plane.parse(name) for name in ("n1", "s1", "w1", "n1e1", "s1e1", "e2")]
    moves = engine.legal(position, 0)
    assert len(moves) == len(set(moves))
    assert set(moves) == {Lay(RUN, cell, turn) for cell in free for turn in (NORTH, EAST)} | {
        Lay(POOL, cell, NORTH) for cell in free
    }


@pytest.mark.rule("BRK-301", "BRK-302", "BRK-303")
@pytest.mark.parametrize(
    ("move", "rule", "field", "allowed"),
    [
        (Lay(FORK, 1, NORTH), "BRK-301", "tile", [RUN]),
        (Lay(RUN, 2, NORTH), "BRK-302", "cell", [plane.N, plane.E, plane.S, plane.W]),
        (Lay(RUN, 0, NORTH), "BRK-302", "cell", [plane.N, plane.E, plane.S, plane.W]),
        (Lay(RUN, 1, SOUTH), "BRK-303", "turn", [NORTH, EAST]),
        (Lay(RUN, 1, 4), "BRK-303", "turn", [NORTH, EAST]),
    ],
)
def test_a_refusal_names_rule_field_and_what_is_allowed(move: Lay, rule: str, field: str, allowed: list[int]) -> None:
    engine, position = at(START, [RUN])
    with pytest.raises(IllegalMove) as error:
        engine.step(position, 0, move)
    facts = error.value.facts
    assert (facts["rule"], facts["field"], list(facts["allowed"])) == (rule, field, allowed)


@pytest.mark.rule("BRK-303")
def test_a_tile_turns_clockwise() -> None:
    assert SHOWN[BEND] == {NORTH: "wwbb", EAST: "bwwb", SOUTH: "bbww", WEST: "wbbw"}
    assert [len(turns) for turns in SHOWN] == [4, 2, 4, 4, 1]


@pytest.mark.rule("BRK-304")
def test_only_the_player_who_draws_learns_the_tile() -> None:
    match = Match(Brook(), 2, seed="1")
    move = match.legal(0)[0]
    before = match.view(0).seat.hand
    update = match.play(0, move)
    (drew,) = update.whispers
    before.remove(move.tile)
    assert update.view.seat.hand == [*before, drew.tile]
    assert isinstance(drew, Drew)
    assert [update.whispers for viewer in (1, None) for update in match.updates(viewer)] == [[], [], [], []]


@pytest.mark.rule("BRK-304")
def test_nothing_is_drawn_from_an_empty_bag() -> None:
    engine, position = at(START, [RUN, BEND])
    step = engine.carry_out(position, 0, Lay(RUN, 1, EAST))
    assert step.position.state.seats[0].hand == [BEND]
    assert (step.drawn, step.whispers) == ([], [])


# A pool, and a bend south-east of it that turns its water to the north and the west.
CORNER = {**START, plane.SE: Laid(BEND, WEST, 1)}


@pytest.mark.rule("BRK-302", "BRK-401")
@pytest.mark.parametrize(
    ("move", "points"),
    [
        (Lay(RUN, plane.N, NORTH), 1),
        (Lay(RUN, plane.N, EAST), 0),
        (Lay(SPRING, plane.S, NORTH), 1),
        (Lay(RUN, plane.S, EAST), 1),
        (Lay(BEND, plane.S, NORTH), 2),
        (Lay(POOL, plane.E, NORTH), 2),
        (Lay(RUN, plane.SE + plane.E, EAST), 0),
    ],
)
def test_each_side_that_joins_scores_a_point(move: Lay, points: int) -> None:
    assert lay(CORNER, move) == [points, 0]


@pytest.mark.rule("BRK-602")
@pytest.mark.parametrize(
    ("move", "points"),
    [
        (Lay(RUN, plane.N, NORTH), 1),
        (Lay(RUN, plane.N, EAST), -1),
        (Lay(RUN, plane.S, EAST), 0),
        (Lay(FORK, plane.S, SOUTH), 0),
        (Lay(SPRING, plane.E, NORTH), -2),
    ],
)
def test_with_dams_water_that_meets_a_bank_costs_a_point(move: Lay, points: int) -> None:
    assert lay(CORNER, move, Options(dams=True)) == [points, 0]
    assert lay(CORNER, move)[0] >= 0


@pytest.mark.rule("BRK-402")
def test_at_the_end_a_point_for_each_own_tile_that_no_water_leaves() -> None:
    """Springs on all four sides of the pool are still, and so is the pool, which is nobody's."""
    springs = {
        plane.N: Laid(SPRING, SOUTH, 0),
        plane.E: Laid(SPRING, WEST, 1),
        plane.S: Laid(SPRING, NORTH, 0),
        plane.W: Laid(SPRING, NORTH, 0),
    }
    board = {**START, **springs}
    assert [is_still(board, cell) for cell in board] == [False, True, True, True, False]
    _, position = at(board, [])
    turn = Turn(2, Options(), FastChance(0), [0, 0], log=[])
    Brook().score(position.state, turn)
    assert turn.log == [Scored(0, 2, "still", (plane.N, plane.S)), Scored(1, 1, "still", (plane.E,))]


@pytest.mark.rule("BRK-502")
def test_most_points_win_and_equal_players_share_the_place() -> None:
    table = Match(Brook(), 4, seed="1").view(None).table
    result = Brook().result(table, [5, 9, 9, 2])
    assert (result.ranking, result.winners) == (((1, 2), (0,), (3,)), (1, 2))


@pytest.mark.rule("BRK-601", "BRK-602")
def test_options_have_defaults_and_refuse_other_values() -> None:
    match = Match(Brook(), 4, options={"hand": 4}, seed="1")
    assert match.view(0).sizes == {"seat.hand": [4, 4, 4, 4], "vault.bag": 8}
    assert Brook().read_options({}) == Options(hand=3, dams=False)
    with pytest.raises(BadOptions) as error:
        Match(Brook(), 2, options={"hand": 5})
    assert error.value.facts["allowed"] == [2, 3, 4]


def test_a_guess_looks_like_the_view_it_was_made_from() -> None:
    match = Match(Brook(), 3, seed="1")
    chance = FastChance(1)
    seen: set[tuple[int, ...]] = set()
    while not match.over:
        for viewer in (0, 1, 2, None):
            view = match.view(viewer)
            state = match.game.guess(view, chance)
            world = Position(state, match.scores, Chance(bytes(32)), match.ply)
            assert match.engine.view(world, viewer) == view
            assert Counter(match.game.pieces(state)) == Counter([*BAG, POOL])
            match.game.invariants(state)
        seen.add(tuple(match.game.guess(match.view(0), chance).seats[1].hand))
        match.play(match.active[0], match.game.sample(match.view(match.active[0]), chance))
    assert len(seen) > 1


def test_people_read_and_type_names() -> None:
    label = Brook().label
    assert [label("tile", FORK), label("cell", plane.cell(1, -2)), label("turn", EAST)] == ["fork", "n2e1", "east"]
    assert [label("where", plane.N), label("points", 3)] == ["n1", "3"]
