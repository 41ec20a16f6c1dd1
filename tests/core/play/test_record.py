"""Records: saved, cut and resumed, and every corruption found at its ply."""

from __future__ import annotations

import copy
import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from market import Choose, Duel, Echo, Lay, Market, Pass, market, play_on
from tileyard import (
    BadOptions,
    BadPlayers,
    BadRecord,
    Frozen,
    Game,
    GameFault,
    IllegalMove,
    Match,
    Record,
    ReplayDiverged,
    RulesMismatch,
    StalePly,
    UnknownVersion,
    UsageError,
)
from tileyard.ground.wire import to_builtins
from tileyard.play.record import FORMAT, Origin

PLUGIN = Origin("tileyard-market", "1.2.0")


def saved(match: Match) -> Any:
    """The record as plain JSON, to be changed."""
    return json.loads(match.record().to_json())


def load(plain: Any) -> Record[Any, Any]:
    return Record.parse(json.dumps(plain))


def whole(seed: str = "7", **how: Any) -> Match:
    """A match of some length that drew, whispered and was scored."""
    return play_on(market(seed, options={"turns": 3}, **how), seed=5)


# -- there and back ------------------------------------------------------------------------------------


@given(st.integers(0, 1000), st.integers(0, 30), st.sampled_from([Market, Duel]))
def test_a_record_saved_and_loaded_gives_the_same_match(seed: int, plies: int, kind: Any) -> None:
    """To the last byte, whenever it was saved."""
    match = play_on(Match(kind(), 2, seed=str(seed)), seed, plies)
    record = match.record()
    data = record.to_json()
    again = Match.replay(Record.parse(data), kind())
    assert (again.digest, again.scores, again.ply, again.over) == (match.digest, match.scores, match.ply, match.over)
    assert again.record() == record
    assert again.record().to_json() == data
    assert again.updates(1) == match.updates(1)
    assert Match.replay(record, kind()).digest == match.digest


@given(st.integers(0, 1000), st.data())
def test_a_record_cut_anywhere_resumes_to_the_same_end(seed: int, data: st.DataObject) -> None:
    """With the same moves; the chance goes on where it was."""
    match = play_on(market(str(seed)), seed)
    record = match.record()
    ply = data.draw(st.integers(0, match.ply))
    resumed = Match.replay(Record.parse(record.cut(ply).to_json()), Market())
    until = Match.replay(record, Market(), until=ply)
    assert resumed.ply == until.ply == ply
    assert resumed.digest == until.digest
    assert resumed.record() == until.record() == record.cut(ply) or ply == match.ply
    for entry in record.entries[ply + 1 :]:
        resumed.play(entry.player, entry.move)  # type: ignore[arg-type]
        until.play(entry.player, entry.move)  # type: ignore[arg-type]
    assert resumed.record() == until.record() == record
    assert resumed.digest == match.digest


def test_the_json_has_a_line_for_each_ply() -> None:
    """So that a person can read it, and a tool compare two."""
    match = market()
    tile = match.view(0).seat.hand[0]
    match.play(0, Lay(tile))
    lines = match.record().to_json().decode().splitlines()
    assert lines[0].startswith('{"header":{"game":"market","rules":1,"players":2,"options":{"turns":2,')
    assert lines[1] == '"entries":['
    assert json.loads(lines[2].rstrip(",")) == {
        "digest": match.record().entries[0].digest,
        "drawn": match.record().entries[0].drawn,
    }
    assert json.loads(lines[3]) == {
        "digest": match.digest[:16],
        "player": 0,
        "move": {"type": "lay", "tile": tile},
    }
    assert lines[4:] == ["],", '"final":null}']


def test_the_header_says_what_the_match_is() -> None:
    """With the hash that was published before it."""
    match = Match(Market(), 3, seed="7", options={"secret": True}, plugin=PLUGIN, scorers=[Echo()])
    header = saved(match)["header"]
    assert header == {
        "game": "market",
        "rules": 1,
        "players": 3,
        "options": {"turns": 2, "secret": True, "name": ""},
        "seed": "7",
        "commitment": match.commitment,
        "plugin": {"name": "tileyard-market", "version": "1.2.0"},
        "scorers": ["echo"],
        "format": FORMAT,
    }


