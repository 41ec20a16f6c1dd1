"""The small plugins work together as one distribution installs them, on any game they are for."""

from __future__ import annotations

import importlib
import tomllib
from pathlib import Path
from typing import Any

import pytest

import tileyard_brook.plugin
from tileyard import Registry, Scored, UsageError
from tileyard.front import builtin
from tileyard.front.bots import make_bot
from tileyard.front.matches import draw, new_match, scene_of
from tileyard.play.loop import run
from tileyard_octopus import plugin as octopus
from tileyard_qaleh_nil import plugin as qaleh_nil

FOLDER = Path(__file__).parents[2] / "examples" / "plugins"
PROJECT = tomllib.loads((FOLDER / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Registry:
    """The games, what the core adds, and the modules that the distribution names as plugins."""
    monkeypatch.syspath_prepend(FOLDER)
    points = PROJECT["entry-points"]["tileyard.v1"]
    assert {f"{module}.py" for module in points.values()} == {path.name for path in FOLDER.glob("*.py")}
    named = [importlib.import_module(module) for module in points.values()]
    return Registry.of(builtin, tileyard_brook.plugin, octopus, qaleh_nil, *named)


def played(registry: Registry, *kinds: str, **how: Any) -> Any:
    match = new_match(registry, "brook", players=len(kinds), seed="7", **how)
    return run(match, [make_bot(registry, match.game, kind, match.seed, seat) for seat, kind in enumerate(kinds)])


def test_the_cosy_bot_lays_where_most_tiles_are(registry: Registry) -> None:
    match = new_match(registry, "brook", players=2, seed="7")
    bots = [make_bot(registry, match.game, kind, match.seed, seat) for seat, kind in enumerate(("cosy", "random"))]
    while not match.over:
        player = match.active[0]
        view = match.view(player)
        move: Any = bots[player].choose(view)
        if player == 0:
            assert match.view(None).table.frontier[move.cell] == max(match.view(None).table.frontier.values())
        match.play(player, move)
    assert played(registry, "cosy", "cosy").record() == played(registry, "cosy", "cosy").record()


@pytest.mark.parametrize(("game", "kind"), [("octopus", "cosy"), ("brook", "cosy:worlds=2")])
def test_the_cosy_bot_refuses_what_it_cannot_do(registry: Registry, game: str, kind: str) -> None:
    with pytest.raises(UsageError, match=r"cosy (plays|has)"):
        make_bot(registry, registry.game(game).game, kind, "7", 0)


def test_solace_is_for_a_move_that_earned_nothing(registry: Registry) -> None:
    for game in registry.games:
        assert list(registry.scorers(game))[-1] == "solace"
    plain = played(registry, "random", "random")
    match = played(registry, "random", "random", scorers=["solace"])
    for update in match.updates(None)[1:-1]:
        whys = [event.why for event in update.events if isinstance(event, Scored)]
        assert whys in (["join"], ["solace"])
    count = sum(getattr(event, "why", "") == "solace" for update in match.updates(None) for event in update.events)
    assert sum(match.scores) == sum(plain.scores) + count
    assert count > 0


def test_on_paper_there_is_black_and_white_and_what_a_game_paints_itself(registry: Registry) -> None:
    match = new_match(registry, "octopus", players=2, seed="7")
    seen = scene_of(registry, match, player=0)
    before = repr(seen)
    coloured, printed = (draw(registry, seen, form) for form in ("svg", "paper"))
    assert repr(seen) == before
    assert ".c3{fill:#1d7a48" in coloured
    assert "#1d7a48" not in printed
    assert ".c3{fill:#ffffff" in printed
    assert '-columns"' in printed
