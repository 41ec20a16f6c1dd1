"""The engine: one game bound to its players, options and scorers. Pure from outside.

It owns what the rules must not care about: copies, views, scores, the chance stream, the check of
who may move what, and the end. :meth:`Engine.step` gives a new position and leaves the old one
alone; :meth:`Engine.rollout` plays a position of its own on in place, as fast as the rules allow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tileyard.ground.chance import Chance, RecordedChance, Stream
from tileyard.ground.errors import FOREIGN, BadOptions, BadPlayers, GameFault, IllegalMove, MatchOver, NotYourTurn
from tileyard.ground.wire import Event, Move, Struct, Whisper, to_builtins
from tileyard.play import answers
from tileyard.play.game import Game
from tileyard.play.scorer import Scorer
from tileyard.play.shape import copier, sizer
from tileyard.play.state import Position, Result, State, View
from tileyard.play.turn import Turn

__all__ = ["Engine", "Step"]

_NO_CHANCE = Chance(b"")
Policy = Callable[[View[Any, Any, Any], Stream], Move]


class Step(Struct):
    """One step with all it told: the new position, events for all, ``(player, whisper)`` pairs, numbers drawn."""

    position: Position[Any, Any, Any]
    events: list[Event]
    whispers: list[tuple[int, Whisper]]
    drawn: list[int]


class Engine:
    """``Engine(game, players, options, scorers)``; options as a mapping or as the game's own struct.

    Raises :class:`BadPlayers`, :class:`BadOptions`, or :class:`GameFault` if the game's types are no plain data.
    Whatever a verb of the game raises, whoever calls the engine gets as :class:`GameFault`.
    """

    __slots__ = ("_copy", "_sizes", "_verbs", "game", "options", "players", "scorers")

    def __init__(
        self, game: Game[Any, Any, Any, Any, Any], players: int, options: Any = None, scorers: Iterable[Scorer] = ()
    ) -> None:
        self.game = game
        self.players = game.check_players(players)
        self.options = game.read_options(options)
        self.scorers = tuple(scorers)
        self._copy = copier(game.types.state)
        # Bound once: a playout of a small game is short beside looking its verbs up.
        self._verbs = (game.active, game.legal, game.apply, game.sample if game.has_sample else None)
        closed = self._ask("closed", 0, lambda: answers.names(game.closed(self.options)))
        self._sizes = sizer(game.types.seat, game.types.vault, closed, players)

    # -- reading a position --------------------------------------------------------------------

    def active(self, position: Position[Any, Any, Any]) -> Sequence[int]:
        """Who may move now; nobody when the game is over."""
        return self._ask("active", position.ply, self.game.active, position.state.table)

    def check_active(self, position: Position[Any, Any, Any]) -> None:
        """Raise :class:`GameFault` if those who may move now are no players of this game."""
        table = position.state.table
        self._ask("active", position.ply, lambda: answers.movers(self.game.active(table), self.players))

    def view(self, position: Position[Any, Any, Any], player: int | None) -> View[Any, Any, Any]:
        """What ``player`` (None: a spectator) sees. It refers to the position's own objects; copy before keeping.

        Raises :class:`BadPlayers` if there is no such player.
        """
        state: State[Any, Any, Any] = position.state
        seat = None if player is None else state.seats[self.known(player)]
        sizes = self._sizes(state) if self._sizes else {}
        return View(player, self.players, self.options, position.scores, state.table, seat, sizes, position.ply)

    def legal(self, position: Position[Any, Any, Any], player: int) -> list[Any]:
        """The moves ``player`` may make now; none if it is somebody else's turn."""
        if player not in self.active(position):
            return []
        view, kinds = self.view(position, player), self.game.types.moves
        return self._ask("legal", position.ply, lambda: answers.moves(self.game.legal(view), kinds))

    def result(self, position: Position[Any, Any, Any]) -> Result:
        """Ranking and winners, by the present scores."""
        table, scores = position.state.table, position.scores[:]
        return self._ask("result", position.ply, lambda: answers.result(self.game.result(table, scores), self.players))

    def standing(self, position: Position[Any, Any, Any]) -> list[int]:
        """How well each player stands by the game's own estimate, which goes by what is hidden as well."""
        state, scores = position.state, position.scores[:]
        estimate = self.game.estimate
        return self._ask("estimate", position.ply, lambda: answers.standing(estimate(state, scores), self.players))

    def copy(self, position: Position[Any, Any, Any]) -> Position[Any, Any, Any]:
        """An independent position: whatever can change is copied, the rest shared."""
        chance = position.chance
        return Position(self._copy(position.state), position.scores[:], Chance(chance.key, chance.count), position.ply)

    def copy_view(self, view: View[Any, Any, Any]) -> View[Any, Any, Any]:
        """An independent view, for whoever may keep it or write on it."""
        types = self.game.types
        return View(
            view.player,
            view.players,
            copier(types.options)(view.options),
            view.scores[:],
            copier(types.table)(view.table),
            None if view.seat is None else copier(types.seat)(view.seat),
            {key: size if isinstance(size, int) else size[:] for key, size in view.sizes.items()},
            view.ply,
        )

    def known(self, player: Any) -> Any:
        """``player``, if there is such a viewer (None: a spectator). Raises :class:`BadPlayers`."""
        if player is not None and (type(player) is not int or not 0 <= player < self.players):
            raise BadPlayers(
                f"there is no player {player!r}; players are 0 to {self.players - 1}",
                field="player",
                players=player,
                allowed=list(range(self.players)),
            )
        return player

    # -- steps ---------------------------------------------------------------------------------

    def begin(self, chance: Chance) -> Step:
        """Set the game up on ``chance``; the step from nothing to ply 0.

        Raises :class:`GameFault`, or :class:`BadOptions` or :class:`BadPlayers` if the game refuses them together.
        """
        recorded = RecordedChance(chance.key, chance.count)
        turn = Turn(self.players, self.options, recorded, [0] * self.players, log=[], whispers=[])
        try:
            state = self.game.setup(turn)
        except (BadOptions, BadPlayers):
            raise
        except FOREIGN as error:
            raise GameFault.of(self.game.id, "setup", 0, error) from error
        self._check_state(state)
        position = Position(state, turn.scores, recorded)
        if not self.active(position):
            self._score_end(state, turn, 0)
        return self._told(position, turn, recorded)

    def start(self, chance: Chance) -> Position[Any, Any, Any]:
        """The position a match on ``chance`` starts from."""
        return self.begin(chance).position

    def carry_out(self, position: Position[Any, Any, Any], player: int, move: Move) -> Step:
        """:meth:`step`, with everything it told and drew."""
        self.check(position, player, move)
        return self.carry_out_in_place_unchecked(self.copy(position), player, move)

    def carry_out_in_place_unchecked(self, position: Position[Any, Any, Any], player: int, move: Move) -> Step:
        """:meth:`carry_out` on ``position`` itself, unasked whether ``move`` is legal."""
        recorded = RecordedChance(position.chance.key, position.chance.count)
        turn = Turn(self.players, self.options, recorded, position.scores, player, [], [])
        if isinstance(move, Event):
            turn.announce(move)
        self._advance(position, move, turn)
        return self._told(position, turn, recorded)

    def step(self, position: Position[Any, Any, Any], player: int, move: Move) -> Position[Any, Any, Any]:
        """The position after ``move``; ``position`` itself stays as it is.

        Raises :class:`MatchOver`, :class:`NotYourTurn`, :class:`IllegalMove` or :class:`GameFault`.
        """
        self.check(position, player, move)
        after = self.copy(position)
        self.step_in_place_unchecked(after, player, move, after.chance)
        return after

    def step_in_place_unchecked(
        self, position: Position[Any, Any, Any], player: int, move: Move, chance: Stream
    ) -> Sequence[int]:
        """Make ``move`` on ``position`` itself, unasked whether it is legal; for searches, on copies of their own.

        Gives those who may move next, as :meth:`active` would.

        Draws come from ``chance``, so that a search never looks into the match's own stream.
        """
        turn = Turn(self.players, self.options, chance, position.scores, player)
        if self.scorers:
            turn.log = [move] if isinstance(move, Event) else []
        return self._advance(position, move, turn)

    def check(self, position: Position[Any, Any, Any], player: int, move: Move) -> None:
        """Raise the error that tells why ``player`` may not make ``move`` now, if so."""
        active = self.active(position)
        if not active:
            raise MatchOver("the match is over", ply=position.ply)
        if player not in active:
            who = ", ".join(f"player {p}" for p in active)
            raise NotYourTurn(f"it is not the turn of player {player}, but of {who}", player=player, active=[*active])
        if type(move) not in self.game.types.moves:
            allowed = [kind.__struct_config__.tag for kind in self.game.types.moves]
            raise IllegalMove(
                f"{type(move).__name__} is no move of {self.game.id}", player=player, field="type", allowed=allowed
            )
        reason = self._ask("permits", position.ply, self.game.permits, self.view(position, player), move)
        if reason is not None:
            facts = self._ask("permits", position.ply, answers.refusal, reason)
            raise IllegalMove(facts.pop("text"), player=player, move=to_builtins(move), **facts)

    # -- playing on ----------------------------------------------------------------------------

    def rollout(
        self, position: Position[Any, Any, Any], chance: Stream, policy: Policy | None = None, limit: int | None = None
    ) -> None:
        """Play ``position`` on in place until the game is over, or for ``limit`` more plies.

        ``policy(view, chance)`` chooses the moves (default: the game's ``sample``). All draws, of
        the policy and of the rules, come from ``chance``. With several players active the first moves.
        A position that is over stays as it is. The view is the same object at each ply; copy before keeping.
        """
        if self.active(position):
            turn = Turn(self.players, self.options, chance, position.scores)
            position.ply = self._play_on(position.state, turn, position.ply, limit, policy)

    def playout(self, chance: Stream, policy: Policy | None = None) -> Position[Any, Any, Any]:
        """A whole game from set-up to end; see :meth:`rollout`. The position has no stream of its own."""
        scores = [0] * self.players
        turn = Turn(self.players, self.options, chance, scores)
        state = self.game.setup(turn)
        return Position(state, scores, _NO_CHANCE, self._play_on(state, turn, 0, None, policy))

    def _play_on(
        self, state: State[Any, Any, Any], turn: Turn[Any], ply: int, limit: int | None, policy: Policy | None
    ) -> int:
        """The inner loop of every playout, with all look-ups out of it. Returns the ply reached."""
        game, table, scores = self.game, state.table, turn.scores
        players, options, chance = self.players, self.options, turn.chance
        active, legal, apply, sample = self._verbs
        sizes, scorers = self._sizes, self.scorers
        # The default sample is written out below: two calls fewer for each ply.
        choose, pick = policy or sample, chance.pick
        none: dict[str, int | list[int]] = {}
        views: list[View[Any, Any, Any]] = []
        turns: list[Turn[Any]] = []
        for player, seat in enumerate(state.seats):
            views.append(View(player, players, options, scores, table, seat, none, 0))
            turns.append(Turn(players, options, chance, scores, player))
        last = game.max_plies if limit is None else ply + limit
        movers = active(table)
        while movers and ply < last:
            player = movers[0]
            view, turn = views[player], turns[player]
            view.ply = ply
            if sizes is not None:
                view.sizes = sizes(state)
            move = pick(legal(view)) if choose is None else choose(view, chance)
            if scorers:
                turn.log = [move] if isinstance(move, Event) else []
            apply(state, move, turn)
            ply += 1
            if scorers:
                self._score_move(state, turn, ply)
            movers = active(table)
        if not movers:
            if scorers or game.has_score:
                self._score_end(state, turn, ply)
        elif limit is None:
            raise GameFault(f"{game.id} is not over after {ply} plies", game=game.id, verb="active", ply=ply)
        return ply

    # -- inside --------------------------------------------------------------------------------

    def _ask(self, verb: str, ply: int, ask: Callable[..., Any], *given: Any) -> Any:
        """What a verb of the game answers, or the fault that it raises."""
        try:
            return ask(*given)
        except FOREIGN as error:
            raise GameFault.of(self.game.id, verb, ply, error) from error

    def _advance(self, position: Position[Any, Any, Any], move: Move, turn: Turn[Any]) -> Sequence[int]:
        """Carry ``move`` out with all that follows it: the scorers, and the final scoring if it was the last one.

        Gives those who may move next.
        """
        state, ply = position.state, position.ply + 1
        verb = "apply"
        try:
            self.game.apply(state, move, turn)
            verb = "active"
            movers = self.game.active(state.table)
        except FOREIGN as error:
            raise GameFault.of(self.game.id, verb, ply, error) from error
        if self.scorers:
            self._score_move(state, turn, ply)
        if not movers:
            self._score_end(state, turn, ply)
        position.ply = ply
        return movers

    def _score_move(self, state: State[Any, Any, Any], turn: Turn[Any], ply: int) -> None:
        events = tuple(turn.log or ())
        for scorer in self.scorers:
            self._ask(f"scorer {scorer.name}", ply, scorer.moved, state.table, events, turn)

    def _score_end(self, state: State[Any, Any, Any], turn: Turn[Any], ply: int) -> None:
        turn.player = -1
        try:
            self.game.score(state, turn)
        except FOREIGN as error:
            raise GameFault.of(self.game.id, "score", ply, error) from error
        for scorer in self.scorers:
            self._ask(f"scorer {scorer.name}", ply, scorer.finished, state.table, turn)

    def _told(self, position: Position[Any, Any, Any], turn: Turn[Any], chance: RecordedChance) -> Step:
        position.chance = Chance(chance.key, chance.count)
        return Step(position, turn.log or [], turn.whispers or [], chance.drawn)

    def _check_state(self, state: State[Any, Any, Any]) -> None:
        """The declared types and no others: msgspec would encode whatever it finds."""
        types = self.game.types
        wrong = type(state) is not State or type(state.table) is not types.table
        wrong = wrong or type(state.vault) is not (types.vault or type(None))
        wrong = wrong or type(state.seats) is not tuple or len(state.seats) != self.players
        wrong = wrong or any(type(seat) is not (types.seat or type(None)) for seat in state.seats)
        if wrong:
            cause = "it must return a State of its declared types, with one seat for each player"
            raise GameFault.of(self.game.id, "setup", 0, cause)