def test_only_a_finished_match_has_a_result() -> None:
    """Scores, ranking, winners and the game's own note."""
    match = play_on(Match(Duel(), 2, seed="1"), 1, 5)
    assert match.record().final is None
    play_on(match)
    final = saved(match)["final"]
    assert final == {
        "scores": match.scores,
        "ranking": [list(place) for place in match.result.ranking],
        "winners": list(match.result.winners),
        "note": match.result.note,
    }


def test_a_record_is_saved_whole_and_loaded(tmp_path: Path) -> None:
    """By the name of a file, or a path."""
    record = whole().record()
    for path in (tmp_path / "m.json", str(tmp_path / "n.json")):
        record.save(path)
        assert Record.load(path).to_json() == record.to_json()
    (tmp_path / "m.json").chmod(0o600)
    record.save(tmp_path / "m.json")
    assert stat.S_IMODE((tmp_path / "m.json").stat().st_mode) == 0o600
    with pytest.raises(UsageError):
        record.save(tmp_path / "none" / "m.json")
    with pytest.raises(UsageError):
        Record.load(tmp_path / "none.json")


@pytest.mark.parametrize("ply", [-1, -5, 99])
def test_what_is_not_there_cannot_be_cut_or_shown(ply: int) -> None:
    """With how long the record is."""
    record = whole().record()
    last = len(record.entries) - 1
    for ask in (lambda: record.cut(ply), lambda: Match.replay(record, Market(), until=ply)):
        with pytest.raises(StalePly) as caught:
            ask()
        assert caught.value.facts == {"ply": ply, "current": last}


# -- what is no record ---------------------------------------------------------------------------------


@given(st.data())
def test_a_truncated_record_is_refused(data: st.DataObject) -> None:
    """Wherever it breaks off."""
    written = whole().record().to_json()
    cut = data.draw(st.integers(0, len(written) - 3))
    with pytest.raises(BadRecord) as caught:
        Record.parse(written[:cut], "m.json")
    assert caught.value.facts["file"] == "m.json"
    assert str(caught.value).startswith("not a match record: ")


FOREIGN: dict[str, Any] = {
    "nothing": b"",
    "no JSON": b"PNG\x89",
    "another document": {"name": "x"},
    "a list": [],
    "null": None,
    "no entries": {"header": {}},
    "deep": b'{"header":' + b"[" * 100_000,
    "not UTF-8": b'{"header":{"game":"\xff"}}',
}


@pytest.mark.parametrize("name", FOREIGN)
def test_a_foreign_document_is_refused(name: str) -> None:
    """In one line, with the path of what is missing."""
    data = FOREIGN[name]
    with pytest.raises(BadRecord) as caught:
        Record.parse(data if isinstance(data, bytes) else json.dumps(data))
    assert "path" in caught.value.facts
    assert "file" not in caught.value.facts
    assert "\n" not in str(caught.value)


def spoil(plain: Any, path: list[Any], value: Any) -> Any:
    """``plain`` with another value at ``path``; without it if the value is ``...``."""
    inner = plain
    for part in path[:-1]:
        inner = inner[part]
    if value is ...:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return plain


MISSHAPEN: dict[str, tuple[list[Any], Any, str]] = {
    "text for players": (["header", "players"], "2", "$.header.players"),
    "no seed": (["header", "seed"], ..., "$.header"),
    "something more": (["header", "extra"], 1, "$.header"),
    "options as a list": (["header", "options"], [], "$.header.options"),
    "a fraction drawn": (["entries", 0, "drawn"], [1.5], "$.entries[0].drawn[0]"),
    "no digest": (["entries", 2, "digest"], ..., "$.entries[2]"),
    "a move as text": (["entries", 1, "move"], "pass", "$.entries[1].move"),
    "a result as a list": (["final"], [1], "$.final"),
    "entries missing": (["entries"], ..., "$"),
}


@pytest.mark.parametrize("name", MISSHAPEN)
def test_a_misshapen_record_is_refused_with_the_path(name: str) -> None:
    """Whoever made it can find the place."""
    path, value, expected = MISSHAPEN[name]
    with pytest.raises(BadRecord) as caught:
        load(spoil(saved(whole()), path, value))
    assert caught.value.facts["path"] == expected


