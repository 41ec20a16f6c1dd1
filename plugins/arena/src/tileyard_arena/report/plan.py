"""What is played for a report: each bot among its equals, then all against each other, in every setting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, get_args, get_origin

from tileyard import Frozen, Registry, UsageError
from tileyard.front.cli.opening import pairs
from tileyard.front.matches import read_options
from tileyard.ground.chance import derive_seed
from tileyard.play.shape import alternatives, fields
from tileyard_arena import schedule
from tileyard_arena.schedule import MOST_MATCHES, Fixture, Setting, line_ups

__all__ = ["MIXED", "PLAYERS", "Group", "ReportPlan", "Variant", "group_names", "groups", "variants"]

MIXED = "against each other"
"""The name of the group in which different bots meet."""

PLAYERS = "players"
"""What is varied with the number of players."""


class Variant(Frozen):
    """One setting that is compared: the option in which it differs from what is given (empty if in none), its value."""

    option: str
    value: str
    setting: Setting


class ReportPlan(Frozen):
    """All that is played for a report; the first variant is what is given."""

    title: str
    variants: tuple[Variant, ...]
    bots: tuple[str, ...]
    matches: int  # in each variant
    seed: str


class Group(Frozen):
    """Some matches of one variant: those of one bot among its equals, or of all bots together."""

    name: str
    variant: int
    fixtures: list[Fixture]


def groups(plan: ReportPlan) -> list[Group]:
    """The matches of a report, shared out evenly over the groups of each variant.

    They are numbered in rounds, one match of each group in each variant, so that a longer report begins like a shorter
    one. The matches of a group have the same seeds in each variant: what they differ in is the setting. Raises
    :class:`UsageError` if there are fewer matches than groups.
    """
    names = group_names(plan.bots)
    if plan.matches > MOST_MATCHES:
        raise UsageError(f"a setting has {MOST_MATCHES} matches at most", field="matches", given=plan.matches)
    if plan.matches < len(names):
        text = f"{len(plan.bots)} bots need {len(names)} matches or more, so that each plays among its equals"
        raise UsageError(text, field="matches", given=plan.matches)
    found: list[Group] = []
    for at, variant in enumerate(plan.variants):
        players = variant.setting.players
        for place, name in enumerate(names):
            ways = line_ups(len(plan.bots), players, plan.seed) if name is MIXED else [(place,) * players]
            rounds, rest = divmod(plan.matches, len(names))
            fixtures: list[Fixture] = []
            for index in range(rounds + (place < rest)):
                # In a last round that is not whole, each variant has as many matches as are over.
                each = len(names) if index < rounds else rest
                number = index * len(names) * len(plan.variants) + at * each + place + 1
                bots = tuple(plan.bots[bot] for bot in ways[index % len(ways)])
                fixtures.append(Fixture(number, variant.setting, bots, derive_seed(plan.seed, f"{name} {index}")))
            found.append(Group(name, at, fixtures))
    return found


def group_names(bots: Sequence[str]) -> list[str]:
    """The groups of each variant."""
    return [*bots, *([MIXED] if len(bots) > 1 else [])]


# -- what is compared ----------------------------------------------------------------------------------


def variants(registry: Registry, base: Setting, options: Sequence[str], vary: Sequence[str]) -> tuple[Variant, ...]:
    """The setting ``base``, and those that differ from it in one of the options named in ``vary``.

    ``options`` are those of ``base`` as they were typed. ``vary`` has names of options, with all their values or
    those after ``=``, with commas between; ``players`` varies how many play. Raises :class:`UsageError` for what
    is no option or has no list of values, :class:`BadOptions` for values that are not allowed.
    """
    game = registry.game(base.game).game
    kinds = dict(fields(game.types.options))
    found = [Variant("", "", base)]
    for asked in vary:
        option, sign, listed = asked.partition("=")
        if option not in kinds and option != PLAYERS:
            allowed = [*kinds, PLAYERS]
            text = f"{base.game} has no option {option!r} to vary; it has {', '.join(allowed)}"
            raise UsageError(text, field="vary", allowed=allowed)
        values = [value.strip() for value in listed.split(",")] if sign else _values(game.players, kinds, option)
        if not values or not all(values):
            raise UsageError(f"name the values that {option} is to have: {option}=VALUE,VALUE", field="vary")
        for value in values:
            made = _with(registry, base, options, (option, value))
            if made != base:
                found.append(Variant(option, value, made))
    return tuple(found)


def _with(registry: Registry, base: Setting, options: Sequence[str], changed: tuple[str, str]) -> Setting:
    game, (option, value) = registry.game(base.game).game, changed
    if option in dict(fields(game.types.options)):
        chosen = read_options(game, pairs(options) | {option: value})
        return schedule.setting(registry, base.game, base.players, chosen, base.scorers)
    if not value.isdecimal():
        raise UsageError(f"{value!r} is no number of players", field="vary", allowed=list(game.players))
    return schedule.setting(registry, base.game, int(value), base.options, base.scorers)


def _values(players: Sequence[int], kinds: dict[str, Any], option: str) -> list[str]:
    """All values an option may have, if they are known from its type."""
    if option not in kinds:
        return [str(count) for count in players]
    return [str(value).lower() if isinstance(value, bool) else str(value) for value in _known(kinds[option])]


def _known(kind: Any) -> Iterator[Any]:
    for member in alternatives(kind):
        if member is bool:
            yield from (False, True)
        elif get_origin(member) is Literal:
            yield from get_args(member)
