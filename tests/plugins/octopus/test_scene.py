"""What a person sees of Octopus: everything there is to know, everything there is to choose, and no secret."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from octopus_tables import GAME, at, lay, position
from tileyard import Chance, Engine, FastChance, Position
from tileyard.board import plane
from tileyard.front import svg, text
from tileyard.front.choices import narrow
from tileyard.front.scene import Disc, Scene, picks
from tileyard.front.theme import THEME, resolve
from tileyard.ground.wire import decode, encode
from tileyard_octopus.model import Place
from tileyard_octopus.scene import scene


def played(players: int, plies: int, **options: object) -> tuple[Engine, Position]:
    """A random game after some moves."""
    engine = Engine(GAME, players, options)
    game = engine.start(Chance.from_seed("scene"))
    engine.rollout(game, FastChance(plies), limit=plies)
    return engine, game


def panels(drawn: Scene) -> list[str]:
    return [panel.title for panel in drawn.panels]


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("hands", ["open", "hidden"])
@pytest.mark.parametrize("plies", [0, 1, 30])
def test_picks_are_the_fields_of_the_legal_moves(players: int, hands: str, plies: int) -> None:
    """Whoever is to move can pick each tile and each place; nobody else can pick anything."""
    engine, game = played(players, plies, hands=hands)
    (mover,) = engine.active(game)
    legal = engine.legal(game, mover)
    offered = {*map(str, picks(scene(engine.view(game, mover))))}
    assert offered == {str({"tile": move.tile}) for move in legal} | {str({"at": move.at}) for move in legal}
    for pick in picks(scene(engine.view(game, mover))):
        assert narrow(legal, pick).left
    for viewer in {*range(players), None} - {mover}:
        assert not list(picks(scene(engine.view(game, viewer))))


@settings(max_examples=20)
@given(st.integers(2, 6), st.integers(0, 60), st.integers(0, 5), st.integers(0, 99))
def test_a_scene_shows_nothing_hidden_and_leaves_the_view_alone(
    players: int, plies: int, viewer: int, seed: int
) -> None:
    viewer %= players
    engine, game = played(players, plies, hands="hidden")
    view = engine.view(game, viewer)
    other = Position(GAME.guess(view, FastChance(seed)), game.scores, game.chance, game.ply)
    before, drawn = encode(view), encode(scene(view))
    assert encode(scene(engine.view(other, viewer))) == drawn
    assert encode(view) == before


def test_a_scene_goes_through_json() -> None:
    engine, game = played(4, 20)
    drawn = scene(engine.view(game, 1))
    assert decode(encode(drawn), Scene) == drawn


def test_open_hands_are_shown_the_own_first() -> None:
    engine, game = played(4, 10)
    own, *others = panels(scene(engine.view(game, 2)))
    assert own == "Your tiles"
    assert others == ["Tiles of player 1", "Tiles of player 2", "Tiles of player 4", "Seats"]
    assert panels(scene(engine.view(game, None)))[0] == "Tiles of player 1"


@pytest.mark.rule("OCT-703")
def test_of_hidden_hands_the_own_alone_is_shown_and_the_numbers_of_all() -> None:
    engine, game = played(4, 10, hands="hidden")
    drawn = scene(engine.view(game, 2))
    assert panels(drawn) == ["Your tiles", "Seats"]
    assert panels(scene(engine.view(game, None))) == ["Seats"]
    assert [score.note for score in drawn.scores] == [f"{len(seat.hand)} tiles" for seat in game.state.seats]


@pytest.mark.rule("OCT-303", "OCT-304")
@pytest.mark.parametrize("viewer", range(5))
def test_seats_are_shown_anticlockwise(viewer: int) -> None:
    """Seen from above each next seat lies farther round to the left-hand turn, and the viewer's is the nearest."""
    engine, game = played(5, 3)
    (seats,) = (panel for panel in scene(engine.view(game, viewer)).panels if panel.title == "Seats")
    discs = {shape.text: shape for shape in seats.shapes if isinstance(shape, Disc) and shape.text}
    assert list(discs) == ["1", "2", "3", "4", "5"]
    assert max(discs.values(), key=lambda disc: disc.y) is discs[str(viewer + 1)]
    # On a screen y grows downwards, so a turn against the clock has a negative cross product.
    for one, two in pairwise([*discs.values(), discs["1"]]):
        assert one.x * two.y - one.y * two.x < 0