def test_another_format_is_named_even_if_nothing_else_fits() -> None:
    """A later format will have other fields."""
    for plain in (spoil(saved(whole()), ["header", "format"], 2), {"header": {"format": 2, "new": 1}, "turns": []}):
        with pytest.raises(BadRecord) as caught:
            Record.parse(json.dumps(plain), "m.json")
        assert str(caught.value) == "record format 2 is not known, only 1"
        assert caught.value.facts == {
            "path": "$.header.format",
            "field": "format",
            "allowed": [FORMAT],
            "file": "m.json",
        }


def test_a_record_without_even_a_set_up_is_none() -> None:
    """It would be a match before it began."""
    with pytest.raises(BadRecord, match="set-up"):
        load(spoil(saved(whole()), ["entries"], []))


MOVES: dict[str, tuple[list[Any], Any]] = {
    "of another shape": (["entries", 2, "move"], {"type": "lay", "tile": "x"}),
    "of no game": (["entries", 2, "move"], {"type": "castle"}),
    "no move": (["entries", 2, "move"], None),
    "no player": (["entries", 2, "player"], ...),
    "a move in the set-up": (["entries", 0, "move"], {"type": "pass"}),
    "a player in the set-up": (["entries", 0, "player"], 0),
}


@pytest.mark.parametrize("name", MOVES)
def test_a_move_that_is_none_is_refused_with_its_ply(name: str) -> None:
    """Before anything is played."""
    path, value = MOVES[name]
    record = load(spoil(saved(whole()), path, value))
    with pytest.raises(BadRecord) as caught:
        Match.replay(record, Market())
    assert caught.value.facts["ply"] == path[1]
    assert str(caught.value).startswith(f"ply {path[1]}: ")


def test_a_set_up_that_is_not_allowed_is_refused() -> None:
    """As if it were a new match."""
    with pytest.raises(BadPlayers):
        Match.replay(load(spoil(saved(whole()), ["header", "players"], 9)), Market())
    with pytest.raises(BadOptions):
        Match.replay(load(spoil(saved(whole()), ["header", "options", "turns"], 4)), Market())


# -- corruption ----------------------------------------------------------------------------------------


def other_move(plain: Any, ply: int) -> None:
    """Put another legal move in the place of one."""
    entry = plain["entries"][ply]
    legal = Match.replay(load(plain), Market(), until=ply - 1).legal(entry["player"])
    entry["move"] = next(move for move in to_builtins(legal) if move != entry["move"])


@given(st.data())
def test_one_changed_entry_is_found_at_its_ply(data: st.DataObject) -> None:
    """A move, a player, a digit of the digest, a drawn number: with the cause."""
    plain = saved(whole())
    ply = data.draw(st.integers(0, len(plain["entries"]) - 1))
    entry = plain["entries"][ply]
    kind = data.draw(st.sampled_from(["digest", "drawn", *(["move", "player"] if ply else [])]))
    causes = {"digest": ("rules",), "drawn": ("chance",), "move": ("chance", "rules"), "player": ("move",)}
    if kind == "digest":
        place = data.draw(st.integers(0, 15))
        digit = entry["digest"][place]
        entry["digest"] = entry["digest"][:place] + ("0" if digit != "0" else "1") + entry["digest"][place + 1 :]
    elif kind == "drawn":
        drawn = entry.setdefault("drawn", [])
        if drawn and data.draw(st.booleans()):
            drawn[data.draw(st.integers(0, len(drawn) - 1))] += 1
        else:
            drawn.append(0)
    elif kind == "player":
        entry["player"] = data.draw(st.sampled_from([1 - entry["player"], 7, -1]))
    else:
        other_move(plain, ply)
    with pytest.raises(ReplayDiverged) as caught:
        Match.replay(load(plain), Market())
    assert caught.value.facts["ply"] == ply
    assert caught.value.facts["cause"] in causes[kind]
    assert str(caught.value).startswith(f"ply {ply}: {caught.value.facts['cause']}: ")


HEADER: dict[str, tuple[list[Any], Any, str]] = {
    "a seed digit": (["seed"], "8", "seed"),
    "the commitment": (["commitment"], "0" * 64, "seed"),
    "another number of players": (["players"], 3, "chance"),
    "an option": (["options", "turns"], 2, "rules"),
}


