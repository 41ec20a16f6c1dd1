"""Checks of where chance comes from, and what it may do."""

from __future__ import annotations

import contextlib
import datetime
import os
import random  # noqa: TID251  (to forbid it)
import secrets
import sys
import time
import uuid
from collections.abc import Callable, Generator
from typing import Any
from unittest import mock

from tileyard.ground.chance import Stream
from tileyard.ground.errors import FOREIGN, GameFault
from tileyard.ground.wire import encode
from tileyard.testing import fresh
from tileyard.testing.checks.base import Subject, check, fail
from tileyard.testing.playouts import Case, Playout, play

THEME = "chance"

SEEDS_TRIED = 12
MOST_DRAWS = 100_000


@check
def same_seed_same_record(subject: Subject, playout: Playout) -> None:
    """Demands that a game set up again from the same seed, with the same choices, gives the same at every ply:
    positions, events, whispers, numbers drawn and moves on offer.

    Why: seed and moves are all that a record keeps.
    """
    again = play(subject.game, playout.case)
    for number, (old, new) in enumerate(zip(fresh.digests(playout), fresh.digests(again), strict=False)):
        if old != new:
            fail(f"ply {number} comes out differently when the same game is played again")
    if len(playout.plies) != len(again.plies):
        fail(f"the same game played again has {len(again.plies) - 1} plies, not {len(playout.plies) - 1}")


@check
def seeds_matter(subject: Subject) -> None:
    """Demands of a game that draws on chance that other seeds, with the same choices, lead to other positions.

    Why: numbers drawn and not used are a sign that the draw was forgotten or the deal is always the same.
    """
    drawing = [playout for playout in subject.pool() if any(ply.step.drawn for ply in playout.plies)]
    if not drawing:
        return
    tried = drawing[-4:]
    for playout in tried:
        case = playout.case
        for number in range(SEEDS_TRIED):
            other = play(subject.game, Case(case.players, case.options, f"{case.seed}/{number}", case.choices))
            if _states(other) != _states(playout):
                return
    fail(f"{SEEDS_TRIED} other seeds all lead to the same positions", min(tried, key=lambda p: len(p.plies)).case)


def _states(playout: Playout) -> list[bytes]:
    return [encode(ply.position.state) for ply in playout.plies]


@check
def chance_is_the_only_randomness(subject: Subject, playout: Playout) -> None:
    """Demands that the rules use no randomness and no clock of their own while a game is played: ``random``,
    ``secrets``, ``uuid``, ``os.urandom``, ``time`` and ``datetime.now`` raise meanwhile, and the state of ``random``
    stays as it is.

    Why: what does not come from ``turn.chance`` cannot be replayed, nor proved to be fair.
    """
    before = random.getstate()
    with _banned(type(subject.game).__module__.partition(".")[0]):
        again = play(subject.game, playout.case)
        for ply in again.plies:
            if not ply.active:
                subject.game.result(ply.position.state.table, ply.position.scores)
    cause: BaseException | None = again.fault.error if again.fault else None
    while cause is not None:
        if isinstance(cause, _Used):
            fail(f"at ply {again.fault.ply if again.fault else 0}, the rules used {cause}")
        cause = cause.__cause__ or cause.__context__
    if random.getstate() != before:
        random.setstate(before)
        fail("the rules used the module random")


class _Used(Exception):
    """Something forbidden was used."""


class _Frozen(datetime.datetime):
    """A class of dates that does not know what time it is."""

    @classmethod
    def now(cls, *_: Any, **__: Any) -> Any:
        raise _Used("datetime.now")

    @classmethod
    def utcnow(cls) -> Any:
        raise _Used("datetime.utcnow")


def _forbidden(name: str) -> Callable[..., Any]:
    def use(*_: Any, **__: Any) -> Any:
        raise _Used(name)

    return use


_CLOCKS = ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time")
_DICE = (
    *("random", "uniform", "triangular", "randint", "choice", "randrange", "sample", "shuffle", "choices"),
    *("normalvariate", "gauss", "expovariate", "getrandbits", "randbytes", "seed", "Random", "SystemRandom"),
)
_SECRETS = ("choice", "randbelow", "randbits", "token_bytes", "token_hex", "token_urlsafe", "SystemRandom")


@contextlib.contextmanager
def _banned(package: str) -> Generator[None]:
    """Everything forbidden raises, also where the modules of ``package`` have imported it by name."""
    places: list[tuple[Any, tuple[str, ...] | list[str]]] = [
        (random, _DICE),
        (secrets, _SECRETS),
        (time, _CLOCKS),
        (uuid, ("uuid1", "uuid4")),
        (os, ("urandom", "getrandom")),
    ]
    new: dict[int, Any] = {id(datetime.datetime): _Frozen}
    with contextlib.ExitStack() as stack:
        patches: list[Any] = []
        for module, names in places:
            for name in names:
                if hasattr(module, name):
                    use = new[id(getattr(module, name))] = _forbidden(f"{module.__name__}.{name}")
                    patches.append(mock.patch.object(module, name, use))
        patches.append(mock.patch.object(datetime, "datetime", _Frozen))
        for title, module in list(sys.modules.items()):
            if title.partition(".")[0] == package and package != "tileyard":
                named = [(name, new[id(value)]) for name, value in vars(module).items() if id(value) in new]
                patches += [mock.patch.object(module, name, use) for name, use in named]
        for patch in patches:
            stack.enter_context(patch)
        yield


@check
def extreme_draws_finish(playout: Playout) -> None:
    """Demands that a game in which every number drawn is the lowest possible, and one in which it is the highest, comes
    to its end.

    Why: rules that draw again until they like the number may never be done.
    """
    if not playout.plies:
        return
    for extreme in (_Extreme(highest=False), _Extreme(highest=True)):
        chooser = playout.chance("extremes")
        name = "highest" if extreme.highest else "lowest"
        try:
            playout.engine.playout(extreme, lambda view, _, chooser=chooser: _any_move(playout, view, chooser))
        except _Stuck:
            return
        except _TooMany:
            fail(f"with only the {name} numbers drawn, the rules draw without end")
        except GameFault as error:
            if error.facts.get("verb") == "active":
                fail(f"with only the {name} numbers drawn, {error}")
        except FOREIGN:  # another check says what the rules raise
            return


def _any_move(playout: Playout, view: Any, chooser: Stream) -> Any:
    moves = playout.game.legal(view)
    if not moves:
        raise _Stuck
    return chooser.pick(moves)


class _Stuck(Exception):
    """There is no move: another check's concern."""


class _TooMany(Exception):
    """So many numbers are never needed."""


class _Extreme(Stream):
    """A stream of only the lowest or only the highest numbers."""

    __slots__ = ("highest", "taken")

    def __init__(self, *, highest: bool) -> None:
        self.highest = highest
        self.taken = 0

    def below(self, n: int) -> int:
        """0 or ``n`` - 1."""
        self.taken += 1
        if self.taken > MOST_DRAWS:
            raise _TooMany
        return n - 1 if self.highest else 0
