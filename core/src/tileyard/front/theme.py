"""The look of scenes: named styles, and the theme every renderer starts from.

A shape names its styles by words ("tile c3 last"). Each word means a :class:`Style`, from
:data:`THEME` or from the scene itself; where several set the same property, the one later in the
table wins. A paint is ``#rrggbb`` or ``none``, or a pair of them for light and dark.
Colour never stands alone: the ten tile colours differ in pattern too.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

from tileyard.ground.wire import Struct

__all__ = [
    "THEME",
    "Colour",
    "Paint",
    "Pattern",
    "Style",
    "Theme",
    "ansi",
    "css",
    "number",
    "paint",
    "patterns",
    "resolve",
    "words",
]

Colour = Annotated[str, Meta(pattern=r"^(#[0-9a-fA-F]{6}|none)?(?!\n)$")]
"""``#rrggbb``, ``none``, or empty for "not set"."""

Paint = Colour | tuple[Colour, Colour]
"""One colour for every theme, or a pair (light, dark)."""

Pattern = Literal["", "dots", "rings", "rows", "columns", "rise", "fall", "grid", "lattice", "checks"]

Theme = Literal["auto", "light", "dark"]


class Style(Struct, omit_defaults=True, kw_only=True):
    """How everything with one style name looks; what is not set is left to the other names of the shape."""

    fill: Paint = ""  # of areas; also the colour of a line that has no stroke
    stroke: Paint = ""  # of outlines and lines
    ink: Paint = ""  # of the text written on it
    width: float | None = None  # of the stroke, in board units
    opacity: float | None = None  # 0 to 1, of the whole shape
    dash: bool = False  # the stroke is broken
    bold: bool = False  # its text is bold
    raised: bool = False  # it lies on the table and casts a shadow
    pattern: Pattern = ""  # laid over the fill
    frame: bool = False  # a character drawing gives a box an outline
    mark: str = ""  # two characters a character drawing puts around it, as "[]"


_INK = "#26231d"
_ACCENT = ("#d9480f", "#ff9d5c")