@pytest.mark.parametrize("name", HEADER)
def test_a_changed_header_is_found_at_the_set_up(name: str) -> None:
    """With the cause."""
    path, value, cause = HEADER[name]
    with pytest.raises(ReplayDiverged) as caught:
        Match.replay(load(spoil(saved(whole()), ["header", *path], value)), Market())
    assert caught.value.facts == {"ply": 0, "cause": cause}


def test_seed_and_commitment_changed_together_are_found_by_the_numbers() -> None:
    """The key fits then, but not the deal."""
    plain = saved(whole())
    plain["header"] |= {"seed": "8", "commitment": market("8").commitment}
    with pytest.raises(ReplayDiverged) as caught:
        Match.replay(load(plain), Market())
    assert caught.value.facts == {"ply": 0, "cause": "chance"}


def test_of_many_numbers_the_first_wrong_one_is_named_or_how_many_there_are() -> None:
    plain = saved(whole())
    ply = next(ply for ply, entry in enumerate(plain["entries"]) if len(entry.get("drawn", [])) > 1)
    drawn = plain["entries"][ply]["drawn"]
    for wrong, said in (
        ([drawn[0], drawn[1] + 3, *drawn[2:]], f"number 2 of those drawn is {drawn[1]}, not {drawn[1] + 3}"),
        ([*drawn, 0], f"numbers drawn: {len(drawn)}, not {len(drawn) + 1}"),
    ):
        plain["entries"][ply]["drawn"] = wrong
        with pytest.raises(ReplayDiverged) as caught:
            Match.replay(load(plain), Market())
        assert str(caught.value) == f"ply {ply}: chance: {said}"


