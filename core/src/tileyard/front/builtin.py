"""The front ends that come with Tileyard, as a plugin like any other: four bots, two formats and the commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tileyard.front import bots
from tileyard.plug.hooks import hookimpl

__all__ = ["register_bots", "register_commands", "register_renderers"]


@hookimpl
def register_bots() -> dict[str, Callable[..., bots.Bot]]:
    """Bots ``random``, ``greedy``, ``mcts`` and ``minimax``."""
    return {
        "random": bots.random_bot,
        "greedy": bots.greedy_bot,
        "mcts": bots.mcts_bot,
        "minimax": bots.minimax_bot,
    }


@hookimpl
def register_renderers() -> dict[str, Callable[..., str]]:
    """Formats ``svg`` and ``text``; each is imported when something is drawn in it."""
    return {"svg": _svg, "text": _text}


@hookimpl
def register_commands(cli: Any) -> None:
    """The commands, but for those that tell what is installed."""
    from tileyard.front.cli import commands

    commands.add(cli)


def _svg(scene: Any, **how: Any) -> str:
    from tileyard.front.svg import draw

    return draw(scene, **how)


def _text(scene: Any, **how: Any) -> str:
    from tileyard.front.text import draw

    return draw(scene, **how)
