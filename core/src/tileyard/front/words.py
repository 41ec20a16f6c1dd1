"""Words that pictures and sentences of all games share: what players are called, and how many there are of a thing."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["many", "who", "wins"]


def who(player: int) -> str:
    """``"Player 1"`` for player 0: people count from one."""
    return f"Player {player + 1}"


def many(number: int, what: str) -> str:
    """``"1 tile"``, ``"2 tiles"``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def wins(winners: Iterable[int]) -> str:
    """``"Player 1 wins"``, ``"Player 1 and Player 3 win"``."""
    names = [*map(who, winners)]
    return f"{' and '.join(names)} {'win' if len(names) > 1 else 'wins'}"
