"""Tiles, tile sets and laid boards, the same for both games."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qaleh_tables import CASTLES, RACE
from tileyard import BadOptions, Chance, Engine, GameFault
from tileyard.front.matches import read_options
from tileyard_qaleh_nil import boards
from tileyard_qaleh_nil.boards import WIDTH, arena, cell, layout, name
from tileyard_qaleh_nil.events import Laid
from tileyard_qaleh_nil.model import Kind, TileSet
from tileyard_qaleh_nil.pieces import pieces, read, tile_set, turned

LAYOUTS = ("3x3", "4x4", "4x4+2", "3x6")
FLAGS = st.builds(
    Kind, st.just("K"), st.text("01", min_size=4, max_size=4), st.text("01", min_size=8, max_size=8), st.just(1)
)
# What a flag stands for, in the order of the rules: the cell, and the side of it. Cells are (row, column) in the tile.
INNER = [((0, 0), "E"), ((0, 1), "S"), ((1, 0), "E"), ((0, 0), "S")]
OUTER = [
    ((0, 0), "N"), ((0, 1), "N"), ((0, 1), "E"), ((1, 1), "E"),
    ((1, 1), "S"), ((1, 0), "S"), ((1, 0), "W"), ((0, 0), "W"),
]  # fmt: skip
STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


def spots(shown: str) -> set[frozenset[tuple[int, int]]]:
    """The walls of a tile as pairs of places, (row, column) doubled and seen from its middle."""
    found = set()
    for flag, (place, side) in zip(shown, INNER + OUTER, strict=True):
        near = (place[0] + STEPS[side][0], place[1] + STEPS[side][1])
        if flag == "1":
            found.add(frozenset((2 * row - 1, 2 * column - 1) for row, column in (place, near)))
    return found


@pytest.mark.rule("QN-101", "QN-102", "QN-103")
@given(FLAGS, st.integers(0, 3))
def test_a_turned_tile_is_the_picture_turned(kind: Kind, turns: int) -> None:
    """A quarter clockwise takes what lies above the middle to its right."""
    picture = spots(kind.inner + kind.outer)
    for _ in range(turns):
        picture = {frozenset((column, -row) for row, column in wall) for wall in picture}
    assert spots(turned(kind, turns)) == picture


@pytest.mark.rule("QN-104", "QN-105", "QN-401", "QN-402", "QN-403")
@pytest.mark.parametrize("shape", LAYOUTS)
@settings(max_examples=12)
@given(data=st.data())
def test_costs_are_the_walls_of_both_tiles(shape: str, data: st.DataObject) -> None:
    """Against walls put one by one between cells, and networkx."""
    board = layout(shape)
    drawn = [(data.draw(FLAGS), data.draw(st.integers(0, 3))) for _ in board.tiles]
    counts: Counter[frozenset[int]] = Counter()
    for (kind, turns), tile in zip(drawn, board.tiles, strict=True):
        for flag, ((row, column), side) in zip(turned(kind, turns), INNER + OUTER, strict=True):
            at = tile[0] + column + WIDTH * row
            near = at + STEPS[side][1] + WIDTH * STEPS[side][0]
            if flag == "1":
                counts[frozenset((at, near))] += 1
    graph = nx.Graph()
    for at in board.cells:
        for down, right in STEPS.values():
            near = at + right + WIDTH * down
            if near in board.cells and 0 <= at % WIDTH + right < WIDTH:
                graph.add_edge(at, near, cost=1 + counts[frozenset((at, near))])
    ground = arena(shape, boards.walls(board, drawn))
    for at in board.cells:
        assert ground.tolls[at] == {near: graph.edges[at, near]["cost"] for near in graph[at]}
        assert len(ground.ways[at]) == 4
        for (near, cost, far), (down, right) in zip(ground.ways[at], STEPS.values(), strict=True):
            if near == at:
                assert at + right + WIDTH * down not in graph[at]
                continue
            assert (near, cost) == (at + right + WIDTH * down, graph.edges[at, near]["cost"])
            behind = near + right + WIDTH * down
            clear = behind in graph[near] and graph.edges[near, behind]["cost"] == cost == 1
            assert far == (behind if clear else -1)
    to = data.draw(st.sampled_from(board.cells))
    assert ground.distances(to) == nx.single_source_dijkstra_path_length(graph, to, weight="cost")


@pytest.mark.rule("QN-106", "QN-701")
@pytest.mark.parametrize(("named", "plain", "total"), [("nil20", 2, 20), ("nil21", 3, 21)])
def test_the_sets(named: Any, plain: int, total: int) -> None:
    kinds = tile_set(named).tiles
    assert [kind.copies for kind in kinds] == [plain, 3, 3, 3, 3, 3, 3]
    assert sum(kind.copies for kind in kinds) == total
    assert [f"{kind.inner}/{kind.outer}" for kind in kinds] == [
        "0000/00000000", "1100/00000000", "0000/11110000", "1000/11000000", "1000/00110000", "1000/00001100",
        "1000/00000011",
    ]  # fmt: skip
    assert [len({turned(kind, turns) for turns in range(4)}) for kind in kinds] == [1, 4, 4, 4, 4, 4, 4]


@pytest.mark.rule("QN-106")
@pytest.mark.parametrize(("named", "boards_of_nine"), [("nil20", 2_848_244_367_360), ("nil21", 2_863_458_877_440)])
def test_the_number_of_boards(named: Any, boards_of_nine: int) -> None:
    """Sequences of nine tiles, told apart by what they show: tile after tile, with what is left of each kind."""
    kinds = tile_set(named).tiles
    ways = {tuple(kind.copies for kind in kinds): 1}
    for _ in range(9):
        after: Counter[tuple[int, ...]] = Counter()
        for left, count in ways.items():
            for place, kind in enumerate(kinds):
                if left[place]:
                    faces = len({turned(kind, turns) for turns in range(4)})
                    after[(*left[:place], left[place] - 1, *left[place + 1 :])] += count * faces
        ways = dict(after)
    assert sum(ways.values()) == boards_of_nine


@pytest.mark.rule("QN-107", "QN-201", "QC-101", "QC-201")
@pytest.mark.parametrize(
    ("game", "players", "options", "tiles", "cells"),
    [
        (RACE, 2, {}, 9, 36),
        (RACE, 4, {}, 16, 64),
        (CASTLES, 2, {}, 18, 72),
        (CASTLES, 4, {"castle_layout": "3x6"}, 18, 72),
    ],
)
def test_tiles_are_drawn_and_laid(game: Any, players: int, options: Any, tiles: int, cells: int) -> None:
    step = Engine(game, players, options).begin(Chance.from_seed("lay"))
    table = step.position.state.table
    assert len(table.ground.tiles) == tiles
    assert len(layout(table.ground.layout).cells) == cells == 4 * tiles
    everything = Counter({kind.name: kind.copies for kind in tile_set("nil20").tiles})
    assert Counter(tile.kind for tile in table.ground.tiles) + Counter(table.box) == everything
    assert step.events[0] == Laid(table.ground.layout, table.ground.tiles, table.rota.order[0])
    named = {kind.name: kind for kind in tile_set("nil20").tiles}
    drawn = [(named[tile.kind], tile.turns) for tile in table.ground.tiles]
    assert table.ground.walls == boards.walls(layout(table.ground.layout), drawn)
    others = [Engine(game, players, options).start(Chance.from_seed(f"{i}")) for i in range(20)]
    assert len({other.state.table.ground.tiles for other in others}) == 20


@pytest.mark.rule("QN-202", "QC-207")
@pytest.mark.parametrize("game", [RACE, CASTLES])
def test_tiles_are_turned_at_random(game: Any) -> None:
    starts = [Engine(game, 2).start(Chance.from_seed(f"turn {i}")) for i in range(60)]
    turns = Counter(tile.turns for start in starts for tile in start.state.table.ground.tiles)
    assert sorted(turns) == [0, 1, 2, 3]
    assert min(turns.values()) > 0.7 * turns.total() / 4


def test_each_layout_is_joined_and_named() -> None:
    for shape in LAYOUTS:
        board = layout(shape)
        assert [name(at) for at in board.cells] == list(board.board.names)
        assert all(cell(name(at)) == at for at in board.cells)
        assert sorted(at for tile in board.tiles for at in tile) == list(board.cells)
        assert layout(shape) is board


# -- tile sets of one's own ----------------------------------------------------------------------------

OWN = {"tiles": [{"name": "plain", "inner": "0000", "outer": "00000000", "copies": 20}]}


@pytest.mark.rule("QN-109", "QN-701")
@pytest.mark.parametrize("game", [RACE, CASTLES])
@pytest.mark.parametrize("form", ["toml", "json"])
def test_a_set_of_ones_own_comes_from_a_file(game: Any, form: str, tmp_path: Path) -> None:
    path = tmp_path / f"own.{form}"
    line = 'tiles = [{ name = "plain", inner = "0000", outer = "00000000", copies = 20 }]'
    path.write_text(line if form == "toml" else json.dumps(OWN))
    options = read_options(game, {"tileset": str(path)})
    assert options.tileset == TileSet((Kind("plain", "0000", "00000000", 20),))
    table = Engine(game, 2, options).start(Chance.from_seed("own")).state.table
    assert set(table.ground.walls) == {"0"}
    assert {tile.kind for tile in table.ground.tiles} == {"plain"}
    assert set(table.box) == {"plain"}


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"inner": "00"}, "$.tileset.tiles[1].inner"),
        ({"inner": "0002"}, "$.tileset.tiles[1].inner"),
        ({"outer": "0000000"}, "$.tileset.tiles[1].outer"),
        ({"copies": 0}, "$.tileset.tiles[1].copies"),
        ({"copies": "3"}, "$.tileset.tiles[1].copies"),
        ({"name": ""}, "$.tileset.tiles[1].name"),
        ({"name": "plain\n"}, "$.tileset.tiles[1].name"),
        ({"inner": "0000\n"}, "$.tileset.tiles[1].inner"),
        ({"name": "plain"}, "$.tileset.tiles[1].name"),
        ({"colour": "red"}, "$.tileset.tiles[1]"),
    ],
)
@pytest.mark.parametrize("game", [RACE, CASTLES])
def test_a_wrong_set_is_refused_with_the_path(game: Any, change: dict[str, Any], path: str) -> None:
    given = {"tiles": [*OWN["tiles"], {"name": "more", "inner": "1000", "outer": "00000000"} | change]}
    with pytest.raises(BadOptions) as caught:
        game.read_options({"tileset": given})
    assert (caught.value.facts["field"], caught.value.facts["path"]) == ("tileset", path)


def test_a_wrong_file_is_refused_with_the_path(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('tiles = [{ name = "plain", inner = "0000", outer = "0", copies = 20 }]')
    with pytest.raises(BadOptions, match=r"tiles\[0\]\.outer") as caught:
        read_options(RACE, {"tileset": str(path)})
    assert caught.value.facts["file"] == str(path)


@pytest.mark.parametrize(
    ("game", "players", "tiles"), [(RACE, 2, 9), (RACE, 4, 16), (CASTLES, 2, 18), (CASTLES, 4, 18)]
)
def test_too_small_a_set_is_refused(game: Any, players: int, tiles: int) -> None:
    for count in (tiles - 1, tiles):
        own = {"tiles": [OWN["tiles"][0] | {"copies": count}]}
        engine = Engine(game, players, {"tileset": own})
        if count == tiles:
            assert engine.start(Chance.from_seed("few")).state.table.box == ()
            continue
        with pytest.raises(BadOptions, match=f"has {tiles} tiles") as caught:
            engine.start(Chance.from_seed("few"))
        assert caught.value.facts == {"field": "tileset", "path": "$.tileset.tiles"}


def test_a_wrong_data_file_is_a_typed_error() -> None:
    with pytest.raises(GameFault, match="tiles") as caught:
        read('tiles = [{ name = "T0" }]\nlayouts = []')
    assert caught.value.facts["game"] == "qaleh-nil"


@pytest.mark.parametrize("change", [{"tiles": "a1 b1"}, {"tiles": "a1 c1", "two": ("a9",)}])
def test_a_wrong_layout_is_a_typed_error(change: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    data = pieces()
    wrong = type(data.layouts[0])(**{"name": "3x3", **change})
    monkeypatch.setattr(boards, "pieces", lambda: type(data)(data.tiles, (wrong,)))
    layout.cache_clear()
    try:
        with pytest.raises(GameFault, match="overlap"):
            layout("3x3")
        with pytest.raises(GameFault, match="no layout"):
            layout("4x4")
    finally:
        layout.cache_clear()


def test_goals_are_the_starts_of_those_opposite() -> None:
    for shape, players in (("3x3", 2), ("4x4", 4)):
        board = layout(shape)
        last = board.cells[-1]
        for start, goal in zip(board.starts[players], board.goals[players], strict=True):
            assert goal == sorted(last - at for at in start)
