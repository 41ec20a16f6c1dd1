"""A scene as characters, good enough to play from in a terminal.

One board unit is ``scene.chars`` characters; glyphs are centred where their shapes lie, walls and
frames become line characters that join where they meet, names stand along the edges. A board wider
than the room is printed in strips, each with its names. Below it come the panels, scores and captions.
"""

from __future__ import annotations

import math
import textwrap
import unicodedata
from collections.abc import Iterable
from itertools import pairwise

from tileyard.front.scene import (
    Box,
    Disc,
    Group,
    Path,
    Place,
    Polygon,
    Scene,
    Score,
    Shape,
    Text,
    bounds,
    clean,
    middle,
)
from tileyard.front.theme import THEME, Style, ansi, resolve

__all__ = ["columns", "draw"]

_NARROWEST = 20
_MOST = (500, 200)  # columns and rows of a canvas; what lies farther out is not drawn
_NORTH, _EAST, _SOUTH, _WEST = 1, 2, 4, 8
_LIGHT, _HEAVY = " │─└││┌├─┘─┴┐┤┬┼", " ┃━┗┃┃┏┣━┛━┻┓┫┳╋"
_PLAIN = str.maketrans(
    "·●▸╱╲—–×’‘“”…" + _LIGHT[1:] + _HEAVY[1:],
    ".o>/\\--x''\"\"." + "|-+||++-+-+++++" + "#=+##++=+=+++++",
)


# `ascii` is what it is: the function of that name is not needed here.
def draw(scene: Scene, *, width: int | None = None, colour: bool = False, ascii: bool = False) -> str:  # noqa: A002
    """``scene`` as lines of text.

    No line is wider than ``width`` columns (at least 20; ``None``: as wide as it takes). ``colour`` adds
    ANSI colours, which a terminal shows and which take no room; ``ascii`` keeps to ASCII characters.
    """
    room = None if width is None else max(width, _NARROWEST)
    blocks = [_wrapped([scene.title], room)] if scene.title else []
    table = {**THEME, **scene.styles}
    board = _Canvas(scene, table)
    if scene.bounds:
        board.reserve(*scene.bounds)
    board.shapes(scene.shapes)
    blocks.append(board.lines(scene.columns, scene.rows, room, colour))
    for panel in scene.panels:
        canvas = _Canvas(scene, table)
        canvas.shapes(panel.shapes)
        blocks.append(_wrapped([panel.title], room) + canvas.lines({}, {}, room, colour))
    blocks += [_scores(scene.scores, room), _wrapped(scene.captions, room)]
    text = "\n\n".join("\n".join(block) for block in blocks if block) + "\n"
    return _ascii(text) if ascii else text


def columns(text: str) -> int:
    """How many terminal columns a cleaned ``text`` takes."""
    return sum(map(_wide, text))


