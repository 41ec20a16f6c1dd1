"""Finding plugins: which distributions name one, without importing any."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from dataclasses import field as later
from email.message import Message
from importlib.metadata import Distribution, EntryPoint, distributions
from typing import Any, Literal, cast

from msgspec import field

from tileyard.ground.wire import Struct
from tileyard.play.game import Game
from tileyard.plug.hooks import hookimpl

__all__ = ["API", "Candidate", "Contributes", "PluginReport", "discover", "given"]

API = "tileyard.v1"
"""The entry-point group of plugins for this version of the plugin API."""

_GROUP = re.compile(r"tileyard\.v\d+")


class Contributes(Struct):
    """The names of what a plugin added.

    Ids of games and of the games it draws or scores, formats, bots, commands, and documents with a schema.
    """

    games: list[str] = []
    scenes: list[str] = []
    scorers: list[str] = []
    renderers: list[str] = []
    bots: list[str] = []
    commands: list[str] = []
    documents: list[str] = []


class PluginReport(Struct):
    """What became of one plugin.

    ``status`` is ``ok``, ``failed`` (left out because of its ``cause``), ``other_api`` (made for another
    version of the plugin API) or ``blocked`` (switched off); the last two are never imported. ``cause``
    is one line, ``detail`` the traceback behind it. ``problems`` are single contributions that are not
    used, and notifications that raised; the plugin is in use all the same.
    """

    name: str
    distribution: str
    version: str
    api: str = API
    module: str = ""
    status: Literal["ok", "failed", "other_api", "blocked"] = "ok"
    cause: str = ""
    detail: str = ""
    problems: list[str] = []
    contributes: Contributes = field(default_factory=Contributes)

    @property
    def label(self) -> str:
        """The plugin as a person is shown it, such as ``octopus (tileyard-octopus 0.1.0)``."""
        return f"{self.name} ({self.distribution} {self.version})" if self.distribution else self.name


@dataclass
class Candidate:
    """A plugin that may be loaded: where it comes from, and ``load`` to get its module or object."""

    name: str
    load: Callable[[], Any]
    distribution: str = ""
    version: str = ""
    api: str = API
    module: str = ""
    requires: list[str] = later(default_factory=list[str])
    core: bool = False

    def report(self) -> PluginReport:
        """A fresh report on it."""
        return PluginReport(self.name, self.distribution, self.version, self.api, self.module)


def discover(found: Iterable[Distribution] | None = None) -> list[Candidate]:
    """The plugins of every installed distribution (or of those ``found``), in the order they are visited.

    The core's own come first, then by name of distribution, then by name of plugin. Of a distribution
    that is found twice, the one that would be imported counts.
    """
    candidates: list[Candidate] = []
    seen: set[str] = set()
    for distribution in distributions() if found is None else found:
        if not _may_have_plugins(distribution):
            continue
        name = _field(distribution, "Name")
        if _canonical(name) in seen:
            continue
        seen.add(_canonical(name))
        candidates += _candidates(distribution, name)
    return sorted(candidates, key=lambda c: (not c.core, _canonical(c.distribution), c.name, c.api))


def _may_have_plugins(distribution: Distribution) -> bool:
    try:
        return _GROUP.search(distribution.read_text("entry_points.txt") or "") is not None
    except (OSError, UnicodeError):
        # Not even text, so no installer wrote it, and there is nothing to say whose it is.
        return False


def _candidates(distribution: Distribution, name: str) -> Iterable[Candidate]:
    version = _field(distribution, "Version")
    try:
        points = [point for point in distribution.entry_points if _GROUP.fullmatch(point.group)]
        requires = distribution.requires or []
    except Exception as error:  # noqa: BLE001  (anybody may have written these files)
        fault = error

        def unreadable() -> Any:
            raise fault

        yield Candidate(name, unreadable, name, version, module="entry_points.txt")
        return
    for point in points:
        yield Candidate(
            name=point.name,
            load=_loader(point),
            distribution=name,
            version=version,
            api=point.group,
            module=point.value,
            requires=requires,
            core=_canonical(name) == "tileyard",
        )


def _loader(point: EntryPoint) -> Callable[[], Any]:
    """What imports the module or object an entry point names, or says that it names none."""

    def load() -> Any:
        if not EntryPoint.pattern.match(point.value):
            raise ValueError(f"{point.value!r} is no name of a module")
        return point.load()

    return load


def _field(distribution: Distribution, name: str) -> str:
    """A metadata field, which a broken distribution may lack, with all the others."""
    try:
        return cast("Message[str, str]", distribution.metadata).get(name) or "unknown"
    except Exception:  # noqa: BLE001  (its kind differs between versions of Python)
        return "unknown"


def given(plugin: Any, number: int) -> Candidate:
    """A plugin that is at hand: a module or object with hooks, or a game alone. ``number`` tells them apart."""
    # A class instead of a game gets the answer that any plugin gets.
    if issubclass(plugin if inspect.isclass(plugin) else type(plugin), Game):
        wrapped = _GamePlugin(plugin)
        return Candidate(getattr(wrapped.game, "id", f"game-{number}"), lambda: wrapped)
    name = getattr(plugin, "__name__", None) or f"{type(plugin).__name__}-{number}"
    return Candidate(name, lambda: plugin, module=name)


class _GamePlugin:
    """The plugin of a game that is handed over as it is."""

    def __init__(self, game: Any) -> None:
        self.game = game

    @hookimpl
    def register_games(self) -> list[Any]:
        return [self.game]


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
