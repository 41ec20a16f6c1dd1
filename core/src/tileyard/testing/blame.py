"""What an author's code raised, and where: for the messages of checks."""

from __future__ import annotations

from tileyard.ground.errors import cause_of, place_of

__all__ = ["raised"]


def raised(error: BaseException) -> str:
    """What was raised, with the innermost line of the author's own code: ``TypeError: no number (rules.py:41)``.

    Without the line if none of that code was running.
    """
    text, where = cause_of(error), ""
    told: BaseException | None = error
    # An error of Tileyard that tells of another has that as its cause, with the line.
    while told is not None:
        where = place_of(told) or where
        # What players are not told, the author is.
        unquoted = f": {type(told).__name__}{place_of(told)}"
        if text.endswith(unquoted):
            text = f"{text.removesuffix(unquoted)}: {cause_of(told)}"
        told = told.__cause__
    return f"{text}{where}"
