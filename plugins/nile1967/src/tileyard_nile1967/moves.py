"""Which tile may go where, and why another may not."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple, get_args

from tileyard import Reason
from tileyard.board import Network, plane
from tileyard_nile1967.grid import PORTS, Grid, Way, lies
from tileyard_nile1967.model import Place, Table
from tileyard_nile1967.pieces import UNIVERSAL, Kind

__all__ = ["Spot", "all_cross", "completion", "open_ways", "placements", "why_no_stop", "why_not"]

# Moves are values: one of each is enough.
PLACES: dict[Kind, tuple[Place, ...]] = {kind: tuple(Place(kind, port) for port in range(8)) for kind in get_args(Kind)}


class Spot(NamedTuple):
    """How far the line has come: its strands, the squares with tiles, and the node where it goes on."""

    line: Network
    laid: Collection[int]
    node: int

    def after(self, way: Way) -> Spot:
        """The spot once the line has gone ``way``; this one stays as it is."""
        out = self.node - (self.node & 7) + way.exit
        longer = Network(self.line.strands | {self.node: out, out: self.node})
        return Spot(longer, {*self.laid, self.node >> 3}, way.next)

    def goes_on(self, grid: Grid, way: Way) -> bool:
        """Whether a play that goes ``way`` from here may not stop after it (N67-406, 411)."""
        return way.next >= 0 and (way.next >> 3 in self.laid or grid.is_blue(self.node >> 3))


def open_ways(grid: Grid, spot: Spot, rack: Sequence[Kind]) -> list[Way]:
    """The ways on that some tile of ``rack`` goes, on the board and off the line (N67-403 to 405, 408, 421, 425).

    Whether a play may stop after it, or can go on, is not looked at.
    """
    line, laid, node = spot
    universal = UNIVERSAL in rack
    blocked = line.blocked
    if node >> 3 in laid:
        free = _far_ports(grid, line, node) if universal else ()
        return [way for way in grid[node] if way.exit in free and not (way.corner and blocked(way.corner))]
    return [way for way in grid[node] if (universal or way.kind in rack) and not (way.corner and blocked(way.corner))]


def _far_ports(grid: Grid, line: Network, node: int) -> set[int]:
    """The ports by which a crossing may leave a square that is entered by ``node`` (N67-425, 427)."""
    ends = _ends(line, node)
    if len(ends) > grid.most_crossed:
        return set()
    far = {port for a, b in ends.items() for port in _far(node & 7, a, b, grid.any_port)}
    return far - ends.keys()


def _ends(line: Network, node: int) -> dict[int, int]:
    """The ports of a square that the line uses, each with the other end of its strand."""
    base, strands = node & ~7, line.strands
    return {port: strands[base + port] & 7 for port in range(8) if base + port in strands}


@lru_cache(maxsize=1024)
def _far(entry: int, a: int, b: int, any_port: bool) -> frozenset[int]:
    """The ports on the far side of a strand from ``a`` to ``b``, seen from ``entry``; or all but these three."""
    free = (port for port in range(8) if port not in (entry, a, b))
    return frozenset(port for port in free if any_port or _between(entry, port, a) != _between(entry, port, b))


def _between(start: int, end: int, port: int) -> bool:
    """Whether ``port`` is met on the way clockwise from ``start`` to ``end``."""
    return (port - start) % 8 < (end - start) % 8


def completion(grid: Grid, spot: Spot, rack: Sequence[Kind], most: int) -> list[Kind] | None:
    """Tiles of ``rack``, ``most`` of them at most, that lead on to where a play may stop (N67-415); None if none do.

    A play that may stop at once needs none, but that is for the caller to know.
    """
    crossing = spot.node >> 3 in spot.laid
    for way in open_ways(grid, spot, rack) if most else ():
        # A universal tile kept can still do whatever the plain one could have done.
        kind = UNIVERSAL if crossing or way.kind not in rack else way.kind
        if not spot.goes_on(grid, way):
            return [kind]
        rest = completion(grid, spot.after(way), _without(rack, kind), most - 1)
        if rest is not None:
            return [kind, *rest]
    return None


def _without(rack: Sequence[Kind], kind: Kind) -> list[Kind]:
    rest = list(rack)
    rest.remove(kind)
    return rest


def placements(grid: Grid, table: Table, rack: Sequence[Kind]) -> list[Place]:
    """Every placement that is legal now, by exit."""
    node, laid = table.head, table.tiles
    spot = Spot(table.line, laid, node)
    universal, crossing, blue = UNIVERSAL in rack, node >> 3 in laid, grid.is_blue(node >> 3)
    moves: list[Place] = []
    for way in open_ways(grid, spot, rack):
        out, kind, ahead, _ = way
        # As Spot.goes_on, written out: it is asked for every way at every ply.
        goes_on = ahead >= 0 and (blue or ahead >> 3 in laid)
        if not crossing and kind in rack and not (goes_on and _stuck(grid, spot, way, rack, kind)):
            moves.append(PLACES[kind][out])
        if universal and not (goes_on and _stuck(grid, spot, way, rack, UNIVERSAL)):
            moves.append(PLACES[UNIVERSAL][out])
    return moves


def _stuck(grid: Grid, spot: Spot, way: Way, rack: Sequence[Kind], kind: Kind) -> bool:
    """Whether a play that goes on after a tile of this kind cannot be completed with the rest of the rack (N67-415)."""
    rest = _without(rack, kind)
    if way.next >> 3 in spot.laid and UNIVERSAL not in rest:
        return True
    return completion(grid, spot.after(way), rest, len(rest)) is None


def all_cross(grid: Grid, table: Table, moves: Sequence[Place]) -> bool:
    """Whether each of the legal placements leads into an occupied square, so that every play contains a crossing."""
    ahead = {way.exit: way.next >> 3 for way in grid[table.head]}
    return all(ahead[move.exit] in table.tiles for move in moves)


def why_no_stop(grid: Grid, table: Table) -> Reason | None:
    """The rule against stopping here; None if the play may stop (N67-303, 406, 411)."""
    if not table.play:
        return Reason("a turn needs a tile at least", "N67-303", "type")
    if table.head >> 3 in table.tiles:
        return Reason("the line points to an occupied square, which must be crossed now", "N67-406", "type")
    if grid.is_blue(table.play[-1]):
        return Reason("a play on the blue column must reach a finish dot", "N67-411", "type")
    return None


def why_not(grid: Grid, table: Table, rack: Sequence[Kind], move: Place) -> Reason | None:
    """The rule against a placement; None if it is legal."""
    moves = placements(grid, table, rack)
    if move in moves:
        return None
    tiles = tuple(dict.fromkeys(each.tile for each in moves))
    if move.tile not in rack:
        return Reason(f"you have no {move.tile} tile", "N67-322", "tile", tiles)
    if table.head >> 3 in table.tiles and move.tile != UNIVERSAL:
        return Reason("an occupied square takes a UNIVERSAL tile and no other", "N67-421", "tile", tiles)
    exits = tuple(each.exit for each in moves if each.tile == move.tile)
    text, rule = _against(grid, table, rack, move)
    return Reason(text, rule, "exit", exits)


def _against(grid: Grid, table: Table, rack: Sequence[Kind], move: Place) -> tuple[str, str]:
    """What is wrong with the exit of a placement that is not legal."""
    node, port = table.head, move.exit
    entry = node & 7
    if port not in range(8):
        return "ports are numbered from 0 to 7", "N67-105"
    name = PORTS[port]
    if port == entry:
        return f"the line comes in by {name}, so it cannot leave there", "N67-404"
    if move.tile != UNIVERSAL and lies(entry, port)[0] != move.tile:
        return f"a {move.tile} tile entered by {PORTS[entry]} does not lead to {name}", "N67-403"
    way = next((way for way in grid[node] if way.exit == port), None)
    if way is None:
        return _off_board(grid, node, name)
    if table.line.blocked(way.corner):
        return f"the line already passes through the corner to the {name}", "N67-408"
    if node >> 3 in table.tiles and port not in _far_ports(grid, table.line, node):
        if plane.node(node >> 3, port) in table.line.strands:
            return f"the line already uses the port to the {name}", "N67-425"
        return f"the exit to the {name} is not on the far side of the line that is crossed", "N67-425"
    if way.next >> 3 in table.tiles:
        if UNIVERSAL not in _without(rack, move.tile):
            return f"the square to the {name} is occupied, and you have no UNIVERSAL tile to cross it", "N67-407"
        if len(_ends(table.line, way.next)) > grid.most_crossed:
            return f"the line crosses itself on the square to the {name}, which cannot be crossed again", "N67-427"
        return f"the square to the {name} is occupied and cannot be crossed from here", "N67-415"
    return "with the rest of your rack the line cannot reach a finish dot from there", "N67-411"


def _off_board(grid: Grid, node: int, name: str) -> tuple[str, str]:
    if not grid.is_blue(node >> 3):
        return f"the line may not touch the border here, to the {name}", "N67-405"
    if len(grid.blue_exits) == 1:
        return "from the blue column the line goes on to the finish dot, by E", "N67-702"
    return "on the blue column the line leaves by E, or by N and S within the column", "N67-412"
