"""The pictures on the pages of the games: ``python docs/games/pictures.py`` writes them anew beside the pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from tileyard import Chance, Engine, FastChance, View
from tileyard.board import Regions, plane
from tileyard.front import svg
from tileyard.front.bots import GreedyBot
from tileyard.front.scene import Group, Polygon, Scene, Shape, Text, flow, quarters
from tileyard.ground import files
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
    table = Table(tuple(colours), {}, {}, Regions(), 0, 0, [], 0)  # type: ignore[arg-type]
    for x, y, shown in re.findall(r"(-?\d+),(-?\d+) ([wgk]{4})", layout):
        table.last_at = plane.cell(int(x), int(y))
        table.closed = areas.lay(table, table.last_at, shown)
    view = View(None, 2, Options(), [0, 0], table, None, {"seat.hand": [0, 0], "vault.deck": 0}, 0)
    drawn = tiles_scene.scene(view)
    return Scene(shapes=drawn.shapes, columns=drawn.columns, rows=drawn.rows, styles=drawn.styles, captions=[caption])


def tiles_game() -> Scene:
    """The twentieth move of a game between two bots, as seen by whoever is to move."""
    game = Tiles()
    engine, bot = Engine(game, 2), GreedyBot(game, "page")
    position = engine.start(Chance.from_seed("page"))
    engine.rollout(position, FastChance(1), lambda view, _: bot.choose(engine.copy_view(view)), limit=20)
    return tiles_scene.scene(engine.view(position, *engine.active(position)))


PICTURES: dict[str, Callable[[], Scene]] = {
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
    "tiles-game": tiles_game,
}


def draw(names: Iterable[str] = PICTURES) -> dict[str, str]:
    """The pictures by the names of their files."""
    return {f"{name}.svg": svg.draw(PICTURES[name]()) for name in names}


if __name__ == "__main__":
    for name, picture in draw().items():
        files.write(HERE / name, picture)
