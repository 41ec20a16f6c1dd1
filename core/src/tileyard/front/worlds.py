"""What bots that look ahead share: worlds that look like a view, draws that leave a trace, one stream a choice."""

from __future__ import annotations

import math
import time
import traceback
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from tileyard.ground.chance import Chance, FastChance, Stream
from tileyard.ground.errors import FOREIGN, GameFault, PluginProblem, TileyardError, foreign
from tileyard.ground.wire import Move
from tileyard.play import answers
from tileyard.play.engine import Engine
from tileyard.play.game import Game
from tileyard.play.shape import copier
from tileyard.play.state import Position, View
from tileyard.play.turn import Turn

__all__ = [
    "AnyGame",
    "AnyPosition",
    "AnyView",
    "Clock",
    "Draws",
    "offered",
    "outcomes",
    "ruled",
    "sampled",
    "stream_of",
    "world_of",
]

AnyGame = Game[Any, Any, Any, Any, Any]
AnyView = View[Any, Any, Any]
_NO_STREAM = Chance(bytes(32))
AnyPosition = Position[Any, Any, Any]


class Draws(Stream):
    """A stream that tells whether it was drawn from. One of a seed is begun when it is first needed."""

    __slots__ = ("_seed", "_stream", "drew")

    def __init__(self, source: int | Stream) -> None:
        self.drew = False
        self._seed = source if isinstance(source, int) else 0
        self._stream = None if isinstance(source, int) else source

    def below(self, n: int) -> int:
        """As :meth:`Stream.below`."""
        self.drew = True
        if self._stream is None:
            self._stream = FastChance(self._seed)
        return self._stream.below(n)

    def turn_over(self) -> None:
        """Begin another stream, so that its numbers do not hang on how many were drawn; only with a seed."""
        self._seed += 1
        self._stream = None


class Clock:
    """The time a choice may take; ``seconds`` None: any."""

    __slots__ = ("begun", "seconds", "ticks")

    def __init__(self, seconds: float | None) -> None:
        self.ticks = seconds is not None
        self.seconds = math.inf if seconds is None else seconds
        self.begun = time.monotonic()

    def late(self, part: float = 1) -> bool:
        """Whether this part of the time is over."""
        return self.ticks and time.monotonic() >= self.begun + part * self.seconds

    def spent(self) -> float:
        """The part of the time that is over."""
        return (time.monotonic() - self.begun) / self.seconds if self.ticks else 0.0


def stream_of(seed: str | int, view: AnyView) -> FastChance:
    """The stream of one choice."""
    return FastChance(f"{seed} {view.player} {view.ply}")


def offered(game: AnyGame, view: AnyView) -> list[Move]:
    """The legal moves of the player who looks. Raises :class:`GameFault` if the game gives anything else."""
    fault = partial(GameFault.of, game.id, "legal", view.ply)
    return foreign(fault, lambda: answers.moves(game.legal(view), game.types.moves))


def sampled(game: AnyGame, view: AnyView, chance: Stream) -> Move:
    """A random legal move of the player who looks. Raises as :func:`offered`."""
    fault = partial(GameFault.of, game.id, "sample", view.ply)
    return foreign(fault, lambda: answers.moves([game.sample(view, chance)], game.types.moves)[0])


def world_of(game: AnyGame, view: AnyView, chance: Stream) -> AnyPosition:
    """A position that looks like ``view``, and has no stream of its own."""
    return Position(game.guess(view, chance), view.scores[:], _NO_STREAM, view.ply)


def outcomes(
    engine: Engine, position: AnyPosition, player: int, moves: Iterable[Move], chance: Stream
) -> Iterator[tuple[AnyPosition, Sequence[int]]]:
    """Where each of ``moves`` leads, and who may move there; ``position`` stays as it is."""
    # A step of the engine written out, as in its playouts: this is most of what a search does.
    game, players, options = engine.game, engine.players, engine.options
    copy, apply, active = copier(game.types.state), game.apply, game.active
    state, ply = position.state, position.ply + 1
    for move in moves:
        scores = position.scores[:]
        after, turn = copy(state), Turn(players, options, chance, scores, player)
        apply(after, move, turn)
        movers = active(after.table)
        if not movers:
            turn.player = -1
            game.score(after, turn)
        yield Position(after, scores, _NO_STREAM, ply), movers


@contextmanager
def ruled(game: AnyGame, view: AnyView) -> Generator[None]:
    """Whatever the rules raise while a bot chooses is a :class:`GameFault`; errors of the bot pass through."""
    try:
        yield
    except PluginProblem:
        raise
    except FOREIGN as error:
        verb = _verb(game, error)
        if not verb and isinstance(error, TileyardError):
            raise
        # What a bot of ours stumbles over, if not in the rules, it was told by them.
        raise GameFault.of(game.id, verb or "guess", view.ply, error) from error


def _verb(game: AnyGame, error: BaseException) -> str:
    """The verb of the game in which this was raised, if it was in one."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        if frame.f_locals.get("self") is game:
            return frame.f_code.co_name
    return ""
