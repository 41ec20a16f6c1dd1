"""A guess at racks and pile: it looks the same to its viewer, and all that is known holds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nile1967_tables import GAME, SEVEN, TEN, Play, near_finish, start, supply
from tileyard import Chance, Engine, FastChance, Position, State
from tileyard.board import plane
from tileyard.ground.wire import encode
from tileyard_nile1967.grid import grid_of
from tileyard_nile1967.model import Options, Place, Unable
from tileyard_nile1967.moves import Spot, completion

SHUT = "SHARP_L SHARP_R DIAGONAL DIAGONAL CORNER"
OPENERS = {"STRAIGHT", "BEND", "GENTLE_L", "GENTLE_R", "UNIVERSAL"}


def worlds(game: Play, viewer: int | None, count: int = 60) -> list[State[Any, Any, Any]]:
    view = game.engine.view(game.now, viewer)
    return [GAME.guess(view, FastChance(seed)) for seed in range(count)]


def racks(game: Play, viewer: int | None, of: int, count: int = 60) -> list[list[str]]:
    """What ``viewer`` thinks possible on a rack."""
    return [world.seats[of].rack for world in worlds(game, viewer, count)]


@pytest.mark.rule("N67-510")
def test_who_sees_what() -> None:
    """Board, line, totals and sizes are for all, racks for their owners, the pile for nobody."""
    game = start(SEVEN, "BEND STRAIGHT", "CORNER", scores=[5, 6])
    for viewer in (None, 0, 1):
        view = game.engine.view(game.now, viewer)
        assert view.table.tiles == game.table.tiles
        assert view.scores == [5, 6]
        assert view.sizes == {"seat.rack": [2, 1], "vault.pile": 98}
        assert (view.seat and view.seat.rack) == (None if viewer is None else game.racks[viewer])


def test_a_tile_that_went_back_is_not_on_a_rack_drawn_before() -> None:
    """All four universal tiles are on the board or were just shown; the other player's rack is older than that."""
    line = TEN.replace("STRAIGHT", "UNIVERSAL", 1).replace("8 x UNIVERSAL>N", "2 x UNIVERSAL>N, 6 x STRAIGHT>N")
    game = start(line, "UNIVERSAL UNIVERSAL SHARP_R", "BEND BEND BEND BEND BEND", must_cross="no").does("unable")
    assert all("UNIVERSAL" not in rack for rack in racks(game, 0, 1))
    # Whoever drew since then may have them.
    assert any("UNIVERSAL" in rack for rack in racks(game, 1, 0))
    assert any("UNIVERSAL" in rack for rack in racks(game, None, 0))
    # The second player changes the rack too, and everything is possible again.
    game.does("unable")
    assert any("UNIVERSAL" in rack for rack in racks(game, 0, 1))


def test_a_tile_crossed_is_not_on_a_rack_drawn_before() -> None:
    """Ten GENTLE_L there are: nine lie on the left edge, and the tenth has just been crossed."""
    game = start(SEVEN, "BEND UNIVERSAL CORNER CORNER CORNER", "CORNER CORNER")
    game.now.state.table.tiles |= {plane.cell(0, row): "GENTLE_L" for row in range(9)}
    game.does("BEND>S, UNIVERSAL>E")
    assert all("GENTLE_L" not in rack for rack in racks(game, 0, 1) + racks(game, 1, 0))
    game.does("stop")
    assert all("GENTLE_L" not in rack for rack in racks(game, 0, 1, 200))
    assert any("GENTLE_L" in rack for rack in racks(game, 1, 0, 200))


def test_who_could_not_open_the_line_holds_no_tile_that_opens_it() -> None:
    game = start("", SHUT, "STRAIGHT STRAIGHT BEND BEND BEND").does("forfeit")
    assert game.table.since == [[-1] * 5, [0] * 5]
    assert all(not OPENERS & set(rack) for rack in racks(game, 1, 0))
    assert all(not OPENERS & set(rack) for rack in racks(game, None, 0))
    # One tile of the rack is played and another drawn; of the four that are left it is still known.
    game.does("STRAIGHT>E, stop, SHARP_R>SW, stop")
    assert game.table.since[0] == [-1] * 4 + [0]
    assert all(sum(kind in OPENERS for kind in rack) <= 1 for rack in racks(game, 1, 0))
    assert any(sum(kind in OPENERS for kind in rack) == 1 for rack in racks(game, 1, 0))


