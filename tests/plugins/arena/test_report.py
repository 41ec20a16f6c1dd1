"""The designer's report against counting by hand, and the page against what a page must be."""

from __future__ import annotations

import json
import random
import re
import signal
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from msgspec.structs import replace

from games.coop import Coop
from terminal import Terminal, tileyard
from tileyard import Registry, UsageError
from tileyard.front import builtin, schema
from tileyard.ground.wire import decode, encode
from tileyard_arena.playing import played
from tileyard_arena.report.charts import HALF, SLIM, WIDE, Dot, Ridge, Trail, dots, ridges, trails
from tileyard_arena.report.facts import Facts, Use, observe
from tileyard_arena.report.figures import GameReport, Stretch
from tileyard_arena.report.gather import gather, spread
from tileyard_arena.report.make import Survey
from tileyard_arena.report.page import page
from tileyard_arena.report.plan import MIXED, ReportPlan, groups, variants
from tileyard_arena.report.words import answers
from tileyard_arena.schedule import setting

BOTS = ("random", "greedy:worlds=1:width=0")


@pytest.fixture(scope="module")
def plan(registry: Registry) -> ReportPlan:
    base = setting(registry, "brook", 2, {"hand": 3})
    return ReportPlan("Brook", variants(registry, base, ["hand=3"], ["dams", "players=3"]), BOTS, 13, "7")


@pytest.fixture(scope="module")
def facts(registry: Registry, plan: ReportPlan) -> dict[int, Facts]:
    fixtures = [fixture for group in groups(plan) for fixture in group.fixtures]
    return {fixture.number: observe(registry, fixture) for fixture in fixtures}


@pytest.fixture(scope="module")
def report(registry: Registry, plan: ReportPlan, facts: dict[int, Facts]) -> GameReport:
    return gather(registry, plan, groups(plan), facts)


# -- what is played ------------------------------------------------------------------------------------


def test_matches_are_shared_out_over_each_bot_alone_and_all_against_each_other(plan: ReportPlan) -> None:
    found = groups(plan)
    assert found[-1].name == "against each other"  # not what all groups come to together
    assert [(group.variant, group.name, len(group.fixtures)) for group in found] == [
        (at, name, count) for at in range(3) for name, count in zip((*BOTS, MIXED), (5, 4, 4), strict=True)
    ]
    numbers = [fixture.number for group in found for fixture in group.fixtures]
    assert sorted(numbers) == list(range(1, 40))
    for group in found:
        for fixture in group.fixtures:
            assert set(fixture.bots) == (set(BOTS) if group.name is MIXED else {group.name})
            assert len(fixture.bots) == fixture.setting.players == plan.variants[group.variant].setting.players
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


def test_facts_of_a_match_are_those_of_its_record(registry: Registry, plan: ReportPlan) -> None:
    """Played once more, looked at from outside."""
    for fixture in groups(plan)[2].fixtures:
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


def test_figures_are_what_counting_gives(plan: ReportPlan, facts: dict[int, Facts], report: GameReport) -> None:
    assert [(s.option, s.value, s.players) for s in report.settings] == [
        ("", "", 2),
        ("dams", "true", 2),
        ("players", "3", 3),
    ]
    assert report.main == BOTS[1]
    for group in groups(plan):
        seen = [facts[fixture.number] for fixture in group.fixtures]
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
    registry: Registry, plan: ReportPlan, facts: dict[int, Facts], report: GameReport, chance: random.Random
) -> None:
    mixed = list(facts.items())
    chance.shuffle(mixed)
    assert gather(registry, plan, groups(plan), dict(mixed)) == report


def test_several_processes_make_the_same_report(registry: Registry, plan: ReportPlan, report: GameReport) -> None:
    heard: list[int] = []
    survey = Survey(registry, plan)
    survey.play(2, told=heard.append)
    assert survey.report() == report
    assert heard[-1] == 39


