"""How Nile looks: the printed board with its values, the line through the tiles, the open end, the viewer's rack."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from tileyard import View
from tileyard.board import plane
from tileyard.front.scene import Box, Disc, Group, Panel, Path, Scene, Score, Shape, Style, Text, flow, port, strand
from tileyard.front.words import many, who, wins
from tileyard_nile1967.grid import PORTS, Grid, grid_of
from tileyard_nile1967.model import Options, Place, Seat, Stop, Table
from tileyard_nile1967.pieces import UNIVERSAL, Kind, components
from tileyard_nile1967.rules import Nile1967, NileMove

__all__ = ["STYLES", "scene", "tile"]

GAME = Nile1967()
NileView = View[Options, Table, Seat]
INK = "#26231d"
STYLES = {
    "laid": Style(fill=("#fffdf6", "#ece5d3"), stroke=INK, width=0.02, raised=True),
    "any": Style(fill=("#f4dfa8", "#e3cb88")),
    "usable": Style(stroke=("#2f7d6b", "#4fc3a8"), width=0.09),
    "area": Style(stroke=("#8a2414", "#ff9a84"), width=0.07),
    "dot": Style(fill=("#1d5f8a", "#5fb0e8"), stroke=INK, width=0.02),
    "line": Style(stroke="#1d5f8a"),
    "fresh": Style(stroke="#d9480f"),
    "end": Style(fill="#d9480f", stroke=("#fffdf6", "#17191e"), width=0.04),
    "button": Style(fill=("#2f7d6b", "#3f9a84"), ink="#ffffff", bold=True),
}
ENDS = {
    "finish": "The line has reached the blue column.",
    "played": "The tiles have run out.",
    "stall": "No tile was laid for too long.",
}
BUTTONS = {"stop": "Stop here", "unable": "Show and change the rack", "forfeit": "Let the turn go"}


def scene(view: NileView) -> Scene:
    """Everything ``view.player`` sees; whoever is to move can pick a tile, an exit, or what else there is to do."""
    table, grid = view.table, grid_of(view.options)
    choosing = view.player in GAME.active(table)
    moves: Sequence[NileMove] = GAME.legal(view) if choosing else ()
    return Scene(
        title=GAME.title,
        shapes=[*_board(grid), *_line(table), *_head(table, moves)],
        panels=[*_rack(view, grid, moves), *_actions(moves), *_racks(view, grid)],
        scores=_scores(view),
        captions=_captions(view, moves),
        columns={x: str(x) for x in range(grid.columns + 1)},
        rows={y: str(y) for y in range(grid.rows)},
        styles=STYLES,
        chars=(5, 2),
    )


def _board(grid: Grid) -> Iterator[Shape]:
    """The squares with their values, the U areas, the start and the finish dots."""
    yield Box(0, 0, grid.columns + 1, grid.rows, style="board")
    for y in range(grid.rows):
        for x in range(grid.columns + 1):
            cell = plane.cell(x, y)
            value = grid.value.get(cell)
            what, look = "", ""
            if value is not None:
                field = ("green", "good") if value > 0 else ("red", "bad")
                what, look = ("blue", "water") if grid.is_blue(cell) else field
            label = f"{what} square {GAME.label('cell', cell)}, {value}" if what else ""
            text = "" if value is None else str(value)
            yield Box(x, y, text=text, style=f"cell {look}".strip(), glyph="" if what else "·", size=0.34, label=label)
    for cell in grid.area:
        yield from _edges(grid, cell)
    yield Disc(0, grid.start // 8192 + 0.5, 0.16, style="dot", glyph="●", label="start")
    for y in range(grid.rows):
        yield Disc(grid.columns + 1, y + 0.5, 0.09, style="dot", glyph=" ", label="finish dot")


def _edges(grid: Grid, cell: int) -> Iterator[Shape]:
    """The sides of a square of a U area that lie at its edge."""
    (x, y), near = plane.xy(cell), plane.neighbours(cell)
    corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)]
    for side, other in enumerate(near):
        if grid.area.get(other) != grid.area[cell]:
            yield Path([corners[side], corners[side + 1]], width=0.07, style="area", glyph=" ")


def _line(table: Table) -> Iterator[Shape]:
    """Every tile with its strands; those of the last play, or of the one under way, have a line of another colour."""
    ways: dict[int, list[tuple[int, int]]] = {}
    # A strand was noted from both ends, first from the one by which the line came in.
    for entry, out in list(table.line.strands.items())[::2]:
        ways.setdefault(entry >> 3, []).append((entry & 7, out & 7))
    new = set(table.play or table.last)
    for cell, kind in table.tiles.items():
        x, y = plane.xy(cell)
        both = ways[cell]
        told = " and ".join(f"from {PORTS[a]} to {PORTS[b]}" for a, b in both)
        curves = [strand(0, 0, a, b, _look(cell in new and nth == len(both) - 1)) for nth, (a, b) in enumerate(both)]
        label = f"{kind} on {GAME.label('cell', cell)}, {told}"
        face = Box(0.04, 0.04, 0.92, 0.92, r=0.1, style=_paper(kind))
        yield Group([face, *curves], x, y, label=label)


def _look(new: bool) -> str:
    return "line fresh" if new else "line"


def _paper(kind: Kind) -> str:
    return "laid any" if kind == UNIVERSAL else "laid"


def _head(table: Table, moves: Sequence[NileMove]) -> Iterator[Shape]:
    """The open end, and the exits of the next square that can be chosen."""
    if table.head < 0:
        return
    x, y = plane.xy(table.head >> 3)
    exits = sorted({move.exit for move in moves if isinstance(move, Place)})
    if exits:
        yield Box(x + 0.06, y + 0.06, 0.88, 0.88, r=0.1, style="open", glyph=" ", label="next square")
    px, py = port(x, y, table.head & 7)
    yield Disc(px, py, 0.15, style="end", glyph="o", label="open end of the line")
    for out in exits:
        px, py = port(x, y, out)
        name = PORTS[out]
        yield Disc(px, py, 0.19, name, style="open panel", size=0.19, pick={"exit": out}, label=f"exit {name}")


def tile(kind: Kind, grid: Grid, *, pick: bool = False) -> Group:
    """A tile on a rack, in its base position, with name and worth beside it."""
    ports = next(known.ports for known in components().tiles if known.kind == kind)
    lines = [strand(0, 0, a, b) for a, b in ([ports] if ports else [(0, 4), (2, 6), (1, 5), (3, 7)])]
    name = Text(1.25, 0.3, kind, 0.24, anchor="start")
    worth = Text(1.25, 0.75, str(grid.worth[kind]), 0.26, anchor="start", style="strong")
    shown = {"tile": kind} if pick else None
    face = Box(-0.04, -0.04, 1.08, 1.08, r=0.12, style=f"{_paper(kind)} usable" if pick else _paper(kind))
    return Group([face, *lines, name, worth], label=f"{kind}, worth {grid.worth[kind]}", pick=shown)


def _tiles(kinds: Sequence[Kind], grid: Grid, usable: Collection[Kind] = ()) -> list[Shape]:
    return flow([tile(kind, grid, pick=kind in usable) for kind in kinds], 5, 3, 1.4)


def _rack(view: NileView, grid: Grid, moves: Sequence[NileMove]) -> Iterator[Panel]:
    if view.seat is not None and view.seat.rack and not view.table.over:
        usable: set[Kind] = {move.tile for move in moves if isinstance(move, Place)}
        yield Panel("Your rack", _tiles(view.seat.rack, grid, usable))


def _actions(moves: Sequence[NileMove]) -> Iterator[Panel]:
    """What can be done instead of placing a tile."""
    names: list[str] = [str(move.__struct_config__.tag) for move in moves if not isinstance(move, Place)]
    if names:
        yield Panel("Or" if len(names) < len(moves) else "Your turn", flow(map(_button, names), 1, 1, 0.9))


def _button(name: str) -> Box:
    text = BUTTONS[name]
    return Box(0, 0, 4.2, 0.7, text, r=0.2, size=0.26, style="button", label=text, pick={"type": name})


def _racks(view: NileView, grid: Grid) -> Iterator[Panel]:
    """The racks at the end; before it, the rack shown last."""
    table = view.table
    racks = [(f"Left to player {player + 1}", rack) for player, rack in enumerate(table.left)]
    for title, rack in racks or [(f"Shown by player {table.shower + 1}, and changed", table.shown)]:
        if rack:
            yield Panel(title, _tiles(rack, grid))


def _scores(view: NileView) -> list[Score]:
    table, sizes, movers = view.table, view.sizes["seat.rack"], GAME.active(view.table)
    assert isinstance(sizes, list)
    winners = () if movers else GAME.result(table, view.scores).winners
    return [
        Score(
            who(player),
            points,
            many(sizes[player], "tile") if movers else "wins" if player in winners else "",
            f"p{player}",
            player in movers,
        )
        for player, points in enumerate(view.scores)
    ]


def _captions(view: NileView, moves: Sequence[NileMove]) -> list[str]:
    table, pile = view.table, view.sizes["vault.pile"]
    assert isinstance(pile, int)
    if table.over:
        return [ENDS[table.over], f"{wins(GAME.result(table, view.scores).winners)}."]
    now = f"{many(pile, 'tile')} in the pile."
    if table.play:
        now += f" This play: {many(len(table.play), 'tile')}, {many(table.points, 'point')}."
    if table.idle:
        now += f" {many(table.idle, 'turn')} in a row without a tile."
    return [now, _now(view, moves)]


def _now(view: NileView, moves: Sequence[NileMove]) -> str:
    if not moves:
        return f"{who(view.table.rota.mover)} is to move."
    if not isinstance(moves[0], Place):
        return "No further tile can be laid: stop." if view.table.play else "No tile of yours can be laid."
    where = GAME.label("cell", view.table.head >> 3)
    stop = " Or stop." if isinstance(moves[-1], Stop) else ""
    return f"Choose a tile for {where} and the exit of the line.{stop}"
