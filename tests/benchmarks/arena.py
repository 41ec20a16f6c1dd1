"""How much faster several processes play than one: ``python tests/benchmarks/arena.py [rounds]``.

The same matches of a bot that keeps a processor busy are played by one process, by two, and by Dask with two, in turn,
several rounds of it; everybody has started before the clock does. Printed are the middle of the ratios of each round,
and the ratio by processor time: what it would be if nobody else used the machine.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack

import psutil

from tileyard import Registry
from tileyard_arena.executor import carry_out, crew
from tileyard_arena.playing import play
from tileyard_arena.pools import Crew
from tileyard_arena.schedule import Fixture, Plan, fixtures, setting

MATCHES, BOTS = 24, ("greedy:worlds=1:width=1", "random")


def processes() -> Iterator[psutil.Process]:
    """This one and all it has started."""
    yield psutil.Process()
    yield from psutil.Process().children(recursive=True)


def busy() -> float:
    """Processor seconds used so far."""
    return sum(sum(process.cpu_times()[:2]) for process in processes())


def clocked(players: Crew, matches: list[Fixture]) -> tuple[float, float]:
    """Seconds, and processor seconds, for all of the matches."""
    start, used = time.perf_counter(), busy()
    done = sum(len(made) for made in carry_out(play, matches, players))
    assert done == len(matches)
    return time.perf_counter() - start, busy() - used


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    registry = Registry.load()
    matches = fixtures(Plan(setting(registry, "octopus", 2), BOTS, MATCHES, "1"))
    times: dict[str, list[tuple[float, float]]] = {}
    with ExitStack() as stack:
        crews = {
            "one process": stack.enter_context(crew(registry, 1)),
            "two processes": stack.enter_context(crew(registry, 2)),
            "Dask, two workers": stack.enter_context(crew(registry, 2, "local")),
        }
        for players in crews.values():
            clocked(players, matches[:4])
        for _ in range(rounds):
            for name, players in crews.items():
                times.setdefault(name, []).append(clocked(players, matches))
    print(f"octopus, {', '.join(BOTS)}: {MATCHES} matches, {rounds} rounds; load {os.getloadavg()[0]:.1f}")
    print(f"{'':<20}{'matches/s':>10}{'ratio':>8}{'by processor time':>20}")
    for name, own in times.items():
        each = [one / other for (one, _), (other, _) in zip(times["one process"], own, strict=True)]
        used = [one / other for (_, one), (_, other) in zip(times["one process"], own, strict=True)]
        rate = MATCHES / statistics.median(seconds for seconds, _ in own)
        slots = crews[name].slots
        print(f"{name:<20}{rate:>10.2f}{statistics.median(each):>8.2f}{slots * statistics.median(used):>20.2f}")


if __name__ == "__main__":
    main()
