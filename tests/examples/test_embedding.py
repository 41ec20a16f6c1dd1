"""The embedding programs do what they say, not only run."""

from __future__ import annotations

import json
import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tileyard import Match
from tileyard_brook import Brook

EXAMPLES = Path(__file__).parents[2] / "examples"
TILEYARD = str(Path(sys.executable).with_name("tileyard"))


def program(name: str) -> dict[str, Any]:
    """The names a program defines."""
    return runpy.run_path(str(EXAMPLES / "embedding" / name))


@pytest.mark.parametrize(
    "name",
    [
        "embedding/two_bots.py",
        "embedding/room.py",
        "embedding/training.py",
        "tictactoe.py",
        "odds_and_evens.py",
        "dominoes.py",
    ],
)
def test_each_runs_by_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    assert capsys.readouterr().out


def test_two_bots_tell_every_point_of_a_match_that_its_seed_decides(capsys: pytest.CaptureFixture[str]) -> None:
    play = program("two_bots.py")["play"]
    match = play("3")
    points = [0, 0]
    for line in capsys.readouterr().out.splitlines():
        _, _, player, change, *_ = line.split()
        points[int(player)] += int(change)
    assert points == match.scores
    assert play("3").digest == match.digest != play("4").digest


def test_a_client_begins_anew_where_the_step_it_shows_was_taken_back() -> None:
    """Another final move in its place leaves the ply as it was."""
    names = program("room.py")
    match = Match(runpy.run_path(str(EXAMPLES / "tictactoe.py"))["TicTacToe"](), players=2)
    for cell in (4, 1, 0, 5, 6, 7, 8):
        match.play(match.active[0], {"type": "mark", "cell": cell})
    room = names["Room"](match)
    client = names["Client"](lambda request: room.answer(1, request))
    match.undo()
    match.play(0, {"type": "mark", "cell": 2})
    client.catch_up()
    assert client.view["table"]["board"][2] == 1
    assert [told["cell"] for told in client.told] == [4, 1, 0, 5, 6, 7, 2]
    match.undo()
    client.catch_up()
    assert [told["cell"] for told in client.told] == [4, 1, 0, 5, 6, 7]


def test_a_room_tells_each_client_the_match_and_only_their_own_secrets() -> None:
    room, clients = program("room.py")["play"]("3")
    match: Match = room.match
    for player, client in enumerate(clients):
        assert client.ply == match.ply
        assert client.view["player"] == player
        assert client.view["scores"] == match.scores
        # A tile is drawn after each of the player's own plies while the bag lasts: 18 tiles among two.
        assert len([told for told in client.told if told["type"] == "drew"]) == 9
    lays = [[told for told in client.told if told["type"] == "lay"] for client in clients]
    assert lays[0] == lays[1]
    assert len(lays[0]) == 24


def test_a_room_refuses_what_is_stale_illegal_or_malformed_and_stays_as_it_was() -> None:
    space = program("room.py")
    room = space["Room"](Match(Brook(), 2, seed="3"))
    before = room.match.digest
    legal = json.loads(room.answer(0, b'{"legal": true}'))["legal"][0]
    for player, request, code in [
        (0, {"move": legal, "ply": 1}, "stale_ply"),
        (1, {"move": legal, "ply": 0}, "not_your_turn"),
        (0, {"move": legal | {"cell": 0}, "ply": 0}, "illegal_move"),
        (0, {"move": {"type": "lay"}, "ply": 0}, "bad_payload"),
        (0, {"updates": 7, "branch": 0}, "stale_ply"),
    ]:
        assert json.loads(room.answer(player, json.dumps(request).encode()))["error"]["code"] == code
    assert room.match.digest == before


def test_training_reaches_the_lead_of_the_match_by_its_rewards() -> None:
    space = program("training.py")
    env = space["BrookEnv"]()
    observation, over, total, fields = env.reset("3"), False, 0.0, set()
    while not over:
        fields.add(observation.field)
        assert len(observation.numbers) == 13
        observation, reward, over = env.step(observation.allowed[-1])
        total += reward
    assert fields == {"tile", "cell", "turn"}
    assert total == env.match.scores[0] - env.match.scores[1]


def test_a_client_without_tileyard_plays_a_whole_match_through_the_engine() -> None:
    space = program("client.py")
    with space["Engine"]([TILEYARD, "engine"]) as engine:
        scores = space["play"](engine, "3")
        record = engine.ask("record")["record"]
        with pytest.raises(RuntimeError, match="match_over"):
            engine.ask("play", player=0, move=record["entries"][1]["move"])
        engine.ask("bye")
    assert scores == record["final"]["scores"]


# Node is no part of what must be installed; where it is, its client is tried too.
CLIENTS = [[sys.executable, "client.py"], *([node, "client.mjs"] for node in [shutil.which("node")] if node)]


@pytest.mark.parametrize("command", CLIENTS, ids=lambda command: command[1])
def test_each_client_runs_by_itself(command: list[str]) -> None:
    done = subprocess.run(
        command,
        check=False,
        cwd=EXAMPLES / "embedding",
        env=os.environ | {"TILEYARD": TILEYARD},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "scores" in done.stdout
    assert '"honest":true' in done.stdout or command[1] == "client.py"
