"""Turn order: the words games need, as small structs that a table can hold, save and show."""

from __future__ import annotations

from collections.abc import Sequence

from tileyard.ground.errors import UsageError
from tileyard.ground.wire import Struct

__all__ = ["Budget", "Phases", "Rota", "alternating", "anticlockwise", "clockwise"]


class Rota(Struct):
    """Who moves, in a fixed cyclic ``order`` of seats; ``at`` is the place of the mover in it.

    Players in ``out`` are passed over. ``rounds`` counts how often the rota came back to its start.
    """

    order: list[int]
    at: int = 0
    out: list[int] = []
    rounds: int = 0

    @property
    def mover(self) -> int:
        """The seat whose turn it is."""
        return self.order[self.at]

    def advance(self) -> list[int]:
        """Pass the turn on to the next player who is not out; returns those passed over, in order.

        With everybody out the turn goes nowhere, after one whole round.
        """
        passed: list[int] = []
        order, at = self.order, self.at
        for _ in order:
            at += 1
            if at == len(order):
                at = 0
                self.rounds += 1
            if order[at] not in self.out:
                break
            passed.append(order[at])
        self.at = at
        return passed

    def drop(self, player: int) -> None:
        """``player`` is out: passed over from now on. The turn itself does not move."""
        if player not in self.out:
            self.out.append(player)

    def restore(self, player: int) -> None:
        """``player`` takes part again."""
        if player in self.out:
            self.out.remove(player)


def clockwise(players: int, first: int = 0) -> Rota:
    """Seats 0, 1, 2, ... begun at ``first``: the turn passes to the left."""
    return Rota([(first + i) % players for i in range(players)])


def anticlockwise(players: int, first: int = 0) -> Rota:
    """Seats 0, n-1, n-2, ... begun at ``first``: the turn passes to the right, with seats numbered clockwise."""
    return Rota([(first - i) % players for i in range(players)])


def alternating(teams: Sequence[Sequence[int]], first: int = 0) -> Rota:
    """Teams take turns, and so do the players inside each: A1, B1, A2, B2, ..., begun at player ``first``.

    Teams must be of one size. Raises :class:`UsageError` if not, or if ``first`` plays in none.
    """
    if len({len(team) for team in teams}) != 1:
        raise UsageError("teams must be of one size", field="teams", allowed=[len(teams[0])] if teams else [])
    order = [player for row in zip(*teams, strict=True) for player in row]
    if first not in order:
        raise UsageError(f"player {first} is in no team", field="first", allowed=sorted(order))
    start = order.index(first)
    return Rota(order[start:] + order[:start])


class Budget(Struct):
    """A turn of several sub-moves that share an allowance: ``left`` of ``full``."""

    full: int
    left: int

    @classmethod
    def of(cls, full: int) -> Budget:
        """A budget with all of ``full`` left."""
        return cls(full, full)

    @property
    def spent(self) -> int:
        """How much of it is used."""
        return self.full - self.left

    def spend(self, cost: int = 1) -> None:
        """Use ``cost`` of it. Raises :class:`UsageError` if not so much is left."""
        left = self.left - cost
        if left < 0 or cost < 0:
            raise UsageError(f"cannot spend {cost}, {self.left} left", field="cost", allowed=list(range(self.left + 1)))
        self.left = left

    def refill(self, full: int | None = None) -> None:
        """A new turn: all of it again, or a new ``full``."""
        self.full = self.full if full is None else full
        self.left = self.full


class Phases(Struct):
    """The named phases of a turn, in order; ``at`` is the present one."""

    names: tuple[str, ...]
    at: int = 0

    @property
    def now(self) -> str:
        """The name of the present phase."""
        return self.names[self.at]

    def advance(self) -> bool:
        """On to the next phase; True if that began the first phase again, so that the turn is over."""
        self.at = (self.at + 1) % len(self.names)
        return self.at == 0
