"""Boards with edges: which cell lies beside which, built and verified as a graph, then frozen.

A :class:`Topology` is built once per argument and shared by every state; it is never part of one.
Cells are numbered from 0 in reading order. Everything around a cell is listed clockwise from north:

- *side* ``i`` is an edge of the cell, *corner* ``i`` the point where sides ``i`` and ``i + 1`` meet;
- *port* ``2 * i`` is the middle of side ``i``, *port* ``2 * i + 1`` is corner ``i``. A square has the
  ports 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW, 6 W and 7 NW;
- a *node* is a port of a cell as one number, ``width * cell + port``; regions and networks use nodes.

A port leads straight through its point into the cell on the far side, or nowhere (-1).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import isfinite, sqrt
from typing import Any

from tileyard.board._build import XY, Build, Outline, Place, Rows, arrange, tessellate
from tileyard.ground.errors import UnknownName, UsageError

__all__ = ["Topology", "from_graph", "hexagon", "square", "triangle"]

MOST_CELLS = 10_000


@dataclass(frozen=True, repr=False)
class Topology:
    """The cells of a board and how they meet; tuples only, hashable, equal by value.

    Tables have one row per cell; -1 stands for "nothing there". Side neighbours of ``square``,
    ``hexagon`` and ``triangle`` boards lie one unit apart; ``x`` grows to the right, ``y`` downwards.
    """

    title: str
    """How it was made, such as ``square(21, 21)``."""
    names: tuple[str, ...]
    """The name of each cell, column letter and row number from the top, such as ``c5``."""
    xy: tuple[XY, ...]
    """The centre of each cell, in board units."""
    outline: tuple[tuple[XY, ...], ...]
    """The corners of each cell, in board units; corner ``i`` is ``outline[cell][i]``. Empty for a graph."""
    sides: Rows
    """``sides[cell][side]`` is the neighbour on that side."""
    corners: Rows
    """``corners[cell][corner]`` is the cell straight across that corner. Empty for a graph."""
    ports: Rows
    """``ports[cell][port]`` is the cell that port leads to. In a board made from a graph, ports are sides."""
    entry: Rows
    """``entry[cell][port]`` is the port by which that cell is entered; (port + 4) % 8 on squares."""
    neighbours: Rows
    """``neighbours[cell]`` holds the cells of ``sides[cell]`` without the -1."""
    points: Rows
    """``points[cell][port]`` is the number of the place in the plane; equal numbers are one place."""
    around: tuple[tuple[tuple[int, int], ...], ...]
    """``around[point]`` lists every (cell, port) that lies on that point."""
    width: int
    """How many node numbers each cell has, which is the largest number of ports of any."""
    across: tuple[int, ...]
    """``across[node]`` is the node on the far side of the same point."""
    crossings: tuple[tuple[tuple[int, int], ...], ...]
    """``crossings[node]`` holds the other pairs of nodes that meet straight across the same corner."""

    def __len__(self) -> int:
        """The number of cells."""
        return len(self.names)

    def __hash__(self) -> int:
        return hash((self.title, self.xy))

    def __repr__(self) -> str:
        return f"<{self.title}: {len(self)} cells>"

    def node(self, cell: int, port: int) -> int:
        """The number of a port of a cell, for :class:`Regions` and :class:`Network`."""
        return self.width * cell + port

    def cell(self, name: str) -> int:
        """The cell of that name, in upper or lower case. Raises :class:`UnknownName`."""
        try:
            return self._cells[name.strip().lower()]
        except KeyError:
            raise UnknownName.of("cell", name, self.names) from None

    def distance(self, a: int, b: int) -> int:
        """The number of steps over sides from cell ``a`` to cell ``b``."""
        return self.distances(a)[b]

    def distances(self, source: int) -> tuple[int, ...]:
        """The number of steps over sides from ``source`` to each cell; found once and kept."""
        if source not in self._distances:
            import networkx as nx

            steps = nx.single_source_shortest_path_length(self.graph, source)
            self._distances[source] = tuple(steps[cell] for cell in range(len(self)))
        return self._distances[source]

    @cached_property
    def graph(self) -> Any:
        """The side graph as a ``networkx.Graph``: the door to every algorithm there. Do not change it."""
        import networkx as nx

        return nx.Graph(dict(enumerate(self.neighbours)))

    @cached_property
    def _cells(self) -> dict[str, int]:
        return {name.lower(): cell for cell, name in enumerate(self.names)}

    @cached_property
    def _distances(self) -> dict[int, tuple[int, ...]]:
        return {}


def square(width: int, height: int, without: Iterable[tuple[int, int]] = ()) -> Topology:
    """A board of squares, ``width`` columns by ``height`` rows, less the (column, row) places in ``without``.

    Raises :class:`UsageError` for sizes below 1, more than 10 000 cells, places off the board,
    or places whose loss leaves the board empty or in pieces.
    """
    _check_size("width", width)
    _check_size("height", height)
    _check_cells(width * height)
    holes = frozenset(without)
    if stray := [place for place in holes if place not in {(x, y) for y in range(height) for x in range(width)}]:
        raise UsageError(f"{min(map(repr, stray))} is not on a board of {width} by {height}", field="without")
    return _square(width, height, holes)


def hexagon(radius: int) -> Topology:
    """A hexagon of hexagons, ``radius`` rings around one cell. Side 0 is north; columns carry the letters.

    Three cells meet at each point, so no corner leads anywhere. Raises :class:`UsageError` for a
    radius below 0 or more than 10 000 cells.
    """
    _check_size("radius", radius, least=0)
    _check_cells(3 * radius * (radius + 1) + 1)
    return _hexagon(radius)


def triangle(side: int) -> Topology:
    """A triangle of triangles, ``side`` rows, apex at the top; row ``y`` holds ``2 * y + 1`` cells.

    Side 0 of a cell that points up is its right side, of one that points down its top side. Raises
    :class:`UsageError` for a side below 1 or more than 10 000 cells.
    """
    _check_size("side", side)
    _check_cells(side * side)
    return _triangle(side)


def from_graph(graph: Mapping[Any, Iterable[Any]], at: Mapping[Any, XY]) -> Topology:
    """A board of any shape: ``graph[node]`` lists the neighbours of a node, ``at[node]`` is its place (x, y).

    ``graph`` is a mapping or a ``networkx.Graph``. Cells are numbered in its order and named by
    ``str(node)``; sides run clockwise from north as seen in ``at``; there are no corners, and the
    ports are the sides. Raises :class:`UsageError` for a graph that is empty, in pieces, one-way or
    joined to itself, and for places that are missing, not finite, or used twice.
    """
    number: dict[Any, int] = {node: cell for cell, node in enumerate(graph)}
    _check_cells(len(number))
    names = tuple(str(node) for node in number)
    if len({name.lower() for name in names}) < len(names):
        raise UsageError("two cells of the graph have the same name", field="graph")
    links: list[tuple[int, ...]] = []
    for node, cell in number.items():
        near = list(dict.fromkeys(graph[node]))
        if lost := [other for other in near if other not in number or node not in graph[other] or other == node]:
            raise UsageError(f"{node!r} to {lost[0]!r} must join two cells, both ways", field="graph", cell=names[cell])
        links.append(tuple(number[other] for other in near))
    if missing := [name for node, name in zip(number, names, strict=True) if node not in at]:
        raise UsageError(f"cell {missing[0]!r} has no place", field="at", cell=missing[0])
    places = tuple((at[node][0], at[node][1]) for node in number)
    if len(set(places)) < len(places) or not all(map(_is_number, sum(places, ()))):
        raise UsageError("each cell needs a finite place of its own", field="at")
    return _graph(names, tuple(links), places)


@lru_cache(maxsize=64)
def _square(width: int, height: int, holes: frozenset[Place]) -> Topology:
    cells = [
        Outline(_name(x, y), [(6 * x + dx, 6 * y + dy) for dx, dy in ((3, -3), (3, 3), (-3, 3), (-3, -3))])
        for y in range(height)
        for x in range(width)
        if (x, y) not in holes
    ]
    less = f", without={sorted(holes)}" if holes else ""
    return _freeze(f"square({width}, {height}{less})", tessellate(cells, ((1, 0), (0, 1))))


@lru_cache(maxsize=64)
def _hexagon(radius: int) -> Topology:
    # Axial coordinates: q is the column, r the place in it. The neighbours run clockwise from north.
    ring = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
    between = [(2 * (a[0] + b[0]), 2 * (a[1] + b[1])) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)]
    span = range(-radius, radius + 1)
    cells = [
        Outline(_name(q + radius, r + radius), [(6 * q + dq, 6 * r + dr) for dq, dr in between])
        for r in span
        for q in span
        if abs(q + r) <= radius
    ]
    return _freeze(f"hexagon({radius})", tessellate(cells, ((sqrt(3) / 2, 1 / 2), (0, 1))))


@lru_cache(maxsize=64)
def _triangle(side: int) -> Topology:
    cells: list[Outline] = []
    for y in range(side):
        for k in range(2 * y + 1):
            i, down = divmod(k, 2)
            up = [(i + 1, y + 1), (i, y + 1), (i, y)]
            corners = [(i + 1, y), (i + 1, y + 1), (i, y)] if down else up
            cells.append(Outline(_name(k, y), [(6 * a, 6 * b) for a, b in corners]))
    return _freeze(f"triangle({side})", tessellate(cells, ((sqrt(3), 0), (-sqrt(3) / 2, 3 / 2))))


@lru_cache(maxsize=64)
def _graph(names: tuple[str, ...], links: Rows, places: tuple[XY, ...]) -> Topology:
    return _freeze("from_graph", arrange(names, links, places))


def _freeze(title: str, build: Build) -> Topology:
    """Copy a verified board into tuples."""
    degrees, mate = build.degrees, build.mate
    step = 2 if any(build.outline) else 1
    width = max(degrees) or 1
    point_of = {place: point for point, group in enumerate(build.around) for place in group}

    def number(place: Place) -> int:
        return -1 if place[0] < 0 else width * place[0] + place[1]

    def crossings(place: Place) -> tuple[Place, ...]:
        if mate.get(place, (-1, -1))[0] < 0:
            return ()
        others = [other for other in build.around[point_of[place]] if other not in (place, mate[place])]
        return tuple((number(other), number(mate[other])) for other in others if other < mate[other])

    places = [[(cell, port) for port in range(degree)] for cell, degree in enumerate(degrees)]
    nodes = [(cell, port) for cell in range(len(degrees)) for port in range(width)]
    ports = tuple(tuple(mate[place][0] for place in row) for row in places)
    return Topology(
        title=title,
        names=build.names,
        xy=build.xy,
        outline=build.outline,
        sides=tuple(row[::step] for row in ports),
        corners=tuple(row[1::2] if step == 2 else () for row in ports),
        ports=ports,
        entry=tuple(tuple(mate[place][1] for place in row) for row in places),
        neighbours=tuple(tuple(far for far in row[::step] if far >= 0) for row in ports),
        points=tuple(tuple(point_of[place] for place in row) for row in places),
        around=tuple(map(tuple, build.around)),
        width=width,
        across=tuple(number(mate.get(node, (-1, -1))) for node in nodes),
        crossings=tuple(crossings(node) for node in nodes),
    )


def _name(column: int, row: int) -> str:
    """``c5``: the letters count a to z, then aa to az; rows count from 1 at the top."""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return f"{letters}{row + 1}"


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and isfinite(value)


def _check_size(field: str, value: Hashable, least: int = 1) -> None:
    if type(value) is not int or value < least:
        raise UsageError(
            f"{field} must be a whole number from {least}, not {value!r}", field=field, allowed=f">= {least}"
        )


def _check_cells(count: int) -> None:
    if count > MOST_CELLS:
        raise UsageError(f"a board of {count} cells is too large", field="size", allowed=f"<= {MOST_CELLS}")
