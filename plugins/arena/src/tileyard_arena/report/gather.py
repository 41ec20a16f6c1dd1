"""From what each match tells to the figures of a report; the order in which matches ended does not matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil, floor, sqrt
from statistics import fmean, variance

from tileyard import Registry
from tileyard_arena.report.facts import Facts
from tileyard_arena.report.figures import (
    Bins,
    BotShare,
    Comparison,
    Figures,
    GameReport,
    Place,
    Skill,
    Spread,
    Stretch,
    Usage,
)
from tileyard_arena.report.plan import MIXED, Group, ReportPlan
from tileyard_arena.stats import Mean, Rate, quantile

__all__ = ["gather", "spread"]

_BINS = 24  # bars in a chart, at most
_STRETCHES = 60  # points of a line, at most
_SHOWN = 5  # values named as the rarest and the most played


def gather(registry: Registry, plan: ReportPlan, groups: Sequence[Group], facts: Mapping[int, Facts]) -> GameReport:
    """The report; ``facts`` has every match of the ``groups``, by its number."""
    base = plan.variants[0].setting
    found: list[list[tuple[str, list[Facts]]]] = [[] for _ in plan.variants]
    for group in groups:
        found[group.variant].append((group.name, [facts[fixture.number] for fixture in group.fixtures]))
    main = _strongest(plan.bots, dict(found[0]))
    kinds = [kind.__struct_config__.tag for kind in registry.game(base.game).game.types.moves]
    settings = [
        Comparison(
            variant.option,
            variant.value,
            variant.setting.players,
            variant.setting.options,
            [_figures(name, seen) for name, seen in own],
            _skill(dict(own), main),
            sorted(set(map(str, kinds)) - {use.kind for _, seen in own for one in seen for use in one.uses}),
        )
        for variant, own in zip(plan.variants, found, strict=True)
    ]
    return GameReport(
        base.game,
        plan.title,
        base.rules,
        base.plugin,
        list(base.scorers),
        list(plan.bots),
        plan.seed,
        plan.matches,
        main,
        settings,
    )


# -- one group -----------------------------------------------------------------------------------------


def _figures(name: str, seen: Sequence[Facts]) -> Figures:
    ordered = [sorted(facts.scores, reverse=True) for facts in seen]
    margins = [scores[0] - scores[1] if len(scores) > 1 else 0 for scores in ordered]
    choices = [count for facts in seen for count in facts.choices]
    close = sum(10 * margin <= abs(scores[0]) for margin, scores in zip(margins, ordered, strict=True))
    # In a single match nobody may have been ahead before the end, in a game that tells nevertheless.
    told = any(facts.told for facts in seen)
    return Figures(
        group=name,
        matches=len(seen),
        plies=spread([len(facts.choices) for facts in seen]),
        choices=Mean.from_values(choices),
        choices_by_ply=_stretches(seen),
        forced=Rate.from_count(choices.count(1), len(choices)),
        places=_places(seen),
        drawn=Rate.from_count(sum(len(facts.winners) == len(facts.bots) > 1 for facts in seen), len(seen)),
        unwon=Rate.from_count(sum(not facts.winners for facts in seen), len(seen)),
        score=spread([score for scores in ordered for score in scores]),
        winning_score=Mean.from_values([scores[0] for scores in ordered]),
        margin=spread(margins),
        close=Rate.from_count(close, len(seen)),
        lead_changes=spread([facts.lead_changes for facts in seen]) if told else None,
        settled=Mean.from_values([facts.settled for facts in seen if facts.settled is not None] if told else []),
        usage=_usage(seen),
    )


def spread(values: Sequence[int]) -> Spread:
    """How whole numbers are spread."""
    ordered = sorted(values)
    quarter, median, three_quarters = (quantile(ordered, share) for share in (0.25, 0.5, 0.75))
    return Spread(Mean.from_values(values), quarter, median, three_quarters, _bins(ordered))


def _bins(ordered: Sequence[int]) -> Bins:
    """Ranges of a round width, so that a person can read where they begin."""
    low, high = (ordered[0], ordered[-1]) if ordered else (0, 0)
    width = next(w for power in range(30) for w in (10**power, 2 * 10**power, 5 * 10**power) if high - low < w * _BINS)
    start = floor(low / width) * width
    counts = Counter((value - start) // width for value in ordered)
    return Bins(start, width, [counts[at] for at in range((high - start) // width + 1)])


def _stretches(seen: Sequence[Facts]) -> list[Stretch]:
    longest = max((len(facts.choices) for facts in seen), default=0)
    plies = max(1, ceil(longest / _STRETCHES))
    found: list[Stretch] = []
    for start in range(0, longest, plies):
        counts = sorted(count for facts in seen for count in facts.choices[start : start + plies])
        low, high = quantile(counts, 0.25), quantile(counts, 0.75)
        found.append(Stretch(start, plies, len(counts), fmean(counts), low, high))
    return found


def _places(seen: Sequence[Facts]) -> list[Place]:
    places: list[Place] = []
    won = sum(bool(facts.winners) for facts in seen)
    for at in range(len(seen[0].order) if seen else 0):
        seats = [(facts, facts.order[at]) for facts in seen]
        wins = sum(_part(facts, seat) for facts, seat in seats)
        places.append(
            Place(Rate.from_count(wins, won), Mean.from_values([facts.scores[seat] for facts, seat in seats]))
        )
    return places


def _part(facts: Facts, seat: int) -> float:
    """The part of the win a player had."""
    return 1 / len(facts.winners) if seat in facts.winners else 0.0


def _usage(seen: Sequence[Facts]) -> list[Usage]:
    played: dict[tuple[str, str], Counter[str]] = {}
    offered: dict[tuple[str, str], set[str]] = {}
    for facts in seen:
        for use in facts.uses:
            key = (use.kind, use.field)
            played.setdefault(key, Counter()).update(use.played)
            offered.setdefault(key, set()).update(use.played, use.only_offered)
    found: list[Usage] = []
    for key in sorted(offered):
        counts = sorted(played[key].items(), key=lambda pair: (pair[1], pair[0]))
        never = sorted(offered[key] - played[key].keys())
        most = dict(reversed(counts[-_SHOWN:]))
        found.append(Usage(*key, len(offered[key]), never, dict(counts[:_SHOWN]), most))
    return found


# -- luck and skill ------------------------------------------------------------------------------------


def _strongest(bots: Sequence[str], groups: Mapping[str, Sequence[Facts]]) -> str:
    """The bot with the largest part of the wins, if several play."""
    if len(bots) == 1:
        return bots[0]
    return max(_shares(groups[MIXED]), key=lambda share: share.wins.value).bot


def _shares(seen: Sequence[Facts]) -> list[BotShare]:
    """Each bot's part of the wins, in the order in which they first come."""
    games: dict[str, list[tuple[Facts, int]]] = {}
    for facts in seen:
        for seat, bot in enumerate(facts.bots):
            games.setdefault(bot, []).append((facts, seat))
    return [
        BotShare(
            bot,
            Rate.from_count(sum(_part(*game) for game in own), sum(bot in facts.bots for facts in seen)),
            Mean.from_values([facts.scores[seat] for facts, seat in own]),
        )
        for bot, own in games.items()
    ]


def _skill(groups: Mapping[str, Sequence[Facts]], main: str) -> Skill | None:
    seen = groups.get(MIXED)
    if not seen:
        return None
    shares = sorted(_shares(seen), key=lambda share: (share.bot != main, -share.wins.value))
    weakest = shares[-1].bot
    margins = [_mean(facts, main) - _mean(facts, weakest) for facts in seen if {main, weakest} <= set(facts.bots)]
    # The difference of two independent players varies twice as much as one of them.
    apart = [variance(facts.scores) for facts in groups[main] if len(facts.scores) > 1]
    luck = sqrt(2 * fmean(apart)) if apart else 0.0
    margin = Mean.from_values(margins)
    even = fmean(facts.bots.count(main) / len(facts.bots) for facts in seen if main in facts.bots)
    return Skill(even, shares, margin, luck, margin.value / luck if luck else None)


def _mean(facts: Facts, bot: str) -> float:
    return fmean(score for score, name in zip(facts.scores, facts.bots, strict=True) if name == bot)
