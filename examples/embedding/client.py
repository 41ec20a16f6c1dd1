"""A program that knows no Tileyard: it drives ``tileyard engine`` over standard input and output.

Nothing but the standard library is imported. Any language can do the same; see ``client.mjs`` beside this file.
Run it: ``python examples/embedding/client.py``
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any


class Engine:
    """One engine process: a line out, a line back."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """Send one request; the reply, or a RuntimeError with what the engine says is wrong."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"op": op, **fields}) + "\n")
        self.process.stdin.flush()
        reply: dict[str, Any] = json.loads(self.process.stdout.readline())
        if reply["reply"] == "error":
            raise RuntimeError(f"{reply['error']['code']}: {reply['error']['message']}")
        return reply


def play(engine: Engine, seed: str) -> list[int]:
    """A match of Brook: a bot for player 1, and for player 0 whatever is offered first, field by field."""
    status = engine.ask("new", game="brook", players=2, seed=seed)["status"]
    while not status["over"]:
        player = status["active"][0]
        if player == 1:
            move = engine.ask("bot", player=1, bot="greedy")["move"]
        else:
            picked: dict[str, Any] = {}
            while (choice := engine.ask("choices", player=0, picked=picked)["choice"])["move"] is None:
                picked[choice["field"]] = choice["values"][0]
            move = choice["move"]
        status = engine.ask("play", player=player, ply=status["ply"], move=move)["status"]
    return status["scores"]


if __name__ == "__main__":
    with Engine([str(Path(sys.executable).with_name("tileyard")), "engine"]) as engine:
        print("scores", play(engine, "7"))
        engine.ask("bye")
