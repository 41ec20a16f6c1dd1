"""What a person sees of Nile: everything there is to know, everything there is to choose, and no secret."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nile2009_tables import GAME, PLAYERS, SEEDS, engine, flood, middle, position, walk
from tileyard import FastChance, Position
from tileyard.front import svg, text
from tileyard.front.choices import narrow
from tileyard.front.scene import Scene, Shape, picks
from tileyard.front.theme import THEME, resolve
from tileyard.ground.wire import decode, encode, to_builtins
from tileyard_nile2009.pieces import deck
from tileyard_nile2009.scene import STYLES, scene


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("options", [{}, {"edition": "deluxor", "extend_only": "bga"}])
@pytest.mark.parametrize("plies", [0, 1, 30, 31])
def test_picks_reach_every_legal_move(players: int, options: dict[str, str], plies: int) -> None:
    """Whoever is to move can pick each choice of cards; nobody else can pick anything."""
    bound, game = middle(players, options, 4, plies)
    (mover,) = bound.active(game)
    legal = bound.legal(game, mover)
    offered = list(picks(scene(bound.view(game, mover))))
    reached = [narrow(legal, pick) for pick in offered]
    assert all(choice.left for choice in reached)
    cards = {str(pick["cards"]) for pick in offered if "cards" in pick}
    assert cards == {str(to_builtins(move.cards)) for move in legal if hasattr(move, "cards")}
    kinds = {pick["type"] for pick in offered if "type" in pick}
    assert kinds == {move.__struct_config__.tag for move in legal}
    for viewer in {*range(players), None} - {mover}:
        assert not list(picks(scene(bound.view(game, viewer))))


@settings(max_examples=20)
@given(PLAYERS, st.integers(0, 90), st.integers(0, 5), SEEDS)
def test_a_scene_shows_nothing_hidden_and_leaves_the_view_alone(
    players: int, plies: int, viewer: int, seed: int
) -> None:
    viewer %= players
    bound, game = middle(players, {}, seed, plies)
    view = bound.view(game, viewer)
    other = Position(GAME.guess(view, FastChance(seed)), game.scores, game.chance, game.ply)
    before, drawn = encode(view), encode(scene(view))
    assert encode(scene(bound.view(other, viewer))) == drawn
    assert encode(view) == before


def test_a_scene_goes_through_json_and_both_drawings() -> None:
    for bound, game in walk(4, {"show_hand_counts": "yes"}, 6):
        for viewer in (0, None) if game.ply % 10 == 0 or game.state.table.over else ():
            drawn = scene(bound.view(game, viewer))
            assert decode(encode(drawn), Scene) == drawn
            ElementTree.fromstring(svg.draw(drawn))
            assert max(map(len, text.draw(drawn, width=100).splitlines())) <= 100


def labels(shapes: list[Shape]) -> list[str]:
    return [shape.label for shape in shapes if shape.label]


def test_the_table_is_told_in_words() -> None:
    game = position(
        "P", "W", fields="A:P2 B:W3", bets="B LC", flood="PW", floods="C PW", discards="F F *", pile="L L L"
    )
    game.state.seats[1].discards += ["F", "F"]
    drawn = scene(engine(game).view(game, 0))
    assert labels(drawn.shapes) == [
        "pile: 3 cards, locusts gone",
        "flood: papyrus and wheat",
        "discards: 2 F, 1 *",
        "field of papyrus, 2, flooded",
        "field of wheat, 3, flooded",
        "speculation card lettuce and castor",
    ]
    shown = text.draw(drawn)
    for part in ("pile 3, locusts gone", "flood PW", "discards 5", "~P×2~", "~W×3~", "<LC>", "▸ You"):
        assert part in shown


def test_own_cards_are_shown_and_those_of_others_never() -> None:
    game = position("P PW", "C C C", storages=["F F", "L"], phase="trade")
    titles = [panel.title for panel in scene(engine(game).view(game, 0)).panels]
    assert titles[:3] == ["Your hand: 2", "Your storage: 2", "Trade"]
    assert [panel.title for panel in scene(engine(game).view(game, None)).panels] == []
    assert "P*×0    W*×0   L*×0    C*×0   F*×2" in text.draw(scene(engine(game).view(game, 0)))


@pytest.mark.rule("N09-501", "N09-506")
def test_at_the_end_all_storages_and_sorted_piles_are_shown() -> None:
    before = position("P", "W", storages=["P P W L C F", "P W"], pile="LC", passes=1)
    game, _ = flood(before)
    for viewer in (0, 1, None):
        drawn = scene(engine(game).view(game, viewer))
        assert [panel.title for panel in drawn.panels if "Storage" in panel.title] == [
            "Storage of player 1",
            "Storage of player 2",
        ]
        assert [score.note for score in drawn.scores] == ["piles 1 1 1 1 2, wins", "piles 0 0 0 1 1"]
        assert [score.points for score in drawn.scores] == [1, 0]
        assert drawn.captions[-1] == "Player 1 wins."


def test_crops_differ_in_pattern_and_letter() -> None:
    """Not by colour alone."""
    looks = [resolve(name, {**THEME, **STYLES}) for name in list(STYLES)[:7]]
    assert len({look.pattern for look in looks}) == 7
    assert deck("deluxor", 6).crops == "PWLCFGO"
