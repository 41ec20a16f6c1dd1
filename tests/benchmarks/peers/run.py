"""Tileyard beside other systems, in one run: ``python tests/benchmarks/peers/run.py [--peers FOLDER] [name ...]``.

All play uniformly random whole games of tic-tac-toe and of two-player block dominoes, each in a process of its own.
In each of five rounds the engine's playout takes turns with each of the others, in short slices of processor time, so
that both meet the same noise; a ratio is the middle one of the five rounds, with the lowest and the highest. What is
not installed in FOLDER is named, with the commands that install it.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
ROUNDS, SLICES, SECONDS = 5, 6, 0.1
OUR_WAYS = {
    "playout": "Tileyard, engine.playout",
    "policy": "Tileyard, a policy of one's own",
    "steps": "Tileyard, one's own loop",
    "match": "Tileyard, Match",
    "plain": "no framework, hand-written loop",
}
INSTALL = {
    "venv": "python3 -m venv {peers} && .venv/bin/python -m pip --python {peers}/bin/python install --group peers",
    "node": "npm install --prefix {peers} boardgame.io@0.50.2",
}


class Contender(NamedTuple):
    """A row: who plays which game, by which program, and how many times as fast the engine's playout is to be."""

    game: str
    name: str
    home: str  # "ours", or what it is installed with
    command: tuple[str, ...]
    bar: float | None = None


def contenders() -> Iterable[Contender]:
    """All rows; the first of each game is the one others are compared with."""
    for game, id_ in (("tic-tac-toe", "tictactoe"), ("dominoes", "dominoes")):
        for way, name in OUR_WAYS.items():
            yield Contender(game, name, "ours", ("ours.py", f"{id_}-{way}"))
        if game == "tic-tac-toe":
            yield Contender(game, "OpenSpiel, in C++", "venv", ("openspiel.py", "tic_tac_toe"), 1)
            yield Contender(game, "OpenSpiel, in Python", "venv", ("openspiel.py", "python_tic_tac_toe"), 15)
            yield Contender(game, "PettingZoo, env", "venv", ("zoo.py", "env"), 30)
            yield Contender(game, "PettingZoo, raw_env", "venv", ("zoo.py", "raw_env"))
        else:
            yield Contender(game, "OpenSpiel, in Python", "venv", ("openspiel.py", "python_block_dominoes"), 10)
        yield Contender(game, "boardgame.io, reducer", "node", ("boardgame.cjs", id_), 30)


class Player:
    """The running program of a contender. ``missing`` says what it lacks, if it cannot play."""

    def __init__(self, contender: Contender, peers: Path) -> None:
        script, kind = contender.command
        venv = peers / "bin" / "python"
        runs = {
            "ours": [sys.executable, str(HERE / script), kind],
            "venv": [str(venv), str(HERE / script), kind],
            "node": ["node", str(HERE / script), str(peers.resolve() / "node_modules"), kind],
        }[contender.home]
        self.contender, self.missing, self.version = contender, "", ""
        self.ratios: list[float] = []
        self.rates: list[float] = []
        if shutil.which(runs[0]) is None:
            self.missing = f"there is no {runs[0]}"
            return
        self.process = subprocess.Popen(runs, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        told = self._read()
        self.missing, self.version = told.get("missing", ""), told.get("version", "")

    def play(self) -> tuple[float, float]:
        """One slice: moves, and the seconds they took."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{SECONDS}\n")
        self.process.stdin.flush()
        told = self._read()
        return told["moves"], told["seconds"]

    def _read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{self.contender.name} ({self.contender.game}) failed; what it said stands above")
        return json.loads(line)

    def end(self) -> None:
        """Nothing more to play."""
        if hasattr(self, "process"):
            self.process.communicate()


def duel(ours: Player, theirs: Player) -> None:
    """One round of two in turn: the moves per second of both, and how many times theirs ours are."""
    slices = [(ours.play(), theirs.play()) for _ in range(SLICES)]
    mine, other = (sum(n for n, _ in side) / sum(s for _, s in side) for side in zip(*slices, strict=True))
    ours.rates.append(mine)
    theirs.rates.append(other)
    theirs.ratios.append(mine / other)


def table(game: str, players: list[Player]) -> None:
    """Play the rounds, and print a row for each contender."""
    playout, *others = players
    for _ in range(ROUNDS):
        for player in others:
            duel(playout, player)
    print(f"{game:<36}{'moves/s':>10}{'playout is':>12}{'lowest-highest':>18}")
    print(f"{playout.contender.name:<36}{statistics.median(playout.rates):>10,.0f}")
    for player in others:
        ratio, bar = statistics.median(player.ratios), player.contender.bar
        row = f"{player.contender.name:<36}{statistics.median(player.rates):>10,.0f}{ratio:>11.2f}x"
        verdict = "" if bar is None else f"   bar {bar:g}: {'met' if ratio >= bar else 'MISSED'}"
        print(f"{row}{min(player.ratios):>10.2f}-{max(player.ratios):<7.2f}{verdict}", flush=True)
    print()


def main() -> None:
    """Print a table for each game whose name contains one of the names given, or for both."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("games", nargs="*", metavar="name")
    parser.add_argument("--peers", type=Path, default=HERE.parents[2].parent / "peers", metavar="FOLDER")
    given = parser.parse_args()
    left_out: list[Player] = []
    versions: dict[str, None] = {}
    for game in ("tic-tac-toe", "dominoes"):
        if given.games and not any(name in game for name in given.games):
            continue
        players = [Player(contender, given.peers) for contender in contenders() if contender.game == game]
        left_out += [player for player in players if player.missing]
        playing = [player for player in players if not player.missing]
        versions |= dict.fromkeys(player.version for player in playing)
        table(game, playing)
        for player in players:
            player.end()
    if versions:
        print("with", "; ".join(versions))
    for home in dict.fromkeys(player.contender.home for player in left_out):
        gone = [player for player in left_out if player.contender.home == home]
        print(f"\nleft out: {', '.join(f'{one.contender.name} ({one.contender.game})' for one in gone)}")
        print(f"  because: {gone[0].missing}\n  to have them: {INSTALL[home].format(peers=given.peers)}")


if __name__ == "__main__":
    main()
