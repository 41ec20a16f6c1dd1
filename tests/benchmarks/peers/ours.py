"""Tileyard through its public API, in four ways from the fastest to the safest, and the same games written straight."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[3] / "examples"))

import dominoes_plain
import tictactoe_plain
from dominoes import Dominoes
from tictactoe import TicTacToe
from worker import Rnd, serve

from tileyard import Chance, Engine, FastChance, Match, Move, Stream, View


def playout(game: Any) -> Callable[[Rnd], int]:
    """What bots and training loops run on: the engine plays the game to its end by itself."""
    engine, chance = Engine(game, 2), FastChance(1)
    return lambda rnd: engine.playout(chance).ply


def policy(game: Any) -> Callable[[Rnd], int]:
    """The same, with each move chosen by a function of the caller's."""
    engine, chance = Engine(game, 2), FastChance(1)

    def choose(view: View, chance: Stream) -> Move:
        return chance.pick(game.legal(view))

    return lambda rnd: engine.playout(chance, choose).ply


def steps(game: Any) -> Callable[[Rnd], int]:
    """The caller's own loop: ask who may move and what, and make one move after another."""
    engine, chance = Engine(game, 2), FastChance(1)
    fresh = engine.start(Chance.from_seed("1"))

    def play(rnd: Rnd) -> int:
        position = engine.copy(fresh) if game.open else engine.start(Chance.from_seed(str(rnd())))
        movers = engine.active(position)
        while movers:
            move = chance.pick(engine.legal(position, movers[0]))
            movers = engine.step_in_place_unchecked(position, movers[0], move, chance)
        return position.ply

    return play


def match(game: Any) -> Callable[[Rnd], int]:
    """What a server or a table of people plays through: each move checked, recorded, and told with a view."""
    chance = FastChance(1)

    def play(rnd: Rnd) -> int:
        match = Match(game, 2, seed=str(rnd()))
        while movers := match.active:
            match.play(movers[0], chance.pick(match.legal(movers[0])))
        return match.ply

    return play


WAYS = {"playout": playout, "policy": policy, "steps": steps, "match": match}
KINDS: dict[str, Callable[[], Callable[[Rnd], int]]] = {
    f"{game.id}-{name}": lambda way=way, game=game: way(game)
    for game in (TicTacToe(), Dominoes())
    for name, way in WAYS.items()
}
KINDS["tictactoe-plain"] = lambda: tictactoe_plain.play
KINDS["dominoes-plain"] = lambda: lambda rnd: dominoes_plain.play(rnd)[0]

if __name__ == "__main__":
    serve("tileyard", "tileyard", KINDS)
