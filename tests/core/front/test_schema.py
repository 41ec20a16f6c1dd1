"""The schemas: everything that is really saved or sent fits them, and what is wrong does not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from tileyard import Match, PluginProblem, Registry, Struct, hookimpl, run
from tileyard.front import builtin, schema
from tileyard.front.bots import RandomBot
from tileyard.front.cli import build
from tileyard.front.fielddocs import field_docs
from tileyard.front.matches import list_games, scene_of
from tileyard.front.session import Session
from tileyard.ground.wire import encode, to_builtins
from tileyard.testing.checks.base import MADE as MADE_CHECKS
from tileyard.testing.checks.base import Failed, Subject
from tileyard_brook.rules import Brook
from tileyard_octopus.rules import Octopus

ROOT = Path(__file__).parents[3]
GAMES = [Brook(), Octopus()]
MADE = {path: json.loads(data) for path, data in schema.generate(GAMES).items()}
REGISTRY = Registry.load()


def fits(path: str, value: Any) -> None:
    """``value`` as JSON is valid by the schema file ``path``."""
    plain = json.loads(encode(value))
    error = next(iter(Draft202012Validator(MADE[f"{path}.schema.json"]).iter_errors(plain)), None)
    assert error is None, f"{path}: {error.message} at {error.json_path}"


def test_every_file_is_a_schema_of_its_own_with_a_name_of_its_own() -> None:
    for path, document in MADE.items():
        Draft202012Validator.check_schema(document)
        text = json.dumps(document)
        for name in document["$defs"]:
            assert f'"#/$defs/{name}"' in text, f"{path} has {name} for nothing"
        assert text.count('"$ref"') == text.count('"$ref": "#/$defs/'), path
        assert "tileyard_" not in text, "the names of modules are nobody's business"
    names = [document["$id"] for document in MADE.values()]
    assert len(set(names)) == len(names)


def test_descriptions_come_from_docstrings_and_from_beside_the_fields() -> None:
    lay = MADE["brook/v1/move.schema.json"]["$defs"]["Lay"]
    assert lay["description"].startswith("Lay a tile of the hand")
    assert lay["properties"]["cell"]["description"] == "An empty cell beside a tile."
    options = MADE["octopus/v1/options.schema.json"]["$defs"]["Options"]["properties"]
    assert options["sets"]["description"] == "How many sets of tiles are in the game."
    request = MADE["core/request.schema.json"]["$defs"]["NewRequest"]["properties"]
    assert request["scorers"] == request["scorers"] | {"default": []}
    assert request["players"]["description"] == "how many play; by default as few as can"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@settings(max_examples=10)
@given(data=st.data())
def test_every_message_of_a_whole_match_fits(game: Any, data: st.DataObject) -> None:
    players = data.draw(st.sampled_from(list(game.players)))
    options = {"hands": data.draw(st.sampled_from(["open", "hidden"]))} if game.id == "octopus" else {}
    match = Match(game, players, options=options, seed=data.draw(st.text(st.characters(codec="utf-8"), max_size=5)))
    stop = data.draw(st.integers(0, 8))
    own = f"{game.id}/v{game.rules}"
    viewers = [None, *range(players)]

    def look(match: Match) -> None:
        position = match._now
        fits(f"{own}/position", position)
        fits(f"{own}/state", position.state)
        fits("core/position", position)
        for viewer in viewers:
            view = match.view(viewer)
            fits(f"{own}/view", view)
            fits("core/view", view)
            update = match.updates(viewer, match.ply - 1)[0]
            fits(f"{own}/update", update)
            fits("core/update", update)
            for event in update.events:
                fits(f"{own}/event", event)
            for whisper in update.whispers:
                fits(f"{own}/whisper", whisper)
        for player in match.active:
            for move in match.legal(player)[:5]:
                fits(f"{own}/move", move)

    look(match)
    run(match, [RandomBot(game, seed=i) for i in range(players)], after=look, plies=stop)
    run(match, [RandomBot(game, seed=i) for i in range(players)])
    look(match)
    record = match.record()
    fits(f"{own}/record", record)
    fits("core/record", record)
    fits("core/record", record.cut(stop))
    fits("core/header", record.header)
    fits(f"{own}/options", record.header.options)
    fits("core/match", match.info)
    fits("core/result", match.result)
    fits("core/scene", scene_of(REGISTRY, match, None))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_conversation_with_the_engine_fits_in_both_directions(game: Any) -> None:
    session = Session(REGISTRY)
    first = {"op": "new", "game": game.id, "seed": "7", "players": 2}
    asked: list[dict[str, Any]] = [
        {"op": "games"},
        first,
        *({"op": op, "player": player} for op in ("legal", "view", "scene", "updates") for player in (0, 1, None)),
        {"op": "scene", "format": "svg"},
        {"op": "choices", "player": 0, "picked": {"tile": "no such tile"}},
        {"op": "choices", "player": 1},
        {"op": "undo"},
        {"op": "record"},
    ]
    for request in asked:
        reply = json.loads(session.handle(json.dumps(request)))
        for where in ("core", f"{game.id}/v1"):
            fits(f"{where}/request", request)
            fits(f"{where}/reply", reply)
    mover = json.loads(session.handle('{"op":"view"}'))["status"]["active"][0]
    for op in ("bot", "bot", "bot"):
        mover = json.loads(session.handle('{"op":"view"}'))["status"]["active"][0]
        move = json.loads(session.handle(json.dumps({"op": op, "player": mover})))["move"]
        for request in (
            {"op": "preview", "player": mover, "move": move},
            {"op": "play", "player": mover, "move": move},
        ):
            reply = json.loads(session.handle(json.dumps(request)))
            assert reply["reply"] == request["op"]
            for where in ("core", f"{game.id}/v1"):
                fits(f"{where}/request", request)
                fits(f"{where}/reply", reply)
    record = json.loads(session.handle('{"op":"record"}'))["record"]
    for request in ({"op": "load", "record": record}, {"op": "close"}, {"op": "bye"}):
        fits("core/request", request)
        fits(f"{game.id}/v1/request", request)
        fits("core/reply", json.loads(session.handle(json.dumps(request))))
    fits("core/error", json.loads(session.handle("nonsense")))
    fits("core/command-games", to_builtins(list_games(REGISTRY)))


def test_what_is_wrong_does_not_fit() -> None:
    valid = Draft202012Validator(MADE["octopus/v1/move.schema.json"])
    good = {"type": "place", "tile": "B4", "at": 0}
    assert valid.is_valid(good)
    for bad in ({**good, "x": 1}, {**good, "at": "0"}, {**good, "type": "lay"}, {"tile": "B4", "at": 0}, [good], 7):
        assert not valid.is_valid(bad), bad


def test_the_committed_schemas_are_those_of_the_code() -> None:
    games = [entry.game for name, entry in sorted(REGISTRY.games.items())]
    made = schema.generate(games) | schema.documents(REGISTRY)
    assert schema.drift(ROOT / "schemas", made, whole=True) == []


def test_the_same_code_gives_the_same_bytes_in_every_process() -> None:
    program = (
        "import hashlib, tileyard.front.schema as s, tileyard_octopus.rules as o\n"
        "print(hashlib.sha256(repr(sorted(s.generate([o.Octopus()]).items())).encode()).hexdigest())"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": number},
            capture_output=True,
            check=True,
        ).stdout
        for number in ("0", "1", "2")
    }
    assert len(seen) == 1


def test_the_command_writes_checks_and_cleans_up(tmp_path: Path) -> None:
    app, out = build(REGISTRY), tmp_path / "schemas"

    def tileyard(*words: str) -> tuple[int, dict[str, Any]]:
        result = CliRunner().invoke(app, ["schema", "--out", str(out), "--json", *words])
        return result.exit_code, json.loads(result.stdout.splitlines()[0])

    code, report = tileyard("octopus")
    assert (code, report["current"]) == (0, True)
    assert len(report["changed"]) == report["files"] == len(list(out.glob("**/*.schema.json")))
    fits("core/command-schema", report)
    assert tileyard("octopus")[1]["changed"] == []
    assert tileyard("octopus", "--check")[0] == 0

    (out / "core" / "record.schema.json").write_text("{}\n", encoding="utf-8")
    (out / "octopus" / "v1" / "move.schema.json").unlink()
    (out / "octopus" / "v1" / "old.schema.json").write_text("{}\n", encoding="utf-8")
    (out / "octopus" / "v0").mkdir()
    (out / "octopus" / "v0" / "move.schema.json").write_text("{}\n", encoding="utf-8")
    code, report = tileyard("octopus", "--check")
    assert code == 1
    assert report["changed"] == [
        "octopus/v1/move.schema.json: missing",
        "core/record.schema.json: differs",
        "octopus/v1/old.schema.json: nothing here makes it",
    ]
    assert tileyard("octopus")[0] == 0
    assert tileyard("octopus", "--check")[1]["changed"] == []
    assert (out / "octopus" / "v0" / "move.schema.json").exists()


class Pond(Struct):
    """How much water there is."""

    litres: float  # of rain


class Ponds:
    """A plugin with a game, and a document of its own."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind

    @hookimpl
    def register_games(self) -> list[Any]:
        return [Brook()]

    @hookimpl
    def register_documents(self) -> dict[str, Any]:
        return {"pond": lambda: self.kind}


