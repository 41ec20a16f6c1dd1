"""What a board is checked for before it is frozen."""

from __future__ import annotations

import networkx as nx
import pytest

from tileyard.board._build import _verify as verify
from tileyard.board._build import arrange, tessellate
from tileyard.ground.errors import UsageError


def test_a_port_that_leads_to_two_cells_is_refused() -> None:
    with pytest.raises(UsageError) as error:
        verify([1, 1, 1], [((0, 0), (1, 0)), ((0, 0), (2, 0))], step=1)
    assert error.value.facts["field"] == "board"


def test_a_join_to_a_port_that_is_not_there_is_refused() -> None:
    with pytest.raises(UsageError):
        verify([1, 1], [((0, 0), (1, 1))], step=1)


def test_no_cells_are_no_board() -> None:
    with pytest.raises(UsageError):
        tessellate([], ((1, 0), (0, 1)))


def test_ports_of_an_arranged_graph_are_a_perfect_matching() -> None:
    """Every port of a graph board leads somewhere, since it was made by a link."""
    graph = nx.petersen_graph()
    build = arrange(tuple(map(str, graph)), tuple(map(tuple, graph.adj.values())), tuple((n, n * n) for n in graph))
    ports = nx.Graph(list(build.mate.items()))
    assert nx.is_perfect_matching(ports, {tuple(sorted(pair)) for pair in build.mate.items()})
