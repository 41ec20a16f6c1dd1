"""Scenes as data, and the helpers that lay them out."""

from __future__ import annotations

import json
import unicodedata

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenery import NEAR, scenes, shapes
from tileyard.front.scene import (
    Box,
    Disc,
    Group,
    Panel,
    Path,
    Polygon,
    Scene,
    Text,
    bounds,
    card,
    cells,
    clean,
    flow,
    hexagon,
    middle,
    picks,
    port,
    quarters,
    stack,
    strand,
    tile,
)
from tileyard.ground import wire

OWN, DEFS = wire.schemas({"scene": Scene})
VALIDATOR = jsonschema.Draft202012Validator({**OWN["scene"], "$defs": DEFS})
STEPS = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]


@given(scenes())
def test_a_scene_goes_through_json_unchanged_and_fits_its_schema(scene: Scene) -> None:
    data = wire.encode(scene)
    assert wire.decode(data, Scene) == scene
    VALIDATOR.validate(json.loads(data))


def test_a_shape_on_the_wire_has_its_kind_and_no_more_than_was_set() -> None:
    assert wire.to_builtins(Box(2, 3, text="B4", style="tile c1", pick={"tile": 7})) == {
        "type": "box", "x": 2, "y": 3, "text": "B4", "style": "tile c1", "pick": {"tile": 7},
    }  # fmt: skip


@given(st.lists(shapes(), min_size=1, max_size=4), NEAR, NEAR, st.sampled_from([0.5, 1, 2]))
def test_bounds_move_and_scale_with_a_group(parts: list, x: float, y: float, scale: float) -> None:
    left, top, wide, tall = bounds(parts)
    if bounds([*parts, Disc(left, top, 0)]) == (left, top, wide, tall) and any(map(_has_extent, parts)):
        moved = (x + scale * left, y + scale * top, scale * wide, scale * tall)
        assert bounds([Group(parts, x, y, scale)]) == pytest.approx(moved)


def _has_extent(shape: object) -> bool:
    if isinstance(shape, Group):
        return any(map(_has_extent, shape.shapes))
    return not isinstance(shape, Polygon | Path) or bool(shape.points)


def test_bounds_of_each_kind_of_shape() -> None:
    assert bounds([Box(1, 2, 3, 4)]) == (1, 2, 3, 4)
    assert bounds([Disc(1, 1, 0.5)]) == (0.5, 0.5, 1, 1)
    assert bounds([Polygon([(0, 0), (2, 1), (1, 5)])]) == (0, 0, 2, 5)
    assert bounds([Path([(3, 3), (1, 4)])]) == (1, 3, 2, 1)
    assert bounds([Text(0, 0, "ab", 1, "start")]) == (0, -0.5, 1.2, 1)
    assert bounds([]) == (0, 0, 0, 0)


@given(st.text(st.characters()) | st.text(st.characters(categories=["Cc", "Cf", "Zs", "Zl", "Zp", "Mn", "Lo"])))
def test_clean_text_is_one_printable_line_and_cleaning_it_again_changes_nothing(text: str) -> None:
    once = clean(text)
    assert all(
        unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
        for char in once.replace("\ufffd", "")
    )
    assert clean(once) == once


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126)))
def test_clean_keeps_printable_ascii(text: str) -> None:
    assert clean(text) == text


def test_clean_takes_the_teeth_out_of_terminal_codes_and_direction_marks() -> None:
    assert clean("a\tb\nc\x1b[31m\u202ed\ud800") == "a b c\ufffd[31md\ufffd"


def test_picks_come_board_first_groups_before_parts() -> None:
    inner = Box(0, 0, pick={"n": 2})
    scene = Scene(
        shapes=[Group([inner, Box(1, 0), Disc(2, 0, pick={"n": 3})], pick={"n": 1}), Text(0, 0, "t", pick={"n": 4})],
        panels=[Panel("hand", [tile(0, 0, pick={"n": 5})])],
    )
    assert [pick["n"] for pick in picks(scene)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("number", range(8))
def test_a_port_is_the_facing_port_of_the_next_cell(number: int) -> None:
    dx, dy = STEPS[number]
    assert port(3, 5, number) == port(3 + dx, 5 + dy, number + 4)


@pytest.mark.parametrize("start", range(8))
@pytest.mark.parametrize("end", range(8))
def test_a_strand_runs_from_port_to_port_and_on_without_a_bend(start: int, end: int) -> None:
    dx, dy = STEPS[end]
    here, there = strand(0, 0, start, end), strand(dx, dy, end + 4, end + 4)
    assert here.points[0] == port(0, 0, start)
    assert here.points[-1] == there.points[0] == port(0, 0, end)
    (ax, ay), (bx, by), (cx, cy) = here.points[1], here.points[2], there.points[1]
    assert (bx - ax, by - ay) == (cx - bx, cy - by)


def test_quarters_cut_a_square_into_four_equal_triangles_each_at_its_side() -> None:
    parts = quarters(4, 7, "wgkg", "abcd")
    assert [part.style + part.glyph for part in parts] == ["wa", "gb", "kc", "gd"]
    assert all(_area(part.points) == 0.25 for part in parts)
    centres = [middle(part.points) for part in parts]
    assert [(round((x - 4.5) * 3), round((y - 7.5) * 3)) for x, y in centres] == [(0, -1), (1, 0), (0, 1), (-1, 0)]


def _area(points: list[tuple[float, float]]) -> float:
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(points, points[1:] + points[:1], strict=True))) / 2


def test_hexagons_side_by_side_share_two_corners() -> None:
    first = hexagon(0, 0)
    assert bounds([Polygon(first)])[2] == pytest.approx(1, abs=1e-3)
    for x, y in [(1, 0), (0.5, 0.866), (-0.5, 0.866), (-1, 0)]:
        near = [p for p in hexagon(x, y) if min(abs(p[0] - q[0]) + abs(p[1] - q[1]) for q in first) < 1e-3]
        assert len(near) == 2


def test_a_tile_stays_inside_its_cell_and_passes_on_what_a_box_knows() -> None:
    made = tile(2, 3, "4", "c1 last", corner="B", pick={"tile": 4}, label="tile B4")
    assert made.style == "tile c1 last"
    assert (made.corner, made.pick, made.label) == ("B", {"tile": 4}, "tile B4")
    left, top, wide, tall = bounds([made])
    assert 2 < left < left + wide < 3
    assert 3 < top < top + tall < 4
    assert bounds([card(0, 0)])[3] > 1.2


def test_flow_fills_rows_at_an_even_pitch() -> None:
    laid = flow([Box(0, 0, glyph=str(n)) for n in range(5)], 2, 1.5, 3)
    assert [bounds([item])[:2] for item in laid] == [(0, 0), (1.5, 0), (0, 3), (1.5, 3), (0, 6)]


def test_cells_cover_a_rectangle_row_by_row() -> None:
    assert [(box.x, box.y) for box in cells(3, 2)] == [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]


@pytest.mark.parametrize(("count", "layers"), [(0, 1), (1, 1), (2, 2), (3, 3), (40, 3)])
def test_a_stack_shows_its_count_and_no_more_cards_than_it_has(count: int, layers: int) -> None:
    pile = stack(1, 1, count, "Pile", pick={"draw": True})
    assert [part.text for part in pile.shapes if isinstance(part, Disc)] == [str(count)]
    assert sum(isinstance(part, Box) for part in pile.shapes) == layers
    assert pile.label == f"Pile: {count}"
    assert pile.pick == {"draw": True}
