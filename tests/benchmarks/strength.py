"""How often one bot beats another: ``python tests/benchmarks/strength.py mcts:sims=200 greedy brook octopus``.

The first bot takes one seat, the second all others; each set-up is played once from every seat, so that luck and seat
weigh the same on both. A win shared by n counts 1/n. Games are spread over processes; each hangs on its own seed alone,
so the figures do not depend on how many there are, unless a bot thinks by the clock. With ``--keep FILE`` each game is
written down as soon as it is over, and the same command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))

from tictactoe import TicTacToe

from tileyard import Match, Registry, run
from tileyard.front.bots import make_bot


class Task(NamedTuple):
    """One game: its number, what is played, and who plays."""

    number: int
    game: str
    bots: tuple[str, str]
    players: int
    options: dict[str, str]
    seed: str


class Outcome(NamedTuple):
    """What came of a game for the first bot, and seconds of processor time for a move of either."""

    share: float
    margin: int
    seconds: tuple[float, float]


class Timed:
    """A bot that is timed."""

    def __init__(self, bot: Any) -> None:
        self.bot, self.seconds, self.moves = bot, 0.0, 0

    def choose(self, view: Any) -> Any:
        """What the bot chooses."""
        start = time.process_time()
        try:
            return self.bot.choose(view)
        finally:
            self.seconds += time.process_time() - start
            self.moves += 1


def play(task: Task) -> Outcome:
    """Play one game."""
    registry = Registry.load()
    game = TicTacToe() if task.game == TicTacToe.id else registry.game(task.game).game
    seat, deal = task.number % task.players, task.number // task.players
    options = game.read_options(task.options, lax=True)
    match = Match(game, task.players, seed=f"{task.seed} {deal}", options=options)
    kinds = [task.bots[player != seat] for player in range(task.players)]
    bots = [Timed(make_bot(registry, game, kind, f"{task.seed} {task.number}", p)) for p, kind in enumerate(kinds)]
    run(match, bots)
    winners = match.result.winners
    others = [bot for player, bot in enumerate(bots) if player != seat]
    return Outcome(
        1 / len(winners) if seat in winners else 0.0,
        match.scores[seat] - max(score for player, score in enumerate(match.scores) if player != seat),
        (bots[seat].seconds / max(bots[seat].moves, 1), _mean([bot.seconds / max(bot.moves, 1) for bot in others])),
    )


def wilson(share: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The interval in which the true share lies in 95 of 100 cases (Wilson's)."""
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + (z / (2 * games)) ** 2) / (1 + z * z / games)
    return middle - half, middle + half


def line(game: str, outcomes: Sequence[Outcome]) -> str:
    """One row of the table."""
    games, share = len(outcomes), _mean([outcome.share for outcome in outcomes])
    low, high = wilson(share, games)
    ours, theirs = (_mean([outcome.seconds[side] for outcome in outcomes]) * 1000 for side in (0, 1))
    margin = _mean([outcome.margin for outcome in outcomes])
    interval = f"{100 * low:.0f} to {100 * high:.0f}"
    return f"{game:<18}{games:>6}{100 * share:>8.0f} %{interval:>12}{margin:>10.1f}{ours:>10.1f}{theirs:>10.1f}"


def _mean(values: Iterable[float]) -> float:
    found = [*values]
    return sum(found) / len(found)


class Book:
    """The games that are over, in a file if one is given: a line of JSON for each, its task and what came of it."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.done: dict[str, Outcome] = {}
        if path is not None and path.exists():
            for entry in path.read_text().splitlines():
                task, outcome = msgspec.json.decode(entry, type=tuple[Task, Outcome])
                self.done[self.key(task)] = outcome

    def key(self, task: Task) -> str:
        """What tells a task from all others."""
        return msgspec.json.encode(task).decode()

    def add(self, task: Task, outcome: Outcome) -> None:
        """Write a game down."""
        self.done[self.key(task)] = outcome
        if self.path is not None:
            with self.path.open("a") as file:
                file.write(msgspec.json.encode((task, outcome)).decode() + "\n")

    def missing(self, tasks: Iterable[Task]) -> list[Task]:
        """Those not played yet."""
        return [task for task in tasks if self.key(task) not in self.done]

    def outcomes(self, tasks: Iterable[Task]) -> Iterator[Outcome]:
        """What came of each, in the order of the tasks."""
        return (self.done[self.key(task)] for task in tasks)


def main() -> None:
    """Print one row for each game, as soon as it is done."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("bots", nargs=2, metavar="BOT")
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--matches", type=int, default=200, metavar="N")
    parser.add_argument("--players", type=int, default=2, metavar="N")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2, metavar="N")
    parser.add_argument("--keep", type=Path, metavar="FILE")
    given = parser.parse_args()
    options, book = dict(option.split("=", 1) for option in given.option), Book(given.keep)
    print(f"{' against '.join(given.bots)}, {given.players} players, seed {given.seed}")
    print(f"{'game':<18}{'games':>6}{'won':>10}{'95 %':>12}{'margin':>10}{'ms/move':>10}{'theirs':>10}", flush=True)
    with ProcessPoolExecutor(given.jobs) as pool:
        for game in given.games:
            tasks = [
                Task(number, game, (given.bots[0], given.bots[1]), given.players, options, given.seed)
                for number in range(given.matches)
            ]
            running = {pool.submit(play, task): task for task in book.missing(tasks)}
            for future in as_completed(running):
                book.add(running[future], future.result())
            print(line(game, [*book.outcomes(tasks)]), flush=True)


if __name__ == "__main__":
    main()
