"""What a program and ``tileyard engine`` say to each other: one JSON object a line, a reply for each request.

A request has an ``op``, a reply the same word as ``reply``, or ``error``. :func:`request_type` and
:func:`reply_type` are the unions of all of them, for one game or for any.
:mod:`~tileyard.front.session` answers requests.
"""

from __future__ import annotations

from typing import Annotated, Any, Generic

from msgspec import Meta
from typing_extensions import TypeVar

from tileyard.front.choices import Choice
from tileyard.front.matches import GameEntry
from tileyard.front.scene import Scene
from tileyard.ground.wire import Frozen
from tileyard.play.game import Game
from tileyard.play.record import Record
from tileyard.play.shape import union
from tileyard.play.state import Reason, Result, View
from tileyard.play.update import MatchInfo, Update

__all__ = [
    "BotReply",
    "BotRequest",
    "ByeReply",
    "ByeRequest",
    "ChoicesReply",
    "ChoicesRequest",
    "CloseReply",
    "CloseRequest",
    "ErrorBody",
    "ErrorReply",
    "GamesReply",
    "GamesRequest",
    "LegalReply",
    "LegalRequest",
    "LoadReply",
    "LoadRequest",
    "NewReply",
    "NewRequest",
    "Outcome",
    "PlayReply",
    "PlayRequest",
    "PreviewReply",
    "PreviewRequest",
    "RecordReply",
    "RecordRequest",
    "Reply",
    "Request",
    "SceneReply",
    "SceneRequest",
    "Status",
    "UndoReply",
    "UndoRequest",
    "UpdatesReply",
    "UpdatesRequest",
    "ViewReply",
    "ViewRequest",
    "reply_type",
    "request_type",
]

AnyGame = Game[Any, Any, Any, Any, Any]
Opts = TypeVar("Opts", default=Any)
M = TypeVar("M", default=Any)
R = TypeVar("R", default=Any)
E = TypeVar("E", default=Any)
U = TypeVar("U", default=Any)
V = TypeVar("V", default=Any)

Name = Annotated[str, Meta(min_length=1, max_length=64)]
"""The id of a match."""
# Every language's numbers hold these; a seat or a ply beyond them is no slip.
Number = Annotated[int, Meta(ge=-(2**31), le=2**31)]

# Here a number may be longer, as that of a clock in milliseconds is; beyond this, not every language keeps its digits.
Seed = Annotated[int, Meta(ge=-(2**53 - 1), le=2**53 - 1)]


# -- requests ------------------------------------------------------------------------------------------


class _Any(Frozen, tag_field="op", kw_only=True):
    """A request."""


class _OfMatch(_Any, kw_only=True):
    match: Name | None = None  # which match; by default the one opened last


class _OfViewer(_OfMatch, kw_only=True):
    player: Number | None = None  # whose eyes; by default those of a spectator


class GamesRequest(_Any, tag="games"):
    """Which games are there?"""


class NewRequest(_Any, Generic[Opts], tag="new", kw_only=True):
    """Open a new match."""

    game: str
    players: Number | None = None  # how many play; by default as few as can
    options: Opts | None = None
    seed: str | Seed | None = None  # by default one nobody can guess; a number is its digits
    scorers: tuple[str, ...] = ()
    match: Name | None = None  # its id from now on; by default m1, m2, ...


class LoadRequest(_Any, Generic[R], tag="load", kw_only=True):
    """Open the match of a record, to go on with it; every move and number of it is checked."""

    record: R
    until: Number | None = None  # only up to this ply
    match: Name | None = None  # as in `new`


class CloseRequest(_OfMatch, tag="close"):
    """Forget a match."""


class ByeRequest(_Any, tag="bye"):
    """The session is over."""


class LegalRequest(_OfViewer, tag="legal"):
    """Which moves may this player make now? A spectator has none."""


class ViewRequest(_OfViewer, tag="view"):
    """What does this player see?"""


class SceneRequest(_OfViewer, tag="scene", kw_only=True):
    """What this player sees, drawn."""

    format: str = "json"  # the scene itself, or drawn: svg, text, and what plugins add


class UpdatesRequest(_OfViewer, tag="updates", kw_only=True):
    """What was this player told after a ply?"""

    since: Number = -1  # -1 for all, from the set-up
    branch: Number | None = None  # that of the last update: refused if that step was undone and another made


class PlayRequest(_OfMatch, Generic[M], tag="play", kw_only=True):
    """Make a move."""

    player: Number
    move: M
    ply: Number | None = None  # only if the match is still at this ply


class PreviewRequest(_OfMatch, Generic[M], tag="preview", kw_only=True):
    """What would this move do, as far as its player can know?"""

    player: Number
    move: M


class ChoicesRequest(_OfMatch, tag="choices", kw_only=True):
    """With these fields of a move chosen, what is there still to choose?"""

    player: Number
    picked: dict[str, Any] = {}


class BotRequest(_OfMatch, tag="bot", kw_only=True):
    """Which move would a bot make for this player?"""

    player: Number
    bot: str = "greedy"  # kind and settings: greedy:width=4


class UndoRequest(_OfMatch, tag="undo", kw_only=True):
    """Take the last move back."""

    ply: Number | None = None  # only if the match is still at this ply


