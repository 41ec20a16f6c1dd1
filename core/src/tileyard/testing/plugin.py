"""The kit as a pytest plugin: how many games to draw, and playthroughs written anew.

The checks, Hypothesis and the front ends are imported when a test of the kit runs. ``tileyard = false`` in
pytest's configuration switches it off.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

__all__: list[str] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the kit."""
    parser.addini("tileyard", "use Tileyard's pytest plugin", type="bool", default=True)
    group = parser.getgroup("tileyard", "Tileyard's conformance kit")
    group.addoption("--tileyard-examples", type=int, metavar="N", help="how many games each conformance class draws")
    group.addoption(
        "--tileyard-write",
        action="store_true",
        help="write the playthroughs of conformance classes anew, before they are compared",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Name the marker of rule tests, and put the rest of the plugin to work unless it is switched off."""
    if config.getini("tileyard"):
        config.addinivalue_line("markers", "rule(*ids): the rules, by id, that this test shows to hold")
        config.pluginmanager.register(_Kit(config), "tileyard-kit")


class _Kit:
    def __init__(self, config: pytest.Config) -> None:
        self.examples: int | None = config.getoption("--tileyard-examples")
        self.write = bool(config.getoption("--tileyard-write"))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Hand the options of the command line to the class of a conformance test."""
        cls: Any = getattr(item, "cls", None)
        if cls is None or not any(base.__name__ == "GameConformance" for base in cls.__mro__):
            return
        if self.examples is not None:
            cls.examples = self.examples
        if self.write and item.name == "test_playthroughs_match":
            _write(cls)


def _write(cls: Any) -> None:
    """Write the playthrough of a class's game, or those it has, anew."""
    from tileyard.ground.errors import TileyardError
    from tileyard.testing import playthrough
    from tileyard.testing.conformance import folder_of

    folder: Path = folder_of(cls)
    for path in playthrough.kept(cls.game, folder) or [folder]:
        try:
            (playthrough.write if path == folder else playthrough.rewrite)(cls.game, path)
        except TileyardError as error:
            advice = "" if path == folder else "; change its first lines, or delete it"
            pytest.fail(f"{path} cannot be written: {error}{advice}", pytrace=False)
