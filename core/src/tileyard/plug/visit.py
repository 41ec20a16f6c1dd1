"""Visiting one plugin: import it, check its hooks, collect what it adds. Whatever goes wrong stays here."""

from __future__ import annotations

import inspect
import re
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, TypeAlias, TypeGuard, TypeVar, cast

import pluggy

from tileyard.ground.errors import kind_of
from tileyard.play.game import Game
from tileyard.play.scorer import Scorer
from tileyard.plug import hooks
from tileyard.plug.discover import Candidate

__all__ = ["Fault", "Visit", "guarded", "visit"]

T = TypeVar("T")
AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]
_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_FOLDER = re.compile(r"\w[\w.-]*")
_VERBS = ("setup", "active", "legal", "apply")
_SPECS = hooks.hookspecs()


class Fault(Exception):
    """Why a plugin cannot be used, in one line; its ``detail`` is the traceback of what it raised, if it did."""

    def __init__(self, cause: str, detail: str = "") -> None:
        super().__init__(cause)
        self.cause = cause
        self.detail = detail


@dataclass
class Visit:
    """One plugin that was imported and kept every rule it can keep alone: its hooks, and what it adds."""

    hook: pluggy.HookRelay
    implements: frozenset[str]
    games: dict[str, AnyGame] = field(default_factory=dict[str, Any])
    scenes: dict[str, Callable[..., Any]] = field(default_factory=dict[str, Any])
    renderers: dict[str, Callable[..., Any]] = field(default_factory=dict[str, Any])
    bots: dict[str, Callable[..., Any]] = field(default_factory=dict[str, Any])
    documents: dict[str, Callable[[], Any]] = field(default_factory=dict[str, Any])

    def call(self, hook: str, **arguments: Any) -> list[Any]:
        """What the plugin's own implementations of ``hook`` return, None left out. Raises :class:`Fault`."""
        if hook not in self.implements:
            return []
        return guarded(f"{hook} raised ", lambda: getattr(self.hook, hook)(**arguments))

    def scorers(self, game: AnyGame) -> dict[str, Scorer]:
        """The plugin's scorers for ``game``. Raises :class:`Fault`."""
        return guarded("its scorers cannot be read: ", lambda: self._read_scorers(game))

    def _read_scorers(self, game: AnyGame) -> dict[str, Scorer]:
        found: dict[str, Scorer] = {}
        for scorer in _listed("register_scorers", self.call("register_scorers", game=game)):
            if not isinstance(scorer, Scorer):
                raise Fault(f"register_scorers returned {kind_of(scorer)} in its list, which is not a Scorer object")
            _add(found, "register_scorers", getattr(scorer, "name", None), scorer)
            _check_declared(f"the scorer {scorer.name}", scorer, _OF_SCORERS)
        return found


def guarded(prefix: str, action: Callable[[], T]) -> T:
    """``action()``, whatever it raises turned into a :class:`Fault`; only a person's Ctrl-C gets through."""
    try:
        return action()
    except (KeyboardInterrupt, Fault):
        raise
    except BaseException as error:  # plugins may raise anything, SystemExit included
        last = traceback.TracebackException.from_exception(error)
        text = "".join(last.format_exception_only()).strip().splitlines()
        cause = f"{type(error).__name__} at {text[0]}" if isinstance(error, SyntaxError) else text[0]
        raise Fault(prefix + cause, "".join(last.format())) from error


def visit(candidate: Candidate) -> Visit:
    """Import a plugin, check all its hooks, and collect what it adds. Raises :class:`Fault`."""
    plugin = _load(candidate)
    if plugin is None:
        raise Fault(f"{candidate.module or candidate.name} is None, not a module or object with hooks")
    # A manager for each plugin: then none can wrap, reorder or half enter the calls of another.
    manager = pluggy.PluginManager("tileyard")
    manager.add_hookspecs(hooks)
    implements = frozenset(guarded("its hooks cannot be read: ", lambda: list(_checked_hooks(manager, plugin))))
    if not implements:
        raise Fault("it has no hooks: no function in it is marked @hookimpl")
    guarded("it cannot be registered: ", lambda: manager.register(plugin, candidate.name))
    found = Visit(manager.hook, implements)
    guarded("what it adds cannot be read: ", lambda: _collect(found))
    if found.documents and (candidate.name == "core" or not _FOLDER.fullmatch(candidate.name)):
        raise Fault(f"the schemas of its documents lie in a folder of its name, which {candidate.name!r} cannot be")
    return found


def _load(candidate: Candidate) -> Any:
    def load() -> Any:
        try:
            return candidate.load()
        except ModuleNotFoundError as error:
            if error.name and _top(error.name) != _top(candidate.module):
                detail = "".join(traceback.format_exception(error))
                raise Fault(_missing(error.name, candidate), detail) from error
            raise

    return guarded("it cannot be imported: ", load)


def _missing(module: str, candidate: Candidate) -> str:
    """What to do about a module that is not installed, as far as the distribution's own metadata tells."""
    upgrade = "--upgrade " if "." in module else ""
    hint = f"{candidate.distribution or 'the plugin'} does not declare which distribution brings it"
    for requirement in candidate.requires:
        name = re.split(r"[\s;<>=!~\[(@]", requirement.strip(), maxsplit=1)[0]
        if re.sub(r"[-.]", "_", name).lower() == _top(module).lower():
            extra = re.search(r"extra\s*==\s*['\"]([^'\"]+)['\"]", requirement)
            hint = f'pip install "{candidate.distribution}[{extra[1]}]"' if extra else f"pip install {upgrade}{name}"
            break
    return f"it needs the module {module!r}, which is not installed ({hint})"


