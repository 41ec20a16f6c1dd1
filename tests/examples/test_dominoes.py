"""Block dominoes: the moves and the end by brute force, and guesses that agree with every pass."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from dominoes import TILES, Dominoes, Lay, Passed, Seat, Table, Vault, laid, scene
from hypothesis import given
from hypothesis import strategies as st

from tileyard import Engine, FastChance, Match, Scored, State, View
from tileyard.ground.chance import Chance
from tileyard.play.state import Position
from tileyard.testing import GameConformance

GAME = Dominoes()
ENGINE = Engine(GAME, 2)
TILE = {f"{a}{b}": tile for tile, (a, b) in enumerate(TILES)}


class TestDominoes(GameConformance):
    game = GAME
    scene = staticmethod(scene)
    examples = 5


def position(hands: list[str], line: str = "", active: int = 0) -> Position[Any, Any, Any]:
    """A position with these hands (such as ``"25 66"``) and these numbers in the line; all other tiles sleep."""
    held = [[TILE[name] for name in hand.split()] for hand in hands]
    numbers = [int(number) for number in line]
    used = {*laid(numbers), *held[0], *held[1]}
    asleep = Vault([tile for tile in range(len(TILES)) if tile not in used])
    state = State(Table(numbers, [[], []], (active,)), tuple(map(Seat, held)), asleep)
    return Position(state, [0, 0], Chance.from_seed("1"))


def ways(line: list[int], hand: list[int]) -> set[tuple[int, int | None]]:
    """By the words of the rules: all that can be laid, as tile and joined number."""
    if not line:
        return {(tile, None) for tile in hand}
    return {(tile, end) for tile in hand for end in range(7) if end in TILES[tile] and end in (line[0], line[-1])}


@given(st.integers(0, 10**6), st.integers(0, 13))
def test_moves_turns_and_the_end_are_those_of_the_rules(seed: int, plies: int) -> None:
    """Each step against brute force: what may be laid, whose turn follows, who is passed over, what it scores."""
    before = ENGINE.start(Chance.from_seed(str(seed)))
    ENGINE.rollout(before, FastChance(seed), limit=plies)
    for player in ENGINE.active(before):
        legal = ENGINE.legal(before, player)
        assert {(lay.tile, lay.end) for lay in legal} == ways(before.state.table.line, before.state.seats[player].hand)
        for lay in legal:
            step = ENGINE.carry_out(before, player, lay)
            after = step.position.state
            line, hands = after.table.line, [seat.hand for seat in after.seats]
            assert laid(line)[0 if laid(line)[0] == lay.tile else -1] == lay.tile
            assert Counter(laid(line)) == Counter([*laid(before.state.table.line), lay.tile])
            turns = [p for p in (1 - player, player) if ways(line, hands[p])] if all(hands) else []
            assert list(ENGINE.active(step.position)) == turns[:1]
            passed = [p for p in (1 - player, player) if not turns or p == 1 - player != turns[0]] if all(hands) else []
            assert [event.player for event in step.events if isinstance(event, Passed)] == passed
            pips = [sum(sum(TILES[tile]) for tile in hand) for hand in hands]
            best = [pips[1 - p] if pips[p] < pips[1 - p] else 0 for p in (0, 1)]
            assert step.position.scores == ([0, 0] if turns else best)


def told(deal: list[list[int]], match: Match) -> list[Any]:
    """All that everybody is told when the moves of ``match`` are made from another deal; None where one cannot be."""
    state = State(Table([], [[], []]), tuple(Seat(sorted(hand)) for hand in deal), Vault([]))
    current, events = Position(state, [0, 0], Chance.from_seed("1")), [[]]
    for entry in match.record().entries[1:]:
        assert entry.player is not None
        if ENGINE.active(current) != (entry.player,) or entry.move not in ENGINE.legal(current, entry.player):
            return [None]
        step = ENGINE.carry_out(current, entry.player, entry.move)
        current = step.position
        events.append(step.events)
    return [events, current.state.table]


def started(seed: int, plies: int) -> Match:
    match = Match(GAME, 2, seed=str(seed))
    chance = FastChance(seed)
    while match.active and match.ply < plies:
        match.play(match.active[0], chance.pick(match.legal(match.active[0])))
    return match


@given(st.integers(0, 10**6), st.integers(0, 14), st.sampled_from([None, 0, 1]), st.integers(0, 10**6))
def test_a_guessed_deal_leads_to_all_that_was_seen(seed: int, plies: int, viewer: int | None, luck: int) -> None:
    """Every pass and every turn come out the same when the moves made so far are played from the guessed hands."""
    match = started(seed, plies)
    state = GAME.guess(match.view(viewer), FastChance(luck))
    lays = [(entry.player, entry.move.tile) for entry in match.record().entries[1:] if entry.move is not None]
    deal = [seat.hand + [tile for mover, tile in lays if mover == p] for p, seat in enumerate(state.seats)]
    truth = [update.events for update in match.updates(None)]
    assert told(deal, match) == [truth, match.view(None).table]
    assert viewer is None or state.seats[viewer] == match.view(viewer).seat


def worlds(match: Match) -> set[tuple[int, ...]]:
    """By brute force, late in a game: each hand of player 1 that agrees with all that player 0 has seen."""
    view: View[Any, Table, Seat] = match.view(0)
    assert view.seat is not None
    assert view.table.lacks[1]
    lays = [(entry.player, entry.move.tile) for entry in match.record().entries[1:] if entry.move is not None]
    mine, theirs = ([tile for mover, tile in lays if mover == p] for p in (0, 1))
    unseen = [tile for tile in range(len(TILES)) if tile not in {*mine, *theirs, *view.seat.hand}]
    size: Any = view.sizes["seat.hand"]
    truth = [[update.events for update in match.updates(None)], view.table]
    hands = combinations(unseen, size[1])
    return {hand for hand in hands if told([view.seat.hand + mine, [*hand, *theirs]], match) == truth}


@pytest.mark.parametrize(("seed", "plies", "mover"), [(8, 11, 0), (41, 10, 0), (1, 11, 1), (38, 10, 1)])
def test_guesses_are_all_the_worlds_there_are(seed: int, plies: int, mover: int) -> None:
    """Also while the other player is to move; for the mover, who has to decide by them, they are equally likely."""
    match, chance = started(seed, plies), FastChance(1)
    assert match.active == (mover,)
    possible = worlds(match)
    assert len(possible) > 10
    found = Counter(tuple(GAME.guess(match.view(0), chance).seats[1].hand) for _ in range(60 * len(possible)))
    assert set(found) == possible
    assert mover == 1 or max(found.values()) < 3 * min(found.values())


def test_a_tile_that_fits_both_ends_may_go_to_either() -> None:
    start = position(["25 06", "55 01"], "2665")
    assert ENGINE.legal(start, 0) == [Lay(TILE["25"], 2), Lay(TILE["25"], 5)]
    assert ENGINE.step(start, 0, Lay(TILE["25"], 2)).state.table.line == [5, 2, 2, 6, 6, 5]
    assert ENGINE.step(start, 0, Lay(TILE["25"], 5)).state.table.line == [2, 6, 6, 5, 5, 2]


def test_at_two_equal_ends_a_tile_has_one_way() -> None:
    assert ENGINE.legal(position(["25 22", ""], "2662"), 0) == [Lay(TILE["25"], 2), Lay(TILE["22"], 2)]


def test_who_cannot_lay_is_passed_over_and_has_shown_what_they_lack() -> None:
    step = ENGINE.carry_out(position(["25 55", "01 11"], "2662"), 0, Lay(TILE["25"], 2))
    assert step.events == [Lay(TILE["25"], 2), Passed(1)]
    assert ENGINE.active(step.position) == (0,)
    assert sorted(step.position.state.table.lacks[1]) == [2, 5]


def test_who_goes_out_scores_the_other_hand() -> None:
    step = ENGINE.carry_out(position(["25", "01 66"], "2662"), 0, Lay(TILE["25"], 2))
    assert step.events == [Lay(TILE["25"], 2), Scored(0, 13, "pips")]
    assert step.position.state.table.shown == [[], [TILE["01"], TILE["66"]]]
    assert ENGINE.result(step.position).winners == (0,)


def test_when_nobody_can_lay_fewer_pips_win() -> None:
    step = ENGINE.carry_out(position(["25 66", "01"], "2332"), 0, Lay(TILE["25"], 2))
    assert step.events == [Lay(TILE["25"], 2), Passed(1), Passed(0), Scored(1, 12, "pips")]
    assert ENGINE.result(step.position).winners == (1,)


def test_equal_pips_score_nothing() -> None:
    step = ENGINE.carry_out(position(["25 13", "04"], "2662"), 0, Lay(TILE["25"], 2))
    assert step.position.scores == [0, 0]
    assert ENGINE.result(step.position).winners == (0, 1)


def test_it_is_told_in_words() -> None:
    told = [Lay(TILE["25"]), Lay(TILE["25"], 2), Passed(1), Scored(0, 13, "pips")]
    assert [GAME.tell(event) for event in told][:3] == ["lead with 2-5", "lay 2-5 to the 2", "Player 2 cannot lay"]
    assert GAME.tell(told[3]) == super(Dominoes, GAME).tell(told[3])


def test_the_lighter_hand_stands_better() -> None:
    assert GAME.estimate(position(["25 66", "01"]).state, [0, 0]) == [-19, -1]