def test_a_new_deal_wipes_out_what_was_known() -> None:
    game = start("", SHUT, SHUT).does("forfeit, forfeit")
    assert game.table.since == [[0] * 5, [0] * 5]
    assert any(OPENERS & set(rack) for rack in racks(game, 1, 0))


@pytest.mark.rule("N67-407", "N67-415")
def test_who_leads_into_an_occupied_square_holds_a_universal_tile() -> None:
    game = start(SEVEN, "BEND UNIVERSAL STRAIGHT STRAIGHT CORNER", "CORNER").does("BEND>S")
    for viewer in (1, None):
        assert all("UNIVERSAL" in rack for rack in racks(game, viewer, 0))
    assert racks(game, 0, 0)[0] == game.racks[0]


@pytest.mark.rule("N67-407", "N67-415")
def test_what_a_play_gives_away_is_dealt_on_purpose_where_chance_does_not_find_it() -> None:
    """One universal tile is left among ninety, and the one tile of the player must be it."""
    line = SEVEN.replace("GENTLE_L", "UNIVERSAL")
    game = start(line, "BEND UNIVERSAL", "CORNER")
    game.now.state.table.tiles |= {plane.cell(0, row): "UNIVERSAL" for row in range(2)}
    game.does("BEND>S")
    assert racks(game, 1, 0, 12) == [["UNIVERSAL"]] * 12


@pytest.mark.rule("N67-411", "N67-415")
def test_who_runs_along_the_blue_column_can_finish() -> None:
    game = near_finish("STRAIGHT", "E", 8, "BEND BEND STRAIGHT", "CORNER").does("BEND>S")
    table, grid = game.table, grid_of(Options())
    spot = Spot(table.line, table.tiles, table.head)
    for rack in racks(game, 1, 0):
        assert completion(grid, spot, rack, 5) is not None


@pytest.mark.rule("N67-605")
def test_at_the_end_nothing_is_left_to_guess_but_the_pile() -> None:
    game = near_finish("STRAIGHT", "E", 8, "STRAIGHT BEND", "CORNER").does("STRAIGHT>E")
    for viewer in (None, 0, 1):
        for world in worlds(game, viewer, 5):
            assert [seat.rack for seat in world.seats] == [["BEND"], ["CORNER"]]


def test_each_tile_is_as_likely_as_there_are_of_it() -> None:
    """Of the tiles unseen, half are of one type: so are half of those guessed."""
    game = start("STRAIGHT>E", "", "BEND BEND BEND", pile="CORNER CORNER CORNER")
    game.now.state.seats[0].rack[:] = list((supply() - Counter(BEND=3, CORNER=3, STRAIGHT=1)).elements())
    game.table.since[0] = [0] * 97
    found = Counter(kind for rack in racks(game, 0, 1) for kind in rack)
    assert set(found) == {"BEND", "CORNER"}
    assert 60 <= found["BEND"] <= 120


@settings(max_examples=40)
@given(st.integers(2, 4), st.integers(0, 2**32), st.sampled_from(["keep", "penalty"]), st.booleans())
def test_worlds_agree_with_all_that_was_shown(players: int, seed: int, forfeit: str, universal: bool) -> None:
    """All that a view shows is the same in its worlds, no tile is lost, whoever is to move can; and of each type no
    more are on the other racks than can be, since they were drawn before the rack was shown."""
    engine, chance = Engine(GAME, players, {"start_forfeit": forfeit, "must_cross": "no"}), FastChance(seed)
    game: Position = engine.start(Chance.from_seed(str(seed)))
    while active := engine.active(game):
        (mover,) = active
        moves = engine.legal(game, mover)
        picked = [move for move in moves if isinstance(move, Place) and move.tile == "UNIVERSAL"] if universal else []
        move = chance.pick(picked or moves)
        rack = game.state.seats[mover].rack
        game = engine.step(game, mover, move)
        table = game.state.table
        for viewer in (None, mover, (mover + 1) % players):
            view = engine.view(game, viewer)
            world = GAME.guess(view, chance)
            there = Position(world, game.scores, game.chance, game.ply)
            assert encode(engine.view(there, viewer)) == encode(view)
            assert Counter(GAME.pieces(world)) == supply()
            GAME.invariants(world)
            assert all(engine.legal(there, player) for player in engine.active(there))
            if isinstance(move, Unable):
                others = [kind for player, seat in enumerate(world.seats) if player != mover for kind in seat.rack]
                assert Counter(others) <= supply() - Counter(table.tiles.values()) - Counter(rack)
