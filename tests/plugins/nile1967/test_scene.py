"""How Nile looks: what a picture must show, and what may be picked in it."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from nile1967_tables import FIVE, GAME, SEVEN, STUCK, TEN, Play, cell, near_finish, start
from tileyard import Chance, Engine, FastChance
from tileyard.front import svg, text
from tileyard.front.choices import narrow
from tileyard.front.scene import Box, Disc, Group, Path, Scene, Shape, picks, port
from tileyard_nile1967.grid import PORTS
from tileyard_nile1967.pieces import components
from tileyard_nile1967.scene import scene

SHUT = "SHARP_L SHARP_R DIAGONAL DIAGONAL CORNER"


def seen(game: Play, viewer: int | None = 0) -> Scene:
    return scene(game.engine.view(game.now, viewer))


def labelled(shown: Scene) -> dict[str, Shape]:
    return {shape.label: shape for shape in shown.shapes if shape.label}


def curves(group: Shape) -> Iterator[Path]:
    assert isinstance(group, Group)
    yield from (shape for shape in group.shapes if isinstance(shape, Path))


@pytest.mark.rule("N67-107", "N67-108", "N67-109", "N67-110")
def test_the_board_as_printed() -> None:
    """Every square, coloured ones with their values, the edges of the U areas, the start and the finish dots."""
    shown = seen(start("", FIVE, ""))
    squares = [shape for shape in shown.shapes if isinstance(shape, Box) and "cell" in shape.style]
    assert len(squares) == 21 * 22
    assert sum("good" in square.style for square in squares) == 14
    assert sum("bad" in square.style for square in squares) == 42
    assert [square.text for square in squares if "water" in square.style] == list(map(str, components().board.finish))
    assert labelled(shown)["red square 10,10, -60"].glyph == ""
    # Five squares in the form of a U have twelve sides at the edge.
    assert sum(isinstance(shape, Path) and shape.style == "area" for shape in shown.shapes) == 4 * 12
    dots = [shape for shape in shown.shapes if isinstance(shape, Disc)]
    assert [(dot.x, dot.y) for dot in dots if dot.label == "start"] == [(0, 10.5)]
    assert [(dot.x, dot.y) for dot in dots if dot.label == "finish dot"] == [(22, row + 0.5) for row in range(21)]


@pytest.mark.rule("N67-402", "N67-424")
def test_the_line_is_drawn_through_its_ports_without_a_break() -> None:
    game = start(SEVEN, "BEND UNIVERSAL CORNER", "").does("BEND>S, UNIVERSAL>E")
    tiles = [shape for shape in seen(game).shapes if isinstance(shape, Group)]
    ends = [
        ((tile.x + a, tile.y + b), (tile.x + c, tile.y + d))
        for tile in tiles
        for (a, b), _, (c, d) in (path.points for path in curves(tile))
    ]
    assert len(tiles) == 4
    assert len(ends) == 5
    assert all(path.curve for tile in tiles for path in curves(tile))
    here, left = (0.0, 10.5), ends[:]
    while left:
        (strand,) = (ends for ends in left if ends[0] == here)
        left.remove(strand)
        here = strand[1]
    assert here == port(1, 10, PORTS.index("E"))


def test_the_open_end_and_the_exits_that_can_be_chosen() -> None:
    shown = seen(start(SEVEN, "SHARP_L BEND GENTLE_L STRAIGHT DIAGONAL", ""))
    end = labelled(shown)["open end of the line"]
    assert isinstance(end, Disc)
    assert (end.x, end.y) == port(1, 9, PORTS.index("E"))
    assert {name for name in labelled(shown) if name.startswith("exit")} == {"exit N", "exit W"}
    assert "next square" in labelled(shown)


def test_every_legal_move_can_be_reached_by_clicks_and_no_other() -> None:
    for game in (
        start(TEN, "BEND SHARP_L UNIVERSAL STRAIGHT DIAGONAL", "", must_cross="no"),
        start("", FIVE, FIVE).does("STRAIGHT>E"),
        start(TEN, STUCK, ""),
    ):
        legal = game.engine.legal(game.now, 0)
        shown = list(picks(seen(game)))
        for move in legal:
            fields = {"type": type(move).__struct_config__.tag} | {
                name: getattr(move, name) for name in type(move).__struct_fields__
            }
            picked: dict[str, object] = {}
            while narrow(legal, picked).move is None:
                new = (pick for pick in shown if pick.items() <= fields.items() and not pick.items() <= picked.items())
                picked |= next(new)
            assert narrow(legal, picked).move == move
        assert all(narrow(legal, pick).left for pick in shown)


def test_only_the_own_rack_is_shown() -> None:
    game = start(SEVEN, FIVE, "CORNER BEND")
    for viewer, titles in ((0, ["Your rack"]), (1, ["Your rack"]), (None, [])):
        shown = seen(game, viewer)
        assert [panel.title for panel in shown.panels] == titles
        assert list(picks(shown)) if viewer == 0 else not list(picks(shown))
    own = [tile for place in seen(game, 1).panels[0].shapes if isinstance(place, Group) for tile in place.shapes]
    assert [tile.label for tile in own] == ["CORNER, worth 10", "BEND, worth 10"]


@pytest.mark.rule("N67-308")
def test_a_rack_that_was_shown_can_be_seen() -> None:
    assert [panel.title for panel in seen(start(TEN, STUCK, FIVE).does("unable"), 0).panels] == [
        "Your rack",
        "Shown by player 1, and changed",
    ]


def test_words_stay_inside_their_buttons_and_agree_with_numbers() -> None:
    unable = seen(start(TEN, STUCK, "CORNER"))
    assert [panel.title for panel in unable.panels] == ["Your rack", "Your turn"]
    both = seen(start(TEN, "BEND SHARP_L UNIVERSAL", "CORNER", must_cross="no"))
    assert [panel.title for panel in both.panels] == ["Your rack", "Or"]
    for shown in (unable, both, seen(start("", SHUT, FIVE)), seen(start("", FIVE, FIVE).does("STRAIGHT>E"))):
        (group,) = shown.panels[1].shapes
        assert isinstance(group, Group)
        (button,) = group.shapes
        assert isinstance(button, Box)
        assert len(button.text) * button.size * 0.6 < button.w
    told = seen(start(TEN, STUCK, "CORNER", pile="BEND").does("unable"), 1)
    assert told.captions[0] == "1 tile in the pile. 1 turn in a row without a tile."
    assert [score.note for score in told.scores] == ["5 tiles", "1 tile"]


def test_the_squares_of_the_last_play_stand_out() -> None:
    game = start("", FIVE, FIVE).does("STRAIGHT>E, STRAIGHT>E, stop, STRAIGHT>E")
    fresh = {
        label
        for label, shape in labelled(seen(game)).items()
        if isinstance(shape, Group) and any("fresh" in path.style for path in curves(shape))
    }
    assert fresh == {"STRAIGHT on 10,2, from W to E"}


@pytest.mark.rule("N67-605", "N67-606")
def test_the_end() -> None:
    shown = seen(near_finish("STRAIGHT", "E", 8, "STRAIGHT SHARP_L", "BEND").does("STRAIGHT>E"))
    assert [panel.title for panel in shown.panels] == ["Left to player 1", "Left to player 2"]
    assert shown.captions == ["The line has reached the blue column.", "Player 1 wins."]
    assert [score.note for score in shown.scores] == ["wins", ""]
    assert not list(picks(shown))


@pytest.mark.rule("N67-603", "N67-709")
def test_the_other_ends_are_told_as_they_were() -> None:
    """With the first empty rack there are tiles left, and in a stall players may have chosen not to cross."""
    early = start("", "STRAIGHT", "BEND", "", pile="", all_played_end="first_rack_empty", mover=1).does("BEND>N")
    assert seen(early).captions[0] == "The tiles have run out."
    assert [panel.title for panel in seen(early).panels] == ["Left to player 1"]
    stalled = start(TEN, STUCK, STUCK.replace("BEND", "CORNER"), stall_rounds=1).does("unable, unable")
    assert seen(stalled).captions[0] == "No tile was laid for too long."


def test_captions_say_what_to_do() -> None:
    assert seen(start("", FIVE, "")).captions[-1] == "Choose a tile for 10,0 and the exit of the line."
    assert seen(start("", FIVE, "").does("STRAIGHT>E")).captions[-1].endswith("Or stop.")
    assert seen(start(TEN, STUCK, "")).captions[-1] == "No tile of yours can be laid."
    assert seen(start(TEN, STUCK, ""), 1).captions[-1] == "Player 1 is to move."
    blocked = start("", "BEND CORNER CORNER", "").does("BEND>N")
    assert blocked.table.head >> 3 == cell(9, 0)
    assert seen(blocked).captions[-1] == "No further tile can be laid: stop."


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_are_drawn_for_everybody(seed: int) -> None:
    engine = Engine(GAME, 3)
    game, chance = engine.start(Chance.from_seed(str(seed))), FastChance(seed)
    while engine.active(game):
        for viewer in (None, 0):
            shown = scene(engine.view(game, viewer))
            ElementTree.fromstring(svg.draw(shown))
            drawn = text.draw(shown)
            assert max(map(len, drawn.splitlines())) < 130
        engine.rollout(game, chance, limit=9)
    ElementTree.fromstring(svg.draw(scene(engine.view(game, None))))


def test_the_text_shows_the_line_the_end_and_the_exits() -> None:
    drawn = text.draw(seen(start(SEVEN, "SHARP_L BEND GENTLE_L STRAIGHT DIAGONAL", ""))).splitlines()
    rows = {line[:2].strip(): line for line in drawn if line[:2].strip().isdigit()}
    assert "W" in rows["9"]
    assert "o╱──" in rows["9"]
    assert "╱" in rows["9"] + rows["10"]
    assert "-60" in rows["10"]