@pytest.mark.parametrize(("done", "matches"), [(0, 0), (8, 0), (9, 3), (20, 6), (36, 12), (38, 12), (39, 13)])
def test_a_report_that_is_stopped_is_that_of_fewer_matches(
    registry: Registry, plan: ReportPlan, facts: dict[int, Facts], done: int, matches: int
) -> None:
    stopped = Survey(registry, plan)
    stopped.facts = {number: facts[number] for number in range(1, done + 1)}
    if done < 38:
        stopped.facts[39] = facts[39]  # others may have been quicker
    found = stopped.report()
    if not matches:
        assert found is None
        return
    shorter = Survey(registry, replace(plan, matches=matches))
    shorter.facts = {fixture.number: facts[fixture.number] for fixture in shorter.fixtures}
    assert [seen.bots for seen in shorter.facts.values()] == [fixture.bots for fixture in shorter.fixtures]
    assert found == shorter.report()
    assert found.matches == matches


def test_a_report_is_the_same_after_it_was_json(report: GameReport) -> None:
    assert decode(encode(report), GameReport) == report


def test_where_nobody_wins_no_place_is_blamed(registry: Registry, plan: ReportPlan, facts: dict[int, Facts]) -> None:
    """A match that ends because it is too long, say."""
    lost = {number: replace(one, winners=(), scores=(0,) * len(one.scores)) for number, one in facts.items()}
    said = answers(gather(registry, plan, groups(plan), lost))
    assert said["order"].startswith("Nobody wins 100 % (")
    assert "Who moves" not in said["order"]
    assert said["scores"] == "All scores are the same."
    some = {number: replace(one, winners=()) if number % 2 else one for number, one in facts.items()}
    report = gather(registry, plan, groups(plan), some)
    figures = next(group for group in report.settings[0].groups if group.group == report.main)
    assert 0 < figures.unwon.count < figures.matches
    assert sum(place.wins.count for place in figures.places) == figures.matches - figures.unwon.count
    assert "Nobody wins" in answers(report)["order"]


def test_who_leads_is_not_made_up_where_nobody_is_ahead_before_the_end(
    registry: Registry, plan: ReportPlan, facts: dict[int, Facts], report: GameReport
) -> None:
    """As in tic-tac-toe, whose only point is for the last move."""
    silent = {number: replace(one, told=False, lead_changes=0, settled=1.0) for number, one in facts.items()}
    made = gather(registry, plan, groups(plan), silent)
    figures = made.settings[0].groups[0]
    assert (figures.lead_changes, figures.settled.of) == (None, 0)
    assert "Who leads is not told before the end" in answers(made)["drama"]
    shown = page(made)
    assert "somebody else comes to be alone" not in shown
    assert "settled after" not in shown
    assert decode(encode(made), GameReport) == made
    # One match in which somebody was ahead is enough to know that the game tells.
    some = {number: replace(one, told=number == 1) for number, one in silent.items()}
    assert gather(registry, plan, groups(plan), some).settings[0].groups[0].lead_changes is not None


def test_tic_tac_toe_does_not_tell_who_leads(small: Registry) -> None:
    name = next(iter(small.games))
    base = setting(small, name, 2)
    survey = Survey(small, ReportPlan("T", variants(small, base, [], []), ("random",), 6, "1"))
    survey.play()
    report = survey.report()
    assert report.settings[0].groups[0].lead_changes is None
    assert "Who leads is not told before the end" in answers(report)["drama"]


def test_a_kind_of_move_never_played_is_named_once(
    registry: Registry, plan: ReportPlan, facts: dict[int, Facts]
) -> None:
    uses = [
        Use("lay", "tile", {"run": 3}, ["pool", "run"]),
        Use("swap", "", {}, ["swap"]),
        Use("swap", "tile", {}, ["pool", "run"]),
    ]
    made = {number: replace(one, uses=uses) for number, one in facts.items()}
    report = gather(registry, plan, groups(plan), made)
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


# -- how it is shown -----------------------------------------------------------------------------------

SPREADS = st.lists(st.integers(-50, 500), min_size=1, max_size=40)


