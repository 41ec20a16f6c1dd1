"""``tileyard check``: every check with its verdict, and a failure as a command that fails again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from terminal import Terminal, registry, tileyard, words
from tileyard import Game, Move, NoOptions, Registry, State, Struct, Turn, View
from tileyard.front import builtin, schema
from tileyard.front.cli import build
from tileyard.testing import CHECKS, cases, commands


class Grow(Move):
    """Add some."""

    by: int


class Plant(Struct):
    """How high it is."""

    height: int = 0
    moves: int = 0


class Weed(Game[NoOptions, Plant, Grow]):
    """Grow ten times; whoever grows beyond fifteen meets a fault."""

    id = "weed"
    title = "Weed"
    players = (1,)
    max_plies = 10

    def setup(self, turn: Turn[NoOptions]) -> State[Plant]:
        return State(Plant(), (None,))

    def active(self, table: Plant) -> tuple[int, ...]:
        return (0,) if table.moves < 10 else ()

    def legal(self, view: View[NoOptions, Plant]) -> list[Grow]:
        return [Grow(by) for by in range(4)]

    def apply(self, state: State[Plant], move: Grow, turn: Turn[NoOptions]) -> None:
        state.table.height += move.by
        state.table.moves += 1
        if state.table.height > 5:
            raise ValueError("too high")


WEED = build(Registry.of(builtin, commands, Weed()))


def test_every_check_is_listed_with_pass() -> None:
    shown = tileyard("check", "brook", "--examples", "1")
    assert shown.code == 0
    verdicts = dict(line.split()[::-1] for line in shown.out.splitlines() if line[:5].strip() in ("pass", "skip"))
    assert list(verdicts) == list(CHECKS)
    assert {name for name, verdict in verdicts.items() if verdict == "skip"} <= {"playthroughs_match"}
    assert shown.out.splitlines()[-1].startswith("Brook: ")


def test_chosen_checks_are_run_alone_and_reported_as_json() -> None:
    report = tileyard("check", "octopus", "--only", "sets_up", "--only", "ends_in_time", "--examples", 1, "--json")
    assert report.code == 0
    document = report.document
    assert (document["game"], document["passed"]) == ("octopus", True)
    assert [check["name"] for check in document["checks"]] == ["sets_up", "ends_in_time"]
    made = json.loads(schema.generate([])["core/command-check.schema.json"])
    Draft202012Validator(made).validate(document)


def test_it_is_said_how_many_games_were_not_walked_to_their_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of Brook are longer than what is drawn here, and that of a case is walked in full."""
    monkeypatch.setattr(cases, "MOST_PLIES", 3)
    asked = ("check", "brook", "--only", "moves_are_distinct", "--examples", 6)
    document = tileyard(*asked, "--json").document
    games, cut = document["games"], document["cut"]
    assert 0 < cut <= games <= 6
    told = f"Not walked beyond 3 plies: {cut} of {games} games"
    assert tileyard(*asked).out.splitlines()[-2:] == ["Brook: 1 passed", told]
    case = '{"players":2,"options":{},"seed":"0","choices":[0,0,0]}'
    alone = tileyard(*asked, "--case", case, "--json").document
    assert (alone["games"], alone["cut"]) == (1, 0)
    undrawn = tileyard("check", "brook", "--only", "names_itself", "--json").document
    assert (undrawn["games"], undrawn["cut"]) == (0, 0)


def test_a_failure_shows_the_smallest_game_as_a_command_that_fails_again() -> None:
    only = ["--only", "legal_moves_apply"]
    shown = tileyard("check", "weed", *only, app=WEED)
    assert shown.code == 1
    assert "fail  legal_moves_apply" in shown.out
    (line,) = (line.strip() for line in shown.out.splitlines() if line.strip().startswith("tileyard check"))
    again = tileyard(*words(line), app=WEED)
    assert again.code == 1
    assert "too high" in again.out
    report = tileyard(*words(line), "--json", app=WEED).document
    case = report["checks"][0]["case"]
    # The smallest: three more than three is more than five.
    assert (case["players"], len(case["choices"])) == (1, 1)
    assert report["checks"][0]["rerun"] == line


def test_a_smaller_game_passes() -> None:
    case = '{"players":1,"options":{},"seed":"0","choices":[1]}'
    assert tileyard("check", "weed", "--only", "legal_moves_apply", "--case", case, app=WEED).code == 0


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (["--only", "sets_upp"], "unknown_name"),
        (["--case", "{"], "usage"),
        (["--case", '{"players":"two"}'], "usage"),
        (["--case", '{"players":1,"x":1}'], "usage"),
        (["--examples", "-1"], "usage"),
        (["--examples", "0"], "usage"),
        (["--schemas", "/nowhere", "--only", "schemas_are_in_step"], ""),
    ],
)
def test_wrong_use_is_exit_code_2_and_drift_is_1(more: list[str], code: str) -> None:
    shown = tileyard("check", "brook", *more)
    if code:
        assert shown.code == 2
        assert shown.err.startswith(f"error[{code}]: ")
    else:
        assert shown.code == 1
        assert "missing" in shown.out


def test_at_a_terminal_a_bar_tells_how_far_it_is() -> None:
    with Terminal("check", "brook", "--examples", "1", "--only", "sets_up", "--only", "ends_in_time") as person:
        assert person.ends() == 0
        assert "checking" in person.shown
        assert "pass  ends_in_time" in person.shown


def test_the_command_is_a_plugin_of_its_own() -> None:
    reports: dict[str, Any] = {report.name: report for report in registry().plugins}
    assert reports["kit"].contributes.commands == ["check"]
