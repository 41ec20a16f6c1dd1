"""PettingZoo, by the loop of its documentation: ``agent_iter``, ``last``, the action mask, ``step``."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module

from worker import Rnd, serve

os.environ |= {"PYGAME_HIDE_SUPPORT_PROMPT": "1", "SDL_VIDEODRIVER": "dummy"}


def player(make: str) -> Callable[[Rnd], int]:
    """Random games in the environment that ``make`` gives: ``env`` with the usual wrappers, ``raw_env`` without."""
    env = getattr(import_module("pettingzoo.classic.tictactoe_v3"), make)()
    nonzero = import_module("numpy").flatnonzero

    def play(rnd: Rnd) -> int:
        env.reset(seed=int(rnd() * 1e9))
        moves = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                legal = nonzero(observation["action_mask"])
                env.step(legal[int(rnd() * len(legal))])
                moves += 1
        return moves

    return play


if __name__ == "__main__":
    serve(
        "pettingzoo",
        "pettingzoo.classic.tictactoe_v3",
        {make: lambda make=make: player(make) for make in ("env", "raw_env")},
    )