def drawn(svg: str) -> list[ElementTree.Element]:
    """The parts of a drawing, none of which lies outside."""
    root = ElementTree.fromstring(svg)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    parts = list(root.iter())
    for part in parts:
        for names, limit in ((("x", "cx"), width), (("y", "cy"), height)):
            for name in names:
                assert 0 <= float(part.get(name, 0)) <= limit, ElementTree.tostring(part)
        assert float(part.get("x", 0)) + float(part.get("width", 0)) <= width
        assert float(part.get("height", 0)) >= 0
    return parts


@given(rows=st.lists(SPREADS, min_size=1, max_size=3), width=st.sampled_from([WIDE, HALF, SLIM]))
def test_a_histogram_shows_every_value(rows: list[list[int]], width: float) -> None:
    spreads = [spread(values) for values in rows]
    svg = ridges([Ridge(f"<{at}>", at, own) for at, own in enumerate(spreads)], "points", width)
    parts = drawn(svg)
    bars = [part for part in parts if part.get("class", "").startswith("bar")]
    assert len(bars) == sum(count > 0 for own in spreads for count in own.bins.counts)
    assert sum(int(title.text.rpartition(": ")[2]) for bar in bars for title in bar) == sum(map(len, rows))


@given(
    values=st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(0, 1e5)), min_size=1, max_size=6),
    width=st.sampled_from([WIDE, HALF, SLIM]),
)
def test_figures_with_intervals_are_all_drawn(values: list[tuple[float, float]], width: float) -> None:
    rows = [Dot("a & b", at, value, value - half, value + half, "±") for at, (value, half) in enumerate(values)]
    parts = drawn(dots(rows, "%", values[0][0], width))
    assert sum(part.get("class", "").startswith("dot") for part in parts) == len(rows)


@pytest.mark.parametrize("width", [WIDE, HALF, SLIM])
def test_lines_go_through_all_their_points(report: GameReport, width: float) -> None:
    stretches = report.settings[0].groups[0].choices_by_ply
    names = ["random", "greedy:worlds=4:width=4", "mcts:sims=200:worlds=16:width=80:depth=100", "against each other"]
    parts = drawn(trails([Trail(name, at, stretches) for at, name in enumerate(names)], "ply", "legal moves", width))
    lines = [part for part in parts if part.get("class", "").startswith("line")]
    assert [len(line.attrib["points"].split()) for line in lines] == [len(stretches)] * 4


@given(
    names=st.lists(st.text("iMw:=1", min_size=1, max_size=60), min_size=1, max_size=5),
    width=st.sampled_from([WIDE, HALF, SLIM]),
)
def test_no_word_is_cut_off_or_lies_on_another(names: list[str], width: float) -> None:
    """As wide as letters are in the mean; what is shortened keeps all of it as its title."""
    stretches = [Stretch(0, 1, 1, 3, 2, 4), Stretch(1, 1, 1, 9, 8, 10)]
    for svg in (
        dots([Dot(name, at, 2, 1, 3, "100 % (99.9–100)") for at, name in enumerate(names)], "%", 2, width),
        ridges([Ridge(name, at, spread([1, 2, 9])) for at, name in enumerate(names)], "points", width),
        trails([Trail(name, at, stretches) for at, name in enumerate(names)], "ply", "legal moves", width),
    ):
        boxes: list[tuple[float, float, float]] = []
        for part in drawn(svg):
            if part.tag.endswith("}text") and part.get("class") in ("name", "figure"):
                long = 7.3 * len(part.text)
                start = float(part.attrib["x"]) - (long if part.get("text-anchor") == "end" else 0)
                boxes.append((float(part.attrib["y"]), start, start + long))
                if part.get("class") == "name" and part.text not in names:
                    assert [title.text.startswith(part.text[:-1]) for title in part] == [True]
        for _, start, end in boxes:
            assert 0 <= start < end <= width
        for (y, _, end), (other, start, _) in pairwise(sorted(boxes)):
            assert y != other or end <= start


