"""A match: the mutable thing a front end holds. Everything that leaves it is a copy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, Protocol

from typing_extensions import TypeVar

from tileyard.ground.chance import Chance, FastChance, new_seed
from tileyard.ground.errors import BadPlayers, CannotUndo, ReplayDiverged, StalePly, TileyardError
from tileyard.ground.wire import (
    Event,
    Frozen,
    Move,
    Struct,
    Whisper,
    bad_payload,
    convert,
    decode,
    digest,
    encode,
    to_builtins,
)
from tileyard.play.engine import Engine, Preview, Step
from tileyard.play.game import Game
from tileyard.play.record import Entry, Final, Header, Origin, Record
from tileyard.play.scorer import Scorer
from tileyard.play.state import Position, Result, View

__all__ = ["Match", "MatchInfo", "Observer", "UndoVerdict", "Update"]

E = TypeVar("E", default=Any)
W = TypeVar("W", default=Any)
VIEW = TypeVar("VIEW", default=Any)


class Update(Struct, Generic[E, W, VIEW]):
    """What one viewer is told of one ply: events to animate, own whispers, and the view to settle on."""

    ply: int
    events: list[E]
    whispers: list[W]
    view: VIEW


class MatchInfo(Frozen):
    """The public facts of a match, without its seed."""

    game: str
    title: str
    rules: int
    players: int
    options: Any
    plugin: Origin
    commitment: str


class UndoVerdict(Frozen):
    """Whether the last step may be taken back, and if not, why. True or false as a condition."""

    ok: bool
    why: str = ""

    def __bool__(self) -> bool:
        return self.ok


class Observer(Protocol):
    """Who is told of a match, with the spectator's update, after each commit. Must not raise."""

    def match_started(self, match: MatchInfo, update: Update[Any, Any, Any]) -> None: ...

    def move_played(self, match: MatchInfo, update: Update[Any, Any, Any]) -> None: ...

    def match_finished(self, match: MatchInfo, update: Update[Any, Any, Any]) -> None: ...


