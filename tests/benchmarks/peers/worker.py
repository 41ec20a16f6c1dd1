"""What plays for the benchmark: a program that plays random games of one kind whenever it is told to.

It says ``{"version": ...}`` when it is warm, or ``{"missing": ...}`` if what it plays with is not installed. Then each
line it reads is a number of seconds, of processor time, and it answers with the moves it made and the seconds it took.
"""

from __future__ import annotations

import json
import platform
import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version

Rnd = Callable[[], float]
GAMES, WARM = 5, 0.5


def serve(distribution: str, module: str, kinds: dict[str, Callable[[], Callable[[Rnd], int]]]) -> None:
    """Play as the kind named on the command line. Its maker gives ``play(rnd)``: one game, and its moves."""
    try:
        import_module(module)
    except ModuleNotFoundError as error:
        say(missing=str(error))
        return
    play, rnd = kinds[sys.argv[1]](), random.Random(1).random
    slice_of(play, rnd, WARM)
    say(version=f"{distribution} {version(distribution)}, Python {platform.python_version()}")
    for line in sys.stdin:
        moves, seconds = slice_of(play, rnd, float(line))
        say(moves=moves, seconds=seconds)


def slice_of(play: Callable[[Rnd], int], rnd: Rnd, seconds: float) -> tuple[int, float]:
    """Whole games for about so many seconds of this process: the moves made, and the seconds taken."""
    moves, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        for _ in range(GAMES):
            moves += play(rnd)
    return moves, time.process_time() - start


def say(**told: object) -> None:
    """One line of JSON."""
    print(json.dumps(told), flush=True)
