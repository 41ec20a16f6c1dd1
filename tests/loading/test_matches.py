"""Plugins that are told of a match: what they hear, and that none can disturb it."""

from __future__ import annotations

import logging
import sys

import pytest

from loading.throwaway import Site, plugin, report
from tileyard.front.matches import new_match
from tileyard.play.match import Match
from tileyard.plug import Registry

LISTENER = """
heard = []

@hookimpl
def match_started(match, update):
    heard.append(("started", match.game, update.ply))

@hookimpl
def move_played(update):
    heard.append(("played", update.ply, [type(event).__name__ for event in update.events]))

@hookimpl
def match_finished(match, update):
    heard.append(("finished", match.players, update.view.scores))
"""

RAISER = """
calls = []

@hookimpl
def match_started(match, update):
    calls.append("started")
    raise SystemExit("I leave")

@hookimpl
def move_played(match, update):
    calls.append("played")
    raise RuntimeError("boom at ply %d" % update.ply)

@hookimpl
def match_finished(match, update):
    calls.append("finished")
    raise OSError("no disk")
"""

MEDDLER = """
@hookimpl
def move_played(match, update):
    update.view.table.left = 99
    update.view.scores[:] = [7, 7]
    update.events.clear()
"""

ALL_HEARD = [
    ("started", "healthy", 0),
    ("played", 1, ["Take"]),
    ("played", 2, ["Take"]),
    ("played", 3, ["Take", "Scored"]),
    ("finished", 2, [0, 1]),
]


def play(registry: Registry) -> Match:
    """Take one at a time: three moves, the last one by player 1."""
    match = Match(registry.game("healthy").game, 2, seed="7", observers=[registry.observer()])
    while not match.over:
        player = match.active[0]
        match.play(player, match.legal(player)[0])
    return match


@pytest.mark.parametrize("name", ["a-raiser", "z-raiser"])
def test_one_that_raises_is_reported_and_misses_nothing(
    site: Site, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    """Whether it is asked before the others or after them."""
    listener = site.install("listener", plugin("healthy", LISTENER))
    raiser = site.install(name, plugin("raiser", RAISER), point="raiser")
    registry = site.load()

    with caplog.at_level(logging.WARNING):
        match = play(registry)

    assert match.scores == [0, 1]
    assert sys.modules[listener].heard == ALL_HEARD
    assert sys.modules[raiser].calls == ["started", "played", "played", "played", "finished"]
    causes = [
        "match_started raised SystemExit: I leave",
        "move_played raised RuntimeError: boom at ply 1",
        "match_finished raised OSError: no disk",
    ]
    assert report(registry, "raiser").status == "ok"
    assert report(registry, "raiser").problems == causes
    assert [problem.facts["cause"] for problem in registry.problems] == causes
    assert registry.problems[1].facts["plugin"] == "raiser"
    assert [record.getMessage() for record in caplog.records] == [
        f"plugin raiser ({name} 1.0): {cause}" for cause in causes
    ]
    assert report(registry, "listener").problems == []


def test_two_that_raise_are_told_apart(site: Site) -> None:
    site.install("one", plugin("healthy", RAISER))
    site.install("two", plugin("other", RAISER))
    registry = site.load()
    play(registry)
    play(registry)
    assert [problem.facts["plugin"] for problem in registry.problems] == ["one", "two"] * 3
    assert {problem.facts["hook"] for problem in registry.problems} == {
        "match_started",
        "move_played",
        "match_finished",
    }


def test_a_strict_registry_lets_the_match_go_on_too(site: Site) -> None:
    """A move is committed before the plugins hear of it: raising then would say that it was not."""
    site.install("raiser", plugin("healthy", RAISER))
    registry = site.load(strict=True)
    assert play(registry).scores == [0, 1]
    assert len(registry.problems) == 3


def test_what_a_plugin_does_to_its_update_reaches_nobody(site: Site) -> None:
    site.install("a-meddler", plugin("healthy", MEDDLER))
    listener = site.install("listener", plugin("other", LISTENER))
    registry = site.load()
    match = play(registry)
    assert match.scores == [0, 1]
    assert sys.modules[listener].heard == ALL_HEARD
    assert registry.problems == []


def test_an_interrupt_by_a_person_gets_through(site: Site) -> None:
    site.install("slow", plugin("healthy", "@hookimpl\ndef move_played(match):\n    raise KeyboardInterrupt"))
    match = Match((registry := site.load()).game("healthy").game, 2, observers=[registry.observer()])
    with pytest.raises(KeyboardInterrupt):
        match.play(1, match.legal(1)[0])
    assert match.ply == 1


def test_no_hook_hears_of_previews_replays_and_refused_moves(site: Site) -> None:
    listener = site.install("listener", plugin("healthy", LISTENER))
    registry = site.load()
    match = play(registry)
    heard = sys.modules[listener].heard
    heard.clear()
    Match.replay(match.record(), match.game, observers=[registry.observer()])
    fresh = Match(match.game, 2)
    fresh.preview(1, fresh.legal(1)[0])
    assert heard == []


def test_the_seed_stays_secret(site: Site) -> None:
    """No hook is given anything the next draws could be worked out from."""
    source = plugin(
        "healthy", "seen = []\n@hookimpl\ndef match_started(match, update):\n    seen.append((match, update))"
    )
    module = site.install("spy", source)
    registry = site.load()
    match = Match(registry.game("healthy").game, 2, seed="a most secret seed", observers=[registry.observer()])
    [seen] = sys.modules[module].seen
    assert match.seed not in repr(seen)
    assert repr(match.record().header.commitment) in repr(seen)


def test_where_no_plugin_listens_a_match_tells_none(site: Site) -> None:
    """What plugins are told with is copied for them; nothing is copied for nobody."""
    site.install("healthy", plugin("healthy"))
    assert not site.load().observer()
    assert new_match(site.load(), "healthy", 2).observers == ()
    site.install("listener", plugin("listener", LISTENER))
    assert site.load().observer()
    assert len(new_match(site.load(), "healthy", 2).observers) == 1
