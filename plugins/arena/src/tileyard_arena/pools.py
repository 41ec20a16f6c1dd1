"""Where matches are played: in this process, in several of this machine, or on a Dask cluster.

Each is a :class:`concurrent.futures.Executor` with what is needed around it: how many matches it plays at once,
what it raises when a worker is lost, how it starts afresh, and how it stops at once.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import redirect_stdout
from functools import lru_cache
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Lock, Thread
from time import perf_counter
from typing import Any, TypeAlias

from tileyard import PluginProblem, Registry, TileyardError, UsageError
from tileyard.ground.errors import cause_of
from tileyard_arena import daskworker
from tileyard_arena.playing import blamed
from tileyard_arena.schedule import Fixture

__all__ = ["Batch", "Crew", "Dask", "InProcess", "Played", "Processes", "Work", "WorkersLost"]

Work: TypeAlias = Callable[[Registry, Fixture], Any]
"""What is done with each fixture: a function of a module, so that other processes find it."""

Played: TypeAlias = tuple[float, list[Any], TileyardError | None]
"""A batch that was played: how long it took (s), what came of each match, and what ended it before its end."""

Batch: TypeAlias = "Future[Played]"
"""A batch under way."""

_loading = Lock()
_PATIENCE = 10  # seconds for a cluster to answer


class WorkersLost(PluginProblem):
    """Whoever plays a match dies, or there is nobody to play. Facts: ``matches`` (numbers, if known), ``cause``."""

    code = "workers_lost"


class Crew:
    """Those who play: ``slots`` matches at once, in this process if they are ``alone``.

    ``lost`` are the exceptions that mean that a worker has died, ``retries`` how often a match is played again, with
    nothing beside it, whose worker did, before it is put down to the match.
    """

    slots = 1
    alone = False
    retries = 3
    patience = 0.0  # seconds that nobody may be there to play
    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def submit(self, work: Work, fixtures: Sequence[Fixture]) -> Batch:
        """Have a batch of matches played."""
        raise NotImplementedError

    def renew(self) -> None:
        """Go on after a worker was lost."""

    def ailing(self) -> str:
        """What keeps everybody from playing, in words; empty if nothing does."""
        return ""

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


def _all(registry: Registry, work: Work, fixtures: Sequence[Fixture]) -> Played:
    start, made = perf_counter(), list[Any]()
    try:
        for fixture in fixtures:
            with blamed(fixture):
                made.append(work(registry, fixture))
    except TileyardError as error:
        # What was played before it is not lost for that.
        return perf_counter() - start, made, error
    return perf_counter() - start, made, None


def play_batch(work: Work, fixtures: Sequence[Fixture]) -> Played:
    """Play a batch in a process of its own, with the plugins that are installed there.

    What they print goes to standard error: standard output is that of the process at the terminal.
    """
    with redirect_stdout(sys.stderr):
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

    # The name is that of the method it stands for, which the stubs declare as a class.
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
    with _loading, redirect_stdout(sys.stderr):
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
    patience = 20.0

    def __init__(self, address: str, jobs: int) -> None:
        try:
            dask: Any = importlib.import_module("distributed")
        except ImportError as error:
            text = 'playing on a Dask cluster needs pip install "tileyard-arena[dask]"'
            raise UsageError(text, field="scheduler") from error
        self.lost = (BrokenExecutor, CancelledError, dask.KilledWorker, dask.client.FutureCancelledError)
        self.address = address
        self._cluster: Any = None
        if address == "local":
            # Any free port: the usual one may be taken.
            quiet = {"threads_per_worker": 1, "dashboard_address": "127.0.0.1:0", "preload": daskworker.__name__}
            try:
                self._cluster = dask.LocalCluster(n_workers=jobs, **quiet)
            except (OSError, RuntimeError, ValueError) as error:
                raise UsageError(
                    f"no Dask cluster can be started here: {cause_of(error)}", field="scheduler"
                ) from error
        try:
            if not self._cluster:
                # A client for what is no address cannot be got rid of again.
                dask.comm.get_address_host_port(address)
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
        try:
            return self._executor.submit(play_batch, work, fixtures)
        except RuntimeError as error:
            # So ends a client that has lost its scheduler.
            raise BrokenExecutor(str(error)) from error

    def renew(self) -> None:
        if self._client.status in ("closing", "closed"):
            why = self._silent()
            raise WorkersLost(why, cause=why)

    def _silent(self) -> str:
        return f"the Dask scheduler at {self.address} does not answer any more"

    def ailing(self) -> str:
        if self._client.status != "running":
            return self._silent()
        try:
            workers = self._client.nthreads()
        except (OSError, TimeoutError):
            return self._silent()
        return "" if workers else f"the Dask scheduler at {self.address} has no workers any more"

    def close(self, *, at_once: bool) -> None:
        self._client.close(**({"timeout": 2} if at_once else {}))
        if self._cluster is not None:
            self._cluster.close()
