"""The pictures on the pages of the games: ``python docs/games/pictures.py`` writes them anew beside the pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from tileyard import Chance, Engine, FastChance, Game, View, clockwise
from tileyard.board import Network, Regions, plane
from tileyard.front import svg
from tileyard.front.bots import GreedyBot
from tileyard.front.scene import Group, Polygon, Scene, Shape, Text, flow, quarters
from tileyard.ground import files
from tileyard_brook import Brook
from tileyard_brook import scene as brook_scene
from tileyard_nile1967 import scene as nile_scene
from tileyard_nile1967.grid import PORTS, grid_of
from tileyard_nile1967.model import Options as NileOptions
from tileyard_nile1967.model import Table as NileTable
from tileyard_nile1967.pieces import Board, components
from tileyard_nile1967.rules import Nile1967
from tileyard_nile2009 import scene as flood_scene
from tileyard_nile2009.pieces import LOCUSTS, deck
from tileyard_nile2009.rules import Nile2009
from tileyard_qaleh_nil import boards
from tileyard_qaleh_nil import scene as qaleh_scene
from tileyard_qaleh_nil.castle import QalehNilCastle
from tileyard_qaleh_nil.model import Ground, RaceOptions
from tileyard_qaleh_nil.pieces import laid, tile_set
from tileyard_qaleh_nil.race import QalehNil
from tileyard_tiles import areas
from tileyard_tiles import scene as tiles_scene
from tileyard_tiles.model import Options, Table
from tileyard_tiles.pieces import pieces
from tileyard_tiles.rules import COLOURS, Tiles

HERE = Path(__file__).parent


def tiles_kinds() -> Scene:
    """The 24 kinds, each with its letters and the number of copies."""
    known = pieces("mac45", "yes")
    shown: list[Shape] = []
    for kind in known.turns:
        rim = Polygon([(0, 0), (1, 0), (1, 1), (0, 1)], style="rim")
        parts: list[Shape] = [*quarters(0, 0, [COLOURS[colour] for colour in kind]), rim]
        shown.append(Group([*parts, Text(0.5, 1.28, f"{kind} ×{known.tiles.count(kind)}", 0.24)], label=kind))
    return Scene(shapes=flow(shown, 8, 1.5, 1.8), styles=tiles_scene.STYLES)


def tiles_layout(layout: str, colours: str, caption: str) -> Scene:
    """A layout as places and tiles, as in the worked examples; the last tile named is the move of the first colour."""
    table = Table(tuple(colours), {}, {}, Regions(), 0, 0, [], 0)  # type: ignore[arg-type]  (letters of colours)
    for x, y, shown in re.findall(r"(-?\d+),(-?\d+) ([wgk]{4})", layout):
        table.last_at = plane.cell(int(x), int(y))
        table.closed = areas.lay(table, table.last_at, shown)
    view = View(None, 2, Options(), [0, 0], table, None, {"seat.hand": [0, 0], "vault.deck": 0}, 0)
    return alone(tiles_scene.scene(view), caption)


def under_way(game: Game[Any, Any, Any, Any, Any], seed: str, plies: int, players: int = 2) -> View[Any, Any, Any]:
    """What whoever is to move sees after so many plies of a game between bots."""
    engine, bot = Engine(game, players), GreedyBot(game, "page")
    position = engine.start(Chance.from_seed(seed))
    engine.rollout(position, FastChance(1), lambda view, _: bot.choose(engine.copy_view(view)), limit=plies)
    return engine.view(position, *engine.active(position))


def alone(drawn: Scene, caption: str = "") -> Scene:
    """What lies on the table in a scene, without the players; ``caption`` says what is to be seen."""
    captions = [caption] if caption else []
    return Scene(shapes=drawn.shapes, columns=drawn.columns, rows=drawn.rows, styles=drawn.styles, captions=captions)


def nile_types() -> Scene:
    """The nine types, each in its base position, with what it is worth and the number of copies."""
    grid = grid_of(NileOptions())
    shown: list[Shape] = []
    for tile in components().tiles:
        count = Text(2.1, 0.75, f"×{tile.count}", 0.24, anchor="start")
        shown.append(Group([nile_scene.tile(tile.kind, grid), count], label=tile.kind))
    return Scene(shapes=flow(shown, 5, 3.4, 1.5), styles=nile_scene.STYLES)


def nile_line(line: str, caption: str) -> Scene:
    """A line of placements such as ``BEND>S`` on a small board; the last one is the play just made."""
    options = NileOptions(board=Board(5, 6, 2, (50, 100, 300, 100, 50)))
    table = NileTable(clockwise(2), grid_of(options).start, [[], []], Network())
    for kind, exit_name in re.findall(r"(\w+)>(\w+)", line):
        out = table.head - (table.head & 7) + PORTS.index(exit_name)
        table.last = [table.head >> 3]
        table.tiles[table.head >> 3] = kind
        table.line.lay(table.head, out, plane.across)
        table.head = plane.across(out)
    view = View(None, 2, options, [0, 0], table, None, {"seat.rack": [0, 0], "vault.pile": 0}, 0)
    return alone(nile_scene.scene(view), caption)


def flood_cards() -> Scene:
    """Each kind of card of both decks, with the number of copies in the larger one where it is in both."""
    cards = deck("deluxor", 6).cards
    shown: list[Shape] = []
    for kind in dict.fromkeys([*cards, LOCUSTS]):
        count = deck("bga2009", 6).cards.count(kind) or max(1, cards.count(kind))
        shown.append(Group([flood_scene.picture(kind), Text(0.5, 1.68, f"×{count}", 0.26)], label=kind))
    return Scene(shapes=flow(shown, 14, 1.15, 2.1), styles=flood_scene.STYLES)


def flood_game(players: int, plies: int) -> Scene:
    """A random game well under way, as seen by whoever is to move."""
    engine = Engine(Nile2009(), players)
    position = engine.start(Chance.from_seed("page"))
    engine.rollout(position, FastChance(5), limit=plies)
    return flood_scene.scene(engine.view(position, *engine.active(position)))


def qaleh_kinds() -> Scene:
    """The seven kinds of tiles, each with the number of copies."""
    kinds = tile_set("nil20").tiles
    shown = [qaleh_scene.small(kind, kind.copies) for kind in kinds]
    return Scene(shapes=flow(shown, 7, 2.8, 3), styles=qaleh_scene.STYLES)


def qaleh_board(tiles: str) -> Scene:
    """The race of two on a board of the worked examples, player 1 to move."""
    kinds = {kind.name: kind for kind in tile_set("nil20").tiles}
    drawn = [(kinds[tile[:2]], int(tile[3])) for tile in tiles.split()]
    engine = Engine(QalehNil(), 2, {"first_player": "seat0"})
    position = engine.start(Chance.from_seed("page"))
    table = position.state.table
    table.ground = Ground("3x3", laid(drawn), boards.walls(boards.layout("3x3"), drawn))
    return alone(qaleh_scene.scene(View(0, 2, RaceOptions(), [0, 0], table, None, {}, 0)))


PICTURES: dict[str, Callable[[], Scene]] = {
    "brook-game": lambda: brook_scene.scene(under_way(Brook(), "page", 14)),
    "tiles-kinds": tiles_kinds,
    "tiles-x01": lambda: tiles_layout(
        "0,-1 wwgw  -1,-1 wwkw  -1,0 kkww  0,0 gwwk",
        "kw",
        "The tile on 0,0 closes black of 3 tiles and grey of 2.",
    ),
    "tiles-x08": lambda: tiles_layout(
        "0,-1 wkkg  1,-1 ggkk  1,0 kkkw  2,0 wggk  1,1 kgwk  0,1 kkwg  0,0 kwkw",
        "kw",
        "The tile on 0,0 closes a black ring of 7 tiles, and the white island in it.",
    ),
    "tiles-game": lambda: tiles_scene.scene(under_way(Tiles(), "page", 20)),
    "nile1967-tiles": nile_types,
    "nile1967-x08": lambda: nile_line(
        "STRAIGHT>E, GENTLE_L>NE, SHARP_R>W, BEND>S, UNIVERSAL>E",
        "The BEND led into the GENTLE_L, whose square the universal tile has taken over.",
    ),
    "nile1967-game": lambda: nile_scene.scene(under_way(Nile1967(), "nile", 47)),
    "nile2009-cards": flood_cards,
    "nile2009-trade": lambda: flood_game(4, 59),
    "nile2009-plant": lambda: flood_game(3, 44),
    "qaleh-nil-tiles": qaleh_kinds,
    "qaleh-nil-x02": lambda: qaleh_board("T4r0 T6r0 T0r0  T1r0 T3r0 T2r1  T5r0 T0r0 T2r3"),
    "qaleh-nil-race": lambda: qaleh_scene.scene(under_way(QalehNil(), "nil", 25)),
    "qaleh-nil-castle": lambda: qaleh_scene.scene(under_way(QalehNilCastle(), "nil", 40, players=4)),
}


def draw(names: Iterable[str] = PICTURES) -> dict[str, str]:
    """The pictures by the names of their files."""
    return {f"{name}.svg": svg.draw(PICTURES[name]()) for name in names}


if __name__ == "__main__":
    for name, picture in draw().items():
        files.write(HERE / name, picture)