def _wide(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _ascii(text: str) -> str:
    return "".join(char if char < "\x7f" else _latin(char) for char in text.translate(_PLAIN))


def _latin(char: str) -> str:
    """ASCII as wide as ``char``: its letter without accents if it has one."""
    near = "".join(c for c in unicodedata.normalize("NFKD", char) if " " <= c < "\x7f")
    return near if len(near) == _wide(char) else "?" * _wide(char)


def _wrapped(texts: Iterable[str], room: int | None, indent: str = "") -> list[str]:
    lines: list[str] = []
    for text in map(clean, texts):
        # Twice as wide a character is wrapped at half the room, which is never too much.
        fits = room if room is None or columns(text) == len(text) else room // 2
        lines += textwrap.wrap(text, fits, subsequent_indent=indent) if fits else [text.rstrip()]
    return lines


def _scores(scores: list[Score], room: int | None) -> list[str]:
    names = [clean(score.name) for score in scores]
    points = ["" if score.points is None else str(score.points) for score in scores]
    name_wide, point_wide = (max(map(columns, column), default=0) for column in (names, points))
    lines: list[str] = []
    for score, name, number in zip(scores, names, points, strict=True):
        padded = name + " " * (name_wide - columns(name))
        line = f"{'▸' if score.active else ' '} {padded}  {number:>{point_wide}}  {clean(score.note)}".rstrip()
        lines += [line] if room is None or columns(line) <= room else _wrapped([line], room, "    ")
    return lines


class _Canvas:
    """Characters at (row, column), counted from the board's origin: glyphs, lines under them, colours."""

    def __init__(self, scene: Scene, table: dict[str, Style]) -> None:
        self.table = table
        self.wide, self.tall = (max(1, min(40, n)) for n in scene.chars)
        self.glyphs: dict[tuple[int, int], str] = {}
        self.strokes: dict[tuple[int, int], tuple[int, bool]] = {}
        self.paints: dict[tuple[int, int], str] = {}
        self.reserved: list[tuple[int, int]] = []

    # --- where things lie ---

    def column(self, x: float) -> int:
        return math.floor(_finite(x) * self.wide + 0.5)

    def row(self, y: float) -> int:
        return math.floor(_finite(y) * self.tall + 0.5)

    def reserve(self, x: float, y: float, w: float, h: float) -> None:
        self.reserved += [(self.row(y), self.column(x)), (self.row(y + h) - 1, self.column(x + w) - 1)]

    # --- drawing ---

    def shapes(self, shapes: Iterable[Shape], place: Place = Place()) -> None:
        for shape in shapes:
            if isinstance(shape, Group) and not shape.glyph:
                self.shapes(shape.shapes, place.within(shape))
            else:
                self.shape(shape, place)

    def shape(self, shape: Shape, place: Place) -> None:
        look = resolve(shape.style, self.table)
        left, top, w, h = bounds([shape], place)
        x, y = left + w / 2, top + h / 2
        text = shape.glyph
        anchor = "middle"
        match shape:
            case Box():
                text = text or shape.corner + shape.text
                self.area(left, top, w, h, look)
            case Disc():
                text = text or shape.text or "●"
            case Polygon():
                text = text or shape.text
                x, y = place.at(*middle(shape.points))
            case Path():
                self.path(shape, place)
            case Text():
                text, anchor = text or shape.text, shape.anchor
                x, y = place.at(shape.x, shape.y)
            case Group():
                pass
        if shape.pick is not None and not text and not isinstance(shape, Group | Path):
            text = "·"
        self.write(x, y, text, look, anchor)

    def area(self, left: float, top: float, w: float, h: float, look: Style) -> None:
        """A box with a fill covers what lies under it; a frame needs a style that has one, and room."""
        c0, c1 = self.column(left), self.column(left + w)
        r0, r1 = self.row(top), self.row(top + h)
        if look.frame and c1 - c0 >= 3 and r1 - r0 >= 2:
            for ends in (((r0, c0), (r0, c1)), ((r1, c0), (r1, c1)), ((r0, c0), (r1, c0)), ((r0, c1), (r1, c1))):
                self.segment(*ends, heavy=False)
            c0, r0 = c0 + 1, r0 + 1
        colours = ansi(look)
        if not colours:
            return
        for row in range(r0, min(max(r1, r0 + 1), r0 + _MOST[1])):
            for column in range(c0, min(max(c1, c0 + 1), c0 + _MOST[0])):
                self.glyphs.pop((row, column), None)
                self.paints[row, column] = colours

    def path(self, path: Path, place: Place) -> None:
        spots = [place.at(x, y) for x, y in path.points]
        for (x, y), (u, v) in pairwise(spots):
            self.segment((self.row(y), self.column(x)), (self.row(v), self.column(u)), path.width >= 0.16)

    def segment(self, start: tuple[int, int], end: tuple[int, int], heavy: bool) -> None:
        (r0, c0), (r1, c1) = start, end
        down, right = r1 - r0, c1 - c0
        steps = min(max(abs(down), abs(right)), 2 * _MOST[0])
        if down and right:
            steps = min(abs(down), abs(right), _MOST[0])
            for i in range(steps):
                t = (i + 0.5) / steps
                spot = (math.floor(r0 + down * t), math.floor(c0 + right * t))
                self.glyphs[spot] = "╲" if (down > 0) == (right > 0) else "╱"
            return
        row_step, column_step = (down > 0) - (down < 0), (right > 0) - (right < 0)
        ahead = _SOUTH if row_step > 0 else _NORTH if row_step else _EAST if column_step > 0 else _WEST
        behind = {_NORTH: _SOUTH, _SOUTH: _NORTH, _EAST: _WEST, _WEST: _EAST}[ahead]
        for i in range(steps + 1):
            spot = (r0 + i * row_step, c0 + i * column_step)
            mask, thick = self.strokes.get(spot, (0, False))
            self.strokes[spot] = (mask | (ahead if i < steps else 0) | (behind if i else 0), thick or heavy)

    def write(self, x: float, y: float, text: str, look: Style, anchor: str) -> None:
        if not text:
            return
        lines = [clean(line) for line in text.split("\n")]
        if look.mark and len(lines) == 1:
            lines = [look.mark[0] + lines[0] + look.mark[-1]]
        top = math.floor(_finite(y) * self.tall - (len(lines) - 1) / 2 + 1e-6)
        colours = ansi(look)
        for row, line in enumerate(lines, top):
            spot = _finite(x) * self.wide
            column = _first(spot, line) if anchor == "middle" else math.floor(spot + 1e-6)
            column -= columns(line) if anchor == "end" else 0
            self.put(row, column, line, colours)

    def put(self, row: int, column: int, line: str, colours: str) -> None:
        last: tuple[int, int] | None = None
        for char in line[: _MOST[0]]:
            wide = _wide(char)
            if not wide:
                if last:
                    self.glyphs[last] += char
                continue
            last = row, column
            self.glyphs[last] = char
            if wide == 2:
                self.glyphs[row, column + 1] = ""
            if colours:
                self.paints.update(((row, spot), colours) for spot in range(column, column + wide))
            column += wide

    # --- printing ---

    def lines(self, across: dict[int, str], down: dict[int, str], room: int | None, colour: bool) -> list[str]:
        """The canvas in strips that fit into ``room``, with names above the columns and before the rows."""
        centres = {(_finite(x) + 0.5) * self.wide: clean(name) for x, name in across.items()}
        names = {math.floor((_finite(y) + 0.5) * self.tall): clean(name) for y, name in down.items()}
        spots = [*self.glyphs, *self.strokes, *self.paints, *self.reserved]
        used_columns = [*(column for _, column in spots), *map(math.floor, centres)]
        used_rows = [*(row for row, _ in spots), *names]
        if not used_columns or not used_rows:
            return []
        first, top = min(used_columns) // self.wide * self.wide, min(used_rows)
        last, bottom = min(max(used_columns), first + _MOST[0]), min(max(used_rows), top + _MOST[1])
        gutter = min(max(map(columns, names.values()), default=-1) + 1, _NARROWEST // 2)
        names = {row: _cut(name, gutter - 1) for row, name in names.items()}
        step = last + 1 - first
        if room is not None and step > room - gutter:
            step = max((room - gutter) // self.wide * self.wide, 1) if self.wide <= room - gutter else room - gutter
        filled = {(column - first) // step for _, column in self.visible()} or {0}
        busy = {row for row, _ in spots}
        lines: list[str] = []
        for start in range(first, last + 1, step):
            if (start - first) // step in filled:
                end = min(start + step, last + 1)
                lines += [""] if lines else []
                lines += [(" " * gutter + _heading(centres, start, end)).rstrip()] if centres else []
                for row in range(top, bottom + 1):
                    name = names.get(row, "")
                    head = " " * (gutter - 1 - columns(name)) + name + " " if gutter else ""
                    lines.append((head + self.strip(row, start, end, colour) if row in busy else head).rstrip())
        return lines

    def visible(self) -> Iterable[tuple[int, int]]:
        """Where there is anything to be seen, with colours or without: no blanks, coloured or around a name."""
        yield from (spot for spot, char in self.glyphs.items() if char != " ")
        yield from self.strokes

    def strip(self, row: int, start: int, end: int, colour: bool) -> str:
        out, now, column = "", "", start
        while column < end:
            spot = row, column
            mask, heavy = self.strokes.get(spot, (0, False))
            char = self.glyphs.get(spot, (_HEAVY if heavy else _LIGHT)[mask])
            # A wide character that lost its other half, or would lose it at the end of the strip, is left out.
            whole = char and _wide(char[0]) == 2 and column + 1 < end and self.glyphs.get((row, column + 1)) == ""
            if not whole and (not char or _wide(char[0]) == 2):
                char = " "
            paint = self.paints.get(spot, "") if colour else ""
            if paint != now:
                out, now = out + ("\x1b[0m" if now else "") + (f"\x1b[{paint}m" if paint else ""), paint
            out += char
            column += 2 if whole else 1
        return out + ("\x1b[0m" if now else "")


def _heading(centres: dict[float, str], start: int, end: int) -> str:
    """Names centred at their columns; one that would run into the name before it is left out."""
    line = ""
    for centre, name in sorted(centres.items()):
        column = max(0, _first(centre, name) - start)
        if start <= centre < end and (not line or column > columns(line)):
            line += " " * (column - columns(line)) + name
    return _cut(line, end - start)


def _first(centre: float, text: str) -> int:
    """Where ``text`` starts if its middle lies at ``centre``."""
    return math.floor(centre - columns(text) / 2 + 0.5 + 1e-6)


def _finite(value: float) -> float:
    return max(-1e6, min(1e6, value)) if math.isfinite(value) else 0.0


def _cut(text: str, room: int) -> str:
    while columns(text) > room:
        text = text[:-1]
    return text
