"""Requests and replies are what their types and schemas say, for each game and for any."""

from __future__ import annotations

import json
import typing

import jsonschema
import pytest

from tileyard import BadPayload
from tileyard.front import protocol
from tileyard.front.protocol import Reply, Request, reply_type, request_type
from tileyard.front.session import Session
from tileyard.ground.wire import decode, encode, schemas


def conversation(registry, game):
    """Every kind of request to a whole match of ``game``, with its reply: pairs of bytes."""
    session, pairs = Session(registry), []

    def ask(op, **fields):
        line = encode({"op": op, **fields})
        pairs.append((line, session.handle(line)))
        return json.loads(pairs[-1][1])

    ask("games")
    players = min(number for number in registry.game(game).game.players if number > 1)
    status = ask("new", game=game, players=players, seed="7", options={}, scorers=[], match="m")["status"]
    ask("undo", ply=0)
    while not status["over"]:
        player = status["active"][0]
        for viewer in (player, (player + 1) % players, None):
            ask("view", player=viewer)
            ask("legal", player=viewer)
        legal = ask("legal", match="m", player=player)["moves"]
        move = legal[-1]
        ask("choices", player=player)
        ask("choices", player=player, picked=move)
        ask("choices", player=player, picked={"cell": -7777})
        ask("preview", player=player, move=move)
        ask("bot", player=player, bot="random")
        status = ask("play", player=player, ply=status["ply"], move=move)["status"]
        ask("play", player=player, move=move)
        ask("updates", player=player, since=status["ply"] - 1)
    for form in ("json", "svg", "text"):
        ask("scene", player=0, format=form)
    record = ask("record")["record"]
    ask("undo")
    ask("load", record=record, until=3)
    ask("close")
    ask("bye")
    return pairs


@pytest.fixture(scope="module", params=["brook", "tictactoe", "pebbles", "bids", "stakes", "causeway", "outposts"])
def spoken(request, everything):
    return everything.game(request.param).game, conversation(everything, request.param)


def kinds(union):
    return {member.__origin__ if hasattr(member, "__origin__") else member for member in typing.get_args(union)}


def tags(union):
    return [kind.__struct_config__.tag for kind in kinds(union)]


def test_each_request_has_its_reply():
    assert sorted([*tags(Request), "error"]) == sorted(tags(Reply))
    named = {kind for name, kind in vars(protocol).items() if name.endswith(("Request", "Reply")) and len(name) > 7}
    assert named == kinds(Request) | kinds(Reply)
    for kind in named:
        assert kind.__doc__


def test_a_conversation_uses_all_of_it(spoken):
    game, pairs = spoken
    assert {json.loads(request)["op"] for request, _ in pairs} == set(tags(Request))
    # The last bid shows all others, so it cannot be taken back.
    never = {"undo"} if game.id == "bids" else set()
    assert {json.loads(reply)["reply"] for _, reply in pairs} == set(tags(Reply)) - never


@pytest.mark.parametrize("whose", ["any", "own"])
def test_everything_said_is_of_its_type_and_comes_back_as_it_was(spoken, whose):
    game, pairs = spoken
    asked, told = (request_type(game), reply_type(game)) if whose == "own" else (Request, Reply)
    for request, reply in pairs:
        said, again = json.loads(request), json.loads(encode(decode(request, asked)))
        if "options" in said:  # an empty object stands for the defaults
            assert set(again.pop("options")) >= set(said.pop("options"))
        assert {field: again[field] for field in said} == said
        assert json.loads(encode(decode(reply, told))) == json.loads(reply)


@pytest.mark.parametrize("whose", ["any", "own"])
def test_everything_said_fits_the_schemas(spoken, whose):
    game, pairs = spoken
    own, shared = schemas(
        {"request": request_type(game), "reply": reply_type(game)}
        if whose == "own"
        else {"request": Request, "reply": Reply}
    )
    for which, name in enumerate(("request", "reply")):
        document = own[name] | {"$defs": shared}
        jsonschema.Draft202012Validator.check_schema(document)
        check = jsonschema.Draft202012Validator(document)
        seen = set()
        for pair in pairs:
            spoken_of = json.loads(pair[which])
            kind = (spoken_of.get("op") or spoken_of["reply"], spoken_of.get("player"), spoken_of.get("format"))
            if kind not in seen:
                check.validate(spoken_of)
                seen.add(kind)
        assert not check.is_valid({"op": "nothing"})


def test_the_types_of_a_game_know_its_moves_alone(registry):
    brook = request_type(registry.game("brook").game)
    tictactoe = request_type(registry.game("tictactoe").game)
    line = b'{"op":"play","player":0,"move":{"type":"mark","cell":1}}'
    assert decode(line, tictactoe).move == registry.game("tictactoe").game.types.move(1)
    with pytest.raises(BadPayload):
        decode(line, brook)