class RecordRequest(_OfMatch, tag="record"):
    """The whole record, secrets and seed included: for the host, not for players."""


# -- replies -------------------------------------------------------------------------------------------


class _Answer(Frozen, tag_field="reply", kw_only=True):
    """A reply."""


class _FromMatch(_Answer, kw_only=True):
    match: str


class _AtPly(_FromMatch, kw_only=True):
    player: int | None  # whom it is for; null for a spectator
    ply: int  # moves made so far


class Status(Frozen):
    """Where a match stands, as everybody may know."""

    ply: int  # moves made so far
    branch: int  # another number for what is played after each undo: ply and branch name this very position
    active: tuple[int, ...]  # who may move now; nobody when it is over
    over: bool
    scores: list[int]
    result: Result | None  # once it is over


class ErrorBody(Frozen):
    """What went wrong: a stable code, a text for people, and the facts behind it."""

    code: str
    message: str
    facts: dict[str, Any]


class ErrorReply(_Answer, tag="error", omit_defaults=True, kw_only=True):
    """The request was not carried out, and nothing has changed."""

    error: ErrorBody
    match: str | None = None  # if it was about a match


class GamesReply(_Answer, tag="games"):
    """The games installed."""

    games: list[GameEntry]


class NewReply(_FromMatch, tag="new", kw_only=True):
    """The match is open."""

    info: MatchInfo
    status: Status


class LoadReply(_FromMatch, tag="load", kw_only=True):
    """The match is open."""

    info: MatchInfo
    status: Status


class CloseReply(_FromMatch, tag="close"):
    """The match is forgotten."""


class ByeReply(_Answer, tag="bye"):
    """The last line."""


class LegalReply(_AtPly, Generic[M], tag="legal", kw_only=True):
    """Every move the player may make now."""

    moves: list[M]


class ViewReply(_AtPly, Generic[V], tag="view", kw_only=True):
    """What the player sees."""

    status: Status
    view: V


class SceneReply(_AtPly, tag="scene", kw_only=True):
    """What the player sees, drawn. A format that is not text comes in base64."""

    format: str
    scene: Scene | str


class UpdatesReply(_AtPly, Generic[U], tag="updates", kw_only=True):
    """What the player was told, one update a ply."""

    updates: list[U]


class PlayReply(_AtPly, Generic[U], tag="play", kw_only=True):
    """The move was made."""

    status: Status
    update: U  # what its player is told


class Outcome(Frozen, Generic[E, V]):
    """What a move would announce, and the view after it."""

    events: list[E]
    view: V


class PreviewReply(_AtPly, Generic[E, V], tag="preview", kw_only=True):
    """What the move would do."""

    preview: Outcome[E, V] | None  # null if it depends on chance or secrets


class ChoicesReply(_AtPly, Generic[M], tag="choices", kw_only=True):
    """What there is still to choose."""

    choice: Choice[M]
    reason: Reason | None  # why no move is left, if so


class BotReply(_AtPly, Generic[M], tag="bot", kw_only=True):
    """The bot's move; it has not been made."""

    move: M


class UndoReply(_FromMatch, tag="undo", kw_only=True):
    """The last move was taken back."""

    status: Status


class RecordReply(_FromMatch, Generic[R], tag="record", kw_only=True):
    """The whole record."""

    record: R


# -- all of them ---------------------------------------------------------------------------------------

_Plain = dict[str, Any]
_PlainView = View[_Plain, _Plain, _Plain | None]
_PlainRecord = Record[_Plain, _Plain]


def request_type(game: AnyGame | None = None, *, record: Any = None) -> Any:
    """The union of all requests, with the moves and options of ``game`` or any; ``record`` replaces that type."""
    options, move = (game.types.options, game.types.move) if game else (_Plain, _Plain)
    kinds: list[Any] = [
        GamesRequest,
        NewRequest[options],
        LoadRequest[record or (Record[options, move] if game else _PlainRecord)],
        CloseRequest,
        ByeRequest,
        LegalRequest,
        ViewRequest,
        SceneRequest,
        UpdatesRequest,
        PlayRequest[move],
        PreviewRequest[move],
        ChoicesRequest,
        BotRequest,
        UndoRequest,
        RecordRequest,
    ]
    return union(kinds)


def reply_type(game: AnyGame | None = None) -> Any:
    """The union of all replies, with what ``game`` puts into them, or any."""
    move, view, event, whisper, record = _Plain, _PlainView, _Plain, _Plain, _PlainRecord
    if game:
        move, view, event, whisper = game.types.move, game.types.view, game.update_events, game.update_whispers
        record = Record[game.types.options, move]
    update = Update[event, whisper, view]
    kinds: list[Any] = [
        ErrorReply,
        GamesReply,
        NewReply,
        LoadReply,
        CloseReply,
        ByeReply,
        LegalReply[move],
        ViewReply[view],
        SceneReply,
        UpdatesReply[update],
        PlayReply[update],
        PreviewReply[event, view],
        ChoicesReply[move],
        BotReply[move],
        UndoReply,
        RecordReply[record],
    ]
    return union(kinds)


Request = request_type()
Reply = reply_type()
