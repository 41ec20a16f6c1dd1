"""What steps cost: a board whose sides carry walls, hills or rivers, weighed as a graph and then frozen.

A :class:`Costs` belongs to one laid board and, like the board, is never part of a state: build it from what the
state does hold, and keep it in a cache of your own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tileyard.board._build import Rows
from tileyard.board.topology import Topology
from tileyard.ground.errors import UsageError

__all__ = ["Costs", "weigh"]


@dataclass(frozen=True, repr=False, eq=False)
class Costs:
    """The cost of each step over a side, the same in both directions, and of whole ways made of such steps."""

    board: Topology
    """The board that was weighed."""
    steps: Rows
    """``steps[cell][side]`` is the cost of the step over that side; 0 where the side leads nowhere."""

    def __repr__(self) -> str:
        return f"<costs on {self.board.title}>"

    def between(self, a: int, b: int) -> int:
        """The cost of the step from cell ``a`` to its neighbour ``b``. Raises :class:`UsageError` if it is none."""
        try:
            return self.graph.edges[a, b]["cost"]
        except KeyError:
            raise UsageError(f"cells {a} and {b} are no neighbours", field="cells") from None

    def distances(self, source: int) -> tuple[int, ...]:
        """The cost of the cheapest way from ``source`` to each cell; found once and kept."""
        if source not in self._distances:
            import networkx as nx

            ways: Any = nx.single_source_dijkstra_path_length(self.graph, source, weight="cost")
            self._distances[source] = tuple(ways[cell] for cell in range(len(self.board)))
        return self._distances[source]

    @cached_property
    def graph(self) -> Any:
        """The side graph as a ``networkx.Graph``, each edge with its ``cost``. Do not change it."""
        import networkx as nx

        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(range(len(self.board)))
        for cell, (row, costs) in enumerate(zip(self.board.sides, self.steps, strict=True)):
            for near, cost in zip(row, costs, strict=True):
                if near > cell:
                    graph.add_edge(cell, near, cost=cost)
        return graph

    @cached_property
    def _distances(self) -> dict[int, tuple[int, ...]]:
        return {}


def weigh(board: Topology, costs: Mapping[tuple[int, int], int], plain: int = 1) -> Costs:
    """The costs on ``board``: ``costs[a, b]`` between neighbours ``a`` and ``b``, named once, and ``plain`` elsewhere.

    Raises :class:`UsageError` for a cost that is no whole number from 1, for cells that are no neighbours, and for
    two that are named both ways.
    """
    for what, cost in [(None, plain), *costs.items()]:
        if type(cost) is not int or cost < 1:
            where = f" between cells {what[0]} and {what[1]}" if what else ""
            raise UsageError(f"a step{where} must cost a whole number from 1, not {cost!r}", field="costs")
    steps = [[plain if near >= 0 else 0 for near in row] for row in board.sides]
    for (a, b), cost in costs.items():
        if not (0 <= a < len(board) and b >= 0 and b in board.sides[a]):
            raise UsageError(f"cells {a} and {b} are no neighbours", field="costs")
        if (b, a) in costs:
            raise UsageError(f"the step between cells {a} and {b} is named twice", field="costs")
        for cell, other in ((a, b), (b, a)):
            for side, near in enumerate(board.sides[cell]):
                if near == other:
                    steps[cell][side] = cost
    return Costs(board, tuple(map(tuple, steps)))
