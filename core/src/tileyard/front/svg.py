"""A scene as an SVG picture: one text, no scripts, nothing fetched.

Title and scores stand on top, then the board, the panels and the captions. Style names stay as CSS
classes, so a page can restyle them; every rule is scoped to this look, so several pictures share a
page. Its attributes alone say how large it is: a page may fit it by a style of its own, which
converters would take for a size. A shape with a pick has ``data-pick`` (the pick as JSON) and can be
reached by keyboard.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from tileyard.front.scene import (
    Box,
    Disc,
    Group,
    Panel,
    Path,
    Place,
    Point,
    Polygon,
    Scene,
    Score,
    Shape,
    Text,
    bounds,
    clean,
    middle,
)
from tileyard.front.theme import THEME, Theme, css, number, patterns, resolve, words
from tileyard.ground import wire

__all__ = ["draw"]

_PAGE = Place()
_REACH = 10_000.0  # board units; nothing is drawn farther out


def draw(scene: Scene, *, theme: Theme = "auto", unit: float = 40) -> str:
    """``scene`` as SVG. ``unit`` is the width of a board unit in pixels; ``auto`` follows the reader's system."""
    return _Page(scene, theme, unit).draw()


def _shapes(shapes: Iterable[Shape]) -> Iterable[Shape]:
    for shape in shapes:
        yield shape
        if isinstance(shape, Group):
            yield from _shapes(shape.shapes)


def _wide(text: str, size: float) -> float:
    """About how wide ``text`` comes out, in the unit of ``size``."""
    return 0.58 * size * len(text)