def test_what_plugins_print_and_keep_has_schemas_in_a_folder_of_the_plugin(tmp_path: Path) -> None:
    registry = Registry.of(builtin, Ponds(Pond), Octopus())
    (path, data), *others = schema.documents(registry).items()
    assert (path, others) == ("Ponds-2/pond.schema.json", [])
    assert schema.documents(registry, ["brook"]) == {path: data}
    assert schema.documents(registry, ["octopus"]) == {}
    document = json.loads(data)
    assert (document["$id"], document["title"]) == ("urn:tileyard:Ponds-2:pond", "Ponds-2 pond")
    assert document["$defs"]["Pond"]["properties"]["litres"]["description"] == "of rain"
    Draft202012Validator(document).validate({"litres": 0.5})
    assert not Draft202012Validator(document).is_valid({"litres": "much"})
    out = tmp_path / "schemas"
    for words, code in ((["brook"], 0), (["--check"], 1), ([], 0), (["--check"], 0)):
        assert CliRunner().invoke(build(registry), ["schema", "--out", str(out), *words]).exit_code == code
    assert (out / path).read_bytes() == data
    (out / path).write_text("{}", encoding="utf-8")
    shown = CliRunner().invoke(build(registry), ["schema", "--out", str(out), "--check"])
    assert (shown.exit_code, shown.stdout.splitlines()) == (1, [f"{path}: differs"])


