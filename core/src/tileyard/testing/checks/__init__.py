"""The checks, theme by theme. Each is a function of its own; its docstring is its page in the reference."""

from tileyard.testing.checks import (
    chance,
    declaration,
    front,
    guesses,
    moves,
    play,
    replay,
    scores,
    secrets,
    told,
    wire,
)
from tileyard.testing.checks.base import MADE, THEMES, Check, Failed, Inapplicable, Subject

__all__ = ["CHECKS", "THEMES", "Check", "Failed", "Inapplicable", "Subject"]

CHECKS: dict[str, Check] = {
    name: check
    for module in (declaration, play, moves, replay, chance, secrets, told, guesses, scores, wire, front)
    for name, check in MADE.items()
    if check.function.__module__ == module.__name__
}
"""Every check by its name, in reading order."""
