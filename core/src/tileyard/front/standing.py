"""What a position is worth to each player, as a number from 0 (lost) to 1 (won), whatever the game.

A game that is over is worth what its result says. One that is cut short is worth what ``Game.estimate`` says,
measured by how far the standings still move when the game is played on at random.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

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

    ``telling``: whether the estimates said anything before the end. ``spread``: how far a player's lead moved.
    ``rivals[p]``: the players that did not always share their place with p; those who did are partners.
    """

    def __init__(self, engine: Engine, view: AnyView, chance: Stream, playouts: int = PLAYOUTS) -> None:
        self.engine, self.game = engine, engine.game
        self.telling = False
        players = range(engine.players)
        self.rivals: list[tuple[int, ...]] = [tuple(q for q in players if q != p) for p in players]
        self.start = [float(value) for value in self.game.estimate(view.table, view.scores)]
        self.spread = 1.0
        ends = [self._playout(world_of(self.game, view, chance), chance) for _ in range(playouts)]
        places = [{p: place for place, level in enumerate(end.ranking) for p in level} for _, end in ends]
        self.rivals = [tuple(q for q in players if any(at.get(q) != at.get(p) for at in places)) for p in players]
        begin = self.leads(self.start)
        moved = [lead - before for final, _ in ends for lead, before in zip(self.leads(final), begin, strict=True)]
        self.spread = max(1.0, math.sqrt(sum(move * move for move in moved) / len(moved)))

    def _playout(self, world: AnyPosition, chance: Stream) -> tuple[Sequence[float], Any]:
        first, game = [*self.start], self.game

        def watch(view: AnyView, chance: Stream) -> Move:
            if not self.telling:
                self.telling = [*game.estimate(view.table, view.scores)] != first
            return game.sample(view, chance)

        self.engine.rollout(world, chance, watch)
        return game.estimate(world.state.table, world.scores), self.engine.result(world)

    def leads(self, standing: Sequence[float]) -> list[float]:
        """How far each player is ahead of the best rival; without rivals, of where it all began."""
        return [self.lead(standing, player) for player in range(len(standing))]

    def lead(self, standing: Sequence[float], player: int) -> float:
        """:meth:`leads` of one player."""
        rivals = self.rivals[player]
        return standing[player] - (max([standing[q] for q in rivals]) if rivals else self.start[player])

    def worth(self, position: AnyPosition, player: int, over: bool) -> float:
        """What ``position`` is worth to ``player``."""
        lead = self.lead(self.game.estimate(position.state.table, position.scores), player)
        share = 1 / (1 + math.exp(-max(min(lead / self.spread, 50.0), -50.0)))
        if not over:
            return share
        winners = self.engine.result(position).winners
        won = 1 / (1 + sum(q in winners for q in self.rivals[player])) if player in winners else 0.0
        return won + BY_MARGIN * (share - won)

    def worths(self, position: AnyPosition, over: bool) -> list[float]:
        """What ``position`` is worth to each player."""
        return [self.worth(position, player, over) for player in range(self.engine.players)]
