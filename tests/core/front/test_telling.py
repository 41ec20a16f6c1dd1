"""What happened is told in words: in sentences of the game's own, and without them in those of its types."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from market import Market
from terminal import registry
from tileyard import Event, FastChance, Game, Match, Move, Scored, Struct, Whisper
from tileyard.front.telling import told
from tileyard.front.words import does

GAMES = ["brook", "nile1967", "nile2009", "octopus", "qaleh-nil", "qaleh-nil-castle", "tiles"]


class Swapped(Event):
    player: int
    cells: tuple[int, ...]
    fresh: bool
    with_whom: str | None = None


class Labelled(Market):
    """A market whose cells have names."""

    def label(self, field: str, value: Any) -> str:
        return f"c{value}" if field == "cells" else str(value)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Swapped(1, (3, 4), True, "nobody"), "Player 2: swapped cells c3 c4, fresh, with whom nobody"),
        (Swapped(0, (), False), "Player 1: swapped"),
    ],
)
def test_without_words_of_its_own_a_game_tells_names_and_labels(event: Event, text: str) -> None:
    """What is not so, or not there, is left out."""
    assert told(Labelled(), event) == text


def test_a_game_that_fails_to_tell_is_told_by_the_name_of_the_type() -> None:
    class Silent(Market):
        def tell(self, event: Event | Whisper | Move) -> str:
            raise LookupError(event)

    assert told(Silent(), Swapped(0, (), False)) == "swapped"


def test_a_telling_is_one_line_of_a_length_that_can_be_read() -> None:
    class Chatty(Market):
        def tell(self, event: Event | Whisper | Move) -> str:
            return "two\nlines " + "and more " * 100

    text = told(Chatty(), Swapped(0, (), False))
    assert (text[:9], len(text), text[-3:]) == ("two lines", 300, "...")


@settings(max_examples=25)
@given(name=st.sampled_from(GAMES), seed=st.integers(0, 10**6), data=st.data())
def test_every_game_tells_sentences_and_no_data(name: str, seed: int, data: st.DataObject) -> None:
    """Whatever is announced, whispered or offered in a random match, with its default options."""
    game = registry().game(name).game
    match = Match(game, data.draw(st.sampled_from(list(game.players))), seed=str(seed))
    chance, said = FastChance(seed), dict[str, Struct]()
    while not match.over and match.ply < 60:
        player = match.active[0]
        said |= {told(game, move): move for move in match.legal(player)[:20]}
        match.play(player, chance.pick(match.legal(player)))
    for viewer in (None, *range(match.players)):
        for update in match.updates(viewer):
            said |= {told(game, event): event for event in [*update.events, *update.whispers]}
    for text, event in said.items():
        if not isinstance(event, Scored):
            assert not re.search(r"[{}\[\]()'\"]|True|False|None", text), text
            assert text != Game.tell(game, event), text
        if isinstance(event, Move):
            assert does(0, text).startswith("Player 1 "), text


@pytest.mark.parametrize(
    ("said", "text"),
    [("a\x1b[2Jb\0\ud800", "a\ufffd[2Jb\ufffd\ufffd"), (None, "swapped"), (b"swap", "swapped"), (3, "swapped")],
)
def test_a_telling_holds_nothing_that_a_terminal_would_obey_and_is_text(said: Any, text: str) -> None:
    class Odd(Market):
        def tell(self, event: Event | Whisper | Move) -> str:
            return said

    assert told(Odd(), Swapped(0, (), False)) == text
