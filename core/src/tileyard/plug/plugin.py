"""One plugin as the registry keeps it: what it adds, what is wrong with it, and the report on both."""

from __future__ import annotations

from functools import partial
from typing import Any

from tileyard.ground.errors import PluginProblem
from tileyard.play.scorer import Scorer
from tileyard.plug.discover import API, Candidate, Contributes
from tileyard.plug.hooks import CommandLine
from tileyard.plug.visit import AnyGame, Fault, Visit, guarded, visit

__all__ = ["Plugin"]


class Plugin:
    """A plugin that was found.

    ``fault`` is its own doing, ``clash`` depends on which others are usable; with either it is out.
    ``notes`` are the problems that are not worked out anew each time the plugins are put together.
    """

    def __init__(self, candidate: Candidate) -> None:
        self.candidate = candidate
        self.report = candidate.report()
        self.fault: Fault | None = None
        self.clash: Fault | None = None
        self.notes: list[str] = []
        self._visit: Visit | None = None
        # By identity of the game: two plugins may have offered games of one id.
        self._scorers: dict[int, dict[str, Scorer]] = {}
        self._commands: list[str] = []

    @property
    def usable(self) -> Visit | None:
        """What it adds, as long as nothing is wrong with it."""
        return None if self.fault or self.clash else self._visit

    def enter(self, names: dict[str, Candidate], blocked: set[str]) -> None:
        """Import and check it, unless it must not be or its name is among those taken already."""
        candidate, report = self.candidate, self.report
        if {candidate.name, candidate.distribution} & blocked:
            report.status, report.cause = "blocked", "it is switched off"
        elif candidate.api != API:
            report.status, report.cause = "other_api", f"it is made for {candidate.api}, this is {API}"
        elif candidate.name in names:
            self.fault = Fault(f"the name {candidate.name!r} is taken by {names[candidate.name].report().label}")
        else:
            names[candidate.name] = candidate
            try:
                self._visit = visit(candidate)
            except Fault as fault:
                self.fault = fault

    def scorers(self, game: AnyGame) -> dict[str, Scorer]:
        """Its scorers for ``game``, asked for once; none if it fails at that."""
        if self.usable and id(game) not in self._scorers:
            try:
                self._scorers[id(game)] = self.usable.scorers(game)
            except Fault as fault:
                self.fault = fault
        return self._scorers.get(id(game), {})

    def add_commands(self, cli: CommandLine, taken: set[str]) -> None:
        """Let it fill an empty command line, and move what is there over to ``cli``."""
        own: CommandLine = type(cli)()
        try:
            if self.usable:
                self.usable.call("register_commands", cli=own)
            entries = guarded("its commands cannot be read: ", partial(commands, own))
        except Fault as fault:
            self.fault = fault
            return
        for name, where, entry in entries:
            if name in taken:
                self.notes.append(f"the command {name!r} is taken, this one is not used")
            else:
                taken.add(name)
                self._commands.append(name)
                getattr(cli, where).append(entry)

    def promises(self, game: str) -> bool:
        """Whether a game of this id is likely to be the plugin's, even if it could not be imported."""
        named = (self.candidate.name, self.candidate.distribution.removeprefix("tileyard-"))
        return game in (self._visit.games if self._visit else named)

    # -- its report ----------------------------------------------------------------------------

    def renew(self) -> None:
        """Reset the report to what is known of the plugin alone."""
        report, fault = self.report, self.fault or self.clash
        report.contributes = Contributes()
        report.problems = list(self.notes)
        if fault:
            report.status, report.cause, report.detail = "failed", fault.cause, fault.detail
        elif self._visit:
            report.status, report.cause, report.detail = "ok", "", ""
            report.contributes.games = list(self._visit.games)
            report.contributes.commands = list(self._commands)

    def offer(self, kind: str, table: dict[str, Any], name: str, value: Any, *, label: str = "") -> None:
        """Enter one contribution into its table, unless the name is taken: then the report says so."""
        label = label or name
        if name in table:
            self.report.problems.append(f"in {kind}, {label!r} is taken, this one is not used")
        else:
            table[name] = value
            getattr(self.report.contributes, kind).append(label)

    def problem(self, what: str, **facts: Any) -> PluginProblem:
        """The error that says this of it, which is the fact ``cause`` as well, unless another is given."""
        report = self.report
        return PluginProblem(
            f"plugin {report.label}: {what}",
            plugin=report.name,
            distribution=report.distribution,
            version=report.version,
            **{"cause": what} | facts,
        )


def commands(cli: CommandLine) -> list[tuple[str, str, Any]]:
    """Each command and group of ``cli``: its name, the attribute of ``cli`` it stands in, and its entry there.

    Raises ValueError if a group has no name.
    """
    entries = [("registered_commands", entry) for entry in cli.registered_commands]
    entries += [("registered_groups", entry) for entry in cli.registered_groups]
    return [(_name(entry), where, entry) for where, entry in entries]


def _name(entry: Any) -> str:
    """The name a person types: the one given, or that of the function, as Typer makes it."""
    callback = getattr(entry, "callback", None)
    name = getattr(entry, "name", None) or (callback and callback.__name__.lower().replace("_", "-"))
    if not isinstance(name, str):
        raise ValueError("a group of commands has no name")
    return name
