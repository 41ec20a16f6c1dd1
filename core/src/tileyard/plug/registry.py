"""The registry: every plugin that works, what they add together, and why the others do not work."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from importlib.metadata import Distribution
from typing import Any, NoReturn, TypeVar

from tileyard.ground.errors import PluginProblem, UnknownGame, UnknownName, failed
from tileyard.play.given import each, instance
from tileyard.play.record import Origin
from tileyard.play.scorer import Scorer
from tileyard.plug.discover import Candidate, PluginReport, discover, given
from tileyard.plug.hooks import CommandLine
from tileyard.plug.notify import Observer
from tileyard.plug.plugin import Plugin, commands
from tileyard.plug.visit import AnyGame, Fault, guarded

__all__ = ["RegisteredGame", "Registry"]

T = TypeVar("T")
_MADE = "what is found of a plugin; Registry.load() takes what is installed, Registry.of(...) what it is given"
_log = logging.getLogger("tileyard.plug")


@dataclass(frozen=True, repr=False)
class RegisteredGame:
    """A game and the report on the plugin it comes from."""

    game: AnyGame
    plugin: PluginReport

    def __repr__(self) -> str:
        return f"<RegisteredGame: {self.game.id}, of plugin {self.plugin.label}>"

    @property
    def origin(self) -> Origin:
        """The distribution and version the game comes from, for the header of a match and its record."""
        return Origin(self.plugin.distribution or self.plugin.name, self.plugin.version)


class Registry:
    """Everything plugins add, and a report on each plugin. An object: several may exist side by side.

    ``games`` maps ids to :class:`RegisteredGame`, ``scenes`` game ids to functions ``scene(view)``,
    ``renderers`` formats to functions ``draw(scene)``, ``bots`` kinds to makers, and ``documents`` plugin and name
    (``"arena/command-arena"``) to functions that give a type. ``plugins`` has a report on every plugin found; one
    that failed leaves nothing of itself behind. ``problems`` lists what plugins raised when told of a match.

    It is made by :meth:`load` or :meth:`of`, in each process anew: it has the plugins' own objects and cannot be sent.
    Raises :class:`UsageError` for what are no candidates.
    """

    def __init__(
        self, candidates: Iterable[Candidate] | None = None, *, strict: bool = False, block: Iterable[str] = ()
    ) -> None:
        self.games: dict[str, RegisteredGame] = {}
        self.scenes: dict[str, Callable[..., Any]] = {}
        self.renderers: dict[str, Callable[..., str | bytes]] = {}
        self.bots: dict[str, Callable[..., Any]] = {}
        self.documents: dict[str, Callable[[], Any]] = {}
        self.problems: list[PluginProblem] = []
        self._scorers: dict[str, dict[str, Scorer]] = {}
        self._strict = strict
        found = each("candidates", candidates, lambda one: isinstance(one, Candidate), _MADE)
        self._plugins = [Plugin(one) for one in found]
        names: dict[str, Candidate] = {}
        for plugin in self._plugins:
            plugin.enter(names, set(block))
        self._settle()

    @classmethod
    def load(
        cls, *, strict: bool = False, block: Iterable[str] = (), found: Iterable[Distribution] | None = None
    ) -> Registry:
        """The registry of all installed plugins, or of those in the distributions ``found``.

        ``block`` names plugins or distributions to leave out; so does the environment variable
        ``TILEYARD_PLUGINS_BLOCK``, with commas between. With ``strict`` it raises :class:`PluginProblem` for
        the first plugin that failed or has a problem; otherwise ``plugins`` tells.
        """
        named = os.environ.get("TILEYARD_PLUGINS_BLOCK", "").split(",")
        return cls(discover(found), strict=strict, block={*block, *(name.strip() for name in named)} - {""})

    @classmethod
    def of(cls, *plugins: Any, strict: bool = True) -> Registry:
        """A registry of exactly these: modules or objects with hooks, and games. Nothing need be installed."""
        return cls([given(plugin, number) for number, plugin in enumerate(plugins, 1)], strict=strict)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a registry stays in its process; load one in the other, with Registry.load()")

    # -- what there is -------------------------------------------------------------------------

    @property
    def plugins(self) -> list[PluginReport]:
        """A report on every plugin, in the order they were visited."""
        return [plugin.report for plugin in self._plugins]

    def game(self, name: str) -> RegisteredGame:
        """The game with this id.

        Raises :class:`UnknownGame`, which says so if it belongs to a plugin out of use, or :class:`UsageError` for what
        is no name.
        """
        name = instance("game", name, str, 'its id, such as "brook"')
        if name in self.games:
            return self.games[name]
        error = UnknownGame.of("game", name, self.games)
        for plugin in self._plugins:
            if not plugin.usable and plugin.promises(name):
                report = plugin.report
                text = f"unknown game {name!r}: the plugin {report.label} is not in use: {report.cause}"
                raise UnknownGame(text, **error.facts, plugin=report.name, cause=report.cause)
        raise error

    def scorers(self, game: str) -> dict[str, Scorer]:
        """The scorers offered for a game, by name."""
        return self._scorers.get(game, {})

    def scene(self, game: str) -> Callable[..., Any] | None:
        """The function that draws a view of a game, or None."""
        return self.scenes.get(game)

    def renderer(self, name: str) -> Callable[..., str | bytes]:
        """The function that draws a scene in this format. Raises as :meth:`bot`."""
        return _named("format", name, self.renderers)

    def bot(self, name: str) -> Callable[..., Any]:
        """The maker of this kind of bot. Raises :class:`UnknownName`, or :class:`UsageError` for what is no name."""
        return _named("bot", name, self.bots)

    def document(self, name: str) -> Any:
        """The type of a document of a plugin, named as in ``arena/command-arena``.

        Raises :class:`UnknownName`, or :class:`PluginProblem` if the plugin fails at it.
        """
        make = _named("document", name, self.documents)
        owner, _, own = name.partition("/")
        plugin = next(plugin for plugin in self._plugins if plugin.usable and plugin.report.name == owner)
        try:
            return guarded(f"its document {own} cannot be read: ", make)
        except Fault as fault:
            raise plugin.problem(fault.cause) from fault

    def contributor(self, kind: str, name: str) -> PluginReport | None:
        """The report on the plugin that adds this, such as ``("bots", "greedy")``; None if none does."""
        plugin = self._contributor(kind, name)
        return plugin and plugin.report

    def fault(
        self, kind: str, name: str, what: str, raised: BaseException | str, ply: int | None = None, **facts: Any
    ) -> PluginProblem:
        """The error for ``what`` a plugin adds, which raised this, or of which this is wrong."""
        text, told = failed(what, ply, raised)
        plugin = self._contributor(kind, name)
        facts = told | facts
        return plugin.problem(text, **facts) if plugin else PluginProblem(text, plugin="", **facts)

    def _contributor(self, kind: str, name: str) -> Plugin | None:
        return next((plugin for plugin in self._plugins if name in getattr(plugin.report.contributes, kind)), None)

    def observer(self) -> Observer:
        """An observer for a match, through which the plugins hear of it."""
        return Observer((p.usable, partial(self._misbehaved, p)) for p in self._plugins if p.usable)

    def add_commands(self, cli: CommandLine) -> None:
        """Let the plugins add their commands to ``cli``, a ``typer.Typer``; once, when it is built.

        With a strict registry it raises :class:`PluginProblem` as :meth:`load` does.
        """
        taken = {name for name, _, _ in commands(cli)}
        asked: list[Plugin] = []
        # A plugin that fails here may make room for another, which is then asked as well.
        while waiting := [plugin for plugin in self._plugins if plugin.usable and plugin not in asked]:
            for plugin in waiting:
                plugin.add_commands(cli, taken)
            asked += waiting
            self._settle()

    # -- how it comes about --------------------------------------------------------------------

    def _settle(self) -> None:
        """Work out what the plugins add together, again whenever one of them turns out to be unusable."""
        self._admit()
        while self._ask_scorers():
            self._admit()
        self._merge()
        if self._strict:
            self._insist()

    def _admit(self) -> None:
        """The games of all usable plugins; one that repeats an id is left out, the first keeps it."""
        self.games = {}
        for plugin in self._plugins:
            plugin.clash = None
            games = plugin.usable.games if plugin.usable else {}
            taken = next((name for name in games if name in self.games), None)
            if taken is not None:
                plugin.clash = Fault(f"the game id {taken!r} is taken by {self.games[taken].plugin.label}")
            else:
                self.games |= {name: RegisteredGame(game, plugin.report) for name, game in games.items()}

    def _ask_scorers(self) -> bool:
        """Ask every plugin for its scorers for every game; whether one failed at it."""
        usable = [plugin for plugin in self._plugins if plugin.usable]
        for plugin in usable:
            for entry in self.games.values():
                plugin.scorers(entry.game)
        return any(plugin.fault for plugin in usable)

    def _merge(self) -> None:
        """Fill the tables and the reports. A game's own plugin comes first for what belongs to that game."""
        self.scenes, self.renderers, self.bots, self.documents, self._scorers = {}, {}, {}, {}, {}
        usable = [(plugin, plugin.usable) for plugin in self._plugins if plugin.usable]
        for plugin in self._plugins:
            plugin.renew()
        for name, entry in self.games.items():
            scorers = self._scorers[name] = {}
            for plugin, added in sorted(usable, key=lambda pair: pair[0].report is not entry.plugin):
                if name in added.scenes:
                    plugin.offer("scenes", self.scenes, name, added.scenes[name])
                for title, scorer in plugin.scorers(entry.game).items():
                    plugin.offer("scorers", scorers, title, scorer, label=f"{name}: {title}")
        for plugin, added in usable:
            for name, draw in added.renderers.items():
                plugin.offer("renderers", self.renderers, name, draw)
            for name, make in added.bots.items():
                plugin.offer("bots", self.bots, name, make)
            for name, kind in added.documents.items():
                plugin.offer("documents", self.documents, f"{plugin.report.name}/{name}", kind, label=name)
            for name in added.scenes:
                if name not in self.games:
                    plugin.report.problems.append(f"it has a scene for {name!r}, but there is no such game")

    def _insist(self) -> None:
        for plugin in self._plugins:
            fault = plugin.fault or plugin.clash
            if fault or plugin.report.problems:
                raise plugin.problem(plugin.report.cause or plugin.report.problems[0]) from fault

    def _misbehaved(self, plugin: Plugin, hook: str, fault: Fault) -> None:
        """Note what a plugin raised in a notify hook, the first time it does."""
        facts = {"plugin": plugin.report.name, "hook": hook}
        if any(facts.items() <= problem.facts.items() for problem in self.problems):
            return
        problem = plugin.problem(fault.cause, hook=hook)
        self.problems.append(problem)
        plugin.notes.append(fault.cause)
        plugin.report.problems.append(fault.cause)
        problem.__cause__ = fault
        _log.warning("%s", problem)
        _log.debug("%s", fault.detail)


def _named(kind: str, name: str, table: dict[str, T]) -> T:
    name = instance(kind, name, str, "its name")
    if name not in table:
        raise UnknownName.of(kind, name, table)
    return table[name]
