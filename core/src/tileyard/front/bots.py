"""Bots: programs that choose moves from views, and so know what a person in their seat knows.

The bots here choose by their seed and the view alone: nothing is kept from one choice to the next,
so a match that was saved and resumed goes on as if it had never stopped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Protocol, TypeVar

from msgspec import Meta

from tileyard.ground.chance import Chance, FastChance, Stream, derive_seed
from tileyard.ground.errors import BadPayload, GameFault, TileyardError, UsageError
from tileyard.ground.wire import Frozen, Move, convert
from tileyard.play.engine import Engine
from tileyard.play.game import Game
from tileyard.play.state import Position, View

if TYPE_CHECKING:
    from tileyard.plug.registry import Registry

__all__ = [
    "Bot",
    "Greedy",
    "GreedyBot",
    "RandomBot",
    "greedy_bot",
    "make_bot",
    "parse_bot",
    "random_bot",
    "read_settings",
]

T = TypeVar("T", bound=Frozen)
AnyGame = Game[Any, Any, Any, Any, Any]
AnyView = View[Any, Any, Any]
AnyPosition = Position[Any, Any, Any]
_NO_STREAM = Chance(bytes(32))


class Bot(Protocol):
    """Whatever chooses a move when it is shown a view of its own seat."""

    def choose(self, view: AnyView) -> Move:
        """One of the legal moves of ``view.player``. The view is a copy."""
        ...


# -- naming and making bots ----------------------------------------------------------------------------


def parse_bot(text: str) -> tuple[str, dict[str, str]]:
    """``"mcts:sims=200"`` taken apart into the kind of bot and its settings. Raises :class:`UsageError`."""
    name, *parts = text.strip().split(":")
    settings: dict[str, str] = {}
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", name):
        raise UsageError(f"{text!r} names no bot: write name or name:setting=value", field="bot")
    for part in parts:
        key, sign, value = (piece.strip() for piece in part.partition("="))
        if not (key and sign and value):
            raise UsageError(f"{part!r} in bot {text!r} is not setting=value", field="bot")
        if key in settings:
            raise UsageError(f"bot {text!r} has {key} twice", field=key)
        settings[key] = value
    return name, settings


def make_bot(registry: Registry, game: AnyGame, text: str, seed: str, seat: int) -> Bot:
    """The bot called ``text`` for a seat of a match with ``seed``, which it cannot work out from its own.

    Raises :class:`UnknownName` (with names like it) and :class:`UsageError` (a setting, or a game it cannot play).
    """
    name, settings = parse_bot(text)
    return registry.bot(name)(game, settings, derive_seed(seed, f"bot {seat}"))


def read_settings(name: str, given: Mapping[str, str], kind: type[T]) -> T:
    """Settings of bot ``name`` read from text as ``kind``; :class:`UsageError` names the field and what is allowed."""
    allowed = list(kind.__struct_fields__)
    for key in given:
        if key not in allowed:
            known = f"it has {', '.join(allowed)}" if allowed else "it has none"
            raise UsageError(f"bot {name} has no setting {key!r}; {known}", field=key, allowed=allowed)
    try:
        return convert(dict(given), kind, lax=True)
    except BadPayload as error:
        raise UsageError(f"bot {name}: setting {error.facts['field']}: {error.message}", **error.facts) from error


# -- random --------------------------------------------------------------------------------------------


class NoSettings(Frozen):
    """A bot without settings."""


class RandomBot:
    """Plays what ``game.sample`` gives: any legal move, all equally likely unless the game says otherwise."""

    def __init__(self, game: AnyGame, seed: str | int) -> None:
        self.game = game
        self.seed = seed

    def choose(self, view: AnyView) -> Move:
        """A legal move at random."""
        return self.game.sample(view, _stream(self.seed, view))


def random_bot(game: AnyGame, options: Mapping[str, str], seed: str) -> RandomBot:
    """Maker of bot ``random``; it has no settings."""
    read_settings("random", options, NoSettings)
    return RandomBot(game, seed)


# -- greedy --------------------------------------------------------------------------------------------


class Greedy(Frozen):
    """Settings of bot ``greedy``.

    ``worlds``: how many guesses of what is hidden it weighs a move by. ``width``: how many lines of play
    it follows through a turn of several moves; 0 for none. ``effort``: how many moves it tries ahead at most,
    all in all, beside trying each legal move once in each world.
    """

    worlds: Annotated[int, Meta(ge=1, le=1000)] = 4
    width: Annotated[int, Meta(ge=0, le=1000)] = 8
    effort: Annotated[int, Meta(ge=0, le=10_000_000)] = 4000


def greedy_bot(game: AnyGame, options: Mapping[str, str], seed: str) -> GreedyBot:
    """Maker of bot ``greedy``; its settings are those of :class:`Greedy`."""
    return GreedyBot(game, seed, read_settings("greedy", options, Greedy))


class _Worth(NamedTuple):
    """What a position is worth to a player, the more important first. Those of several worlds add up."""

    outcome: int  # 1 if the game is over and won, -1 if it is over and not won
    points: int  # the score, or what the game estimates in its place
    others: int  # the same of the best other player, negative

    def plus(self, other: _Worth) -> _Worth:
        return _Worth(self.outcome + other.outcome, self.points + other.points, self.others + other.others)


class _Line(NamedTuple):
    """A line of play through the own turn: how it may begin (places in the list of moves), and where it has led."""

    firsts: tuple[int, ...]
    position: AnyPosition
    worth: _Worth
    goes_on: bool  # the turn is not over


class _Draws(Stream):
    """A stream begun when it is first drawn from, so that whoever holds it can tell whether it was."""

    __slots__ = ("_seed", "stream")

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self.stream: FastChance | None = None

    def below(self, n: int) -> int:
        """As :meth:`Stream.below`."""
        if self.stream is None:
            self.stream = FastChance(self._seed)
        return self.stream.below(n)


class GreedyBot:
    """Makes the move with the best score, at once or by the end of its own turn; it never looks beyond.

    It tries the moves in worlds that look like its view (``game.guess``) and goes by the sum over these
    worlds; where nothing is hidden and nothing drawn, one is enough. A turn of several moves is looked
    through along its best lines. Moves of the same worth are equally likely.
    """

    def __init__(self, game: AnyGame, seed: str | int, settings: Greedy | None = None) -> None:
        self.game = game
        self.seed = seed
        self.settings = settings or Greedy()

    def choose(self, view: AnyView) -> Move:
        """The best legal move, as far as this bot sees. Raises :class:`GameFault` if the rules fail in a guess."""
        moves = self.game.legal(view)
        if len(moves) == 1:
            return moves[0]
        try:
            return moves[_Search(self.game, self.settings, view, moves, _stream(self.seed, view)).best()]
        except TileyardError:
            raise
        except Exception as error:
            cause = f"{type(error).__name__}: {error}"
            raise GameFault(
                f"{self.game.id} failed in a guessed world at ply {view.ply}: {cause}",
                game=self.game.id,
                verb="guess",
                ply=view.ply,
                cause=cause,
            ) from error


class _Search:
    """One choice of a greedy bot."""

    def __init__(self, game: AnyGame, settings: Greedy, view: AnyView, moves: Sequence[Move], chance: Stream) -> None:
        assert view.player is not None
        self.game, self.settings, self.view, self.moves, self.chance = game, settings, view, moves, chance
        self.player = view.player
        self.engine = Engine(game, view.players, view.options)
        self.drew = False
        # Moves of one worth are in the same random order everywhere, so that each world follows the same lines.
        self.order = list(range(len(moves)))
        chance.shuffle(self.order)

    def best(self) -> int:
        """The place of the best move in the list."""
        total = self._world()
        several = self.drew or not self.game.open
        for _ in range(self.settings.worlds - 1 if several else 0):
            total = [a.plus(b) for a, b in zip(total, self._world(), strict=True)]
        return max(self.order, key=total.__getitem__)

    def _world(self) -> list[_Worth]:
        """What each move is worth in one world."""
        guess = self.game.guess(self.view, self.chance)
        world = Position(guess, self.view.scores[:], _NO_STREAM, self.view.ply)
        seed = self.chance.below(2**53)
        effort = self.settings.effort // self.settings.worlds
        worth: dict[int, _Worth] = {}
        lines = [self._after(world, (first,), self.moves[first], seed) for first in self.order]
        while lines:
            chosen, rest = self._parted(lines)
            lines = list[_Line]()
            for line in chosen:
                moves = self.engine.legal(line.position, self.player)
                if len(moves) > effort:
                    rest.append(line)
                    continue
                effort -= len(moves)
                lines += [self._after(line.position, line.firsts, move, seed) for move in moves]
            # Where the turn goes on, what counts is where it leads; a line that is not followed counts as it is.
            for line in rest:
                for first in line.firsts:
                    worth[first] = max(line.worth, worth.get(first, line.worth))
        return [worth[first] for first in range(len(self.moves))]

    def _parted(self, lines: list[_Line]) -> tuple[list[_Line], list[_Line]]:
        """The best lines whose turn goes on, and all others. Lines that lead to one place are one line."""
        chosen: list[_Line] = []
        rest = [line for line in lines if not line.goes_on]
        for line in sorted((line for line in lines if line.goes_on), key=lambda line: line.worth, reverse=True):
            twin = next((i for i, other in enumerate(chosen) if line.position == other.position), None)
            if twin is not None:
                chosen[twin] = chosen[twin]._replace(firsts=(*chosen[twin].firsts, *line.firsts))
            elif len(chosen) < self.settings.width:
                chosen.append(line)
            else:
                rest.append(line)
        return chosen, rest

    def _after(self, position: AnyPosition, firsts: tuple[int, ...], move: Move, seed: int) -> _Line:
        """The line one move longer. In one world the same numbers fall, whatever is played."""
        draws = _Draws(seed + position.ply)
        after = self.engine.copy(position)
        self.engine.step_in_place_unchecked(after, self.player, move, draws)
        self.drew = self.drew or draws.stream is not None
        active = self.engine.active(after)
        standing = self.game.estimate(after.state.table, after.scores)
        own = standing[self.player]
        others = max((other for player, other in enumerate(standing) if player != self.player), default=0)
        outcome = 0 if active else 1 if self.player in self.engine.result(after).winners else -1
        return _Line(firsts, after, _Worth(outcome, own, -others), self.player in active)


def _stream(seed: str | int, view: AnyView) -> FastChance:
    """The stream of one choice."""
    return FastChance(f"{seed} {view.player} {view.ply}")
