"""Plans for a turn: what a player can do until it is over, or until something new is seen.

They are what bot ``mcts`` chooses from: of a turn of several moves it is the whole that counts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from tileyard.front.standing import Standing
from tileyard.front.tree import Node
from tileyard.front.worlds import AnyPosition, AnyView, Clock, Draws, outcomes, world_of
from tileyard.ground.chance import Stream
from tileyard.ground.wire import Move
from tileyard.play.engine import Engine

__all__ = ["Plan", "Planner"]

LINES = 8
"""How many lines of play are followed through a turn."""
PART = 0.5
"""What part of the time may be over when plans are made."""


class Plan:
    """Moves to make one after another, the place they lead to, and what they came to so far."""

    __slots__ = ("moves", "node", "total", "visits")

    def __init__(self, moves: tuple[Move, ...]) -> None:
        self.moves = moves
        self.node = Node()
        self.total = 0.0
        self.visits = 0

    @property
    def mean(self) -> float:
        """What it came to on average; nothing if it was never tried."""
        return self.total / self.visits if self.visits else -math.inf

    def record(self, value: float) -> None:
        """Once more it was tried, and came to ``value``."""
        self.visits += 1
        self.total += value


class _Line(NamedTuple):
    """Moves made so far, where they lead, who may move there, what that is worth, and the other world before the last.

    ``other`` looked the same until then.
    """

    moves: tuple[Move, ...]
    position: AnyPosition
    active: Sequence[int]
    worth: float
    other: AnyPosition


class Planner:
    """``plans(moves)`` from one view, the best first as far as estimates tell at the end of the turn.

    Plans are made in one world. They go on for as long as another one looks the same: nothing may be planned
    with what is not known when the time comes.
    """

    def __init__(self, engine: Engine, view: AnyView, standing: Standing, chance: Stream, clock: Clock) -> None:
        assert view.player is not None
        self.engine, self.standing, self.clock, self.chance = engine, standing, clock, chance
        self.player: int = view.player
        guesses = Draws(chance)
        self.world = world_of(engine.game, view, guesses)
        self.hidden = guesses.drew
        self.other = world_of(engine.game, view, chance)
        self.seed = chance.below(2**53)
        self.sure = not self.hidden  # nothing hidden, and nothing drawn so far

    def plans(self, moves: Sequence[Move], effort: int) -> list[Plan]:
        """Plans that begin with one of ``moves``, after at most ``effort`` steps beside these."""
        done: list[_Line] = []
        lines = self.longer((), self.world, self.other, moves)
        while lines:
            chosen = self.chosen(lines, done)
            lines = list[_Line]()
            for line in chosen:
                other = None if self.clock.late(PART) else self.unseen(line)
                moves = () if other is None else self.engine.game.legal(self.engine.view(line.position, self.player))
                effort -= len(moves)
                if other is None or effort < 0:
                    done.append(line)
                else:
                    lines += self.longer(line.moves, line.position, other, moves)
        done.sort(key=lambda line: line.worth, reverse=True)
        twins = zip([None, *done], done, strict=False)
        return [Plan(line.moves) for before, line in twins if before is None or not _same(before, line)]

    def longer(
        self, made: tuple[Move, ...], position: AnyPosition, other: AnyPosition, moves: Sequence[Move]
    ) -> list[_Line]:
        """A line one move longer for each of ``moves``; fewer if it is late."""
        lines: list[_Line] = []
        for move in moves:
            # The same numbers fall whatever is played.
            draws = Draws(self.seed + position.ply)
            ((after, active),) = outcomes(self.engine, position, self.player, (move,), draws)
            self.sure = self.sure and not draws.drew
            worth = self.standing.worth(after, not active, self.player)
            lines.append(_Line((*made, move), after, active, worth, other))
            if self.clock.late(PART):
                break
        return lines

    def chosen(self, lines: list[_Line], done: list[_Line]) -> list[_Line]:
        """The best lines whose turn goes on, the others being done. Lines that lead to one place are one line."""
        ongoing: list[_Line] = []
        follow = self.standing.telling
        for line in sorted(lines, key=lambda line: line.worth, reverse=True):
            if not (follow and len(line.active) == 1 and line.active[0] == self.player) or len(ongoing) >= LINES:
                done.append(line)
            elif not any(_same(line, before) for before in ongoing):
                ongoing.append(line)
        return ongoing

    def unseen(self, line: _Line) -> AnyPosition | None:
        """The other world after the last move of a line if the player still cannot tell it from this; else None."""
        if self.sure:
            return line.other
        engine = self.engine
        ((other, _),) = outcomes(engine, line.other, self.player, line.moves[-1:], self.chance)
        return other if engine.view(other, self.player) == engine.view(line.position, self.player) else None


def _same(a: _Line, b: _Line) -> bool:
    return a.worth == b.worth and a.position == b.position
