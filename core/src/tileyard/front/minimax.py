"""Bot ``minimax``: alpha-beta search, for two players who see everything and leave nothing to chance.

It looks one ply further each time (iterative deepening) until its means are used up or the end of the game is in
sight. Whoever is to move may be the same player again. Moves are tried in the order of where they lead at once,
and near the horizon those first that refuted others.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Annotated, NamedTuple

from msgspec import Meta
from msgspec.msgpack import Encoder

from tileyard.front.naming import read_settings
from tileyard.front.worlds import AnyGame, AnyPosition, AnyView, Clock, Draws, offered, ruled, stream_of, world_of
from tileyard.ground.chance import Stream
from tileyard.ground.errors import UsageError
from tileyard.ground.wire import Frozen, Move
from tileyard.play.engine import Engine

__all__ = ["Minimax", "MinimaxBot", "minimax_bot"]

WIN = 10**12
"""What a won game is worth, beside its margin; no estimate comes near it."""
NODES = 20_000
DEEPEST = 64

_pack = Encoder().encode


class Minimax(Frozen):
    """Settings of bot ``minimax``. It stops at whichever of them comes first.

    ``depth``: how many plies it looks ahead. ``seconds``: how long it thinks about a move. ``nodes``: how many
    moves it tries, for a choice that does not hang on the speed of the machine; 20000 if nothing else is given.
    """

    depth: Annotated[int, Meta(ge=1, le=DEEPEST)] | None = None
    seconds: Annotated[float, Meta(gt=0, le=86_400)] | None = None
    nodes: Annotated[int, Meta(ge=1, le=1_000_000_000)] | None = None


def minimax_bot(game: AnyGame, settings: Mapping[str, str], seed: str) -> MinimaxBot:
    """Maker of bot ``minimax``; its settings are those of :class:`Minimax`.

    Raises :class:`UsageError` if the game is never played by two.
    """
    read = read_settings("minimax", settings, Minimax)
    if 2 not in game.players:
        raise _refusal(game, "is not for two players")
    return MinimaxBot(game, seed, read)


def _refusal(game: AnyGame, why: str) -> UsageError:
    return UsageError(f"bot minimax cannot play {game.id}: it {why}", field="bot", game=game.id)


class MinimaxBot:
    """Makes the move that is best if both play their best, as far as it sees."""

    def __init__(self, game: AnyGame, seed: str | int, settings: Minimax | None = None) -> None:
        self.game = game
        self.seed = seed
        self.settings = settings or Minimax()

    def sit(self, view: AnyView) -> None:
        """Raise :class:`UsageError` for a match it cannot play, as far as that shows now or after the next move."""
        self._two(view)
        with ruled(self.game, view), suppress(_Enough):
            Search(self.game, self.settings, view, stream_of(self.seed, view)).look_round()

    def _two(self, view: AnyView) -> None:
        if view.players != 2:
            raise _refusal(self.game, f"is played by {view.players} here, not by two")

    def choose(self, view: AnyView) -> Move:
        """The best legal move found.

        Raises :class:`UsageError` if not two play, or if something is hidden, drawn or chosen by both at once, and
        :class:`GameFault` if the rules fail.
        """
        self._two(view)
        with ruled(self.game, view):
            moves = offered(self.game, view)
            chance = stream_of(self.seed, view)
            chance.shuffle(moves)
            search = Search(self.game, self.settings, view, chance)
            return moves[0] if len(moves) == 1 else search.best(moves)


class _Enough(Exception):
    """The means are used up."""


class _Place(NamedTuple):
    """A position, who may move there, and what it looks like at once: to the player whose choice it is."""

    position: AnyPosition
    active: Sequence[int]
    worth: float


class Search:
    """One choice: ``best(moves)``. ``worth`` is then what it comes to, for the player who is to move."""

    def __init__(self, game: AnyGame, settings: Minimax, view: AnyView, chance: Stream) -> None:
        assert view.player is not None
        self.game, self.settings, self.player = game, settings, view.player
        self.engine = Engine(game, 2, view.options)
        self.clock = Clock(settings.seconds)
        self.draws = Draws(chance)
        self.world = world_of(game, view, self.draws)
        self._check(self.engine.active(self.world))
        self.engine.standing(self.world)  # what is wrong with an estimate is said here, once a choice
        nodes = NODES if settings.depth is settings.seconds is None else math.inf
        self.nodes = settings.nodes or nodes
        self.cut = False  # something went on beyond the horizon
        self.worth: float = 0
        # What a position came to: how far it was looked at, whether that is exact (0) or a bound (-1, 1), its worth.
        self.known: dict[bytes, tuple[int, int, float]] = {}
        self.refuted: dict[tuple[int, Move], int] = {}

    def look_round(self) -> None:
        """Raise :class:`UsageError` if after any next move there is something that cannot be searched."""
        for player in self.engine.active(self.world):
            for move in self.game.legal(self.engine.view(self.world, player)):
                self._after(self.world, player, move)

    def best(self, moves: Sequence[Move]) -> Move:
        """The move that is worth most, of ``moves`` in the root."""
        order = [*moves]
        for depth in range(1, (self.settings.depth or DEEPEST) + 1):
            self.cut = False
            self.known.clear()
            try:
                best, worth = self._root(order, depth)
            except _Enough:
                break
            order.remove(best)
            order.insert(0, best)
            self.worth = worth
            if not self.cut or abs(worth) > WIN / 2 or self._spent():
                break
        return order[0]

    def _root(self, order: list[Move], depth: int) -> tuple[Move, float]:
        """The best move at this depth. If the means run out, the best one that was looked at comes first."""
        lead = best = order[0]
        alpha = -math.inf
        children: dict[Move, _Place] = {}
        try:
            for move in order:
                children[move] = self._after(self.world, self.player, move)
            order.sort(key=lambda move: (move is lead, children[move].worth), reverse=True)
            for move in order:
                worth = self._look(children[move], depth - 1, alpha, math.inf)
                if worth > alpha:
                    best, alpha = move, worth
        except _Enough:
            if depth == 1 and children:
                best = max(children, key=lambda move: children[move].worth)
            order.remove(best)
            order.insert(0, best)
            raise
        return best, alpha

    def _spent(self) -> bool:
        return self.nodes <= 0 or self.clock.late()

    def _after(self, position: AnyPosition, player: int, move: Move) -> _Place:
        """Where a move leads; however many there are, not when it is late."""
        if self.clock.late():
            raise _Enough
        self.nodes -= 1
        after = self.engine.copy(position)
        active = self.engine.step_in_place_unchecked(after, player, move, self.draws)
        self._check(active)
        own = self.player
        standing = self.game.estimate(after.state, after.scores)
        worth = standing[own] - standing[1 - own]
        if not active:
            winners = self.engine.result(after).winners
            worth += WIN * ((own in winners) - (1 - own in winners))
        return _Place(after, active, worth)

    def _check(self, active: Sequence[int]) -> None:
        if self.draws.drew:
            raise _refusal(self.game, "has something hidden or left to chance")
        if len(active) > 1:
            raise _refusal(self.game, "lets both choose at once")

    def _look(self, place: _Place, depth: int, alpha: float, beta: float) -> float:
        """What a place is worth, if that is between ``alpha`` and ``beta``; otherwise a bound on that side."""
        position, active, worth = place
        if not active:
            return worth
        if not depth:
            self.cut = True
            return worth
        if self._spent():
            raise _Enough
        key = _pack((position.state, position.scores, position.ply)) if depth > 1 else b""
        known = self.known.get(key)
        if known is not None and known[0] >= depth:
            _, kind, found = known
            if not kind or (kind > 0 and found >= beta) or (kind < 0 and found <= alpha):
                return found
        found = self._children(position, active[0], depth, alpha, beta)
        if key:
            self.known[key] = (depth, 1 if found >= beta else -1 if found <= alpha else 0, found)
        return found

    def _children(self, position: AnyPosition, player: int, depth: int, alpha: float, beta: float) -> float:
        sign = 1 if player == self.player else -1
        moves = self.game.legal(self.engine.view(position, player))
        refuted = self.refuted
        moves = sorted(moves, key=lambda move: -refuted.get((player, move), 0))
        # Near the horizon a move that refutes is found sooner without looking at all the others first.
        children = ((move, self._after(position, player, move)) for move in moves)
        if depth > 1:
            children = iter(sorted(children, key=lambda child: sign * child[1].worth, reverse=True))
        best = -sign * math.inf
        for move, child in children:
            worth = self._look(child, depth - 1, alpha, beta)
            if sign * (worth - best) > 0:
                best = worth
            if sign > 0:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                refuted[player, move] = refuted.get((player, move), 0) + depth * depth
                break
        return best
