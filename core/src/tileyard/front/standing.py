"""What a position is worth to each player, as a number from 0 (lost) to 1 (won), whatever the game.

A game that is over is worth what its result says. One that is cut short is worth what ``Game.estimate`` says,
measured by how far the standings still move when the game is played on at random.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from math import tanh
from statistics import pvariance

from tileyard.front.worlds import AnyPosition, AnyView, Clock, world_of
from tileyard.ground.chance import Stream
from tileyard.play.engine import Engine

__all__ = ["PLAYOUTS", "Standing"]

PLAYOUTS = 8
"""How many random playouts a scale is made of, if not told otherwise."""
FAR = 40
"""How many plies a playout goes where estimates tell something before the end."""
SHORT, LONG = 0.15, 0.3
"""What part of the time may be over after the first plies of the playouts, and after all of them."""
STEP = 4
"""How many plies are played between two looks at the clock."""
BY_MARGIN = 0.1
"""How much of what a finished game is worth depends on the margin, the rest being won or lost."""


class Standing:
    """The scale of one choice, from a few random playouts of worlds that look like ``view``.

    ``telling``: whether the estimates said anything before the end. ``scale``: how much a point of a lead counts, by
    how far leads moved. ``rivals[p]``: who did not always share the place of p; those who did are partners.
    ``variance[p]``: that of what the playouts were worth to p.
    """

    def __init__(
        self, engine: Engine, view: AnyView, chance: Stream, playouts: int = PLAYOUTS, clock: Clock | None = None
    ) -> None:
        self.engine, self.estimate, self.chance, self.clock = engine, engine.game.estimate, chance, clock or Clock(None)
        players = range(engine.players)
        # Where something is hidden, worlds differ from the first.
        worlds: list[AnyPosition] = []
        starts: list[list[float]] = []
        for number in range(playouts):
            if worlds and self.clock.late(SHORT):
                break
            worlds.append(world_of(engine.game, view, chance))
            # What is wrong with an estimate is said here, and not looked for again.
            starts.append([*map(float, engine.standing(worlds[-1]))])
            self.play_out(worlds[-1], 1 + 3 * number, SHORT)
        self.start = [sum(values) / len(starts) for values in zip(*starts, strict=True)]
        self.telling = any(
            engine.active(world) and self._standing(world) != start for world, start in zip(worlds, starts, strict=True)
        )
        for world in worlds:
            self.play_out(world, FAR if self.telling else None, LONG)
        self.rivals = self._rivals(worlds)
        pairs = [
            (self.leads(start), self.leads(self._standing(world))) for start, world in zip(starts, worlds, strict=True)
        ]
        moved = [(lead - before) ** 2 for begin, final in pairs for lead, before in zip(final, begin, strict=True)]
        self.scale = 0.5 / max(1.0, math.sqrt(sum(moved) / len(moved)))
        over = [not engine.active(world) for world in worlds]
        self.variance = [pvariance([self.worth(*end, p) for end in zip(worlds, over, strict=True)]) for p in players]

    def play_out(self, world: AnyPosition, plies: int | None = None, part: float = 1) -> bool:
        """Play ``world`` on at random, to the end or so many plies; False if a part of the time is over before that."""
        engine, left = self.engine, plies
        while left is None or left > 0:
            if self.clock.late(part):
                return False
            step = min(STEP, left or STEP) if self.clock.ticks else left
            engine.rollout(world, self.chance, limit=step)
            if step is None or not engine.active(world):
                break
            left = left and left - step
        return True

    def _standing(self, world: AnyPosition) -> list[float]:
        return [*map(float, self.estimate(world.state, world.scores))]

    def _rivals(self, worlds: Sequence[AnyPosition]) -> list[tuple[int, ...]]:
        """Who ends in another place than whom; if all playouts end level, who stands otherwise than whom."""
        players = range(self.engine.players)
        rankings = [self.engine.result(world).ranking for world in worlds if not self.engine.active(world)]
        levels = [[next(i for i, level in enumerate(ranking) if p in level) for p in players] for ranking in rankings]
        if not any(len({*level}) > 1 for level in levels):
            levels = [self._standing(world) for world in worlds]
        return [tuple(q for q in players if any(level[p] != level[q] for level in levels)) for p in players]

    def leads(self, standing: Sequence[float]) -> list[float]:
        """How far each player is ahead of the best rival; without rivals, of where it all began."""
        return [self.lead(standing, player) for player in range(len(standing))]

    def lead(self, standing: Sequence[float], player: int) -> float:
        """:meth:`leads` of one player."""
        rivals = self.rivals[player]
        if len(rivals) == 1:
            return standing[player] - standing[rivals[0]]
        return standing[player] - (max([standing[q] for q in rivals]) if rivals else self.start[player])

    def worth(self, position: AnyPosition, over: bool, player: int) -> float:
        """What ``position`` is worth to ``player``."""
        standing = self.estimate(position.state, position.scores)
        rivals = self.rivals[player]
        lead = standing[player] - standing[rivals[0]] if len(rivals) == 1 else self.lead(standing, player)
        share = 0.5 + 0.5 * tanh(lead * self.scale)
        return self._with_result(share, self.engine.result(position).winners, player) if over else share

    def worths(self, position: AnyPosition, over: bool) -> list[float]:
        """What ``position`` is worth to each player."""
        shares = [0.5 + 0.5 * tanh(lead * self.scale) for lead in self.leads(self._standing(position))]
        if over:
            winners = self.engine.result(position).winners
            shares = [self._with_result(share, winners, player) for player, share in enumerate(shares)]
        return shares

    def _with_result(self, share: float, winners: Sequence[int], player: int) -> float:
        """What a game that is over is worth: won or lost, and a little of what the margin is worth.

        What winners share is worth the part of them that are on the player's side.
        """
        won = 1 - sum(q in winners for q in self.rivals[player]) / len(winners) if player in winners else 0.0
        return won + BY_MARGIN * (share - won)
