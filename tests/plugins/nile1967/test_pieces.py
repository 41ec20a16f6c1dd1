"""Tiles and board as printed, boards of the players' own, and what a wrong file gets."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from nile1967_tables import GAME, SMALL, cell, supply
from tileyard import BadOptions, Engine, GameFault
from tileyard.board import plane
from tileyard.front.matches import read_options
from tileyard.ground.wire import to_builtins
from tileyard_nile1967.grid import PORTS, grid_of, lies
from tileyard_nile1967.model import Options
from tileyard_nile1967.pieces import Board, components, read, strands

GRID = grid_of(Options())
# Rows 0 to 10 of the board as printed, with the blue column; below it is the same the other way round.
UPPER_HALF = """
    .    .    .    .    .    .    .    .    .    .    .    .    .    .    .    .    .    .    .    .    .   50
    .    .    .    .    .    .  -80    .    .    . -100    .    .    . -120    .    .    .    .    .    .   50
    .    .  -40  -40    .    .    .    .    .    .    .    .    .    .    .    .    . -160 -160    .    .   50
    .    .  -40    .    .    .    .    .  140    .    .    .  220    .    .    .    .    . -160    .    .   50
    .    .  -40  -40    .    .    .    .    .    .    .    .    .    .    .    .    . -160 -160    .    .   75
    .    .    .    .    .    .  -80    .    .    . -100    .    .    . -120    .    .    .    .    .    .   75
    .    .    .    .    .    .    .    .    .    .    .    .    .    .    .    .    .    .    .    .    .  100
    .    .   60    .    .    .    .    .    .    .  240    .    .    .    .    .    .    .  250    .    .  100
    .    .    .    .    .    .    .  240    .    .    .    .    .  240    .    .    .    .    .    .    .  150
    .    .    .    .    .  -60    .    .    .  -40    .  -40    .    .    . -140    .    .    .    .    .  200
    .    .    .    .    .    .    .    .    .    .  -60    .    .    .    .    .    .    . -160    .    .  500
