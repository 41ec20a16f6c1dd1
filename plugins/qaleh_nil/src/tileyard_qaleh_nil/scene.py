"""How both games look: the laid tiles with their walls, pawns and castles, what was moved last, and the tiles left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import hypot
from typing import Any

from tileyard import View
from tileyard.front.scene import Box, Disc, Group, Panel, Path, Polygon, Scene, Score, Shape, Style, Text, flow, tile
from tileyard.front.words import many, who, wins
from tileyard_qaleh_nil import boards
from tileyard_qaleh_nil.castle import CASTLE, QalehNilCastle
from tileyard_qaleh_nil.model import Castle, CastleTable, End, Kind, Move, RaceTable, Seat, Table
from tileyard_qaleh_nil.pieces import tile_set
from tileyard_qaleh_nil.race import QalehNil
from tileyard_qaleh_nil.ways import distance, goals
from tileyard_qaleh_nil.words import ENDINGS

__all__ = ["STYLES", "scene", "small"]

RACE, CASTLES = QalehNil(), QalehNilCastle()
SIDES = ("North", "South")
STYLES = {
    "edge": Style(fill="none", stroke=("#a99f88", "#4d5663"), width=0.035),
    "tint": Style(opacity=0.22),
    "wall": Style(fill=("#5c3317", "#e0b27c"), stroke=("#5c3317", "#e0b27c")),
    "slit": Style(stroke=("#f4efe3", "#17191e")),
    "trace": Style(fill=("#d9480f", "#ff9d5c"), opacity=0.75),
    "faint": Style(fill=("#7d7563", "#9d978a"), opacity=0.55),
    "spot": Style(fill=("#2f7d6b", "#5fc4ac"), ink=("#23705f", "#7fd8c2")),
    "tower": Style(stroke="#26231d", width=0.035, bold=True, raised=True),
    "button": Style(fill=("#2f7d6b", "#3f9a84"), ink="#ffffff", bold=True),
}


def scene(view: View[Any, Any, Any]) -> Scene:
    """Everything ``view.player`` sees; whoever is to move can pick a pawn, a cell, or the end of the turn."""
    table: Table = view.table
    game = RACE if isinstance(table, RaceTable) else CASTLES
    movers = game.active(view.table)
    legal: Sequence[Any] = game.legal(view) if view.player in movers else ()
    layout = boards.layout(table.ground.layout)
    columns = {cell % boards.WIDTH for cell in layout.cells}
    rows = {cell // boards.WIDTH for cell in layout.cells}
    return Scene(
        title=game.title,
        shapes=[*_ground(table), *_walls(table), *_traces(table), *_pieces(view, legal), *_spots(table, legal)],
        panels=[*_actions(legal), *_box(view)],
        scores=_scores(view, movers),
        captions=list(_captions(view, movers, legal)),
        columns={column: "abcdefgh"[column] for column in sorted(columns)},
        rows={row: str(row + 1) for row in sorted(rows)},
        styles=STYLES,
        chars=(4, 2),
    )


def _xy(cell: int) -> tuple[int, int]:
    return cell % boards.WIDTH, cell // boards.WIDTH


def _centre(cell: int) -> tuple[float, float]:
    x, y = _xy(cell)
    return x + 0.5, y + 0.5


# -- the board -----------------------------------------------------------------------------------------


def _ground(table: Table) -> Iterator[Shape]:
    """Cells and tiles; goals and castle tiles in the colours of those who want, or own, them."""
    layout = boards.layout(table.ground.layout)
    for cell in layout.cells:
        yield Box(*_xy(cell), style="cell", glyph="·", label=boards.name(cell))
    tinted = goals(table) if isinstance(table, RaceTable) else layout.castles
    whose = "goal of player {}" if isinstance(table, RaceTable) else "castle tile of side {}"
    for number, cells in enumerate(tinted):
        for cell in cells:
            yield Box(*_xy(cell), style=f"p{number} tint", glyph="·", label=whose.format(number + 1))
    for cells, laid in zip(layout.tiles, table.ground.tiles, strict=True):
        yield Box(*_xy(cells[0]), 2, 2, style="edge", label=f"tile {laid.kind}, {laid.turns} quarter turns")
    if isinstance(table, RaceTable):
        for player, cells in enumerate(goals(table)):
            x, y = _xy(cells[0])
            # A polygon without text: characters of its own would hide walls.
            at = x + (1.86 if x else 0.14), y + (1.86 if y else 0.14)
            yield Polygon(_diamond(*at, 0.13), style=f"p{player} pawn", label=f"goal of player {player + 1}")


def _diamond(x: float, y: float, r: float) -> list[tuple[float, float]]:
    return [(x, y - r), (x + r, y), (x, y + r), (x - r, y)]


def _walls(table: Table) -> Iterator[Shape]:
    for (a, b), count in zip(boards.layout(table.ground.layout).edges, table.ground.walls, strict=True):
        if count != "0":
            yield from _wall(*_xy(b), b - a == 1, count == "2", f"between {boards.name(a)} and {boards.name(b)}")


def _wall(x: float, y: float, upright: bool, double: bool, where: str = "") -> Iterator[Shape]:
    """A wall at the left or upper edge of a cell; a double one is split, and heavy in character drawings."""
    ends = [(x, y + 0.02), (x, y + 0.98)] if upright else [(x + 0.02, y), (x + 0.98, y)]
    label = f"{'two walls' if double else 'a wall'} {where}" if where else ""
    yield Path(ends, width=0.28 if double else 0.12, style="wall", label=label)
    if double:
        yield Path(ends, width=0.08, style="slit")


def _traces(table: Table) -> Iterator[Shape]:
    """Arrows for the moves of this turn; as long as there are none, fainter ones for those of the turn before."""
    moves, style = (table.trail, "trace") if table.trail else (table.before, "faint")
    for start, to in moves:
        yield Polygon(_arrow(_centre(start), _centre(to)), style=style)


def _arrow(start: tuple[float, float], to: tuple[float, float]) -> list[tuple[float, float]]:
    (x, y), (u, v) = start, to
    size = hypot(u - x, v - y)
    dx, dy = (u - x) / size, (v - y) / size

    def at(along: float, aside: float) -> tuple[float, float]:
        return round(x + dx * along - dy * aside, 3), round(y + dy * along + dx * aside, 3)

    tip, neck = size - 0.36, size - 0.56
    return [at(0, 0.05), at(neck, 0.05), at(neck, 0.14), at(tip, 0), at(neck, -0.14), at(neck, -0.05), at(0, -0.05)]


# -- pieces and choices --------------------------------------------------------------------------------


def _pieces(view: View[Any, Any, Any], legal: Sequence[Any]) -> Iterator[Shape]:
    table: Table = view.table
    starts = {move.start for move in legal if isinstance(move, Move)}
    targets = {move.to for move in legal if isinstance(move, Move)}
    moved = (table.trail or table.before or ((-1, -1),))[-1][1]
    for cell, piece in enumerate(table.board):
        if piece < 0:
            continue
        pick = {"from": cell} if cell in starts else {"to": cell} if cell in targets else None
        marks = (" mine" if cell in starts else " open" if cell in targets else "") + (" last" if cell == moved else "")
        if piece >= CASTLE:
            yield _castle(table, cell, piece - CASTLE, marks, pick)
        else:
            x, y = _centre(cell)
            what = f"pawn of player {piece + 1} on {boards.name(cell)}"
            yield Disc(x, y, 0.33, str(piece + 1), style=f"p{piece} pawn{marks}", label=what, pick=pick)
    if isinstance(view.seat, Seat) and view.seat.castle >= 0 and view.player is not None:
        yield _castle(table, view.seat.castle, view.player & 1, " dim", None)


def _castle(table: Table, cell: int, side: int, marks: str, pick: dict[str, Any] | None) -> Group:
    """Two towers and a gate; with four players a tower for each partner."""
    first, last = table.teams[side][0], table.teams[side][-1]
    x, y = _xy(cell)
    parts: list[Shape] = [
        Box(0.14, 0.24, 0.3, 0.63, style=f"p{first} tower{marks}"),
        Box(0.56, 0.24, 0.3, 0.63, style=f"p{last} tower{marks}"),
        Box(0.3, 0.46, 0.4, 0.41, SIDES[side][0], style=f"p{first} tower"),
    ]
    parts += [
        Box(left, 0.13, 0.12, 0.14, style=f"p{first if left < 0.5 else last} tower")
        for left in (0.12, 0.34, 0.54, 0.76)
    ]
    where = boards.name(cell)
    return Group(parts, x, y, glyph=f"#{SIDES[side][0]}", label=f"castle of {SIDES[side]} on {where}", pick=pick)


def _spots(table: Table, legal: Sequence[Any]) -> Iterator[Shape]:
    """The empty cells that may be chosen."""
    for cell in dict.fromkeys(move.to for move in legal if isinstance(move, Move)):
        if table.board[cell] < 0:
            yield Disc(*_centre(cell), 0.13, style="spot", glyph="o", label=boards.name(cell), pick={"to": cell})
    for move in legal:
        if isinstance(move, Castle):
            yield Disc(
                *_centre(move.cell),
                0.2,
                style="spot",
                glyph="o",
                label=boards.name(move.cell),
                pick={"cell": move.cell},
            )


def _actions(legal: Sequence[Any]) -> Iterator[Panel]:
    if any(isinstance(move, End) for move in legal):
        button = tile(
            0, 0, "End the turn", "button", kind="tile", w=4, h=0.8, label="end the turn", pick={"type": "end"}
        )
        yield Panel("Or", [button])


def _box(view: View[Any, Any, Any]) -> Iterator[Panel]:
    """The tiles that were not drawn, which tells which ones were."""
    counts: Counter[str] = Counter(view.table.box)
    kinds = [kind for kind in tile_set(view.options.tileset).tiles if counts[kind.name]]
    shown = [small(kind, counts[kind.name]) for kind in kinds]
    if shown:
        # A letter of the caption is half a cell of its tile wide, on character drawings too.
        wide = max(2.7, *(len(shape.glyph) / 2 + 0.5 for shape in shown))
        yield Panel("Tiles not drawn", [Group(flow(shown, int(19 / wide), w=wide, h=2.9), scale=0.5)])


def small(kind: Kind, count: int) -> Shape:
    """A tile with its walls, and how many there are."""
    edges = ((1, 0, True), (1, 1, False), (1, 1, True), (0, 1, False))
    rim = (
        (0, 0, False),
        (1, 0, False),
        (2, 0, True),
        (2, 1, True),
        (1, 2, False),
        (0, 2, False),
        (0, 1, True),
        (0, 0, True),
    )
    shapes: list[Shape] = [Box(x, y, style="cell") for y in (0, 1) for x in (0, 1)]
    shapes.append(Box(0, 0, 2, 2, style="edge"))
    for flag, (x, y, upright) in zip(kind.inner + kind.outer, (*edges, *rim), strict=True):
        shapes += _wall(x, y, upright, double=False) if flag == "1" else ()
    shapes.append(Text(1, 2.35, f"{count} x {kind.name}", 0.5, style="muted"))
    return Group(shapes, glyph=f"{count}x{kind.name}", label=f"{count} of kind {kind.name}")


# -- words ---------------------------------------------------------------------------------------------


def _scores(view: View[Any, Any, Any], movers: Sequence[int]) -> list[Score]:
    table: Table = view.table
    lines: list[Score] = []
    for player in range(view.players):
        team = next(team for team in table.teams if player in team)
        partner = "".join(f"with player {other + 1}, " for other in team if other != player)
        note = "wins" if player in table.winners else "" if table.ending else _standing(table, player)
        lines.append(Score(who(player), None, (partner + note).removesuffix(", "), f"p{player}", player in movers))
    return lines


def _standing(table: Table, player: int) -> str:
    if isinstance(table, RaceTable):
        a, b, c, d = goals(table)[player]
        left, upper = not a % boards.WIDTH, a < boards.WIDTH
        corner = (a if left else b) if upper else (c if left else d)
        return "finished" if table.finished[player] else f"{distance(table, player)} to go to {boards.name(corner)}"
    pawns = len(table.pawns[player])
    return f"{SIDES[player & 1].lower()}, {many(pawns, 'pawn')}"


def _captions(view: View[Any, Any, Any], movers: Sequence[int], legal: Sequence[Any]) -> Iterator[str]:
    table: Table = view.table
    if table.before:
        yield f"The turn before, of {who(table.before_player).lower()}: {_told(table.before)}."
    if table.trail:
        yield f"This turn: {_told(table.trail)}."
    if table.ending:
        yield f"{wins(table.winners) if table.winners else 'A draw'}: {ENDINGS[table.ending]}."
        return
    if isinstance(table, CastleTable) and table.choosing:
        yield "Choose a cell for your castle." if legal else f"{' and '.join(map(who, movers))} will place a castle."
        return
    left, total = table.moves.left, table.moves.full
    mover = "You have" if legal else f"{who(movers[0])} has"
    granted = table.last_turn if isinstance(table, RaceTable) else None
    last = "the last turn, with " if granted else ""
    if granted and granted.moves:
        # Their number runs out before, or with, what they may cost.
        left, total = min(left, granted.moves - len(table.trail)), granted.moves
    yield f"Round {table.rota.rounds + 1} of {view.options.move_cap}. {mover} {last}{left} of {total} moves left."
    tolls = table.ground.arena.tolls
    for cost, over in ((2, "a wall"), (3, "two walls")):
        dear = [(move.start, move.to) for move in legal if isinstance(move, Move)]
        dear = [(start, to) for start, to in dear if tolls[start].get(to) == cost]
        if dear:
            yield f"Over {over}, for {cost} moves: {_told(dear)}."


def _told(moves: Sequence[tuple[int, int]]) -> str:
    return ", ".join(f"{boards.name(start)} to {boards.name(to)}" for start, to in moves)
