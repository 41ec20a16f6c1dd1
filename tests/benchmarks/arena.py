"""How much faster several processes play than one: ``python tests/benchmarks/arena.py [rounds]``.

The same matches of a bot that keeps a processor busy are played by one process and by two, in turn, and then by two and
by Dask with two; everybody has started before the clock does. Printed are the middle of the ratios of all rounds, and
the ratio by processor time: what it would be if nobody else used the machine.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

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


class Row(NamedTuple):
    """Matches per second, how many times the first crew's, and how many times it would be on an idle machine."""

    rate: float
    ratio: float
    by_processor: float


def against(crews: Sequence[Crew], matches: list[Fixture], rounds: int) -> list[Row]:
    """Several crews, in turn so that all meet the same noise."""
    for players in crews:
        clocked(players, matches[:4])
    times = [[clocked(players, matches) for players in crews] for _ in range(rounds)]
    rows: list[Row] = []
    for at, players in enumerate(crews):
        ratios = [row[0][0] / row[at][0] for row in times]
        used = [players.slots / crews[0].slots * row[0][1] / row[at][1] for row in times]
        rate = len(matches) / statistics.median(row[at][0] for row in times)
        rows.append(Row(rate, statistics.median(ratios), statistics.median(used)))
    return rows


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    registry = Registry.load()
    matches = fixtures(Plan(setting(registry, "octopus", 2), BOTS, MATCHES, "1"))
    with crew(registry, 2) as two:
        with crew(registry, 1) as one:
            rows = dict(zip(("one process", "two processes"), against([one, two], matches, rounds), strict=True))
        # Only now: whatever is in this process slows what is played in it.
        with crew(registry, 2, "local") as dask:
            _, last = against([two, dask], matches, rounds)
    base = rows["two processes"]
    rows["Dask, two workers"] = Row(last.rate, base.ratio * last.ratio, base.by_processor * last.by_processor)
    print(f"octopus, {', '.join(BOTS)}: {MATCHES} matches, {rounds} rounds; load {os.getloadavg()[0]:.1f}")
    print(f"{'':<20}{'matches/s':>10}{'ratio':>8}{'by processor time':>20}")
    for name, row in rows.items():
        print(f"{name:<20}{row.rate:>10.2f}{row.ratio:>8.2f}{row.by_processor:>20.2f}")


if __name__ == "__main__":
    main()
