"""Connected areas over laid tiles, merged as tiles come, with the edges by which they are still open.

A game numbers its *nodes* as it likes: a node may be one side of a tile (``4 * cell + side``), one
of its areas, or a whole tile. A tile brings groups of nodes, each group joined inside the tile and
open at so many edges; where the tile touches another, an edge of one meets an edge of the other,
and both are used up. A region without open edges is closed and can never change again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tileyard.ground.errors import UsageError
from tileyard.ground.wire import Struct

__all__ = ["Regions"]


class Regions(Struct):
    """All regions of a layout, as four flat dicts: part of a state, cheap to copy, and safe to save.

    A region is known by one of its nodes. Finding the region of a node is one look in a dict; each
    merge renames the smaller region, so n nodes cost at most n log n renamings in a whole game.
    """

    region: dict[int, int] = {}
    """The region of each node; looking a node up here is the way to find it."""
    ring: dict[int, int] = {}
    """The next node of the same region, around in a circle."""
    size: dict[int, int] = {}
    """The number of nodes of each region; its keys are the regions, oldest name first."""
    open: dict[int, int] = {}
    """The number of open edges of each region; 0 means closed."""

    def lay(self, groups: Iterable[tuple[Sequence[int], int]], meets: Iterable[tuple[int, int]] = ()) -> list[int]:
        """Lay a tile, and return the regions it closes: each once, in the order of ``groups``.

        ``groups`` are the (nodes, edges) of the tile: new nodes joined to one another inside the
        tile, and the number of edges they have together. ``meets`` has one pair of nodes for each
        edge of the tile that meets another edge: of a tile laid before, or of this tile itself. A
        group without edges is a region closed at once.

        Raises :class:`UsageError` for a node laid before, an empty group, a node that is not laid,
        and more meetings than a region has open edges; the tile is then half laid, as in any failed step of a state.
        """
        new = [self._add(nodes, edges) for nodes, edges in groups]
        for a, b in meets:
            self._meet(a, b)
        region, still_open = self.region, self.open
        return [key for key in dict.fromkeys([region[node] for node in new]) if not still_open[key]]

    def members(self, region: int) -> list[int]:
        """The nodes of a region, found without looking at any other; ``region`` may be any node of it."""
        nodes = [region]
        node = self.ring[region]
        while node != region:
            nodes.append(node)
            node = self.ring[node]
        return nodes

    def _add(self, nodes: Sequence[int], edges: int) -> int:
        """Lay one group as a region of its own, named by its first node."""
        region, ring = self.region, self.ring
        if not nodes or edges < 0:
            raise UsageError("a group has one node or more, and no fewer than 0 edges", field="groups")
        first = before = nodes[0]
        for node in nodes:
            if node in region:
                raise UsageError(f"node {node} is laid already", field="groups", node=node)
            region[node] = first
            ring[before] = node
            before = node
        ring[before] = first
        self.size[first] = len(nodes)
        self.open[first] = edges
        return first

    def _meet(self, a: int, b: int) -> None:
        """Use up the two edges that meet, and make one region of the two."""
        region, ring, size, still_open = self.region, self.ring, self.size, self.open
        try:
            keep, fold = region[a], region[b]
            edges = still_open[keep], still_open[fold]
        except KeyError as missing:
            raise UsageError(f"node {missing} is not laid", field="meets") from None
        left = edges[0] - 2 if keep == fold else sum(edges) - 2
        if left < 0 or 0 in edges:
            raise UsageError(f"nodes {a} and {b} have no open edges left to meet", field="meets")
        if keep != fold:
            if size[keep] < size[fold]:
                keep, fold = fold, keep
            for node in self.members(fold):
                region[node] = keep
            ring[keep], ring[fold] = ring[fold], ring[keep]
            size[keep] += size.pop(fold)
            del still_open[fold]
        still_open[keep] = left
