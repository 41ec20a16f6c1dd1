"""The verbs of a game and of its scorers, as the engine asks them: what they raise or answer amiss is their fault.

A fault names the game, the verb and the ply, so that nobody takes it for a wrong use of the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tileyard.ground.errors import (
    FOREIGN,
    BadOptions,
    BadPlayers,
    GameFault,
    ScorerFault,
    TileyardError,
    blame,
    foreign,
)
from tileyard.ground.wire import Move, checked
from tileyard.play import answers
from tileyard.play.game import Game
from tileyard.play.scorer import Scorer
from tileyard.play.state import Result, State, View
from tileyard.play.turn import Turn

__all__ = ["Verbs", "read_options"]


def read_options(game: Game[Any, Any, Any, Any, Any], read: Callable[[], Any]) -> Any:
    """What ``read`` makes of the options of ``game``, whose own checks may raise anything.

    Raises :class:`BadOptions`, or :class:`GameFault` for what is no error of ours.
    """
    try:
        return read()
    except TileyardError:
        raise
    except FOREIGN as error:
        raise GameFault.of(game.id, "options", None, error) from error


class Verbs:
    """The verbs of ``game`` played by so many ``players``, and of ``scorers``.

    Each raises :class:`GameFault`, and where scorers are asked :class:`ScorerFault`.

    Those that are asked at every ply, :meth:`active`, :meth:`legal` and :meth:`advance`, catch what is raised by
    themselves: one call fewer.
    """

    __slots__ = ("game", "players", "scorers")

    def __init__(self, game: Game[Any, Any, Any, Any, Any], players: int, scorers: tuple[Scorer, ...]) -> None:
        self.game = game
        self.players = players
        self.scorers = scorers

    # -- what is so ----------------------------------------------------------------------------

    def closed(self, options: Any) -> frozenset[str]:
        """The stocks whose sizes nobody is told."""
        return self._ask("closed", 0, lambda: answers.names(self.game.closed(options)))

    def active(self, table: Any, ply: int) -> Sequence[int]:
        """Who may move now, as the game says it; :meth:`movers` makes sure of that."""
        try:
            return self.game.active(table)
        except FOREIGN as error:
            blame(GameFault.of(self.game.id, "active", ply, error), error)

    def movers(self, active: Any, ply: int) -> Sequence[int]:
        """What :meth:`active` gave, if all of them are players."""
        return self._ask("active", ply, answers.movers, active, self.players)

    def legal(self, view: View[Any, Any, Any]) -> list[Any]:
        """The moves of ``view.player``, who is active."""
        game = self.game
        try:
            return answers.moves(game.legal(view), game.types.moves)
        except FOREIGN as error:
            blame(GameFault.of(game.id, "legal", view.ply, error), error)

    def refusal(self, view: View[Any, Any, Any], move: Move) -> dict[str, Any] | None:
        """Why ``move`` is not permitted, as facts; None if it is."""
        return self._ask("permits", view.ply, lambda: answers.refusal(self.game.permits(view, move)))

    def result(self, table: Any, scores: list[int], ply: int) -> Result:
        """Ranking and winners by ``scores``, a list for the game to keep."""
        return self._ask("result", ply, lambda: answers.result(self.game.result(table, scores), self.players))

    def estimate(self, state: State[Any, Any, Any], scores: list[int], ply: int) -> list[int]:
        """How well each player stands, by ``scores``, a list for the game to keep."""
        return self._ask("estimate", ply, lambda: answers.standing(self.game.estimate(state, scores), self.players))

    # -- what changes a state ------------------------------------------------------------------

    def setup(self, turn: Turn[Any]) -> State[Any, Any, Any]:
        """The state to start from. Raises :class:`BadOptions` or :class:`BadPlayers` if the game refuses the two."""
        try:
            return answers.state(self.game.setup(turn), self.game.types, self.players)
        except (BadOptions, BadPlayers):
            raise
        except FOREIGN as error:
            blame(GameFault.of(self.game.id, "setup", 0, error), error)

    def advance(self, state: State[Any, Any, Any], move: Move, turn: Turn[Any], ply: int) -> Sequence[int]:
        """Carry ``move`` out with all that follows it: the scorers, and the final scoring if it was the last one.

        ``ply`` is the one it leads to. Gives those who may move next, as :meth:`active` does.
        """
        game = self.game
        verb = "apply"
        try:
            game.apply(state, move, turn)
            verb = "active"
            movers = game.active(state.table)
        except FOREIGN as error:
            blame(GameFault.of(game.id, verb, ply, error), error)
        if self.scorers:
            self.score_move(state, turn, ply)
        if not movers:
            self.score_end(state, turn, ply)
        return movers

    def score_move(self, state: State[Any, Any, Any], turn: Turn[Any], ply: int) -> None:
        """What the scorers award for a move that was carried out."""
        events = tuple(turn.log or ())
        for scorer in self.scorers:
            self._award(scorer, "moved", ply, turn, state.table, events)

    def score_end(self, state: State[Any, Any, Any], turn: Turn[Any], ply: int) -> None:
        """What the game and the scorers award at the end."""
        turn.player = -1
        if self.game.has_score:
            self._ask("score", ply, self.game.score, state, turn)
        for scorer in self.scorers:
            self._award(scorer, "finished", ply, turn, state.table)

    def _ask(self, verb: str, ply: int, ask: Callable[..., Any], *given: Any) -> Any:
        return foreign(lambda error: GameFault.of(self.game.id, verb, ply, error), ask, *given)

    def _award(self, scorer: Scorer, verb: str, ply: int, turn: Turn[Any], *given: Any) -> None:
        told = len(turn.log or ())
        try:
            getattr(scorer, verb)(*given, turn)
            if turn.whispers is not None:
                # Somebody listens. Later on nobody could tell its awards from those of the game.
                checked((turn.log or [])[told:], list[self.game.update_events])
        except FOREIGN as error:
            raise ScorerFault.of(scorer.name, self.game.id, verb, ply, error) from error
