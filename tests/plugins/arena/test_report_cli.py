"""``tileyard report``: what it prints and writes, refuses, and says when it is stopped."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from terminal import Terminal, tileyard
from tileyard import Registry, UsageError
from tileyard.front import schema
from tileyard.ground.wire import decode
from tileyard_arena.report.figures import GameReport
from tileyard_arena.report.plan import ReportPlan, groups, variants
from tileyard_arena.schedule import setting

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
        groups(ReportPlan("Brook", variants(registry, base, [], []), ("random", "greedy"), 2, "1"))
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
