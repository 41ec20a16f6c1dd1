"""Bot ``mcts``: Monte Carlo tree search over worlds that look like its view.

Each simulation guesses a world afresh and plays it along one tree that all worlds share. A node of the tree is
reached by the moves made, whatever was drawn or is hidden; at each visit only the moves that this world allows
are looked at. See P. Cowling, E. Powley, D. Whitehouse, *Information Set Monte Carlo Tree Search* (2012).

What is particular here: a move is first weighed by where it leads at once, and the moves of a node come into play
one by one, the best of those first (progressive widening); every player is taken to play for the own worth; who
choose at the same time choose without knowing of each other. The moves of the choice itself are compared in the same
worlds, where the same numbers fall, so that luck is shared; the fewer of them, the more is spent (sequential halving,
see Z. Karnin, T. Koren, O. Somekh, *Almost Optimal Exploration in Multi-Armed Bandits*, 2013).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta

from tileyard.front.naming import read_settings
from tileyard.front.plans import Plan, Planner
from tileyard.front.standing import PLAYOUTS, Standing
from tileyard.front.tree import Edge, Node, Side
from tileyard.front.worlds import (
    AnyGame,
    AnyPosition,
    AnyView,
    Clock,
    Draws,
    offered,
    outcomes,
    ruled,
    stream_of,
    world_of,
)
from tileyard.ground.chance import Stream
from tileyard.ground.wire import Frozen, Move
from tileyard.play.engine import Engine

__all__ = ["Mcts", "MctsBot", "mcts_bot"]


UNTOLD = 4
"""How much faster moves come into play where nothing tells which of them are better."""
SOME = 16
"""How many simulations are reckoned with as long as the clock has not told how many there will be."""


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
    depth: Annotated[int, Meta(ge=0, le=10_000)] = 3
    width: Annotated[float, Meta(ge=0, le=1000)] = 1.0
    c: Annotated[float, Meta(ge=0, le=100)] = 1.0
    tries: Annotated[int, Meta(ge=1, le=1000)] = 8
    effort: Annotated[int, Meta(ge=1, le=10_000_000)] = 2000


def mcts_bot(game: AnyGame, settings: Mapping[str, str], seed: str) -> MctsBot:
    """Maker of bot ``mcts``; its settings are those of :class:`Mcts`."""
    return MctsBot(game, seed, read_settings("mcts", settings, Mcts))


class MctsBot:
    """Makes the move that turned out best in simulations; see the module."""

    def __init__(self, game: AnyGame, seed: str | int, settings: Mcts | None = None) -> None:
        self.game = game
        self.seed = seed
        self.settings = settings or Mcts()

    def choose(self, view: AnyView) -> Move:
        """The best legal move found. Raises :class:`GameFault` if the rules fail."""
        with ruled(self.game, view):
            moves = offered(self.game, view)
            if len(moves) == 1:
                return moves[0]
            return Search(self.game, self.settings, view, moves, stream_of(self.seed, view)).best()


class Search:
    """One choice: ``best()``."""

    def __init__(self, game: AnyGame, settings: Mcts, view: AnyView, moves: Sequence[Move], chance: Stream) -> None:
        assert view.player is not None
        self.game, self.settings, self.view, self.chance = game, settings, view, chance
        self.clock = Clock(settings.seconds)
        self.player: int = view.player
        self.engine = Engine(game, view.players, view.options)
        self.moves = [*moves]
        chance.shuffle(self.moves)
        self.active = game.active(view.table)
        self.together = len(self.active) > 1
        playouts = min(PLAYOUTS, settings.sims or PLAYOUTS)
        self.standing = Standing(self.engine, view, chance, playouts, self.clock)
        telling = self.standing.telling
        self.depth = (settings.depth if telling else 0) or math.inf
        # Values part way differ far less than those at the end.
        self.width = settings.width * (1 if telling else UNTOLD)
        self.variance = [0.0] * view.players if telling else self.standing.variance
        self.sims = 0
        self.dropped = False  # a plan is out already
        self.most = settings.sims or (200 if settings.seconds is None else math.inf)
        self.root = Node()
        self.side = self.root.sides[view.player] = Side()
        self.planner = Planner(self.engine, view, self.standing, chance, self.clock)

    def best(self) -> Move:
        """The move to make: the first of the best plan, or one of several at random where others choose at once."""
        if self.together:
            return self.mixed()
        if len(self.moves) > self.settings.effort:
            del self.moves[self.settings.effort :]
        plans, rivals = self.planner.plans(self.moves, self.settings.effort), list[Plan]()
        begun = self.spent()
        while (spent := self.spent()) < 1:
            self.sift(plans, rivals, begun, spent)
            world, seed = world_of(self.game, self.view, self.chance), self.chance.below(2**53)
            for plan in rivals:
                if self.spent() < 1:
                    self.simulate(self.engine.copy(world), seed, plan)
        return max(rivals or plans, key=lambda plan: plan.mean).moves[0]

    def sift(self, plans: list[Plan], rivals: list[Plan], begun: float, spent: float) -> None:
        """Bring those plans among the rivals that are worth a thought, or drop the worse of them."""
        left = self.sims * (1 - spent) / (spent - begun) if spent > begun else min(self.most, SOME)
        count = min(1 + int(self.width * math.sqrt(self.sims + left)), len(plans))
        count = min(count, max(2, round(count ** (1 - spent))))
        if not self.dropped:
            rivals += plans[len(rivals) : count]
        if len(rivals) > count:
            self.dropped = True
            rivals.sort(key=lambda plan: plan.mean, reverse=True)
            del rivals[count:]

    def mixed(self) -> Move:
        """A move that cannot be foreseen: each as often as the search made it."""
        self.weigh(self.side, self.planner.world, self.player, self.moves)
        while self.spent() < 1:
            self.simulate(world_of(self.game, self.view, self.chance), self.chance.below(2**53))
        edges = [edge for edge in self.side.edges.values() if edge.visits]
        if not edges:
            return self.moves[0]
        number = self.chance.below(sum(edge.visits for edge in edges))
        for edge in edges:
            number -= edge.visits
            if number < 0:
                return edge.move
        raise AssertionError("one of them was drawn")

    def spent(self) -> float:
        """The part of its means that is used up."""
        return max(self.sims / self.most, self.clock.spent())

    def simulate(self, world: AnyPosition, seed: int, plan: Plan | None = None) -> None:
        """Play a world along a plan, the tree and beyond, and tell them what came of it."""
        engine, telling, variance, c = self.engine, self.standing.telling, self.variance, self.settings.c
        draws = Draws(seed)
        node, active, player, turns = self.root, self.active, self.player, 0
        path: list[tuple[Side, Edge, int]] = []
        made: tuple[Any, ...] = ()  # since the node, by those who choose together
        together = fresh = False
        self.sims += 1
        if plan is not None:
            active, whole = self.follow(plan, world, draws)
            node, fresh = plan.node, not (whole and (telling or plan.visits))
            if active and active[0] != player:
                turns, player = 1, active[0]
                draws.turn_over()
        while active and turns < self.depth and (together or not fresh):
            if self.clock.late():
                return
            side = node.sides.get(player)
            if side is None:
                side = node.sides[player] = Side()
                fresh = True
            legal = self.offer(side, world, player, draws)
            edge = side.pick(side.in_play(self.width, legal), c, variance[player])
            fresh = fresh if telling else not edge.visits
            path.append((side, edge, player))
            before = tuple(active)  # rules may hand out a list of their own
            active = engine.step_in_place_unchecked(world, player, edge.move, draws)
            made = (*made, player, edge.move)
            together = 0 < len(active) < len(before) and all(q in before and q != player for q in active)
            if not together:
                after = node.next.get(made)
                if after is None:
                    after = node.next[made] = Node()
                node, made = after, ()
            if active and active[0] != player:
                turns, player = turns + 1, active[0]
                draws.turn_over()
        worths = self.play_on(world, active, player, turns, draws)
        if worths is None:
            return
        for side, edge, player in path:
            side.record(edge, worths[player])
        if plan is not None:
            plan.record(worths[self.player])

    def follow(self, plan: Plan, world: AnyPosition, draws: Draws) -> tuple[Sequence[int], bool]:
        """Who may move after the moves of a plan, as far as this world allows them, and whether it allows all."""
        engine, player, active = self.engine, self.player, self.active
        for number, move in enumerate(plan.moves):
            allowed = number == 0 or self.planner.sure
            if not allowed and (
                player not in active or self.game.permits(engine.view(world, player), move) is not None
            ):
                return active, False
            active = engine.step_in_place_unchecked(world, player, move, draws)
        return active, True

    def offer(self, side: Side, world: AnyPosition, player: int, draws: Draws) -> set[Move] | None:
        """The moves this world offers at a side, all of them weighed; None if they are those known already."""
        if side is self.side or (side.order and not (self.planner.hidden or draws.drew)):
            return None
        moves = self.game.legal(self.engine.view(world, player))
        new = [move for move in moves if move not in side.priors]
        if len(moves) == 1 and new:
            side.learn([(new[0], self.standing.worth(world, False, player))])
        elif new:
            self.weigh(side, world, player, new)
        return side.priors.keys() & moves

    def weigh(self, side: Side, world: AnyPosition, player: int, moves: list[Move]) -> None:
        """Tell a side where moves lead at once; a few at random if they are too many."""
        effort, worth, clock = self.settings.effort, self.standing.worth, self.clock
        if len(moves) > effort:
            self.chance.shuffle(moves)
            del moves[effort:]
        found: list[tuple[Move, float]] = []
        for move, (position, active) in zip(
            moves, outcomes(self.engine, world, player, moves, self.chance), strict=True
        ):
            found.append((move, worth(position, not active, player)))
            if clock.ticks and clock.late():
                break
        side.learn(found)

    def play_on(
        self, world: AnyPosition, active: Sequence[int], player: int, turns: int, draws: Draws
    ) -> list[float] | None:
        """Play beyond the tree, as far as simulations go, and tell what it is worth to each player.

        None if that takes too long.
        """
        engine, worth, late = self.engine, self.standing.worth, self.clock.late
        if not self.standing.telling:
            return self.standing.worths(world, True) if self.standing.play_out(world) else None
        while active and turns < self.depth:
            moves = self.some(engine.view(world, player), draws)
            if len(moves) == 1:
                active = engine.step_in_place_unchecked(world, player, moves[0], draws)
            else:
                ends = outcomes(engine, world, player, moves, draws)
                world, active = max(ends, key=lambda end: worth(end[0], not end[1], player))
            if active and active[0] != player:
                turns, player = turns + 1, active[0]
                draws.turn_over()
            if late():
                return None
        return self.standing.worths(world, not active)

    def some(self, view: AnyView, chance: Stream) -> list[Move]:
        """A few legal moves at random; all of them where they are few."""
        game, tries = self.game, self.settings.tries
        if game.has_sample:
            return [*dict.fromkeys(game.sample(view, chance) for _ in range(tries))]
        moves = [*game.legal(view)]
        if len(moves) > tries:
            chance.shuffle(moves)
        return moves[:tries]
