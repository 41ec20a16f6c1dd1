"""Tiles positions written down by hand: places as ``x,y``, tiles as the four letters they show."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import networkx as nx
from hypothesis import settings
from hypothesis import strategies as st

from tileyard import Chance, Engine, FastChance, Position, Scored, State
from tileyard.board import Regions, plane
from tileyard.play.engine import Step
from tileyard_tiles import areas
from tileyard_tiles.model import Closed, Colour, Kind, Place, Seat, Table, TileSet, Vault
from tileyard_tiles.pieces import pieces, turned
from tileyard_tiles.rules import Tiles

GAME = Tiles()
COLOURS: tuple[Colour, ...] = ("w", "g", "k")
Triangle = tuple[int, int]
"""Its cell and its side."""

LUMPY = {"tiles": [{"kind": kind, "copies": 9} for kind in ("wwww", "wwwk", "wwkk", "wkwk", "wkkk")]}
"""A set in two colours: large areas, rings and islands come by themselves."""

PLAYERS = st.integers(2, 3)
SEEDS = st.integers(0, 2**32)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "tileset": st.just(LUMPY),
        "rotate": st.just("no"),
        "end": st.just("deck_empty"),
        "multi_area": st.just("joined"),
        "discard": st.just("face_down"),
        "must_place": st.just("no"),
    },
)
GAMES = settings(max_examples=25)
"""Whole games are dear."""


def at(text: str) -> int:
    """The cell of ``"-1,2"``: x -1, y 2."""
    x, y = text.split(",")
    return plane.cell(int(x), int(y))


def tiles(text: str) -> list[tuple[int, str]]:
    """Places and what they show, as in ``"0,0 wwkg  1,0 gkkw"``."""
    return [(at(place), shown) for place, shown in re.findall(r"(-?\d+,-?\d+) ([wgk]{4})", text)]


def table(layout: str, colours: Sequence[Colour] = COLOURS[:2], mover: int = 0, left: int = 0) -> Table:
    """A table with a layout on it, laid tile by tile."""
    made = Table(tuple(colours), {}, {}, Regions(), mover, left, [])
    for cell, shown in tiles(layout):
        areas.lay(made, cell, shown)
    return made


def position(
    layout: str,
    hands: Sequence[Sequence[str]],
    *,
    colours: Sequence[Colour] = COLOURS[:2],
    mover: int = 0,
    deck: Sequence[str] = (),
) -> Position:
    """A position in which ``mover`` is to move."""
    left = sum(map(len, hands)) + len(deck)
    state = State(table(layout, colours, mover, left), tuple(Seat([*hand], []) for hand in hands), Vault([*deck]))
    return Position(state, [0] * len(hands), Chance(bytes(32)), 0)


def place(shown: str, cell: int, **options: Any) -> Place:
    """The move that lays a tile so that it shows these letters."""
    known = pieces(options.get("tileset", "mac45"), options.get("rotate", "yes"))
    kind = known.kind_of[shown]
    return Place(kind, cell, next(turn for turn in range(4) if turned(kind, turn) == shown))


def lay(layout: str, move: str, colour: Colour, **options: Any) -> Step:
    """What happens when a player of a colour lays a tile, ``"0,0 gwwk"``."""
    ((cell, shown),) = tiles(move)
    made = place(shown, cell, **options)
    others = [other for other in COLOURS if other != colour]
    game = position(layout, [[made.tile], ["kkkk"]], colours=(colour, others[0]))
    return Engine(GAME, 2, options).carry_out(game, 0, made)


def closed(step: Step) -> list[tuple[str, int]]:
    """Colour and number of tiles of each area a step closed, sorted."""
    return sorted((event.colour, len(areas.cells(event.triangles))) for event in step.events if type(event) is Closed)


def scored(step: Step) -> list[int]:
    """The points of each award of a step."""
    return [event.points for event in step.events if type(event) is Scored]


def totals(layout: str, move: str, **options: Any) -> dict[str, int]:
    """What the move scores for a player of each colour."""
    return {colour: sum(scored(lay(layout, move, colour, **options))) for colour in COLOURS}


# -- the slow way --------------------------------------------------------------------------------------


def graph(layout: dict[int, str]) -> nx.Graph[Triangle]:
    """The triangles of a layout, joined inside tiles and across sides where they hang together."""
    joined: nx.Graph[Triangle] = nx.Graph()
    for cell, shown in layout.items():
        for side in range(4):
            joined.add_node((cell, side))
            if shown[side] == shown[side - 1]:
                joined.add_edge((cell, side), (cell, (side - 1) % 4))
            near = plane.neighbours(cell)[side]
            if near in layout:
                joined.add_edge((cell, side), (near, (side + 2) % 4))
    return joined


def areas_of(layout: dict[int, str]) -> dict[frozenset[Triangle], int]:
    """Every area, with the number of its edges that touch no tile."""
    return {
        frozenset(area): sum(plane.neighbours(cell)[side] not in layout for cell, side in area)
        for area in nx.connected_components(graph(layout))
    }


def closed_areas(layout: dict[int, str]) -> set[frozenset[Triangle]]:
    """Every closed area."""
    return {area for area, edges in areas_of(layout).items() if not edges}


def brute_force(layout: dict[int, str], hand: Sequence[str], rotate: bool = True) -> set[tuple[str, int, str]]:
    """Kind, cell and what is shown, for every tile on every cell around the layout, turned every way."""
    found: set[tuple[str, int, str]] = set()
    around = {cell + step for cell in layout for step in plane.EIGHT} | layout.keys()
    for cell in around:
        facing = [layout.get(near, "....")[(side + 2) % 4] for side, near in enumerate(plane.neighbours(cell))]
        if cell in layout or facing == ["."] * 4:
            continue
        for kind in hand:
            for turn in range(4) if rotate else (0,):
                shown = kind[4 - turn :] + kind[: 4 - turn]
                if all(wanted in (".", own) for wanted, own in zip(facing, shown, strict=True)):
                    found.add((kind, cell, shown))
    return found


def course(players: int, options: dict[str, Any], seed: int) -> Iterator[tuple[Engine, Position, int, Any, Step]]:
    """A game move by move: the position, who makes which move, and the step.

    With an odd seed each tile goes where it touches most others, so that the layout is dense and much is closed.
    """
    engine, chance = Engine(GAME, players, options), FastChance(seed)
    game = engine.start(Chance.from_seed(str(seed)))
    while active := engine.active(game):
        view = engine.view(game, active[0])
        moves = [GAME.sample(view, chance) for _ in range(8 if seed % 2 else 1)]
        layout = view.table.layout
        move = max(moves, key=lambda move: sum(n in layout for n in plane.neighbours(getattr(move, "at", 0))))
        step = engine.carry_out(game, active[0], move)
        yield engine, game, active[0], move, step
        game = step.position


def middle(players: int, options: dict[str, Any], seed: int, plies: int) -> tuple[Engine, Position]:
    """The position after some random moves."""
    engine = Engine(GAME, players, options)
    game = engine.start(Chance.from_seed(str(seed)))
    engine.rollout(game, FastChance(seed), limit=plies)
    return engine, game


def small(*kinds: tuple[str, int]) -> TileSet:
    """A tile set of so many copies of each kind."""
    return TileSet(tuple(Kind(kind, copies) for kind, copies in kinds))
