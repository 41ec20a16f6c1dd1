"""A match: the mutable thing a front end holds. Everything that leaves it is a copy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from tileyard.ground.chance import Chance, new_seed
from tileyard.ground.errors import (
    BadPayload,
    CannotUndo,
    GameFault,
    ReplayDiverged,
    StalePly,
    TileyardError,
    UsageError,
)
from tileyard.ground.wire import (
    Event,
    Frozen,
    Move,
    Whisper,
    checked,
    convert,
    decode,
    digest,
    encode,
    to_builtins,
)
from tileyard.play.engine import Engine, Step
from tileyard.play.game import Game
from tileyard.play.preview import Preview, preview
from tileyard.play.record import Entry, Final, Header, Origin, Record
from tileyard.play.scorer import Scorer
from tileyard.play.shape import copier
from tileyard.play.state import Position, Result, View
from tileyard.play.update import MatchInfo, Observer, Update

__all__ = ["Match", "UndoVerdict"]


class UndoVerdict(Frozen):
    """Whether the last step may be taken back, and if not, why. True or false as a condition."""

    ok: bool
    why: str = ""

    def __bool__(self) -> bool:
        return self.ok


class _Ply(NamedTuple):
    """One commit: what happened, by whose move. The set-up has neither player nor move."""

    step: Step
    player: int | None = None
    move: Move | None = None
    branch: int = 0


class Match:
    """One match of ``game``: ``Match(Octopus(), players=4, seed="7")``.

    Without a seed it takes one from the operating system. ``plugin`` names where the game came from,
    for the record; ``observers`` are told of every commit. Raises :class:`BadPlayers`,
    :class:`BadOptions`, :class:`UsageError` (the seed) or :class:`GameFault`.
    """

    def __init__(
        self,
        game: Game[Any, Any, Any, Any, Any],
        players: int,
        *,
        options: Any = None,
        seed: str | None = None,
        scorers: Iterable[Scorer] = (),
        plugin: Origin = Origin(),
        observers: Sequence[Observer] = (),
    ) -> None:
        self.engine = Engine(game, players, options, scorers)
        self.seed = new_seed() if seed is None else seed
        self.plugin = plugin
        self.observers = tuple(observers)
        chance = Chance.from_seed(self.seed)
        self.commitment = chance.commitment
        # All that happened; positions are never changed once they are in here.
        self._plies = [_Ply(self._sound("setup", self.engine.begin(chance)))]
        # Of those plies for which somebody asked.
        self._digests: list[str] = []
        self._undone = 0
        for observer in self.observers:
            observer.match_started(self.info, self.updates(None)[0])

    # -- what is so now ------------------------------------------------------------------------

    @property
    def game(self) -> Game[Any, Any, Any, Any, Any]:
        """The rules."""
        return self.engine.game

    @property
    def players(self) -> int:
        """How many play."""
        return self.engine.players

    @property
    def ply(self) -> int:
        """How many moves were made."""
        return self._now.ply

    @property
    def active(self) -> tuple[int, ...]:
        """The players who may move now; nobody when the match is over."""
        return tuple(self.engine.active(self._now))

    @property
    def branch(self) -> int:
        """That of the last update: two positions with the same ``ply`` and ``branch`` are one."""
        return self._plies[-1].branch

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return not self.active

    @property
    def scores(self) -> list[int]:
        """Each player's score."""
        return self._now.scores[:]

    @property
    def result(self) -> Result:
        """Ranking and winners; before the end, by the present scores."""
        return self.engine.result(self._now)

    def standing(self, ply: int | None = None) -> list[int]:
        """How well each player stood after ``ply`` (None: stands now) by :meth:`Game.estimate`, secrets counted in.

        So it is for whoever may see all of a match, as its record is. Raises :class:`StalePly` if there is no such ply.
        """
        if ply is not None and not 0 <= ply <= self.ply:
            raise StalePly(f"the match is at ply {self.ply}, not {ply}", ply=ply, current=self.ply)
        return self.engine.standing(self._plies[self.ply if ply is None else ply].step.position)

    @property
    def digest(self) -> str:
        """SHA-256 of the whole position, in hex: equal matches have equal digests, in every process."""
        return digest(self._now)

    @property
    def info(self) -> MatchInfo:
        """The public facts of the match."""
        game, engine = self.game, self.engine
        return MatchInfo(game.id, game.title, game.rules, engine.players, engine.options, self.plugin, self.commitment)

    def view(self, player: int | None) -> View[Any, Any, Any]:
        """What ``player`` sees (None: a spectator), as a copy."""
        return self._view(self._now, player)

    def legal(self, player: int) -> list[Any]:
        """The moves ``player`` may make now; none if it is somebody else's turn."""
        return self.engine.legal(self._now, self.engine.known(player))

    # -- moves ---------------------------------------------------------------------------------

    def read_move(self, data: bytes | str | dict[str, Any]) -> Any:
        """A move from JSON or from plain data. Raises :class:`BadPayload` with the path of the fault."""
        kind = self.game.types.move
        if isinstance(data, dict):
            return convert(data, kind)
        try:
            return decode(data, kind)
        except BadPayload as error:
            if error.facts["path"] != "$" or error.facts["field"]:
                raise
            # Whoever gives a word as a move did not mean it to be JSON.
            text = f"the move {data!r:.60} was read as JSON: {error.message}"
            raise BadPayload(text, **error.facts) from error

    def play(self, player: int, move: Any, ply: int | None = None) -> Update[Any, Any, Any]:
        """Make ``move`` (or its plain data) for ``player``; returns what that player is told.

        With ``ply``, only if the match is still at that ply. Nothing changes if it raises:
        :class:`BadPayload`, :class:`StalePly`, :class:`MatchOver`, :class:`NotYourTurn`,
        :class:`IllegalMove`, :class:`GameFault`.
        """
        self.engine.known(player)
        self._current(ply)
        made = self._checked(move)
        step = self._sound("apply", self.engine.carry_out(self._now, player, made))
        self._plies.append(_Ply(step, player, made, self._undone))
        self._notify()
        return self._update(self.ply, player)

    def preview(self, player: int, move: Any) -> Preview | None:
        """What ``move`` would do, as far as ``player`` can know; None if that is not known beforehand.

        Raises as :meth:`play` does.
        """
        self.engine.known(player)
        made = self._checked(move)
        self.engine.check(self._now, player, made)
        return preview(self.engine, self.view(player), made)

    def can_undo(self) -> UndoVerdict:
        """Whether the last step may be taken back: not if it drew on chance, told a secret, showed what had been out of
        sight, or passed the turn."""
        step, player, move, _ = self._plies[-1]
        if player is None or move is None:
            return UndoVerdict(False, "no move was made")
        if step.drawn:
            return UndoVerdict(False, "the move drew on chance")
        if step.whispers:
            return UndoVerdict(False, "the move told a player something in secret")
        if self.active and player not in self.active:
            return UndoVerdict(False, "the turn has passed to another player")
        # A player who could have worked the step out beforehand has learnt nothing from it.
        if not self.game.open and preview(self.engine, self._view(self._plies[-2].step.position, player), move) is None:
            return UndoVerdict(False, "the move showed what had been out of sight")
        return UndoVerdict(True)

    def undo(self, ply: int | None = None) -> None:
        """Take the last step back. Raises :class:`CannotUndo` or :class:`StalePly`."""
        self._current(ply)
        verdict = self.can_undo()
        if not verdict:
            raise CannotUndo(f"this cannot be undone: {verdict.why}", why=verdict.why, ply=self.ply)
        self._plies.pop()
        self._undone += 1
        del self._digests[len(self._plies) :]

    # -- what viewers and files get ------------------------------------------------------------

    def updates(self, player: int | None, since: int = -1, branch: int | None = None) -> list[Update[Any, Any, Any]]:
        """What ``player`` (None: a spectator) was told after ply ``since``; -1 for all, from the set-up.

        Raises :class:`StalePly` if the match is not that far, and with the ``branch`` of the last update also if that
        step was undone and another made in its place.
        """
        if not -1 <= since <= self.ply:
            raise StalePly(f"the match is at ply {self.ply}, not {since}", ply=since, current=self.ply)
        if since >= 0 and branch not in (None, self._plies[since].branch):
            raise StalePly(f"another move was made at ply {since} after an undo", ply=since, current=self.ply)
        self.engine.known(player)
        return [self._update(ply, player) for ply in range(since + 1, self.ply + 1)]

    def record(self) -> Record[Any, Any]:
        """The match so far, secrets and all."""
        game, engine = self.game, self.engine
        header = Header(
            game.id,
            game.rules,
            self.players,
            engine.options,
            self.seed,
            self.commitment,
            self.plugin,
            tuple(scorer.name for scorer in engine.scorers),
        )
        entries = [self._entry(ply) for ply in range(len(self._plies))]
        return Record(header, entries, self._final() if self.over else None)

    @classmethod
    def replay(
        cls,
        record: Record[Any, Any],
        game: Game[Any, Any, Any, Any, Any],
        *,
        scorers: Iterable[Scorer] = (),
        plugin: Origin = Origin(),
        observers: Sequence[Observer] = (),
        until: int | None = None,
    ) -> Match:
        """Play a record again, all of it or ``until`` a ply, checking every number and digest; the match can go on.

        Observers hear of what is played after that only. Raises :class:`ReplayDiverged` with the ply and the
        cause, :class:`UsageError` if ``scorers`` are not those the record names, :class:`StalePly` if it is not
        that long, or what :meth:`Record.typed` and the making of a match raise.
        """
        record = record.typed(game, plugin)
        header, final = record.header, record.final
        scorers = tuple(scorers)
        if (names := tuple(scorer.name for scorer in scorers)) != header.scorers:
            raise UsageError(
                f"the record names scorers {_text(header.scorers)}, not {_text(names)}",
                field="scorers",
                allowed=list(header.scorers),
            )
        if until is not None:
            record, final = record.cut(until), None
        match = cls(game, header.players, options=header.options, seed=header.seed, scorers=scorers, plugin=plugin)
        if match.commitment != header.commitment:
            raise ReplayDiverged.of(0, "seed", "the seed does not give the committed key")
        for ply, entry in enumerate(record.entries):
            if ply:
                match._again(ply, entry)
            entry.compare(match._entry(ply), ply)
        if final is not None and final != (found := match._final() if match.over else None):
            raise ReplayDiverged.of(match.ply, "result", f"the result is {_text(found)}, not {_text(final)}")
        match.observers = tuple(observers)
        return match

    # -- inside --------------------------------------------------------------------------------

    @property
    def _now(self) -> Position[Any, Any, Any]:
        return self._plies[-1].step.position

    def _view(self, position: Position[Any, Any, Any], player: int | None) -> View[Any, Any, Any]:
        return self.engine.copy_view(self.engine.view(position, player))

    def _current(self, ply: int | None) -> None:
        if ply is not None and ply != self.ply:
            raise StalePly(f"the match is at ply {self.ply}, not {ply}", ply=ply, current=self.ply)

    def _checked(self, move: Any) -> Any:
        """A move of the declared types, fields and all, and nobody else's; what is no move at all as it is."""
        kind = self.game.types.move
        made: Any = self.read_move(move) if type(move) in (dict, str, bytes) else move
        return checked(made, kind) if type(made) in self.game.types.moves else made

    def _sound(self, verb: str, step: Step) -> Step:
        """The step, if it is of the declared types: whatever is in a match can be sent and saved."""
        game = self.game
        try:
            checked(step.position, game.types.position)
            step.events = checked(step.events, list[game.update_events])
            step.whispers = checked(step.whispers, list[tuple[int, game.update_whispers]])
        except BadPayload as error:
            cause = f"it made what is not of its declared types: {error}"
            raise GameFault.of(game.id, verb, step.position.ply, cause) from error
        self.engine.check_active(step.position)
        return step

    def _entry(self, ply: int) -> Entry[Any]:
        step, player, move, _ = self._plies[ply]
        return Entry(self._short(ply), player, move, step.drawn[:])

    def _short(self, ply: int) -> str:
        """The digest after a ply; 64 bits are enough to tell a slip, proof is the replay itself."""
        for made in self._plies[len(self._digests) : ply + 1]:
            self._digests.append(digest(made.step.position)[:16])
        return self._digests[ply]

    def _update(self, ply: int, player: int | None) -> Update[Any, Any, Any]:
        step, _, _, branch = self._plies[ply]
        events: list[Event] = [copier(type(event))(event) for event in step.events]
        whispers: list[Whisper] = [copier(type(said))(said) for listener, said in step.whispers if listener == player]
        return Update(ply, events, whispers, self._view(step.position, player), branch)

    def _notify(self) -> None:
        for observer in self.observers:
            observer.move_played(self.info, self._update(self.ply, None))
            if self.over:
                observer.match_finished(self.info, self._update(self.ply, None))

    def _final(self) -> Final:
        result = self.result
        return Final(self.scores, result.ranking, result.winners, result.note)

    def _again(self, ply: int, entry: Entry[Any]) -> None:
        try:
            self.play(entry.player, entry.move)  # type: ignore[arg-type]  (typed has seen that there is one)
        except TileyardError as error:
            raise ReplayDiverged.of(ply, "move", f"{error}") from error


def _text(value: Any) -> str:
    return encode(to_builtins(value)).decode()
