"""Lines through ports: strands inside tiles, joined where they reach the same point from both sides.

A *node* is a port of a cell as a number (``topology.node(cell, port)`` or ``plane.node``), and
``across`` tells which node lies on the far side of the same point: ``topology.across.__getitem__``
or ``plane.across``; -1 is the edge of the board. A strand joins two ports of one cell, and no port
carries two strands, so the strands form lines with two ends each, and loops. Where paths fork,
use :class:`Regions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tileyard.ground.errors import UsageError
from tileyard.ground.wire import Struct

__all__ = ["Network"]

Across = Callable[[int], int]


class Network(Struct):
    """All lines of a layout, as two dicts and a list: part of a state, cheap to copy, and safe to save."""

    strands: dict[int, int] = {}
    """The node at the other end of the strand, for each node that has one."""
    ends: dict[int, int] = {}
    """The other end of the line, for each node that is the end of one."""
    loops: list[int] = []
    """One node of each closed loop, in the order in which they closed."""

    def lay(self, a: int, b: int, across: Across) -> bool:
        """Lay a strand between two nodes of a cell; ``True`` if that closes a loop.

        Raises :class:`UsageError` if the two are one, or either already carries a strand.
        """
        if a == b or a in self.strands or b in self.strands:
            raise UsageError(f"ports {a} and {b} cannot carry a strand", field="strand", nodes=[a, b])
        self.strands[a] = b
        self.strands[b] = a
        if self.ends.get(across(a)) == across(b) or across(a) == b:
            self.ends.pop(across(a), None)
            self.ends.pop(across(b), None)
            self.loops.append(a)
            return True
        far_a, far_b = self.ends.pop(across(a), a), self.ends.pop(across(b), b)
        self.ends[far_a] = far_b
        self.ends[far_b] = far_a
        return False

    def follow(self, node: int, across: Across) -> list[int]:
        """The nodes a traveller passes who enters a cell by ``node``: in, out, in, out, to the end of the line.

        A loop is gone round once; an unlaid ``node`` gives no nodes at all.
        """
        path: list[int] = []
        start = node
        while node in self.strands:
            out = self.strands[node]
            path += (node, out)
            node = across(out)
            if node == start:
                break
        return path

    def blocked(self, crossings: Iterable[tuple[int, int]]) -> bool:
        """Whether a line passes a corner between other cells, so that none can cross it there.

        ``crossings`` are the pairs of nodes that meet at the corner from the other cells:
        ``topology.crossings[node]`` or ``plane.crossing(node)`` for the node that would leave by it.
        """
        strands = self.strands
        for a, b in crossings:  # noqa: SIM110  (written out: it is asked for every way out of a cell)
            if a in strands and b in strands:
                return True
        return False
