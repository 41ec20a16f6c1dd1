"""What a server does for a match, without the network: JSON in, JSON out, and to each player their own.

A :class:`Room` is the server's side and a :class:`Client` the browser's; only bytes pass between them.
Run it: ``python examples/embedding/room.py``
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tileyard import Match, Registry, TileyardError
from tileyard.front.matches import new_match
from tileyard.ground.wire import encode


class Room:
    """One match and the requests of its players. Whoever sends ``player`` is for the server to check."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def answer(self, player: int, request: bytes) -> bytes:
        """The answer to one request: ``updates`` since a ply, ``legal`` moves, or a ``move`` for a ply."""
        try:
            asked: dict[str, Any] = json.loads(request)
            if "move" in asked:
                self.match.play(player, asked["move"], ply=asked["ply"])
                return encode({"ply": self.match.ply})
            if "updates" in asked:
                return encode({"updates": self.match.updates(player, asked["updates"], asked["branch"])})
            return encode({"legal": self.match.legal(player)})
        except TileyardError as error:
            return encode({"error": {"code": error.code, "message": str(error), "facts": error.facts}})


class Client:
    """What one player's screen knows: the last view, and up to which update it was told."""

    def __init__(self, ask: Callable[[bytes], bytes]) -> None:
        self.ask = ask
        self.ply, self.branch = -1, 0
        self.view: dict[str, Any] = {}
        self.told: list[dict[str, Any]] = []
        self.catch_up()

    def request(self, **request: Any) -> dict[str, Any]:
        """Send one request over the wire."""
        return json.loads(self.ask(json.dumps(request).encode()))

    def catch_up(self) -> None:
        """Fetch what was missed: play its events and whispers one by one, then settle on the last view."""
        answer = self.request(updates=self.ply, branch=self.branch)
        if "error" in answer:
            # What this screen shows was taken back: it begins anew.
            self.ply, self.told = -1, []
            answer = self.request(updates=self.ply, branch=self.branch)
        for update in answer["updates"]:
            self.ply, self.branch, self.view = update["ply"], update["branch"], update["view"]
            self.told += update["events"] + update["whispers"]

    def move(self) -> dict[str, Any]:
        """Make the first legal move, at the ply this screen shows."""
        return self.request(move=self.request(legal=True)["legal"][0], ply=self.ply)


def play(seed: str) -> tuple[Room, list[Client]]:
    """Two clients play a match of Brook through one room."""
    room = Room(new_match(Registry.load(), "brook", players=2, seed=seed))
    clients = [Client(lambda request, player=player: room.answer(player, request)) for player in (0, 1)]
    while not room.match.over:
        clients[room.match.active[0]].move()
        for client in clients:
            client.catch_up()
    return room, clients


if __name__ == "__main__":
    room, clients = play("7")
    for player, client in enumerate(clients):
        drew = [told["tile"] for told in client.told if told["type"] == "drew"]
        print(f"player {player} was told {len(client.told)} things, and alone that they drew {drew}")
    print(f"scores {room.match.scores}")
