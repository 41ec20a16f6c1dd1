"""Opening, loading, showing and verifying matches: what every front end needs before and after the play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import msgspec

from tileyard.front.words import who
from tileyard.ground import files
from tileyard.ground.errors import (
    FOREIGN,
    BadOptions,
    BadPayload,
    ReplayDiverged,
    UnknownName,
    UsageError,
    foreign,
    kind_of,
)
from tileyard.ground.wire import Frozen, bad_payload, checked, decode, encode, to_builtins
from tileyard.play import verbs
from tileyard.play.game import Game
from tileyard.play.given import instance, observers_of
from tileyard.play.match import Match
from tileyard.play.record import Origin, Record
from tileyard.play.scorer import Scorer
from tileyard.play.shape import alternatives, fields, union
from tileyard.play.update import Observer
from tileyard.plug.registry import Registry

if TYPE_CHECKING:
    from tileyard.front.scene import Scene

__all__ = [
    "GameEntry",
    "Picture",
    "Verdict",
    "draw",
    "list_games",
    "load_match",
    "new_match",
    "picture",
    "read_options",
    "read_record",
    "scene_of",
    "scorers_named",
    "verify",
]

AnyGame = Game[Any, Any, Any, Any, Any]
Source = Record[Any, Any] | bytes | str | Path
_SCALARS = (int, str, bool, type(None))
_LONGEST = 400  # characters of a value shown as data


class GameEntry(Frozen):
    """One installed game."""

    id: str
    title: str
    players: list[int]  # the allowed numbers
    rules: int  # the version of its rules
    plugin: Origin  # the distribution it comes from
    options: dict[str, Any]  # every option with its default
    scorers: list[str]  # extra scoring a match may name
    how_to_play: str  # the rules in short, paragraphs with an empty line between; empty if the game has none


def list_games(registry: Registry) -> list[GameEntry]:
    """All installed games, by id."""
    return [
        GameEntry(
            name,
            entry.game.title,
            list(entry.game.players),
            entry.game.rules,
            entry.origin,
            _defaults(entry.game),
            sorted(registry.scorers(name)),
            entry.game.how_to_play,
        )
        for name, entry in sorted(registry.games.items())
    ]


def _defaults(game: AnyGame) -> dict[str, Any]:
    try:
        return to_builtins(game.read_options())
    except FOREIGN:  # one game out of order must not hide the others
        return {}


# -- opening and loading -------------------------------------------------------------------------------


def new_match(
    registry: Registry,
    game: str,
    players: int | None = None,
    options: Any = None,
    *,
    seed: str | int | None = None,
    scorers: Sequence[str] = (),
    observers: Sequence[Observer] = (),
) -> Match:
    """A new match of an installed game; the plugins hear of it, and then ``observers``.

    ``players`` is by default the game's smallest number, ``options`` a mapping or what :func:`read_options`
    gives, ``seed`` a fresh one that nobody can guess. Raises :class:`UnknownGame`, :class:`BadPlayers`,
    :class:`BadOptions`, :class:`UnknownName` (a scorer), :class:`UsageError` (the seed, or something else than a
    registry, an id or observers), :class:`GameFault` or :class:`ScorerFault`.
    """
    entry = _loaded(registry).game(game)
    if players is None:
        players = min(entry.game.players)
    return Match(
        entry.game,
        players,
        options=options,
        seed=seed,
        scorers=scorers_named(registry, game, scorers),
        plugin=entry.origin,
        observers=_observers(registry, observers),
    )


def load_match(
    registry: Registry, source: Source, until: int | None = None, observers: Sequence[Observer] = ()
) -> Match:
    """The match of a record (or its JSON as bytes, or a file), all of it or ``until`` a ply, checked; it can go on.

    The plugins and ``observers`` hear of what is played from there. Raises what :func:`read_record`,
    :meth:`Registry.game` and :meth:`Match.replay` raise.
    """
    record = read_record(source)
    name = record.header.game
    entry = _loaded(registry).game(name)
    return Match.replay(
        record,
        entry.game,
        scorers=scorers_named(registry, name, record.header.scorers),
        plugin=entry.origin,
        observers=_observers(registry, observers),
        until=until,
    )


def read_record(source: Source) -> Record[Any, Any]:
    """A record from JSON (bytes) or a file (path); a record is returned as it is.

    Raises :class:`UsageError` if the file cannot be read, :class:`BadRecord` if it is no record.
    """
    if isinstance(source, Record):
        return source
    return Record.parse(source) if isinstance(source, bytes) else Record.load(str(source))


def _loaded(registry: Any) -> Registry:
    return instance("registry", registry, Registry, "what Registry.load() gives")


def _observers(registry: Registry, more: Sequence[Observer]) -> tuple[Observer, ...]:
    """The plugins that listen, if any do, and then whoever else does."""
    plugins = registry.observer()
    own = observers_of(more)
    return (plugins, *own) if plugins else own


def scorers_named(registry: Registry, game: str, names: Iterable[str]) -> list[Scorer]:
    """The scorers of an installed game with these names.

    Raises :class:`UnknownName`, or :class:`UsageError` for one that is named twice.
    """
    known = registry.scorers(game)
    chosen: dict[str, Scorer] = {}
    for name in names:
        if name in chosen:
            raise UsageError(f"scorer {name} is named twice", field="scorers", allowed=sorted(known))
        if name not in known:
            raise UnknownName.of("scorer", name, known)
        chosen[name] = known[name]
    return list(chosen.values())


# -- verifying -----------------------------------------------------------------------------------------


class Verdict(Frozen):
    """What a record was found to be, once every move, number and digest of it has been checked."""

    game: str
    players: int
    plies: int
    over: bool
    commitment: str  # hash of the chance key
    digest: str  # of the last position


def verify(registry: Registry, source: Source, commitment: str | None = None) -> Verdict:
    """Play a record again and check all of it; with ``commitment``, also that its key is the one published before.

    Raises :class:`ReplayDiverged` with the ply and the cause, :class:`UsageError` if ``commitment`` is no hash, or
    what :func:`load_match` raises.
    """
    published = None if commitment is None else commitment.strip().lower()
    if published is not None and not re.fullmatch(r"[0-9a-f]{64}", published):
        raise UsageError("a commitment is 64 hexadecimal digits", field="commitment")
    match = load_match(registry, source)
    if published not in (None, match.commitment):
        raise ReplayDiverged(
            f"ply 0: seed: the key of this match has the hash {match.commitment}, published was {published}",
            ply=0,
            cause="seed",
        )
    return Verdict(match.game.id, match.players, match.ply, match.over, match.commitment, match.digest)


# -- options from text ---------------------------------------------------------------------------------


def read_options(game: AnyGame, given: Mapping[str, str]) -> Any:
    """The options of ``game`` from text, as from a command line.

    A value is read as its option's type asks (``3``, ``true``, ``mac45``). An option that may be a document
    takes it as JSON, or from the file that is named, TOML or JSON. Raises :class:`BadOptions` with the option,
    and for a document with the file and the path in it.
    """
    declared = dict(fields(game.types.options))

    def read() -> Any:
        known = given.keys() & declared.keys()
        return game.read_options(
            {name: _option(name, declared[name], text) if name in known else text for name, text in given.items()}
        )

    return verbs.read_options(game, read)


def _option(field: str, kind: Any, text: str) -> Any:
    """The plain value of one option: a scalar if it can be one, otherwise a document."""
    members = alternatives(kind)
    simple = [member for member in members if member in _SCALARS or get_origin(member) is Literal]
    if simple:
        try:
            return msgspec.convert(text, union(simple), strict=False)
        except msgspec.ValidationError:
            # Of a value that is neither, the game says best what it would have allowed.
            if len(simple) == len(members):
                return text
    return msgspec.to_builtins(_document(field, kind, text))


def _document(field: str, kind: Any, text: str) -> Any:
    inline = text.lstrip()[:1] in ("{", "[")
    path = Path(text)
    if not inline and not _is_file(path):
        named = [value for part in alternatives(kind) if get_origin(part) is Literal for value in get_args(part)]
        known = f" ({', '.join(map(str, named))})" if named else ""
        shown = text if len(text) <= 80 else f"{text[:77]}..."
        facts = {"allowed": named} if named else {}
        raise BadOptions(f"option {field}: {shown!r} is no allowed value{known} and no file", field=field, **facts)
    try:
        if path.suffix.lower() == ".toml" and not inline:
            return msgspec.toml.decode(files.read(path), type=kind)
        return decode(text.encode() if inline else files.read(path), kind)
    # A number of thousands of digits in TOML is a ValueError of Python's own.
    except (BadPayload, msgspec.DecodeError, ValueError, RecursionError) as error:
        facts = {} if inline else {"file": text}
        found = error if isinstance(error, BadPayload) else bad_payload(error)
        wrong = BadOptions(found.message, **found.facts, **facts)
        where = f"option {field}" if inline else f"option {field}: {text}"
        raise BadOptions(f"{where}: {wrong.message}", **wrong.facts | {"field": field}) from error


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


# -- showing -------------------------------------------------------------------------------------------


def scene_of(registry: Registry, match: Match, player: int | None) -> Scene:
    """What ``player`` (None: a spectator) sees of a match, as the game draws it; without a scene of its own, as data.

    Raises :class:`PluginProblem` if the game's function fails.
    """
    from tileyard.front.scene import Scene, Score  # noqa: PLC0415  (most programs never draw)

    view, make = match.view(player), registry.scene(match.game.id)
    if make is not None:
        game, ply = match.game.id, view.ply
        what = f"the scene of {game}"
        return foreign(
            lambda error: registry.fault("scenes", game, what, error, ply, scene=game),
            # A scene with anything else inside would come out as a fault of whoever draws it.
            lambda: checked(_made(make(view), Scene), Scene),
        )
    shown = [("table", view.table)] if view.seat is None else [("table", view.table), ("seat", view.seat)]
    lines = [f"{part}.{field} {_line(value)}" for part, data in shown for field, value in to_builtins(data).items()]
    scores = [Score(who(p), points, active=p in match.active) for p, points in enumerate(view.scores)]
    return Scene(title=match.game.title, scores=scores, captions=lines)


@dataclass(frozen=True, repr=False)
class Picture:
    """A picture of a match that a notebook shows; ``svg`` is its text."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg


def picture(registry: Registry, match: Match, player: int | None = None) -> Picture:
    """What ``player`` sees of a match, for a notebook; by default what a spectator does, which holds no secret.

    Raises as :func:`scene_of` and :func:`draw` do.
    """
    drawn = draw(registry, scene_of(registry, match, player), "svg")
    return Picture(drawn if isinstance(drawn, str) else drawn.decode())


def draw(registry: Registry, scene: Scene, form: str, **how: Any) -> str | bytes:
    """``scene`` in a format such as ``svg`` or ``text``, with what its renderer allows beside.

    Raises :class:`UnknownName` (the format) or :class:`PluginProblem` if the renderer fails.
    """
    render = registry.renderer(form)
    return foreign(
        lambda error: registry.fault("renderers", form, f"format {form}", error, format=form),
        lambda: _writable(_made(render(scene, **how), str, bytes)),
    )


def _line(value: Any) -> str:
    text = encode(value).decode()
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def _made(made: Any, *kinds: type[Any]) -> Any:
    if not isinstance(made, kinds):
        raise TypeError(f"it gave {kind_of(made)}")
    return made


def _writable(text: str | bytes) -> str | bytes:
    if isinstance(text, str):
        text.encode()
    return text
