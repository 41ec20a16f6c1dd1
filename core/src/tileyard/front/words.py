"""Words that pictures and sentences of all games share: what players are called, and how many there are of a thing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from tileyard.play.state import Result

__all__ = ["clean", "does", "fold", "line", "many", "outcome", "who", "wins"]


def who(player: int) -> str:
    """``"Player 1"`` for player 0: people count from one."""
    return f"Player {player + 1}"


def many(number: int, what: str) -> str:
    """``"1 tile"``, ``"2 tiles"``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def does(player: int, what: str) -> str:
    """``"Player 1 lays B4 at c5"`` for ``"lay B4 at c5"``; what begins with no verb comes after a colon instead."""
    verb = re.match(r"[a-z]{2,}(?= |$)", what)
    if not verb:
        return f"{who(player)}: {what}"
    said = re.sub("y$", "ie", verb[0]) if re.search("[^aeiou]y$", verb[0]) else verb[0]
    ending = "es" if re.search("(?:s|x|z|ch|sh|[^aeiou]o)$", said) else "s"
    return f"{who(player)} {said}{ending}{what[verb.end() :]}"


def wins(winners: Iterable[int]) -> str:
    """``"Player 1 wins"``, ``"Player 1 and Player 3 win"``."""
    names = [*map(who, winners)]
    return f"{' and '.join(names)} {'win' if len(names) > 1 else 'wins'}"


def outcome(result: Result) -> str:
    """How a match ended: ``"Player 1 wins"``, or that nobody is ahead of anybody."""
    if result.drawn:
        return "All players are equal"
    return wins(result.winners) if result.winners else "Nobody wins"


def fold(text: str) -> str:
    """``text`` as it is compared with what somebody typed: ``End_Trade`` and ``end-trade`` are ``end trade``.

    A hyphen that is not between two words, as in ``-1,2``, says something of its own.
    """
    return re.sub(r"(?<=[^\W_])[-_\s]+(?=[^\W_])", " ", text.casefold())


def line(text: str, longest: int) -> str:
    """``text`` as one :func:`clean` line without superfluous blanks, cut where it is longer than a person reads."""
    text = " ".join(clean(text).split())
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


def clean(text: str) -> str:
    """``text`` as one printable line: blanks for line ends and tabs, no invisible or unprintable characters."""
    return "".join(map(_printable, unicodedata.normalize("NFC", text)))


def _printable(char: str) -> str:
    kind = unicodedata.category(char)
    if char in "\n\r\t\v\f" or kind in ("Zl", "Zp", "Zs"):
        return " "
    if kind == "Cf" or "\ufe00" <= char <= "\ufe0f":
        return ""
    return "\ufffd" if kind[0] == "C" else char