"""


@pytest.mark.rule("N67-101", "N67-104")
def test_there_are_104_tiles_worth_1000() -> None:
    assert supply().total() == 104
    assert sum(tile.value * tile.count for tile in components().tiles) == 1000
    assert {(tile.kind, tile.value, tile.count) for tile in components().tiles} == {
        ("STRAIGHT", 10, 20), ("BEND", 10, 10), ("DIAGONAL", 10, 20), ("CORNER", 10, 10), ("GENTLE_L", 8, 10),
        ("GENTLE_R", 8, 10), ("SHARP_L", 5, 10), ("SHARP_R", 5, 10), ("UNIVERSAL", 35, 4),
    }  # fmt: skip


@pytest.mark.rule("N67-102")
def test_two_types_join_sides_two_join_corners_and_four_a_side_to_a_corner() -> None:
    corners = [sum(port % 2 for port in tile.ports) for tile in components().tiles if tile.ports]
    assert sorted(corners) == [0, 0, 1, 1, 1, 1, 2, 2]
    assert [tile.kind for tile in components().tiles if not tile.ports] == ["UNIVERSAL"]


@pytest.mark.rule("N67-103", "N67-113")
def test_each_quarter_turn_adds_two_to_both_ports() -> None:
    positions = {tile.kind: len(strands(tile)) for tile in components().tiles}
    assert positions == {
        "STRAIGHT": 2, "BEND": 4, "DIAGONAL": 2, "CORNER": 4, "GENTLE_L": 4, "GENTLE_R": 4, "SHARP_L": 4, "SHARP_R": 4,
        "UNIVERSAL": 0,
    }  # fmt: skip
    for tile in components().tiles:
        for pair, turn in strands(tile).items():
            assert tuple(sorted((port + 2 * turn) % 8 for port in tile.ports)) == pair


@pytest.mark.rule("N67-114")
def test_left_and_right_shapes_are_different_types() -> None:
    """The mirror image of a type is another one, or itself: for no two ports is there a choice."""
    mirror = {"GENTLE_L": "GENTLE_R", "SHARP_L": "SHARP_R", "GENTLE_R": "GENTLE_L", "SHARP_R": "SHARP_L"}
    for a in range(8):
        for b in range(8):
            if a != b:
                kind = lies(a, b)[0]
                assert lies(-a % 8, -b % 8)[0] == mirror.get(kind, kind)


@pytest.mark.rule("N67-104")
def test_two_ports_determine_the_type() -> None:
    """The table by the difference of exit and entry, for an entry by a side and for one by a corner."""
    side = ["SHARP_L", "BEND", "GENTLE_L", "STRAIGHT", "GENTLE_R", "BEND", "SHARP_R"]
    corner = ["SHARP_R", "CORNER", "GENTLE_R", "DIAGONAL", "GENTLE_L", "CORNER", "SHARP_L"]
    for entry in range(8):
        for d in range(1, 8):
            assert lies(entry, (entry + d) % 8)[0] == (corner if entry % 2 else side)[d - 1]


@pytest.mark.rule("N67-105")
def test_ports_run_clockwise_from_north() -> None:
    assert PORTS == ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
    assert [plane.xy(step) for step in plane.EIGHT] == [
        (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1),
    ]  # fmt: skip


@pytest.mark.rule("N67-106", "N67-107", "N67-108")
def test_the_field_the_start_and_the_finish_dots() -> None:
    assert (GRID.rows, GRID.columns) == (21, 21)
    assert GRID.start == 8 * cell(10, 0) + PORTS.index("W")
    dots = [
        (row, PORTS[way.exit])
        for row in range(21)
        for way in GRID[8 * cell(row, 21) + PORTS.index("W")]
        if way.next == -1
    ]
    assert dots == [(row, "E") for row in range(21)]


@pytest.mark.rule("N67-109")
def test_the_coloured_squares() -> None:
    half = [line.split() for line in UPPER_HALF.strip().splitlines()]
    board = [*half, *half[-2::-1]]
    assert GRID.value == {
        cell(row, column): int(value)
        for row, values in enumerate(board)
        for column, value in enumerate(values)
        if value != "."
    }
    values = {(place % 1024, place // 1024): value for place, value in GRID.value.items()}
    field = [value for (column, _), value in values.items() if column < 21]
    assert sorted(value for value in field if value > 0) == [60, 60, 140, 140, 220, 220, *[240] * 6, 250, 250]
    assert sum(value for value in field if value < 0) == -3980
    assert sum(value < 0 for value in field) == 42
    assert sum(value for (column, _), value in values.items() if column == 21) == 2300
    assert {(column, 20 - row): value for (column, row), value in values.items()} == values


@pytest.mark.rule("N67-110")
def test_the_u_areas() -> None:
    areas = components().board.areas
    assert [(area.amount, len(area.squares)) for area in areas] == [(40, 5), (40, 5), (160, 5), (160, 5)]
    assert all(GRID.value[cell(*place)] == -area.amount for area in areas for place in area.squares)
    left, right = ((2, 2), (2, 3), (3, 2), (4, 2), (4, 3)), ((2, 17), (2, 18), (3, 18), (4, 17), (4, 18))
    below = [{(row + 14, column) for row, column in area} for area in (left, right)]
    assert [set(area.squares) for area in areas] == [{*left}, below[0], {*right}, below[1]]


def test_a_board_of_ones_own(tmp_path: Path) -> None:
    """From a file, TOML or JSON, and the whole of it in the options."""
    toml = tmp_path / "board.toml"
    toml.write_bytes(as_toml(SMALL))
    file = tmp_path / "board.json"
    file.write_bytes(msgspec.json.encode(SMALL))
    for path in (toml, file):
        options = read_options(GAME, {"board": str(path)})
        assert to_builtins(options.board) == SMALL
        engine = Engine(GAME, 2, options)
        assert grid_of(engine.options).start == 8 * cell(2, 0) + 6


def as_toml(data: Mapping[str, Any]) -> bytes:
    """JSON's lists and numbers are TOML's; its objects are, but for the colons."""
    lines = [f"{key} = {msgspec.json.encode(value).decode()}" for key, value in data.items()]
    return "\n".join(lines).replace('":', '" = ').encode()


def test_the_printed_board_can_be_copied_to_a_file(tmp_path: Path) -> None:
    """The part of the data file below ``[board]`` is such a file."""
    text = files("tileyard_nile1967").joinpath("components.toml").read_text()
    path = tmp_path / "mine.toml"
    path.write_text(text.partition("[board]\n")[2])
    options = read_options(GAME, {"board": str(path)})
    assert options.board == components().board
    assert dict(grid_of(options).value) == GRID.value


@pytest.mark.parametrize(
    ("change", "path", "cause"),
    [
        ({"start": 5}, "$.start", "there is no row 5"),
        ({"finish": [1, 2]}, "$.finish", "5 rows need 5 values, not 2"),
        ({"rows": 0}, "$.rows", ">= 1"),
        ({"columns": "4"}, "$.columns", "Expected `int`"),
        ({"squares": [{"row": 1, "column": 1, "value": 0}]}, "$.squares[0].value", "not coloured"),
        ({"squares": [{"row": 1, "column": 4, "value": 5}]}, "$.squares[0]", "(1, 4) is not in the field"),
        ({"squares": [{"row": 1, "column": 1, "value": 5}] * 2, "areas": []}, "$.squares[1]", "has a value already"),
        ({"squares": [{"row": 1, "colour": 1, "value": 5}]}, "$.squares[0]", "colour"),
        ({"areas": [{"amount": 5, "squares": [[3, 2]]}]}, "$.areas[0].squares[0]", "(3, 2) is not red"),
        ({"areas": [{"amount": 5, "squares": [[1, 1], [1, 1]]}]}, "$.areas[0].squares[1]", "in a U area already"),
        ({"areas": [{"amount": 0, "squares": []}]}, "$.areas[0].amount", ">= 1"),
        ({"areas": [{"amount": 2**63, "squares": []}]}, "$.areas[0].amount", "<= 1000000"),
        ({"finish": [2**63 - 1] * 5}, "$.finish[0]", "<= 1000000"),
        ({"squares": [{"row": 1, "column": 1, "value": -(2**63)}]}, "$.squares[0].value", ">= -1000000"),
    ],
)
def test_a_bad_board_is_refused_with_the_path_of_the_fault(
    tmp_path: Path, change: dict[str, Any], path: str, cause: str
) -> None:
    file = tmp_path / "board.json"
    file.write_bytes(msgspec.json.encode(SMALL | change))
    with pytest.raises(BadOptions) as caught:
        read_options(GAME, {"board": str(file)})
    assert cause in str(caught.value)
    assert caught.value.facts["file"] == str(file)
    assert caught.value.facts["field"] == "board"
    assert caught.value.facts["path"] == path
    with pytest.raises(BadOptions, match="board") as caught:
        GAME.read_options({"board": SMALL | change})
    assert caught.value.facts["path"] == path.replace("$", "$.board")


@pytest.mark.parametrize("text", ["nowhere.toml", "{", '{"rows": 5}', "blue"])
def test_what_is_no_board_at_all_is_refused(text: str) -> None:
    with pytest.raises(BadOptions) as caught:
        read_options(GAME, {"board": text})
    assert caught.value.facts["field"] == "board"


def _data(**change: Any) -> bytes:
    tiles = [to_builtins(tile) for tile in components().tiles]
    return as_toml({"tiles": tiles, "board": SMALL} | change)


def test_a_corrected_line_is_another_game() -> None:
    """The owner's copy decides how many tiles there are and what they are worth."""
    tiles = [to_builtins(tile) for tile in components().tiles]
    tiles[0] |= {"count": 7, "value": 11}
    assert (read(_data(tiles=tiles)).tiles[0].count, read(_data(tiles=tiles)).tiles[0].value) == (7, 11)


