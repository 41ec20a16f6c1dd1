"""``tileyard engine`` at work: a session answers each line with one line, whatever the line is."""

from __future__ import annotations

import contextlib
import json
import sys
from base64 import b64encode
from collections.abc import Callable
from typing import Any, BinaryIO, cast, get_args, get_origin

import msgspec

from tileyard.front import protocol as p
from tileyard.front.bots import make_bot
from tileyard.front.choices import explain, legal, narrow, play
from tileyard.front.matches import draw, list_games, load_match, new_match, scene_of
from tileyard.ground.errors import (
    FOREIGN,
    BadPayload,
    IllegalMove,
    InternalError,
    MatchOver,
    NotYourTurn,
    TileyardError,
    UnknownName,
    UsageError,
    cause_of,
)
from tileyard.ground.files import silence
from tileyard.ground.wire import bad_payload, decode, digest, encode
from tileyard.play.match import Match
from tileyard.play.record import Record
from tileyard.plug.registry import Registry

__all__ = ["LONGEST_LINE", "MOST_MATCHES", "Session", "serve"]

LONGEST_LINE = 16 * 2**20
"""Bytes of the longest line a session reads."""

MOST_MATCHES = 1000
"""How many matches a session keeps open at once."""

_REQUEST = p.request_type(record=msgspec.Raw)
_WRITING = (TypeError, ValueError, OverflowError, RecursionError)


_OPS = [(get_origin(member) or member).__struct_config__.tag for member in get_args(_REQUEST)]


class _Addressed(msgspec.Struct):
    """What can be known of a request that cannot be read."""

    match: str = ""


