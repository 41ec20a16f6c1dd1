"""The engine: one game bound to its players, options and scorers. Pure from outside.

It owns what the rules must not care about: copies, views, scores, the chance stream, the check of
who may move what, and the end. :meth:`Engine.step` gives a new position and leaves the old one
alone; :meth:`Engine.rollout` plays a position of its own on in place, as fast as the rules allow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tileyard.ground.chance import Chance, RecordedChance, Stream
from tileyard.ground.errors import BadPlayers, GameFault, IllegalMove, MatchOver, NotYourTurn
from tileyard.ground.wire import Event, Move, Struct, Whisper, to_builtins, whole
from tileyard.play.game import Game
from tileyard.play.given import game_of, instance, scorers_of
from tileyard.play.scorer import Scorer
from tileyard.play.shape import copier, sizer
from tileyard.play.state import Position, Result, State, View
from tileyard.play.turn import Turn
from tileyard.play.verbs import Verbs, read_options

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

    Raises :class:`BadPlayers`, :class:`BadOptions`, :class:`UsageError` (something else than a game, or than scorers),
    or :class:`GameFault` if the game's types are no plain data. Whatever a verb of the game raises, whoever calls the
    engine gets as :class:`GameFault`, and what a scorer raises as :class:`ScorerFault`; only playouts let what is
    raised at a ply pass as it is, for speed.

    An engine never changes, so copies and threads share it, and another process gets it with ``pickle``.
    """

    __slots__ = ("_bound", "_copy", "_sizes", "_verbs", "game", "options", "players", "scorers")

    def __init__(
        self, game: Game[Any, Any, Any, Any, Any], players: int, options: Any = None, scorers: Iterable[Scorer] = ()
    ) -> None:
        self.game = game = game_of(game)
        self.players = game.check_players(players)
        self.options = read_options(game, lambda: game.read_options(options))
        self.scorers = scorers_of(scorers)
        self._verbs = Verbs(game, self.players, self.scorers)
        # For playouts, bound once: that of a small game is short beside looking its verbs up.
        self._bound = (game.active, game.legal, game.apply, game.sample if game.has_sample else None)
        self._copy = copier(game.types.state)
        self._sizes = sizer(game.types.seat, game.types.vault, self._verbs.closed(self.options), self.players)

    def __repr__(self) -> str:
        scorers = [scorer.name for scorer in self.scorers]
        return f"<Engine: {self.game.id}, {self.players} players, {self.options!r:.400}, scorers {scorers}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # The functions made for the types cannot be sent, but made again.
        return type(self), (self.game, self.players, self.options, self.scorers)

    def __deepcopy__(self, memo: dict[int, Any]) -> Engine:
        return self

    # -- reading a position --------------------------------------------------------------------

    def active(self, position: Position[Any, Any, Any]) -> Sequence[int]:
        """Who may move now; nobody when the game is over."""
        return self._verbs.active(position.state.table, position.ply)

    def view(self, position: Position[Any, Any, Any], player: int | None) -> View[Any, Any, Any]:
        """What ``player`` (None: a spectator) sees. It refers to the position's own objects; copy before keeping.

        Raises :class:`BadPlayers` if there is no such player.
        """
        state: State[Any, Any, Any] = position.state
        player = self.known(player)
        seat = None if player is None else state.seats[player]
        sizes = self._sizes(state) if self._sizes else {}
        return View(player, self.players, self.options, position.scores, state.table, seat, sizes, position.ply)

    def legal(self, position: Position[Any, Any, Any], player: int) -> list[Any]:
        """The moves ``player`` may make now; none if it is somebody else's turn."""
        if player not in self.active(position):
            return []
        return self._verbs.legal(self.view(position, player))

    def result(self, position: Position[Any, Any, Any]) -> Result:
        """Ranking and winners, by the present scores."""
        return self._verbs.result(position.state.table, position.scores[:], position.ply)

    def standing(self, position: Position[Any, Any, Any]) -> list[int]:
        """How well each player stands by the game's own estimate, which goes by what is hidden as well."""
        return self._verbs.estimate(position.state, position.scores[:], position.ply)

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
        """``player`` as a plain number, if there is such a viewer (None: a spectator). Raises :class:`BadPlayers`."""
        if player is None:
            return None
        number = player if type(player) is int else whole(player)
        if number is not None and 0 <= number < self.players:
            return number
        shown = player if number is None else number
        hint = ", and come before the move" if isinstance(player, Move | dict) else ""
        raise BadPlayers(
            f"there is no player {player!r}; players are 0 to {self.players - 1}{hint}",
            field="player",
            players=shown if isinstance(shown, int | float | str) else f"{shown!r}",
            allowed=list(range(self.players)),
        )

    # -- steps ---------------------------------------------------------------------------------

    def begin(self, chance: Chance) -> Step:
        """Set the game up on ``chance``; the step from nothing to ply 0.

        Raises :class:`GameFault`, :class:`BadOptions` or :class:`BadPlayers` if the game refuses them together, or
        :class:`UsageError` for a stream that is no :class:`Chance`.
        """
        chance = instance("chance", chance, Chance, 'a Chance, as Chance.from_seed("7"); others are for playouts')
        recorded = RecordedChance(chance.key, chance.count)
        turn = Turn(self.players, self.options, recorded, [0] * self.players, log=[], whispers=[])
        verbs = self._verbs
        state = verbs.setup(turn)
        if not verbs.movers(verbs.active(state.table, 0), 0):
            verbs.score_end(state, turn, 0)
        return _told(Position(state, turn.scores, recorded), turn, recorded)

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
        ply = position.ply + 1
        self._verbs.movers(self._verbs.advance(position.state, move, turn, ply), ply)
        position.ply = ply
        return _told(position, turn, recorded)

    def step(self, position: Position[Any, Any, Any], player: int, move: Move) -> Position[Any, Any, Any]:
        """The position after ``move``; ``position`` itself stays as it is.

        Raises :class:`MatchOver`, :class:`NotYourTurn`, :class:`IllegalMove`, :class:`GameFault` or
        :class:`ScorerFault`.
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
        ply = position.ply + 1
        movers = self._verbs.advance(position.state, move, turn, ply)
        position.ply = ply
        return movers

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
        facts = self._verbs.refusal(self.view(position, player), move)
        if facts is not None:
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
        active, legal, apply, sample = self._bound
        verbs, sizes, scorers = self._verbs, self._sizes, self.scorers
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
                verbs.score_move(state, turn, ply)
            movers = active(table)
        if not movers:
            verbs.score_end(state, turn, ply)
        elif limit is None:
            raise GameFault(f"{game.id} is not over after {ply} plies", game=game.id, verb="active", ply=ply)
        return ply


def _told(position: Position[Any, Any, Any], turn: Turn[Any], chance: RecordedChance) -> Step:
    """The step that ``turn`` made, with the chance stream put where the draws have left it."""
    position.chance = Chance(chance.key, chance.count)
    return Step(position, turn.log or [], turn.whispers or [], chance.drawn)
