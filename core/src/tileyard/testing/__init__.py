"""The kit for authors: every demand on a game as a check that passes or fails.

``class TestBrook(GameConformance): game = Brook()`` makes each check a test; ``run_checks`` gives the same verdicts
to a program, and ``tileyard check brook`` shows them. The names are loaded when they are used: importing this
package alone, as its pytest plugin does, costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tileyard.testing import playthrough
    from tileyard.testing.checks import CHECKS, THEMES
    from tileyard.testing.conformance import GameConformance
    from tileyard.testing.playouts import Case
    from tileyard.testing.runner import CheckResult, run_checks

__all__ = ["CHECKS", "THEMES", "Case", "CheckResult", "GameConformance", "playthrough", "run_checks"]

_HOMES = {
    "CHECKS": "checks",
    "THEMES": "checks",
    "Case": "playouts",
    "CheckResult": "runner",
    "GameConformance": "conformance",
    "run_checks": "runner",
}


def __getattr__(name: str) -> Any:
    if name == "playthrough":
        return import_module("tileyard.testing.playthrough")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"tileyard.testing.{_HOMES[name]}"), name)
