"""Scenes as characters: complete, within the width, aligned, and never broken by what is in them."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from scenery import WILD, scenes
from tileyard.front import text
from tileyard.front.scene import (
    Box,
    Disc,
    Group,
    Panel,
    Path,
    Polygon,
    Scene,
    Score,
    Style,
    Text,
    cells,
    clean,
    flow,
    hexagon,
    quarters,
    stack,
    strand,
    tile,
)

CODES = re.compile(r"\x1b\[[0-9;]*m")
WIDTHS = st.none() | st.integers(20, 100)


def drawn(scene: Scene, **options: object) -> str:
    return "\n" + text.draw(scene, **options)  # type: ignore[arg-type]


def picture(lines: str) -> str:
    """The lines of a picture, whose left edge is eight columns in."""
    return "\n".join(line[8:] for line in lines.split("\n")).rstrip() + "\n"


@given(scenes(WILD), WIDTHS)
def test_no_scene_breaks_the_drawing_or_its_width(scene: Scene, width: int | None) -> None:
    out = text.draw(scene, width=width)
    assert out.endswith("\n")
    assert all(unicodedata.category(char) not in {"Cc", "Cf", "Cs"} for char in out.replace("\n", ""))
    assert width is None or max(map(cell_len, out.split("\n"))) <= width


@given(scenes(), WIDTHS)
def test_colours_and_ascii_change_neither_places_nor_widths(scene: Scene, width: int | None) -> None:
    plain = text.draw(scene, width=width)
    coloured = text.draw(scene, width=width, colour=True)
    assert [CODES.sub("", line).rstrip() for line in coloured.split("\n")] == plain.split("\n")
    latin = text.draw(scene, width=width, ascii=True)
    assert latin.isascii()
    assert [cell_len(line) for line in latin.split("\n")] == [text.columns(line) for line in plain.split("\n")]


@given(scenes(), WIDTHS)
def test_every_word_around_the_board_is_printed(scene: Scene, width: int | None) -> None:
    out = re.sub(r"\s", "", text.draw(scene, width=width))
    wanted = [scene.title, *scene.captions, *(panel.title for panel in scene.panels)]
    wanted += [part for score in scene.scores for part in (score.name, str(score.points or ""), score.note)]
    assert all(re.sub(r"\s", "", clean(part)) in out for part in wanted)


@given(st.dictionaries(st.tuples(st.integers(-30, 30), st.integers(-9, 9)), st.integers(0, 999), min_size=1), WIDTHS)
def test_every_tile_is_printed_once_in_its_row_and_column(board: dict[tuple[int, int], int], width: int | None) -> None:
    shapes = [tile(x, y, str(number)) for (x, y), number in board.items()]
    out = text.draw(Scene(shapes=[*shapes], chars=(4, 1)), width=width)
    assert sorted(map(int, out.split())) == sorted(board.values())
    if width is None:
        left, top = min(x for x, _ in board), min(y for _, y in board)
        for row, line in enumerate(out.split("\n")):
            for found in re.finditer(r"\d+", line):
                assert board[left + found.start() // 4, top + row] == int(found[0])


def test_coloured_and_numbered_tiles_with_free_places_names_a_hand_and_scores() -> None:
    free = [Box(x, y, style="open", pick={"cell": x + 1024 * y}) for x, y in ((0, 0), (1, -1), (2, 0), (3, 1))]
    scene = Scene(
        title="Octopus",
        shapes=[*free, tile(1, 0, "4", corner="B"), tile(1, 1, "4", "last", corner="D"), tile(2, 1, "6", corner="A")],
        columns=dict(enumerate("abcd")),
        rows={-1: "1", 0: "2", 1: "3"},
        panels=[Panel("Ann (you)", flow([tile(0, 0, str(n), corner="C") for n in (1, 2, 3)], 2))],
        scores=[Score("Ann", 7, "+2", active=True), Score("Robert", 12)],
        captions=["Ann to play."],
        chars=(4, 1),
    )
    assert drawn(scene) == picture("""
        Octopus

            a   b   c   d
        1       ·
        2   ·  B4   ·
        3     [D4] A6   ·

        Ann (you)
         C1  C2
         C3

        ▸ Ann      7  +2
          Robert  12

        Ann to play.
        """)


def test_walls_join_where_they_meet_and_thick_ones_are_heavy() -> None:
    walls = [Path([(1, 0), (1, 2)]), Path([(0, 1), (2, 1)]), Path([(2, 1), (3, 1), (3, 0)], width=0.2)]
    scene = Scene(shapes=[*cells(3, 2), *walls, Disc(0.5, 0.5, glyph="A"), Disc(2.5, 1.5)])
    assert drawn(scene) == picture("""
            │       ┃
          A │ ·   · ┃
        ────┼───━━━━┛
          · │ ·   ●
            │
        """)
    assert drawn(scene, ascii=True) == picture("""
            |       #
          A | .   . #
        ----+---====+
          . | .   o
            |
        """)


def test_framed_boxes_share_their_edges_and_hold_their_text() -> None:
    scene = Scene(shapes=[tile(0, 0, "B4"), tile(1, 0, "C1"), tile(1, 1, "D2"), tile(3, 0, "X\nyz", h=2)])
    assert drawn(scene) == picture("""
        ┌───┬───┐   ┌───┐
        │B4 │C1 │   │ X │
        └───┼───┤   │yz │
            │D2 │   │   │
            └───┘   └───┘
        """)


def test_strands_run_through_ports_straight_and_slanted() -> None:
    scene = Scene(shapes=[strand(0, 1, 6, 2), strand(1, 1, 6, 0), strand(1, 0, 4, 1), strand(2, -1, 5, 3)])
    assert drawn(scene) == picture("""
                 ╱ ╲
               ╱
              │
              │
        ──────┘
        """)


def test_a_quartered_tile_shows_its_four_letters() -> None:
    scene = Scene(shapes=[*quarters(0, 0, "gwwk", "gwwk"), *quarters(1, 0, "kgwg", "kgwg")], chars=(6, 3))
    assert drawn(scene) == picture("""
           g     k
         k   w g   g
           w     w
        """)


def test_a_strip_in_which_nothing_is_to_be_seen_is_left_out() -> None:
    """The blank after a name may lie beyond the last column; names of rows alone are no strip."""
    marked = Scene(
        shapes=[Text(x, 0.5, "500   ", anchor="start") for x in range(8)],
        columns={x: str(x) for x in range(8)},
        rows={0: "0"},
        chars=(5, 2),
    )
    assert text.draw(marked, width=22).count("\n\n") == 1
    assert all("500" in strip for strip in text.draw(marked, width=22).split("\n\n"))


def test_a_wide_board_is_printed_in_strips_with_the_names_repeated() -> None:
    scene = Scene(
        shapes=[*cells(8, 2, glyph="x")], columns={x: str(x) for x in range(8)}, rows={0: "A", 1: "B"}, chars=(4, 1)
    )
    assert drawn(scene, width=20) == picture("""
            0   1   2   3
        A   x   x   x   x
        B   x   x   x   x

            4   5   6   7
        A   x   x   x   x
        B   x   x   x   x
        """)


def test_names_that_would_touch_are_left_out() -> None:
    scene = Scene(shapes=[*cells(4, 1)], columns={x: str(x + 98) for x in range(4)}, chars=(3, 1))
    assert text.draw(scene).split("\n")[0].split() == ["98", "99", "101"]


def test_wide_characters_take_two_columns_and_are_never_cut_in_half() -> None:
    scene = Scene(shapes=[Box(0, 0, text="漢字"), Box(1, 0, text="ab")], chars=(4, 1))
    assert drawn(scene) == "\n漢字 ab\n"
    covered = Scene(shapes=[Text(0, 0, "漢字", anchor="start"), Text(0.25, 0, "x", anchor="start")], chars=(4, 1))
    assert drawn(covered) == "\n x字\n"
    assert drawn(Scene(title="漢字" * 20), width=20).count("漢字" * 5 + "\n") == 4


def test_a_group_with_a_glyph_is_drawn_as_that_glyph() -> None:
    parts = [Polygon(hexagon(0, 0), "h"), Disc(0.5, 0)]
    assert drawn(Scene(shapes=[Group(parts), Group(parts, 2, glyph="G\nH")])) == "\n        G\nh ●     H\n"


def test_a_stack_shows_its_count() -> None:
    assert drawn(Scene(shapes=[stack(0, 0, 41, "Pile"), stack(1.25, 0, 0)], chars=(8, 2))) == picture("""
        ┌───────┐
        │ Pile  │
        │    x41│       x0
        └───────┘
        """)


def test_a_box_with_a_fill_covers_what_lies_under_it_and_one_without_does_not() -> None:
    under, styles = Box(0, 0, text="9"), {"empty": Style(fill="none")}
    assert text.draw(Scene(shapes=[under, Box(0, 0, style="cell")])).split() == []
    assert text.draw(Scene(shapes=[under, Box(0, 0, style="empty")], styles=styles)).split() == ["9"]


def test_colours_are_those_of_the_style_and_end_with_the_line() -> None:
    out = text.draw(
        Scene(shapes=[Box(0, 0, text="B4", style="c0"), Text(1.5, 0.5, "m", style="muted")], chars=(4, 1)), colour=True
    )
    assert out == "\x1b[38;5;231;48;5;167m B4 \x1b[0m  m\n"


def test_a_scene_with_nothing_in_it_is_an_empty_line() -> None:
    assert text.draw(Scene()) == "\n"


@pytest.mark.parametrize("width", [-5, 0, 1, 19])
def test_twenty_columns_are_the_least(width: int) -> None:
    scene = Scene(title="A title that takes more than twenty columns", shapes=[*cells(9, 1)])
    assert text.draw(scene, width=width) == text.draw(scene, width=20)