class Match:
    """One match of ``game``: ``Match(Octopus(), players=4, seed="7")``.

    Without a seed it takes one from the operating system. ``plugin`` names where the game came from,
    for the record; ``observers`` are told of every commit. Raises :class:`BadPlayers`,
    :class:`BadOptions` or :class:`GameFault`.
    """

    def __init__(
        self,
        game: Game[Any, Any, Any, Any, Any],
        players: int,
        *,
        options: Any = None,
        seed: str | None = None,
        scorers: Iterable[Scorer] = (),
        plugin: Origin = Origin(),  # noqa: B008  (frozen)
        observers: Sequence[Observer] = (),
    ) -> None:
        self.engine = Engine(game, players, options, scorers)
        self.seed = new_seed() if seed is None else seed
        self.plugin = plugin
        self.observers = tuple(observers)
        chance = Chance.from_seed(self.seed)
        self.commitment = chance.commitment
        # All that happened, by ply; positions are never changed once they are in here.
        self._steps = [self.engine.begin(chance)]
        self._moves: list[tuple[int, Move]] = []
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
        return self.engine.legal(self._now, self._known(player))

    # -- moves ---------------------------------------------------------------------------------

    def read_move(self, data: bytes | str | dict[str, Any]) -> Any:
        """A move from JSON or from plain data. Raises :class:`BadPayload` with the path of the fault."""
        kind = self.game.types.move
        return convert(data, kind) if isinstance(data, dict) else decode(data, kind)

    def play(self, player: int, move: Any, ply: int | None = None) -> Update[Any, Any, Any]:
        """Make ``move`` (or its plain data) for ``player``; returns what that player is told.

        With ``ply``, only if the match is still at that ply. Nothing changes if it raises:
        :class:`BadPayload`, :class:`StalePly`, :class:`MatchOver`, :class:`NotYourTurn`,
        :class:`IllegalMove`, :class:`GameFault`.
        """
        self._known(player)
        self._current(ply)
        checked = self._checked(move)
        self._steps.append(self.engine.carry_out(self._now, player, checked))
        self._moves.append((player, checked))
        self._notify()
        return self._update(self.ply, player)

    def preview(self, player: int, move: Any) -> Preview | None:
        """What ``move`` would do, as far as ``player`` can know; None if that is not known beforehand.

        Raises as :meth:`play` does.
        """
        self._known(player)
        checked = self._checked(move)
        self.engine.check(self._now, player, checked)
        return self.engine.preview(self.view(player), checked, FastChance(self.ply))

    def can_undo(self) -> UndoVerdict:
        """Whether the last step may be taken back: not if it drew on chance, told a secret or passed the turn."""
        if not self._moves:
            return UndoVerdict(False, "no move was made")
        step, (player, _) = self._steps[-1], self._moves[-1]
        if step.drawn:
            return UndoVerdict(False, "the move drew on chance")
        if step.whispers:
            return UndoVerdict(False, "the move told a player something in secret")
        if self.active and player not in self.active:
            return UndoVerdict(False, "the turn has passed to another player")
        return UndoVerdict(True)

    def undo(self, ply: int | None = None) -> None:
        """Take the last step back. Raises :class:`CannotUndo` or :class:`StalePly`."""
        self._current(ply)
        verdict = self.can_undo()
        if not verdict:
            raise CannotUndo(f"this cannot be undone: {verdict.why}", why=verdict.why, ply=self.ply)
        self._steps.pop()
        self._moves.pop()

    # -- what viewers and files get ------------------------------------------------------------

    def updates(self, player: int | None, since: int = -1) -> list[Update[Any, Any, Any]]:
        """What ``player`` (None: a spectator) was told after ply ``since``; -1 for all, from the set-up.

        Raises :class:`StalePly` if the match is not that far (a step was undone).
        """
        if not -1 <= since <= self.ply:
            raise StalePly(f"the match is at ply {self.ply}, not {since}", ply=since, current=self.ply)
        self._known(player)
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
        made: list[tuple[int | None, Move | None]] = [(None, None), *self._moves]
        entries = [
            Entry(_short(step.position), player, move, step.drawn)
            for step, (player, move) in zip(self._steps, made, strict=True)
        ]
        return Record(header, entries, self._final() if self.over else None)

    @classmethod
    def replay(
        cls,
        record: Record[Any, Any],
        game: Game[Any, Any, Any, Any, Any],
        *,
        scorers: Iterable[Scorer] = (),
        plugin: Origin = Origin(),  # noqa: B008  (frozen)
        observers: Sequence[Observer] = (),
        until: int | None = None,
    ) -> Match:
        """Play a record again, all of it or ``until`` a ply, checking every number and digest; the match can go on.

        Observers hear of what is played after that only. Raises :class:`ReplayDiverged` with the ply and the
        cause, or what :meth:`Record.typed` raises.
        """
        record = record.typed(game, plugin)
        header = record.header
        if until is not None and not 0 <= until < len(record.entries):
            raise StalePly(
                f"the record ends at ply {len(record.entries) - 1}", ply=until, current=len(record.entries) - 1
            )
        match = cls(game, header.players, options=header.options, seed=header.seed, scorers=scorers, plugin=plugin)
        if match.commitment != header.commitment:
            raise _diverged(0, "seed", "the seed does not give the committed key")
        for ply, entry in enumerate(record.entries if until is None else record.entries[: until + 1]):
            if ply:
                match._again(ply, entry)
            match._compare(ply, entry)
        if until is None and record.final is not None:
            final = match._final() if match.over else None
            if final != record.final:
                raise _diverged(match.ply, "result", f"the result is {_text(final)}, not {_text(record.final)}")
        match.observers = tuple(observers)
        return match

    # -- inside --------------------------------------------------------------------------------

    @property
    def _now(self) -> Position[Any, Any, Any]:
        return self._steps[-1].position

    def _view(self, position: Position[Any, Any, Any], player: int | None) -> View[Any, Any, Any]:
        return self.engine.copy_view(self.engine.view(position, self._known(player)))

    def _known(self, player: Any) -> Any:
        """``player``, if there is such a viewer."""
        if player is not None and (type(player) is not int or not 0 <= player < self.players):
            allowed = list(range(self.players))
            raise BadPlayers(
                f"there is no player {player}; players are {_text(allowed)}",
                field="player",
                players=player,
                allowed=allowed,
            )
        return player

    def _current(self, ply: int | None) -> None:
        if ply is not None and ply != self.ply:
            raise StalePly(f"the match is at ply {self.ply}, not {ply}", ply=ply, current=self.ply)

    def _checked(self, move: Any) -> Any:
        """A move of the declared types, fields and all: structs are not validated when they are made."""
        if type(move) in self.game.types.moves:
            try:
                return decode(encode(move), self.game.types.move)
            except (TypeError, ValueError, OverflowError, RecursionError) as error:
                raise bad_payload(error) from error
        return self.read_move(move) if isinstance(move, dict | str | bytes) else move

    def _update(self, ply: int, player: int | None) -> Update[Any, Any, Any]:
        step: Step = self._steps[ply]
        events: list[Event] = step.events[:]
        whispers: list[Whisper] = [whisper for listener, whisper in step.whispers if listener == player]
        return Update(ply, events, whispers, self._view(step.position, player))

    def _notify(self) -> None:
        for observer in self.observers:
            observer.move_played(self.info, self._update(self.ply, None))
            if self.over:
                observer.match_finished(self.info, self._update(self.ply, None))

    def _final(self) -> Final:
        result = self.result
        return Final(self.scores, result.ranking, result.winners, result.note)

    def _again(self, ply: int, entry: Entry[Any]) -> None:
        assert entry.player is not None
        try:
            self.play(entry.player, entry.move)
        except TileyardError as error:
            raise _diverged(ply, "move", f"{error}") from error

    def _compare(self, ply: int, entry: Entry[Any]) -> None:
        step = self._steps[ply]
        if step.drawn != entry.drawn:
            raise _diverged(ply, "chance", f"the numbers drawn are {step.drawn}, not {entry.drawn}")
        found = _short(step.position)
        if found != entry.digest:
            raise _diverged(
                ply,
                "rules",
                f"the digest is {found}, not {entry.digest}: the move, the digest or the rules have changed",
            )


def _short(position: Position[Any, Any, Any]) -> str:
    """64 bits are enough to tell a slip; proof is the replay itself."""
    return digest(position)[:16]


def _text(value: Any) -> str:
    return encode(to_builtins(value)).decode()


def _diverged(ply: int, cause: str, what: str) -> ReplayDiverged:
    return ReplayDiverged(f"ply {ply}: {cause}: {what}", ply=ply, cause=cause)
