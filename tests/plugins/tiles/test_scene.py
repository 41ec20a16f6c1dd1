"""What a person sees of Tiles: everything there is to know, everything there is to choose, and no secret."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tiles_tables import GAME, LUMPY, at, course, lay, middle, position
from tileyard import Engine, FastChance, Position
from tileyard.board import plane
from tileyard.front import svg, text
from tileyard.front.choices import narrow
from tileyard.front.scene import Group, Path, Polygon, Scene, Shape, picks
from tileyard.front.theme import THEME, resolve
from tileyard.ground.wire import decode, encode
from tileyard_tiles.areas import triangles
from tileyard_tiles.model import Discard
from tileyard_tiles.scene import STYLES, scene

RING = "0,-1 wkkg  1,-1 ggkk  1,0 kkkw  2,0 wggk  1,1 kgwk  0,1 kkwg"


def outlines(drawn: Scene) -> list[Path]:
    return [shape for shape in drawn.shapes if isinstance(shape, Path)]


def flat(shapes: list[Shape]) -> Iterator[Shape]:
    for shape in shapes:
        yield shape
        if isinstance(shape, Group):
            yield from flat(shape.shapes)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("options", [{}, {"rotate": "no"}, {"must_place": "no"}, {"rotate": "no", "tileset": LUMPY}])
@pytest.mark.parametrize("plies", [0, 20, 40])
def test_picks_are_the_fields_of_the_legal_moves(players: int, options: dict[str, object], plies: int) -> None:
    """Whoever is to move can pick each tile and place, and the turn and the kind of move where there are several."""
    engine, game = middle(players, options, 3, plies)
    (mover,) = engine.active(game)
    legal = engine.legal(game, mover)
    placed = [move for move in legal if not isinstance(move, Discard)]
    thrown = [move for move in legal if isinstance(move, Discard)]
    expected = {str({"tile": move.tile}) for move in legal} | {str({"at": move.at}) for move in placed}
    if options.get("rotate") != "no":
        expected |= {str({"turn": move.turn}) for move in placed}
    if placed and thrown:
        expected.add(str({"type": "discard"}))
    offered = {*map(str, picks(scene(engine.view(game, mover))))}
    assert offered == expected
    for viewer in {*range(players), None} - {mover}:
        assert not list(picks(scene(engine.view(game, viewer))))


def test_each_legal_move_can_be_clicked_together() -> None:
    engine, game = middle(2, {"must_place": "no"}, 1, 10)
    (mover,) = engine.active(game)
    legal, drawn = engine.legal(game, mover), scene(engine.view(game, mover))
    offered = [*picks(drawn)]
    for move in legal:
        fields = {"type": "discard" if isinstance(move, Discard) else "place"}
        fields |= {name: getattr(move, name) for name in move.__struct_fields__}
        clicked: dict[str, object] = {}
        for pick in offered:
            if pick.items() <= fields.items():
                clicked |= pick
        assert narrow(legal, clicked).move == move


@settings(max_examples=20)
@given(st.integers(2, 3), st.integers(0, 44), st.integers(0, 2), st.integers(0, 99), st.sampled_from(["yes", "no"]))
def test_a_scene_shows_nothing_hidden_and_leaves_the_view_alone(
    players: int, plies: int, viewer: int, seed: int, rotate: str
) -> None:
    viewer %= players
    engine, game = middle(players, {"rotate": rotate, "discard": "face_down"}, seed, plies)
    view = engine.view(game, viewer)
    other = Position(GAME.guess(view, FastChance(seed)), game.scores, game.chance, game.ply)
    before, drawn = encode(view), encode(scene(view))
    assert encode(scene(engine.view(other, viewer))) == drawn
    assert encode(view) == before
    assert decode(drawn, Scene) == scene(view)


def test_the_areas_closed_by_the_last_tile_are_outlined() -> None:
    """The ring has a border outside and one around the island, which is the island's; broken where it pays nobody."""
    step = lay(RING, "0,0 kwkw", "k")
    drawn = scene(Engine(GAME, 2).view(step.position, 1))
    lines = outlines(drawn)
    assert {(line.style, line.label) for line in lines} == {
        ("scored", "black area of 7 tiles, closed"),
        ("unpaid", "white area of 2 tiles, closed without points"),
    }
    assert all(line.points[0] == line.points[-1] for line in lines)
    (island,) = (line for line in lines if line.style == "unpaid")
    assert {(x, y) for x, y in island.points} == {(0.5, 0.5), (1, 0), (1.5, 0.5), (1, 1)}
    assert drawn.captions[0] == (
        "Player 1 laid wkwk on 0,0 and closed black of 7 tiles; white of 2 tiles: 21 points."
    )  # fmt: skip


@settings(max_examples=10)
@given(st.integers(0, 2**32))
def test_an_outline_is_the_border_of_its_area(seed: int) -> None:
    """Every half diagonal between a triangle of the area and one that is not in it, once."""
    for engine, *_, step in course(2, {"tileset": LUMPY}, 2 * seed + 1):
        laid = step.position.state.table
        expected: list[frozenset[tuple[float, float]]] = []
        for area in laid.closed:
            inside = set(triangles(laid.layout, laid.areas, area))
            for triangle in inside:
                x, y = plane.xy(triangle >> 2)
                corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
                for turn, corner in ((1, 1), (-1, 0)):
                    if (triangle & ~3) + (triangle + turn) % 4 not in inside:
                        ends = {corners[((triangle & 3) + corner) % 4], (x + 0.5, y + 0.5)}
                        expected.append(frozenset(ends))
        drawn: list[frozenset[tuple[float, float]]] = []
        for line in outlines(scene(engine.view(step.position, None))):
            drawn += [frozenset(pair) for pair in zip(line.points, line.points[1:], strict=False)]
        assert sorted(map(sorted, drawn)) == sorted(map(sorted, expected))


