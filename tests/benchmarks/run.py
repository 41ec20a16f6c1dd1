"""All benchmarks in one run: ``python tests/benchmarks/run.py [name ...]``.

Figures are microseconds per unit and ratios; the machine is shared, so only the ratios mean something.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))

import octopus_plain
import tictactoe_plain
from measure import against, line, many
from tictactoe import TicTacToe

from tileyard import Engine, FastChance
from tileyard.ground.chance import Chance
from tileyard.play.shape import copier
from tileyard_octopus.rules import Octopus


class Case(NamedTuple):
    """A game and the same game written straight: ``plain(rnd)`` plays it once."""

    name: str
    game: Any
    players: int
    plain: Callable[[Callable[[], float]], object]
    bar: float


CASES = [
    Case("tic-tac-toe", TicTacToe(), 2, tictactoe_plain.play, 1.6),
    Case("octopus, 2 players", Octopus(), 2, lambda rnd: octopus_plain.play(rnd, 2), 1.6),
    Case("octopus, 4 players", Octopus(), 4, lambda rnd: octopus_plain.play(rnd, 4), 1.6),
]


def main(names: list[str]) -> None:
    """Print every table, or those of the cases whose names contain one of ``names``."""
    cases = [case for case in CASES if not names or any(name in case.name for name in names)]
    print(f"{'one random game':<44}{'engine':>10}{'plain':>10}{'ratio':>8}")
    for case in cases:
        print(line(case.name, playouts(case), case.bar), flush=True)
    print(f"\n{'a mid-game state':<44}{'ours':>10}{'bare':>10}{'ratio':>8}")
    for case in cases:
        for what, ratio, bar in states(case):
            print(line(f"{case.name}: {what}", ratio, bar), flush=True)


def playouts(case: Case) -> Any:
    """Whole random games through the engine against the plain loop."""
    engine, chance, rnd = Engine(case.game, case.players), FastChance(1), random.Random(1).random

    def ours() -> int:
        for _ in range(10):
            engine.playout(chance)
        return 10

    def theirs() -> int:
        for _ in range(10):
            case.plain(rnd)
        return 10

    return against(ours, theirs)


def states(case: Case) -> list[tuple[str, Any, float]]:
    """Copying, encoding and decoding a position in the middle of a game, against the same data in bare containers."""
    engine = Engine(case.game, case.players)
    length = engine.playout(FastChance(1)).ply
    position = engine.start(Chance.from_seed("bench"))
    engine.rollout(position, FastChance(2), limit=length // 2)
    bare = msgspec.to_builtins(position.state, str_keys=True)
    parts = containers(bare)
    kind = case.game.types.state
    copy = copier(kind)
    encode, data = msgspec.json.Encoder().encode, msgspec.json.encode(position.state)
    typed, untyped = msgspec.json.Decoder(kind).decode, msgspec.json.Decoder().decode
    return [
        ("copy", against(many(lambda: copy(position.state)), many(lambda: [p.copy() for p in parts])), 3),
        ("encode", against(many(lambda: encode(position.state)), many(lambda: encode(bare))), 1.5),
        ("decode", against(many(lambda: typed(data)), many(lambda: untyped(data))), 1.5),
    ]


def containers(value: Any) -> list[Any]:
    """Every list and dict in ``value``, which is what a copy by hand would copy."""
    if isinstance(value, dict):
        return [value, *(part for item in value.values() for part in containers(item))]
    if isinstance(value, list | tuple):
        own = [value] if isinstance(value, list) else []
        return own + [part for item in value for part in containers(item)]
    return []


if __name__ == "__main__":
    main(sys.argv[1:])