def test_types_of_one_name_are_told_apart() -> None:
    inner, other = (msgspec.defstruct("Pond", [(name, int)], module=f"elsewhere.{name}") for name in ("depth", "width"))
    both = msgspec.defstruct("Pond", [("first", inner), ("second", other)])
    document = schema.schema(both, "ponds", "ponds")
    assert len(document["$defs"]) == 3
    valid = Draft202012Validator(document)
    assert valid.is_valid({"first": {"depth": 1}, "second": {"width": 2}})
    assert not valid.is_valid({"first": {"width": 1}, "second": {"depth": 2}})


def test_a_document_without_a_schema_is_the_fault_of_its_plugin() -> None:
    with pytest.raises(PluginProblem, match="plugin Ponds-1: no schema can be made of its document pond: ") as fault:
        schema.documents(Registry.of(Ponds(object)))
    assert fault.value.facts["plugin"] == "Ponds-1"
    with pytest.raises(PluginProblem, match="plugin core: the schemas of its documents lie in a folder of its name"):
        Registry.of(type("Named", (Ponds,), {"__name__": "core"})(Pond))


def test_the_kit_checks_the_documents_of_a_games_plugin() -> None:
    def verdict(kind: Any) -> str:
        subject = Subject(Brook(), list, plugin=Ponds(kind))
        try:
            MADE_CHECKS["schemas_are_in_step"].run(subject)
        except Failed as failed:
            return str(failed)
        return ""

    assert verdict(Pond) == ""
    assert "no schema can be made of its document pond" in verdict(object)


def test_without_a_choice_of_games_a_game_that_is_gone_is_reported(tmp_path: Path) -> None:
    made = schema.generate([GAMES[0]])
    schema.write(tmp_path, made)
    (tmp_path / "gone" / "v1").mkdir(parents=True)
    (tmp_path / "gone" / "v1" / "move.schema.json").write_text("{}", encoding="utf-8")
    assert schema.drift(tmp_path, made) == []
    assert schema.drift(tmp_path, made, whole=True) == ["gone/v1/move.schema.json: nothing here makes it"]


class Documented(Struct):
    """Fields with every kind of doc."""

    trailing: int = 0  # said at the end of the line
    below: int = 0
    """Said below."""
    silent: int = 0
    pragma: int = 0  # pragma: no cover
    spread: tuple[int, ...] = ()  # said where it ends


class Inherits(Documented):
    """More of them."""

    own: int = 0  # its own
    silent: int = 1  # now it speaks


def test_docs_of_fields_are_found_wherever_they_stand() -> None:
    documented = {"trailing": "said at the end of the line", "below": "Said below.", "spread": "said where it ends"}
    assert field_docs(Documented) == documented
    assert field_docs(Inherits) == documented | {"own": "its own", "silent": "now it speaks"}


def test_a_struct_without_source_has_no_docs() -> None:
    made = msgspec.defstruct("Made", [("a", int)])
    assert field_docs(made) == {}