class Session:
    """The matches one program drives, and the answers it gets. It reads and writes nothing but lines handed to it.

    ``handle`` never raises; after an error everything is as it was. ``over`` is true after ``bye``. The program
    is the host: it may ask for any player's view, and for the record, and passes on to each player what is theirs.
    """

    def __init__(
        self, registry: Registry, *, longest_line: int = LONGEST_LINE, most_matches: int = MOST_MATCHES
    ) -> None:
        self.registry = registry
        self.matches: dict[str, Match] = {}
        self.over = False
        self.longest_line = longest_line
        self._most = most_matches
        self._opened = 0

    def handle(self, line: str | bytes) -> bytes:
        """The reply to one line, as JSON without a line end."""
        data, name = b"", ""
        try:
            data = (line.encode() if isinstance(line, str) else line).strip()
            if len(data) > self.longest_line:
                limit = self.longest_line
                raise UsageError(f"a line has at most {limit} bytes", field="line", allowed=[0, limit])
            request = _read(data)
            if type(request) in _WITHOUT_MATCH:
                return encode(_ANSWERS[type(request)](self, request))
            name = self._name(request.match)
            return encode(_ANSWERS[type(request)](self, request, name, self.matches[name]))
        except TileyardError as error:
            return _error(error, name or _addressed(data))
        except UnicodeEncodeError as error:
            return _error(bad_payload(error), name)
        except FOREIGN as error:  # whoever is asked tells their own faults; whatever else it is, the session goes on
            cause = cause_of(error)
            return _error(InternalError(f"the request failed: {cause}", cause=cause), name)

    def _name(self, asked: str | None) -> str:
        """The id of the match asked for, or of the one opened last."""
        if asked is None:
            if not self.matches:
                raise UsageError("no match is open", field="match", allowed=[])
            return next(reversed(self.matches))
        if asked not in self.matches:
            raise UnknownName.of("match", asked, self.matches)
        return asked

    # -- opening and closing -------------------------------------------------------------------

    def _new(self, request: p.NewRequest[dict[str, Any]]) -> p.NewReply:
        name = self._free(request.match)
        match = new_match(
            self.registry,
            request.game,
            request.players,
            request.options,
            seed=request.seed,
            scorers=request.scorers,
        )
        self.matches[name] = match
        return p.NewReply(match=name, info=match.info, status=_status(match))

    def _load(self, request: p.LoadRequest[msgspec.Raw]) -> p.LoadReply:
        name = self._free(request.match)
        record = Record.parse(bytes(request.record))
        match = load_match(self.registry, record, request.until)
        self.matches[name] = match
        return p.LoadReply(match=name, info=match.info, status=_status(match))

    def _free(self, asked: str | None) -> str:
        """An id for one more match."""
        if len(self.matches) >= self._most:
            raise UsageError(f"{self._most} matches are open; close one first", field="match", allowed=[])
        if asked in self.matches:
            raise UsageError(f"match {asked!r} is open already", field="match")
        while asked is None or asked in self.matches:
            self._opened += 1
            asked = f"m{self._opened}"
        return asked

    def _close(self, request: p.CloseRequest, name: str, match: Match) -> p.CloseReply:
        del self.matches[name]
        return p.CloseReply(match=name)

    def _games(self, request: p.GamesRequest) -> p.GamesReply:
        return p.GamesReply(list_games(self.registry))

    def _bye(self, request: p.ByeRequest) -> p.ByeReply:
        self.over = True
        return p.ByeReply()

    # -- looking -------------------------------------------------------------------------------

    def _legal(self, request: p.LegalRequest, name: str, match: Match) -> p.LegalReply[Any]:
        moves = [] if request.player is None else legal(match, request.player)
        return p.LegalReply(match=name, player=request.player, ply=match.ply, moves=moves)

    def _view(self, request: p.ViewRequest, name: str, match: Match) -> p.ViewReply[Any]:
        view = match.view(request.player)
        return p.ViewReply(match=name, player=request.player, ply=match.ply, status=_status(match), view=view)

    def _scene(self, request: p.SceneRequest, name: str, match: Match) -> p.SceneReply:
        scene: Any = scene_of(self.registry, match, request.player)
        if request.format != "json":
            if request.format not in self.registry.renderers:
                raise UnknownName.of("format", request.format, {"json", *self.registry.renderers})
            scene = draw(self.registry, scene, request.format)
        if isinstance(scene, bytes):
            scene = b64encode(scene).decode()
        return p.SceneReply(match=name, player=request.player, ply=match.ply, format=request.format, scene=scene)

    def _updates(self, request: p.UpdatesRequest, name: str, match: Match) -> p.UpdatesReply[Any]:
        updates = match.updates(request.player, request.since, request.branch)
        return p.UpdatesReply(match=name, player=request.player, ply=match.ply, updates=updates)

    def _choices(self, request: p.ChoicesRequest, name: str, match: Match) -> p.ChoicesReply[Any]:
        moves = legal(match, request.player)
        choice = narrow(moves, request.picked)
        reason = None if choice.left else explain(match.game, moves, request.picked)
        return p.ChoicesReply(match=name, player=request.player, ply=match.ply, choice=choice, reason=reason)

    def _preview(self, request: p.PreviewRequest[Any], name: str, match: Match) -> p.PreviewReply[Any, Any]:
        found = match.preview(request.player, _move(match, request.move))
        outcome = None if found is None else p.Outcome[Any, Any](found.events, found.view)
        return p.PreviewReply(match=name, player=request.player, ply=match.ply, preview=outcome)

    def _bot(self, request: p.BotRequest, name: str, match: Match) -> p.BotReply[Any]:
        view = match.view(request.player)
        if request.player not in match.active:
            raise _not_now(match, request.player)
        bot = make_bot(self.registry, match.game, request.bot, match.seed, request.player)
        move = bot.choose(view)
        try:
            # A host that makes the move is not to learn only then that it may not.
            match.preview(request.player, move)
        except (BadPayload, IllegalMove) as error:
            raise bot.fault("choose", match.ply, error) from error
        return p.BotReply(match=name, player=request.player, ply=match.ply, move=move)

    def _record(self, request: p.RecordRequest, name: str, match: Match) -> p.RecordReply[Any]:
        return p.RecordReply(match=name, record=match.record())

    # -- playing -------------------------------------------------------------------------------

    def _play(self, request: p.PlayRequest[Any], name: str, match: Match) -> p.PlayReply[Any]:
        update = play(match, request.player, _move(match, request.move), request.ply)
        return p.PlayReply(match=name, player=request.player, ply=match.ply, status=_status(match), update=update)

    def _undo(self, request: p.UndoRequest, name: str, match: Match) -> p.UndoReply:
        match.undo(request.ply)
        return p.UndoReply(match=name, status=_status(match))


