"""What a game is made of while it is played: its state in three compartments, and what one sees of it."""

from __future__ import annotations

from typing import Any, Generic

from typing_extensions import TypeVar

from tileyard.ground.chance import Chance
from tileyard.ground.wire import Frozen, Struct

__all__ = ["Position", "Reason", "Result", "State", "View"]

Opts = TypeVar("Opts", default=Any)
T = TypeVar("T", default=Any)
S = TypeVar("S", default=None)
V = TypeVar("V", default=None)


class State(Frozen, Generic[T, S, V]):
    """Everything about a game in progress but its scores and its chance stream.

    ``table`` is seen by everybody, ``seats[i]`` by player i alone, ``vault`` by nobody. The three
    stay the same objects for the life of a state; rules change what is inside them.
    """

    table: T
    seats: tuple[S, ...]
    vault: V = None  # type: ignore[assignment]  (the default of V is None)


class View(Struct, Generic[Opts, T, S]):
    """What one player (or a spectator) sees: all there is to decide by.

    ``player`` and ``seat`` are None for a spectator. ``sizes`` tells how many pieces lie in each
    stock out of sight: ``{"seat.hand": [5, 4], "vault.bag": 30}``.
    """

    player: int | None
    players: int
    options: Opts
    scores: list[int]
    table: T
    seat: S | None
    sizes: dict[str, int | list[int]]
    ply: int


class Position(Struct, Generic[T, S, V]):
    """A state with all the engine keeps beside it: scores, chance stream, number of moves made."""

    state: State[T, S, V]
    scores: list[int]
    chance: Chance
    ply: int = 0


class Result(Frozen):
    """How a game ended: ``ranking`` lists the players best first, equal ones together.

    In a draw all are ``winners``; there are none where nobody wins (a lost cooperative game). ``note`` is a message key
    the game chooses, ``detail`` gives each player's tie-break or team values, if the game shows any.
    """

    ranking: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    note: str = ""
    detail: tuple[tuple[int, ...], ...] = ()

    @property
    def drawn(self) -> bool:
        """Whether all of several players are winners, so that nobody has lost."""
        return len(self.winners) == sum(map(len, self.ranking)) > 1

    @classmethod
    def by(cls, values: list[Any], note: str = "", detail: tuple[tuple[int, ...], ...] = ()) -> Result:
        """Rank players by a value each, highest first, equal values sharing the place."""
        levels = sorted(set(values), reverse=True)
        ranking = tuple(tuple(p for p, value in enumerate(values) if value == level) for level in levels)
        return cls(ranking, ranking[0], note, detail)


class Reason(Frozen):
    """Why something is not allowed: readable ``text``, the ``rule`` id, the ``field`` and its ``allowed`` values."""

    text: str
    rule: str = ""
    field: str = ""
    allowed: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else self.text
