"""Ratings of bots by openskill (Weng and Lin, Journal of Machine Learning Research 12 (2011), 267-300)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any

from tileyard import Frozen
from tileyard_arena.playing import Outcome

__all__ = ["Rating", "rate"]


class Rating(Frozen):
    """How strong a bot is: it starts at 25, and ``sigma`` is how unsure that is.

    By the model, a bot that is 4.1 ahead of another wins two of three matches against it.
    """

    mu: float
    sigma: float


def rate(bots: Sequence[str], outcomes: Iterable[Outcome]) -> dict[str, Rating]:
    """The rating of each bot after all matches, which count in the order of their numbers.

    Bots do not learn, so the uncertainty only shrinks. A bot in several seats of a match is moved by their mean.
    """
    # Slow to import, and most of what Tileyard does needs none.
    from openskill.models import PlackettLuce  # noqa: PLC0415

    model: Any = PlackettLuce(tau=0.0)
    now: dict[str, Any] = {bot: model.rating() for bot in bots}
    for outcome in sorted(outcomes, key=lambda outcome: outcome.number):
        if len(outcome.bots) < 2:
            continue
        before = [[model.rating(mu=now[bot].mu, sigma=now[bot].sigma)] for bot in outcome.bots]
        after = model.rate(before, ranks=list(outcome.places))
        for bot in dict.fromkeys(outcome.bots):
            own = [after[seat][0] for seat, name in enumerate(outcome.bots) if name == bot]
            now[bot] = model.rating(mu=fmean(each.mu for each in own), sigma=fmean(each.sigma for each in own))
    return {bot: Rating(rating.mu, rating.sigma) for bot, rating in now.items()}
