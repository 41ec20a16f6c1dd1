"""All bots on all games, those installed and those that are there for tests: what holds whatever is played."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest
from dominoes import Dominoes
from hypothesis import given, settings
from hypothesis import strategies as st
from odds_and_evens import OddsAndEvens
from tictactoe import TicTacToe

from games.coop import Coop
from games.hexes import Hexes
from games.hidden import Hidden
from games.simultaneous import Simultaneous
from games.teams import Teams
from tileyard import Chance, FastChance, Match, Position, Registry, UsageError, run
from tileyard.front import worlds
from tileyard.front.bots import RandomBot, greedy_bot, mcts_bot, minimax_bot, random_bot
from tileyard.ground.wire import encode

INSTALLED = {name: found.game for name, found in Registry.load().games.items()}
OTHERS = (Coop(), Dominoes(), Hexes(), Hidden(), OddsAndEvens(), Simultaneous(), Teams(), TicTacToe())
GAMES = INSTALLED | {game.id: game for game in OTHERS}
BOTS = {
    "random": (random_bot, {}),
    "greedy": (greedy_bot, {"worlds": "2", "effort": "100"}),
    "mcts": (mcts_bot, {"sims": "4", "depth": "2", "effort": "60"}),
    "minimax": (minimax_bot, {"nodes": "40"}),
}


def choice(kind, game, seed, view):
    """What a bot made afresh chooses; None if it does not play this."""
    make, how = BOTS[kind]
    try:
        return make(game, how, seed).choose(view)
    except UsageError:
        return None


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@settings(max_examples=8)
@given(data=st.data())
def test_a_bot_knows_its_view_alone(game, data):
    """Worlds that look alike to a player get one choice, a legal one; the view stays, and nothing is remembered."""
    seed, players = str(data.draw(st.integers(0, 10_000))), data.draw(st.sampled_from(list(game.players)))
    match = Match(game, players, seed=seed)
    run(match, [RandomBot(game, seed)] * players, plies=data.draw(st.integers(0, 40)))
    for player in match.active[:2]:
        for kind in BOTS:
            view = match.view(player)
            before = encode(view)
            chosen = choice(kind, game, seed, view)
            assert encode(view) == before
            assert chosen is None or chosen in game.legal(view)
            assert kind == "minimax" or chosen is not None
            world = Position(game.guess(view, FastChance(seed)), match.scores, Chance(bytes(32)), match.ply)
            assert choice(kind, game, seed, match.engine.view(world, player)) == chosen


SCRIPT = """
import sys
from tileyard import Match, Registry, run
from tileyard.front.bots import RandomBot, mcts_bot, minimax_bot
from tileyard.ground.wire import encode
for name, found in sorted(Registry.load().games.items()):
    game = found.game
    for plies in (0, 6):
        match = run(Match(game, 2, seed="5"), [RandomBot(game, 1)] * 2, plies=plies)
        for player in match.active:
            move = mcts_bot(game, {"sims": "12"}, "9").choose(match.view(player))
            print(name, plies, encode(move).decode())
"""


def test_searches_choose_the_same_in_every_process():
    told = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "77")
    ]
    assert told[0] == told[1]
    assert {line.split()[0] for line in told[0].splitlines()} == {*INSTALLED}


class SlowGame:
    """A game whose verbs take so many seconds each, on a clock of its own."""

    def __init__(self, game, seconds):
        self.now = 0.0
        self.game = copy.copy(game)
        for verb, cost in seconds.items():
            setattr(self.game, verb, self.slowed(getattr(game, verb), cost))

    def slowed(self, verb, cost):
        def ask(*given):
            self.now += cost
            return verb(*given)

        return ask


STEADY = dict.fromkeys(("legal", "sample", "apply", "estimate", "guess"), 0.03)
QUICK = dict.fromkeys(STEADY, 0.002)


@pytest.mark.parametrize(
    "seconds", [STEADY, QUICK | {"guess": 0.4}, QUICK | {"legal": 0.2}], ids=["all", "guess", "legal"]
)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_thinking_for_a_second_stops_near_it_however_slow_the_rules_are(game, seconds, monkeypatch):
    for kind, make in (("mcts", mcts_bot), ("minimax", minimax_bot)):
        slow = SlowGame(game, seconds)
        monkeypatch.setattr(worlds, "time", SimpleNamespace(monotonic=lambda slow=slow: slow.now))
        players = max(game.players)
        match = Match(game, players, seed="1")
        run(match, [RandomBot(game, 1)] * players, plies=9)
        for player in match.active[:1]:
            view, slow.now = match.view(player), 0.0
            try:
                chosen = make(slow.game, {"seconds": "1"}, "1").choose(view)
            except UsageError:
                assert kind == "minimax"
                continue
            assert chosen in game.legal(view)
            assert slow.now < 2
