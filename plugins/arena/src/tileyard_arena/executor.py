"""Having matches played by others: in batches, each match exactly once, whoever dies in between.

What a worker had not handed back when it died is played again. Everything follows from the fixture and its seed,
so it comes to the same, wherever and however often it is played.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from typing import Any

from tileyard import PluginProblem, Registry, UsageError
from tileyard_arena.pools import Batch, Crew, Dask, InProcess, Processes, Work
from tileyard_arena.schedule import Fixture

__all__ = ["WorkersLost", "carry_out", "cores", "crew"]

_SECONDS = 0.5  # what a batch should take: long beside its way to a worker, short for whoever waits
_MOST = 500  # matches in a batch


class WorkersLost(PluginProblem):
    """Whoever plays certain matches dies. Facts: ``matches`` (their numbers), ``cause``."""

    code = "workers_lost"


def cores() -> int:
    """How many processors there are for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def crew(registry: Registry, jobs: int = 1, scheduler: str = "") -> Generator[Crew]:
    """Those who play: this process if ``jobs`` is 1, otherwise so many processes, or a Dask cluster.

    ``scheduler`` is the address of Dask's scheduler, or ``local`` for a cluster of ``jobs`` processes that lives as
    long as it is needed. Left by an exception, Ctrl-C too, it stops without waiting for anybody.
    """
    if jobs < 1:
        raise UsageError("one process is the least", field="jobs", given=jobs)
    made = Dask(scheduler, jobs) if scheduler else InProcess(registry) if jobs == 1 else Processes(jobs)
    done = False
    try:
        yield made
        done = True
    finally:
        made.close(at_once=not done)


def carry_out(work: Work, fixtures: Sequence[Fixture], players: Crew) -> Iterator[list[Any]]:
    """``work(registry, fixture)`` of every fixture, once each, some at a time, in no certain order.

    Raises :class:`WorkersLost` if workers keep dying of the same matches, and what ``work`` raises.
    """
    left = _Left(work, fixtures, players)
    while left:
        left.send()
        yield from left.receive()


@dataclass
class _Sent:
    """Matches sent out together, and how often they were lost."""

    fixtures: Sequence[Fixture]
    losses: int = 0


class _Left:
    """What is still to be done; true while there is something."""

    def __init__(self, work: Work, fixtures: Sequence[Fixture], players: Crew) -> None:
        self.work, self.players = work, players
        self.fresh = deque(fixtures)
        self.again: deque[_Sent] = deque()
        self.running: dict[Batch, _Sent] = {}
        self.broken = False
        self.pace = 0.0  # seconds for a match

    def __bool__(self) -> bool:
        return bool(self.fresh or self.again or self.running)

    def send(self) -> None:
        """Keep everybody busy, with a batch in reserve for each."""
        ahead = 1 if self.players.alone else 2 * self.players.slots
        while len(self.running) < ahead and (self.again or self.fresh):
            sent = self.again.popleft() if self.again else _Sent(self._batch())
            try:
                self.running[self.players.submit(self.work, sent.fixtures)] = sent
            except self.players.lost:
                self.again.appendleft(sent)
                self.broken = True
                return

    def receive(self) -> Iterator[list[Any]]:
        """What has come back by now. If a worker was lost, what is not yet done is to be done again."""
        lost: list[_Sent] = []
        done = wait(self.running, return_when=FIRST_COMPLETED).done
        while done:
            for future in done:
                sent = self.running.pop(future)
                try:
                    seconds, made = future.result()
                except self.players.lost as error:
                    self._lose(sent, error)
                    lost.append(sent)
                else:
                    each = seconds / len(made)
                    self.pace = (self.pace + each) / 2 if self.pace else each
                    yield made
            # One lost worker ends a pool, but what others had finished is still to be had.
            self.broken = self.broken or bool(lost)
            done = wait(self.running).done if self.broken else ()
        if self.broken:
            self.again.extend(lost)
            self.players.renew()
            self.broken = False

    def _batch(self) -> list[Fixture]:
        """As many matches as are played in a good time, but fewer towards the end, so that all end together."""
        size = 1
        if self.pace and not self.players.alone:
            share = ceil(len(self.fresh) / (4 * self.players.slots))
            size = max(1, min(_MOST, share, int(_SECONDS / self.pace)))
        return [self.fresh.popleft() for _ in range(size)]

    def _lose(self, sent: _Sent, error: BaseException) -> None:
        sent.losses += 1
        if sent.losses > self.players.retries:
            numbers = [fixture.number for fixture in sent.fixtures]
            named = f"match {numbers[0]}" if len(numbers) == 1 else f"one of the matches {numbers[0]} to {numbers[-1]}"
            raise WorkersLost(
                f"{named}: whoever plays it dies, however often it is tried",
                matches=numbers,
                cause=f"{type(error).__name__}: {error}",
            ) from error
