"""A scene: what one viewer sees of a match, drawn once by the game and shown by every front end.

Shapes lie in board units (one unit is the width of a cell; x to the right, y downwards). Each has
style names, a label for screen readers, a glyph for character drawings and, where a person may
choose something, a pick: part of a move such as ``{"tile": 7}``. A scene is plain data: it goes
through JSON and has a schema. :mod:`~tileyard.front.svg` and :mod:`~tileyard.front.text` draw it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

from tileyard.front.theme import Style
from tileyard.front.words import clean
from tileyard.ground.wire import Struct

__all__ = [
    "Box",
    "Disc",
    "Group",
    "Panel",
    "Path",
    "Place",
    "Point",
    "Polygon",
    "Scene",
    "Score",
    "Shape",
    "Style",
    "Text",
    "bounds",
    "card",
    "cells",
    "clean",
    "flow",
    "hexagon",
    "middle",
    "picks",
    "port",
    "quarters",
    "stack",
    "strand",
    "tile",
]

Point = tuple[float, float]
"""(x, y) in board units."""

_GAP = 0.035


class _Base(Struct, kw_only=True, omit_defaults=True, tag=str.lower, tag_field="type"):
    style: str = ""  # style names, separated by blanks
    label: str = ""  # what a screen reader says
    glyph: str = ""  # what a character drawing shows; empty: the text
    pick: dict[str, Any] | None = None  # the part of a move that choosing this stands for


class Box(_Base, omit_defaults=True):
    """A rectangle with its upper left corner at (x, y) and text in its middle; text may have several lines."""

    x: float  # of the left edge
    y: float  # of the upper edge
    w: float = 1  # width
    h: float = 1  # height
    text: str = ""  # in the middle
    corner: str = ""  # small text in the upper left corner; character drawings put it before the text
    r: float = 0  # radius of the corners
    size: float = 0  # height of the letters; 0: as large as fits


class Disc(_Base, omit_defaults=True):
    """A circle around (x, y) and text in its middle."""

    x: float  # of the centre
    y: float  # of the centre
    r: float = 0.3  # radius
    text: str = ""  # in the middle
    size: float = 0  # height of the letters; 0: as large as fits


class Polygon(_Base, omit_defaults=True):
    """An area with straight sides and text at the mean of its corners."""

    points: list[Point]  # corners in order; the last is joined to the first
    text: str = ""  # in the middle
    size: float = 0  # height of the letters; 0: as large as fits


class Path(_Base, omit_defaults=True):
    """A line along points. A curve is drawn towards its inner points without touching them: they are its guides."""

    points: list[Point]  # from start to end
    curve: bool = False  # the inner points are guides
    width: float = 0.06  # of the line; from 0.16 on character drawings have a heavy line


class Text(_Base, omit_defaults=True):
    """Text at (x, y): the middle of its height, and of its width unless anchored at its start or end."""

    x: float  # of the anchor
    y: float  # of the middle of the height
    text: str  # may have several lines
    size: float = 0.34  # height of the letters
    anchor: Literal["start", "middle", "end"] = "middle"  # which part of the text lies at x


class Group(_Base, omit_defaults=True):
    """Shapes that are one thing: moved to (x, y), scaled, picked and labelled together; a glyph replaces them all."""

    shapes: list[Shape]  # in units of the group's own
    x: float = 0  # where its origin lies
    y: float = 0  # where its origin lies
    scale: float = 1  # of its units


Shape = Box | Disc | Polygon | Path | Text | Group


class Panel(Struct, omit_defaults=True):
    """Something beside the board with units of its own: a hand, a market, a supply."""

    title: str  # whose or what it is
    shapes: list[Shape] = []  # later shapes lie on earlier ones
    style: str = ""  # style names of its frame


class Score(Struct, omit_defaults=True):
    """One line of the score table."""

    name: str  # of the player or team
    points: int | None = None  # none in games without points
    note: str = ""  # a few words more, such as what is left to do
    style: str = ""  # the player's colour
    active: bool = False  # may move now


class Scene(Struct, omit_defaults=True, kw_only=True):
    """Everything one viewer sees."""

    title: str = ""  # name of the game
    shapes: list[Shape] = []  # the board; later shapes lie on earlier ones
    panels: list[Panel] = []  # hands and the like
    scores: list[Score] = []  # in seat order
    captions: list[str] = []  # lines for whose turn it is, what happened last, what for
    columns: dict[int, str] = {}  # names along the upper edge: of the unit from x to x + 1
    rows: dict[int, str] = {}  # names along the left edge: of the unit from y to y + 1
    bounds: tuple[float, float, float, float] | None = None  # x, y, width, height to keep free at least
    styles: dict[str, Style] = {}  # the game's own style names, or other looks for the theme's
    chars: tuple[int, int] = (4, 2)  # one unit in characters: columns, rows


class Place(NamedTuple):
    """Where the units of a group lie: multiply by ``scale``, then add ``x`` and ``y``."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0

    def at(self, x: float, y: float) -> Point:
        return self.x + x * self.scale, self.y + y * self.scale

    def within(self, group: Group) -> Place:
        return Place(*self.at(group.x, group.y), self.scale * group.scale)


