"""JSON Schemas (2020-12) of everything that is saved, sent or printed, generated from the types in use.

``core/*.schema.json`` describe what is the same for all games, ``<game>/v<rules>/*.schema.json``
what one game puts into it, ``<plugin>/*.schema.json`` what else a plugin prints or keeps. Each file
stands alone. Descriptions are the docstrings of the types and what stands beside their fields.
``tileyard schema`` writes the files; equal code gives equal bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

from tileyard.front.fielddocs import field_docs
from tileyard.ground import files, wire
from tileyard.ground.errors import FOREIGN, GameFault, PluginProblem, UsageError, foreign
from tileyard.play.game import Game
from tileyard.play.record import Header, Record
from tileyard.play.shape import alternatives, fields, is_struct
from tileyard.play.state import Position, Reason, Result, View
from tileyard.play.turn import Scored
from tileyard.play.update import MatchInfo, Update
from tileyard.plug.registry import Registry

__all__ = ["core_kinds", "documents", "drift", "game_kinds", "generate", "options", "schema", "write"]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_SUFFIX = ".schema.json"
_Plain = dict[str, Any]
T = TypeVar("T")
AnyGame = Game[Any, Any, Any, Any, Any]


def core_kinds() -> dict[str, Any]:
    """The types that are the same for all games, by the names of their files; what a game fills in is left open."""
    from tileyard.front import documents, protocol  # noqa: PLC0415  (large, and showing one game's options needs none)
    from tileyard.front.scene import Scene  # noqa: PLC0415  (as above)

    return {
        "error": protocol.ErrorReply,
        "header": Header[_Plain],
        "match": MatchInfo,
        "position": Position[_Plain, _Plain | None, _Plain | None],
        "reason": Reason,
        "record": Record[_Plain, _Plain],
        "reply": protocol.Reply,
        "request": protocol.Request,
        "result": Result,
        "scene": Scene,
        "scored": Scored,
        "update": Update[_Plain, _Plain, View[_Plain, _Plain, _Plain]],
        "view": View[_Plain, _Plain, _Plain],
        **documents.COMMANDS,
    }


def game_kinds(game: AnyGame) -> dict[str, Any]:
    """The types of one game, by the names of their files; a game without whispers has no file for them."""
    from tileyard.front.protocol import reply_type, request_type  # noqa: PLC0415  (as above)

    types, whisper = game.types, game.update_whispers
    kinds = {
        "event": game.update_events,
        "move": types.move,
        "options": types.options,
        "position": types.position,
        "record": Record[types.options, types.move],
        "reply": reply_type(game),
        "request": request_type(game),
        "state": types.state,
        "update": Update[game.update_events, whisper, types.view],
        "view": types.view,
    }
    return kinds if whisper is None else kinds | {"whisper": whisper}


def schema(kind: Any, identity: str, title: str) -> dict[str, Any]:
    """The schema of one type, with all its definitions inside."""
    classes = {found: found for found in _structs(kind, set())}
    own, found = wire.schemas({"": kind, **classes})
    for cls in classes:
        _describe(found[own[cls]["$ref"].rpartition("/")[2]], cls)
    names = _short(found)
    document = {"$schema": _DIALECT, "$id": f"urn:tileyard:{identity}", "title": title, **own[""], "$defs": found}
    return _renamed(document, names)


def generate(games: Iterable[AnyGame], core: bool = True) -> dict[str, bytes]:
    """The bytes of every schema file, by its path below the folder of schemas.

    Raises :class:`GameFault` if no schema can be made of a game's types.
    """
    made = [_file("core", name, kind) for name, kind in core_kinds().items()] if core else []
    for game in games:
        made += _of_game(game, partial(_files, game))
    return dict(made)


def _files(game: AnyGame) -> list[tuple[str, bytes]]:
    return [_file(f"{game.id}/v{game.rules}", name, kind) for name, kind in game_kinds(game).items()]


def options(game: AnyGame) -> dict[str, Any]:
    """The schema of each option of a game. Raises :class:`GameFault` if none can be made."""

    def make() -> dict[str, Any]:
        own = schema(game.types.options, "options", "options")
        return own["$defs"][own["$ref"].rpartition("/")[2]]["properties"]

    return _of_game(game, make)


def _of_game(game: AnyGame, make: Callable[[], T]) -> T:
    return foreign(partial(GameFault.of, game.id, "types", None), make)


def documents(registry: Registry, games: Iterable[str] = ()) -> dict[str, bytes]:
    """The bytes of the schema files of what plugins print and keep: of all plugins, or of those of certain games.

    Raises :class:`PluginProblem` if a plugin has no type for a document, or one of which no schema can be made.
    """
    owners = {registry.game(game).plugin.name for game in games}
    made: dict[str, bytes] = {}
    for name in registry.documents:
        folder, _, own = name.partition("/")
        if games and folder not in owners:
            continue
        kind = registry.document(name)
        try:
            path, data = _file(folder, own, kind)
        except FOREIGN as error:
            cause = f"no schema can be made of its document {own}: {error}"
            raise PluginProblem(f"plugin {folder}: {cause}", plugin=folder, cause=cause) from error
        made[path] = data
    return made


def _file(folder: str, name: str, kind: Any) -> tuple[str, bytes]:
    """The path of a schema file, and what is in it."""
    document = schema(kind, f"{folder.replace('/', ':')}:{name}", f"{folder.partition('/')[0]} {name}")
    return f"{folder}/{name}{_SUFFIX}", json.dumps(document, indent=1, ensure_ascii=False).encode() + b"\n"


def drift(root: Path, made: dict[str, bytes], whole: bool = False) -> list[str]:
    """Where the files below ``root`` differ from ``made``, one line each.

    Looks at the folders of ``made`` alone; with ``whole``, files of other games are reported as well.
    """
    found = [f"{path}: missing" for path in sorted(made) if not (root / path).exists()]
    found += [f"{path}: differs" for path, data in sorted(made.items()) if _read(root / path) not in (None, data)]
    return found + [f"{path}: nothing here makes it" for path in _stale(root, made, whole)]


def write(root: Path, made: dict[str, bytes]) -> list[str]:
    """Write what differs below ``root`` and remove what is stale in the same folders; the paths that changed.

    Raises :class:`UsageError` if the place cannot be written.
    """
    changed = [path for path, data in sorted(made.items()) if _read(root / path) != data]
    for path in changed:
        target = root / path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot make {target.parent}: {error.strerror}", field=str(target.parent)) from error
        files.write(target, made[path])
    stale = _stale(root, made, whole=False)
    for path in stale:
        (root / path).unlink()
    return changed + stale


def _read(path: Path) -> bytes | None:
    return files.read(path) if path.exists() else None


def _stale(root: Path, made: dict[str, bytes], whole: bool) -> list[str]:
    folders = {path.rpartition("/")[0] for path in made}
    there = sorted(path.relative_to(root).as_posix() for path in root.glob(f"**/*{_SUFFIX}"))
    games = {folder.partition("/")[0] for folder in folders}
    return [
        path
        for path in there
        if path not in made
        # Files of earlier rules versions stay: old records are still read by them.
        and (path.rpartition("/")[0] in folders or (whole and path.partition("/")[0] not in games))
    ]


def _structs(kind: Any, seen: set[Any]) -> Iterator[Any]:
    """Every struct type that ``kind`` is made of, at any depth, each once."""
    for member in alternatives(kind):
        if member in seen:
            continue
        seen.add(member)
        if is_struct(member):
            yield member
            for _, part in fields(member):
                yield from _structs(part, seen)
        else:
            for part in getattr(member, "__args__", ()):
                yield from _structs(part, seen)


def _describe(definition: dict[str, Any], kind: Any) -> None:
    own = getattr(kind, "__origin__", kind)
    docs = field_docs(own)
    for name, attribute in wire.members(own).items():
        part = definition["properties"][name]
        if attribute in docs and "description" not in part:
            part["description"] = docs[attribute]


def _short(definitions: dict[str, Any]) -> dict[str, str]:
    """``Record`` for ``Record[Options, tileyard_octopus.model.Place | ...]``, unless two would be called so."""
    plain = {name: part.get("title", name).partition("[")[0] for name, part in definitions.items()}
    alike: dict[str, list[str]] = {}
    for name, wanted in plain.items():
        alike.setdefault(wanted, []).append(name)
    return {
        name: wanted if len(alike[wanted]) == 1 else f"{wanted}{alike[wanted].index(name) + 1}"
        for name, wanted in plain.items()
    }


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        part = cast(dict[str, Any], value)
        if "$defs" in part:
            part["$defs"] = {names[name]: {**body, "title": names[name]} for name, body in part["$defs"].items()}
        return {key: _renamed(item, names) for key, item in part.items()}
    if isinstance(value, list):
        return [_renamed(item, names) for item in cast(list[Any], value)]
    if isinstance(value, str) and value.startswith("#/$defs/"):
        return f"#/$defs/{names[value.removeprefix('#/$defs/')]}"
    return value
