"""The board kernel: things that lie on a table. It knows no players and no turns.

Cells, nodes and ports are whole numbers. In reading order:

- boards with edges: :class:`Topology`, made by :func:`square`, :func:`hexagon`, :func:`triangle`
  or :func:`from_graph`; what steps on it cost: :class:`Costs`, made by :func:`weigh`; the board without edges:
  :mod:`~tileyard.board.plane`;
- tiles: :class:`Face`, :func:`rotate`, :func:`reflect`, :func:`orientations`, :class:`FitIndex`;
- what laid tiles form: :class:`Regions` (areas) and :class:`Network` (lines);
- where pieces lie otherwise: :data:`Bag`, :data:`Deck`, :data:`Hand`, :data:`Pile`, and the words
  :func:`draw`, :func:`deal`, :func:`take`, :func:`discard`, :func:`reshuffle`, :func:`stock_fields`.
"""

from tileyard.board import plane
from tileyard.board.costs import Costs, weigh
from tileyard.board.network import Network
from tileyard.board.regions import Regions
from tileyard.board.stock import Bag, Deck, Hand, Pile, deal, discard, draw, reshuffle, stock_fields, take
from tileyard.board.tiles import Face, FitIndex, orientations, reflect, rotate
from tileyard.board.topology import Topology, from_graph, hexagon, square, triangle

__all__ = [  # noqa: RUF022  (in reading order)
    "Topology", "square", "hexagon", "triangle", "from_graph", "Costs", "weigh", "plane",
    "Face", "rotate", "reflect", "orientations", "FitIndex",
    "Regions", "Network",
    "Bag", "Deck", "Hand", "Pile", "draw", "deal", "take", "discard", "reshuffle", "stock_fields",
]  # fmt: skip