@pytest.mark.rule("OCT-501", "OCT-502")
def test_the_last_tile_stands_out_with_its_runs() -> None:
    engine = Engine(GAME, 2)
    game = position([["A4"], ["J6"]], lay("0,1 A1  0,2 A2  1,0 B4  0,3 C1"))
    game = engine.step(game, 0, Place("A4", 0))
    drawn = scene(engine.view(game, 1))
    marked = {shape.label for shape in drawn.shapes if shape.style.endswith((" last", " scored"))}
    assert marked == {"A4 on 0,0, the last tile", "A1 on 0,1, scored", "A2 on 0,2, scored", "B4 on 1,0, scored"}
    assert drawn.captions == [
        "Player 1 laid A4 on 0,0: 3 points (colour run E 2; number run S 1).",
        "Lay one of your tiles.",
    ]
    assert "[A4](A1)(A2) C1" in text.draw(drawn)


def test_captions_follow_the_game() -> None:
    engine, game = played(2, 0)
    (mover,) = engine.active(game)
    assert scene(engine.view(game, None)).captions == [f"Player {mover + 1} is to move."]
    game = position([["B5"], ["C6"]], lay("0,0 A3"), mover=1)
    game = engine.step(game, 1, Place("C6", at("0,1")))
    assert scene(engine.view(game, 1)).captions == ["Player 2 laid C6 on 0,1: no points.", "Player 1 is to move."]
    game = engine.step(game, 0, Place("B5", at("0,2")))
    drawn = scene(engine.view(game, 0))
    assert drawn.captions[-1] == "Player 1 and Player 2 win."
    assert [score.note for score in drawn.scores] == ["wins", "wins"]
    assert drawn.panels == []
    assert not any("slot" in shape.style for shape in drawn.shapes)


def test_a_single_tile_is_called_so() -> None:
    game = position([["B5", "C1"], ["C6"]], lay("0,0 A3"))
    assert [score.note for score in scene(Engine(GAME, 2).view(game, None)).scores] == ["2 tiles", "1 tile"]


def test_tiles_can_be_told_apart_without_colour() -> None:
    """Each of the ten colours has a pattern (or none) of its own, and its letter on the tile."""
    looks = [resolve(f"c{i}", THEME) for i in range(10)]
    assert len({look.pattern for look in looks}) == 10
    engine, game = played(2, 60)
    assert {shape.text: shape.style.split()[1] for shape in scene(engine.view(game, 0)).shapes} == {
        tile: f"c{'ABCDEFGHIJ'.index(tile[0])}" for tile in game.state.table.layout.values()
    }


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("plies", [0, 1, 25, 60])
def test_a_place_can_be_read_off_the_text(players: int, plies: int) -> None:
    """The names along the edges lead to each tile and each free place."""
    engine, game = played(players, plies)
    drawn = scene(engine.view(game, 0))
    heading, *lines = text.draw(drawn).split("\n\n")[1].splitlines()
    wide = drawn.chars[0]
    gutter = max(len(name) for name in drawn.rows.values()) + 1
    rows = {line[:gutter].strip(): line[gutter:] for line in lines}
    columns = {heading[gutter + i : gutter + i + wide].strip(): i for i in range(0, len(heading) - gutter, wide)}
    table = game.state.table
    shown = dict(table.layout) | (dict.fromkeys(table.free, "·") if engine.active(game) else {})
    for cell, what in shown.items():
        x, y = plane.xy(cell)
        assert rows[str(y)][columns[str(x)] :][:wide].strip("[]() ") == what


@pytest.mark.parametrize(("players", "plies"), [(2, 0), (2, 30), (2, 60), (6, 30), (6, 60)])
def test_the_picture_is_well_formed_and_carries_the_picks(players: int, plies: int) -> None:
    engine, game = played(players, plies)
    mover = (engine.active(game) or (0,))[0]
    drawn = scene(engine.view(game, mover))
    root = ElementTree.fromstring(svg.draw(drawn))
    carried = [element.attrib["data-pick"] for element in root.iter() if "data-pick" in element.attrib]
    assert len(carried) == len(list(picks(drawn)))
    assert all(element.attrib["aria-label"] for element in root.iter() if "data-pick" in element.attrib)