def test_captions_follow_the_game() -> None:
    engine = Engine(GAME, 2)
    game = position("0,0 wwww", [["wggg"], ["kkkk", "gggg"]], deck=["kkkk"])
    assert scene(engine.view(game, 0)).captions == ["Lay one of your tiles. 1 tile in the deck."]
    assert scene(engine.view(game, None)).captions == ["Player 1 is to move. 1 tile in the deck."]
    step = lay("0,-1 wwgw  -1,-1 wwkw  -1,0 kkww", "0,0 gwwk", "w")
    assert scene(engine.view(step.position, 0)).captions[0] == (
        "Player 1 laid wwkg on 0,0 and closed grey of 2 tiles; black of 3 tiles: no points."
    )
    stuck = position("0,0 wwww", [["gggg", "gggk"], ["kkkk"]])
    assert scene(engine.view(stuck, 0)).captions == ["Nothing fits: discard a tile. 0 tiles in the deck."]
    after = engine.step(stuck, 0, Discard("gggg"))
    drawn = scene(engine.view(after, 1))
    assert drawn.captions[0] == "Player 1 discarded gggg."
    assert [panel.title for panel in drawn.panels] == ["Your tiles", "Discarded"]


@pytest.mark.rule("TIL-705")
def test_a_tile_discarded_face_down_is_shown_to_its_owner_alone() -> None:
    engine = Engine(GAME, 2, {"discard": "face_down"})
    after = engine.step(position("0,0 wwww", [["gggg", "gggk"], ["kkkk"]]), 0, Discard("gggg"))
    titles = {viewer: [p.title for p in scene(engine.view(after, viewer)).panels] for viewer in (0, 1, None)}
    assert titles == {0: ["Your tiles", "Discarded"], 1: ["Your tiles"], None: []}
    assert scene(engine.view(after, 1)).captions[0] == "Player 1 discarded a tile."


def test_the_end_is_told() -> None:
    engine, game = middle(2, {}, 1, 44)
    drawn = scene(engine.view(game, 0))
    assert drawn.panels == []
    winners = GAME.result(game.state.table, game.scores).winners
    assert [score.note for score in drawn.scores] == ["0 tiles, wins" if p in winners else "0 tiles" for p in range(2)]
    assert drawn.captions[-1].endswith((" wins.", " win."))
    assert not any("slot" in shape.style for shape in drawn.shapes)


def test_colours_can_be_told_apart_without_colour() -> None:
    """Each has a pattern of its own, or none, and each triangle of a tile is labelled and has its letter."""
    looks = [resolve(name, {**THEME, **STYLES}) for name in ("white", "grey", "black")]
    assert len({look.pattern for look in looks}) == 3
    drawn = scene(Engine(GAME, 2).view(position("0,0 wgkk", [["wwww"], ["gggg"]]), 0))
    (tile,) = (shape for shape in drawn.shapes if isinstance(shape, Group))
    assert [part.glyph for part in tile.shapes if isinstance(part, Polygon)] == ["w", "g", "k", "k"]
    assert tile.label == "wgkk on 0,0: top white, right grey, bottom black, left black"


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("plies", [0, 1, 25, 44])
def test_the_layout_can_be_read_off_the_text(players: int, plies: int) -> None:
    """The names along the edges lead to each tile, with its four letters, and to each place it may go."""
    engine, game = middle(players, {}, 7, plies)
    drawn = scene(engine.view(game, 0))
    drawn.shapes = [shape for shape in drawn.shapes if not isinstance(shape, Path)]
    heading, *lines = text.draw(drawn).split("\n\n", 1)[1].splitlines()
    wide, tall = drawn.chars
    gutter = max(map(len, drawn.rows.values())) + 1
    named = {lines[i][:gutter].strip(): i for i in range(len(lines)) if lines[i][:gutter].strip()}
    columns = {heading[gutter + i : gutter + i + wide].strip(): i for i in range(0, len(heading) - gutter, wide)}
    table = game.state.table
    for cell, shown in table.layout.items():
        x, y = plane.xy(cell)
        middle_row, left = named[str(y)], gutter + columns[str(x)]
        rows = [lines[middle_row + i].ljust(200)[left : left + wide] for i in (-1, 0, 1)]
        assert "".join(rows).replace(" ", "").replace("*", "") == shown[0] + shown[3] + shown[1] + shown[2]
    for cell in table.gaps if engine.active(game) else ():
        x, y = plane.xy(cell)
        assert lines[named[str(y)]].ljust(200)[gutter + columns[str(x)] :][:wide].strip() == "·"
    assert tall == 3


@pytest.mark.parametrize(("players", "plies"), [(2, 0), (2, 30), (3, 44)])
def test_the_picture_is_well_formed_and_carries_the_picks(players: int, plies: int) -> None:
    engine, game = middle(players, {}, 2, plies)
    drawn = scene(engine.view(game, (engine.active(game) or (0,))[0]))
    root = ElementTree.fromstring(svg.draw(drawn))
    carried = [element for element in root.iter() if "data-pick" in element.attrib]
    assert len(carried) == len(list(picks(drawn)))
    assert all(element.attrib["aria-label"] for element in carried)


def test_a_place_is_named_as_it_is_typed() -> None:
    drawn = scene(Engine(GAME, 2).view(position("0,0 wwww", [["wwww"], ["gggg"]]), 0))
    labels = {shape.label: shape.pick for shape in flat(drawn.shapes) if shape.pick}
    assert labels == {name: {"at": at(name)} for name in ("0,-1", "1,0", "0,1", "-1,0")}