THEME: dict[str, Style] = {
    # page furniture, used by the renderers themselves
    "page": Style(fill=("#f4efe3", "#17191e")),
    "ink": Style(ink=(_INK, "#ece8dd")),
    "plain": Style(stroke=(_INK, "#ece8dd"), width=0.03),
    "panel": Style(fill=("#fffdf7", "#20242b"), stroke=("#e2dac8", "#333944"), width=0.03),
    "muted": Style(ink=("#6f6857", "#a39d8f")),
    "strong": Style(bold=True),
    # surfaces
    "board": Style(fill=("#e7dfcd", "#262b33"), stroke=("#d3c8b0", "#363d48"), width=0.04),
    "cell": Style(fill=("#f1ebdd", "#2d333c"), stroke=("#d9cfba", "#3c444f"), ink=("#7d7563", "#9d978a"), width=0.025),
    "slot": Style(fill="none", stroke=("#b8ad96", "#565e6b"), ink=("#7d7563", "#9d978a"), width=0.03, dash=True),
    "zone": Style(fill="none", stroke=("#7d7563", "#9d978a"), width=0.05),
    "tile": Style(fill=("#fffdf6", "#ece5d3"), stroke=_INK, ink=_INK, width=0.02, bold=True, raised=True, frame=True),
    "card": Style(fill=("#fffdf6", "#ece5d3"), stroke=_INK, ink=_INK, width=0.02, bold=True, raised=True, frame=True),
    "edge": Style(fill=("#fffdf6", "#ece5d3"), stroke=_INK, width=0.02, raised=True),  # of cards below the top one
    "back": Style(fill=("#5a6f8c", "#4a5d78"), ink="#ffffff", pattern="lattice"),
    "pawn": Style(stroke=_INK, width=0.03, bold=True, raised=True),
    "wall": Style(stroke=("#4a3f2f", "#d8c9a8")),
    "line": Style(stroke=("#1d5f8a", "#3587c4")),
    # ten tile colours
    "c0": Style(fill="#c9566b", ink="#ffffff"),
    "c1": Style(fill="#3b4fa0", ink="#ffffff", pattern="dots"),
    "c2": Style(fill="#e2c95c", ink=_INK, pattern="rise"),
    "c3": Style(fill="#1d7a48", ink="#ffffff", pattern="columns"),
    "c4": Style(fill="#8accec", ink=_INK, pattern="rows"),
    "c5": Style(fill="#7d2449", ink="#ffffff", pattern="grid"),
    "c6": Style(fill="#55b8a5", ink=_INK, pattern="rings"),
    "c7": Style(fill="#e58a3c", ink=_INK, pattern="fall"),
    "c8": Style(fill="#d3d0c8", ink=_INK, pattern="checks"),
    "c9": Style(fill="#9557a8", ink="#ffffff", pattern="lattice"),
    # the three shades, and what a square does to those who step on it
    "white": Style(fill="#fffefa", stroke="#fffefa", ink=_INK, width=0.02),
    "grey": Style(fill="#a9a499", stroke="#a9a499", ink=_INK, width=0.02, pattern="dots"),
    "black": Style(fill="#2f2d2b", stroke="#2f2d2b", ink="#ffffff", width=0.02),
    "good": Style(fill=("#bfe0b4", "#3c6b41"), ink=("#1d4a22", "#dff5d8")),
    "bad": Style(fill=("#f0b9ab", "#7c3a31"), ink=("#7a1f10", "#ffe0d8"), pattern="fall"),
    "water": Style(fill=("#b5d8f0", "#28567a"), ink=("#11405f", "#d9eefc"), pattern="rows"),
    # six players
    "p0": Style(fill="#16609e", ink="#ffffff"),
    "p1": Style(fill="#d8600c", ink=_INK),
    "p2": Style(fill="#10966f", ink=_INK),
    "p3": Style(fill="#cf7fac", ink=_INK),
    "p4": Style(fill="#e8b21e", ink=_INK),
    "p5": Style(fill="#63b9ea", ink=_INK),
    # states, last so that they win
    "open": Style(stroke=("#5a9a8a", "#4c9c89"), ink=("#23705f", "#7fd8c2"), width=0.035, dash=True),
    "mine": Style(stroke=("#2f7d6b", "#5fc4ac"), width=0.06),
    "scored": Style(stroke=("#b07d00", "#f2c744"), width=0.09),
    "last": Style(stroke=_ACCENT, width=0.09, mark="[]"),
    "active": Style(stroke=_ACCENT, width=0.05),
    "chosen": Style(stroke=_ACCENT, width=0.12, mark="<>"),
    "dim": Style(opacity=0.45),
}

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}|none")
_UNSET: dict[str, Any] = {field: getattr(Style(), field) for field in Style.__struct_fields__}


def words(style: str) -> list[str]:
    """The style names in ``style``, each once; what cannot be a name is left out."""
    return list(dict.fromkeys(word for word in style.split() if _WORD.fullmatch(word)))


def resolve(style: str, table: Mapping[str, Style]) -> Style:
    """What the names in ``style`` come to together, in the order of ``table``."""
    named = set(words(style))
    merged: dict[str, Any] = {}
    for name in table:
        if name in named:
            look = table[name]
            merged |= {f: v for f, unset in _UNSET.items() if (v := getattr(look, f)) != unset}
    return Style(**merged)


def paint(value: Paint, dark: bool) -> str:
    """The colour of ``value`` in one theme; empty if not set or not a colour."""
    colour = value if isinstance(value, str) else value[dark]
    return colour.lower() if _COLOUR.fullmatch(colour) else ""


# --- as CSS ---

_FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif"
_ALWAYS = ("page", "ink", "plain", "panel", "muted", "strong", "active")
_BASE = (
    f"&{{font-family:{_FONT};font-variant-numeric:tabular-nums}}"
    "& g{stroke-linecap:round;stroke-linejoin:round}& text{fill:currentColor!important;stroke:none!important}"
    "& .over{stroke:none;pointer-events:none}& pattern g{opacity:.16}& pattern .l{fill:none}"
    "& [data-pick]{cursor:pointer;pointer-events:all}& [data-pick]:hover{filter:brightness(1.08)}"
    "& [data-pick]:focus-visible{outline:3px solid #3b82f6;outline-offset:2px}"
)
_MARKS: dict[Pattern, str] = {
    "dots": '<circle cx="3" cy="3" r="1.3"/>',
    "rings": '<circle cx="4" cy="4" r="2.3" class="l"/>',
    "rows": '<path class="l" d="M0 4H8"/>',
    "columns": '<path class="l" d="M4 0V8"/>',
    "rise": '<path class="l" d="M-2 2L2-2M0 8L8 0M6 10L10 6"/>',
    "fall": '<path class="l" d="M6-2L10 2M0 0L8 8M-2 6L2 10"/>',
    "grid": '<path class="l" d="M0 4H8M4 0V8"/>',
    "lattice": '<path class="l" d="M0 0L8 8M0 8L8 0"/>',
    "checks": '<path d="M0 0H4V4H0ZM4 4H8V8H4Z"/>',
}


def number(value: float) -> str:
    """``value`` with at most two decimals; what is not finite counts as 0."""
    if not math.isfinite(value):
        return "0"
    text = f"{max(-1e7, min(1e7, value)):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def css(table: Mapping[str, Style], used: set[str], theme: Theme, unit: float) -> str:
    """Rules for the ``used`` names, a board unit being ``unit`` pixels; ``&`` stands for the drawing's own selector."""
    names = [name for name in table if name in used or name in _ALWAYS]
    light, dark = ("".join(_rules(name, table[name], dark, unit) for name in names) for dark in (False, True))
    light = "& .shade{fill:#000;stroke:none;opacity:.22}" + light
    dark = "& .shade{fill:#000;stroke:none;opacity:.5}" + dark
    if theme == "auto":
        # The dark rules repeat what is alike in both, or a later name would lose against an earlier dark one.
        return f"{_BASE}{light}@media(prefers-color-scheme:dark){{{dark}}}"
    return _BASE + (dark if theme == "dark" else light)


def _rules(name: str, look: Style, dark: bool, unit: float) -> str:
    fill, stroke, ink = (paint(value, dark) for value in (look.fill, look.stroke, look.ink))
    said = {
        "fill": fill,
        "stroke": stroke,
        "color": ink.replace("none", ""),
        "stroke-width": "" if look.width is None else number(look.width * unit),
        "stroke-dasharray": f"{number(unit * 0.1)} {number(unit * 0.08)}" if look.dash else "",
        "opacity": "" if look.opacity is None else number(look.opacity),
        "font-weight": "600" if look.bold else "",
    }
    text = ";".join(f"{key}:{value}" for key, value in said.items() if value)
    line = stroke if stroke not in ("", "none") else fill
    return (f"& .{name}{{{text}}}" if text else "") + (f"& path.{name}{{fill:none;stroke:{line}}}" if line else "")


def patterns(scope: str, used: set[Pattern]) -> str:
    """SVG definitions of the ``used`` patterns, with ids that start with ``scope``.

    Marks are painted dark and, one step aside, light, so that they show on any fill in either theme.
    """
    return "".join(
        f'<pattern id="{scope}-{name}" width="8" height="8" patternUnits="userSpaceOnUse">'
        f'<g fill="#fff" stroke="#fff" transform="translate(1 1)">{mark}</g>'
        f'<g fill="#000" stroke="#000">{mark}</g></pattern>'
        for name, mark in _MARKS.items()
        if name in used
    )


# --- as ANSI colours ---


def ansi(look: Style) -> str:
    """Ink and fill as a code of the 256-colour palette; empty without a fill, whose ground would be unknown."""
    fill, ink = paint(look.fill, False), paint(look.ink, False)
    if fill in ("", "none"):
        return ""
    red, green, blue = _channels(fill)
    if ink in ("", "none"):
        ink = "#000000" if 299 * red + 587 * green + 114 * blue > 140_000 else "#ffffff"
    return f"{'1;' if look.bold else ''}38;5;{_cube(ink)};48;5;{_cube(fill)}"


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _cube(colour: str) -> int:
    levels = (0, 95, 135, 175, 215, 255)
    red, green, blue = (min(range(6), key=lambda i: abs(levels[i] - value)) for value in _channels(colour))
    return 16 + 36 * red + 6 * green + blue
