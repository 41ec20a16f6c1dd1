"""How Tiles looks: quartered squares, the areas the last tile closed in outline, and what may be chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tileyard import View
from tileyard.board import plane
from tileyard.front.scene import Box, Group, Panel, Path, Point, Scene, Score, Shape, Style, Text, flow, quarters
from tileyard.front.scene import tile as slot
from tileyard.front.words import many, who, wins
from tileyard_tiles.areas import cells, colour_of, triangles, worth
from tileyard_tiles.known import sizes_of
from tileyard_tiles.model import Discard, Options, Place, Seat, Table
from tileyard_tiles.pieces import pieces
from tileyard_tiles.rules import COLOURS, SIDES, Tiles

__all__ = ["scene"]

GAME = Tiles()
CORNERS: tuple[Point, ...] = ((0, 0), (1, 0), (1, 1), (0, 1))
"""Where the sides of a square begin, from its upper left corner."""
ARROWS = "↑→↓←"
STYLES = {
    # Patterns of their own, so that the three can be told apart on any screen and in print.
    "black": Style(fill="#2f2d2b", stroke="#2f2d2b", ink="#ffffff", width=0.02, pattern="rise"),
    "rim": Style(fill="none", stroke=("#7d7563", "#6b665c"), width=0.05),
    "newest": Style(stroke=("#d9480f", "#ff9d5c"), width=0.09),
    "seat": Style(stroke=("#7d7563", "#9d978a"), width=0.05),
    "scored": Style(stroke=("#d6336c", "#ff4f8b"), width=0.1),
    "unpaid": Style(stroke=("#2f74c0", "#5aa2ee"), width=0.08, dash=True),
}
TilesView = View[Options, Table, Seat]


def scene(view: TilesView) -> Scene:
    """Everything ``view.player`` sees; whoever is to move can pick a tile, a place and a turn."""
    table = view.table
    movers = GAME.active(table)
    legal = GAME.legal(view) if view.player in movers else []
    closed = [triangles(table.layout, table.areas, area) for area in table.closed]
    left, top, right, bottom = plane.bounds([*table.layout, *(table.gaps if movers else ())])
    return Scene(
        title=GAME.title,
        shapes=[*_layout(view), *(_gaps(table, legal) if movers else ()), *_outlines(table, closed)],
        panels=[*_hand(view, legal), *_piles(view)],
        scores=_scores(view, movers),
        captions=[*_told(view, closed), _now(view, movers)],
        columns={x: str(x) for x in range(left, right + 1)},
        rows={y: str(y) for y in range(top, bottom + 1)},
        styles=STYLES,
        chars=(6, 3),
    )


def _square(shown: str, **common: Any) -> Group:
    """A tile as it lies: four triangles, each with its letter for character drawings, and a rim around them."""
    newest = common.pop("newest", False)
    rim = Box(0, 0, style="rim newest" if newest else "rim", glyph="*" if newest else "")
    return Group([*quarters(0, 0, [COLOURS[colour] for colour in shown], shown), rim], **common)


def _kind(view: TilesView, cell: int) -> str:
    """The tile that lies on ``cell`` as it is called on a hand, however it is turned."""
    return pieces(view.options.tileset, view.options.rotate).kind_of[view.table.layout[cell]]


def _says(shown: str) -> str:
    return ", ".join(f"{side} {COLOURS[colour]}" for side, colour in zip(SIDES, shown, strict=True))


def _layout(view: TilesView) -> Iterator[Shape]:
    """Every tile; the last one on top, so that no neighbour covers its rim."""
    table = view.table
    for cell in sorted(table.layout, key=lambda cell: cell == table.last_at):
        shown, (x, y), last = table.layout[cell], plane.xy(cell), cell == table.last_at
        label = f"{_kind(view, cell)} on {GAME.label('at', cell)}{', the last tile' if last else ''}: {_says(shown)}"
        yield _square(shown, x=x, y=y, newest=last, label=label)


def _gaps(table: Table, legal: Sequence[Place | Discard]) -> Iterator[Shape]:
    """The places beside a tile; whoever is to move may pick those that a tile of theirs fits."""
    fitting = {move.at for move in legal if isinstance(move, Place)}
    for cell in table.gaps:
        pick = {"at": cell} if cell in fitting else None
        style = "open" if cell in fitting else ""
        yield slot(*plane.xy(cell), style=style, kind="slot", glyph="·", label=GAME.label("at", cell), pick=pick)


def _outlines(table: Table, closed: list[list[int]]) -> Iterator[Shape]:
    """The border of each area that the last tile closed: solid where it scored, broken where it pays nobody."""
    for area in closed:
        colour = colour_of(table.layout, area[0])
        own = colour == table.colours[table.last_player]
        says = f"{COLOURS[colour]} area of {len(cells(area))} tiles, closed" + ("" if own else " without points")
        for line in _border(area):
            yield Path(line, style="scored" if own else "unpaid", width=0.1 if own else 0.08, label=says)


def _border(area: list[int]) -> list[list[Point]]:
    """The border of a closed area: it runs along diagonals alone, from corner to centre to corner, and in rings."""
    inside = set(area)
    lines: list[list[Point]] = []
    for cell in cells(area):
        x, y = plane.xy(cell)
        rims = [i for i in range(4) if (4 * cell + i in inside) != (4 * cell + (i - 1) % 4 in inside)]
        ends = [(x + CORNERS[i][0], y + CORNERS[i][1]) for i in rims]
        middle = (x + 0.5, y + 0.5)
        lines += [[a, middle, b] for a, b in zip(ends[::2], ends[1::2], strict=True)]
    return _joined(lines)


def _joined(lines: list[list[Point]]) -> list[list[Point]]:
    """The pieces of a border made into rings, so that corners come out round and dashes run on."""
    rings: list[list[Point]] = []
    while lines:
        ring = lines.pop()
        while ring[0] != ring[-1]:
            found = next(line for line in lines if ring[-1] in (line[0], line[-1]))
            lines.remove(found)
            ring += (found if found[0] == ring[-1] else found[::-1])[1:]
        rings.append(ring)
    return rings


def _hand(view: TilesView, legal: Sequence[Place | Discard]) -> Iterator[Panel]:
    """The own tiles, and while one is to be chosen the ways to turn it, or to discard it instead."""
    if view.seat is None:
        return
    usable = {move.tile for move in legal}
    tiles: list[Shape] = []
    for kind in view.seat.hand:
        pick = {"tile": kind} if kind in usable else None
        tiles.append(Group([_square(kind), Text(0.5, 1.3, kind, 0.3)], label=f"{kind}: {_says(kind)}", pick=pick))
    if tiles:
        yield Panel("Your tiles", flow(tiles, 8, 1.2, 1.75))
    turns = sorted({move.turn for move in legal if isinstance(move, Place)})
    if turns and view.options.rotate == "yes":
        arrows: list[Shape] = [
            slot(0, 0, ARROWS[turn], kind="panel", label=f"top goes {GAME.label('turn', turn)}", pick={"turn": turn})
            for turn in turns
        ]
        yield Panel("Turn the top", flow(arrows, 4, 1.1))
    if turns and any(isinstance(move, Discard) for move in legal):
        yield Panel("Or", [slot(0, 0, "discard", kind="panel", w=2, size=0.34, pick={"type": "discard"})])


def _piles(view: TilesView) -> Iterator[Panel]:
    """What was discarded, as far as the viewer may see it."""
    seen = view.table.discards or (view.seat.discards if view.seat else [])
    if seen:
        yield Panel("Discarded", [Group(flow([_square(kind, label=kind) for kind in seen], 12, 1.2), scale=0.6)])


def _scores(view: TilesView, movers: Sequence[int]) -> list[Score]:
    winners = () if movers else GAME.result(view.table, view.scores).winners
    return [
        Score(
            f"{who(player)}, {COLOURS[view.table.colours[player]]}",
            points,
            ", ".join([many(sizes_of(view, player)[0], "tile"), *(["wins"] if player in winners else [])]),
            f"seat {COLOURS[view.table.colours[player]]}",
            player in movers,
        )
        for player, points in enumerate(view.scores)
    ]


def _told(view: TilesView, closed: list[list[int]]) -> list[str]:
    """The last move, and what it closed."""
    table = view.table
    if table.last_player < 0:
        return []
    mover = who(table.last_player)
    if table.last_at is None:
        return [f"{mover} discarded {table.discards[-1] if table.discards else 'a tile'}."]
    parts = [f"{COLOURS[colour_of(table.layout, area[0])]} of {len(cells(area))} tiles" for area in closed]
    text = f"{mover} laid {_kind(view, table.last_at)} on {GAME.label('at', table.last_at)}"
    return [f"{text} and closed {'; '.join(parts)}: {_gained(view, closed)}." if parts else f"{text}."]


def _gained(view: TilesView, closed: list[list[int]]) -> str:
    """The points of the last move, in words."""
    table = view.table
    own = [area for area in closed if colour_of(table.layout, area[0]) == table.colours[table.last_player]]
    if view.options.multi_area == "joined":
        own = [[part for area in own for part in area]] if own else []
    points = sum(worth(len(cells(area))) for area in own)
    return many(points, "point") if points else "no points"


def _now(view: TilesView, movers: Sequence[int]) -> str:
    if not movers:
        return f"{wins(GAME.result(view.table, view.scores).winners)}."
    what = f"{who(movers[0])} is to move."
    if view.player in movers:
        what = "Lay one of your tiles." if isinstance(GAME.legal(view)[0], Place) else "Nothing fits: discard a tile."
    deck = view.sizes["vault.deck"]
    assert isinstance(deck, int)
    return f"{what} {many(deck, 'tile')} in the deck."
