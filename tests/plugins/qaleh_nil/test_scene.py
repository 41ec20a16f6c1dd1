"""What a person sees of both games: everything there is to know, everything there is to choose, and no secret."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qaleh_tables import CASTLES, RACE, castle, play, race
from tileyard import Chance, Engine, FastChance, Position
from tileyard.front import svg, text
from tileyard.front.choices import narrow
from tileyard.front.scene import Scene, picks
from tileyard.ground.wire import decode, encode, members
from tileyard_qaleh_nil.boards import cell, layout, name
from tileyard_qaleh_nil.model import Castle
from tileyard_qaleh_nil.scene import scene

BOTH = pytest.mark.parametrize("game", [RACE, CASTLES], ids=lambda game: game.id)


def played(game: Any, players: int, plies: int, **options: Any) -> tuple[Engine, Position]:
    engine = Engine(game, players, options)
    position = engine.start(Chance.from_seed("scene"))
    engine.rollout(position, FastChance(plies), limit=plies)
    return engine, position


@BOTH
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("plies", [0, 1, 2, 3, 4, 30, 101])
def test_picks_are_the_fields_of_the_legal_moves(game: Any, players: int, plies: int) -> None:
    """Whoever is to move can pick each pawn, each cell and the end of the turn; nobody else can pick anything."""
    engine, position = played(game, players, plies)
    (mover,) = engine.active(position)
    legal = engine.legal(position, mover)
    offered = {str(pick) for pick in picks(scene(engine.view(position, mover)))}
    expected = set()
    for move in legal:
        fields = {field: getattr(move, attribute) for field, attribute in members(move).items()}
        expected |= {str({field: value}) for field, value in fields.items()} or {str({"type": "end"})}
    assert offered == expected
    for pick in picks(scene(engine.view(position, mover))):
        assert narrow(legal, pick).left
    for viewer in {*range(players), None} - {mover}:
        assert not list(picks(scene(engine.view(position, viewer))))


@BOTH
@settings(max_examples=12)
@given(players=st.sampled_from([2, 4]), plies=st.integers(0, 150), viewer=st.integers(0, 4))
def test_a_scene_leaves_the_view_alone_and_goes_through_json(game: Any, players: int, plies: int, viewer: int) -> None:
    engine, position = played(game, players, plies)
    view = engine.view(position, viewer if viewer < players else None)
    before, drawn = encode(view), scene(view)
    assert encode(view) == before
    assert decode(encode(drawn), Scene) == drawn


def test_a_castle_placed_in_secret_is_seen_by_who_placed_it() -> None:
    engine, position = played(CASTLES, 2, 0, castle_place_order="secret", first_player="seat0")
    south = layout("4x4+2").castles[1]
    drawn = {
        at: [scene(engine.view(engine.step(position, 1, Castle(at)), viewer)) for viewer in (0, 1, None)]
        for at in south
    }
    for viewer in (0, 2):
        assert len({encode(scenes[viewer]) for scenes in drawn.values()}) == 1
    assert len({encode(scenes[1]) for scenes in drawn.values()}) == 4
    assert "#S" in text.draw(drawn[south[0]][1])


@BOTH
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("plies", [2, 45, 160])
def test_the_board_can_be_read_off_the_text(game: Any, players: int, plies: int) -> None:
    """Every pawn and castle where the names along the edges say, and every wall on its edge, heavy if it is double."""
    engine, position = played(game, players, plies)
    table = position.state.table
    heading, *lines = text.draw(scene(engine.view(position, None))).split("\n\n", 1)[1].splitlines()
    columns = {char: place for place, char in enumerate(heading) if char != " "}
    rows: dict[str, int] = {}
    for place, line in enumerate(lines):
        rows.setdefault(line[:2].strip(), place)

    def char(x: int, y: int) -> str:
        return lines[y][x] if 0 <= y < len(lines) and x < len(lines[y]) else " "

    for at in layout(table.ground.layout).cells:
        x, y = columns[name(at)[0]], rows[name(at)[1:]]
        piece = table.board[at]
        shown = "·" if piece < 0 else str(piece + 1) if piece < 4 else "NS"[piece - 4]
        assert shown in (char(x - 1, y), char(x, y)), name(at)
    for (a, b), count in zip(layout(table.ground.layout).edges, table.ground.walls, strict=True):
        x, y = columns[name(b)[0]], rows[name(b)[1:]]
        found = char(x - 2, y) if b - a == 1 else char(x, y - 1)
        expected = {("0", True): " ", ("1", True): "│", ("2", True): "┃", ("0", False): " ", ("1", False): "─"}
        assert found == expected.get((count, b - a == 1), "━"), (name(a), name(b))


@BOTH
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("plies", [0, 50])
def test_the_picture_is_well_formed_and_carries_the_picks(game: Any, players: int, plies: int) -> None:
    engine, position = played(game, players, plies)
    drawn = scene(engine.view(position, engine.active(position)[0]))
    root = ElementTree.fromstring(svg.draw(drawn))
    carried = [element.attrib["data-pick"] for element in root.iter() if "data-pick" in element.attrib]
    assert len(carried) == len(list(picks(drawn)))
    assert all(element.attrib["aria-label"] for element in root.iter() if "data-pick" in element.attrib)


def test_what_a_step_over_walls_costs_is_told_to_whoever_may_make_it() -> None:
    engine, position = race({0: "c3 a1 b1 a2"}, "c3|d3 c3|c4*2")
    told = scene(engine.view(position, 0)).captions
    assert told[-2:] == ["Over a wall, for 2 moves: c3 to d3.", "Over two walls, for 3 moves: c3 to c4."]
    assert len(scene(engine.view(position, 1)).captions) == len(told) - 2
    told = scene(engine.view(play(engine, position, "c3>c2"), 0)).captions
    assert not [line for line in told if line.startswith("Over ")]


def test_part_moves_of_a_turn_are_shown() -> None:
    engine, position = race({0: "a1 b1 a5 b5"})
    drawn = scene(engine.view(play(engine, position, "a1>c1"), 0))
    assert drawn.captions == ["This turn: a1 to c1.", "Round 1 of 200. You have 2 of 3 moves left."]
    after = play(engine, position, "a1>c1", "end")
    drawn = scene(engine.view(after, 0))
    assert drawn.captions == [
        "The turn before, of player 1: a1 to c1.",
        "Round 1 of 200. Player 2 has 3 of 3 moves left.",
    ]


def test_captions_follow_the_game_to_its_end() -> None:
    engine, position = race({0: "f6 f5 e6 e4", 1: "a1 b1 a2 c2"})
    position = play(engine, position, "e4>e5")
    assert (
        scene(engine.view(position, 1)).captions[-1]
        == "Round 1 of 200. You have the last turn, with 1 of 1 moves left."
    )
    assert [score.note for score in scene(engine.view(position, 1)).scores] == ["finished", "1 to go to a1"]
    drawn = scene(engine.view(play(engine, position, "c2>b2"), 1))
    assert drawn.captions[-1] == "A draw: a whole side has finished, and the last turn of the other has equalled it."
    drawn = scene(engine.view(play(engine, position, "end"), 1))
    assert (
        drawn.captions[-1]
        == "Player 1 wins: a whole side has finished, and the last turn of the other did not equal it."
    )
    assert [score.note for score in drawn.scores] == ["wins", ""]
    engine, position = castle({0: "h10", 1: "e3", 2: "h9", 3: "a9"}, players=4, mover=1)
    drawn = scene(engine.view(play(engine, position, "e3>e2>e1>d1"), None))
    assert drawn.captions[-1] == "Player 2 and Player 4 win: the castle is captured."
    assert [score.note for score in drawn.scores][1] == "with player 4, wins"


def test_pieces_that_may_be_captured_can_be_picked() -> None:
    engine, position = castle({0: "e6", 1: "f6 h10"}, "e6|f6*2")
    assert {"to": cell("f6")} in list(picks(scene(engine.view(position, 0))))


def test_castle_captions() -> None:
    engine, position = played(CASTLES, 2, 0, first_player="seat0")
    assert scene(engine.view(position, 0)).captions == ["Choose a cell for your castle."]
    assert scene(engine.view(position, None)).captions == ["Player 1 will place a castle."]


def test_long_names_of_tiles_do_not_run_into_each_other() -> None:
    """The name of a kind has up to eight letters."""
    kinds = [{"name": f"wallwal{at}", "inner": "0000", "outer": "00000000", "copies": 20} for at in range(4)]
    _, position = played(RACE, 2, 0, tileset={"tiles": kinds})
    left = Engine(RACE, 2, {"tileset": {"tiles": kinds}}).view(position, None)
    told = text.draw(scene(left)).split()
    assert {f"{position.state.table.box.count(kind['name'])}x{kind['name']}" for kind in kinds} <= set(told)
