"""Where matches are played makes no difference, and a worker that is killed loses none and doubles none."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
from msgspec.structs import replace

from loading.throwaway import Site
from tileyard import BotFault, GameFault, PluginProblem, Registry, RulesMismatch, UsageError
from tileyard.ground.chance import derive_seed
from tileyard.ground.wire import to_builtins
from tileyard_arena.executor import WorkersLost, carry_out, crew
from tileyard_arena.files import Book, entries
from tileyard_arena.playing import play
from tileyard_arena.pools import Dask
from tileyard_arena.schedule import Fixture, Plan, fixtures, setting
from tileyard_arena.tournament import Tournament

BOTS = '''
"""Bots that misbehave in ways that the tests ask for."""

import os
import signal
import time
from pathlib import Path

from tileyard import hookimpl
from tileyard_brook.rules import Brook


class Slow:
    """Thinks for a while."""

    def __init__(self, game, settings, seed):
        self.game, self.seed, self.seconds = game, seed, float(settings.get("seconds", "0"))

    def choose(self, view):
        time.sleep(self.seconds)
        return self.game.legal(view)[0]


class Deadly(Slow):
    """Ends its process, the worst way there is."""

    def choose(self, view):
        os.kill(os.getpid(), signal.SIGKILL)


class Once(Slow):
    """The same, but only if it is the first to make a file."""

    def __init__(self, game, settings, seed):
        super().__init__(game, {}, seed)
        self.file = settings["file"]

    def choose(self, view):
        try:
            os.close(os.open(self.file, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return super().choose(view)
        os.kill(os.getpid(), signal.SIGKILL)


class Wrong(Slow):
    """Fails, or makes moves that are none; in one match alone, if that is named by the end of its seed."""

    def __init__(self, game, settings, seed):
        super().__init__(game, {}, seed)
        self.how, self.when = settings["how"], settings.get("seed", "")

    def choose(self, view):
        if self.seed.endswith(self.when):
            if self.how == "raise":
                raise ValueError("no idea")
            if self.how == "die":
                os.kill(os.getpid(), signal.SIGKILL)
            return None
        return super().choose(view)


class Rotten(Brook):
    """Fails by itself in one match: that in which a certain tile is laid first."""

    id = "rotten"

    def apply(self, state, move, turn):
        super().apply(state, move, turn)
        if len(state.table.board) == 20 and move.tile == 2:
            raise ZeroDivisionError("no water")


@hookimpl
def register_bots():
    return {"slow": Slow, "deadly": Deadly, "once": Once, "wrong": Wrong}


@hookimpl
def register_games():
    return [Rotten()]
'''


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Registry]:
    """Everything installed, and the bots above, in this process and in those it starts."""
    folder = tmp_path_factory.mktemp("site")
    Site(folder).install("arena-bots", BOTS)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH", "")])))
        yield Registry.load()


@contextmanager
def cluster(tmp_path: Path, *, nanny: bool = True) -> Iterator[tuple[str, psutil.Process]]:
    """A Dask scheduler and a worker, in processes of their own: the address, and the worker or the nanny above it."""
    file = tmp_path / "scheduler.json"
    common = ["--scheduler-file", str(file), "--no-dashboard"]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    dask = [sys.executable, "-m", "distributed.cli"]
    scheduler = subprocess.Popen(
        [*dask[:2], "distributed.cli.dask_scheduler", *common, "--host", "127.0.0.1", "--port", "0"], **quiet
    )
    worker = subprocess.Popen(
        [*dask[:2], "distributed.cli.dask_worker", *common, "--nthreads", "1", "--nanny" if nanny else "--no-nanny"],
        **quiet,
    )
    try:
        until(lambda: file.exists() and file.stat().st_size > 0)
        yield json.loads(file.read_text())["address"], psutil.Process(worker.pid)
    finally:
        for process in (worker, scheduler):
            for child in psutil.Process(process.pid).children(recursive=True):
                child.kill()
            process.kill()
            process.wait()


def until(holds: Callable[[], object], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def spawned(parent: int | None = None) -> list[psutil.Process]:
    """The workers of a process."""
    return [one for one in psutil.Process(parent).children() if "spawn_main" in " ".join(one.cmdline())]


def without_times(tournament: Tournament) -> dict[str, object]:
    return {**to_builtins(tournament.report()), "time": None}


def played(registry: Registry, plan: Plan, jobs: int = 1, scheduler: str = "") -> dict[str, object]:
    tournament = Tournament(registry, plan)
    heard: list[int] = []
    tournament.play(jobs, scheduler, heard.append)
    assert heard == sorted(heard)
    assert (heard[0], heard[-1]) == (0, plan.matches)
    return without_times(tournament)


def test_one_process_several_and_a_cluster_come_to_the_same(
    registry: Registry, plan: Callable[..., Plan], tmp_path: Path
) -> None:
    tournament = plan(bots=("random", "greedy:worlds=1:width=0"), matches=8)
    alone = played(registry, tournament)
    assert played(registry, tournament, 2) == alone
    assert played(registry, tournament, 2, "local") == alone
    with cluster(tmp_path) as (address, _):
        assert played(registry, tournament, 1, address) == alone


def test_a_killed_process_loses_no_match_and_doubles_none(
    bots: Registry, plan: Callable[..., Plan], tmp_path: Path
) -> None:
    """One of two workers is killed with -9 while both play."""
    tournament = plan(bots=("slow:seconds=0.004", "random"), matches=24)
    path = tmp_path / "killed.jsonl"
    killed: list[int] = []

    def kill(done: int) -> None:
        if done >= 4 and not killed:
            victim = spawned()[0]
            killed.append(victim.pid)
            victim.kill()

    with Book.create(path, tournament) as book:
        run = Tournament(bots, tournament, book)
        run.play(2, told=kill)
    assert killed
    assert sorted(entry.match for entry in entries(path)) == list(range(1, 25))
    assert without_times(run) == played(bots, tournament)


@pytest.mark.parametrize("where", ["processes", "dask"])
def test_matches_whose_worker_has_died_are_played_again(
    bots: Registry, plan: Callable[..., Plan], tmp_path: Path, where: str
) -> None:
    file = tmp_path / "died"
    tournament = plan(bots=(f"once:file={file}", "random"), matches=6)
    found = played(bots, tournament, 2, "local" if where == "dask" else "")
    assert file.exists()
    assert found == played(bots, tournament)


@pytest.mark.parametrize("scheduler", ["", "local"])
def test_matches_that_kill_every_worker_are_given_up_and_named(
    bots: Registry, plan: Callable[..., Plan], scheduler: str
) -> None:
    run = Tournament(bots, plan(bots=("deadly", "random"), matches=1))
    with (
        pytest.raises(
            WorkersLost, match=r"match 1 of brook \(deadly, random; seed \w+\): whoever plays it dies"
        ) as lost,
        crew(bots, 2, scheduler) as players,
    ):
        list(carry_out(play, run.fixtures, players))
    assert lost.value.facts["matches"] == [1]
    assert lost.value.code == "workers_lost"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_fails_is_reported_with_the_match_and_what_is_done_is_kept(
    bots: Registry, plan: Callable[..., Plan], jobs: int
) -> None:
    for how, cause in (("raise", r"ValueError \(\w+\.py:\d+\)$"), ("none", "it gave None, which is no move of brook")):
        tournament = plan(bots=(f"wrong:how={how}", "random"), matches=4)
        with pytest.raises(PluginProblem, match=cause) as problem:
            Tournament(bots, tournament).play(jobs)
        number = problem.value.facts["match"]
        assert problem.value.facts["seed"] == fixtures(tournament)[number - 1].seed
        assert f"match {number} " in str(problem.value)


@pytest.mark.parametrize(("jobs", "scheduler"), [(1, ""), (2, ""), (2, "local")], ids=["alone", "processes", "dask"])
def test_the_match_that_fails_is_named_and_all_that_was_finished_is_in_the_file(
    bots: Registry, plan: Callable[..., Plan], tmp_path: Path, jobs: int, scheduler: str
) -> None:
    """A bot that fails in one of them, and a game that does."""
    bad = derive_seed(fixtures(plan(matches=6))[4].seed, "bot 0")[-8:]
    named = f"wrong:how=raise:seed={bad}"
    for tournament, fault, cause in (
        (plan(bots=(named,), matches=6), BotFault, f"bot {named}: choose failed at ply"),
        (Plan(setting(bots, "rotten", 2), ("random",), 12, "7"), GameFault, r"ZeroDivisionError \(\w+\.py:\d+\)$"),
    ):
        path = tmp_path / f"{fault.code}.jsonl"
        with Book.create(path, tournament) as book, pytest.raises(fault, match=cause) as problem:
            Tournament(bots, tournament, book).play(jobs, scheduler)
        facts = problem.value.facts
        fixture = fixtures(tournament)[facts["match"] - 1]
        assert (facts["seed"], facts["game"], facts["bots"]) == (fixture.seed, fixture.setting.game, [*fixture.bots])
        where = f"match {fixture.number} of {fixture.setting.game} ({', '.join(fixture.bots)}; seed {fixture.seed}): "
        assert str(problem.value).startswith(where)
        assert "\n" not in str(problem.value)
        kept = sorted(entry.match for entry in entries(path))
        assert facts["match"] not in kept
        if jobs == 1:
            assert kept == list(range(1, facts["match"]))
        again, found = Book.resume(path)
        with again:
            assert (found, sorted(again.done)) == (tournament, kept)


def test_what_was_played_of_a_batch_before_its_fault_is_handed_over(bots: Registry, plan: Callable[..., Plan]) -> None:
    made = fixtures(plan(bots=("random",), matches=5))

    def failing(registry: Registry, fixture: Fixture) -> int:
        if fixture.number == 4:
            raise GameFault("it is broken")
        return fixture.number

    with crew(bots) as players:
        _, done, fault = players.submit(failing, made).result()
    assert (done, str(fault).rpartition("): ")[2]) == ([1, 2, 3], "it is broken")


def test_only_the_match_that_kills_is_given_up(bots: Registry, plan: Callable[..., Plan], tmp_path: Path) -> None:
    """Those that were played beside it are not blamed: they are tried by themselves, and kept."""
    bad = derive_seed(fixtures(plan(matches=8))[4].seed, "bot 0")[-8:]
    tournament = plan(bots=(f"wrong:how=die:seed={bad}",), matches=8)
    path = tmp_path / "killed.jsonl"
    with Book.create(path, tournament) as book, pytest.raises(WorkersLost) as lost:
        Tournament(bots, tournament, book).play(2)
    assert lost.value.facts["matches"] == [5]
    assert {1, 2, 3, 4} <= {entry.match for entry in entries(path)}
    assert 5 not in {entry.match for entry in entries(path)}


@pytest.mark.parametrize("victim", ["scheduler", "worker"])
def test_a_cluster_that_is_lost_ends_the_tournament_and_it_goes_on_elsewhere(
    bots: Registry, plan: Callable[..., Plan], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, victim: str
) -> None:
    monkeypatch.setattr("tileyard_arena.pools._PATIENCE", 2)
    monkeypatch.setattr("tileyard_arena.pools.Dask.patience", 1.0)
    tournament = plan(bots=("slow:seconds=0.004", "random"), matches=30)
    path = tmp_path / "lost.jsonl"
    with cluster(tmp_path, nanny=False) as (address, worker):
        scheduler = next(one for one in psutil.Process().children() if "dask_scheduler" in " ".join(one.cmdline()))

        def kill(done: int) -> None:
            if done >= 3:
                (scheduler if victim == "scheduler" else worker).kill()

        text = "does not answer any more" if victim == "scheduler" else "has no workers any more, so nobody plays"
        with Book.create(path, tournament) as book, pytest.raises(WorkersLost, match=text) as lost:
            Tournament(bots, tournament, book).play(1, address, kill)
    assert f"the Dask scheduler at {address} " in str(lost.value)
    done = len(list(entries(path)))
    assert 3 <= done < 30
    book, found = Book.resume(path)
    with book:
        run = Tournament(bots, found, book)
        run.play(1)
    assert sorted(entry.match for entry in entries(path)) == list(range(1, 31))
    assert without_times(run) == played(bots, tournament)


def test_more_processes_than_matches_are_not_started(bots: Registry, plan: Callable[..., Plan]) -> None:
    seen: list[int] = []
    run = Tournament(bots, plan(bots=("slow:seconds=0.02", "random"), matches=2))
    run.play(64, told=lambda _: seen.append(len(spawned())))
    assert max(seen) <= 2
    assert len(run.outcomes) == 2


def test_another_version_of_the_game_is_not_played(registry: Registry, plan: Callable[..., Plan]) -> None:
    """On a worker that has another one installed than whoever asks."""
    here = plan()
    there = replace(here, setting=replace(here.setting, rules=2))
    with pytest.raises(RulesMismatch, match=r"rules 2; installed is tileyard-brook .*, rules 1"):
        Tournament(registry, there)
    with pytest.raises(RulesMismatch):
        play(registry, fixtures(there)[0])


def test_where_nobody_can_play_is_said(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="one process"), crew(registry, 0):
        pass
    monkeypatch.setattr("tileyard_arena.pools._PATIENCE", 1)
    for address in ("127.0.0.1:9", "nonsense", "foo://x:1", "tcp://127.0.0.1:port"):
        with pytest.raises(UsageError, match=f"no Dask scheduler answers at {address}: ") as silent:
            Dask(address, 1)
        assert silent.value.facts["field"] == "scheduler"
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"tileyard-arena\[dask\]"):
        Dask("local", 1)


def test_leaving_early_ends_the_workers(bots: Registry, plan: Callable[..., Plan]) -> None:
    """As Ctrl-C does: nobody waits for a match that takes long."""
    slow = fixtures(plan(bots=("slow:seconds=600", "random"), matches=4))
    threading.Timer(2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt), crew(bots, 2) as players:
        list(carry_out(play, slow, players))
    assert not spawned()


def test_workers_end_when_whoever_started_them_is_killed(tmp_path: Path) -> None:
    code = (
        "from tileyard import Registry\n"
        "from tileyard_arena.executor import carry_out, crew\n"
        "from tileyard_arena.playing import play\n"
        "from tileyard_arena.schedule import Plan, fixtures, setting\n"
        "registry = Registry.load()\n"
        "plan = Plan(setting(registry, 'octopus', 2), ('greedy:worlds=1',), 500, '1')\n"
        "with crew(registry, 2) as players:\n"
        "    for made in carry_out(play, fixtures(plan), players):\n"
        "        print(len(made), flush=True)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert parent.stdout is not None
    with parent:
        assert parent.stdout.readline()
        workers = spawned(parent.pid)
        assert len(workers) == 2
        parent.kill()
        until(lambda: not any(one.is_running() and one.status() != psutil.STATUS_ZOMBIE for one in workers))
