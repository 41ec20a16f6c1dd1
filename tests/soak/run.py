"""Many random games of every installed game: ``python tests/soak/run.py [--games N] [--from N] [game ...]``.

Each has a number, from which follow players, options, deal and moves. It must end within the bound the game
declares, keep every piece and every invariant at every ply, and its record must verify when it is replayed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from typing import Any

from tileyard import BadOptions, Chance, Engine, FastChance, Match, Record, Registry
from tileyard.ground.wire import digest
from tileyard.testing.cases import option_values


class Broken(Exception):
    """A game is not as it must be."""


def main(arguments: list[str]) -> int:
    """Play; 1 if something was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", metavar="game", nargs="*", help="ids of games; all if there is none")
    parser.add_argument("--games", type=int, default=10_000, help="how many of each")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the number of the first")
    given = parser.parse_args(arguments)
    games = Registry.load().games
    broken = 0
    for name in given.names or sorted(games):
        broken += not soak(games[name].game, range(given.first, given.first + given.games))
    return 1 if broken else 0


def soak(game: Any, numbers: range) -> bool:
    """Play the games with these numbers; False, with the number, at the first one that breaks."""
    begun, plies, longest = time.perf_counter(), 0, 0
    for number in numbers:
        try:
            length = once(game, number)
        except Exception as error:  # noqa: BLE001  (whatever it is, it must be named)
            print(f"{game.id}: game {number} BROKEN: {type(error).__name__}: {error}", flush=True)
            print(f"  again: python tests/soak/run.py {game.id} --from {number} --games 1")
            return False
        plies, longest = plies + length, max(longest, length)
        done = number - numbers.start + 1
        if done % 1000 == 0 or done == len(numbers):
            spent = time.perf_counter() - begun
            print(f"{game.id}: {done} games, {plies} plies, longest {longest}, {spent:.0f} s", flush=True)
    return True


def once(game: Any, number: int) -> int:
    """Play one game as a match, move by move checked, and beside it unchecked; replay its record. Gives its length."""
    chance, seed = FastChance(f"soak {game.id} {number}"), f"soak {number}"
    players = chance.pick(list(game.players))
    # A number of rounds in the thousands would make one game as long as a hundred others.
    values = {name: [v for v in some if type(v) is not int or v < 1000] for name, some in option_values(game).items()}
    options = {name: chance.pick(some) for name, some in values.items() if chance.below(2)}
    engine = Engine(game, players, options)
    try:
        position = engine.start(Chance.from_seed(seed))
    except BadOptions:
        return 0
    match = Match(game, players, options=options, seed=seed)
    pieces = Counter(game.pieces(position.state))
    while movers := engine.active(position):
        if position.ply == game.max_plies:
            raise Broken(f"it is not over after {position.ply} plies")
        mover = chance.pick(list(movers))
        move = game.sample(engine.view(position, mover), chance)
        match.play(mover, move)
        engine.step_in_place_unchecked(position, mover, move, position.chance)
        game.invariants(position.state)
        if Counter(game.pieces(position.state)) != pieces:
            raise Broken(f"pieces were lost or made at ply {position.ply}")
    if digest(position) != match.digest or not match.over:
        raise Broken("the match went otherwise than the engine")
    again = Match.replay(Record.parse(match.record().to_json()), game)
    if again.digest != match.digest or again.result != match.result:
        raise Broken("its record leads elsewhere")
    return position.ply


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
