"""A record that was changed, or rules that were: every corruption is found at its ply."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from market import Lay, Market, Pass, market
from records import load, saved, spoil, whole
from tileyard import (
    GameFault,
    Match,
    ReplayDiverged,
)
from tileyard.ground.wire import to_builtins


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
