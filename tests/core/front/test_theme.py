"""The theme: what can be told apart, what can be read, and how style names come together."""

from __future__ import annotations

from itertools import combinations

import pytest

from tileyard.front.theme import THEME, Style, ansi, css, number, paint, resolve, words

# Linear RGB as seen without red, green or blue cones (Machado, Oliveira and Fernandes 2009, severity 1).
EYES = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def linear(colour: str) -> list[float]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def contrast(one: str, other: str) -> float:
    light, dark = sorted(
        (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05 for r, g, b in map(linear, (one, other))), reverse=True
    )
    return light / dark


def lab(rgb: list[float]) -> tuple[float, float, float]:
    """OKLab of linear RGB; 0.02 is a difference one just sees."""
    r, g, b = (max(0.0, c) for c in rgb)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    mid = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * mid - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * mid + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * mid - 0.8086757660 * short,
    )


def distance(one: str, other: str, eye: str) -> float:
    seen = [
        lab([sum(w * c for w, c in zip(row, linear(colour), strict=True)) for row in EYES[eye]])
        for colour in (one, other)
    ]
    return sum((p - q) ** 2 for p, q in zip(*seen, strict=True)) ** 0.5


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", [name for name, look in THEME.items() if look.ink])
def test_ink_can_be_read_on_its_fill(name: str, dark: bool) -> None:
    look = THEME[name]
    ground = paint(look.fill, dark)
    grounds = [ground] if ground not in ("", "none") else [paint(THEME[n].fill, dark) for n in ("page", "panel")]
    least = 4.5 if name in ("ink", "muted", "open", "white", "good", "bad", "water", "tile", "card") else 3.8
    if name in ("cell", "slot"):
        least = 3  # what is written on an empty place is a hint, not something to read
    assert min(contrast(paint(look.ink, dark), ground) for ground in grounds) >= least


def test_no_two_tile_colours_share_a_pattern() -> None:
    assert len({THEME[f"c{i}"].pattern for i in range(10)}) == 10


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("names", [[f"p{i}" for i in range(6)], ["white", "grey", "black"]], ids=["players", "shades"])
def test_colours_without_patterns_are_told_apart_by_every_eye(names: list[str], eye: str) -> None:
    fills = [paint(THEME[name].fill, False) for name in names]
    assert min(distance(one, other, eye) for one, other in combinations(fills, 2)) > 0.06


def test_names_are_resolved_in_the_order_of_the_table_not_of_the_shape() -> None:
    table = {"a": Style(fill="#000000", dash=True), "b": Style(fill="#ffffff")}
    assert resolve("b a", table) == resolve("a b c", table) == Style(fill="#ffffff", dash=True)


def test_words_keeps_what_can_be_a_class_name() -> None:
    assert words("tile c3 tile x;y <b> -a last-move") == ["tile", "c3", "last-move"]


def test_what_is_not_a_colour_is_not_painted() -> None:
    assert paint("#ABCDEF", False) == "#abcdef"
    assert paint(("#111111", "#222222"), True) == "#222222"
    assert paint("red;}</style>", False) == ""
    assert "script" not in css({"x": Style(fill="</style><script>")}, {"x"}, "auto", 40)


def test_rules_are_written_for_the_names_in_use_and_for_both_themes() -> None:
    table = {"page": THEME["page"], "x": Style(fill=("#111111", "#eeeeee")), "unused": Style(fill="#123456")}
    light, dark = css(table, {"x"}, "light", 40), css(table, {"x"}, "dark", 40)
    assert "#111111" in light
    assert "#eeeeee" in dark
    assert "#eeeeee" not in light
    assert "#123456" not in light
    both = css(table, {"x"}, "auto", 40)
    assert both.index("#111111") < both.index("prefers-color-scheme:dark") < both.index("#eeeeee")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1"),
        (0.125, "0.12"),
        (-0.001, "0"),
        (float("nan"), "0"),
        (float("inf"), "0"),
        (1e300, "10000000"),
        (-2.5, "-2.5"),
    ],
)
def test_numbers_have_at_most_two_decimals_and_are_always_finite(value: float, text: str) -> None:
    assert number(value) == text


def test_terminal_colours_come_with_ink_and_fill_together() -> None:
    assert ansi(Style(fill="#ffffff", ink="#000000", bold=True)) == "1;38;5;16;48;5;231"
    assert ansi(Style(fill="#000000")) == "38;5;231;48;5;16"
    assert ansi(Style(ink="#ffffff")) == ""
