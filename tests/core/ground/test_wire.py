"""Codecs, digests and the faults of what comes from outside."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from copy import deepcopy
from typing import Any, Literal

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tileyard import BadPayload, BadRecord, Event, Frozen, Move, Struct, Whisper
from tileyard.ground.wire import bad_payload, checked, convert, decode, digest, encode, members, schemas, to_builtins


class Layout(Struct):
    board: dict[int, int]


class Area(Struct):
    rows: dict[int, list[int]]


class Lay(Move, Event):
    cell: int
    turn: Literal[0, 90] = 0


class LayTwoTiles(Move):
    cells: tuple[int, ...] = ()
    name: str = ""


class Secret(Whisper):
    tile: int


MOVES = Lay | LayTwoTiles


# -- types ---------------------------------------------------------------------------------------------


def test_moves_events_and_whispers_carry_their_name_as_a_tag() -> None:
    """In snake case, so that each means the same alone as in a list."""
    assert encode([Lay(3), LayTwoTiles((1,)), Secret(2)]) == (
        b'[{"type":"lay","cell":3,"turn":0},{"type":"lay_two_tiles","cells":[1],"name":""},{"type":"secret","tile":2}]'
    )
    assert decode(b'{"type":"lay_two_tiles","cells":[1]}', MOVES) == LayTwoTiles((1,))


def test_a_move_is_frozen_hashable_and_equal_by_value() -> None:
    """A move that is an event as well is still one thing."""
    move = Lay(3)
    assert {move: 1}[Lay(3)] == 1
    assert move != LayTwoTiles()
    with pytest.raises(AttributeError):
        move.cell = 4  # type: ignore[misc]


def test_frozen_and_changing_structs_refuse_unknown_fields() -> None:
    """A misspelt field is never dropped in silence."""

    class Setting(Frozen):
        size: int = 1

    for kind in (Setting, Layout):
        with pytest.raises(BadPayload) as caught:
            decode(b'{"siez":2}', kind)
        assert caught.value.facts == {"path": "$", "field": "siez"}


# -- what comes from outside ---------------------------------------------------------------------------

FAULTS = {
    "another type": (b'{"type":"lay","cell":"3"}', "$.cell", "cell"),
    "true is no number": (b'{"type":"lay","cell":true}', "$.cell", "cell"),
    "a fraction": (b'{"type":"lay","cell":1.0}', "$.cell", "cell"),
    "infinity": (b'{"type":"lay","cell":1e999}', "$.cell", "cell"),
    "not a number": (b'{"type":"lay","cell":NaN}', "$", ""),
    "more digits than Python reads": (b'{"type":"lay","cell":' + b"9" * 5000 + b"}", "$.cell", "cell"),
    "no allowed value": (b'{"type":"lay","cell":1,"turn":45}', "$.turn", "turn"),
    "inside a list": (b'{"type":"lay_two_tiles","cells":[1,null]}', "$.cells[1]", "cells"),
    "an unknown tag": (b'{"type":"jump"}', "$.type", "type"),
    "no tag": (b'{"cell":1}', "$", "type"),
    "two tags": (b'{"type":"lay","type":"lay_two_tiles","cell":1}', "$.type", "type"),
    "a field missing": (b'{"type":"lay"}', "$", "cell"),
    "an unknown field": (b'{"type":"lay","cell":1,"when":2}', "$", "when"),
    "a field that looks like a path": (b'{"type":"lay","cell":1,"a - at `b":2}', "$", "a - at "),
    "not an object": (b"[1]", "$", ""),
    "nothing": (b"", "$", ""),
    "cut off": (b'{"type":"lay","cell":', "$", ""),
    "more after the end": (b'{"type":"lay","cell":1}{}', "$", ""),
    "invalid UTF-8": (b'{"type":"lay_two_tiles","name":"\xff\xfe"}', "$", ""),
    "half of a surrogate pair": (b'{"type":"lay_two_tiles","name":"\\ud800"}', "$", ""),
    "deeper than any recursion": (b'{"type":' + b"[" * 100_000, "$", ""),
    "a byte order mark": (b'\xef\xbb\xbf{"type":"lay","cell":1}', "$", ""),
}


@pytest.mark.parametrize("name", FAULTS)
def test_bad_json_is_refused_with_the_path_of_the_fault(name: str) -> None:
    """Never another error, and a person can read it."""
    data, path, field = FAULTS[name]
    with pytest.raises(BadPayload) as caught:
        decode(data, MOVES)
    assert caught.value.facts == {"path": path, "field": field}
    # That it is the whole is no news to anybody.
    assert str(caught.value).endswith(f" (at {path})") == (path != "$")


def test_the_path_leads_into_dicts_and_lists() -> None:
    """Keys cannot be named there; the field is the nearest one with a name."""
    for data, path in ((b'{"rows":{"1":["x"]}}', "$.rows[...][0]"), (b'{"rows":{"x":[1]}}', "$.rows")):
        with pytest.raises(BadPayload) as caught:
            decode(data, Area)
        assert caught.value.facts == {"path": path, "field": "rows"}
    with pytest.raises(BadPayload) as caught:
        convert({"rows": {1: [0, "x"]}}, Area)
    assert caught.value.facts == {"path": "$.rows[...][1]", "field": "rows"}


def test_text_with_half_of_a_surrogate_pair_is_refused() -> None:
    """Python has such text, no other language does."""
    with pytest.raises(BadPayload):
        decode('{"type":"lay_two_tiles","name":"\ud800"}', MOVES)


def test_depth_is_refused_wherever_it_is_met() -> None:
    """In a document of any kind, and in plain data."""
    with pytest.raises(BadPayload):
        decode(b"[" * 200_000, Any)  # type: ignore[arg-type]
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(BadPayload):
        convert({"type": "lay_two_tiles", "cells": deep}, MOVES)
    while deep:  # taken down from outside: the interpreter would recurse
        deep = deep[0]


def test_of_a_field_given_twice_the_last_counts() -> None:
    """As in every JSON reader one is likely to meet; it never makes a third value."""
    assert decode(b'{"type":"lay","cell":1,"cell":2}', MOVES) == Lay(2)
    assert decode(b'{"board":{"1":1,"1":2}}', Layout) == Layout({1: 2})


def test_whole_numbers_as_keys_have_one_way_to_be_written() -> None:
    """Or a document could have a cell twice."""
    for key in (b"01", b"1.0", b" 1", b"+1", b"1_0"):
        with pytest.raises(BadPayload):
            decode(b'{"board":{"%s":1}}' % key, Layout)


def test_lax_reading_is_for_text_alone() -> None:
    """As from a command line; otherwise "3" is not 3."""
    assert convert({"type": "lay", "cell": "3"}, MOVES, lax=True) == Lay(3)
    with pytest.raises(BadPayload):
        convert({"type": "lay", "cell": "3"}, MOVES)


@given(st.binary(max_size=60))
def test_no_bytes_raise_anything_else(data: bytes) -> None:
    """Either a move or the typed error."""
    try:
        move = decode(data, MOVES)
    except BadPayload:
        return
    assert type(move) in (Lay, LayTwoTiles)


def test_the_kind_of_error_can_be_chosen_and_given_facts() -> None:
    """A record that cannot be read is a bad record, with its file."""
    error = bad_payload(msgspec.ValidationError("Expected `int` - at `$.a.b[0]`"), BadRecord, file="m.json")
    assert type(error) is BadRecord
    assert error.facts == {"path": "$.a.b[0]", "field": "b", "file": "m.json"}
    assert str(error) == "Expected `int` (at $.a.b[0])"
    whole = bad_payload(msgspec.ValidationError("Expected `object`"))
    assert (str(whole), whole.facts) == ("Expected `object`", {"path": "$", "field": ""})


def test_where_a_struct_says_its_fault_is_comes_after_where_it_is_itself() -> None:
    error = bad_payload(msgspec.ValidationError("too much - at `$.rows[2].sum` - at `$.board`"))
    assert error.facts == {"path": "$.board.rows[2].sum", "field": "sum"}
    assert str(error) == "too much (at $.board.rows[2].sum)"


# -- what comes from code of others --------------------------------------------------------------------


@given(st.dictionaries(st.integers(-(2**63), 2**63 - 1), st.lists(st.integers(-(2**63), 2**64 - 1)), max_size=5))
def test_what_is_as_declared_is_made_anew(rows: dict[int, list[int]]) -> None:
    """Equal, and nothing of it is shared."""
    area = Area(rows)
    made = checked(area, Area)
    assert made == area
    assert made.rows is not rows
    assert all(made.rows[key] is not row for key, row in rows.items())


@pytest.mark.parametrize(
    "value",
    [
        Lay("3"),
        Lay(True),
        Lay(1.0),
        Lay(None),
        Lay(2**64),
        Lay(-(2**63) - 1),
        Lay(object()),
        Lay(1, 45),
        LayTwoTiles([1]),
        LayTwoTiles({1}),
        LayTwoTiles(({},)),
        LayTwoTiles((), "\ud800"),
        Secret(1),
        {"type": "lay"},
        None,
    ],
    # Not by repr alone: an address differs from process to process.
    ids=lambda value: repr(value).partition(" object at")[0],
)
def test_what_is_not_as_declared_is_refused(value: Any) -> None:
    """Python lets anything stand in a field; so do neither a match nor a record."""
    with pytest.raises(BadPayload) as caught:
        checked(value, MOVES)
    assert {"path", "field"} <= set(caught.value.facts)


def test_what_refers_to_itself_is_refused() -> None:
    """It has no end."""
    rows: Any = {1: []}
    rows[1].append(rows[1])
    with pytest.raises(BadPayload):
        checked(Area(rows), Area)


# -- digests -------------------------------------------------------------------------------------------


def test_a_digest_depends_on_the_keys_of_a_dict_but_not_on_their_order() -> None:
    """Cells are whole numbers; they are laid in any order, and come back from JSON as they were."""
    layout = Layout({1024: 1, -1: 2, 5: 3})
    assert digest(layout) == digest(Layout({5: 3, 1024: 1, -1: 2})) == digest(decode(encode(layout), Layout))
    assert digest(layout) != digest(Layout({5: 3, 1024: 1, 1: 2}))


@given(st.dictionaries(st.integers(-(2**63), 2**63), st.integers(-(2**63), 2**63)), st.randoms())
def test_digests_of_equal_values_are_equal(board: dict[int, int], random: Any) -> None:
    """However they came about; and one number makes the difference."""
    items = list(board.items())
    random.shuffle(items)
    layout = Layout(board)
    assert digest(layout) == digest(Layout(dict(items))) == digest(deepcopy(layout))
    assert digest(layout) != digest(Layout({**board, 7: board.get(7, 0) + 1}))


def test_a_digest_is_sha256_of_sorted_msgpack() -> None:
    """So that a program in another language can work it out: {"board": {"-1": 2, "5": 3}}."""
    packed = b"\x81\xa5board\x82\xa2-1\x02\xa15\x03"
    assert digest(Layout({5: 3, -1: 2})) == hashlib.sha256(packed).hexdigest()


def test_a_digest_is_the_same_in_every_process() -> None:
    """Whatever PYTHONHASHSEED and the locale are."""
    code = (
        "from tileyard.ground.wire import digest, Struct\n"
        "class T(Struct):\n    words: dict[str, list[str]]\n"
        "print(digest(T({w: [w] for w in set('the quick brown fox jumps over it'.split())})))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": "C"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(found) == 1


def test_members_are_named_as_on_the_wire() -> None:
    """A renamed field goes by the name that programs of other languages see."""

    class Slide(Move, rename={"start": "from"}):
        start: int
        to: int

    assert members(Slide) == {"from": "start", "to": "to"}
    assert list(to_builtins(Slide(1, 2))) == ["type", *members(Slide)]


# -- schemas -------------------------------------------------------------------------------------------


def test_schemas_describe_what_is_sent_and_share_their_definitions() -> None:
    """Each by its key; what stands in ``$defs`` is referred to by the template."""
    own, defs = schemas({"move": MOVES, "layout": Layout}, template="#/$defs/{name}")
    assert set(own) == {"move", "layout"}
    assert {"Lay", "LayTwoTiles", "Layout"} <= set(defs)
    validator = jsonschema.Draft202012Validator({**own["move"], "$defs": defs})
    for move in (Lay(3), LayTwoTiles((1, 2), "x")):
        validator.validate(to_builtins(move))
    assert not validator.is_valid({"type": "lay"})
    assert not validator.is_valid({"type": "lay", "cell": 1, "more": 1})


def test_plain_data_is_as_json_shows_it() -> None:
    """Keys as text, tuples as lists, tags included."""
    plain = [{"board": {"1": 2}}, {"type": "lay_two_tiles", "cells": [3], "name": ""}]
    assert to_builtins((Layout({1: 2}), LayTwoTiles((3,)))) == plain


@pytest.mark.parametrize(
    ("data", "half"),
    [
        (rb'{"a":"\ud800"}', r"\ud800 at byte 6 "),
        (rb'{"a":"\ud800 and much more text"}', r"\ud800 at byte 6 "),
        (rb'{"a":"\ud800\ud800"}', r"\ud800 at byte 6 "),
        (rb'{"a":"\\\uDC00"}', r"\uDC00 at byte 8 "),
        (rb'["\ud83d\ude00 then \ude00"]', r"\ude00 at byte 20 "),
        (r'["\ud800"]', r"\ud800 at byte 2 "),
    ],
)
def test_half_of_a_surrogate_pair_is_told_as_what_it_is(data, half):
    """The decoder may take it for the end of the data."""
    with pytest.raises(BadPayload) as caught:
        decode(data, Any)
    assert str(caught.value) == f"{half}is half of a surrogate pair, which is no character"


@pytest.mark.parametrize("data", [rb'["\\ud800', rb'["\ud83d\ude00', rb'["\u12', b"["])
def test_what_is_cut_off_is_still_told_as_that(data):
    with pytest.raises(BadPayload, match="truncated"):
        decode(data, Any)
