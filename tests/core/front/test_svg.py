"""Scenes as SVG: well-formed whatever is in them, complete, self-contained, the same everywhere."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import unicodedata
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenery import WILD, scenes
from tileyard.front import svg
from tileyard.front.scene import (
    Box,
    Disc,
    Group,
    Panel,
    Path,
    Scene,
    Score,
    Shape,
    Style,
    Text,
    cells,
    clean,
    picks,
    tile,
)
from tileyard.ground import wire

SVG = "{http://www.w3.org/2000/svg}"


def parsed(scene: Scene, **options: str) -> ET.Element:
    return ET.fromstring(svg.draw(scene, **options))


def every(shapes: list[Shape]) -> list[Shape]:
    return [part for shape in shapes for part in (shape, *(every(shape.shapes) if isinstance(shape, Group) else ()))]


def all_shapes(scene: Scene) -> list[Shape]:
    return every([*scene.shapes, *(shape for panel in scene.panels for shape in panel.shapes)])


@given(scenes(), st.sampled_from(["auto", "light", "dark"]))
def test_every_pick_stands_in_the_picture_once_and_can_be_reached(scene: Scene, theme: str) -> None:
    found = [element for element in parsed(scene, theme=theme).iter() if "data-pick" in element.attrib]
    assert [json.loads(element.attrib["data-pick"]) for element in found] == list(picks(scene))
    assert all((e.get("role"), e.get("tabindex")) == ("button", "0") and e.get("aria-label") is not None for e in found)


@given(scenes())
def test_every_word_of_a_scene_stands_in_the_picture(scene: Scene) -> None:
    root = parsed(scene)
    titles = [element.text or "" for element in root.iter(f"{SVG}title")]
    assert set(titles) >= {clean(shape.label) for shape in all_shapes(scene) if shape.label}
    elements = [element for text in root.iter(f"{SVG}text") for element in (text, *text)]
    written = {part or "" for element in elements for part in (element.text, element.tail)}
    texts = [getattr(shape, "text", "") for shape in all_shapes(scene)]
    texts += [*scene.columns.values(), *scene.rows.values(), *(panel.title for panel in scene.panels)]
    texts += [part for score in scene.scores for part in (score.name, score.note)]
    wanted = {clean(line) for text in texts for line in text.split("\n")}
    assert written | {""} >= wanted


@given(scenes(WILD))
def test_no_scene_breaks_the_drawing(scene: Scene) -> None:
    text = svg.draw(scene)
    root = ET.fromstring(text)
    assert all(float(v) >= 0 for v in root.get("viewBox", "").split())
    assert "nan" not in re.sub(r">[^<]*<|\"[^\"]*[^-0-9. ][^\"]*\"", "", text)
    assert all(unicodedata.category(char) != "Cc" for char in text.removesuffix("\n"))


def test_a_picture_fetches_nothing_and_runs_nothing() -> None:
    scene = Scene(
        title="</title><script>", shapes=[tile(0, 0, "<script>", "c1", label='"><script>', pick={"a": "'><script>"})]
    )
    text = svg.draw(scene)
    tags = {element.tag.removeprefix(SVG) for element in ET.fromstring(text).iter()}
    assert tags <= {
        "svg",
        "g",
        "rect",
        "text",
        "title",
        "style",
        "defs",
        "pattern",
        "circle",
        "path",
        "polygon",
        "tspan",
    }
    assert "href" not in text
    assert set(re.findall(r"url\((.)", text)) <= {"#"}


def test_only_attributes_say_how_large_a_picture_is() -> None:
    """A size in a style is for the page; CairoSVG drew nothing at all for ``height:auto``."""
    root = parsed(Scene(shapes=[Box(0, 0), Disc(1, 1, style="p0 active")]))
    styles = "".join(element.text or "" for element in root.iter(f"{SVG}style"))
    own = re.findall(r"(?:^|\})\.\w+\{([^{}]*)\}", styles)
    assert own
    assert not re.search(r"(?<![\w-])(?:(?:max|min)-)?(?:width|height)\s*:", " ".join(own))
    assert root.get("style") is None
    assert f"0 0 {root.get('width')} {root.get('height')}" == root.get("viewBox")


def test_a_pickable_tile_as_written() -> None:
    text = svg.draw(Scene(shapes=[tile(0, 0, "4", "c0", label="tile A4", pick={"tile": 4})]))
    assert '<g class="tile c0" role="button" tabindex="0" data-pick=\'{"tile":4}\'' in text
    assert ' aria-label="tile A4"><title>tile A4</title>' in text


def test_a_shape_without_parts_is_one_element_with_its_classes() -> None:
    root = parsed(Scene(shapes=[Path([(0, 0), (1, 1)], style="wall"), Disc(0, 0, style="p0 own"), Box(0, 0)]))
    assert [e.get("class") for e in root.iter(f"{SVG}path") if e.get("class") != "l"] == ["wall"]
    assert [e.get("class") for e in root.iter(f"{SVG}circle")] == ["p0 own"]
    assert "plain" in [e.get("class") for e in root.iter(f"{SVG}rect")]


def test_a_curve_bends_towards_its_guides_and_ends_at_its_ends() -> None:
    scene = Scene(
        shapes=[Path([(0, 0), (1, 0), (1, 1)], True), Path([(0, 0), (1, 0), (1, 1), (2, 1)], True)], bounds=(0, 0, 9, 1)
    )
    first, second = (e.get("d") or "" for e in parsed(scene).iter(f"{SVG}path"))
    assert first == "M16 14Q56 14 56 54"
    assert second == "M16 14Q56 14 56 34Q56 54 96 54"


def test_groups_move_and_scale_what_is_in_them() -> None:
    scene = Scene(shapes=[Group([Group([Box(1, 1)], 2, 0, 0.5)], 1, 1)], bounds=(0, 0, 9, 9))
    box = next(e for e in parsed(scene).iter(f"{SVG}rect") if e.get("class") == "plain")
    origin = 0.4 * 40, 0.35 * 40
    assert (float(box.get("x", "")), float(box.get("y", ""))) == (origin[0] + 3.5 * 40, origin[1] + 1.5 * 40)
    assert box.get("width") == "20"


def test_only_shapes_with_a_raised_style_cast_a_shadow_and_only_patterned_ones_are_covered() -> None:
    root = parsed(Scene(shapes=[tile(0, 0, style="c1"), Box(2, 0, style="cell")]))
    classes = [element.get("class") for element in root.iter(f"{SVG}rect")]
    assert (classes.count("shade"), classes.count("over")) == (1, 1)


def test_pictures_with_other_looks_do_not_share_their_rules() -> None:
    one = svg.draw(Scene(shapes=[Box(0, 0, style="own")], styles={"own": Style(fill="#111111")}))
    other = svg.draw(Scene(shapes=[Box(0, 0, style="own")], styles={"own": Style(fill="#222222")}))
    names = [re.search(r'class="tileyard (\w+)"', text) for text in (one, other)]
    assert names[0]
    assert names[1]
    assert names[0][1] != names[1][1]
    rules = re.search(r"<style>(.*)</style>", one)
    assert rules
    selectors = [
        part for rule in re.findall(r"([^{}]+)\{", rules[1]) for part in rule.split(",") if not rule.startswith("@")
    ]
    assert all(part.startswith(f".{names[0][1]}") for part in selectors)


@pytest.mark.parametrize(("theme", "media"), [("auto", 1), ("light", 0), ("dark", 0)])
def test_auto_follows_the_reader_and_the_others_do_not(theme: str, media: int) -> None:
    assert svg.draw(Scene(title="x"), theme=theme).count("prefers-color-scheme") == media


def test_a_big_board_stays_small() -> None:
    """A cell costs a few dozen bytes, a labelled tile with pattern, shadow and pick under a kilobyte."""
    empty = len(svg.draw(Scene()))
    assert len(svg.draw(Scene(shapes=[*cells(22, 21)]))) - empty < 462 * 90
    laid = [tile(i % 12, i // 12, "4", "c1 last", corner="B", label="tile B4", pick={"tile": i}) for i in range(120)]
    assert len(svg.draw(Scene(shapes=[*laid]))) - empty < 120 * 900


def test_long_captions_are_wrapped_and_scores_and_panels_flow_on() -> None:
    scene = Scene(
        captions=["word " * 60],
        scores=[Score(f"player {i}", 100) for i in range(6)],
        panels=[Panel(f"hand {i}", [tile(x, 0) for x in range(5)]) for i in range(4)],
    )
    root = parsed(scene)
    width = float(root.get("width", ""))
    for text in root.iter(f"{SVG}text"):
        assert float(text.get("x", "")) + 0.58 * float(text.get("font-size", "")) * len(text.text or "") < width * 1.05
    panels = [e for e in root.iter(f"{SVG}rect") if e.get("class") == "panel" and e.get("rx") == "8"]
    assert all(float(e.get("x", "")) + float(e.get("width", "")) <= width for e in panels)
    assert len({e.get("y") for e in panels}) > 1


def test_the_same_scene_gives_the_same_picture_in_every_process() -> None:
    scene = Scene(
        shapes=[tile(0, 0, "1", "c1"), tile(1, 0, "2", "c2 last"), Text(0, 0, "x")], scores=[Score("A", style="p1")]
    )
    code = (
        "import sys; from tileyard.ground import wire; from tileyard.front import scene, svg, text;"
        "s = wire.decode(sys.stdin.read(), scene.Scene); sys.stdout.write(svg.draw(s) + text.draw(s, ascii=True))"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            input=wire.encode(scene),
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1
