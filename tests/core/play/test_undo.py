"""Undo: refused exactly where the step gave something away, and otherwise as if nothing had been."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from market import Choose, Duel, Lay, Pass, Peek, Take, Turned, market
from matches import everything, hand
from tileyard import CannotUndo, FastChance, Match, StalePly

UNDO: dict[str, tuple[Any, str]] = {
    "laid a tile": (None, ""),
    "turned a tile up": (Turned(), "the move showed what had been out of sight"),
    "drew": (Take(), "the move drew on chance"),
    "was told a secret": (Peek(), "the move told a player something in secret"),
    "passed the turn": (Pass(), "the turn has passed to another player"),
}


@pytest.mark.parametrize("name", UNDO)
def test_undo_is_refused_exactly_for_these_reasons(name: str) -> None:
    """Worked out from the step; the verdict says why."""
    move, why = UNDO[name]
    match = market()
    move = move or Lay(hand(match)[0])
    before = everything(match)
    match.play(0, move)
    after = everything(match)
    verdict = match.can_undo()
    assert (bool(verdict), verdict.ok, verdict.why) == (not why, not why, why)
    if not why:
        match.undo(ply=1)
        assert everything(match) == before
        match.play(0, move)
        assert everything(match) == after
        return
    with pytest.raises(CannotUndo) as caught:
        match.undo()
    assert caught.value.facts == {"why": why, "ply": 1}
    assert everything(match) == after


def test_the_set_up_cannot_be_undone() -> None:
    """Nor by undoing on and on."""
    match = market()
    tiles = hand(match)
    for tile in tiles:
        match.play(0, Lay(tile))
    for _ in tiles:
        match.undo()
    assert match.can_undo().why == "no move was made"
    with pytest.raises(CannotUndo):
        match.undo()
    assert everything(match) == everything(market())


def test_the_last_move_of_a_match_can_be_undone() -> None:
    """Nobody's turn is not another's; the final scoring goes with it, unless it showed what was closed."""
    match = market(options={"turns": 1})
    match.play(0, Pass())
    before = everything(match)
    match.play(1, Pass())
    assert match.over
    assert match.can_undo()
    match.undo()
    assert everything(match) == before
    closed = market(options={"turns": 1, "secret": True})
    closed.play(0, Pass())
    closed.play(1, Pass())
    assert closed.can_undo().why == "the move showed what had been out of sight"


def test_a_choice_among_several_cannot_be_undone_once_others_are_left() -> None:
    """The turn is with those who have not chosen; and once all have, everybody has seen what the others chose."""
    match = Match(Duel(), 2, seed="1")
    match.play(1, Choose(2))
    assert match.can_undo().why == "the turn has passed to another player"
    match.play(0, Choose(1))
    assert match.active == (0, 1)
    assert match.can_undo().why == "the move showed what had been out of sight"


def test_a_step_is_undone_at_its_ply_only() -> None:
    """Two clicks undo one step."""
    match = market()
    for tile in hand(match)[:2]:
        match.play(0, Lay(tile))
    match.undo(ply=2)
    with pytest.raises(StalePly) as caught:
        match.undo(ply=2)
    assert caught.value.facts == {"ply": 2, "current": 1}
    assert match.ply == 1


@given(st.integers(0, 500))
def test_undoing_and_playing_again_is_as_if_nothing_had_been(seed: int) -> None:
    """Wherever it is allowed; and it is exactly where the step says."""
    match, plain = market(str(seed)), market(str(seed))
    chance = FastChance(seed)
    while not plain.over:
        player = plain.active[0]
        move = chance.pick(plain.legal(player))
        plain.play(player, move)
        update = match.play(player, move)
        drew = match.record().entries[-1].drawn
        told = drew or update.whispers or isinstance(move, Turned)
        assert match.can_undo().ok == (not told and (match.over or player in match.active))
        if match.can_undo():
            match.undo()
            match.play(player, move)
    assert everything(match) == everything(plain)


@given(st.integers(0, 500), st.lists(st.booleans(), max_size=30))
def test_a_viewer_learns_whether_the_step_last_seen_still_stands(seed: int, undoing: list[bool]) -> None:
    """Against a history kept by hand: what was told is followed up exactly if it is still part of the match."""
    match, chance = market(str(seed)), FastChance(seed)
    standing = match.updates(0)
    told = standing[:]
    for undo in undoing:
        if undo and match.can_undo():
            match.undo()
            standing.pop()
        elif not match.over:
            player = match.active[0]
            match.play(player, chance.pick(match.legal(player)))
            standing.append(match.updates(0)[-1])
            told.append(standing[-1])
    assert (match.ply, match.branch) == (standing[-1].ply, standing[-1].branch)
    for update in told:
        # Two steps are one only if they were made at once.
        if any(update is kept for kept in standing):
            assert match.updates(0, update.ply, update.branch) == standing[update.ply + 1 :]
        else:
            with pytest.raises(StalePly):
                match.updates(0, update.ply, update.branch)
    assert match.updates(0, -1, branch=7) == standing
