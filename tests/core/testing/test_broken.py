"""Every check can fail: a game with one thing wrong is found by its check, and by its kin alone."""

from __future__ import annotations

import pytest

from games.broken import declaration, front, heavy, play, replay, secrets, wire
from games.broken.base import Broken
from games.hidden import scene
from tileyard.front.bots import greedy_bot, random_bot
from tileyard.ground.wire import encode
from tileyard.testing import CHECKS, run_checks
from tileyard.testing.playouts import play as play_case

BROKEN: list[Broken] = [
    broken for module in (declaration, heavy, play, replay, secrets, wire, front) for broken in module.BROKEN
]
# Bots that look far ahead stumble over most slips in the rules.
BOTS = {"random": random_bot, "greedy": greedy_bot}
# These start processes of their own. They are asked where they are expected to fail.
SLOW = {"replays_in_a_fresh_process", "imports_are_light"}


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: f"{broken.check}-{type(broken.game).__name__}")
def test_the_check_and_its_kin_find_it_and_no_other(broken: Broken) -> None:
    asked = [name for name in CHECKS if name not in SLOW or name == broken.check]
    settings = {"scene": scene, "examples": 12, "bots": BOTS} | broken.settings
    failed = {result.name: result for result in run_checks(broken.game, only=asked, **settings) if not result.ok}
    assert set(failed) == {broken.check, *broken.kin}
    result = failed[broken.check]
    assert result.message
    if CHECKS[broken.check].each:
        # What is shown can be pasted, and fails again.
        assert result.case is not None
        (again,) = run_checks(broken.game, only=[broken.check], **settings | {"case": result.case})
        assert not again.ok


def test_every_check_has_a_game_that_fails_it() -> None:
    assert {broken.check for broken in BROKEN} == set(CHECKS)


def test_the_case_of_a_failure_is_the_smallest_game() -> None:
    """Only a third pebble breaks the rule; nothing before it and no other choice is needed."""
    (result,) = run_checks(play.Unlawful(), only=["invariants_hold"], examples=20)
    assert result.case is not None
    assert (result.case.players, result.case.options, result.case.choices) == (2, {}, (0, 0, 0))
    assert len(play_case(play.Unlawful(), result.case).plies) == 4


def test_the_same_run_gives_the_same_verdicts() -> None:
    first, again = (list(run_checks(play.Careless(), only=["samples_are_legal"])) for _ in range(2))
    assert encode(first) == encode(again)
