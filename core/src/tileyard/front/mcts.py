"""Bot ``mcts``: Monte Carlo tree search over worlds that look like its view.

Each simulation guesses a world afresh and plays it along one tree that all worlds share. A node of the tree is
reached by the moves made, whatever was drawn or is hidden; at each visit only the moves that this world allows
are looked at. See P. Cowling, E. Powley, D. Whitehouse, *Information Set Monte Carlo Tree Search* (2012).

What is particular here: a move is first weighed by where it leads at once, and the moves of a node come into play
one by one, the best of those first (progressive widening); every player is taken to play for the own worth; who
choose at the same time choose without knowing of each other.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta

from tileyard.front.naming import read_settings
from tileyard.front.standing import PLAYOUTS, Standing
from tileyard.front.worlds import AnyGame, AnyPosition, AnyView, Draws, guessing, outcomes, stream_of, world_of
from tileyard.ground.chance import Stream
from tileyard.ground.wire import Frozen, Move
from tileyard.play.engine import Engine

__all__ = ["Mcts", "MctsBot", "mcts_bot"]


UNTOLD = 4
"""How much faster moves come into play where nothing tells which of them are better."""


class Mcts(Frozen):
    """Settings of bot ``mcts``.

    ``sims``: how many simulations it makes for a move (200 if neither this nor ``seconds`` is given).
    ``seconds``: how long it thinks about a move; with both, whatever ends first. ``depth``: how many turns a
    simulation looks ahead where estimates tell something before the end of the game; 0 for to the end.
    ``width``: how fast more moves come into play, each tried at once: after n visits of a node 1 + ``width`` x sqrt(n).
    ``c``: how much it explores. ``tries``: of how many random moves the best is made beyond the tree.
    ``effort``: how many moves it weighs at most when it comes to a node.
    """

    sims: Annotated[int, Meta(ge=1, le=10_000_000)] | None = None
    seconds: Annotated[float, Meta(gt=0, le=86_400)] | None = None
    depth: Annotated[int, Meta(ge=0, le=10_000)] = 4
    width: Annotated[float, Meta(ge=0, le=1000)] = 1.0
    c: Annotated[float, Meta(ge=0, le=100)] = 1.0
    tries: Annotated[int, Meta(ge=1, le=1000)] = 8
    effort: Annotated[int, Meta(ge=1, le=10_000_000)] = 2000


def mcts_bot(game: AnyGame, options: Mapping[str, str], seed: str) -> MctsBot:
    """Maker of bot ``mcts``; its settings are those of :class:`Mcts`."""
    return MctsBot(game, seed, read_settings("mcts", options, Mcts))


class MctsBot:
    """Makes the move that turned out best in simulations; see the module."""

    def __init__(self, game: AnyGame, seed: str | int, settings: Mcts | None = None) -> None:
        self.game = game
        self.seed = seed
        self.settings = settings or Mcts()

    def choose(self, view: AnyView) -> Move:
        """The best legal move found. Raises :class:`GameFault` if the rules fail in a guess."""
        moves = self.game.legal(view)
        if len(moves) == 1:
            return moves[0]
        with guessing(self.game, view):
            return Search(self.game, self.settings, view, moves, stream_of(self.seed, view)).best()


class _Edge:
    """A move in play: how often it was made, and what it came to for its player."""

    __slots__ = ("chances", "move", "total", "visits")

    def __init__(self, move: Move, chances: int) -> None:
        self.move = move
        self.total = 0.0
        self.visits = 0
        self.chances = chances  # how often it could have been chosen


class _Side:
    """One player's choice at a node: the moves weighed so far, best first, and edges for those in play."""

    __slots__ = ("edges", "order", "playing", "priors", "squares", "total", "visits")

    def __init__(self) -> None:
        self.priors: dict[Move, float] = {}
        self.order: list[Move] = []
        self.edges: dict[Move, _Edge] = {}
        self.playing: list[_Edge] = []  # where every move weighed can be made
        self.visits = 0
        self.total = self.squares = 0.0

    def learn(self, priors: Iterable[tuple[Move, float]]) -> None:
        self.priors.update(priors)
        self.order = sorted(self.priors, key=self.priors.__getitem__, reverse=True)
        self.playing = []

    def in_play(self, width: float, legal: set[Move] | None) -> list[_Edge]:
        """The edges to choose from: of the moves that can be made (None: all), the first few."""
        count = 1 + int(width * math.sqrt(self.visits))
        if legal is None:
            found, moves = self.playing, self.order[len(self.playing) : count]
        else:
            found = []
            moves = itertools.islice((move for move in self.order if move in legal), count)
        for move in moves:
            edge = self.edges.get(move)
            if edge is None:
                edge = self.edges[move] = _Edge(move, self.visits)
            found.append(edge)
        return found

    def pick(self, edges: list[_Edge], c: float, variance: float) -> _Edge:
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
            if not edge.visits:
                return edge
            prospect = edge.total / edge.visits + math.sqrt(explore * math.log(edge.chances) / edge.visits)
            if prospect > high:
                best, high = edge, prospect
        return best

    def record(self, edge: _Edge, value: float) -> None:
        self.visits += 1
        self.total += value
        self.squares += value * value
        edge.visits += 1
        edge.total += value


