"""The tiles of a set, how they turn and fit, and what a wrong set gets."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from benchmarks import tiles_plain
from tiles_tables import GAME, LUMPY, small
from tileyard import BadOptions, Chance, Engine, GameFault
from tileyard.front.matches import read_options
from tileyard_tiles.model import Options
from tileyard_tiles.pieces import canonical, pieces, read, turned

MAC45 = pieces("mac45", "yes")


@pytest.mark.rule("TIL-101", "TIL-102")
def test_there_are_forty_five_tiles_of_four_triangles() -> None:
    assert len(MAC45.tiles) == 45
    assert all(len(tile) == 4 and set(tile) <= set("wgk") for tile in MAC45.tiles)
    assert Counter("".join(MAC45.tiles)) == {"w": 60, "g": 60, "k": 60}


@pytest.mark.rule("TIL-103")
def test_the_kinds_are_all_there_are_up_to_turning() -> None:
    every = {canonical("".join(letters)) for letters in product("wgk", repeat=4)}
    assert sorted(map(canonical, MAC45.turns)) == sorted(every)
    assert len(every) == 24
    assert Counter(len(set(kind)) for kind in every) == {1: 3, 2: 12, 3: 9}


@pytest.mark.rule("TIL-104")
def test_one_copy_of_each_one_coloured_tile_and_two_of_each_other() -> None:
    copies = Counter(MAC45.tiles)
    assert all(count == (1 if len(set(kind)) == 1 else 2) for kind, count in copies.items())
    assert copies == Counter(tiles_plain.TILES)
    assert GAME.read_options().tileset == "mac45"


@pytest.mark.rule("TIL-105")
@pytest.mark.parametrize("letters", [*product("wgk", repeat=4)])
def test_a_quarter_turn_brings_left_to_the_top(letters: tuple[str, ...]) -> None:
    top, right, bottom, left = letters
    shown = "".join(letters)
    assert turned(shown, 0) == shown
    assert turned(shown, 1) == left + top + right + bottom
    assert turned(shown, 3) == turned(turned(shown, 2), 1)


@pytest.mark.rule("TIL-402", "TIL-403", "TIL-405", "TIL-702")
@pytest.mark.parametrize("rotate", ["yes", "no"])
def test_the_fits_of_every_pattern_equal_trying_each_tile_and_turn(rotate: Any) -> None:
    """All 256 patterns; of turns that look alike the smallest."""
    known = pieces("mac45", rotate)
    for pattern in map("".join, product("wgk.", repeat=4)):
        expected: dict[str, tuple[int, ...]] = {}
        for kind in dict.fromkeys(known.tiles):
            seen: dict[str, int] = {}
            for turn in range(4) if rotate == "yes" else (0,):
                seen.setdefault(kind[4 - turn :] + kind[: 4 - turn], turn)
            fitting = [t for s, t in seen.items() if all(p in (".", c) for p, c in zip(pattern, s, strict=True))]
            if fitting:
                expected[kind] = tuple(fitting)
        assert dict(known.fits[pattern]) == expected


def test_the_kind_of_what_is_shown_is_found_again() -> None:
    for kind, turns in MAC45.turns.items():
        assert {MAC45.kind_of[turned(kind, turn)] for turn in turns} == {kind}
    assert len(MAC45.kind_of) == 81


@pytest.mark.rule("TIL-701")
def test_a_set_of_ones_own_is_played_with() -> None:
    engine = Engine(GAME, 2, {"tileset": LUMPY})
    game = engine.start(Chance.from_seed("own"))
    assert Counter(GAME.pieces(game.state)) == Counter(canonical(k["kind"]) for k in LUMPY["tiles"] for _ in range(9))
    assert game.state.table.left == 44


@pytest.mark.rule("TIL-701")
@pytest.mark.parametrize(("players", "least"), [(2, 15), (3, 16)])
def test_a_set_must_be_enough_for_the_hands_and_the_start(players: int, least: int) -> None:
    Engine(GAME, players, {"tileset": small(("wwgk", least))}).start(Chance.from_seed("x"))
    short = Engine(GAME, players, {"tileset": small(("wwgk", least - 1))})
    with pytest.raises(BadOptions, match=f"{players} players need {least} tiles or more, not {least - 1}") as refused:
        short.start(Chance.from_seed("x"))
    assert refused.value.facts == {"field": "tileset", "path": "$.tileset.tiles"}


@pytest.mark.rule("TIL-701")
@pytest.mark.parametrize(
    ("document", "path", "cause"),
    [
        ("x", "$.tileset", "mac45"),
        ({}, "$.tileset", "tiles"),
        ({"tiles": [{"kind": "wwww"}], "name": "mine"}, "$.tileset", "name"),
        ({"tiles": {}}, "$.tileset.tiles", "array"),
        ({"tiles": ["wwww"]}, "$.tileset.tiles[0]", "object"),
        ({"tiles": [{"kind": "wwww"}, {"copies": 2}]}, "$.tileset.tiles[1]", "kind"),
        ({"tiles": [{"kind": "wwww"}, {"kind": "wwwr"}]}, "$.tileset.tiles[1].kind", "wgk"),
        ({"tiles": [{"kind": "wwwww"}]}, "$.tileset.tiles[0].kind", "wgk"),
        ({"tiles": [{"kind": "wwww\n"}]}, "$.tileset.tiles[0].kind", "wgk"),
        ({"tiles": []}, "$.tileset.tiles", ">= 1"),
        ({"tiles": [{"kind": "wwww", "copies": 0}]}, "$.tileset.tiles[0].copies", ">= 1"),
        ({"tiles": [{"kind": "wwww", "copies": "two"}]}, "$.tileset.tiles[0].copies", "int"),
        ({"tiles": [{"kind": "wwgk"}, {"kind": "wwgk"}]}, "$.tileset.tiles[1].kind", "is listed already in tiles[0]"),
        (
            {"tiles": [{"kind": "gggg"}, {"kind": "wwgk"}, {"kind": "gkww"}]},
            "$.tileset.tiles[2].kind",
            "gkww is wwgk turned, already in tiles[1]",
        ),
        (
            {"tiles": [{"kind": kind, "copies": 99} for kind in ("wwww", "gggg", "kkkk", "wwgk", "wwkg", "wgwg")]},
            "$.tileset.tiles",
            "594 tiles; 500 are the most",
        ),
    ],
)
def test_a_wrong_set_is_refused_with_its_path(document: Any, path: str, cause: str) -> None:
    with pytest.raises(BadOptions) as refused:
        GAME.read_options({"tileset": document})
    assert refused.value.facts["path"] == path
    assert refused.value.facts["field"] == "tileset"
    assert cause in refused.value.message
    assert (path in refused.value.message) == (document != "x"), "a value by itself needs no path"


@pytest.mark.rule("TIL-702")
def test_where_tiles_are_never_turned_they_may_be_listed_as_each_of_their_turns() -> None:
    document = {"tiles": [{"kind": "wwgk", "copies": 9}, {"kind": "kwwg", "copies": 9}]}
    with pytest.raises(BadOptions):
        GAME.read_options({"tileset": document})
    options = GAME.read_options({"tileset": document, "rotate": "no"})
    assert set(pieces(options.tileset, "no").turns) == {"wwgk", "kwwg"}


@pytest.mark.rule("TIL-701")
@pytest.mark.parametrize("form", ["toml", "json"])
def test_a_set_is_read_from_a_file(tmp_path: Path, form: str) -> None:
    texts = {
        "toml": 'tiles = [{ kind = "wwgk", copies = 20 }]',
        "json": '{"tiles": [{"kind": "wwgk", "copies": 20}]}',
    }
    path = tmp_path / f"mine.{form}"
    path.write_text(texts[form])
    assert read_options(GAME, {"tileset": str(path)}) == Options(tileset=small(("wwgk", 20)))
    path.write_text(texts[form].replace("wwgk", "wwgr"))
    with pytest.raises(BadOptions, match=r"mine.*tiles\[0\]\.kind") as refused:
        read_options(GAME, {"tileset": str(path)})
    assert refused.value.facts["path"] == "$.tiles[0].kind"
    assert refused.value.facts["file"] == str(path)


@pytest.mark.parametrize(
    ("text", "path"),
    [("tiles = [", "$"), ("tile = []", "$"), ('tiles = [{ kind = "wwww" }, { kind = "w" }]', "$.tiles[1].kind")],
)
def test_a_broken_data_file_is_a_typed_error(text: str, path: str) -> None:
    with pytest.raises(GameFault) as refused:
        read(text)
    assert refused.value.facts["game"] == "tiles"
    assert refused.value.facts["path"] == path
