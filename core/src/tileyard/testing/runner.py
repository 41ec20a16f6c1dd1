"""Running checks: each gets its verdict, and a failure the smallest game that shows it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict, Unpack

from tileyard.front.builtin import register_bots
from tileyard.ground.errors import FOREIGN, UnknownName, UsageError
from tileyard.ground.wire import Frozen
from tileyard.play.scorer import Scorer
from tileyard.testing.blame import raised
from tileyard.testing.cases import Source
from tileyard.testing.checks import CHECKS, Check, Failed, Inapplicable, Subject
from tileyard.testing.playouts import AnyGame, Case, Playout, Unplayable

__all__ = ["CheckResult", "Run", "Settings", "check_skips", "run_checks"]

EXAMPLES = 12
"""How many games a run draws unless told otherwise."""


class CheckResult(Frozen):
    """The verdict of one check. ``ok`` if it passed or was skipped; ``skipped`` gives the reason then.

    ``message`` says what is wrong, ``case`` is the smallest game found that shows it.
    """

    name: str
    theme: str
    demand: str  # what the check demands and why
    ok: bool
    message: str = ""
    case: Case | None = None
    skipped: str = ""


class Settings(TypedDict, total=False):
    """What a run may be told beside the game."""

    scene: Callable[[Any], Any] | None  #: scene(view), if the game has one
    bots: Mapping[str, Callable[..., Any]] | None  #: kinds and makers make(game, settings, seed); the core's own
    scorers: Sequence[Scorer]  #: scorers offered for the game
    examples: int  #: how many games to draw
    cases: Sequence[Case]  #: games to look at before those
    skip: Mapping[str, str]  #: names of checks to leave out, each with the reason
    options: Any  #: sample settings of the options, or a Hypothesis strategy; all declared values
    players: Sequence[int] | None  #: numbers of players; all
    plugin: Any  #: module or object with the hooks that offer the game; the installed one
    playthroughs: str | Path | None  #: folder of playthroughs; the one in the game's package, if there is one
    schemas: str | Path | None  #: folder of committed schemas
    seed: int  #: the same draws the same games


class Run:
    """One run of checks on a game: its games are drawn once, by the first check that needs them."""

    def __init__(self, game: AnyGame, **settings: Unpack[Settings]) -> None:
        self.skip = settings.get("skip", {})
        check_skips(self.skip)
        bots = settings.get("bots")
        playthroughs, schemas = settings.get("playthroughs") or _packaged(game), settings.get("schemas")
        self.source = Source(
            game,
            examples=settings.get("examples", EXAMPLES),
            players=settings.get("players"),
            options=settings.get("options"),
            given=settings.get("cases", ()),
            seed=settings.get("seed", 0),
        )
        self.subject = Subject(
            game=game,
            pool=self.source.pool,
            scene=settings.get("scene"),
            bots=register_bots() if bots is None else bots,
            scorers=tuple(settings.get("scorers", ())),
            options=self.source.samples,
            players=self.source.players,
            plugin=settings.get("plugin"),
            playthroughs=None if playthroughs is None else Path(playthroughs),
            schemas=None if schemas is None else Path(schemas),
            drawing=self.source.examples > 0,
        )

    def results(self, only: Sequence[str] | None = None) -> Iterator[CheckResult]:
        """The verdict of every check, or of those named, as they are reached. Raises :class:`UnknownName`."""
        return map(self.result, CHECKS if only is None else _known(only))

    def result(self, name: str) -> CheckResult:
        """The verdict of one check."""
        check = CHECKS[name]
        if name in self.skip:
            return CheckResult(name, check.theme, check.demand, ok=True, skipped=self.skip[name])
        try:
            problem, case = self._each(check) if check.each else self._once(check)
        except Inapplicable as reason:
            return CheckResult(name, check.theme, check.demand, ok=True, skipped=str(reason))
        return CheckResult(name, check.theme, check.demand, not problem, problem, case)

    def _once(self, check: Check) -> tuple[str, Case | None]:
        try:
            check.run(self.subject)
        except Failed as failure:
            return str(failure), failure.case
        except (Inapplicable, UsageError):
            raise
        except FOREIGN as error:  # rules may raise anything
            return raised(error), None
        return "", None

    def _each(self, check: Check) -> tuple[str, Case | None]:
        for playout in self.source.pool():
            problem = self._problem(check, playout)
            if problem:
                drawn = self.source.shrink(playout, problem, lambda other: self._problem(check, other))
                return drawn.problem, drawn.case
        return "", None

    def _problem(self, check: Check, playout: Playout) -> str:
        try:
            check.run(self.subject, playout)
        except Failed as failure:
            return str(failure)
        except Unplayable:
            return ""
        except (Inapplicable, UsageError):
            raise
        except FOREIGN as error:
            return raised(error)
        return ""


def check_skips(skip: Mapping[str, str]) -> None:
    """Look at what is to be skipped.

    Raises :class:`UnknownName` for a name that is no check, :class:`UsageError` for a check without a reason.
    """
    for name in _known(skip):
        if not skip[name].strip():
            raise UsageError(f"check {name} is skipped without a reason", field="skip")


def _known(names: Iterable[str]) -> Iterable[str]:
    for name in names:
        if name not in CHECKS:
            raise UnknownName.of("check", name, CHECKS)
    return names


def run_checks(
    game: AnyGame, *, only: Sequence[str] | None = None, case: Case | None = None, **settings: Unpack[Settings]
) -> Iterator[CheckResult]:
    """The verdict of every check, or of those named in ``only``, one by one as they are reached.

    With ``case`` that game alone is looked at. The same call gives the same verdicts. Raises :class:`UnknownName`
    (a check), :class:`UsageError` (an extra is not installed) or :class:`BadPlayers`.
    """
    if case is not None:
        settings |= {"cases": [case], "examples": 0}
    return Run(game, **settings).results(only)


def _packaged(game: AnyGame) -> Path | None:
    """The folder ``playthroughs`` in the package of a game, if there is one."""
    package = sys.modules.get(type(game).__module__.partition(".")[0])
    # A module alone, such as the program that runs, has no folders of its own.
    folders = (Path(folder) / "playthroughs" for folder in getattr(package, "__path__", ()))
    return next((folder for folder in folders if folder.is_dir()), None)
