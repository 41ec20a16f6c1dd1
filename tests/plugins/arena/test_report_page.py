"""The page of a report against what a page must be: all values drawn, nothing cut off, no script, safe."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pages import Page
from tileyard_arena.report.charts import HALF, SLIM, WIDE, Dot, Ridge, Trail, dots, ridges, trails
from tileyard_arena.report.figures import GameReport, Stretch
from tileyard_arena.report.gather import spread
from tileyard_arena.report.page import page

SPREADS = st.lists(st.integers(-50, 500), min_size=1, max_size=40)


def drawn(svg: str) -> list[ElementTree.Element]:
    """The parts of a drawing, none of which lies outside."""
    root = ElementTree.fromstring(svg)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    parts = list(root.iter())
    for part in parts:
        for names, limit in ((("x", "cx"), width), (("y", "cy"), height)):
            for name in names:
                assert 0 <= float(part.get(name, 0)) <= limit, ElementTree.tostring(part)
        assert float(part.get("x", 0)) + float(part.get("width", 0)) <= width
        assert float(part.get("height", 0)) >= 0
    return parts


@given(rows=st.lists(SPREADS, min_size=1, max_size=3), width=st.sampled_from([WIDE, HALF, SLIM]))
def test_a_histogram_shows_every_value(rows: list[list[int]], width: float) -> None:
    spreads = [spread(values) for values in rows]
    svg = ridges([Ridge(f"<{at}>", at, own) for at, own in enumerate(spreads)], "points", width)
    parts = drawn(svg)
    bars = [part for part in parts if part.get("class", "").startswith("bar")]
    assert len(bars) == sum(count > 0 for own in spreads for count in own.bins.counts)
    assert sum(int(title.text.rpartition(": ")[2]) for bar in bars for title in bar) == sum(map(len, rows))


@given(
    values=st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(0, 1e5)), min_size=1, max_size=6),
    width=st.sampled_from([WIDE, HALF, SLIM]),
)
def test_figures_with_intervals_are_all_drawn(values: list[tuple[float, float]], width: float) -> None:
    rows = [Dot("a & b", at, value, value - half, value + half, "±") for at, (value, half) in enumerate(values)]
    parts = drawn(dots(rows, "%", values[0][0], width))
    assert sum(part.get("class", "").startswith("dot") for part in parts) == len(rows)


@pytest.mark.parametrize("width", [WIDE, HALF, SLIM])
def test_lines_go_through_all_their_points(report: GameReport, width: float) -> None:
    stretches = report.settings[0].groups[0].choices_by_ply
    names = ["random", "greedy:worlds=4:width=4", "mcts:sims=200:worlds=16:width=80:depth=100", "against each other"]
    parts = drawn(trails([Trail(name, at, stretches) for at, name in enumerate(names)], "ply", "legal moves", width))
    lines = [part for part in parts if part.get("class", "").startswith("line")]
    assert [len(line.attrib["points"].split()) for line in lines] == [len(stretches)] * 4


@given(
    names=st.lists(st.text("iMw:=1", min_size=1, max_size=60), min_size=1, max_size=5),
    width=st.sampled_from([WIDE, HALF, SLIM]),
)
def test_no_word_is_cut_off_or_lies_on_another(names: list[str], width: float) -> None:
    """As wide as letters are in the mean; what is shortened keeps all of it as its title."""
    stretches = [Stretch(0, 1, 1, 3, 2, 4), Stretch(1, 1, 1, 9, 8, 10)]
    for svg in (
        dots([Dot(name, at, 2, 1, 3, "100 % (99.9–100)") for at, name in enumerate(names)], "%", 2, width),
        ridges([Ridge(name, at, spread([1, 2, 9])) for at, name in enumerate(names)], "points", width),
        trails([Trail(name, at, stretches) for at, name in enumerate(names)], "ply", "legal moves", width),
    ):
        boxes: list[tuple[float, float, float]] = []
        for part in drawn(svg):
            if part.tag.endswith("}text") and part.get("class") in ("name", "figure"):
                long = 7.3 * len(part.text)
                start = float(part.attrib["x"]) - (long if part.get("text-anchor") == "end" else 0)
                boxes.append((float(part.attrib["y"]), start, start + long))
                if part.get("class") == "name" and part.text not in names:
                    assert [title.text.startswith(part.text[:-1]) for title in part] == [True]
        for _, start, end in boxes:
            assert 0 <= start < end <= width
        for (y, _, end), (other, start, _) in pairwise(sorted(boxes)):
            assert y != other or end <= start


def test_the_page_stands_alone_in_light_and_dark(report: GameReport) -> None:
    text = page(report)
    shown = Page(text)
    tags = [tag for tag, _ in shown.found]
    assert not {"script", "link", "img", "iframe", "object", "base", "foreignobject"} & set(tags)
    for _, attributes in shown.found:
        assert not [name for name in attributes if name.startswith("on") or name in ("src", "href")]
    assert "@import" not in text
    assert "url(" not in text
    assert text.count("prefers-color-scheme:dark") == 1
    assert all(svg["aria-label"] for tag, svg in shown.found if tag == "svg")
    assert tags.count("svg") > 16
    # Once for wide screens and once for narrow ones; the browser shows one of them.
    classes = [attributes.get("class") for tag, attributes in shown.found if tag == "div"]
    assert classes.count("wide") == classes.count("slim") == tags.count("svg") / 2 == tags.count("figure")
    assert ".slim{display:none}" in text
    assert ".wide{display:none}.slim{display:block}" in text
    for said in (
        "How long is a match?",
        "Luck or skill?",
        "What does dams change?",
        "What does players change?",
        "seed 7",
    ):
        assert said in shown.text


def test_the_page_is_read_without_eyes_and_moved_without_a_mouse(report: GameReport) -> None:
    """Every drawing says what is in it and those with many values have a table; what scrolls takes the keys."""
    shown = Page(page(report))
    for tag, attributes in shown.found:
        if tag == "svg":
            assert (attributes["role"], len(attributes["aria-label"]) > 20) == ("img", True)
        if attributes.get("class") == "scroll":
            assert (attributes["role"], attributes["tabindex"]) == ("region", "0")
            assert attributes["aria-label"]
        if tag == "th":
            assert attributes["scope"] in ("row", "col")
    tags = [tag for tag, _ in shown.found]
    assert tags.count("details") == tags.count("summary") == 4  # choices, scores, margins, leads
    assert [tag for tag in tags if tag in ("h1", "h2")] == ["h1", *["h2"] * 10]


def test_nothing_in_the_page_is_taken_for_markup(report: GameReport) -> None:
    """Whatever a game or a bot calls itself."""
    evil = "<script>alert('&\"')</script>"
    rows = [
        replace(group, group=evil if group.group == report.main else group.group) for group in report.settings[0].groups
    ]
    bots = [evil if bot == report.main else bot for bot in report.bots]
    skill = report.settings[0].skill
    shares = [replace(share, bot=evil if share.bot == report.main else share.bot) for share in skill.bots]
    base = replace(report.settings[0], groups=rows, options={evil: evil}, skill=replace(skill, bots=shares))
    shown = Page(page(replace(report, title=evil, bots=bots, main=evil, seed=evil, settings=[base])))
    assert "script" not in [tag for tag, _ in shown.found]
    assert evil in shown.text