def _corners(shape: Shape, place: Place) -> Iterator[Point]:
    match shape:
        case Box():
            spots = [(shape.x, shape.y), (shape.x + shape.w, shape.y + shape.h)]
        case Disc():
            spots = [(shape.x - shape.r, shape.y - shape.r), (shape.x + shape.r, shape.y + shape.r)]
        case Polygon() | Path():
            spots = shape.points
        case Text():
            wide = 0.6 * shape.size * max(map(len, shape.text.split("\n")))
            left = shape.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * wide
            spots = [(left, shape.y - shape.size / 2), (left + wide, shape.y + shape.size / 2)]
        case Group():
            inner = place.within(shape)
            yield from (corner for part in shape.shapes for corner in _corners(part, inner))
            return
    yield from (place.at(x, y) for x, y in spots)


def bounds(shapes: Iterable[Shape], place: Place = Place()) -> tuple[float, float, float, float]:
    """x, y, width and height of the smallest upright rectangle around ``shapes``; all 0 if there is nothing."""
    corners = [corner for shape in shapes for corner in _corners(shape, place)]
    corners = [(x, y) for x, y in corners if math.isfinite(x) and math.isfinite(y)] or [(0.0, 0.0)]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    return left, top, max(x for x, _ in corners) - left, max(y for _, y in corners) - top


def middle(points: Sequence[Point]) -> Point:
    """The mean of some points; (0, 0) of none."""
    count = max(1, len(points))
    return sum(x for x, _ in points) / count, sum(y for _, y in points) / count


def picks(scene: Scene) -> Iterator[dict[str, Any]]:
    """Every pick in the scene: the board's, then those of the panels, groups before their parts."""
    waiting: list[Shape] = [*scene.shapes, *(shape for panel in scene.panels for shape in panel.shapes)][::-1]
    while waiting:
        shape = waiting.pop()
        if shape.pick is not None:
            yield shape.pick
        if isinstance(shape, Group):
            waiting += shape.shapes[::-1]


def tile(x: float, y: float, text: str = "", style: str = "", **common: Any) -> Box:
    """A tile that fills its cell but for a thin gap. ``w``, ``h`` and other fields of :class:`Box` may follow;
    ``kind`` is the style name it has before ``style``."""
    kind, w, h = common.pop("kind", "tile"), common.pop("w", 1), common.pop("h", 1)
    return Box(x + _GAP, y + _GAP, w - 2 * _GAP, h - 2 * _GAP, text, r=0.13, style=f"{kind} {style}".strip(), **common)


def card(x: float, y: float, text: str = "", style: str = "", **common: Any) -> Box:
    """A card: one unit wide, 1.4 high. Further arguments as for :func:`tile`."""
    return tile(x, y, text, style, **({"h": 1.4, "kind": "card"} | common))


def stack(x: float, y: float, count: int, text: str = "", style: str = "back", **common: Any) -> Group:
    """A pile of ``count`` cards, two of them showing below the top one, with the count; an empty place for none."""
    tall = common.pop("h", 1.4)
    under = [
        card(x + 0.05 * i, y + 0.05 * i, style=style, h=tall, kind="edge") for i in range(min(count, 3) - 1, 0, -1)
    ]
    top = card(x, y, text, style, h=tall) if count else tile(x, y, text, h=tall, kind="slot")
    badge = Disc(x + 0.85, y + tall - 0.12, 0.22, str(count), style="panel strong ink", glyph=f"x{count}")
    common.setdefault("label", f"{text}: {count}" if text else f"{count} cards")
    return Group([*under, top, badge], **common)


def cells(columns: int, rows: int, style: str = "cell", glyph: str = "\u00b7") -> list[Box]:
    """A rectangle of empty cells, row by row from (0, 0)."""
    return [Box(x, y, style=style, glyph=glyph) for y in range(rows) for x in range(columns)]


def flow(shapes: Iterable[Shape], across: int = 12, w: float = 1, h: float = 1) -> list[Shape]:
    """Shapes drawn at (0, 0), laid in rows of ``across``, one every ``w`` to the right and ``h`` down."""
    return [Group([shape], i % across * w, i // across * h) for i, shape in enumerate(shapes)]


def port(x: float, y: float, number: int) -> Point:
    """Where port 0 to 7 (north, then clockwise; odd ones are corners) of the cell at (x, y) lies."""
    column, row = ((1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1), (0, 0))[number % 8]
    return x + column / 2, y + row / 2


def strand(x: float, y: float, start: int, end: int, style: str = "line") -> Path:
    """The curve through the cell at (x, y) from one port to another; it runs on smoothly in the next cell."""
    return Path([port(x, y, start), (x + 0.5, y + 0.5), port(x, y, end)], True, 0.14, style=style)


def quarters(x: float, y: float, styles: Sequence[str], glyphs: Sequence[str] = ("", "", "", "")) -> list[Polygon]:
    """The four triangles of a square cut along its diagonals: top, right, bottom, left."""
    ring = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)]
    middle = (x + 0.5, y + 0.5)
    return [
        Polygon([ring[i], ring[i + 1], middle], style=style, glyph=glyph)
        for i, (style, glyph) in enumerate(zip(styles, glyphs, strict=True))
    ]


def hexagon(x: float, y: float, radius: float = 0.5774) -> list[Point]:
    """Corners of a hexagon around (x, y) that stands on a point; by default one unit wide."""
    turns = [math.radians(60 * i - 90) for i in range(6)]
    return [(round(x + radius * math.cos(a), 4), round(y + radius * math.sin(a), 4)) for a in turns]
