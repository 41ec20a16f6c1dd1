"""Games played for checks: a case is a game that anybody can play again, a playout is what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from tileyard.ground.chance import Chance, FastChance
from tileyard.ground.errors import FOREIGN, BadOptions, BadPlayers
from tileyard.ground.wire import Frozen
from tileyard.play.engine import Engine, Step
from tileyard.play.game import Game
from tileyard.play.match import Match
from tileyard.play.state import Position, View
from tileyard.testing.blame import raised

__all__ = ["AnyGame", "Case", "Fault", "Playout", "Ply", "Unplayable", "play", "refused", "spread"]

T = TypeVar("T")
AnyGame = Game[Any, Any, Any, Any, Any]


class Case(Frozen):
    """One game down to its last move. Its ``repr`` can be pasted, and is the same game again.

    ``choices[i]`` counts through all moves on offer at ply i, those of the first active player first;
    a number beyond the last begins anew. The game is played that far and no farther.
    """

    players: int
    options: dict[str, Any] = {}
    seed: str = "0"
    choices: tuple[int, ...] = ()


class Unplayable(Exception):
    """A match cannot follow a playout, so there is nothing to look at: what is wrong there is another's concern."""


class Fault(NamedTuple):
    """What ended a playout early: the ply that was not reached or not understood, the verb, and what it raised."""

    ply: int
    verb: str
    error: BaseException

    def __str__(self) -> str:
        return f"at ply {self.ply}, {self.verb} raised {raised(self.error)}"


class Ply(NamedTuple):
    """One ply of a playout: what led there, and what is so there. Nobody may change it."""

    step: Step
    player: int | None
    move: Any
    active: tuple[int, ...]
    offers: dict[int, list[Any]]

    @property
    def position(self) -> Position[Any, Any, Any]:
        """The position after the step."""
        return self.step.position

    @property
    def choices(self) -> int:
        """How many moves are on offer, all active players together."""
        return sum(map(len, self.offers.values()))

    def choice(self, number: int) -> tuple[int, Any]:
        """The player and the move that a number of a case stands for."""
        number %= self.choices
        for player, moves in self.offers.items():
            if number < len(moves):
                return player, moves[number]
            number -= len(moves)
        raise AssertionError("unreachable")


class Playout:
    """A game under way, kept whole. It never raises: what the rules raise becomes its ``fault``, and it ends there."""

    def __init__(self, game: AnyGame, players: int, options: dict[str, Any], seed: str) -> None:
        self.game, self.players, self.options, self.seed = game, players, options, seed
        self.choices: list[int] = []
        self.plies: list[Ply] = []
        self.fault: Fault | None = None
        try:
            self.engine = Engine(game, players, options)
            step = self.engine.begin(Chance.from_seed(seed))
        except FOREIGN as error:  # rules may raise anything
            self.fault = Fault(0, "setup", error)
        else:
            self._arrive(step, None, None)

    @property
    def case(self) -> Case:
        """The case that gives this playout."""
        return Case(self.players, self.options, self.seed, tuple(self.choices))

    @property
    def going(self) -> bool:
        """Whether a move can be made."""
        return self.fault is None and self.plies[-1].choices > 0

    @property
    def over(self) -> bool:
        """Whether the game came to its end."""
        return self.fault is None and not self.plies[-1].active

    def take(self, number: int) -> None:
        """Make the move that ``number`` stands for."""
        last = self.plies[-1]
        player, move = last.choice(number)
        self.choices.append(number)
        try:
            step = self.engine.carry_out(last.position, player, move)
        except FOREIGN as error:
            self.fault = Fault(len(self.plies), "apply", error)
        else:
            self._arrive(step, player, move)

    def _arrive(self, step: Step, player: int | None, move: Any) -> None:
        active: tuple[int, ...] = ()
        offers: dict[int, list[Any]] = {}
        verb = "active"
        try:
            active = tuple(self.game.active(step.position.state.table))
            verb = "legal"
            for mover in active:
                offers[mover] = list(self.game.legal(self.view_of(step.position, mover)))
        except FOREIGN as error:
            self.fault = Fault(len(self.plies), verb, error)
        self.plies.append(Ply(step, player, move, active, offers))

    # -- for checks ----------------------------------------------------------------------------

    def view_of(self, position: Position[Any, Any, Any], player: int | None) -> View[Any, Any, Any]:
        """A view that may be kept and written on."""
        return self.engine.copy_view(self.engine.view(position, player))

    def view(self, ply: int, player: int | None) -> View[Any, Any, Any]:
        """What ``player`` sees at ``ply``, as a copy."""
        return self.view_of(self.plies[ply].position, player)

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """All who may look: the spectator and each player."""
        return (None, *range(self.players))

    def sampled(self, most: int) -> Iterator[tuple[int, Ply]]:
        """At most ``most`` plies, evenly spread, from the last one backwards: it is what a case was cut to."""
        last = len(self.plies) - 1
        for back in spread(range(last + 1), most):
            yield last - back, self.plies[last - back]

    def moves(self, most: int) -> Iterator[tuple[int, Ply, int, Any]]:
        """At most ``most`` moves on offer at each of so many plies: the ply, its number, a player and a move."""
        for number, ply in self.sampled(most):
            pairs = [(player, move) for player, offered in ply.offers.items() for move in offered]
            for player, move in spread(pairs, most):
                yield number, ply, player, move

    def walk(self, match: Match | None = None) -> Iterator[tuple[int, Ply, Match]]:
        """A match (by default a new one) led through the same moves: each ply with its number and the match there.

        Raises :class:`Unplayable` if a match does not go that way.
        """
        try:
            match = match or Match(self.game, self.players, options=self.options, seed=self.seed)
        except FOREIGN as error:
            raise Unplayable(f"a match cannot be set up: {error}") from error
        for number, ply in enumerate(self.plies):
            if number:
                try:
                    match.play(ply.player or 0, ply.move, ply=number - 1)
                except FOREIGN as error:
                    raise Unplayable(f"at ply {number}, a match refuses {ply.move!r}: {error}") from error
            yield number, ply, match

    def match(self, plies: int | None = None) -> Match:
        """A match in which the same happened, all of it or up to a ply; raises as :meth:`walk`."""
        for number, _, match in self.walk():
            if number == (len(self.plies) - 1 if plies is None else plies):
                return match
        raise Unplayable("there is no such ply")

    def chance(self, label: str) -> FastChance:
        """A stream for whatever a check chooses by chance; the same for the same case."""
        return FastChance(f"{self.seed} {len(self.plies)} {label}")


def play(game: AnyGame, case: Case) -> Playout:
    """Play a case; farther choices than the game has moves are left out."""
    playout = Playout(game, case.players, case.options, case.seed)
    for number in case.choices:
        if not playout.going:
            break
        playout.take(number)
    return playout


def spread(items: Sequence[T], most: int) -> list[T]:
    """At most ``most`` of ``items``, evenly spread."""
    return [items[len(items) * i // most] for i in range(most)] if len(items) > most else list(items)


def refused(playout: Playout) -> bool:
    """Whether the game has no such match: its options do not go with each other or with this number of players."""
    fault = playout.fault
    return fault is not None and fault.ply == 0 and isinstance(fault.error, (BadOptions, BadPlayers))
