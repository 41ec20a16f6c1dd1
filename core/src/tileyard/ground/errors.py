"""Typed errors. Each has a stable code, readable text, and the facts behind it.

The same codes appear in the library, on the command line, in the protocol and on the web.
A program switches on ``error.code`` and reads ``error.facts``; a person reads ``str(error)``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import PurePath
from traceback import walk_tb
from typing import Any, ClassVar, NoReturn, TypeVar

__all__ = [
    "FOREIGN",
    "BadOptions",
    "BadPayload",
    "BadPlayers",
    "BadRecord",
    "BotFault",
    "CannotUndo",
    "GameFault",
    "IllegalMove",
    "InternalError",
    "MatchOver",
    "NotYourTurn",
    "PluginProblem",
    "ReplayDiverged",
    "RulesMismatch",
    "ScorerFault",
    "StalePly",
    "TileyardError",
    "UnknownGame",
    "UnknownName",
    "UnknownVersion",
    "UsageError",
    "blame",
    "cause_of",
    "failed",
    "foreign",
    "kind_of",
    "place_of",
]

T = TypeVar("T")

FOREIGN = (Exception, SystemExit)
"""What other people's code may raise, to be caught where it is called: all that stands for a fault, and an exit."""

_SEEING = ("apply", "score")  # the verbs that see what all players hide, in the midst of a match
_OTHERS = sys.stdlib_module_names | {"tileyard"}
_LONGEST = 500  # characters of what an exception says
_MOST = 4000  # characters of a message or a fact: it may quote what was sent, which may be anything
_NAME = 80  # characters of a name nothing has
_ALIKE = 0.6  # how like a name must be to be meant: two slips in five letters
_OFFERED, _LISTED = 3, 20  # how many names a person is offered, and how many are listed


class TileyardError(Exception):
    """Base of every error Tileyard raises on purpose.

    ``code`` is stable across releases; ``facts`` holds JSON-safe values such as
    ``field`` (what was wrong), ``allowed`` (what would have been right) and ``rule``
    (the rule id that forbids it), where they exist.
    """

    code: ClassVar[str] = "error"

    def __init__(self, message: str, **facts: Any) -> None:
        message = _cut(message, _MOST)
        super().__init__(message)
        self.message = message
        self.facts: dict[str, Any] = {
            fact: _cut(value, _MOST) if isinstance(value, str) else value for fact, value in facts.items()
        }

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions rebuild from their positional arguments alone, which would drop the facts.
        return (_rebuild, (type(self), self.message, self.facts))


def _rebuild(kind: type[TileyardError], message: str, facts: dict[str, Any]) -> TileyardError:
    error = kind.__new__(kind, message)
    TileyardError.__init__(error, message, **facts)
    return error


class IllegalMove(TileyardError):
    """The rules do not allow this move now. Facts: ``player``, ``move``, ``field``, ``allowed``, ``rule``."""

    code = "illegal_move"


class NotYourTurn(TileyardError):
    """Somebody else may move. Facts: ``player``, ``active``."""

    code = "not_your_turn"


class MatchOver(TileyardError):
    """The match has ended; no more moves. Facts: ``ply``."""

    code = "match_over"


class StalePly(TileyardError):
    """The caller spoke about another ply than the present one. Facts: ``ply``, ``current``."""

    code = "stale_ply"


class CannotUndo(TileyardError):
    """The last step may not be taken back. Facts: ``why``, ``ply``."""

    code = "cannot_undo"


class BadPayload(TileyardError):
    """Data does not have the declared shape. Facts: ``path`` (JSON path), ``field``."""

    code = "bad_payload"


class BadOptions(TileyardError):
    """An option is unknown or has a value that is not allowed. Facts: ``field``, ``allowed``."""

    code = "bad_options"


class BadPlayers(TileyardError):
    """The game is not for this number of players, or there is no such player. Facts: ``players``, ``allowed``."""

    code = "bad_players"


class BadRecord(TileyardError):
    """A record cannot be read: truncated, foreign, or of another format. Facts: ``file``, ``path``."""

    code = "bad_record"


class RulesMismatch(TileyardError):
    """A record was made under other rules. Facts: ``game``, ``rules`` (installed), ``record`` (its own)."""

    code = "rules_mismatch"


class ReplayDiverged(TileyardError):
    """Replaying a record gave something else. Facts: ``ply``, ``cause`` (move, chance, rules, seed, result)."""

    code = "replay_diverged"

    @classmethod
    def of(cls, ply: int, cause: str, what: str) -> ReplayDiverged:
        """The error for what came out differently at ``ply``."""
        return cls(f"ply {ply}: {cause}: {what}", ply=ply, cause=cause)


class UnknownVersion(TileyardError):
    """A record was made by a plugin version that is not known here. Facts: ``plugin``, ``version``, ``installed``."""

    code = "unknown_version"


class PluginProblem(TileyardError):
    """A plugin did not load, or something it adds failed; nothing was changed.

    Games, scorers and bots have kinds of their own.

    Facts: ``plugin``, ``version``, ``cause``, and what failed (``hook``, ``scene``, ``format``, ``command``) at which
    ``ply``, where there are such.
    """

    code = "plugin_problem"


class GameFault(PluginProblem):
    """A game broke its own contract; nothing was changed. Facts: ``game``, ``verb``, ``ply`` (if any), ``cause``.

    What ``apply`` and ``score`` raised is told by its kind and its line, since what it says may be what a player hides.
    All of it is in ``__cause__``, for whoever runs the program.
    """

    code = "game_fault"

    @classmethod
    def of(cls, game: str, verb: str, ply: int | None, raised: BaseException | str) -> GameFault:
        """The fault of a verb that raised this, or of which this is wrong.

        A fault that names its game, such as that of a data file, is the one to be told, and given back as it is.
        """
        if isinstance(raised, GameFault) and "game" in raised.facts:
            return raised
        text, facts = failed(f"{game}.{verb}", ply, raised, quote=verb not in _SEEING)
        return cls(text, game=game, verb=verb, **facts)


