"""What gets into a match: moves from outside and what the rules make of them, looked through for their types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from market import Drew, Market, Pass, Row, market, play_on
from matches import Broken, everything
from tileyard import BadPayload, Event, GameFault, IllegalMove, Match, Whisper

# -- moves from outside --------------------------------------------------------------------------------


@given(st.recursive(st.none() | st.integers() | st.text(), lambda s: st.lists(s) | st.dictionaries(st.text(), s)))
def test_no_move_raises_anything_else(move: Any) -> None:
    """Whatever somebody sends."""
    match = market()
    digest = match.digest
    with pytest.raises((BadPayload, IllegalMove)):
        match.play(0, move)
    assert (match.digest, match.ply) == (digest, 0)


@pytest.mark.parametrize("text", ["lay", '"lay"', "[1]"])
def test_a_word_in_place_of_a_move_is_said_to_have_been_read_as_json(text: str) -> None:
    """What is JSON of a move with something wrong in it is told by what is wrong alone."""
    with pytest.raises(BadPayload, match=r"^the move .* was read as JSON: ") as caught:
        play_on(market(), 3, 4).play(0, text)
    assert repr(text) in str(caught.value)
    with pytest.raises(BadPayload, match=r"^Expected `int`, got `str` \(at \$\.tile\)$"):
        play_on(market(), 3, 4).play(0, '{"type":"lay","tile":"1"}')


# -- what the rules make -------------------------------------------------------------------------------


class Undeclared(Event):
    """An event the game does not declare."""


class Unsaid(Whisper):
    """A whisper the game does not declare."""


SPOILERS: dict[str, Callable[[Any, Any], Any]] = {
    "text for a number": lambda state, turn: state.table.row.append("x"),
    "a fraction": lambda state, turn: state.table.row.append(0.5),
    "true for a number": lambda state, turn: state.table.row.append(True),
    "a number beyond 64 bits": lambda state, turn: state.table.row.append(2**64),
    "a set": lambda state, turn: setattr(state.table, "row", {1}),
    "a tuple for a list": lambda state, turn: setattr(state.table, "row", (1,)),
    "an object": lambda state, turn: state.seats[0].hand.append(object()),
    "a key of another type": lambda state, turn: state.table.peeked.update({"0": [1]}),
    "deep in the vault": lambda state, turn: state.vault.bag.append(None),
    "half of a surrogate pair": lambda state, turn: state.table.row.append("\ud800"),
    "a score that is a fraction": lambda state, turn: turn.award(0, 0.5, "lay"),
    "an event that is not declared": lambda state, turn: turn.announce(Undeclared()),
    "an event with another type inside": lambda state, turn: turn.announce(Row(["x"])),
    "a whisper that is not declared": lambda state, turn: turn.whisper(0, Unsaid()),
    "a whisper to everybody": lambda state, turn: turn.announce(Drew(1, [])),
    "an award that is no reason": lambda state, turn: turn.award(0, 1, 7),
}


@pytest.mark.parametrize("name", SPOILERS)
def test_what_is_not_of_its_declared_type_never_gets_into_a_match(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It could not be saved, or would come back as something else."""

    def apply(self: Any, state: Any, move: Any, turn: Any) -> None:
        Market.apply(self, state, move, turn)
        SPOILERS[name](state, turn)

    match = play_on(Match(Broken(), 2, seed="7"), 3, 4)
    before = everything(match)
    monkeypatch.setattr(Broken, "apply", apply)
    with pytest.raises(GameFault) as caught:
        match.play(0, Pass())
    assert {"game": "market", "verb": "apply", "ply": 5}.items() <= caught.value.facts.items()
    assert "not of its declared types" in str(caught.value)
    monkeypatch.undo()
    assert everything(match) == before
    play_on(match)


def test_a_set_up_of_other_types_makes_no_match() -> None:
    """Deep inside a compartment, where only the wire would notice."""

    class Odd(Market):
        def setup(self, turn: Any) -> Any:
            state = super().setup(turn)
            state.seats[1].hand.append("x")
            return state

    with pytest.raises(GameFault) as caught:
        Match(Odd(), 2)
    assert {"verb": "setup", "ply": 0}.items() <= caught.value.facts.items()
    assert "seats[1].hand[3]" in str(caught.value)
