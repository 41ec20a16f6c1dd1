"""The list of checks: names, themes, and what each says of itself."""

from __future__ import annotations

import re
import sys
from types import ModuleType

import pytest
from hypothesis import strategies as st

from games.broken.play import Stuck
from games.hidden import Hidden
from tileyard import BadPlayers, UnknownName, UsageError
from tileyard.testing import CHECKS, THEMES, Case, run_checks
from tileyard.testing import cases as cases_module


def test_checks_stand_in_the_order_of_their_themes() -> None:
    order = [THEMES.index(check.theme) for check in CHECKS.values()]
    assert order == sorted(order)
    assert {check.theme for check in CHECKS.values()} == set(THEMES)


@pytest.mark.parametrize("name", CHECKS)
def test_each_says_what_it_demands_and_why(name: str) -> None:
    assert re.fullmatch(r"Demands [\s\S]+\.\n\nWhy: [\s\S]+\.", CHECKS[name].demand)


def test_results_tell_theme_and_demand() -> None:
    (result,) = run_checks(Hidden(), only=["names_itself"])
    assert (result.name, result.theme, result.ok) == ("names_itself", "declaration", True)
    assert result.demand == CHECKS["names_itself"].demand


def test_a_check_is_skipped_by_name_and_with_a_reason() -> None:
    (result,) = run_checks(Hidden(), only=["sets_up"], skip={"sets_up": "not today"})
    assert (result.ok, result.skipped) == (True, "not today")


def test_a_game_without_a_scene_and_playthroughs_is_not_judged_by_them() -> None:
    results = list(run_checks(Hidden(), only=["pictures_are_drawn", "playthroughs_match"], examples=1))
    assert all(result.ok and result.skipped for result in results)


def test_unknown_names_are_refused_with_names_like_them() -> None:
    with pytest.raises(UnknownName, match="did you mean sets_up"):
        run_checks(Hidden(), only=["sets_upp"])
    with pytest.raises(UnknownName):
        run_checks(Hidden(), skip={"sets_upp": "?"})
    with pytest.raises(UsageError, match="without a reason"):
        run_checks(Hidden(), skip={"sets_up": " "})


def test_players_the_game_is_not_for_are_refused() -> None:
    with pytest.raises(BadPlayers):
        run_checks(Hidden(), players=[7])


@pytest.mark.parametrize("missing", ["hypothesis", "jsonschema"])
def test_without_an_extra_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    monkeypatch.setattr(cases_module, "find_spec", lambda name: None if name == missing else object())
    with pytest.raises(UsageError, match=rf"needs {missing}: pip install 'tileyard\[testing\]'") as caught:
        run_checks(Hidden())
    assert caught.value.facts == {"field": missing}


def test_one_case_alone_is_looked_at() -> None:
    """The only case has no second ply, where this game would be found out."""
    few, more = Case(2, choices=(0,)), Case(2, choices=(0, 0))
    assert [r.ok for case in (few, more) for r in run_checks(Stuck(), only=["movers_have_moves"], case=case)] == [
        True,
        False,
    ]


def test_a_strategy_of_which_nothing_is_accepted_is_no_silent_pass() -> None:
    (result,) = run_checks(Hidden(), only=["sets_up"], options=st.just({"cells": 5}))
    assert not result.ok
    assert "no game could be drawn" in result.message


def test_a_game_in_a_program_that_was_never_imported_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as one written at a prompt: there is no package in which a playthrough could lie."""
    monkeypatch.setitem(sys.modules, "prompt", ModuleType("prompt"))
    game = type("Typed", (Hidden,), {"__module__": "prompt"})()
    (result,) = run_checks(game, only=["playthroughs_match"], examples=1)
    assert result.skipped