RESULTS: dict[str, Callable[[Any], Any]] = {
    "a point": lambda final: final["scores"].__setitem__(0, final["scores"][0] + 1),
    "the ranking": lambda final: final["ranking"].reverse(),
    "the winner": lambda final: final.__setitem__("winners", []),
    "the note": lambda final: final.__setitem__("note", "cheated"),
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_changed_result_is_found(name: str) -> None:
    """At the last ply."""
    match = whole()
    plain = saved(match)
    RESULTS[name](plain["final"])
    with pytest.raises(ReplayDiverged) as caught:
        Match.replay(load(plain), Market())
    assert caught.value.facts == {"ply": match.ply, "cause": "result"}


def test_a_result_before_the_end_is_found() -> None:
    """Moves were cut off, but not the result."""
    plain = saved(whole())
    del plain["entries"][-1]
    with pytest.raises(ReplayDiverged) as caught:
        Match.replay(load(plain), Market())
    assert caught.value.facts["cause"] == "result"


def test_a_move_after_the_end_is_found() -> None:
    """One ply too many."""
    plain = saved(whole())
    plain["entries"].append(plain["entries"][-1])
    with pytest.raises(ReplayDiverged) as caught:
        Match.replay(load(plain), Market())
    assert caught.value.facts == {"ply": len(plain["entries"]) - 1, "cause": "move"}
    assert "the match is over" in str(caught.value)


def test_entries_in_another_order_are_found() -> None:
    """Each was true once."""
    plain = saved(whole())
    plain["entries"][2], plain["entries"][3] = plain["entries"][3], plain["entries"][2]
    with pytest.raises(ReplayDiverged) as caught:
        Match.replay(load(plain), Market())
    assert caught.value.facts["ply"] == 2


def test_rules_that_changed_in_silence_are_found() -> None:
    """The version is the same, the game plays otherwise."""

    class Changed(Market):
        def apply(self, state: Any, move: Any, turn: Any) -> None:
            super().apply(state, move, turn)
            if type(move) is Pass and state.table.turns == 3:
                turn.award(turn.player, 1, "lay")

    match = whole()
    ply = next(update.ply for update in match.updates(None) if update.view.table.turns == 3)
    with pytest.raises(ReplayDiverged) as caught:
        Match.replay(match.record(), Changed())
    assert caught.value.facts == {"ply": ply, "cause": "rules"}


def test_rules_that_fail_in_a_replay_are_named_with_the_ply() -> None:
    """Not as a fault of whoever verifies."""

    class Failing(Market):
        def apply(self, state: Any, move: Any, turn: Any) -> None:
            if type(move) is Lay:
                raise KeyError(move.tile)
            super().apply(state, move, turn)

    match = whole()
    first = next(ply for ply, entry in enumerate(match.record().entries) if type(entry.move) is Lay)
    with pytest.raises(ReplayDiverged) as caught:
        Match.replay(match.record(), Failing())
    assert caught.value.facts == {"ply": first, "cause": "move"}
    assert "market.apply failed" in str(caught.value)
    assert type(caught.value.__cause__) is GameFault


# -- versions ------------------------------------------------------------------------------------------


def test_a_record_of_another_game_is_refused() -> None:
    """By both names."""
    with pytest.raises(RulesMismatch) as caught:
        Match.replay(whole().record(), Duel())
    assert caught.value.facts == {"game": "duel", "record": "market"}


class NewOptions(Frozen):
    rounds: int = 2
    secret: bool = False
    name: str = ""


class Market2(Market):
    """The market after its rules were written anew: a move and an option have other names."""

    rules = 2

    def migrate(self, record: Any) -> Any:
        if record.header.rules != 1:
            return super().migrate(record)
        record.header.rules = 2
        record.header.options["turns"] = record.header.options.pop("length")
        for entry in record.entries[1:]:
            if entry.move["type"] == "put":
                entry.move = {"type": "lay", "tile": entry.move["piece"]}
        return record


def old_record() -> Any:
    """How the first version wrote it."""
    plain = saved(whole())
    plain["header"]["options"]["length"] = plain["header"]["options"].pop("turns")
    for entry in plain["entries"][1:]:
        if entry["move"]["type"] == "lay":
            entry["move"] = {"type": "put", "piece": entry["move"]["tile"]}
    return plain


def test_an_old_record_is_migrated_by_the_game() -> None:
    """Moves and options are plain data at that point; the record itself stays as it is."""
    record = load(old_record())
    before = copy.deepcopy(record)
    match = Match.replay(record, Market2())
    assert match.digest == whole().digest
    assert match.record().header.rules == 2
    assert record == before


def test_a_record_still_in_memory_is_migrated_as_a_file_would_be() -> None:
    """The game gets plain data either way, and what it does stays its own."""
    seen = []

    class Looking(Market):
        rules = 3

        def migrate(self, record: Any) -> Any:
            seen.extend([record.header.options, record.entries[1].move])
            record.header.rules = 3
            record.entries[1].digest = "spoilt"
            return record

    match = whole()
    record = match.record()
    with pytest.raises(ReplayDiverged) as caught:
        Match.replay(record, Looking())
    assert caught.value.facts == {"ply": 1, "cause": "rules"}
    assert [type(part) for part in seen] == [dict, dict]
    assert record == match.record()


@pytest.mark.parametrize("rules", [3, 0])
def test_rules_that_cannot_be_migrated_are_refused_by_name(rules: int) -> None:
    """Newer ones, or too old ones."""
    with pytest.raises(RulesMismatch) as caught:
        Match.replay(load(spoil(saved(whole()), ["header", "rules"], rules)), Market2())
    assert caught.value.facts == {"game": "market", "rules": 2, "record": rules}


def failing(record: Any) -> Any:
    raise KeyError("turns")


def spoil_entries(record: Any) -> Any:
    record.header.rules = 2
    record.entries = [1]
    return record


MIGRATIONS: dict[str, Callable[[Any], Any]] = {
    "raises": failing,
    "gives nothing": lambda record: None,
    "gives a dict": lambda record: {},
    "leaves the rules as they are": lambda record: record,
    "spoils the entries": spoil_entries,
}


@pytest.mark.parametrize("name", MIGRATIONS)
def test_a_migration_that_fails_is_a_fault_of_the_game(name: str) -> None:
    """Never a record half loaded."""

    class Bad(Market):
        rules = 2

        def migrate(self, record: Any) -> Any:
            return MIGRATIONS[name](record)

    with pytest.raises(GameFault) as caught:
        Match.replay(load(saved(whole())), Bad())
    assert caught.value.facts["verb"] == "migrate"
    assert caught.value.facts["game"] == "market"


VERSIONS = {
    "1.2.0": True,
    "1.2": True,
    "1.1.9": True,
    "1.2rc1": True,
    "1.2.0.dev3": True,
    "0.9": True,
    "1.2.0+local.7": True,
    "1.2.1": False,
    "1.10": False,
    "2": False,
    "1.2.0.post1": False,
    "latest": False,
    "": False,
    "1" * 5000: False,
}


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: version[:12])
def test_a_record_of_a_newer_plugin_is_refused(version: str) -> None:
    """An older one with the same rules is played; what is no version is not known, and is not quoted without end."""
    record = load(spoil(saved(whole(plugin=PLUGIN)), ["header", "plugin", "version"], version))
    if VERSIONS[version]:
        assert Match.replay(record, Market(), plugin=PLUGIN).digest == whole().digest
        return
    with pytest.raises(UnknownVersion) as caught:
        Match.replay(record, Market(), plugin=PLUGIN)
    assert caught.value.facts == {
        "plugin": "tileyard-market",
        "version": version if len(version) < 4000 else f"{version[:3997]}...",
        "installed": "tileyard-market 1.2.0",
    }


