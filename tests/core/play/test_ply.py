"""What happened in a match stays as it was: nobody reaches its plies from outside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from market import Echo, Market, Row, Take, market, play_on
from matches import everything, hand, spoil
from tileyard import Match

HANDED_OUT: dict[str, Callable[[Match], Any]] = {
    "a view": lambda match: [match.view(0), match.view(None)],
    "updates": lambda match: [match.updates(0), match.updates(1), match.updates(None)],
    "the answer to a move": lambda match: match.play(match.active[0], Take()),
    "legal moves": lambda match: match.legal(match.active[0]),
    "scores": lambda match: match.scores,
    "the result": lambda match: match.result,
    "the record": lambda match: match.record(),
    "info": lambda match: match.info,
    "active players": lambda match: match.active,
}


@pytest.mark.parametrize("name", HANDED_OUT)
def test_what_is_handed_out_can_be_changed_at_will(name: str) -> None:
    """The match, its past and its future stay what they were."""
    match, twin = (play_on(market(scorers=[Echo()]), 3, 7) for _ in range(2))
    spoil(HANDED_OUT[name](match))
    HANDED_OUT[name](twin)
    assert everything(match) == everything(twin)
    assert everything(play_on(match)) == everything(play_on(twin))


def test_what_was_handed_in_can_be_changed_afterwards() -> None:
    """Options, move data and a record are not kept."""
    options: dict[str, Any] = {"turns": 1}
    data: dict[str, Any] = {"type": "lay", "tile": hand(market())[0]}
    match, twin = market(options=options), market(options={"turns": 1})
    options["turns"] = 3
    match.play(0, data)
    twin.play(0, dict(data))
    data["tile"] = 99
    assert everything(match) == everything(twin)
    record = match.record()
    again = Match.replay(record, Market())
    spoil(record)
    assert everything(again) == everything(twin)


def test_rules_that_keep_what_they_were_handed_reach_no_other_match() -> None:
    """What a careless game holds on to is no longer the match's."""
    kept: list[Any] = []

    class Careless(Market):
        def apply(self, state: Any, move: Any, turn: Any) -> None:
            super().apply(state, move, turn)
            row = Row(list(state.table.row))
            turn.announce(row)
            kept.append(row.row)

    match = play_on(Match(Careless(), 2, seed="7"), 3, 5)
    before = everything(match)
    for row in kept:
        row.append(99)
    assert everything(match) == before