def _wrap(text: str, size: float, room: float) -> list[str]:
    lines = [""]
    for word in clean(text).split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and _wide(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


class _Page:
    """One drawing in the making: ``out`` grows from top to bottom, ``y`` is how far it has come, in units."""

    def __init__(self, scene: Scene, theme: Theme, unit: float) -> None:
        self.scene, self.theme, self.unit = scene, theme, unit
        self.table = {**THEME, **scene.styles}
        self.out: list[str] = []
        self.y = 0.35
        shapes = list(_shapes([*scene.shapes, *(shape for panel in scene.panels for shape in panel.shapes)]))
        styles = dict.fromkeys(part.style for part in (*shapes, *scene.panels, *scene.scores))
        self.looks = {style: resolve(style, self.table) for style in styles}
        self.css = css(self.table, {word for style in styles for word in words(style)}, theme, unit)
        # The same look has the same scope wherever it is drawn, so pictures on one page cannot disturb each other.
        self.scope = "ty" + hashlib.sha256(f"{theme} {unit} {self.css}".encode()).hexdigest()[:8]

    def draw(self) -> str:
        scene = self.scene
        left, top, wide, tall = self._board_bounds()
        gutter, cap = (0.7 if scene.rows else 0), (0.6 if scene.columns else 0)
        panels = [(panel, bounds(panel.shapes)) for panel in scene.panels]
        inner = max([9.0, wide + gutter, *(min(spot[2] + 0.6, 30) for _, spot in panels)])
        if scene.title:
            self._shape(Text(0.4, self.y + 0.35, scene.title, 0.52, "start", style="strong"), _PAGE)
            self.y += 0.95
        self._scores(inner)
        x, y = 0.4 + gutter + (inner - wide - gutter) / 2, self.y + cap
        board = Place(x - left, y - top)
        self._axes(board, x, y)
        for shape in scene.shapes:
            self._shape(shape, board)
        self.y = y + tall + 0.35
        self._panels(panels, inner)
        for line in (line for text in scene.captions for line in _wrap(text, 0.32, inner)):
            self._shape(Text(0.4, self.y + 0.15, line, 0.32, "start"), _PAGE)
            self.y += 0.46
        return self._wrapped(inner + 0.8, self.y + 0.25)

    def _board_bounds(self) -> tuple[float, float, float, float]:
        boxes: list[Shape] = list(self.scene.shapes)
        if self.scene.bounds:
            boxes.append(Box(*self.scene.bounds))
        left, top, wide, tall = bounds(boxes)
        limit = (max(-_REACH, min(_REACH, v)) for v in (left, top, left + wide, top + tall))
        left, top, right, bottom = limit
        return left, top, right - left, bottom - top

    def _wrapped(self, wide: float, tall: float) -> str:
        w, h, scene, scope = number(wide * self.unit), number(tall * self.unit), self.scene, self.scope
        rules, marks = (
            self.css.replace("&", f".{scope}"),
            patterns(scope, {look.pattern for look in self.looks.values()}),
        )
        title = escape(clean(scene.title) or "Scene")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="tileyard {scope}" viewBox="0 0 {w} {h}" width="{w}" '
            f'height="{h}" role="group" aria-label={_quoted(scene.title or "Scene")} text-anchor="middle">'
            f"<title>{title}</title><style>{rules}</style><defs>{marks}</defs>"
            f'<rect class="page" width="{w}" height="{h}" rx="12"/>'
            f'<g class="ink" fill="none">{"".join(self.out)}</g></svg>\n'
        )

    # --- shapes ---

    def _shape(self, shape: Shape, place: Place) -> None:
        if isinstance(shape, Group):
            attributes = self._attributes(shape)
            self.out.append(f"<g{attributes}>{self._title(shape)}")
            for part in shape.shapes:
                self._shape(part, place.within(shape))
            self.out.append("</g>")
        elif isinstance(shape, Text):
            self.out.append(self._written(shape, place))
        elif isinstance(shape, Path):
            d = self._line(shape, place)
            geometry = f'path d="{d}" style="stroke-width:{number(shape.width * place.scale * self.unit)}"'
            self._put(shape, [f"<{geometry}{{}}"])
        else:
            self._area(shape, place)

    def _area(self, shape: Box | Disc | Polygon, place: Place) -> None:
        look = self.looks.get(shape.style) or resolve(shape.style, self.table)
        geometry = self._outline(shape, place)
        parts = [f"<{geometry}{{}}"]
        if look.raised:
            parts.insert(0, f'<{self._outline(shape, Place(place.x, place.y + 0.045, place.scale))} class="shade"/>')
        if look.pattern:
            parts.append(f'<{geometry} class="over" fill="url(#{self.scope}-{look.pattern})"/>')
        parts += self._writing(shape, place)
        self._put(shape, parts)

    def _put(self, shape: Shape, parts: list[str]) -> None:
        """One element if the shape is one, else a group of its parts; the open one, ``{}``, is the shape itself."""
        attributes, title = self._attributes(shape), self._title(shape)
        if len(parts) == 1:
            self.out.append(parts[0].format(attributes + (f">{title}</{parts[0][1:].split()[0]}>" if title else "/>")))
        else:
            body = "".join(part.replace("{}", "/>") if part.endswith("{}") else part for part in parts)
            self.out.append(f"<g{attributes}>{title}{body}</g>")

    def _outline(self, shape: Box | Disc | Polygon, place: Place) -> str:
        k = place.scale * self.unit
        if isinstance(shape, Polygon):
            return f'polygon points="{" ".join(self._point(place.at(x, y)) for x, y in shape.points)}"'
        x, y = (number(v * self.unit) for v in place.at(shape.x, shape.y))
        if isinstance(shape, Disc):
            return f'circle cx="{x}" cy="{y}" r="{number(abs(shape.r * k))}"'
        rounded = f' rx="{number(shape.r * k)}"' if shape.r > 0 else ""
        return f'rect x="{x}" y="{y}" width="{number(abs(shape.w * k))}" height="{number(abs(shape.h * k))}"{rounded}'

    def _line(self, shape: Path, place: Place) -> str:
        spots = [place.at(x, y) for x, y in shape.points]
        if not shape.curve or len(spots) < 3:
            return "M" + "L".join(map(self._point, spots)) if spots else ""
        d = "M" + self._point(spots[0])
        for i in range(1, len(spots) - 1):
            (x, y), (u, v) = spots[i], spots[i + 1]
            to = (u, v) if i == len(spots) - 2 else ((x + u) / 2, (y + v) / 2)
            d += f"Q{self._point((x, y))} {self._point(to)}"
        return d

    def _point(self, spot: Point) -> str:
        return f"{number(spot[0] * self.unit)} {number(spot[1] * self.unit)}"

    def _attributes(self, shape: Shape) -> str:
        names = " ".join(words(shape.style)) or ("" if isinstance(shape, Group | Text) else "plain")
        text = f' class="{names}"' if names else ""
        if shape.pick is None:
            return text
        pick = json.dumps(wire.to_builtins(shape.pick), separators=(",", ":"))
        name = shape.label or shape.glyph or getattr(shape, "text", "") or pick
        return f'{text} role="button" tabindex="0" data-pick={quoteattr(pick)} aria-label={_quoted(name)}'

    def _title(self, shape: Shape) -> str:
        return f"<title>{escape(clean(shape.label))}</title>" if shape.label else ""

    # --- writing ---

    def _writing(self, shape: Box | Disc | Polygon, place: Place) -> list[str]:
        left, top, wide, tall = bounds([shape])
        out: list[str] = []
        if shape.text:
            lines = shape.text.split("\n")
            longest = max(1, *map(len, lines))
            size = shape.size or min(0.52, tall * 0.62 / len(lines), 1.5 * wide / longest, tall)
            x, y = middle(shape.points) if isinstance(shape, Polygon) else (left + wide / 2, top + tall / 2)
            out.append(self._written(Text(x, y, shape.text, size), place))
        if isinstance(shape, Box) and shape.corner:
            out.append(self._written(Text(shape.x + 0.12, shape.y + 0.18, shape.corner, 0.22, "start"), place))
        return out

    def _written(self, text: Text, place: Place) -> str:
        # A baseline 0.35 below the middle centres digits in every font and needs no support from the viewer.
        size, (x, y) = text.size * place.scale * self.unit, place.at(text.x, text.y)
        lines, across = [escape(clean(line)) for line in text.text.split("\n")], number(x * self.unit)
        base = y * self.unit + 0.35 * size - 0.6 * size * (len(lines) - 1)
        side = f' text-anchor="{text.anchor}"' if text.anchor != "middle" else ""
        if len(lines) > 1:
            spots = (number(base + i * 1.2 * size) for i in range(len(lines)))
            lines = [f'<tspan x="{across}" y="{y}">{line}</tspan>' for y, line in zip(spots, lines, strict=True)]
        return (
            f'<text x="{across}" y="{number(base)}" font-size="{number(size)}"{side}{self._attributes(text)}>'
            f"{self._title(text)}{''.join(lines)}</text>"
        )

    # --- what stands around the board ---

    def _axes(self, board: Place, left: float, top: float) -> None:
        for column, name in self.scene.columns.items():
            self._shape(Text(board.x + column + 0.5, top - 0.3, name, 0.26, "middle", style="muted"), _PAGE)
        for row, name in self.scene.rows.items():
            self._shape(Text(left - 0.2, board.y + row + 0.5, name, 0.26, "end", style="muted"), _PAGE)

    def _scores(self, room: float) -> None:
        x = 0.4
        for score in self.scene.scores:
            points = "" if score.points is None else str(score.points)
            wide = (1.18 if score.style else 0.85) + _wide(score.name, 0.32) + _wide(points, 0.42)
            wide += 0.1 + _wide(score.note, 0.26) if score.note else 0
            if x > 0.4 and x + wide > room + 0.4:
                x, self.y = 0.4, self.y + 0.85
            self._chip(score, points, x, self.y, wide)
            x += wide + 0.2
        if self.scene.scores:
            self.y += 1.0

    def _chip(self, score: Score, points: str, x: float, y: float, wide: float) -> None:
        style = f"panel {'active' if score.active else ''}"
        self._shape(Box(x, y, wide, 0.7, r=0.35, style=style.strip()), _PAGE)
        if score.style:
            self._shape(Disc(x + 0.4, y + 0.35, 0.15, style=f"plain {score.style}"), _PAGE)
        x += 0.68 if score.style else 0.35
        self._shape(Text(x, y + 0.35, score.name, 0.32, "start"), _PAGE)
        x += 0.15 + _wide(score.name, 0.32)
        self._shape(Text(x, y + 0.35, points, 0.4, "start", style="strong"), _PAGE)
        self._shape(Text(x + 0.2 + _wide(points, 0.42), y + 0.35, score.note, 0.26, "start", style="muted"), _PAGE)

    def _panels(self, panels: list[tuple[Panel, tuple[float, float, float, float]]], room: float) -> None:
        x, row = 0.4, 0.0
        for panel, (left, top, w, h) in panels:
            wide, tall = max(min(w, _REACH), _wide(panel.title, 0.3)) + 0.6, min(h, _REACH) + 1.05
            if x > 0.4 and x + wide > room + 0.4:
                x, self.y, row = 0.4, self.y + row + 0.2, 0.0
            style = f"panel {panel.style}".strip()
            self._shape(Box(x, self.y, wide, tall, r=0.2, style=style), _PAGE)
            self._shape(Text(x + 0.3, self.y + 0.38, panel.title, 0.3, "start", style="muted"), _PAGE)
            for shape in panel.shapes:
                self._shape(shape, Place(x + 0.3 - left, self.y + 0.75 - top))
            x, row = x + wide + 0.2, max(row, tall)
        self.y += row + 0.35 if panels else 0


def _quoted(text: str) -> str:
    return quoteattr(clean(text))
