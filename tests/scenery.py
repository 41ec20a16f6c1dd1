"""Arbitrary scenes for property tests."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tileyard.front.scene import Box, Disc, Group, Panel, Path, Polygon, Scene, Score, Shape, Style, Text
from tileyard.front.theme import THEME

# Hebrew, wide characters, accents that combine, controls, direction marks: what players call themselves.
WORDS = st.text(max_size=12) | st.sampled_from(
    ["B4", "-80", "Ann", "a\x1b[31mb", "漢字", "שלום", "e\u0301\u202e", "&<'\">", "]]>"]
)
LINES = st.lists(WORDS, max_size=3).map("\n".join)
NEAR = st.integers(-12, 12).map(lambda n: n / 4)
STYLES = st.lists(st.sampled_from([*THEME, "own", "nobody", "x;y", "{}"]), max_size=3).map(" ".join)
PICKS = st.none() | st.dictionaries(
    WORDS, st.integers() | WORDS | st.booleans() | st.lists(st.integers(), max_size=2), max_size=2
)
PAINTS = st.sampled_from(["", "none", "#12abEF", ("#000000", "#ffffff")])
LOOKS = st.builds(
    Style,
    fill=PAINTS, stroke=PAINTS, ink=PAINTS, width=st.none() | NEAR, dash=st.booleans(), bold=st.booleans(),
    raised=st.booleans(), frame=st.booleans(), pattern=st.sampled_from(["", "dots", "checks"]),
    mark=st.sampled_from(["", "[]"]),
)  # fmt: skip


def shapes(numbers: st.SearchStrategy[float] = NEAR) -> st.SearchStrategy[Shape]:
    common: dict[str, Any] = {"style": STYLES, "label": WORDS, "glyph": LINES, "pick": PICKS}
    points = st.lists(st.tuples(numbers, numbers), max_size=5)
    single = st.one_of(
        st.builds(Box, numbers, numbers, numbers, numbers, LINES, WORDS, numbers, **common),
        st.builds(Disc, numbers, numbers, numbers, LINES, **common),
        st.builds(Polygon, points, LINES, **common),
        st.builds(Path, points, st.booleans(), numbers, **common),
        st.builds(Text, numbers, numbers, LINES, anchor=st.sampled_from(["start", "middle", "end"]), **common),
    )
    return st.recursive(
        single,
        lambda inner: st.builds(Group, st.lists(inner, max_size=3), numbers, numbers, numbers, **common),
        max_leaves=4,
    )


def scenes(numbers: st.SearchStrategy[float] = NEAR) -> st.SearchStrategy[Scene]:
    some = st.lists(shapes(numbers), max_size=4)
    names = st.dictionaries(st.integers(-3, 6), WORDS, max_size=4)
    return st.builds(
        Scene,
        title=WORDS, shapes=some, panels=st.lists(st.builds(Panel, WORDS, some, STYLES), max_size=2),
        scores=st.lists(st.builds(Score, WORDS, st.none() | st.integers(), WORDS, STYLES, st.booleans()), max_size=3),
        captions=st.lists(WORDS, max_size=2), columns=names, rows=names, styles=st.dictionaries(st.just("own"), LOOKS),
        bounds=st.none() | st.tuples(numbers, numbers, numbers, numbers),
        chars=st.tuples(st.integers(1, 7), st.integers(1, 3)),
    )  # fmt: skip


WILD = st.floats() | NEAR | st.sampled_from([float("nan"), float("inf"), 1e300, -1e300])
