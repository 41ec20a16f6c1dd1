"""Records: saved, cut and resumed; what is no record is refused with its place."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from market import Choose, Duel, Echo, Lay, Market, Pass, market, play_on
from records import PLUGIN, load, saved, spoil, whole
from tileyard import (
    BadOptions,
    BadPlayers,
    BadRecord,
    Game,
    IllegalMove,
    Match,
    Record,
    StalePly,
    UsageError,
)
from tileyard.play.record import FORMAT, Origin

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
