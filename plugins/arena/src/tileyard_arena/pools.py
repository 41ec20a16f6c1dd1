"""Where matches are played: in this process, in several of this machine, or on a Dask cluster.

Each is a :class:`concurrent.futures.Executor` with what is needed around it: how many matches it plays at once,
what it raises when a worker is lost, how it starts afresh, and how it stops at once.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from functools import lru_cache
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Lock, Thread
from time import perf_counter
from typing import Any, TypeAlias

from tileyard import Registry, UsageError
from tileyard_arena.schedule import Fixture

__all__ = ["Batch", "Crew", "Dask", "InProcess", "Processes", "Work"]

Work: TypeAlias = Callable[[Registry, Fixture], Any]
"""What is done with each fixture: a function of a module, so that other processes find it."""

Batch: TypeAlias = "Future[tuple[float, list[Any]]]"
"""A batch under way: how long it took (s), and what came of each match."""

_loading = Lock()
_PATIENCE = 10  # seconds for a cluster to answer


class Crew:
    """Those who play: ``slots`` matches at once, in this process if they are ``alone``.

    ``lost`` are the exceptions that mean that a worker has died, ``retries`` how often matches are played again whose
    worker did, before it is put down to the matches.
    """

    slots = 1
    alone = False
    retries = 3
    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def submit(self, work: Work, fixtures: Sequence[Fixture]) -> Batch:
        """Have a batch of matches played."""
        raise NotImplementedError

    def renew(self) -> None:
        """Go on after a worker was lost."""

    def close(self, *, at_once: bool) -> None:
        """Stop; ``at_once`` without waiting for the matches under way."""


# -- in this process -----------------------------------------------------------------------------------


class _Here(Executor):
    """Whatever is submitted is done before ``submit`` returns."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001  (it is for whoever asks for the result)
            future.set_exception(error)
        return future


class InProcess(Crew):
    """This process, with the plugins of ``registry``."""

    alone = True

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._executor = _Here()

    def submit(self, work: Work, fixtures: Sequence[Fixture]) -> Batch:
        return self._executor.submit(_all, self._registry, work, fixtures)


def _all(registry: Registry, work: Work, fixtures: Sequence[Fixture]) -> tuple[float, list[Any]]:
    start = perf_counter()
    made = [work(registry, fixture) for fixture in fixtures]
    return perf_counter() - start, made


def play_batch(work: Work, fixtures: Sequence[Fixture]) -> tuple[float, list[Any]]:
    """Play a batch in a process of its own, with the plugins that are installed there."""
    with _loading:
        registry = _installed()
    return _all(registry, work, fixtures)


@lru_cache(maxsize=1)
def _installed() -> Registry:
    return Registry.load()


# -- in processes --------------------------------------------------------------------------------------


class _Spawn(SpawnContext):
    """Fresh processes, alike on every system; it knows those it has started."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[SpawnProcess] = []

    def Process(self, *args: Any, **kwargs: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        process = SpawnProcess(*args, **kwargs)
        self.started.append(process)
        return process


class Processes(Crew):
    """``jobs`` processes of this machine, each of which loads the installed plugins once."""

    def __init__(self, jobs: int) -> None:
        self.slots = jobs
        self.renew()

    def renew(self) -> None:
        """A new pool: one that has lost a process cannot be used any more."""
        self._context = _Spawn()
        self._pool = ProcessPoolExecutor(self.slots, mp_context=self._context, initializer=_begin)

    def submit(self, work: Work, fixtures: Sequence[Fixture]) -> Batch:
        return self._pool.submit(play_batch, work, fixtures)

    def close(self, *, at_once: bool) -> None:
        if at_once:
            for process in self._context.started:
                process.terminate()
        self._pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """What a worker does first. Ctrl-C is for the process at the terminal, which tells the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    with _loading:
        _installed()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


# -- on a Dask cluster ---------------------------------------------------------------------------------


class Dask(Crew):
    """A cluster of Dask: the one whose scheduler is at ``address``, or for ``local`` one of ``jobs`` processes here.

    Every worker needs the same plugins installed. Raises :class:`UsageError` if Dask is not installed, or nobody
    answers.
    """

    # Dask itself gives the work of a lost worker to others, some times.
    retries = 0

    def __init__(self, address: str, jobs: int) -> None:
        try:
            dask: Any = importlib.import_module("distributed")
        except ImportError as error:
            text = 'playing on a Dask cluster needs pip install "tileyard-arena[dask]"'
            raise UsageError(text, field="scheduler") from error
        self.lost = (BrokenExecutor, CancelledError, dask.KilledWorker, dask.client.FutureCancelledError)
        self._cluster: Any = None
        if address == "local":
            # Any free port: the usual one may be taken.
            quiet = {"threads_per_worker": 1, "dashboard_address": "127.0.0.1:0"}
            self._cluster = dask.LocalCluster(n_workers=jobs, **quiet)
        try:
            self._client: Any = dask.Client(self._cluster or address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise UsageError(f"no Dask scheduler answers at {address}: {error}", field="scheduler") from error
        try:
            self._client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError as error:
            self.close(at_once=True)
            raise UsageError(f"the Dask scheduler at {address} has no workers", field="scheduler") from error
        self._executor: Executor = self._client.get_executor(pure=False)
        self.slots = sum(self._client.nthreads().values())

    def submit(self, work: Work, fixtures: Sequence[Fixture]) -> Batch:
        return self._executor.submit(play_batch, work, fixtures)

    def close(self, *, at_once: bool) -> None:
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()
