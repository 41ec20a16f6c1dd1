"""A game whose module builds its graph while it is imported."""

from __future__ import annotations

import networkx

from games.broken.base import Broken, Hidden

GRAPH = networkx.path_graph(6)


class Heavy(Hidden):
    """Everybody who lists games loads networkx."""


BROKEN = [Broken("imports_are_light", Heavy())]
