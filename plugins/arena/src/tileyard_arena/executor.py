"""Having matches played by others: in batches, each match exactly once, whoever dies in between.

What a worker had not handed back when it died is played again. Everything follows from the fixture and its seed,
so it comes to the same, wherever and however often it is played.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Collection, Generator, Iterator, Sequence
from concurrent.futures import ALL_COMPLETED, FIRST_COMPLETED, wait
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from time import monotonic
from typing import Any

from tileyard import Registry, TileyardError, UsageError
from tileyard_arena.pools import Batch, Crew, Dask, InProcess, Processes, Work, WorkersLost
from tileyard_arena.schedule import Fixture

__all__ = ["WorkersLost", "carry_out", "cores", "crew"]

_SECONDS = 0.5  # what a batch should take: long beside its way to a worker, short for whoever waits
_MOST = 500  # matches in a batch
_WATCH = 1.0  # seconds after which somebody looks whether anybody still plays


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

    Raises :class:`WorkersLost` if workers keep dying of a match or nobody is there to play any more, and what ``work``
    raises, after what was done by then has been handed over.
    """
    left = _Left(work, fixtures, players)
    while left:
        left.send()
        yield from left.receive()


@dataclass
class _Sent:
    """Matches sent out together, and how often their worker died when nothing else was played."""

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
        self.ailing = 0.0  # since when nobody plays

    def __bool__(self) -> bool:
        return bool(self.fresh or self.again or self.running)

    def send(self) -> None:
        """Keep everybody busy, with a batch in reserve for each; what was lost is tried with nothing beside it."""
        ahead = 1 if self.players.alone or self.again else 2 * self.players.slots
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
        fault: TileyardError | None = None
        lost: list[tuple[_Sent, BaseException]] = []
        together = len(self.running) > 1
        done = self._done(FIRST_COMPLETED)
        while done:
            for future in done:
                sent = self.running.pop(future)
                try:
                    seconds, made, error = future.result()
                except self.players.lost as loss:
                    lost.append((sent, loss))
                    continue
                each = seconds / max(1, len(made))
                self.pace = (self.pace + each) / 2 if self.pace else each
                fault = fault or error
                if made:
                    yield made
            # One lost worker ends a pool, but what others had finished is still to be had.
            self.broken = self.broken or bool(lost)
            done = self._done(ALL_COMPLETED) if self.broken else ()
        if fault:
            raise fault
        for sent, loss in lost:
            self._lose(sent, loss, together)
        if self.broken:
            self.players.renew()
            self.broken = False

    def _done(self, when: str) -> Collection[Batch]:
        """Those that have come back, as soon as there are some; none only if none is out."""
        while self.running:
            if done := wait(self.running, _WATCH, when).done:
                self.ailing = 0.0
                return done
            self._watch()
        return ()

    def _watch(self) -> None:
        """Raise :class:`WorkersLost` if there has been nobody to play for some time."""
        why, now = self.players.ailing(), monotonic()
        if not why:
            self.ailing = 0.0
        elif not self.ailing:
            self.ailing = now
        elif now - self.ailing >= self.players.patience:
            numbers = sorted(fixture.number for sent in self.running.values() for fixture in sent.fixtures)
            raise WorkersLost(f"{why}, so nobody plays", matches=numbers, cause=why)

    def _batch(self) -> list[Fixture]:
        """As many matches as are played in a good time, but fewer towards the end, so that all end together."""
        size = 1
        if self.pace and not self.players.alone:
            share = ceil(len(self.fresh) / (4 * self.players.slots))
            size = max(1, min(_MOST, share, int(_SECONDS / self.pace)))
        return [self.fresh.popleft() for _ in range(size)]

    def _lose(self, sent: _Sent, error: BaseException, together: bool) -> None:
        """Have matches played again by themselves, those of a batch one by one; or give up."""
        if together:
            self.again.append(sent)
        elif len(sent.fixtures) > 1:
            self.again.extend(_Sent([fixture]) for fixture in sent.fixtures)
        elif sent.losses < self.players.retries:
            sent.losses += 1
            self.again.append(sent)
        else:
            fixture, cause = sent.fixtures[0], f"{type(error).__name__}: {error}"
            where = f"match {fixture.number} of {fixture.setting.game} ({', '.join(fixture.bots)}; seed {fixture.seed})"
            text = f"{where}: whoever plays it dies, however often it is tried"
            raise WorkersLost(text, matches=[fixture.number], cause=cause) from error