_WITHOUT_MATCH = (p.GamesRequest, p.NewRequest, p.LoadRequest, p.ByeRequest)
_ANSWERS: dict[type[Any], Callable[..., Any]] = {
    kind: getattr(Session, f"_{kind.__struct_config__.tag}")
    for kind in cast(Any, [getattr(member, "__origin__", member) for member in p.Request.__args__])
}


def _status(match: Match) -> p.Status:
    result = match.result if match.over else None
    return p.Status(match.ply, match.branch, match.active, match.over, match.scores, result)


def _move(match: Match, data: dict[str, Any]) -> Any:
    """A move whose numbers a position can hold: JSON has greater ones."""
    try:
        move = match.read_move(data)
        digest(move)
    except BadPayload as error:
        path = "$.move" + error.facts["path"].removeprefix("$")
        raise BadPayload(error.message, **error.facts | {"path": path}) from error
    except _WRITING as error:
        raise bad_payload(error) from error
    return move


def _not_now(match: Match, player: int) -> TileyardError:
    if match.over:
        return MatchOver("the match is over", ply=match.ply)
    return NotYourTurn(f"it is not the turn of player {player}", player=player, active=list(match.active))


def _read(data: bytes) -> Any:
    """The request in a line. Raises :class:`BadPayload`, for an ``op`` that there is not with those that there are.

    An ``op`` given twice is told as such: each may be one that there is.
    """
    try:
        return decode(data, _REQUEST)
    except BadPayload as error:
        if error.facts["path"] != "$.op" and (error.facts["path"], error.facts["field"]) != ("$", "op"):
            raise
        if _keys(data).count("op") > 1:
            raise BadPayload("op is given twice (at $.op)", **error.facts | {"field": "op", "allowed": _OPS}) from error
        text = f"{error.message}; op is one of {', '.join(_OPS)}"
        raise BadPayload(text, **error.facts | {"field": "op", "allowed": _OPS}) from error


def _keys(data: bytes) -> list[str]:
    """The keys of the object in a line as they stand there, whether or not they are given twice."""
    objects: list[list[tuple[str, Any]]] = []
    try:
        json.loads(data, object_pairs_hook=objects.append)
    except (ValueError, RecursionError):
        return []
    return [key for key, _ in objects[-1]] if objects else []


def _addressed(data: bytes) -> str:
    """The id of the match a line is about that is no request, if it can be told."""
    try:
        return msgspec.json.decode(data, type=_Addressed).match[:64]
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""


def _error(error: TileyardError, name: str) -> bytes:
    match = name or None
    try:
        return encode(p.ErrorReply(error=p.ErrorBody(error.code, error.message, error.facts), match=match))
    except _WRITING:
        # The facts quote what was sent, which need not be writable.
        facts = {key: fact for key, fact in error.facts.items() if type(fact) is str and fact.isascii()}
        message = error.message.encode("ascii", "backslashreplace").decode()
        return encode(p.ErrorReply(error=p.ErrorBody(error.code, message, facts), match=match))


def serve(session: Session, source: BinaryIO, sink: BinaryIO) -> None:
    """Answer every line of ``source`` on ``sink`` until ``bye``, the end of the input, or nobody reads any more.

    What plugins print goes to standard error meanwhile: standard output may be the sink. Raises :class:`UsageError`
    if an answer cannot be written.
    """
    limit = session.longest_line
    with contextlib.redirect_stdout(sys.stderr):
        while not session.over and (line := source.readline(limit + 1)):
            rest = line
            while len(line) > limit and rest and not rest.endswith(b"\n"):
                rest = source.readline(2**16)
            try:
                sink.write(session.handle(line) + b"\n")
                sink.flush()
            except BrokenPipeError:
                silence(sink)
                return
            except OSError as error:
                silence(sink)
                raise UsageError(f"cannot write the answer: {error.strerror}", field="reply") from error