def _top(module: str) -> str:
    """The package a module or an entry point's value lies in."""
    return re.split(r"[.:]", module, maxsplit=1)[0]


def _checked_hooks(manager: pluggy.PluginManager, plugin: Any) -> Iterator[str]:
    """The names of the hooks a plugin implements, each checked against its specification."""
    for name in dir(plugin):
        options = manager.parse_hookimpl_opts(plugin, name)
        if options is None:
            if name in _SPECS and inspect.isroutine(getattr(plugin, name, None)):
                raise Fault(f"{name} has the name of a hook but is not marked @hookimpl")
            continue
        hook = options.get("specname") or name
        if hook not in _SPECS:
            if options.get("optionalhook"):
                continue
            near = get_close_matches(hook, _SPECS, n=1)
            raise Fault(f"there is no hook {hook!r}" + (f"; did you mean {near[0]}?" if near else ""))
        _check_signature(hook, getattr(plugin, name))
        yield hook


def _check_signature(hook: str, function: Callable[..., Any]) -> None:
    proper = f"the hook is {hook}({', '.join(_SPECS[hook])})"
    for what in (inspect.iscoroutinefunction, inspect.isgeneratorfunction, inspect.isasyncgenfunction):
        if what(function):
            raise Fault(f"{hook} is a coroutine or generator, whose body a call would not run: {proper}, a plain one")
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.KEYWORD_ONLY):
            raise Fault(f"{hook} has the parameter {parameter}: only plain ones are filled in; {proper}")
        if parameter.name not in _SPECS[hook]:
            raise Fault(f"{hook} has no parameter {parameter.name!r}: {proper}")
        if parameter.default is not parameter.empty:
            raise Fault(f"{hook} gives its parameter {parameter.name!r} a default, which is not allowed: {proper}")


def _collect(found: Visit) -> None:
    for game in _listed("register_games", _some(found, "register_games")):
        _check_game(game)
        _add(found.games, "register_games", game.id, game)
    for hook, where in (
        ("register_scenes", found.scenes),
        ("register_renderers", found.renderers),
        ("register_bots", found.bots),
        ("register_documents", found.documents),
    ):
        for mapping in _some(found, hook):
            if not isinstance(mapping, Mapping):
                raise Fault(f"{hook} returned {kind_of(mapping)}, not a mapping from names to functions")
            for name, function in cast(Mapping[Any, Any], mapping).items():
                if not callable(function):
                    raise Fault(f"{hook} returned {kind_of(function)} for {name!r}, which cannot be called")
                _add(where, hook, name, function)


def _some(found: Visit, hook: str) -> list[Any]:
    results = found.call(hook)
    if hook in found.implements and not results:
        raise Fault(f"{hook} returned nothing (is a return missing?)")
    return results


def _listed(hook: str, results: list[Any]) -> Iterator[Any]:
    for result in results:
        if not isinstance(result, list | tuple):
            raise Fault(f"{hook} returned {kind_of(result)}, not a list")
        yield from cast(Sequence[Any], result)


def _add(where: dict[str, Any], hook: str, name: Any, value: Any) -> None:
    if not _is_name(name):
        raise Fault(f"{hook} gave the name {name!r}; a name is lower-case letters, digits, _ and -, a letter first")
    if name in where:
        raise Fault(f"{hook} gave the name {name!r} twice")
    where[name] = value


def _check_game(game: Any) -> None:
    """What the registry relies on; the conformance kit looks closer."""
    if isinstance(game, type):
        raise Fault(f"register_games returned the class {game.__name__}, not an instance, {game.__name__}()")
    if not _is_game(game):
        raise Fault(f"register_games returned {kind_of(game)} in its list, which is not a Game object")
    label = f"the game {type(game).__name__}"
    _check_declared(label, game, _DECLARED)
    for verb in _VERBS:
        if getattr(type(game), verb) is getattr(Game, verb):
            raise Fault(f"{label} has no {verb}(): the verbs of a game are {', '.join(_VERBS)}")


def _check_declared(label: str, thing: Any, declared: Sequence[tuple[str, str, Callable[[Any], bool]]]) -> None:
    for name, wanted, holds in declared:
        value = getattr(thing, name, None)
        if value is None:
            raise Fault(f"{label} has no {name}: {wanted}")
        if not holds(value):
            raise Fault(f"{label} has {name} = {value!r}: it must be {wanted}")


def _is_game(value: object) -> TypeGuard[AnyGame]:
    return isinstance(value, Game)


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and _NAME.fullmatch(value) is not None


def _is_title(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _are_texts(value: Any) -> bool:
    texts = cast(dict[Any, Any], value) if isinstance(value, dict) else None
    return texts is not None and all(isinstance(text, str) for pair in texts.items() for text in pair)


def _is_count(value: Any) -> bool:
    return type(value) is int and value > 0


def _are_counts(value: Any) -> bool:
    values = cast(Sequence[Any], value) if isinstance(value, Sequence) else ()
    return len(values) > 0 and all(map(_is_count, values))


_OF_SCORERS: list[tuple[str, str, Callable[[Any], bool]]] = [
    ("title", "text", _is_title),
    ("awards", "each reason for points with its English text", _are_texts),
]
_DECLARED: list[tuple[str, str, Callable[[Any], bool]]] = [
    ("id", "lower-case letters, digits, _ and -, a letter first", _is_name),
    ("title", "text", _is_title),
    ("players", "the allowed numbers of players, such as range(2, 5)", _are_counts),
    ("rules", "a version number from 1", _is_count),
    ("max_plies", "a number of plies from 1", _is_count),
    ("awards", "each reason for points with its English text", _are_texts),
    ("how_to_play", "text", _is_text),
    ("types", "stated in the class header, Game[Options, Table, Move, Seat, Vault]", bool),
]