@pytest.mark.parametrize(
    ("data", "cause"),
    [
        (b"tiles = [", "cannot be read"),
        (b"tiles = []", "cannot be read"),
        (_data(tiles=[]), "just one plain type"),
        (_data(tiles=[{"kind": "BEND", "ports": [0, 9], "value": 1, "count": 1}]), "cannot be read"),
        (_data(tiles=[{"kind": "BEND", "ports": [0], "value": 1, "count": 1}]), "joins two ports"),
        (_data(tiles=[{"kind": "ROUND", "ports": [0, 2], "value": 1, "count": 1}]), "cannot be read"),
        (_data(tiles=[to_builtins(tile) for tile in components().tiles[:-1]]), "universal tile"),
        (_data(tiles=[to_builtins(tile) | {"count": 2} for tile in components().tiles]), "20 tiles"),
        (_data(tiles=[to_builtins(tile) | {"count": 12} for tile in components().tiles]), "130 at most"),
    ],
)
def test_a_wrong_data_file_is_a_typed_error(data: bytes, cause: str) -> None:
    with pytest.raises(GameFault, match=cause) as caught:
        read(data)
    assert caught.value.facts["game"] == "nile1967"


def test_board_structs_know_their_own_faults() -> None:
    with pytest.raises(ValueError, match="no row 5"):
        Board(5, 4, 5, (1, 2, 3, 4, 5))
