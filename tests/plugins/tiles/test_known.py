"""What a discard tells of a hand: against brute force and matchings."""

from __future__ import annotations

from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tiles_tables import GAME, LUMPY, brute_force, course, position, table
from tileyard import Engine, FastChance
from tileyard.board import plane
from tileyard_tiles.known import agrees, used
from tileyard_tiles.model import Discard, Place, Stuck
from tileyard_tiles.pieces import pieces

PLAYERS = st.integers(2, 3)
SEEDS = st.integers(0, 2**32)
GAMES = settings(max_examples=25)


@pytest.mark.rule("TIL-303")
@GAMES
@given(PLAYERS, SEEDS, st.sampled_from(["face_up", "face_down"]), st.sampled_from(["mac45", LUMPY]))
def test_a_discard_tells_what_a_hand_cannot_be(players: int, seed: int, discard: str, tileset: Any) -> None:
    """Whoever discards holds no tile that fits; afterwards as many others at most as were drawn since."""
    options = {"rotate": "no", "discard": discard, "tileset": tileset}
    kinds = [*pieces(GAME.read_options(options).tileset, "no").turns]
    for engine, before, player, move, step in course(players, options, seed):
        state = step.position.state
        if isinstance(move, Discard):
            stuck = state.table.stuck[-1]
            assert (stuck.player, stuck.fresh) == (player, 0)
            fitting = {kind for kind, *_ in brute_force(before.state.table.layout, kinds, rotate=False)}
            assert set(stuck.kinds) == {*kinds} - fitting
        for viewer in range(players) if state.table.stuck else ():
            guess = GAME.guess(engine.view(step.position, viewer), FastChance(seed))
            for world in (state, guess):
                for seat, held in enumerate(world.seats):
                    assert agrees(world.table, seat, held.hand, held.discards)


def test_what_is_known_of_a_hand_wears_off() -> None:
    """A player who discarded has tiles of the stuck kinds alone, then one other for each drawn and not yet used."""
    engine = Engine(GAME, 2)
    game = position("0,0 wwww", [["gggg", "kkkk"], ["wggg", "wkkk"]], deck=["gggk", "wwwg", "gkkk"])
    known: list[int] = []
    for move in (
        Discard("gggg"),
        Place("wggg", plane.cell(0, 1), 0),
        Place("wwwg", plane.cell(0, -1), 0),
        Place("wkkk", plane.cell(1, 0), 3),
    ):
        game = engine.step(game, engine.active(game)[0], move)
        (stuck,) = game.state.table.stuck
        known.append(stuck.fresh)
    assert stuck.kinds == tuple(kind for kind in pieces("mac45", "yes").turns if "w" not in kind)
    # Drawn with the move of the other player; used, for the tile laid fitted all along; none is left to draw.
    assert known == [0, 1, 0, 0]


def test_what_fitted_at_a_later_discard_was_drawn_after_the_earlier_ones_too() -> None:
    """Two tiles were drawn, one of them after the second discard; so at most two are not black."""
    known = table("")
    known.stuck += [Stuck(0, ("gggg", "kkkk"), 2), Stuck(0, ("wwww", "kkkk"), 1)]
    assert agrees(known, 0, ["gggg", "wwww", "kkkk"], [])
    assert not agrees(known, 0, ["gggg", "wwww", "wwww"], [])
    used(known, 0, "gggg")
    assert [stuck.fresh for stuck in known.stuck] == [1, 0]
    assert not agrees(known, 0, ["wwww", "wwww"], [])


@pytest.mark.parametrize(
    ("pile", "hand", "possible"),
    [
        (["gggg", "gggg"], ["gggg"], True),
        (["gggg", "kkkk"], ["gggg"], True),
        (["gggg", "gggg"], ["kkkk"], True),
        (["gggg", "kkkk"], ["kkkk"], False),
        (["gggg", "gggg"], ["wwww"], False),
        (["kkkk", "gggg"], ["gggg"], False),
        (["gggg", "wwww"], ["gggg"], False),
        (["gggg", "gggg"], ["kkkk", "kkkk"], False),
    ],
)
def test_what_was_discarded_face_down_counts_with_the_hand(pile: list[str], hand: list[str], possible: bool) -> None:
    """Once nothing but grey was left, one tile was drawn, and then nothing but grey and black was left."""
    known = table("")
    known.stuck += [Stuck(0, ("gggg",), 1), Stuck(1, (), 0), Stuck(0, ("gggg", "kkkk"), 0)]
    assert agrees(known, 0, hand, pile) is possible


KIND = st.sampled_from("abc")


@settings(max_examples=400)
@given(
    st.lists(st.tuples(st.none() | st.sets(KIND, max_size=2), KIND), min_size=2, max_size=6),
    st.integers(2, 6),
    st.lists(KIND, min_size=3, max_size=3),
    st.booleans(),
)
def test_what_a_hand_can_be_equals_a_matching(
    turns: list[tuple[set[str] | None, str]], draws: int, hand: list[str], face_down: bool
) -> None:
    """Each tile that was held must go with a draw such that it fitted nowhere at each discard in between.

    One tile is drawn at each turn while there are any, and one leaves the hand: it is seen (None), or all of the
    hand is of the kinds in the set. The hand begins with three.
    """
    known, drawn, pile = table(""), [0, 0, 0], []
    held: list[tuple[str, int]] = []
    for time, (kinds, tile) in enumerate(turns, 1):
        if time <= draws:
            drawn.append(time)
            for stuck in known.stuck:
                stuck.fresh += 1
        elif len(held) == len(drawn):
            break
        held.append((tile, time))
        if kinds is not None and face_down:
            pile.append(tile)
        else:
            used(known, 0, tile)
        if kinds is not None:
            known.stuck.append(Stuck(0, tuple(kinds | {tile}), 0))
    stuck_at = [time for time, (kinds, _) in enumerate(turns[: len(held)], 1) if kinds is not None]
    del hand[len(drawn) - len(held) :]
    held += [(tile, len(turns) + 1) for tile in hand]
    pairs: nx.Graph[Any] = nx.Graph()
    pairs.add_nodes_from(("tile", i) for i in range(len(held)))
    pairs.add_edges_from(
        (("tile", i), ("draw", j))
        for i, (tile, end) in enumerate(held)
        for j, start in enumerate(drawn)
        if start <= end
        and all(tile in stuck.kinds for time, stuck in zip(stuck_at, known.stuck, strict=True) if start <= time <= end)
    )
    matched = nx.bipartite.maximum_matching(pairs, [("tile", i) for i in range(len(held))])
    assert agrees(known, 0, hand, pile) is (len(matched) == 2 * len(held))
