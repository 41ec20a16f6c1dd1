"""Checks of what a game says about itself."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from tileyard.ground.errors import BadOptions, PluginProblem
from tileyard.ground.wire import encode
from tileyard.play.shape import faults, is_struct
from tileyard.testing import fresh
from tileyard.testing.checks.base import Failed, Subject, check, fail, first
from tileyard.testing.playouts import AnyGame

THEME = "declaration"

_ID = re.compile(r"[a-z][a-z0-9_-]*")
# Board graphs are built when a match needs them, windows and plots have no place in rules.
HEAVY = frozenset(
    (
        *("networkx", "numpy", "scipy", "pandas", "matplotlib"),
        *("tkinter", "turtle", "pygame", "pyglet", "arcade", "kivy", "wx", "gi", "PIL"),
        *("PyQt5", "PyQt6", "PySide2", "PySide6", "hypothesis", "pytest", "jsonschema"),
    )
)


@check
def names_itself(subject: Subject) -> None:
    """Demands an id of lower-case letters, digits, ``_`` and ``-``, a title, at least one number of players in rising
    order, a rules version and a bound on the plies, each a whole number from 1, a text for each award, and nothing that
    a terminal would obey in ``how_to_play``.

    Why: the command line, records and schemas name a game by these.
    """
    game: Any = subject.game
    for name in ("id", "title", "players", "rules", "max_plies", "types"):
        if getattr(game, name, None) is None:
            fail(f"the game has no {name}")
    if not isinstance(game.id, str) or not _ID.fullmatch(game.id):
        fail(f"id is {game.id!r}: it must be lower-case letters, digits, _ and -, beginning with a letter")
    if not isinstance(game.title, str) or not game.title.strip():
        fail(f"title is {game.title!r}: it must be a text")
    numbers = list(game.players)
    if not numbers or any(type(n) is not int or n < 1 for n in numbers) or numbers != sorted(set(numbers)):
        fail(f"players is {game.players!r}: it must be whole numbers from 1, rising")
    for name in ("rules", "max_plies"):
        if type(getattr(game, name)) is not int or getattr(game, name) < 1:
            fail(f"{name} is {getattr(game, name)!r}: it must be a whole number from 1")
    _texts(game)


def _texts(game: Any) -> None:
    for why, text in game.awards.items():
        if not why or not isinstance(text, str) or not text.strip():
            fail(f"awards[{why!r}] is {text!r}: each reason needs its English text")
    if not isinstance(game.how_to_play, str):
        fail(f"how_to_play is {game.how_to_play!r}: it must be a text")
    for line in game.how_to_play.splitlines():
        if not line.isprintable():
            fail(f"how_to_play has {line!r}: a terminal would obey what is not printable in it")


@check
def types_are_closed(subject: Subject) -> None:
    """Demands that options, table, seat, vault, moves, events and whispers are made of plain data alone: whole numbers,
    text, truth values, None, literals, lists, dicts, tuples, and structs of those.

    Why: only such data is the same after saving, in every language and on every machine. A set has no order, a
    fraction is rounded, and ``Any`` has no schema.
    """
    game = subject.game
    types = game.types
    named: dict[str, Any] = {"options": types.options, "table": types.table, "seat": types.seat, "vault": types.vault}
    named |= {kind.__name__: kind for kind in (*types.moves, *game.event_types, *game.whispers)}
    for name, kind in named.items():
        if name in ("options", "table") and not is_struct(kind):
            fail(f"the type of the {name} is {kind!r}: it must be a Struct")
        first(f"{name}: {fault}" for fault in faults(kind))


@check
def tags_are_unique(subject: Subject) -> None:
    """Demands that no two moves have the same ``type`` on the wire, nor two events, nor two whispers.

    Why: the tag alone says which one is meant.
    """
    game = subject.game
    for what, kinds in (("moves", game.types.moves), ("events", game.event_types), ("whispers", game.whispers)):
        names: dict[Any, str] = {}
        for kind in kinds:
            tag = kind.__struct_config__.tag
            if tag is None or tag in names:
                fail(f"{what} {names.get(tag)} and {kind.__name__} have the same tag {tag!r}")
            names[tag] = kind.__name__


@check
def schemas_are_in_step(subject: Subject) -> None:
    """Demands that JSON Schemas of the game's types, and of the documents of its plugin, can be made and are valid, and
    that those kept in the folder ``schemas``, if one is named, are the same.

    Why: programs in other languages read matches by these schemas.
    """
    from tileyard.front import schema

    try:
        made = schema.generate([subject.game], core=False)
    except (TypeError, ValueError, RecursionError) as error:
        fail(f"no schema can be made: {error}")
    try:
        made |= _documents(subject)
    except PluginProblem as error:
        fail(str(error))
    for path, data in made.items():
        if problem := _invalid(data):
            fail(f"{path} is not a valid schema: {problem}")
    if subject.schemas is not None:
        first(schema.drift(subject.schemas, made))


def _documents(subject: Subject) -> dict[str, bytes]:
    """The schemas of the documents of the plugin that offers the game."""
    from tileyard.front import schema
    from tileyard.plug.registry import Registry

    game = subject.game
    # A plugin that does not load is for another check to tell.
    registry = Registry.load() if subject.plugin is None else Registry.of(subject.plugin, strict=False)
    entry = registry.games.get(game.id)
    return schema.documents(registry, [game.id]) if entry and type(entry.game) is type(game) else {}


@lru_cache(maxsize=256)
def _invalid(document: bytes) -> str:
    import jsonschema

    try:
        jsonschema.Draft202012Validator.check_schema(msgspec.json.decode(document))
    except jsonschema.SchemaError as error:
        return error.message
    return ""


@check
def options_are_checked(subject: Subject) -> None:
    """Demands that no options at all (``{}``) are accepted and the same as the defaults, and that an unknown option or
    a value that is not declared is refused with ``BadOptions``, naming the option.

    Why: options come from people; one mistyped must not quietly start another game.
    """
    game = subject.game
    try:
        plain = game.read_options({})
    except BadOptions as error:
        fail(f"{{}} is refused: {error}")
    if type(plain) is not game.types.options or encode(plain) != encode(game.read_options(None)):
        fail(f"{{}} gives {plain!r}, not the defaults")
    for name, value in _wrong(game):
        try:
            read = game.read_options({name: value})
        except BadOptions as error:
            if error.facts.get("field") != name:
                fail(f"option {name} = {value!r} is refused, but the error names {error.facts.get('field')!r}")
        else:
            fail(f"option {name} = {value!r} is accepted as {getattr(read, name, None)!r}")


def _wrong(game: AnyGame) -> Iterator[tuple[str, Any]]:
    yield "no-such-option", 1
    if not is_struct(game.types.options):
        return
    for field in msgspec.structs.fields(game.types.options):
        yield from ((field.name, value) for value in _outside(field.type))


def _outside(kind: Any) -> Iterator[Any]:
    """Values that are not of ``kind``: of another type, beyond its literals, just beyond its bounds."""
    candidates: list[Any] = [None, True, -1, 2**40, "no such value", [], {"no": "such value"}, 0.5]
    for meta in (m for m in getattr(kind, "__metadata__", ()) if isinstance(m, msgspec.Meta)):
        candidates += [bound + step for bound, step in ((meta.ge, -1), (meta.le, 1)) if bound is not None]
        candidates += [bound for bound in (meta.gt, meta.lt) if bound is not None]
    for value in candidates:
        try:
            msgspec.convert(value, kind)
        except (msgspec.ValidationError, RecursionError):
            yield value


@check
def plugin_loads_strictly(subject: Subject) -> None:
    """Demands that the plugin which offers the game loads with nothing to complain about: no failure, no contribution
    left out. A game without a plugin must load on its own.

    Why: the registry goes on without a plugin that is wrong, so its author must be the one who hears of it.
    """
    from tileyard.plug.registry import Registry

    game = subject.game
    if subject.plugin is None:
        registry = Registry.load()
        package = type(game).__module__.partition(".")[0]
        reports = [report for report in registry.plugins if report.module.partition(".")[0] == package]
        for report in reports:
            first([f"plugin {report.label}: {report.cause}"] if report.status != "ok" else report.problems)
        if reports and any(game.id in report.contributes.games for report in reports):
            return
    try:
        registry = Registry.of(game if subject.plugin is None else subject.plugin)
    except Exception as error:
        raise Failed(str(error)) from error
    if game.id not in registry.games:
        fail(f"the plugin offers {', '.join(registry.games) or 'no game'}, not {game.id}")


@check
def imports_are_light(subject: Subject) -> None:
    """Demands that importing the modules of the game, its scene and its plugin, in a process of its own, loads
    no networkx, no window or plotting library, and nothing that belongs to tests.

    Why: every command imports every plugin, and a server has no screen. Graphs are built where they are needed.
    """
    things: list[Any] = [type(subject.game), *([subject.scene] if inspect.isfunction(subject.scene) else [])]
    try:
        sources = [fresh.source_of(thing) for thing in things]
        if subject.plugin is not None and inspect.ismodule(subject.plugin):
            sources.append(fresh.Source(subject.plugin.__name__, subject.plugin.__file__ or ""))
        found = fresh.loaded_elsewhere(sources)
    except ValueError as error:
        raise Failed(str(error)) from error
    heavy = sorted(HEAVY & {name.partition(".")[0] for name in found})
    if heavy:
        fail(f"importing {', '.join(source.module for source in sources)} loads {', '.join(heavy)}")
