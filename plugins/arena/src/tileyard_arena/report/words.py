"""What a report says in words: one sentence or two for each question of a designer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tileyard.ground.wire import encode
from tileyard_arena.report.figures import Comparison, Figures, GameReport, Usage
from tileyard_arena.report.plan import PLAYERS
from tileyard_arena.stats import Mean, Rate
from tileyard_arena.table import mean, rate

__all__ = [
    "FIGURES",
    "Figure",
    "Value",
    "answers",
    "main",
    "named",
    "ordinal",
    "percent",
    "pointless",
    "setting_name",
    "written",
]


_LONGEST = 60  # characters of an option's value


class Value(NamedTuple):
    """A figure with its interval (None if it has none) and all of it as text."""

    value: float
    low: float | None
    high: float | None
    text: str


class Figure(NamedTuple):
    """A figure by which settings are compared: its name, its unit, and where it is found for the bot named.

    There may be none. ``by_group`` says whether it differs between the groups of one setting.
    """

    name: str
    unit: str
    of: Callable[[Comparison, str], Value | None]
    by_group: bool = True


def main(setting: Comparison, bot: str) -> Figures:
    """The figures of a bot among its equals."""
    return next(figures for figures in setting.groups if figures.group == bot)


def _mean(of: Callable[[Figures], Mean | None]) -> Callable[[Comparison, str], Value | None]:
    def found(setting: Comparison, bot: str) -> Value | None:
        value = of(main(setting, bot))
        return Value(value.value, value.low, value.high, mean(value)) if value else None

    return found


def _rate(of: Callable[[Figures], Rate | None]) -> Callable[[Comparison, str], Value | None]:
    def found(setting: Comparison, bot: str) -> Value | None:
        share = of(main(setting, bot))
        return percent(share) if share else None

    return found


def percent(share: Rate) -> Value:
    """A share in percent."""
    return Value(100 * share.value, 100 * share.low, 100 * share.high, rate(share))


def _settled(setting: Comparison, bot: str) -> Value | None:
    part = main(setting, bot).settled
    if part.low is None or part.high is None:
        return None
    low, high = max(0.0, 100 * part.low), min(100.0, 100 * part.high)
    return Value(100 * part.value, low, high, f"{100 * part.value:.1f} % ({low:.0f}–{high:.0f})")


def _skill(setting: Comparison, _: str) -> Value | None:
    return percent(setting.skill.bots[0].wins) if setting.skill else None


FIGURES = (
    Figure("length", "plies", _mean(lambda figures: figures.plies.mean)),
    Figure("choices", "legal moves at a ply", _mean(lambda figures: figures.choices)),
    Figure("forced", "% of plies", _rate(lambda figures: figures.forced)),
    Figure("first to move wins", "% of the wins", _rate(lambda figures: figures.places[0].wins)),
    Figure("drawn", "% of matches", _rate(lambda figures: figures.drawn)),
    Figure("nobody wins", "% of matches", _rate(lambda figures: figures.unwon)),
    Figure("score", "points", _mean(lambda figures: None if pointless(figures) else figures.score.mean)),
    Figure("margin", "points", _mean(lambda figures: None if pointless(figures) else figures.margin.mean)),
    Figure("close", "% of matches", _rate(lambda figures: None if pointless(figures) else figures.close)),
    Figure("lead changes", "in a match", _mean(lambda figures: figures.lead_changes and figures.lead_changes.mean)),
    Figure("settled after", "% of the match", _settled),
    Figure("strongest bot wins", "%", _skill, by_group=False),
)
"""All figures by which settings are compared."""


def answers(report: GameReport) -> dict[str, str]:
    """The answer to each question, in a sentence or two."""
    setting = report.settings[0]
    figures = main(setting, report.main)
    return {
        "length": _length(figures),
        "choices": _choices(figures),
        "order": _order(figures),
        "scores": _scores(figures),
        "drama": _drama(figures),
        "skill": _skill_words(report, setting),
        "use": _use(setting, figures),
    }


def _length(figures: Figures) -> str:
    plies = figures.plies
    if plies.mean.least == plies.mean.most:
        return f"Every match takes {plies.median:.0f} plies."
    return (
        f"A match takes {mean(plies.mean)} plies: half of the matches {plies.quarter:.0f} to "
        f"{plies.three_quarters:.0f}, the shortest {plies.mean.least:.0f}, the longest {plies.mean.most:.0f}."
    )


def _choices(figures: Figures) -> str:
    return (
        f"There are {mean(figures.choices)} legal moves to choose from, {figures.choices.most:.0f} at most. "
        f"At {rate(figures.forced)} of the plies there is only one."
    )


def _order(figures: Figures) -> str:
    if len(figures.places) < 2:
        return "One player plays alone."
    unwon = f"Nobody wins {rate(figures.unwon)} of the matches. " if figures.unwon.count else ""
    if not figures.places[0].wins.of:
        return unwon.strip()
    even = 1 / len(figures.places)
    said: list[str] = []
    for at, place in enumerate(figures.places):
        if not place.wins.low <= even <= place.wins.high:
            better = "more" if place.wins.value > even else "less"
            said.append(f"who moves {ordinal(at)} has {rate(place.wins)} of the wins, {better} than {100 * even:.0f} %")
    if not said:
        wins = rate(figures.places[0].wins)
        return (
            f"{unwon}Who moves first has {wins} of the wins; {100 * even:.0f} % would be even. "
            "No place shows an advantage."
        )
    text = "; ".join(said)
    return f"{unwon}{text[0].upper()}{text[1:]}."


def pointless(figures: Figures) -> bool:
    """Whether there is nothing to score."""
    return figures.score.mean.least == figures.score.mean.most


def _scores(figures: Figures) -> str:
    score = figures.score
    if pointless(figures):
        return "All scores are the same."
    alone = f"Players score {mean(score.mean)} points, half of them {score.quarter:.0f} to {score.three_quarters:.0f}."
    if len(figures.places) < 2:
        return alone
    return f"{alone} The best has {mean(figures.winning_score)}, {mean(figures.margin.mean)} more than the second."


def _drama(figures: Figures) -> str:
    if figures.lead_changes:
        said = [f"The lead changes {mean(figures.lead_changes.mean)} times."]
    else:
        said = ["Who leads is not told before the end, so no change of the lead can be counted."]
    if figures.settled.of:
        said.append(f"The winner takes it for good after {100 * figures.settled.value:.0f} % of the match.")
    if not pointless(figures):
        said.append(f"In {rate(figures.close)} of the matches the second comes within a tenth of the best score.")
    said.append(f"Drawn are {rate(figures.drawn)}.")
    return " ".join(said) if len(figures.places) > 1 else "There is nobody to race against."


def _skill_words(report: GameReport, setting: Comparison) -> str:
    skill, figures = setting.skill, main(setting, report.main)
    if skill is None:
        return "To weigh luck against skill, bots of different strength must play."
    if len(figures.places) < 2:
        return "; ".join(f"{share.bot} wins {rate(share.wins)} of its matches" for share in skill.bots) + "."
    best, worst = skill.bots[0], skill.bots[-1]
    said = [f"Against {_others(report)}, {best.bot} wins {rate(best.wins)}; {100 * skill.even:.0f} % would be even."]
    if skill.margin.of and (skill.margin.value or skill.luck):
        weight = "" if skill.ratio is None else f", so skill weighs {skill.ratio:.1f} times as much as luck"
        said.append(
            f"It scores {mean(skill.margin)} points more than {worst.bot}. Between equals, luck makes a difference of "
            f"{skill.luck:.1f} points (standard deviation){weight}."
        )
    return " ".join(said)


def _others(report: GameReport) -> str:
    others = [bot for bot in report.bots if bot != report.main]
    return " and ".join(filter(None, [", ".join(others[:-1]), others[-1]]))


def _use(setting: Comparison, figures: Figures) -> str:
    never = [usage for usage in figures.usage if usage.never]
    kinds = ", ".join(kind.replace("_", " ") for kind in setting.never_offered)
    missing = f"Never possible: {kinds}. " if kinds else ""
    if not never:
        return f"{missing}Everything that was offered was played by {figures.group} at one time or another."
    # Of a kind that was never played, all fields say the same.
    left = [usage.kind for usage in never if not usage.field]
    listed = "; ".join(
        f"{named(usage)}: {len(usage.never)} of {usage.values}" if usage.field else named(usage)
        for usage in sorted(never, key=lambda usage: bool(usage.field))
        if not usage.field or usage.kind not in left
    )
    return f"{missing}Offered, but never played by {figures.group}: {listed}."


def named(usage: Usage) -> str:
    """A field as people are told of it."""
    kind = usage.kind.replace("_", " ")
    return f"{usage.field.replace('_', ' ')} ({kind})" if usage.field else f"the move {kind}"


def ordinal(at: int) -> str:
    """``first`` for 0, and so on."""
    words = ("first", "second", "third", "fourth", "fifth", "sixth")
    return words[at] if at < len(words) else f"{at + 1}th"


def setting_name(setting: Comparison, option: str) -> str:
    """The value that ``option`` has in a setting."""
    return setting.value or written(setting.players if option == PLAYERS else setting.options.get(option))


def written(value: Any) -> str:
    """The value of an option as text."""
    text = value if isinstance(value, str) else encode(value).decode()
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