class Page(HTMLParser):
    """What a page has in it, and whether its elements close each other properly."""

    VOID = frozenset({"meta"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_stands_alone_in_light_and_dark(report: GameReport) -> None:
    text = page(report)
    shown = Page(text)
    tags = [tag for tag, _ in shown.found]
    assert not {"script", "link", "img", "iframe", "object", "base", "foreignobject"} & set(tags)
    for _, attributes in shown.found:
        assert not [name for name in attributes if name.startswith("on") or name in ("src", "href")]
    assert "@import" not in text
    assert "url(" not in text
    assert text.count("prefers-color-scheme:dark") == 1
    assert all(svg["aria-label"] for tag, svg in shown.found if tag == "svg")
    assert tags.count("svg") > 16
    # Once for wide screens and once for narrow ones; the browser shows one of them.
    classes = [attributes.get("class") for tag, attributes in shown.found if tag == "div"]
    assert classes.count("wide") == classes.count("slim") == tags.count("svg") / 2 == tags.count("figure")
    assert ".slim{display:none}" in text
    assert ".wide{display:none}.slim{display:block}" in text
    for said in (
        "How long is a match?",
        "Luck or skill?",
        "What does dams change?",
        "What does players change?",
        "seed 7",
    ):
        assert said in shown.text


def test_the_page_is_read_without_eyes_and_moved_without_a_mouse(report: GameReport) -> None:
    """Every drawing says what is in it and those with many values have a table; what scrolls takes the keys."""
    shown = Page(page(report))
    for tag, attributes in shown.found:
        if tag == "svg":
            assert (attributes["role"], len(attributes["aria-label"]) > 20) == ("img", True)
        if attributes.get("class") == "scroll":
            assert (attributes["role"], attributes["tabindex"]) == ("region", "0")
            assert attributes["aria-label"]
        if tag == "th":
            assert attributes["scope"] in ("row", "col")
    tags = [tag for tag, _ in shown.found]
    assert tags.count("details") == tags.count("summary") == 4  # choices, scores, margins, leads
    assert [tag for tag in tags if tag in ("h1", "h2")] == ["h1", *["h2"] * 10]


def test_nothing_in_the_page_is_taken_for_markup(report: GameReport) -> None:
    """Whatever a game or a bot calls itself."""
    evil = "<script>alert('&\"')</script>"
    rows = [
        replace(group, group=evil if group.group == report.main else group.group) for group in report.settings[0].groups
    ]
    bots = [evil if bot == report.main else bot for bot in report.bots]
    skill = report.settings[0].skill
    shares = [replace(share, bot=evil if share.bot == report.main else share.bot) for share in skill.bots]
    base = replace(report.settings[0], groups=rows, options={evil: evil}, skill=replace(skill, bots=shares))
    shown = Page(page(replace(report, title=evil, bots=bots, main=evil, seed=evil, settings=[base])))
    assert "script" not in [tag for tag, _ in shown.found]
    assert evil in shown.text


# -- the command ---------------------------------------------------------------------------------------

QUICK = ["report", "brook", "--bots", "random,greedy:worlds=1:width=0", "--seed", "7", "--jobs", 1]


def test_a_report_is_printed_and_its_page_written(tmp_path: Path) -> None:
    html = tmp_path / "brook.html"
    words = [*QUICK, "--matches", 6, "--vary", "dams", "--html", html]
    document = tileyard(*words, "--json").document
    made = json.loads(schema.documents(Registry.load())["arena/command-report.schema.json"])
    Draft202012Validator(made).validate(document)
    assert not Draft202012Validator(made).is_valid({**document, "settings": [{}]})
    assert decode(json.dumps(document), GameReport).settings[1].options == {"hand": 3, "dams": True}
    first = html.read_text(encoding="utf-8")
    shown = tileyard(*words)
    assert html.read_text(encoding="utf-8") == first
    assert shown.out.startswith("Brook, 2 players, 6 matches by random, greedy:worlds=1:width=0\n")
    of_whom = "By greedy:worlds=1:width=0 among its equals, unless it says otherwise:\nEvery match takes 24 plies."
    for said in (of_whom, "by dams:", "lead changes", "seed 7"):
        assert said in shown.out


def test_with_one_bot_there_is_nothing_to_tell_skill_by() -> None:
    document = tileyard(
        "report", "brook", "--bots", "random", "--matches", 2, "--seed", 1, "--jobs", 1, "--json"
    ).document
    assert document["settings"][0]["skill"] is None
    assert [group["group"] for group in document["settings"][0]["groups"]] == ["random"]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["report"], "error[usage]: which game? installed: brook, "),
        (["report", "chess"], "error[unknown_game]: unknown game 'chess'"),
        (["report", "brook", "--matches", 0], "error[usage]: Invalid value for '--matches'"),
        (["report", "brook", "--matches", 2], "error[usage]: 2 bots need 3 matches or more"),
        (["report", "brook", "--bots", "random,greedy:worlds=0"], "error[usage]: bot greedy: setting worlds"),
        (["report", "brook", "--bots", "nobody"], "error[unknown_name]: unknown bot 'nobody'"),
        (
            ["report", "brook", "--vary", "feet"],
            "error[usage]: brook has no option 'feet' to vary; it has hand, dams, players",
        ),
        (["report", "brook", "--vary", "hand="], "error[usage]: name the values that hand is to have"),
        (["report", "brook", "--vary", "hand=9"], "error[bad_options]: option hand"),
        (["report", "brook", "--vary", "players=9"], "error[bad_players]: Brook is for 2 to 4 players, not 9"),
        (["report", "brook", "--vary", "players=two"], "error[usage]: 'two' is no number of players"),
        (["report", "brook", "--html", "/nowhere/a.html"], "error[usage]: cannot write /nowhere/a.html"),
    ],
)
def test_what_makes_no_sense_is_one_line_and_exit_code_2(words: list[Any], error: str) -> None:
    code, line = tileyard(*words).error
    assert code == 2
    assert line.startswith(error)