class ScorerFault(PluginProblem):
    """A scorer broke its own contract; nothing was changed.

    Facts: ``scorer``, ``game``, ``verb`` (``moved`` or ``finished``), ``ply``, ``cause``.
    """

    code = "scorer_fault"

    @classmethod
    def of(cls, scorer: str, game: str, verb: str, ply: int | None, raised: BaseException | str) -> ScorerFault:
        """The fault of a scorer that raised this in a match of ``game``."""
        text, facts = failed(f"scorer {scorer}: {verb}", ply, raised)
        return cls(text, scorer=scorer, game=game, verb=verb, **facts)


class BotFault(PluginProblem):
    """A bot broke its own contract; nothing was changed.

    Facts: ``bot`` (with its settings), ``game``, ``verb`` (``make``, ``sit`` or ``choose``), ``ply`` (of the view it
    was shown), ``cause``, and where it is known the ``plugin`` with its ``version``. What it raised at its view is told
    as in :class:`GameFault`.
    """

    code = "bot_fault"

    @classmethod
    def of(
        cls, bot: str, game: str, verb: str, ply: int | None, raised: BaseException | str, **origin: str
    ) -> BotFault:
        """The fault of a bot's maker, or of its choice, that raised this, or of which this is wrong."""
        # Errors of ours say no more than the move that was refused.
        quote = verb == "make" or isinstance(raised, TileyardError)
        text, facts = failed(f"bot {bot}: {verb}", ply, raised, quote=quote)
        return cls(text, bot=bot, game=game, verb=verb, **facts, **origin)


class UsageError(TileyardError):
    """A request makes no sense as put. Facts: ``field``, ``allowed``."""

    code = "usage"


class UnknownName(TileyardError):
    """Nothing of this kind has this name. Facts: ``kind``, ``name``, ``near`` (similar names), ``allowed``."""

    code = "unknown_name"

    @classmethod
    def of(cls, kind: str, name: str, known: Iterable[str]) -> UnknownName:
        """The error for ``name``, with the names of ``known`` that begin with it, or else look like it."""
        from difflib import get_close_matches  # noqa: PLC0415  (only who mistypes a name needs it)

        name = _cut(name, _NAME)
        allowed, typed = sorted(known), name.lower()
        begun = [one for one in allowed if typed and one.startswith(typed)]
        near = begun[:_OFFERED] or get_close_matches(typed, allowed, n=_OFFERED, cutoff=_ALIKE)
        more = f" and {len(allowed) - _LISTED} more" if len(allowed) > _LISTED else ""
        listed = f"; known: {', '.join(allowed[:_LISTED]) or 'none'}{more}"
        hint = f"; did you mean {', '.join(near)}?" if near else listed
        return cls(f"unknown {kind} {name!r}{hint}", kind=kind, name=name, near=near, allowed=allowed)


class InternalError(TileyardError):
    """Nobody foresaw this: a fault of Tileyard or of a plugin. Facts: ``cause``."""

    code = "internal"


class UnknownGame(UnknownName):
    """No installed game has this id. Facts: ``name``, ``near``, ``allowed``."""

    code = "unknown_game"


def foreign(fault: Callable[[BaseException], TileyardError], ask: Callable[..., T], *given: Any) -> T:
    """``ask(*given)`` of other people's code; whatever it raises becomes the ``fault`` of whoever wrote it."""
    try:
        return ask(*given)
    except FOREIGN as error:
        blame(fault(error), error)


def blame(fault: TileyardError, error: BaseException) -> NoReturn:
    """Raise the ``fault`` that ``error`` is told as; an error that is its own fault is raised as it is."""
    if fault is error:
        raise error
    raise fault from error


def failed(
    what: str, ply: int | None, raised: BaseException | str, *, quote: bool = True
) -> tuple[str, dict[str, Any]]:
    """The text that says that somebody's code failed, and when (None: in no match), and the facts of that.

    Without ``quote`` an error is told by its kind and its line alone: what it says may be what another player hides.
    """
    if isinstance(raised, str):
        cause = raised
    else:
        cause = cause_of(raised) if quote else f"{type(raised).__name__}{place_of(raised)}"
    if ply is None:
        return f"{what} failed: {cause}", {"cause": cause}
    return f"{what} failed at ply {ply}: {cause}", {"ply": ply, "cause": cause}


def cause_of(error: BaseException) -> str:
    """What somebody's code raised, for a message and its fact ``cause``: ``ValueError: no tiles``. It never raises."""
    try:
        text = str(error)
    except FOREIGN:
        text = "which does not say what it is"
    return f"{type(error).__name__}: {_cut(text, _LONGEST)}"


def place_of(error: BaseException) -> str:
    """Where an author's code, of the first package that was called, has come to: `` (rules.py:41)``.

    Deeper down are libraries it uses. Empty if none of it was running.
    """
    own, where = "", ""
    for frame, line in walk_tb(error.__traceback__):
        package = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        own = own or ("" if package in _OTHERS else package)
        if own and package == own:
            where = f" ({PurePath(frame.f_code.co_filename).name}:{line})"
    return where


def kind_of(value: Any) -> str:
    """What somebody gave, for a message: ``None``, ``a list``."""
    return "None" if value is None else f"a {type(value).__name__}"


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 3]}..."
