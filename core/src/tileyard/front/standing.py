"""What a position is worth to each player, as a number from 0 (lost) to 1 (won), whatever the game.

A game that is over is worth what its result says. One that is cut short is worth what ``Game.estimate`` says,
measured by how far the standings still move when the game is played on at random.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import pvariance

from tileyard.front.worlds import AnyPosition, AnyView, world_of
from tileyard.ground.chance import Stream
from tileyard.ground.wire import Move
from tileyard.play.engine import Engine

__all__ = ["PLAYOUTS", "Standing"]

PLAYOUTS = 8
"""How many random playouts a scale is made of, if not told otherwise."""
BY_MARGIN = 0.1
"""How much of what a finished game is worth depends on the margin, the rest being won or lost."""


class Standing:
    """The scale of one choice, from a few random playouts of worlds that look like ``view``.

    ``telling``: whether the estimates said anything before the end. ``scale``: how much a point of a lead counts, by
    how far leads moved. ``rivals[p]``: who did not always share the place of p; those who did are partners.
    ``variance[p]``: that of what the playouts were worth to p.
    """

    def __init__(self, engine: Engine, view: AnyView, chance: Stream, playouts: int = PLAYOUTS) -> None:
        self.engine, self.estimate = engine, engine.game.estimate
        self.telling = False
        players = range(engine.players)
        self.start = [float(value) for value in self.estimate(view.table, view.scores)]
        ends = [self._playout(world_of(engine.game, view, chance), chance) for _ in range(playouts)]
        results = [engine.result(end).ranking for end in ends]
        places = [{p: place for place, level in enumerate(ranking) for p in level} for ranking in results]
        self.rivals = [tuple(q for q in players if any(at.get(q) != at.get(p) for at in places)) for p in players]
        begin = self.leads(self.start)
        leads = [self.leads(self.estimate(end.state.table, end.scores)) for end in ends]
        moved = [(lead - before) ** 2 for final in leads for lead, before in zip(final, begin, strict=True)]
        self.scale = 0.5 / max(1.0, math.sqrt(sum(moved) / len(moved)))
        self.variance = [pvariance([self.worth(end, p, True) for end in ends]) for p in players]

    def _playout(self, world: AnyPosition, chance: Stream) -> AnyPosition:
        """``world`` played to its end, with an eye on whether estimates change on the way."""
        start, game = [*self.start], self.engine.game

        def watch(view: AnyView, chance: Stream) -> Move:
            if not self.telling:
                self.telling = [*game.estimate(view.table, view.scores)] != start
            return game.sample(view, chance)

        self.engine.rollout(world, chance, watch)
        return world

    def leads(self, standing: Sequence[float]) -> list[float]:
        """How far each player is ahead of the best rival; without rivals, of where it all began."""
        return [self.lead(standing, player) for player in range(len(standing))]

    def lead(self, standing: Sequence[float], player: int) -> float:
        """:meth:`leads` of one player."""
        rivals = self.rivals[player]
        if len(rivals) == 1:
            return standing[player] - standing[rivals[0]]
        return standing[player] - (max([standing[q] for q in rivals]) if rivals else self.start[player])

    def worth(self, position: AnyPosition, player: int, over: bool) -> float:
        """What ``position`` is worth to ``player``."""
        share = 0.5 + 0.5 * math.tanh(
            self.lead(self.estimate(position.state.table, position.scores), player) * self.scale
        )
        if not over:
            return share
        winners = self.engine.result(position).winners
        won = 1 / (1 + sum(q in winners for q in self.rivals[player])) if player in winners else 0.0
        return won + BY_MARGIN * (share - won)

    def worths(self, position: AnyPosition, over: bool) -> list[float]:
        """What ``position`` is worth to each player."""
        return [self.worth(position, player, over) for player in range(self.engine.players)]
