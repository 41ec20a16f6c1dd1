"""How boards come about: cells are laid out or arranged, joined into graphs, and verified with networkx."""

from __future__ import annotations

from math import atan2, pi
from typing import NamedTuple

from tileyard.ground.errors import UsageError

__all__ = ["XY", "Build", "Outline", "Place", "Rows", "arrange", "tessellate"]

Place = tuple[int, int]
XY = tuple[float, float]
Rows = tuple[tuple[int, ...], ...]


class Outline(NamedTuple):
    """A cell before its board is built: its corners clockwise, in sixths of the lattice."""

    name: str
    corners: list[Place]


class Build(NamedTuple):
    """A verified board, before it is frozen. A *place* is (cell, port)."""

    names: tuple[str, ...]
    xy: tuple[XY, ...]
    outline: tuple[tuple[XY, ...], ...]
    degrees: list[int]
    mate: dict[Place, Place]
    around: list[list[Place]]


def tessellate(cells: list[Outline], basis: tuple[XY, XY]) -> Build:
    """Lay out cells of any shape that fill a lattice; ``basis`` is where its two unit steps lead.

    Every way they meet follows from one rule: a port leads to the cell that its point mirrors this
    cell to. Lattice points are whole numbers, so nothing is rounded before it is drawn.
    """
    around: dict[Place, list[Place]] = {}
    rows: list[list[Place]] = []
    centres: dict[Place, int] = {}
    for cell, (_, corners) in enumerate(cells):
        row: list[Place] = []
        for before, corner in zip(corners[-1:] + corners[:-1], corners, strict=True):
            row += [((before[0] + corner[0]) // 2, (before[1] + corner[1]) // 2), corner]
        for port, point in enumerate(row):
            around.setdefault(point, []).append((cell, port))
        rows.append(row)
        centres[sum(x for x, _ in corners) // len(corners), sum(y for _, y in corners) // len(corners)] = cell

    joins: list[tuple[Place, Place]] = []
    for (cx, cy), cell in centres.items():
        for port, (px, py) in enumerate(rows[cell]):
            far = centres.get((2 * px - cx, 2 * py - cy), -1)
            if far > cell:
                joins.append(((cell, port), (far, rows[far].index((px, py)))))

    def drawn(point: Place) -> XY:
        (ax, ay), (bx, by) = basis
        return _tidy((point[0] * ax + point[1] * bx) / 6), _tidy((point[0] * ay + point[1] * by) / 6)

    degrees = [len(row) for row in rows]
    return Build(
        names=tuple(name for name, _ in cells),
        xy=tuple(map(drawn, centres)),
        outline=tuple(tuple(map(drawn, corners)) for _, corners in cells),
        degrees=degrees,
        mate=_verify(degrees, joins, step=2),
        around=list(around.values()),
    )


def arrange(names: tuple[str, ...], links: Rows, places: tuple[XY, ...]) -> Build:
    """Arrange the links of each cell clockwise from north, as seen from its place."""

    def bearing(cell: int, other: int) -> float:
        (x, y), (to_x, to_y) = places[cell], places[other]
        return atan2(to_x - x, y - to_y) % (2 * pi)

    rows = [sorted(near, key=lambda other, cell=cell: (bearing(cell, other), other)) for cell, near in enumerate(links)]
    joins = [
        ((cell, port), (other, rows[other].index(cell)))
        for cell, row in enumerate(rows)
        for port, other in enumerate(row)
        if other > cell
    ]
    degrees = [len(row) for row in rows]
    around: list[list[Place]] = [list(pair) for pair in joins]
    return Build(names, places, ((),) * len(names), degrees, _verify(degrees, joins, step=1), around)


def _verify(degrees: list[int], joins: list[tuple[Place, Place]], step: int) -> dict[Place, Place]:
    """Where each port leads, (-1, -1) for nowhere, once the side graph and the port graph are found sound."""
    import networkx as nx

    sides: nx.Graph[int] = nx.Graph()
    sides.add_nodes_from(range(len(degrees)))
    sides.add_edges_from((a, b) for (a, port), (b, _) in joins if port % step == 0)
    if not degrees or not nx.is_connected(sides):
        raise UsageError("a board must be one connected piece", field="board")
    ports: nx.Graph[Place] = nx.Graph()
    ports.add_nodes_from((cell, port) for cell, degree in enumerate(degrees) for port in range(degree))
    ports.add_edges_from(joins)
    if len(ports) != sum(degrees) or not nx.is_matching(ports, set(joins)):
        raise UsageError("each port of a board must lead to one port at most", field="board")
    return {place: next(iter(ports[place]), (-1, -1)) for place in ports}


def _tidy(value: float) -> float:
    """Whole numbers as ints, others to six places, so that equal boards print alike everywhere."""
    rounded = round(value, 6)
    return int(rounded) if rounded == int(rounded) else rounded
