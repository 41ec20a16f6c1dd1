"""All benchmarks in one run: ``python tests/benchmarks/run.py [name ...]``.

Figures are microseconds per unit and ratios; the machine is shared, so only the ratios mean something.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))

import dominoes_plain
import nile1967_plain
import nile2009_plain
import octopus_plain
import qaleh_nil_plain
import tictactoe_plain
import tiles_plain
from dominoes import Dominoes
from measure import against, line, many, slice_of
from tictactoe import TicTacToe

from tileyard import Engine, FastChance
from tileyard.ground.chance import Chance
from tileyard.play.shape import copier
from tileyard_nile1967.rules import Nile1967
from tileyard_nile2009.rules import Nile2009
from tileyard_octopus.rules import Octopus
from tileyard_qaleh_nil.castle import QalehNilCastle
from tileyard_qaleh_nil.race import QalehNil
from tileyard_tiles.rules import Tiles


class Case(NamedTuple):
    """A game and the same game written straight: ``plain(rnd)`` plays it once.

    ``legal`` is the bar for listing the moves of a mid-game position, in microseconds; ``growth`` that for the
    cost of a ply in the last quarter of a game against the first. None where no bar is set.
    """

    name: str
    game: Any
    players: int
    plain: Callable[[Callable[[], float]], object]
    bar: float
    legal: float | None = None
    growth: float | None = None


CASES = [
    Case("tic-tac-toe", TicTacToe(), 2, tictactoe_plain.play, 1.6),
    Case("dominoes", Dominoes(), 2, dominoes_plain.play, 2),
    Case("octopus, 2 players", Octopus(), 2, lambda rnd: octopus_plain.play(rnd, 2), 1.6),
    Case("octopus, 4 players", Octopus(), 4, lambda rnd: octopus_plain.play(rnd, 4), 1.6),
    Case("tiles, 2 players", Tiles(), 2, lambda rnd: tiles_plain.play(rnd, 2), 2, legal=300, growth=2),
    Case("tiles, 3 players", Tiles(), 3, lambda rnd: tiles_plain.play(rnd, 3), 2, legal=300, growth=2),
    Case("nile1967, 2 players", Nile1967(), 2, lambda rnd: nile1967_plain.play(rnd, 2), 2, legal=150, growth=2),
    Case("nile1967, 4 players", Nile1967(), 4, lambda rnd: nile1967_plain.play(rnd, 4), 2, legal=150, growth=2),
    Case("nile2009, 2 players", Nile2009(), 2, lambda rnd: nile2009_plain.play(rnd, 2), 2, legal=200),
    Case("nile2009, 4 players", Nile2009(), 4, lambda rnd: nile2009_plain.play(rnd, 4), 2, legal=200),
    Case("qaleh-nil, 2 players", QalehNil(), 2, lambda rnd: qaleh_nil_plain.race(rnd, 2), 2, legal=200),
    Case("qaleh-nil, 4 players", QalehNil(), 4, lambda rnd: qaleh_nil_plain.race(rnd, 4), 2, legal=200),
    Case("castle, 2 players", QalehNilCastle(), 2, lambda rnd: qaleh_nil_plain.castle(rnd, 2), 2, legal=200),
    Case("castle, 4 players", QalehNilCastle(), 4, lambda rnd: qaleh_nil_plain.castle(rnd, 4), 2, legal=200),
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
    print(f"\n{'all legal moves, mid-game':<44}{'moves':>10}{'time':>10}{'most':>8}")
    for case in cases:
        print(legal(case), flush=True)
    print(f"\n{'one ply, by quarters of the game':<44}{'1st':>8}{'2nd':>8}{'3rd':>8}{'4th':>8}{'4th/1st':>9}")
    for case in cases:
        print(curve(case), flush=True)


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


def legal(case: Case) -> str:
    """Listing the moves in the middle of some games: how many there are, how long it takes, and how long at most."""
    engine = Engine(case.game, case.players)
    times: list[float] = []
    counts: list[int] = []
    for seed in range(11):
        position = engine.start(Chance.from_seed(f"legal {seed}"))
        engine.rollout(position, FastChance(seed), limit=engine.playout(FastChance(seed)).ply // 2)
        if active := engine.active(position):
            view = engine.view(position, active[0])
            counts.append(len(case.game.legal(view)))
            times.append(slice_of(many(lambda view=view: case.game.legal(view)), 0.05))
    usual = statistics.median(times)
    verdict = "" if case.legal is None else f"   bar {case.legal:g}: {'met' if usual <= case.legal else 'MISSED'}"
    return f"{case.name:<44}{statistics.median(counts):>10g}{usual:>10.2f}{max(times):>8.2f}{verdict}"


def curve(case: Case, games: int = 120) -> str:
    """What a ply costs in each quarter of random games through the engine."""
    engine = Engine(case.game, case.players)
    spent, plies = [0.0] * 4, [0] * 4
    for seed in range(games):
        whole = engine.start(Chance.from_seed(f"curve {seed}"))
        position = engine.copy(whole)
        engine.rollout(whole, FastChance(seed))
        chance = FastChance(seed)
        for quarter in range(4):
            steps = whole.ply * (quarter + 1) // 4 - position.ply
            begun = time.perf_counter()
            engine.rollout(position, chance, limit=steps)
            spent[quarter] += time.perf_counter() - begun
            plies[quarter] += steps
    costs = [1e6 * s / max(n, 1) for s, n in zip(spent, plies, strict=True)]
    growth = costs[3] / costs[0]
    verdict = "" if case.growth is None else f"   bar {case.growth:g}: {'met' if growth <= case.growth else 'MISSED'}"
    return f"{case.name:<44}{''.join(f'{cost:>8.2f}' for cost in costs)}{growth:>9.2f}{verdict}"


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
