"""Simulations of bot ``mcts``: ``python tests/benchmarks/bots.py [--depth N] [--against FOLDER] [GAME ...]``.

For each game, in the middle of a match of two: simulations per second of processor time, and how much of that time is
the game's own (its verbs, and copies of its states). With ``--against``, a checkout of another version, with its games,
is measured in turn with this one, and the ratio is printed: only ratios mean something on a machine that does other
things as well. Without ``--depth`` each version looks as far ahead as it does by default.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))

from tictactoe import TicTacToe

from tileyard import Chance, Engine, FastChance, Registry
from tileyard.front.mcts import Mcts, MctsBot

ROOT = Path(__file__).parents[2]
VERBS = ("active", "legal", "apply", "score", "sample", "guess", "result", "estimate")
SLICES, SECONDS, SIMS = 5, 1.0, 100


def game_of(name: str) -> Any:
    """The game of this id."""
    return TicTacToe() if name == TicTacToe.id else Registry.load().game(name).game


def view_of(game: Any) -> Any:
    """A view a third into a random match of two."""
    engine = Engine(game, 2)
    length = engine.playout(FastChance(1)).ply
    for plies in (length // 3, 4, 0):
        position = engine.start(Chance.from_seed("bench"))
        engine.rollout(position, FastChance(2), limit=plies)
        if active := engine.active(position):
            return engine.view(position, active[0])
    raise AssertionError("a game begins with somebody to move")


def rate(name: str, settings: Mcts, seconds: float) -> float:
    """Simulations per second of processor time, choosing the same move again and again."""
    game = game_of(name)
    view, sims = view_of(game), 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        MctsBot(game, sims, settings).choose(view)
        sims += SIMS
    return sims / (time.process_time() - start)


def own_share(name: str, settings: Mcts) -> float:
    """How much of the time of simulations is spent in the game's own verbs, and in copying its states; at least that
    much, because the clocks that measure it take time too.
    """
    game, spent, inside = game_of(name), [0.0], [False]

    def timed(call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*given: Any) -> Any:
            if inside[0]:
                return call(*given)
            inside[0] = True
            start = time.perf_counter()
            try:
                return call(*given)
            finally:
                spent[0] += time.perf_counter() - start
                inside[0] = False

        return wrapped

    view, begin = view_of(game), Engine.__init__
    MctsBot(game, 0, settings).choose(view)
    for verb in VERBS:
        setattr(game, verb, timed(getattr(game, verb)))

    def begin_timed(engine: Engine, *what: Any) -> None:
        begin(engine, *what)
        engine._copy = timed(engine._copy)

    Engine.__init__ = begin_timed  # type: ignore[method-assign]
    try:
        spent[0], start = 0.0, time.perf_counter()
        for seed in range(5):
            MctsBot(game, seed, settings).choose(view)
        return spent[0] / (time.perf_counter() - start)
    finally:
        Engine.__init__ = begin  # type: ignore[method-assign]


def elsewhere(name: str, checkout: Path, how: list[str]) -> float:
    """:func:`rate` in a process of its own, of the version in ``checkout``."""
    sources = [checkout / "core/src", *checkout.glob("plugins/*/src"), *checkout.glob("examples/*/src")]
    told = subprocess.run(
        [sys.executable, __file__, "--rate", name, *how],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, sources))},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(told.stdout)


def main() -> None:
    """Print one row for each game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--against", type=Path, metavar="FOLDER")
    parser.add_argument("--depth", type=int, metavar="N")
    parser.add_argument("--rate", metavar="GAME", help="print the bare rate of one game")
    given = parser.parse_args()
    settings = Mcts(sims=SIMS) if given.depth is None else Mcts(sims=SIMS, depth=given.depth)
    how = [] if given.depth is None else ["--depth", str(given.depth)]
    if given.rate:
        print(rate(given.rate, settings, SECONDS))
        return
    print(f"{'game':<20}{'sims/s':>10}{'game itself':>14}{'against':>10}{'ratio':>8}")
    for name in given.games or [TicTacToe.id, *sorted(Registry.load().games)]:
        row = f"{name:<20}"
        if given.against:
            pairs = [(elsewhere(name, ROOT, how), elsewhere(name, given.against, how)) for _ in range(SLICES)]
            ours, theirs = (statistics.median(side) for side in zip(*pairs, strict=True))
            ratio = statistics.median(a / b for a, b in pairs)
            row += f"{ours:>10.0f}{100 * own_share(name, settings):>12.0f} %{theirs:>10.0f}{ratio:>8.2f}"
        else:
            row += f"{rate(name, settings, SECONDS):>10.0f}{100 * own_share(name, settings):>12.0f} %"
        print(row, flush=True)


if __name__ == "__main__":
    main()
