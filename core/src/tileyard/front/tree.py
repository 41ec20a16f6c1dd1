"""The tree that bot ``mcts`` grows: places reached by the moves made, and what each move came to there."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from typing import Any

from tileyard.ground.wire import Move

__all__ = ["Edge", "Node", "Side"]


class Edge:
    """A move in play: how often it was made, and what it came to for its player."""

    __slots__ = ("chances", "move", "total", "visits")

    def __init__(self, move: Move, chances: int) -> None:
        self.move = move
        self.total = 0.0
        self.visits = 0
        self.chances = chances  # how often it could have been chosen

    @property
    def mean(self) -> float:
        """What it came to on average; nothing if it was never made."""
        return self.total / self.visits if self.visits else -math.inf


class Side:
    """One player's choice at a node: the moves weighed so far, best first, and edges for those in play."""

    __slots__ = ("edges", "order", "playing", "priors", "squares", "total", "visits")

    def __init__(self) -> None:
        self.priors: dict[Move, float] = {}
        self.order: list[Move] = []
        self.edges: dict[Move, Edge] = {}
        self.playing: list[Edge] = []  # where every move weighed can be made
        self.visits = 0
        self.total = self.squares = 0.0

    def learn(self, priors: Iterable[tuple[Move, float]]) -> None:
        """Moves, and what each is worth where it leads at once."""
        self.priors.update(priors)
        self.order = sorted(self.priors, key=self.priors.__getitem__, reverse=True)
        self.playing = []

    def edge(self, move: Move) -> Edge:
        """The edge of a move, which is in play from now on."""
        edge = self.edges.get(move)
        if edge is None:
            edge = self.edges[move] = Edge(move, self.visits)
        return edge

    def in_play(self, width: float, legal: set[Move] | None) -> list[Edge]:
        """The edges to choose from: of the moves that can be made (None: all), the first few."""
        count = 1 + int(width * math.sqrt(self.visits))
        if legal is not None:
            moves = itertools.islice((move for move in self.order if move in legal), count)
            return [self.edge(move) for move in moves]
        if len(self.playing) < count:
            self.playing += [self.edge(move) for move in self.order[len(self.playing) : count]]
        return self.playing

    def pick(self, edges: list[Edge], c: float, variance: float) -> Edge:
        """One that was never tried, or the one with the best prospects: its mean, and more if less is known of it.

        ``variance`` is the least to expect of values.
        """
        visits = self.visits
        if not visits:
            return edges[0]
        mean = self.total / visits
        explore = c * c * max(self.squares / visits - mean * mean, variance)
        best, high = edges[0], -math.inf
        for edge in edges:
            edge.chances += 1
            made = edge.visits
            if not made:
                return edge
            prospect = edge.total / made + math.sqrt(explore * math.log(edge.chances) / made)
            if prospect > high:
                best, high = edge, prospect
        return best

    def record(self, edge: Edge, value: float) -> None:
        """Once more ``edge`` was chosen, and came to ``value``."""
        self.visits += 1
        self.total += value
        self.squares += value * value
        edge.visits += 1
        edge.total += value


class Node:
    """A place in the tree: a side for each player who was to move there, and where the moves lead."""

    __slots__ = ("next", "sides")

    def __init__(self) -> None:
        self.sides: dict[int, Side] = {}
        self.next: dict[tuple[Any, ...], Node] = {}
