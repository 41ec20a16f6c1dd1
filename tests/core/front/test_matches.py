"""Front ends open, load, show and verify matches alike; whatever is wrong with what they are given is named."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import msgspec
import pytest

from tileyard import (
    BadOptions,
    BadPlayers,
    BadRecord,
    Frozen,
    Game,
    Move,
    Registry,
    ReplayDiverged,
    Scorer,
    StalePly,
    State,
    Struct,
    TileyardError,
    UnknownGame,
    UnknownName,
    UnknownVersion,
    UsageError,
    hookimpl,
    run,
)
from tileyard.front import builtin
from tileyard.front.bots import RandomBot, make_bot
from tileyard.front.matches import (
    draw,
    list_games,
    load_match,
    new_match,
    picture,
    read_options,
    read_record,
    scene_of,
    verify,
)
from tileyard.ground.wire import decode, encode
from tileyard_brook import Brook


class Centre(Scorer):
    """A point for the first move."""

    name, title, awards = "centre", "Centre", {"first": "first move"}

    def moved(self, table, events, turn):
        turn.award(turn.player, 1, "first")


class Plugin:
    """Brook, a scorer for it, and listeners."""

    def __init__(self):
        self.heard = []

    @hookimpl
    def register_games(self):
        return [Brook()]

    @hookimpl
    def register_scorers(self, game):
        return [Centre()]

    @hookimpl
    def match_started(self, match):
        self.heard.append("started")

    @hookimpl
    def move_played(self, update):
        self.heard.append(update.ply)


def played(registry, plies=None, **how):
    match = new_match(registry, "brook", 2, seed="7", **how)
    return run(match, [RandomBot(match.game, 1)] * 2, plies=plies)


def caught(kind, action, *args, **kwargs):
    """The facts of the error that must come."""
    with pytest.raises(kind) as info:
        action(*args, **kwargs)
    assert type(info.value) is kind
    assert "\n" not in str(info.value)
    json.dumps(info.value.facts)
    return info.value.facts


# -- opening -------------------------------------------------------------------------------------------


def test_a_match_is_opened_from_the_registry(registry):
    match = new_match(registry, "brook", 3, {"hand": 2}, seed="7")
    assert (match.players, match.engine.options.hand, match.seed) == (3, 2, "7")
    assert match.plugin == registry.game("brook").origin
    assert new_match(registry, "brook").players == 2
    assert new_match(registry, "brook").seed != new_match(registry, "brook").seed


def test_plugins_and_observers_hear_of_what_is_played():
    plugin, other = Plugin(), []

    class Observer:
        def match_started(self, match, update):
            other.append("started")

        def move_played(self, match, update):
            other.append(update.ply)

        def match_finished(self, match, update):
            other.append("finished")

    registry = Registry.of(builtin, plugin)
    match = played(registry, plies=2, observers=[Observer()])
    assert plugin.heard == other == ["started", 1, 2]
    again = load_match(registry, match.record(), until=1, observers=[Observer()])
    run(again, [RandomBot(again.game, 1)] * 2, plies=1)
    assert plugin.heard == other == ["started", 1, 2, 2]


def test_scorers_are_named_and_kept_in_the_record():
    registry = Registry.of(builtin, Plugin())
    match = played(registry, scorers=["centre"])
    assert match.record().header.scorers == ("centre",)
    assert sum(match.scores) == sum(played(registry).scores) + match.ply
    assert load_match(registry, match.record()).scores == match.scores
    facts = caught(UnknownName, new_match, registry, "brook", 2, scorers=["center"])
    assert (facts["near"], facts["allowed"]) == (["centre"], ["centre"])
    assert caught(UsageError, new_match, registry, "brook", 2, scorers=["centre"] * 2)["field"] == "scorers"
    bare = Registry.of(builtin, Brook())
    assert caught(UnknownName, load_match, bare, match.record())["kind"] == "scorer"


def test_what_no_match_can_be_made_of_is_refused(registry):
    assert caught(UnknownGame, new_match, registry, "bruk")["near"] == ["brook"]
    assert caught(BadPlayers, new_match, registry, "brook", 9)["allowed"] == [2, 3, 4]
    for odd in (True, "2", 2.0):
        assert caught(BadPlayers, new_match, registry, "brook", odd)["allowed"] == [2, 3, 4]
    assert caught(BadOptions, new_match, registry, "brook", 2, {"hand": 9})["allowed"] == [2, 3, 4]
    assert caught(BadOptions, new_match, registry, "brook", 2, {"hands": 2})["field"] == "hands"
    assert caught(UsageError, new_match, registry, "brook", 2, seed="\ud800")["field"] == "seed"
    assert new_match(registry, "brook", 2, seed="π").seed == "π"


def test_the_games_are_listed_with_their_defaults(registry):
    games = {game.id: game for game in list_games(registry)}
    assert list(games) == ["brook", "tictactoe"]
    assert games["brook"].players == [2, 3, 4]
    assert games["brook"].options == {"hand": 3, "dams": False}
    assert games["brook"].plugin == registry.game("brook").origin
    assert decode(encode(list(games.values())), list[type(games["brook"])]) == list(games.values())


# -- loading and verifying -----------------------------------------------------------------------------


def test_a_record_is_loaded_from_memory_from_json_and_from_a_file(registry, tmp_path):
    match = played(registry, plies=9)
    file = tmp_path / "m.json"
    match.record().save(str(file))
    for source in (match.record(), match.record().to_json(), file, str(file)):
        assert load_match(registry, source).digest == match.digest
        assert read_record(source).header.game == "brook"
    assert load_match(registry, file, until=4).ply == 4
    assert caught(StalePly, load_match, registry, file, 10) == {"ply": 10, "current": 9}


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b'{"header":{}}', b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_record_is_refused_with_its_file(registry, tmp_path, content):
    file = tmp_path / "m.json"
    file.write_bytes(content)
    facts = caught(BadRecord, load_match, registry, file)
    assert facts["file"] == str(file)
    assert facts["path"].startswith("$")
    assert "file" not in caught(BadRecord, load_match, registry, content)


def test_a_file_that_cannot_be_read_is_named(registry, tmp_path):
    for path in (tmp_path / "none.json", tmp_path, "nul\0"):
        assert caught(UsageError, load_match, registry, path)["field"] == str(path)


def test_a_record_cut_anywhere_or_of_something_else_is_refused(registry):
    data = played(registry, plies=3).record().to_json()
    for end in range(0, len(data) - 2, 7):
        caught(BadRecord, load_match, registry, data[:end])
    assert caught(UnknownGame, load_match, registry, data.replace(b'"brook"', b'"bruuk"'))["near"] == ["brook"]
    version = registry.game("brook").origin.version.encode()
    newer = data.replace(b'"version":"' + version + b'"', b'"version":"99.0"')
    facts = caught(UnknownVersion, load_match, Registry.load(), newer.replace(b'"name":""', b'"name":"tileyard-brook"'))
    assert facts["version"] == "99.0"


def test_a_whole_record_is_verified(registry):
    match = played(registry)
    verdict = verify(registry, match.record())
    assert (verdict.game, verdict.players, verdict.plies, verdict.over) == ("brook", 2, 24, True)
    assert (verdict.digest, verdict.commitment) == (match.digest, match.commitment)
    assert verify(registry, match.record().cut(5)).over is False
    assert verify(registry, match.record(), f" {match.commitment.upper()}\n") == verdict


def test_the_commitment_published_before_must_be_that_of_the_record(registry):
    record = played(registry, plies=2).record()
    other = new_match(registry, "brook", 2, seed="8").commitment
    assert caught(ReplayDiverged, verify, registry, record, other) == {"ply": 0, "cause": "seed"}
    for odd in ("", "abc", "g" * 64):
        assert caught(UsageError, verify, registry, record, odd)["field"] == "commitment"


def test_one_change_anywhere_is_found_at_its_ply(registry):
    """Any other digit in the seed, a digest, a drawn number, a move, or the result."""
    data = json.loads(played(registry).record().to_json())
    assert verify(registry, json.dumps(data).encode()).over
    entries = data["entries"]

    def broken(change):
        changed = json.loads(json.dumps(data))
        change(changed)
        facts = caught(ReplayDiverged, verify, registry, json.dumps(changed).encode())
        return facts["ply"], facts["cause"]

    assert broken(lambda d: d["header"].update(seed="8")) == (0, "seed")
    assert broken(lambda d: d["header"].update(commitment="0" * 64)) == (0, "seed")
    assert broken(lambda d: d["final"]["scores"].reverse()) == (24, "result")
    for ply in (0, 1, 11, 24):
        digest = entries[ply]["digest"]
        flipped = ("1" if digest[0] == "0" else "0") + digest[1:]
        assert broken(lambda d, p=ply, x=flipped: d["entries"][p].update(digest=x)) == (ply, "rules")
    drawing = [ply for ply, entry in enumerate(entries) if entry.get("drawn")]
    for ply in (drawing[0], drawing[-1]):
        number = entries[ply]["drawn"][-1] + 1
        assert broken(lambda d, p=ply, n=number: d["entries"][p]["drawn"].__setitem__(-1, n)) == (ply, "chance")
    for ply in (1, 12):
        assert broken(lambda d, p=ply: d["entries"][p]["move"].update(cell=7777))[0] == ply
        assert broken(lambda d, p=ply: d["entries"][p].update(player=1 - d["entries"][p]["player"]))[0] == ply


# -- options -------------------------------------------------------------------------------------------


class Tile(Frozen):
    sides: str


class TileSet(Frozen):
    name: str
    tiles: tuple[Tile, ...] = ()
    worth: dict[int, str] = {}


class Wide(Frozen):
    """One option of each kind."""

    tileset: Literal["mac45", "cc6"] | TileSet = "mac45"
    rounds: Annotated[int, msgspec.Meta(ge=1, le=9)] = 3
    fast: bool = False
    size: Literal[5, 7] = 5
    limit: int | None = None
    order: tuple[int, ...] = ()
    motto: str = ""


class Nothing(Struct):
    over: bool = False


class End(Move):
    pass


class Options(Game[Wide, Nothing, End]):
    """A game of nothing but options."""

    id, title, players = "options", "Options", (2,)

    def setup(self, turn):
        return State(Nothing(), (None, None))

    def active(self, table):
        return () if table.over else (0,)

    def legal(self, view):
        return [End()]

    def apply(self, state, move, turn):
        state.table.over = True


GAME = Options()


def test_a_document_among_the_options_stands_in_the_record():
    registry = Registry.of(builtin, GAME)
    options = read_options(GAME, {"tileset": '{"name": "own", "tiles": [{"sides": "abcd"}], "worth": {"3": "c"}}'})
    match = new_match(registry, "options", 2, options, seed="1")
    match.play(0, End())
    again = load_match(registry, match.record().to_json())
    assert again.engine.options == options
    assert again.digest == match.digest


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, Wide()),
        ({"tileset": "cc6"}, Wide(tileset="cc6")),
        ({"rounds": "9", "fast": "true", "size": "7", "limit": "4"}, Wide(rounds=9, fast=True, size=7, limit=4)),
        ({"fast": "0", "limit": "null"}, Wide()),
        ({"order": "[2, 1]"}, Wide(order=(2, 1))),
        ({"motto": "[odd] but text"}, Wide(motto="[odd] but text")),
        ({"tileset": '{"name": "own", "worth": {"3": "c"}}'}, Wide(tileset=TileSet("own", worth={3: "c"}))),
    ],
)
def test_options_are_read_from_text(given, expected):
    assert read_options(GAME, given) == expected


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("set.toml", 'name = "own"\n[[tiles]]\nsides = "abcd"\n[worth]\n3 = "c"\n'),
        ("set.TOML", 'name = "own"\ntiles = [{sides = "abcd"}]\nworth = {3 = "c"}\n'),
        ("set.json", '{"name": "own", "tiles": [{"sides": "abcd"}], "worth": {"3": "c"}}'),
        ("set", '{"name": "own", "tiles": [{"sides": "abcd"}], "worth": {"3": "c"}}'),
    ],
)
def test_an_option_that_is_a_document_is_read_from_its_file(tmp_path, file, content):
    (tmp_path / file).write_text(content)
    options = read_options(GAME, {"tileset": str(tmp_path / file)})
    assert options.tileset == TileSet("own", (Tile("abcd"),), {3: "c"})


@pytest.mark.parametrize(
    ("file", "content", "path"),
    [
        ("set.toml", 'name = "own"\n[[tiles]]\nsides = 4\n', "$.tiles[0].sides"),
        ("set.json", '{"name": "own", "tiles": [{"sides": "a"}, {}]}', "$.tiles[1]"),
        ("set.json", '{"name": "own", "extra": 1}', "$"),
        ("set.toml", "name = ", "$"),
        ("set.json", "", "$"),
        pytest.param("set.toml", f"a = {'9' * 5000}", "$", id="a number without end"),
        ("set.json", '{"name": "own", "worth": {"x": "c"}}', "$.worth"),
    ],
)
def test_a_fault_in_a_document_is_told_with_its_file_and_place(tmp_path, file, content, path):
    place = tmp_path / file
    place.write_text(content)
    facts = caught(BadOptions, read_options, GAME, {"tileset": str(place)})
    assert (facts["field"], facts["file"]) == ("tileset", str(place))
    assert facts["path"] == path


def test_a_file_of_bytes_that_are_no_text_is_refused(tmp_path):
    for name in ("set.toml", "set.json"):
        (tmp_path / name).write_bytes(b'name = "\xff"')
        assert caught(BadOptions, read_options, GAME, {"tileset": str(tmp_path / name)})["field"] == "tileset"


@pytest.mark.parametrize(
    ("field", "text", "allowed"),
    [
        ("tileset", "mac46", ["mac45", "cc6"]),
        ("tileset", "nul\0", ["mac45", "cc6"]),
        ("tileset", "x" * 5000, ["mac45", "cc6"]),
        ("size", "6", [5, 7]),
        ("rounds", "10", None),
        ("rounds", "many", None),
        ("fast", "maybe", None),
        ("order", "[1,", None),
        ("order", '["a"]', None),
        ("speed", "1", ["tileset", "rounds", "fast", "size", "limit", "order", "motto"]),
    ],
)
def test_an_option_that_is_not_allowed_is_named(field, text, allowed):
    facts = caught(BadOptions, read_options, GAME, {field: text})
    assert facts["field"] == field
    assert facts.get("allowed") == allowed


# -- showing -------------------------------------------------------------------------------------------


def test_a_game_without_a_scene_is_shown_by_its_data(registry, tictactoe):
    match = new_match(registry, "tictactoe", seed="1")
    match.play(0, tictactoe.Mark(4))
    scene = scene_of(registry, match, None)
    assert [(score.points, score.active) for score in scene.scores] == [(0, False), (0, True)]
    assert "table.board [0,0,0,0,1,0,0,0,0]" in scene.captions
    assert "Tic-tac-toe" in draw(registry, scene, "text")
    assert draw(registry, scene, "svg").startswith("<svg")


def test_only_the_own_seat_is_shown():
    bare = Registry.of(builtin, Brook())
    match = played(bare, plies=3)
    for player in (None, 0, 1):
        seats = [line for line in scene_of(bare, match, player).captions if line.startswith("seat.")]
        assert seats == ([] if player is None else [f"seat.hand {encode(match.view(player).seat.hand).decode()}"])


@pytest.mark.parametrize("fault", [lambda view: 1 / 0, lambda view: "no scene"])
def test_a_plugin_that_cannot_draw_is_reported(fault):
    class Drawing(Plugin):
        @hookimpl
        def register_scenes(self):
            return {"brook": fault}

        @hookimpl
        def register_renderers(self):
            return {"odd": lambda scene: fault(scene) and None}

    registry = Registry.of(builtin, Drawing())
    match = new_match(registry, "brook", seed="1")
    with pytest.raises(TileyardError) as info:
        scene_of(registry, match, 0)
    assert info.value.code == "plugin_problem"
    scene = scene_of(Registry.of(builtin, Brook()), match, 0)
    with pytest.raises(TileyardError) as info:
        draw(registry, scene, "odd")
    assert info.value.code == "plugin_problem"
    assert caught(UnknownName, draw, registry, scene, "svgg")["near"] == ["svg"]


def test_a_picture_is_what_a_notebook_shows() -> None:
    """By default that of a spectator, who sees no hand."""
    registry = Registry.load()
    match = new_match(registry, "brook", 2, seed=7)
    for player, drawn in ((None, picture(registry, match)), (0, picture(registry, match, 0))):
        assert drawn._repr_svg_() == drawn.svg == draw(registry, scene_of(registry, match, player), "svg")
        assert len(repr(drawn)) < 100
    assert picture(registry, match).svg != picture(registry, match, 0).svg


def test_a_picture_of_a_format_in_bytes_is_read_as_text() -> None:
    """Any plugin may offer the format, where those of Tileyard are not."""
    registry = Registry.load()
    registry.renderers["svg"] = lambda scene: b"<svg/>"
    assert picture(registry, new_match(registry, "brook"))._repr_svg_() == "<svg/>"


@pytest.mark.parametrize(
    ("slip", "hint"),
    [
        (lambda registry: new_match(Registry, "brook"), "registry: not Registry, but what Registry.load"),  # type: ignore[arg-type]
        (lambda registry: new_match(Registry.load, "brook"), "but what Registry.load"),  # type: ignore[arg-type]
        (lambda registry: new_match(registry, registry.game("brook")), "brook, of .*but its id"),
        (lambda registry: new_match(registry, "brook", observers=3), "observers: not 3, but a list"),  # type: ignore[arg-type]
        (lambda registry: registry.bot(None), "bot: not None, but its name"),
        (lambda registry: make_bot(registry, registry.game("brook"), "random", "7", 0), "give its .game"),
        (lambda registry: make_bot(registry, registry.game("brook").game, None, "7", 0), "None names no bot"),  # type: ignore[arg-type]
        (lambda registry: Registry([registry.game("brook").game]), r"Registry.of\(...\) what it is given"),
    ],
)
def test_slips_around_a_registry_are_told_with_what_would_have_been_right(slip: Any, hint: str) -> None:
    """As wrong use."""
    with pytest.raises(UsageError, match=hint):
        slip(Registry.load())