class _Node:
    """A place in the tree: a side for each player who was to move there, and where the moves lead."""

    __slots__ = ("next", "sides")

    def __init__(self) -> None:
        self.sides: dict[int, _Side] = {}
        self.next: dict[tuple[Any, ...], _Node] = {}


class Search:
    """One choice: ``best()``."""

    def __init__(self, game: AnyGame, settings: Mcts, view: AnyView, moves: Sequence[Move], chance: Stream) -> None:
        assert view.player is not None
        self.game, self.settings, self.view, self.chance = game, settings, view, chance
        self.end = math.inf if settings.seconds is None else time.monotonic() + settings.seconds
        self.player: int = view.player
        self.engine = Engine(game, view.players, view.options)
        self.moves = [*moves]
        chance.shuffle(self.moves)
        self.root = _Node()
        self.together = len(game.active(view.table)) > 1
        self.standing = Standing(self.engine, view, chance, min(PLAYOUTS, settings.sims or PLAYOUTS))
        telling = self.standing.telling
        self.depth = (settings.depth if telling else 0) or math.inf
        # Values part way differ far less than those at the end.
        self.width = settings.width * (1 if telling else UNTOLD)
        self.variance = [0.0] * view.players if telling else self.standing.variance
        self.sims = 0

    def best(self) -> Move:
        """The move to make: the one chosen most often, or one of them at random where others choose at once."""
        settings = self.settings
        most = settings.sims or (200 if settings.seconds is None else math.inf)
        while self.sims < most and (time.monotonic() < self.end or not self.sims):
            self.simulate()
            self.sims += 1
        edges = [*self.root.sides[self.player].edges.values()]
        if self.together:
            number = self.chance.below(sum(edge.visits for edge in edges))
            for edge in edges:
                number -= edge.visits
                if number < 0:
                    return edge.move
        return max(edges, key=lambda edge: (edge.visits, edge.total)).move

    def simulate(self) -> None:
        """Play one world along the tree and beyond, and tell the tree what came of it."""
        engine, telling, variance = self.engine, self.standing.telling, self.variance
        draws = Draws(self.chance)
        world = world_of(self.game, self.view, draws)
        node, turns = self.root, 0
        active: Sequence[int] = engine.active(world)
        player = self.player
        path: list[tuple[_Side, _Edge, int]] = []
        made: tuple[Any, ...] = ()  # since the node, by those who choose together
        fresh = False
        while True:
            side = node.sides.get(player)
            if side is None:
                side = node.sides[player] = _Side()
                fresh = True
            legal = self.offer(side, world, player, draws)
            edge = side.pick(side.in_play(self.width, legal), self.settings.c, variance[player])
            fresh = fresh if telling else not edge.visits
            path.append((side, edge, player))
            before = active
            active = engine.step_in_place_unchecked(world, player, edge.move, draws)
            made = (*made, player, edge.move)
            together = 0 < len(active) < len(before) and all(q in before and q != player for q in active)
            if not together:
                after = node.next.get(made)
                if after is None:
                    after = node.next[made] = _Node()
                node, made = after, ()
            if not active:
                break
            turns += active[0] != player
            player = active[0]
            if turns >= self.depth or (fresh and not together):
                break
        worths = self.play_on(world, active, player, turns)
        for side, edge, player in path:
            side.record(edge, worths[player])

    def offer(self, side: _Side, world: AnyPosition, player: int, draws: Draws) -> set[Move] | None:
        """The moves this world offers at a side, all of them weighed; None if they are those known already."""
        at_root = side is self.root.sides.get(self.player)
        if side.order and (at_root or not draws.drew):
            return None
        moves = self.moves if at_root else self.engine.legal(world, player)
        new = [move for move in moves if move not in side.priors]
        if len(new) > self.settings.effort:
            self.chance.shuffle(new)
            del new[self.settings.effort :]
        if new:
            ends = outcomes(self.engine, world, player, new, self.chance)
            side.learn(zip(new, [self.standing.worth(*end, player) for end in ends], strict=True))
        return None if at_root else side.priors.keys() & moves

    def play_on(self, world: AnyPosition, active: Sequence[int], player: int, turns: int) -> list[float]:
        """Play beyond the tree, as far as simulations go, and tell what it is worth to each player."""
        engine = self.engine
        if not self.standing.telling:
            engine.rollout(world, self.chance)
            return self.standing.worths(world, True)
        while active and turns < self.depth:
            moves = self.some(engine.view(world, player))
            if len(moves) == 1:
                active = engine.step_in_place_unchecked(world, player, moves[0], self.chance)
            else:
                ends = [*outcomes(engine, world, player, moves, self.chance)]
                world, _ = max(ends, key=lambda end: self.standing.worth(*end, player))
                active = engine.active(world)
            if active:
                turns += active[0] != player
                player = active[0]
        return self.standing.worths(world, not active)

    def some(self, view: AnyView) -> list[Move]:
        """A few legal moves at random; all of them where they are few."""
        game, tries = self.game, self.settings.tries
        if game.has_sample:
            return [*dict.fromkeys(game.sample(view, self.chance) for _ in range(tries))]
        moves = [*game.legal(view)]
        if len(moves) > tries:
            self.chance.shuffle(moves)
        return moves[:tries]
