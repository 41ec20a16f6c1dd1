"""The turn: the one door through which rules reach the world outside the state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic

from typing_extensions import TypeVar

from tileyard.ground.chance import Stream
from tileyard.ground.errors import GameFault
from tileyard.ground.wire import Event, Struct, Whisper

__all__ = ["Scored", "Turn"]

Opts = TypeVar("Opts", default=Any)


class Scored(Event):
    """A player's score changed by ``points``, for the reason ``why``, because of the cells ``where``."""

    player: int
    points: int
    why: str
    where: tuple[int, ...] = ()


class Turn(Struct, Generic[Opts]):
    """What a verb of the rules may use besides the state.

    ``player`` is who moves (-1 in set-up and final scoring), ``players`` how many play, ``options``
    the game's options and ``chance`` the only source of randomness. ``announce`` tells everybody,
    ``whisper`` tells one player, ``award`` is the only way to change a score.
    """

    players: int
    options: Opts
    chance: Stream
    scores: list[int]
    player: int = -1
    # What was told; None in searches and playouts, where nobody listens.
    log: list[Event] | None = None
    whispers: list[tuple[int, Whisper]] | None = None

    def announce(self, event: Event) -> None:
        """Tell everybody."""
        if self.log is not None:
            self.log.append(event)

    def whisper(self, player: int, message: Whisper) -> None:
        """Tell ``player`` (0 to players - 1) and nobody else. Raises :class:`GameFault` if there is no such player."""
        if not 0 <= player < self.players:
            raise GameFault(f"whisper to player {player}, who does not exist", verb="whisper", player=player)
        if self.whispers is not None:
            self.whispers.append((player, message))

    def award(self, player: int, points: int, why: str, where: Iterable[int] = ()) -> None:
        """Add ``points`` (may be negative) to a player's score; ``why`` is a key of the game's ``awards``.

        ``where`` are the cells it is for. Raises :class:`GameFault` or ``IndexError`` if there is no such player.
        """
        if player < 0:
            raise GameFault(f"award to player {player}, who does not exist", verb="award", player=player)
        self.scores[player] += points
        if self.log is not None:
            self.log.append(Scored(player, points, why, tuple(where)))
