"""The engine's session: what it answers, what it keeps to itself, and that nothing breaks it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from dataclasses import replace
from typing import get_args, get_origin

import pytest

from tileyard import Chance, FastChance, Match, Position, Registry, Step, hookimpl, run
from tileyard.front import builtin
from tileyard.front import protocol as p
from tileyard.front.bots import RandomBot
from tileyard.front.session import Session, serve
from tileyard.ground.wire import encode
from tileyard_brook import Brook


@pytest.fixture
def session(registry):
    return Session(registry)


def ask(session, op, **fields):
    """The reply to a request, as data."""
    return json.loads(session.handle(json.dumps({"op": op, **fields})))


def refused(session, op, **fields):
    """The code and the facts of the error a request must get."""
    reply = ask(session, op, **fields)
    assert reply["reply"] == "error", reply
    return reply["error"]["code"], reply["error"]["facts"]


def mark(cell):
    return {"type": "mark", "cell": cell}


# -- a match from beginning to end ---------------------------------------------------------------------


def test_a_match_is_played_by_requests_alone(session, registry):
    opened = ask(session, "new", game="brook", players=3, seed="7", options={"hand": 2})
    assert (opened["reply"], opened["match"], opened["info"]["options"]["hand"]) == ("new", "m1", 2)
    status, same = opened["status"], Match(Brook(), 3, seed="7", options={"hand": 2})
    while not status["over"]:
        player = status["active"][0]
        legal = ask(session, "legal", match="m1", player=player)
        assert (legal["player"], legal["ply"]) == (player, status["ply"])
        move = legal["moves"][status["ply"] % len(legal["moves"])]
        assert move in ask(session, "legal", player=player)["moves"]
        reply = ask(session, "play", match="m1", player=player, ply=status["ply"], move=move)
        same.play(player, move)
        status = reply["status"]
        assert reply["update"]["view"]["seat"]["hand"] == same.view(player).seat.hand
    assert status["result"]["ranking"] == [list(place) for place in same.result.ranking]
    record = ask(session, "record")["record"]
    assert record == json.loads(same.record().to_json()) | {"header": record["header"]}
    assert ask(session, "load", record=record)["status"] == status
    assert ask(session, "load", record=record, until=3, match="again")["status"]["ply"] == 3
    assert list(session.matches) == ["m1", "m2", "again"]


def test_several_matches_go_on_side_by_side(session):
    for name in ("a", "b"):
        assert ask(session, "new", game="tictactoe", match=name, seed="1")["match"] == name
    assert ask(session, "play", match="a", player=0, move=mark(0))["status"]["ply"] == 1
    assert ask(session, "view", match="b")["ply"] == 0
    assert ask(session, "view")["match"] == "b"  # the one opened last
    assert ask(session, "close", match="b") == {"reply": "close", "match": "b"}
    assert ask(session, "view")["match"] == "a"
    code, facts = refused(session, "view", match="b")
    assert (code, facts["allowed"]) == ("unknown_name", ["a"])
    assert refused(session, "new", game="tictactoe", match="a")[0] == "usage"
    assert ask(session, "new", game="tictactoe")["match"] == "m1"


def test_everything_else_that_can_be_asked(session):
    ask(session, "new", game="tictactoe", seed="1")
    assert [game["id"] for game in ask(session, "games")["games"]] == ["brook", "tictactoe"]
    assert ask(session, "legal")["moves"] == []
    preview = ask(session, "preview", player=0, move=mark(4))["preview"]
    assert preview["events"] == [mark(4)]
    assert preview["view"]["table"]["board"][4] == 1
    choice = ask(session, "choices", player=0, picked={"cell": 4})
    assert (choice["choice"]["move"], choice["reason"]) == (mark(4), None)
    assert ask(session, "choices", player=0, picked={"cell": 9})["reason"]["field"] == "cell"
    assert ask(session, "bot", player=0, bot="random")["move"]["type"] == "mark"
    assert [update["ply"] for update in ask(session, "updates")["updates"]] == [0]
    assert ask(session, "updates", since=0)["updates"] == []
    assert ask(session, "scene")["scene"]["title"] == "Tic-tac-toe"
    assert ask(session, "scene", format="svg")["scene"].startswith("<svg")
    assert ask(session, "view")["ply"] == 0
    assert (ask(session, "bye"), session.over) == ({"reply": "bye"}, True)


def test_undo_takes_back_what_may_be_taken_back(session):
    ask(session, "new", game="tictactoe", seed="1")
    for player, cell in enumerate((0, 3, 1, 4, 2)):
        ask(session, "play", player=player % 2, move=mark(cell))
    assert ask(session, "view")["status"]["result"]["winners"] == [0]
    assert refused(session, "play", player=1, move=mark(5))[0] == "match_over"
    assert refused(session, "bot", player=1)[0] == "match_over"
    assert refused(session, "undo", ply=4) == ("stale_ply", {"ply": 4, "current": 5})
    assert ask(session, "undo", ply=5)["status"] == {
        "ply": 4,
        "branch": 0,
        "active": [0],
        "over": False,
        "scores": [0, 0],
        "result": None,
    }
    assert refused(session, "undo")[0] == "cannot_undo"
    assert refused(session, "updates", since=5)[0] == "stale_ply"
    # At the same ply again, by another move: only the branch shows it.
    assert ask(session, "play", player=0, move=mark(8))["status"]["branch"] == 1
    assert ask(session, "updates", since=5)["updates"] == []
    assert ask(session, "updates", since=5, branch=1)["updates"] == []
    assert refused(session, "updates", since=5, branch=0) == ("stale_ply", {"ply": 5, "current": 5})
    assert [update["branch"] for update in ask(session, "updates", since=3, branch=0)["updates"]] == [0, 1]


@pytest.mark.parametrize(
    ("op", "fields", "code", "facts"),
    [
        ("play", {"player": 1, "move": mark(0)}, "not_your_turn", {"active": [0]}),
        ("play", {"player": 0, "move": mark(0), "ply": 3}, "stale_ply", {"current": 0}),
        ("play", {"player": 0, "move": mark(9)}, "illegal_move", {"field": "cell", "allowed": [*range(9)]}),
        ("play", {"player": 0, "move": mark("a")}, "bad_payload", {"path": "$.move.cell", "field": "cell"}),
        ("play", {"player": 0, "move": {"type": "mark"}}, "bad_payload", {"path": "$.move", "field": "cell"}),
        ("play", {"player": 0, "move": {"type": "lay"}}, "bad_payload", {"path": "$.move.type"}),
        ("play", {"player": 0, "move": mark(10**20)}, "bad_payload", {}),
        ("play", {"player": 0, "move": 4}, "bad_payload", {"path": "$.move"}),
        ("play", {"player": 0}, "bad_payload", {"field": "move"}),
        ("play", {"player": 2**40, "move": mark(0)}, "bad_payload", {"path": "$.player"}),
        ("play", {"player": 7, "move": mark(0)}, "bad_players", {"allowed": [0, 1]}),
        ("preview", {"player": 0, "move": mark(9)}, "illegal_move", {}),
        ("bot", {"player": 1}, "not_your_turn", {"active": [0]}),
        ("bot", {"player": 0, "bot": "greddy"}, "unknown_name", {"near": ["greedy"]}),
        ("bot", {"player": 0, "bot": "greedy:x=1"}, "usage", {"field": "x"}),
        ("view", {"player": 2}, "bad_players", {"allowed": [0, 1]}),
        ("view", {"player": "0"}, "bad_payload", {"path": "$.player"}),
        ("view", {"extra": 1}, "bad_payload", {"field": "extra"}),
        ("view", {"match": ""}, "bad_payload", {"path": "$.match"}),
        ("view", {"match": "n" * 65}, "bad_payload", {"path": "$.match"}),
        ("scene", {"format": "svgg"}, "unknown_name", {"near": ["svg"]}),
        ("updates", {"since": 1}, "stale_ply", {"ply": 1, "current": 0}),
        ("undo", {}, "cannot_undo", {"ply": 0}),
        ("new", {"game": "tictacto"}, "unknown_game", {"near": ["tictactoe"]}),
        ("new", {"game": "brook", "players": 7}, "bad_players", {"allowed": [2, 3, 4]}),
        ("new", {"game": "brook", "options": {"hand": 7}}, "bad_options", {"allowed": [2, 3, 4]}),
        ("new", {"game": "brook", "scorers": ["x"]}, "unknown_name", {"kind": "scorer"}),
        ("load", {"record": {}}, "bad_record", {"path": "$"}),
        ("load", {"record": [1]}, "bad_record", {}),
        ("load", {}, "bad_payload", {"field": "record"}),
        ("lega", {}, "bad_payload", {"path": "$.op"}),
    ],
)
def test_what_cannot_be_done_is_refused_with_its_reason(session, op, fields, code, facts):
    ask(session, "new", game="tictactoe", seed="1")
    before = session.matches["m1"].digest
    found, told = refused(session, op, **fields)
    assert (found, {key: told.get(key) for key in facts}) == (code, facts)
    assert (session.matches["m1"].digest, list(session.matches)) == (before, ["m1"])


def test_an_error_tells_which_match_it_is_about(session):
    assert "match" not in ask(session, "view")
    ask(session, "new", game="tictactoe", match="one")
    assert ask(session, "undo")["match"] == "one"
    assert ask(session, "view", match="two")["match"] == "two"
    assert ask(session, "view", match="one", player="x")["match"] == "one"
    assert "match" not in ask(session, "nothing")


# -- lines that are no requests ------------------------------------------------------------------------


ODD = {
    "empty": b"",
    "blank": b" \t\r",
    "nul": b"\0",
    "nul inside": b'{"op":"view\0"}',
    "not utf-8": b'{"op":"view","match":"\xff"}',
    "half a surrogate pair": b'{"op":"new","game":"tictactoe","seed":"\\ud800"}',
    "half a surrogate pair, raw": '{"op":"new","game":"tictactoe","seed":"\ud800"}',
    "deep": b"[" * 100_000,
    "deep inside": b'{"op":"play","player":0,"move":' + b'{"a":' * 50_000,
    "deep picks": b'{"op":"choices","player":0,"picked":{"cell":' + b"[" * 900 + b"]" * 900 + b"}}",
    "very deep picks": b'{"op":"choices","player":0,"picked":{"cell":' + b"[" * 50_000 + b"]" * 50_000 + b"}}",
    "deep record": b'{"op":"load","record":' + b"[" * 50_000 + b"]" * 50_000 + b"}",
    "huge number": b'{"op":"view","player":' + b"9" * 10_000 + b"}",
    "huge pick": b'{"op":"choices","player":0,"picked":{"cell":' + b"9" * 1000 + b"}}",
    "huge move": b'{"op":"play","player":0,"move":{"type":"mark","cell":' + b"9" * 1000 + b"}}",
    "huge exponent": b'{"op":"view","player":1e999}',
    "number as op": b'{"op":1}',
    "twice": b'{"op":"view"}{"op":"view"}',
    "op twice": b'{"op":"view","op":"bye"}',
    "byte order mark": b'\xef\xbb\xbf{"op":"view"}',
    "null": b"null",
    "utf-16": '{"op":"view"}'.encode("utf-16"),
}


@pytest.mark.parametrize("line", ODD.values(), ids=ODD.keys())
def test_any_line_gets_one_line_and_changes_nothing(session, line):
    ask(session, "new", game="tictactoe", seed="1")
    before = session.matches["m1"].digest
    reply = session.handle(line)
    assert b"\n" not in reply
    answer = json.loads(reply)
    if answer["reply"] == "choices":
        assert answer["choice"]["left"] == 0
    else:
        assert answer["error"]["code"] in {"bad_payload", "bad_record"}
        assert answer["error"]["message"]
    assert (session.matches["m1"].digest, len(session.matches), session.over) == (before, 1, False)


def test_a_line_may_be_long_but_not_too_long(registry):
    session = Session(registry, longest_line=100)
    line = b'{"op":"games"}'
    assert b'"reply":"games"' in session.handle(line + b" " * 1000)
    assert b'"reply":"error"' in session.handle(line[:-1] + b" " * 86 + b" }")
    assert b'"reply":"games"' in session.handle(line[:-1] + b" " * 85 + b" }")


def test_no_more_matches_are_opened_than_a_session_keeps(registry):
    session = Session(registry, most_matches=2)
    for _ in range(2):
        ask(session, "new", game="tictactoe")
    assert refused(session, "new", game="tictactoe")[0] == "usage"
    ask(session, "close")
    assert ask(session, "new", game="tictactoe")["match"] == "m3"


def test_plugins_that_fail_are_reported_and_the_session_goes_on(tictactoe):
    class Failing(tictactoe.TicTacToe):
        id = "failing"

        def legal(self, view):
            raise KeyError("legal")

        def setup(self, turn):
            if turn.options is None:
                raise KeyError("setup")
            return super().setup(turn)

    class Plugin:
        @hookimpl
        def register_games(self):
            return [Failing()]

        @hookimpl
        def register_bots(self):
            def make(game, settings, seed):
                raise RuntimeError("no bot")

            def leave(game, settings, seed):
                raise SystemExit(0)

            return {"failing": make, "leaving": leave}

        @hookimpl
        def register_scenes(self):
            return {"failing": lambda view: view.nothing}

    session = Session(Registry.of(builtin, Plugin()))
    ask(session, "new", game="failing")
    assert refused(session, "legal", player=0)[0] == "game_fault"
    assert refused(session, "scene")[0] == "plugin_problem"
    for bot, cause in (("failing", "RuntimeError: no bot"), ("leaving", "SystemExit: 0")):
        code, facts = refused(session, "bot", player=0, bot=bot)
        assert (code, facts["bot"], facts["verb"], facts["cause"]) == ("bot_fault", bot, "make", cause)
    assert ask(session, "view")["ply"] == 0


# -- secrets -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("plies", [0, 1, 5])
@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("game", ["brook", "pebbles", "bids", "causeway"])
def test_nobody_can_tell_worlds_apart_that_look_alike(everything, game, plies, viewer):
    """Everything hidden from the viewer is dealt anew; each reply for the viewer stays the same, byte for byte."""
    session, rules = Session(everything), everything.game(game).game
    match = Match(rules, 2, seed=f"{plies}")
    run(match, [RandomBot(rules, 1)] * 2, plies=plies)
    session.matches["m"] = match
    seat = {} if viewer is None else {"player": viewer}
    requests = [{"op": op, **seat} for op in ("view", "legal")]
    requests += [{"op": "updates", "since": plies - 1, **seat}]
    requests += [{"op": "scene", "format": form, **seat} for form in ("json", "svg", "text")]
    if viewer is not None:
        moves = [json.loads(encode(move)) for other in (0, 1) for move in match.legal(other)][:6]
        requests += [{"op": "preview", "move": move, **seat} for move in moves]
        requests += [{"op": "choices", "picked": move, **seat} for move in [{}, *moves]]
        refused = [{"type": "none"}, *(dict.fromkeys(m, 7777) | {"type": m["type"]} for m in moves if len(m) > 1)]
        requests += [{"op": "play", "move": move, **seat} for move in refused]
        requests += [{"op": "play", "ply": 99, "move": move, **seat} for move in moves]

    def replies():
        return [session.handle(json.dumps(request)) for request in requests]

    original, last, changed = replies(), match._plies[-1], 0
    for seed in range(5):
        step = last.step
        view = match.engine.view(step.position, viewer)
        world = Position(rules.guess(view, FastChance(seed)), match.scores, Chance(bytes(32)), match.ply)
        changed += world.state != step.position.state
        match._plies[-1] = replace(last, step=Step(world, step.events, step.whispers, step.drawn))
        assert replies() == original
    assert changed


def test_whispers_reach_their_player_alone(session):
    ask(session, "new", game="brook", players=2, seed="3")
    move = ask(session, "legal", player=0)["moves"][0]
    assert len(ask(session, "play", player=0, move=move)["update"]["whispers"]) == 1
    heard = {p: ask(session, "updates", player=p)["updates"][1]["whispers"] for p in (0, 1, None)}
    assert [len(heard[p]) for p in (0, 1, None)] == [1, 0, 0]


# -- the loop ------------------------------------------------------------------------------------------


def served(session, data):
    sink = io.BytesIO()
    serve(session, io.BytesIO(data), sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def test_each_line_is_answered_until_bye_or_the_end(session):
    data = b'{"op":"games"}\n\n{"op":"view"}\r\n\xff\n{"op":"games"}'
    assert [reply["reply"] for reply in served(session, data)] == ["games", "error", "error", "error", "games"]
    assert [reply["reply"] for reply in served(session, b'{"op":"bye"}\n{"op":"games"}\n')] == ["bye"]


def test_a_line_beyond_the_limit_is_skipped_and_refused(registry):
    session = Session(registry, longest_line=50)
    for length in (50, 51, 52, 100, 70_000, 200_000):
        line = b'{"op":"games"' + b"x" * (length - 14) + b"}"
        replies = served(session, line + b'\n{"op":"games"}\n')
        assert [reply["reply"] for reply in replies] == ["error", "games"]
        assert replies[0]["error"]["code"] == ("bad_payload" if length <= 50 else "usage")


def test_what_plugins_print_does_not_get_between_the_replies(tictactoe, capsysbinary):
    class Loud(tictactoe.TicTacToe):
        def legal(self, view):
            print("loud")
            return super().legal(view)

    session = Session(Registry.of(builtin, Loud()))
    data = b'{"op":"new","game":"tictactoe"}\n{"op":"legal","player":0}\n'
    serve(session, io.BytesIO(data), sys.stdout.buffer)
    out, err = capsysbinary.readouterr()
    assert [json.loads(line)["reply"] for line in out.splitlines()] == ["new", "legal"]
    assert b"loud" in err


def test_a_program_that_stops_reading_ends_the_session_without_noise():
    script = (
        "import sys; from tileyard import Registry; from tileyard.front.session import *;"
        "serve(Session(Registry.of()), sys.stdin.buffer, sys.stdout.buffer)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdout.close()
    _, err = process.communicate(b'{"op":"games"}\n' * 1000)
    assert (process.returncode, err) == (0, b"")


@pytest.mark.parametrize("line", ['{"op":"nothing"}', '{"op":3}', "{}", '{"match":"m"}'])
def test_an_unknown_op_is_answered_with_those_there_are(line):
    error = json.loads(Session(Registry.load()).handle(line))["error"]
    ops = [(get_origin(member) or member).__struct_config__.tag for member in get_args(p.request_type())]
    assert (error["code"], error["facts"]["field"], error["facts"]["allowed"]) == ("bad_payload", "op", ops)
    assert error["message"].endswith(f"op is one of {', '.join(ops)}")
    assert {"new", "play", "bye"} <= set(ops)


@pytest.mark.parametrize("line", ['{"op":"view","op":"legal"}', '{"op":"view","player":1,"op":"nothing"}'])
def test_an_op_given_twice_is_told_as_that(line):
    error = json.loads(Session(Registry.load()).handle(line))["error"]
    assert (error["code"], error["facts"]["field"], error["facts"]["path"]) == ("bad_payload", "op", "$.op")
    assert error["message"] == "op is given twice (at $.op)"


def test_an_op_inside_of_another_field_is_no_second_one():
    line = '{"op":"nothing","move":{"op":"view","op":"view"}}'
    assert "op is one of" in json.loads(Session(Registry.load()).handle(line))["error"]["message"]


def test_a_number_is_a_seed_by_its_digits(session):
    for seed in (7, "7", 2**53 - 1, -3):
        opened = ask(session, "new", game="tictactoe", seed=seed)
        assert ask(session, "record", match=opened["match"])["record"]["header"]["seed"] == f"{seed}"
    for seed in (2**53, 7.5, True, [7]):
        assert refused(session, "new", game="tictactoe", seed=seed)[0] == "bad_payload"


def test_the_scorers_that_were_asked_for_are_told(session):
    assert ask(session, "new", game="brook")["info"]["scorers"] == []
    opened = ask(session, "new", game="brook", scorers=["reaches"])
    assert opened["info"]["scorers"] == ["reaches"]
    record = ask(session, "record", match=opened["match"])["record"]
    assert ask(session, "load", record=record)["info"]["scorers"] == ["reaches"]
