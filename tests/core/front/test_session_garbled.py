"""The engine's session against a hundred thousand lines that were right before they were spoilt."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter

from tileyard.front.session import Session
from tileyard.ground.wire import encode

LINES = 100_000
ODD_VALUES = [
    "",
    "x",
    "m1",
    -1,
    0,
    1,
    2,
    99,
    2**31,
    2**63,
    10**25,
    1.5,
    1e300,
    True,
    False,
    None,
    [],
    {},
    [[0]],
    {"a": 1},
]
OPS = [
    "games",
    "new",
    "legal",
    "view",
    "play",
    "undo",
    "scene",
    "updates",
    "record",
    "load",
    "preview",
    "choices",
    "bot",
]


class Writer:
    """Writes requests that are right, and then spoils most of them."""

    def __init__(self, session):
        self.random = random.Random(20240229)
        self.session = session
        self.record = None

    def line(self):
        request = self.request()
        for _ in range(self.random.choice((0, 0, 0, 1, 1, 2))):
            self.spoil(request)
        line = json.dumps(request, separators=(",", ":")).encode()
        return self.garble(line) if self.random.random() < 0.5 else line

    def request(self):
        rnd, matches = self.random, self.session.matches
        op = rnd.choice(OPS + ["play"] * 10) if matches else "new"
        if len(matches) > 5 or (op == "new" and len(matches) > 3):
            op = "close"
        if op in {"games", "new", "load"}:
            return self.opening(op)
        name = rnd.choice(list(matches))
        match = matches[name]
        if match.over and op == "play":
            op = rnd.choice(("close", "record", "view"))
        if op == "record" and match.ply < 12:
            self.record = json.loads(match.record().to_json())
        player = rnd.choice(match.active or (0,))
        request = {"op": op, "match": name}
        if op in {"legal", "view", "scene", "updates", "play", "preview", "choices", "bot"} and rnd.random() < 0.9:
            request["player"] = player
        if op in {"play", "preview", "choices"} and (legal := match.legal(player)):
            move = json.loads(encode(rnd.choice(legal)))
            request |= {"picked" if op == "choices" else "move": move}
        if op in {"play", "undo"} and rnd.random() < 0.5:
            request["ply"] = match.ply
        extra = {
            "scene": {"format": rnd.choice(("svg", "text", "json", "json", "json"))},
            "updates": {"since": match.ply - 1},
            "bot": {"bot": "random"},
        }
        return request | extra.get(op, {})

    def opening(self, op):
        if op == "load" and self.record:
            return {"op": "load", "record": json.loads(json.dumps(self.record))}
        if op == "games":
            return {"op": "games"}
        game = self.random.choice(("tictactoe", "tictactoe", "bids", "pebbles", "brook"))
        return {"op": "new", "game": game, "players": 2, "seed": "7", "options": {}}

    def odd(self):
        """A value that is seldom right."""
        return copy.deepcopy(self.random.choice(ODD_VALUES))

    def spoil(self, request):
        """Change, drop, add or rename one field, at any depth."""
        rnd = self.random
        place, key = request, rnd.choice(list(request))
        while isinstance(place[key], dict) and place[key] and rnd.random() < 0.7:
            place = place[key]
            key = rnd.choice(list(place))
        what = rnd.randrange(6)
        if what == 0:
            del place[key]
        elif what == 1:
            place[rnd.choice(("x", "op", "match", "ply", "player", "move"))] = self.odd()
        elif what == 2 and isinstance(place[key], int):
            place[key] += rnd.choice((-1, 1, 2**33, 2**64))
        elif what == 3 and self.session.matches:
            place["match"] = rnd.choice([*self.session.matches, "none"])
        elif what == 4 and len(place) > 1:
            other = rnd.choice(list(place))
            place[key], place[other] = place[other], place[key]
        else:
            place[key] = self.odd()
        if not request:
            request["op"] = "view"

    def garble(self, line):
        """Change the bytes: flip, cut, drop, double, or put other bytes in between."""
        rnd = self.random
        at = rnd.randrange(len(line))
        end = min(len(line), at + rnd.randrange(1, 9))
        return rnd.choice(
            (
                line[:at] + bytes([line[at] ^ (1 << rnd.randrange(8))]) + line[at + 1 :],
                line[:at],
                line[:at] + line[end:],
                line[:end] + line[at:],
                line[:at]
                + rnd.choice((b"\0", b"\xff", b'"', b"{", b"[[", b"9" * 30, b"\\ud800", b",", b'"op":'))
                + line[at:],
                line[:1] + b'"ply":0,"match":"m1",' + line[1:],
            )
        )


def test_a_hundred_thousand_mutated_lines_are_answered_and_change_no_match(everything):
    """One reply a line; a match changes by a play or undo that was answered so, and by nothing else."""
    session = Session(everything, most_matches=6)
    writer, replies, codes = Writer(session), Counter(), Counter()
    digests = {}
    for _ in range(LINES):
        reply = session.handle(writer.line())
        answer = json.loads(reply)
        replies[answer["reply"]] += 1
        assert b"\n" not in reply
        after = {name: match.digest for name, match in session.matches.items()}
        if answer["reply"] in {"play", "undo", "new", "load"}:
            digests[answer["match"]] = after[answer["match"]]
        elif answer["reply"] == "close":
            del digests[answer["match"]]
        elif answer["reply"] == "error":
            codes[answer["error"]["code"]] += 1
        assert after == digests
        session.over = False
    assert set(replies) >= {*OPS, "close", "error"}
    assert replies["play"] > LINES // 50
    assert LINES // 4 < replies["error"] < LINES * 9 // 10
    assert set(codes) >= {
        "bad_options",
        "bad_payload",
        "bad_players",
        "bad_record",
        "cannot_undo",
        "illegal_move",
        "match_over",
        "not_your_turn",
        "replay_diverged",
        "stale_ply",
        "unknown_game",
        "unknown_name",
        "usage",
    }
    assert not {"bot_fault", "game_fault", "internal", "plugin_problem"} & set(codes)