def test_too_few_matches_and_unknown_options_are_typed(registry: Registry) -> None:
    base = setting(registry, "brook", 2)
    with pytest.raises(UsageError) as few:
        groups(ReportPlan("Brook", variants(registry, base, [], []), BOTS, 2, "1"))
    assert few.value.facts == {"field": "matches", "given": 2}


def test_whoever_waits_at_a_terminal_sees_how_long() -> None:
    with Terminal(*QUICK, "--matches", 9) as person:
        person.until("matches, left")
        assert person.ends() == 0
    assert "Every match takes 24 plies." in person.shown


def test_a_report_that_is_stopped_says_what_there_is_of_it(tmp_path: Path) -> None:
    html = tmp_path / "brook.html"
    words = ["report", "brook", "--bots", "random,greedy:worlds=1", "--seed", "7", "--jobs", 1, "--matches", 300]
    with Terminal(*words, "--html", html, columns=200) as person:
        person.until("7/300", "8/300", "9/300")
        person.press(b"\x03")
        assert person.ends() == 130
    said = re.search(
        r"stopped after (\d+) of 300 matches; the report is what --matches (\d+) comes to, in ", person.shown
    )
    done, matches = map(int, said.groups())
    assert matches == done // 3 * 3 > 0
    assert f"Brook, 2 players, {matches} matches by random, greedy:worlds=1" in person.shown
    assert f"{matches} matches of 2 players" in html.read_text(encoding="utf-8")


@pytest.mark.parametrize("end", ["SIGINT", "SIGTERM"])
def test_a_report_that_is_stopped_at_once_says_that_there_is_nothing(tmp_path: Path, end: str) -> None:
    html = tmp_path / "brook.html"
    bots = "mcts:sims=100000,random"
    with Terminal("report", "brook", "--bots", bots, "--jobs", 1, "--html", html, columns=200) as person:
        person.until("0/300")
        person.process.send_signal(getattr(signal, end))
        assert person.ends() == 128 + getattr(signal, end)
    assert "stopped after 0 of 300 matches; these are too few for a report, so nothing is kept" in person.shown
    assert not html.exists()
