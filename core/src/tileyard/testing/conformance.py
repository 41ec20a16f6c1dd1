"""The conformance kit as one test class: inherit it, name the game, and every check is a test."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from tileyard.ground.chance import new_seed
from tileyard.play.scorer import Scorer
from tileyard.testing.checks import CHECKS
from tileyard.testing.playouts import AnyGame, Case
from tileyard.testing.runner import Run, check_skips

if TYPE_CHECKING:
    from tileyard.plug.registry import Registry

__all__ = ["GameConformance", "folder_of"]


class GameConformance:
    """All checks of a game, one test each::

        class TestBrook(GameConformance):
            game = Brook()

    The scene, the bots and the scorers are those of the plugins installed, unless they are given.
    Everything but ``game`` may be left out.
    """

    game: ClassVar[AnyGame]
    """The game, an instance."""
    scene: ClassVar[Callable[[Any], Any] | None] = None
    """``scene(view)``; use ``staticmethod`` for a function of your own."""
    bots: ClassVar[Mapping[str, Callable[..., Any]] | None] = None
    """Kinds of bots and their makers ``make(game, settings, seed)``."""
    scorers: ClassVar[Sequence[Scorer] | None] = None
    """Scorers for the game."""
    plugin: ClassVar[Any] = None
    """The module or object with the hooks, for a plugin that is not installed."""
    options: ClassVar[Any] = None
    """Sample settings of the options, or a Hypothesis strategy of them; by default all declared values."""
    players: ClassVar[Sequence[int] | None] = None
    """The numbers of players to try; by default all."""
    examples: ClassVar[int | None] = None
    """How many games to draw; by default a fifth of the Hypothesis profile's examples."""
    cases: ClassVar[Sequence[Case]] = ()
    """Games to look at before those that are drawn: paste here what a failure has shown."""
    skip: ClassVar[Mapping[str, str]] = {}
    """Names of checks to skip, each with the reason."""
    playthroughs: ClassVar[str | Path | None] = None
    """The folder of playthroughs; by default ``playthroughs`` beside the test file."""
    schemas: ClassVar[str | Path | None] = None
    """The folder of committed schemas, if there is one."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        check_skips(cls.skip)


@lru_cache(maxsize=8)
def _run(cls: type[GameConformance]) -> Run:
    from hypothesis import settings

    profile = settings()
    installed = _installed(cls.game)
    return Run(
        cls.game,
        scene=cls.scene or (installed and installed.scene(cls.game.id)),
        bots=cls.bots or (installed and installed.bots),
        scorers=cls.scorers or ([*installed.scorers(cls.game.id).values()] if installed else []),
        examples=max(1, profile.max_examples // 5) if cls.examples is None else cls.examples,
        cases=cls.cases,
        skip=cls.skip,
        options=cls.options,
        players=cls.players,
        plugin=cls.plugin,
        playthroughs=folder_of(cls),
        schemas=cls.schemas,
        seed=0 if profile.derandomize else int(new_seed(), 16),
    )


def folder_of(cls: type[GameConformance]) -> Path:
    """Where the playthroughs of a class's game are kept."""
    return Path(cls.playthroughs or Path(inspect.getfile(cls)).parent / "playthroughs")


def _installed(game: AnyGame) -> Registry | None:
    """The plugins installed, if one of them offers the game."""
    from tileyard.plug.registry import Registry

    registry = Registry.load()
    entry = registry.games.get(game.id)
    return registry if entry is not None and type(entry.game) is type(game) else None


def _test(name: str) -> Callable[[GameConformance], None]:
    def test(self: GameConformance) -> None:
        import pytest

        result = _run(type(self)).result(name)
        if result.skipped:
            pytest.skip(result.skipped)
        if not result.ok:
            shown = f"\n\nThe smallest game that shows it:\n    cases = [{result.case!r}]" if result.case else ""
            pytest.fail(f"{name}: {result.message}{shown}", pytrace=False)

    test.__name__ = f"test_{name}"
    test.__qualname__ = f"GameConformance.{test.__name__}"
    test.__doc__ = CHECKS[name].demand
    return test


for _name in CHECKS:
    setattr(GameConformance, f"test_{_name}", _test(_name))
