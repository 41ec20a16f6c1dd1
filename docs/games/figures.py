"""The table of figures on the page of the games: ``python docs/games/figures.py`` measures it anew and prints it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from statistics import fmean
from typing import Any, NamedTuple

from tileyard import Chance, Engine, FastChance, Registry
from tileyard.front.bots import GreedyBot
from tileyard.play.shape import pieces

GAMES = 6
"""How many games each figure is taken from."""


class Played(NamedTuple):
    """One game: how many moves its turns had, from how many each was chosen, and how many drew on chance.

    ``setup`` is how many numbers the set-up drew, ``hidden`` whether pieces lay out of sight after it.
    """

    turns: list[int]
    choices: list[int]
    draws: int
    setup: int
    hidden: bool


def play(game: Any, players: int, number: int, choose: Callable[[Any, list[Any]], Any]) -> Played:
    """A game in which ``choose(view, legal)`` makes each move."""
    engine = Engine(game, players)
    step = engine.begin(Chance.from_seed(f"figures {number}"))
    position, last = step.position, -1
    hidden = any(pieces(position.state.seats)) or any(pieces(position.state.vault))
    played = Played([], [], 0, len(step.drawn), hidden)
    while active := engine.active(position):
        player = active[0]
        view = engine.view(position, player)
        legal = list(engine.legal(position, player))
        played.choices.append(len(legal))
        if player != last:
            played.turns.append(0)
        played.turns[-1] += 1
        last = player
        step = engine.carry_out(position, player, choose(engine.copy_view(view), legal))
        position, played = step.position, played._replace(draws=played.draws + bool(step.drawn))
    return played


def games(game: Any, players: int, bots: bool) -> list[Played]:
    """Some games of greedy bots, or of random moves."""
    found: list[Played] = []
    for number in range(GAMES):
        bot, chance = GreedyBot(game, f"figures {number}"), FastChance(number)

        def by_bot(view: Any, _: list[Any], bot: GreedyBot = bot) -> Any:
            return bot.choose(view)

        def at_random(_: Any, legal: list[Any], chance: FastChance = chance) -> Any:
            return chance.pick(legal)

        found.append(play(game, players, number, by_bot if bots else at_random))
    return found


def mean(values: Iterable[float]) -> str:
    """To two digits, whole from ten on."""
    value = fmean(values)
    return f"{value:.0f}" if value >= 9.95 else f"{value:.1f}"


def row(game: Any, players: int) -> Iterator[str]:
    """The figures of a game with so many players."""
    careless, bent = games(game, players, bots=False), games(game, players, bots=True)
    plies = sum(len(played.choices) for played in careless)
    draws = sum(played.draws for played in careless)
    setup = any(played.setup for played in careless)
    yield game.title
    yield str(players)
    yield mean(len(played.choices) for played in bent)
    yield mean(len(played.choices) for played in careless)
    yield mean(turn for played in bent for turn in played.turns)
    yield mean(count for played in careless for count in played.choices)
    yield str(max(max(played.choices) for played in careless))
    yield f"{100 * draws / plies:.0f}% of the moves" if draws else "set-up alone" if setup else "none"
    hidden = any(played.hidden for played in careless)
    yield "yes" if hidden else "none" if game.open else "by option"


HEAD = (
    "game",
    "players",
    "moves, greedy",
    "moves, random",
    "in a row",
    "to choose from",
    "at most",
    "chance",
    "secrets",
)


def main(names: list[str]) -> None:
    """Print the table, of all games or of those named."""
    known = Registry.load().games
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    for name in names or sorted(known):
        game = known[name].game
        for players in sorted({min(game.players), max(game.players)}):
            print(f"| {' | '.join(row(game, players))} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
