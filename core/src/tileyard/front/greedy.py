"""Bot ``greedy``: the best score at once or by the end of its own turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, NamedTuple

from msgspec import Meta

from tileyard.front.naming import read_settings
from tileyard.front.worlds import AnyGame, AnyPosition, AnyView, Draws, offered, ruled, sampled, stream_of, world_of
from tileyard.ground.chance import Stream
from tileyard.ground.wire import Frozen, Move
from tileyard.play.engine import Engine

__all__ = ["Greedy", "GreedyBot", "greedy_bot"]


class Greedy(Frozen):
    """Settings of bot ``greedy``.

    ``worlds``: how many guesses of what is hidden it weighs a move by. ``width``: how many lines of play
    it follows through a turn of several moves; 0 for none. ``effort``: how many moves it tries ahead at most,
    all in all, beside trying each legal move once in each world.
    """

    worlds: Annotated[int, Meta(ge=1, le=1000)] = 4
    width: Annotated[int, Meta(ge=0, le=1000)] = 8
    effort: Annotated[int, Meta(ge=0, le=10_000_000)] = 4000


def greedy_bot(game: AnyGame, settings: Mapping[str, str], seed: str) -> GreedyBot:
    """Maker of bot ``greedy``; its settings are those of :class:`Greedy`."""
    return GreedyBot(game, seed, read_settings("greedy", settings, Greedy))


class _Worth(NamedTuple):
    """What a position is worth to a player, the more important first. Those of several worlds add up."""

    outcome: int  # 1 if the game is over and won, -1 if it is over and lost; a draw is judged as a game that goes on
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


class GreedyBot:
    """Makes the move with the best score, at once or by the end of its own turn; it never looks beyond.

    It tries the moves in worlds that look like its view (``game.guess``) and goes by the sum over these
    worlds; where nothing is hidden and nothing drawn, one is enough. A turn of several moves is looked
    through along its best lines. Moves of the same worth are equally likely; if all are, it plays at random.
    """

    def __init__(self, game: AnyGame, seed: str | int, settings: Greedy | None = None) -> None:
        self.game = game
        self.seed = seed
        self.settings = settings or Greedy()

    def choose(self, view: AnyView) -> Move:
        """The best legal move, as far as this bot sees. Raises :class:`GameFault` if the rules fail."""
        with ruled(self.game, view):
            moves = offered(self.game, view)
            if len(moves) == 1:
                return moves[0]
            chance = stream_of(self.seed, view)
            best = _Search(self.game, self.settings, view, moves, chance).best()
            return sampled(self.game, view, chance) if best is None else moves[best]


class _Search:
    """One choice of a greedy bot."""

    def __init__(self, game: AnyGame, settings: Greedy, view: AnyView, moves: Sequence[Move], chance: Stream) -> None:
        assert view.player is not None
        self.game, self.settings, self.view, self.moves, self.chance = game, settings, view, moves, chance
        self.player = view.player
        self.engine = Engine(game, view.players, view.options)
        self.drew = False  # a guess or a move: another world may be another one
        # Moves of one worth are in the same random order everywhere, so that each world follows the same lines.
        self.order = list(range(len(moves)))
        chance.shuffle(self.order)

    def best(self) -> int | None:
        """The place of the best move in the list; None if all are worth the same."""
        total = self._world()
        for _ in range(self.settings.worlds - 1 if self.drew else 0):
            total = [a.plus(b) for a, b in zip(total, self._world(), strict=True)]
        best = max(self.order, key=total.__getitem__)
        return best if min(total) < total[best] else None

    def _world(self) -> list[_Worth]:
        """What each move is worth in one world."""
        guesses = Draws(self.chance)
        world = world_of(self.game, self.view, guesses)
        self.engine.standing(world)  # what is wrong with an estimate is said here, once a world
        self.drew = self.drew or guesses.drew
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
        draws = Draws(seed + position.ply)
        after = self.engine.copy(position)
        active = self.engine.step_in_place_unchecked(after, self.player, move, draws)
        self.drew = self.drew or draws.drew
        standing = self.game.estimate(after.state, after.scores)
        own = standing[self.player]
        others = max((other for player, other in enumerate(standing) if player != self.player), default=0)
        outcome = 0 if active else self._outcome(after)
        return _Line(firsts, after, _Worth(outcome, own, -others), self.player in active)

    def _outcome(self, position: AnyPosition) -> int:
        result = self.engine.result(position)
        return 0 if result.drawn else 1 if self.player in result.winners else -1
