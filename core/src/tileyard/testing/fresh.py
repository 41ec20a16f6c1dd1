"""What is so in another process: a game played there, or what importing it loads.

The other process reads one request as JSON from its standard input and answers in JSON.
"""

from __future__ import annotations

import importlib
import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from tileyard.ground.wire import Struct, decode, digest, encode
from tileyard.testing.playouts import AnyGame, Case, Playout, play

__all__ = ["Source", "digests", "digests_elsewhere", "loaded_elsewhere", "source_of"]


class Source(Struct):
    """Where a module lies, so that another process finds it even if it is not on its path."""

    module: str
    file: str


class Request(Struct):
    """What the other process is to do: import modules, and play cases of a game of theirs, which is pickled."""

    sources: list[Source]
    game: bytes = b""
    cases: list[Case] = []


class Answer(Struct):
    """The modules loaded after the import, and the digests of each case by ply."""

    modules: list[str]
    digests: list[list[str]]


def source_of(thing: Any) -> Source:
    """Where a class or function was written. Raises ValueError if it is inside a function: nobody could import it."""
    if "<locals>" in thing.__qualname__:
        raise ValueError(f"{thing.__qualname__} is defined inside a function and cannot be imported elsewhere")
    module = sys.modules[thing.__module__]
    return Source(thing.__module__, str(Path(module.__file__ or "").absolute()))


def digests(playout: Playout) -> list[str]:
    """One digest per ply of everything the rules gave: position, events, whispers, draws and moves on offer."""
    return [digest((ply.step, ply.active, list(ply.offers.values()))) for ply in playout.plies]


def digests_elsewhere(game: AnyGame, cases: Sequence[Case], hash_seed: int = 1) -> list[list[str]]:
    """:func:`digests` of each case, played in a process of its own with another hash seed."""
    source = source_of(type(game))
    try:
        pickled = pickle.dumps(game)
    except Exception as error:
        raise ValueError(f"the game cannot be pickled: {error}") from error
    return _ask(Request([source], pickled, list(cases)), hash_seed).digests


def loaded_elsewhere(sources: Sequence[Source]) -> list[str]:
    """Every module that is loaded once the ``sources`` are imported, in a process of its own."""
    return _ask(Request(list(sources)), 0).modules


def _ask(request: Request, hash_seed: int) -> Answer:
    environment = os.environ | {"PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", f"from {__name__} import serve; serve()"],
        input=encode(request),
        capture_output=True,
        env=environment,
        check=False,
    )
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise ValueError(f"in a process of its own it fails: {lines[-1] if lines else done.returncode}")
    return decode(done.stdout.splitlines()[-1], Answer)


def serve() -> None:
    """Answer the request on standard input."""
    request = decode(sys.stdin.buffer.read(), Request)
    for source in request.sources:
        _load(source)
    game = pickle.loads(request.game) if request.game else None
    played = [digests(play(game, case)) for case in request.cases] if game else []
    # What a module prints while it is imported must not get into the answer.
    sys.stdout.write("\n" + encode(Answer(sorted(sys.modules), played)).decode())


def _load(source: Source) -> None:
    try:
        importlib.import_module(source.module)
    except ImportError:
        spec = spec_from_file_location(source.module, source.file)
        if spec is None or spec.loader is None:
            raise
        module = module_from_spec(spec)
        sys.modules[source.module] = module
        spec.loader.exec_module(module)