@pytest.mark.parametrize(("made", "installed"), [("1.2.0", "1.2"), ("1.2", "1.2.0.0"), ("v1.0", "1"), ("0.0", "0")])
def test_zeros_at_the_end_make_no_newer_version(made: str, installed: str) -> None:
    """Nor does a v before it."""
    record = whole(plugin=Origin("m", made)).record()
    assert Match.replay(record, Market(), plugin=Origin("m", installed)).over


def test_a_record_of_another_plugin_is_refused() -> None:
    """Two distributions may each have a game of this name."""
    with pytest.raises(UnknownVersion, match=r"tileyard-market.*other-market"):
        Match.replay(whole(plugin=PLUGIN).record(), Market(), plugin=Origin("other-market", "1.2.0"))


def test_a_game_without_a_plugin_replays_any_record_of_it() -> None:
    """And the other way round: there is nothing to compare."""
    assert Match.replay(whole(plugin=PLUGIN).record(), Market()).digest == whole().digest
    assert Match.replay(whole().record(), Market(), plugin=PLUGIN).digest == whole().digest


def test_a_newer_version_is_refused_before_the_rules_are_asked() -> None:
    """Its rules are newer too, and migrating them is beyond what is installed."""
    plain = saved(whole(plugin=PLUGIN))
    plain["header"]["rules"] = 9
    plain["header"]["plugin"]["version"] = "9"
    with pytest.raises(UnknownVersion):
        Match.replay(load(plain), Market(), plugin=PLUGIN)


# -- the rest ------------------------------------------------------------------------------------------


def test_a_record_belongs_to_whoever_asked_for_it() -> None:
    """Changed at will, the match does not notice."""
    match = whole()
    record, before = match.record(), match.record().to_json()
    record.header.seed = "x"
    record.entries[0].drawn.append(1)
    record.entries[1].digest = ""
    record.entries.pop()
    assert record.final is not None
    record.final.scores[0] += 1
    assert match.record().to_json() == before


def test_simultaneous_moves_are_recorded_in_the_order_they_came() -> None:
    """Which need not be that of the seats."""
    match = Match(Duel(), 3, seed="1")
    for player in (2, 0, 1):
        match.play(player, Choose(player + 1))
    record = Record.parse(match.record().to_json())
    assert [entry.player for entry in record.entries] == [None, 2, 0, 1]
    assert Match.replay(record, Duel()).digest == match.digest


def test_an_undone_move_leaves_no_trace() -> None:
    """Neither in the entries nor in their digests."""
    match, other = market(), market()
    tiles = match.view(0).seat.hand
    match.play(0, Lay(tiles[0]))
    match.record()
    match.undo()
    match.play(0, Lay(tiles[1]))
    other.play(0, Lay(tiles[1]))
    assert match.record() == other.record()


def test_replaying_the_same_record_twice_gives_two_matches() -> None:
    """They go on separately."""
    record = play_on(market(), plies=3).record()
    first, second = Match.replay(record, Market()), Match.replay(record, Market())
    first.play(first.active[0], Pass())
    assert second.ply == 3
    with pytest.raises(IllegalMove):
        second.play(second.active[0], Lay(99))


def test_the_types_of_the_game_are_needed_to_read_moves() -> None:
    """Until then they are plain data, as are options."""
    record = Record.parse(whole().record().to_json())
    assert type(record.entries[1].move) is dict
    assert type(record.header.options) is dict
    typed = record.typed(Market(), Origin())
    assert type(typed.entries[1].move) in Market.types.moves
    assert isinstance(Market(), Game)
