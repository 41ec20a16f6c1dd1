"""A match: the mutable thing a front end holds. Everything that leaves it is a copy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any

from tileyard.ground.chance import Chance, new_seed, seed_text
from tileyard.ground.errors import CannotUndo, ReplayDiverged, StalePly, TileyardError, UsageError
from tileyard.ground.wire import digest, encode, to_builtins
from tileyard.play.declared import checked_move, checked_step, read_move
from tileyard.play.engine import Engine
from tileyard.play.game import Game
from tileyard.play.given import game_of, instance, number, observers_of, scorers_of
from tileyard.play.ply import Ply
from tileyard.play.preview import Preview, preview
from tileyard.play.record import Entry, Final, Header, Origin, Record
from tileyard.play.scorer import Scorer
from tileyard.play.state import Position, Result, View
from tileyard.play.undo import UndoVerdict, verdict
from tileyard.play.update import MatchInfo, Observer, Update

__all__ = ["Match"]


class Match:
    """One match of ``game``: ``Match(Octopus(), players=4, seed="7")``.

    Without a seed it takes one from the operating system; a number is a seed by its digits, as 7 is ``"7"``.
    ``plugin`` names where the game came from, for the record; ``observers`` are told of every commit. Raises
    :class:`BadPlayers`, :class:`BadOptions`, :class:`UsageError` (the seed, or something else than a game, a scorer
    or an observer), :class:`GameFault` or :class:`ScorerFault`.

    ``copy.copy`` and ``copy.deepcopy`` give a match of its own that goes on from here, as does ``pickle`` in another
    process. Nobody observes it.
    """

    def __init__(
        self,
        game: Game[Any, Any, Any, Any, Any],
        players: int,
        *,
        options: Any = None,
        seed: str | int | None = None,
        scorers: Iterable[Scorer] = (),
        plugin: Origin = Origin(),
        observers: Sequence[Observer] = (),
    ) -> None:
        self.engine = Engine(game, players, options, scorers)
        self.seed = new_seed() if seed is None else seed_text(seed)
        self.plugin = plugin
        self.observers: tuple[Observer, ...] = observers_of(observers)
        chance = Chance.from_seed(self.seed)
        self.commitment = chance.commitment
        # All that happened.
        self._plies = [Ply(checked_step(game, "setup", self.engine.begin(chance)))]
        self._undone = 0
        for observer in self.observers:
            self._tell(observer, "match_started")

    def __repr__(self) -> str:
        who = f"active {', '.join(map(str, self.active))}" if self.active else "over"
        return f"<Match: {self.game.id}, {self.players} players, ply {self.ply}, {who}, scores {self.scores}>"

    def __getstate__(self) -> dict[str, Any]:
        # Whoever observes this one would hear everything twice, and can seldom be sent. Plies never change.
        return self.__dict__ | {"observers": (), "_plies": self._plies[:]}

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return copy(self)

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
        ply = self.ply if ply is None else number("ply", ply)
        if not 0 <= ply <= self.ply:
            raise self._stale(ply)
        return self.engine.standing(self._plies[ply].position)

    @property
    def digest(self) -> str:
        """SHA-256 of the whole position, in hex: equal matches have equal digests, in every process."""
        return digest(self._now)

    @property
    def info(self) -> MatchInfo:
        """The public facts of the match."""
        game, engine = self.game, self.engine
        scorers = tuple(scorer.name for scorer in engine.scorers)
        return MatchInfo(
            game.id, game.title, game.rules, self.players, engine.options, self.plugin, self.commitment, scorers
        )

    def view(self, player: int | None) -> View[Any, Any, Any]:
        """What ``player`` sees (None: a spectator), as a copy."""
        return self.engine.copy_view(self.engine.view(self._now, player))

    def legal(self, player: int) -> list[Any]:
        """The moves ``player`` may make now; none if it is somebody else's turn."""
        return self.engine.legal(self._now, self.engine.known(player))

    # -- moves ---------------------------------------------------------------------------------

    def read_move(self, data: bytes | str | dict[str, Any]) -> Any:
        """A move from JSON or from plain data. Raises :class:`BadPayload` with the path of the fault."""
        return read_move(self.game, data)

    def play(self, player: int, move: Any, ply: int | None = None) -> Update[Any, Any, Any]:
        """Make ``move`` (or its plain data) for ``player``; returns what that player is told.

        With ``ply``, only if the match is still at that ply. Nothing changes if it raises:
        :class:`BadPayload`, :class:`StalePly`, :class:`MatchOver`, :class:`NotYourTurn`,
        :class:`IllegalMove`, :class:`GameFault`, :class:`ScorerFault`.
        """
        player = self.engine.known(player)
        self._current(ply)
        made = checked_move(self.game, move)
        step = checked_step(self.game, "apply", self.engine.carry_out(self._now, player, made))
        self._plies.append(Ply(step, player, made, self._undone))
        for observer in self.observers:
            self._tell(observer, "move_played")
            if self.over:
                self._tell(observer, "match_finished")
        return self._plies[-1].update(self.engine, player)

    def preview(self, player: int, move: Any) -> Preview | None:
        """What ``move`` would do, as far as ``player`` can know; None if that is not known beforehand.

        Raises as :meth:`play` does.
        """
        player = self.engine.known(player)
        made = checked_move(self.game, move)
        self.engine.check(self._now, player, made)
        return preview(self.engine, self.view(player), made)

    def can_undo(self) -> UndoVerdict:
        """Whether the last step may be taken back: not if it drew on chance, told a secret, showed what had been out of
        sight, or passed the turn."""
        return verdict(self.engine, self._plies)

    def undo(self, ply: int | None = None) -> None:
        """Take the last step back. Raises :class:`CannotUndo` or :class:`StalePly`."""
        self._current(ply)
        if not (can := self.can_undo()):
            raise CannotUndo(f"this cannot be undone: {can.why}", why=can.why, ply=self.ply)
        self._plies.pop()
        self._undone += 1

    # -- what viewers and files get ------------------------------------------------------------

    def updates(self, player: int | None, since: int = -1, branch: int | None = None) -> list[Update[Any, Any, Any]]:
        """What ``player`` (None: a spectator) was told after ply ``since``; -1 for all, from the set-up.

        Raises :class:`StalePly` if the match is not that far, and with the ``branch`` of the last update also if that
        step was undone and another made in its place.
        """
        since = number("since", since)
        if not -1 <= since <= self.ply:
            raise self._stale(since)
        if since >= 0 and branch not in (None, self._plies[since].branch):
            raise StalePly(f"another move was made at ply {since} after an undo", ply=since, current=self.ply)
        player = self.engine.known(player)
        return [made.update(self.engine, player) for made in self._plies[since + 1 :]]

    def record(self) -> Record[Any, Any]:
        """The match so far, secrets and all."""
        info = self.info
        header = Header(
            info.game, info.rules, info.players, info.options, self.seed, info.commitment, info.plugin, info.scorers
        )
        return Record(header, [made.entry() for made in self._plies], self._final())

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
        cause, :class:`UsageError` if ``scorers`` are not those the record names or ``record`` is none,
        :class:`StalePly` if it is not that long, or what :meth:`Record.typed` and the making of a match raise.
        """
        game = game_of(game)
        record = instance("record", record, Record, "a Record; Record.load reads a file").typed(game, plugin)
        header, final = record.header, record.final
        scorers = scorers_of(scorers)
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
            entry.compare(match._plies[ply].entry(), ply)
        if final is not None and final != (found := match._final()):
            raise ReplayDiverged.of(match.ply, "result", f"the result is {_text(found)}, not {_text(final)}")
        match.observers = observers_of(observers)
        return match

    # -- inside --------------------------------------------------------------------------------

    @property
    def _now(self) -> Position[Any, Any, Any]:
        return self._plies[-1].position

    def _current(self, ply: int | None) -> None:
        if ply is not None and (asked := number("ply", ply)) != self.ply:
            raise self._stale(asked)

    def _stale(self, ply: int) -> StalePly:
        return StalePly(f"the match is at ply {self.ply}, not {ply}", ply=ply, current=self.ply)

    def _tell(self, observer: Observer, what: str) -> None:
        """Tell one of the last ply. The move is made: what fails in an observer neither undoes nor hides that."""
        info, update = self.info, self._plies[-1].update(self.engine, None)
        try:
            getattr(observer, what)(info, update)
        except Exception:
            import logging  # noqa: PLC0415  (only an observer that fails needs it)

            logging.getLogger("tileyard.play").exception("an observer failed at %s, ply %d", what, self.ply)

    def _final(self) -> Final | None:
        """How it ended; None while it goes on."""
        if not self.over:
            return None
        result = self.result
        return Final(self.scores, result.ranking, result.winners, result.note)

    def _again(self, ply: int, entry: Entry[Any]) -> None:
        try:
            self.play(entry.player, entry.move)  # type: ignore[arg-type]  (typed has seen that there is one)
        except TileyardError as error:
            raise ReplayDiverged.of(ply, "move", f"{error}") from error


def _text(value: Any) -> str:
    return encode(to_builtins(value)).decode()
