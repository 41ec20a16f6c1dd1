"""The figures of the designer's report against counting by hand."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.coop import Coop
from pages import Page
from tileyard import Registry
from tileyard.front import builtin
from tileyard.ground.wire import decode, encode
from tileyard_arena.playing import played
from tileyard_arena.report.facts import Facts, Use, observe
from tileyard_arena.report.figures import GameReport
from tileyard_arena.report.gather import gather
from tileyard_arena.report.make import Survey
from tileyard_arena.report.page import page
from tileyard_arena.report.plan import MIXED, ReportPlan, groups, variants
from tileyard_arena.report.words import answers
from tileyard_arena.schedule import setting

# -- what is played ------------------------------------------------------------------------------------


def test_matches_are_shared_out_over_each_bot_alone_and_all_against_each_other(report_plan: ReportPlan) -> None:
    found = groups(report_plan)
    assert found[-1].name == "against each other"  # not what all groups come to together
    assert [(group.variant, group.name, len(group.fixtures)) for group in found] == [
        (at, name, count) for at in range(3) for name, count in zip((*report_plan.bots, MIXED), (5, 4, 4), strict=True)
    ]
    numbers = [fixture.number for group in found for fixture in group.fixtures]
    assert sorted(numbers) == list(range(1, 40))
    for group in found:
        for fixture in group.fixtures:
            assert set(fixture.bots) == (set(report_plan.bots) if group.name is MIXED else {group.name})
            assert len(fixture.bots) == fixture.setting.players == report_plan.variants[group.variant].setting.players
    # Settings are compared on the same deals.
    seeds = [[fixture.seed for group in found if group.variant == at for fixture in group.fixtures] for at in range(3)]
    assert seeds[0] == seeds[1] == seeds[2]
    assert len(set(seeds[0])) == 13


def test_options_are_varied_over_all_their_values_or_those_named(registry: Registry) -> None:
    base = setting(registry, "brook", 2)

    def values(*vary: str) -> list[tuple[str, str, object, int]]:
        made = variants(registry, base, [], vary)
        assert made[0].setting == base
        return [(v.option, v.value, v.setting.options, v.setting.players) for v in made[1:]]

    assert values("hand") == [
        ("hand", "2", {"hand": 2, "dams": False}, 2),
        ("hand", "4", {"hand": 4, "dams": False}, 2),
    ]
    assert values("dams", "hand=2,3") == [
        ("dams", "true", {"hand": 3, "dams": True}, 2),
        ("hand", "2", {"hand": 2, "dams": False}, 2),
    ]
    assert [players for *_, players in values("players")] == [3, 4]
    given = variants(registry, setting(registry, "brook", 2, {"hand": 2}), ["hand=2"], ["dams"])
    assert given[1].setting.options == {"hand": 2, "dams": True}


# -- what is counted -----------------------------------------------------------------------------------


def test_facts_of_a_match_are_those_of_its_record(registry: Registry, report_plan: ReportPlan) -> None:
    """Played once more, looked at from outside."""
    for fixture in groups(report_plan)[2].fixtures:
        seen = observe(registry, fixture)
        match = played(registry, fixture, lambda _, bot: bot)
        again = match.replay(match.record(), match.game, plugin=match.plugin, until=0)
        choices, leaders, played_tiles, order = [], [], [], []
        for entry in match.record().entries[1:]:
            leaders.append(again.scores)
            choices.append(len(again.legal(entry.player)))
            order += [entry.player] if entry.player not in order else []
            played_tiles.append(match.game.label("tile", entry.move.tile))
            again.play(entry.player, entry.move)
        leaders.append(again.scores)
        assert seen.choices == tuple(choices)
        assert seen.order == tuple(order)
        assert (seen.scores, seen.winners) == (tuple(match.scores), match.result.winners)
        alone = [scores.index(max(scores)) for scores in leaders if scores.count(max(scores)) == 1]
        assert seen.lead_changes == sum(a != b for a, b in pairwise(alone))
        assert seen.told == any(len(set(scores)) > 1 for scores in leaders[:-1])
        if len(seen.winners) == 1:
            (winner,) = seen.winners
            lost = [at for at, s in enumerate(leaders) if s.count(max(s)) > 1 or s.index(max(s)) != winner]
            assert seen.settled == (lost[-1] + 1 if lost else 0) / (len(leaders) - 1)
        (tiles,) = [use for use in seen.uses if use.field == "tile"]
        assert tiles.played == {label: played_tiles.count(label) for label in set(played_tiles)}
        assert not set(tiles.only_offered) & set(played_tiles)


def test_figures_are_what_counting_gives(
    report_plan: ReportPlan, report_facts: dict[int, Facts], report: GameReport
) -> None:
    assert [(s.option, s.value, s.players) for s in report.settings] == [
        ("", "", 2),
        ("dams", "true", 2),
        ("players", "3", 3),
    ]
    assert report.main == report_plan.bots[1]
    for group in groups(report_plan):
        seen = [report_facts[fixture.number] for fixture in group.fixtures]
        figures = next(f for f in report.settings[group.variant].groups if f.group == group.name)
        choices = [count for one in seen for count in one.choices]
        assert figures.matches == len(seen)
        assert (figures.choices.of, figures.choices.most) == (len(choices), max(choices))
        assert figures.choices.value == pytest.approx(sum(choices) / len(choices))
        assert (figures.forced.count, figures.forced.of) == (sum(count == 1 for count in choices), len(choices))
        assert sum(stretch.positions for stretch in figures.choices_by_ply) == len(choices)
        for found, values in (
            (figures.plies, [len(one.choices) for one in seen]),
            (figures.score, [score for one in seen for score in one.scores]),
            (figures.margin, [sorted(one.scores)[-1] - sorted(one.scores)[-2] for one in seen]),
            (figures.lead_changes, [one.lead_changes for one in seen]),  # brook tells
        ):
            bins = found.bins
            assert sum(bins.counts) == len(values)
            for at, count in enumerate(bins.counts):
                start = bins.start + at * bins.width
                assert count == sum(start <= value < start + bins.width for value in values)
            assert found.mean.value == pytest.approx(sum(values) / len(values))
        assert sum(place.wins.count for place in figures.places) == pytest.approx(len(seen))
        assert figures.unwon.count == 0
        first = sum(1 / len(one.winners) for one in seen if one.order[0] in one.winners)
        assert figures.places[0].wins.count == pytest.approx(first)
        assert figures.drawn.count == sum(len(one.winners) == len(one.bots) for one in seen)


def test_skill_is_told_from_luck(report: GameReport) -> None:
    skill = report.settings[0].skill
    assert skill is not None
    best, worst = skill.bots
    assert (best.bot, worst.bot) == (report.main, "random")
    assert best.wins.count + worst.wins.count == best.wins.of == worst.wins.of == 4
    assert skill.even == 0.5
    assert skill.margin.value == pytest.approx(best.score.value - worst.score.value)
    assert skill.ratio == pytest.approx(skill.margin.value / skill.luck)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=10)
@given(chance=st.randoms(use_true_random=False))
def test_the_order_in_which_matches_end_does_not_matter(
    registry: Registry,
    report_plan: ReportPlan,
    report_facts: dict[int, Facts],
    report: GameReport,
    chance: random.Random,
) -> None:
    mixed = list(report_facts.items())
    chance.shuffle(mixed)
    assert gather(registry, report_plan, groups(report_plan), dict(mixed)) == report


def test_several_processes_make_the_same_report(
    registry: Registry, report_plan: ReportPlan, report: GameReport
) -> None:
    heard: list[int] = []
    survey = Survey(registry, report_plan)
    survey.play(2, told=heard.append)
    assert survey.report() == report
    assert heard[-1] == 39


@pytest.mark.parametrize(("done", "matches"), [(0, 0), (8, 0), (9, 3), (20, 6), (36, 12), (38, 12), (39, 13)])
def test_a_report_that_is_stopped_is_that_of_fewer_matches(
    registry: Registry, report_plan: ReportPlan, report_facts: dict[int, Facts], done: int, matches: int
) -> None:
    stopped = Survey(registry, report_plan)
    stopped.facts = {number: report_facts[number] for number in range(1, done + 1)}
    if done < 38:
        stopped.facts[39] = report_facts[39]  # others may have been quicker
    found = stopped.report()
    if not matches:
        assert found is None
        return
    shorter = Survey(registry, replace(report_plan, matches=matches))
    shorter.facts = {fixture.number: report_facts[fixture.number] for fixture in shorter.fixtures}
    assert [seen.bots for seen in shorter.facts.values()] == [fixture.bots for fixture in shorter.fixtures]
    assert found == shorter.report()
    assert found.matches == matches


def test_a_report_is_the_same_after_it_was_json(report: GameReport) -> None:
    assert decode(encode(report), GameReport) == report


def test_where_nobody_wins_no_place_is_blamed(
    registry: Registry, report_plan: ReportPlan, report_facts: dict[int, Facts]
) -> None:
    """A match that ends because it is too long, say."""
    lost = {number: replace(one, winners=(), scores=(0,) * len(one.scores)) for number, one in report_facts.items()}
    said = answers(gather(registry, report_plan, groups(report_plan), lost))
    assert said["order"].startswith("Nobody wins 100 % (")
    assert "Who moves" not in said["order"]
    assert said["scores"] == "All scores are the same."
    some = {number: replace(one, winners=()) if number % 2 else one for number, one in report_facts.items()}
    report = gather(registry, report_plan, groups(report_plan), some)
    figures = next(group for group in report.settings[0].groups if group.group == report.main)
    assert 0 < figures.unwon.count < figures.matches
    assert sum(place.wins.count for place in figures.places) == figures.matches - figures.unwon.count
    assert "Nobody wins" in answers(report)["order"]


def test_who_leads_is_not_made_up_where_nobody_is_ahead_before_the_end(
    registry: Registry, report_plan: ReportPlan, report_facts: dict[int, Facts], report: GameReport
) -> None:
    """As in tic-tac-toe, whose only point is for the last move."""
    silent = {number: replace(one, told=False, lead_changes=0, settled=1.0) for number, one in report_facts.items()}
    made = gather(registry, report_plan, groups(report_plan), silent)
    figures = made.settings[0].groups[0]
    assert (figures.lead_changes, figures.settled.of) == (None, 0)
    assert "Who leads is not told before the end" in answers(made)["drama"]
    shown = page(made)
    assert "somebody else comes to be alone" not in shown
    assert "settled after" not in shown
    assert decode(encode(made), GameReport) == made
    # One match in which somebody was ahead is enough to know that the game tells.
    some = {number: replace(one, told=number == 1) for number, one in silent.items()}
    assert gather(registry, report_plan, groups(report_plan), some).settings[0].groups[0].lead_changes is not None


def test_tic_tac_toe_does_not_tell_who_leads(small: Registry) -> None:
    name = next(iter(small.games))
    base = setting(small, name, 2)
    survey = Survey(small, ReportPlan("T", variants(small, base, [], []), ("random",), 6, "1"))
    survey.play()
    report = survey.report()
    assert report.settings[0].groups[0].lead_changes is None
    assert "Who leads is not told before the end" in answers(report)["drama"]


def test_a_kind_of_move_never_played_is_named_once(
    registry: Registry, report_plan: ReportPlan, report_facts: dict[int, Facts]
) -> None:
    uses = [
        Use("lay", "tile", {"run": 3}, ["pool", "run"]),
        Use("swap", "", {}, ["swap"]),
        Use("swap", "tile", {}, ["pool", "run"]),
    ]
    made = {number: replace(one, uses=uses) for number, one in report_facts.items()}
    report = gather(registry, report_plan, groups(report_plan), made)
    said = answers(report)["use"]
    assert said.endswith(f"Offered, but never played by {report.main}: the move swap; tile (lay): 1 of 2.")


def test_a_game_for_one_is_told_of_without_others() -> None:
    registry = Registry.of(builtin, Coop())
    base = setting(registry, Coop.id, 1)
    made = ReportPlan("Causeway", variants(registry, base, [], []), ("random", "greedy"), 6, "1")
    survey = Survey(registry, made)
    survey.play()
    report = survey.report()
    said = answers(report)
    assert said["order"] == "One player plays alone."
    assert said["skill"].endswith("of its matches.")
    assert Page(page(report)).text.count("One player plays alone.") == 1
