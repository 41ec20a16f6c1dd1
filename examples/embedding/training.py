"""A loop for reinforcement learning: observations as numbers, actions one field at a time, rewards from scores.

A move of Brook has hundreds of values; its fields have few. So the agent chooses a tile, then a cell,
then a turn, each among what the choices before it leave open, and no illegal action exists.
Run it: ``python examples/embedding/training.py``
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tileyard import FastChance, Match, Move, View
from tileyard.front.bots import GreedyBot
from tileyard.front.choices import Choice, narrow
from tileyard_brook import Brook
from tileyard_brook.model import Options, Seat, Table
from tileyard_brook.pieces import KINDS


@dataclass
class Observation:
    """What the agent sees: its view as numbers, the field to choose now, and the values that are allowed."""

    numbers: list[int]
    field: str
    allowed: list[Any]


class BrookEnv:
    """The agent is player 0; a greedy bot is player 1."""

    def __init__(self) -> None:
        self.game = Brook()

    def reset(self, seed: str) -> Observation:
        """Begin a match."""
        self.match = Match(self.game, 2, seed=seed)
        self.opponent = GreedyBot(self.game, seed)
        return self._offer({})

    def step(self, value: Any) -> tuple[Observation, float, bool]:
        """Choose ``value`` for the field that was asked for: the next observation, the reward, and whether it is over.

        The reward comes with the last field of a move: the change of the lead, the opponent's answer included.
        """
        observation = self._offer({**self._picked, self._choice.field: value})
        if self._choice.move is None:
            return observation, 0.0, False
        lead = self._lead()
        self._play(self._choice.move)
        return self._offer({}), float(self._lead() - lead), self.match.over

    def _play(self, move: Move) -> None:
        self.match.play(0, move)
        if not self.match.over:
            self.match.play(1, self.opponent.choose(self.match.view(1)))

    def _offer(self, picked: dict[str, Any]) -> Observation:
        self._picked = picked
        self._choice: Choice[Any] = narrow(self.match.legal(0), picked)
        return Observation(numbers(self.match.view(0)), self._choice.field, self._choice.values)

    def _lead(self) -> int:
        return self.match.scores[0] - self.match.scores[1]


def numbers(view: View[Options, Table, Seat]) -> list[int]:
    """A view as numbers of fixed length: plies, scores, how many of each tile are held, tiles on the table by kind."""
    assert view.seat is not None
    laid = [tile.tile for tile in view.table.board.values()]
    return [
        view.ply,
        *view.scores,
        *(view.seat.hand.count(kind) for kind in range(len(KINDS))),
        *(laid.count(kind) for kind in range(len(KINDS))),
    ]


def episode(seed: str) -> tuple[float, int]:
    """One match of an agent that chooses at random: the sum of its rewards, and how many choices it made."""
    env, chance = BrookEnv(), FastChance(seed)
    observation, over = env.reset(seed), False
    total, choices = 0.0, 0
    while not over:
        observation, reward, over = env.step(chance.pick(observation.allowed))
        total, choices = total + reward, choices + 1
    return total, choices


if __name__ == "__main__":
    for number in range(3):
        print("reward {:+.0f} after {} choices".format(*episode(str(number))))
