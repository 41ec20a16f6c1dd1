"""The schedule against brute force: every line-up, each equally often, nobody favoured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from terminal import tileyard
from tileyard import BadOptions, BadPlayers, Registry, UnknownGame, UnknownName, UsageError
from tileyard.ground.chance import derive_seed
from tileyard_arena.schedule import (
    MOST_LINE_UPS,
    MOST_PLAYERS,
    Plan,
    check_bots,
    count_line_ups,
    fixtures,
    line_ups,
    setting,
)


def possible(bots: int, players: int) -> set[tuple[int, ...]]:
    """Every assignment of bots to seats in which no bot has two seats more than another, nor two while one has none."""
    every = product(range(bots), repeat=players)
    counts = [(seats, [seats.count(bot) for bot in range(bots)]) for seats in every]
    return {seats for seats, each in counts if max(each) - min(each) <= 1}


@given(bots=st.integers(1, 5), players=st.integers(1, 5), seed=st.text("ab", max_size=2))
def test_every_line_up_there_is_comes_once(bots: int, players: int, seed: str) -> None:
    found = line_ups(bots, players, seed)
    assert len(found) == len(set(found)) == count_line_ups(bots, players)
    assert set(found) == possible(bots, players)


@given(bots=st.integers(1, 5), players=st.integers(1, 4))
def test_each_bot_has_each_seat_equally_often(bots: int, players: int) -> None:
    counts = Counter((bot, seat) for seats in line_ups(bots, players) for seat, bot in enumerate(seats))
    assert len(set(counts.values())) == 1
    assert len(counts) == bots * players


@given(bots=st.integers(2, 4), seed=st.text("abc", min_size=1, max_size=3))
def test_with_a_bot_for_each_seat_every_round_of_the_table_is_fair(bots: int, seed: str) -> None:
    """So a tournament that is stopped early, or has too few matches for all line-ups, favours nobody."""
    found = line_ups(bots, bots, seed)
    for start in range(0, len(found), bots):
        counts = Counter((bot, seat) for seats in found[start : start + bots] for seat, bot in enumerate(seats))
        assert set(counts.values()) == {1}


def test_the_seed_decides_which_line_ups_come_first() -> None:
    assert line_ups(3, 3, "a") == line_ups(3, 3, "a")
    assert len({tuple(line_ups(4, 4, str(seed))) for seed in range(6)}) > 1


@given(matches=st.integers(1, 40), players=st.sampled_from([2, 3]))
def test_line_ups_are_played_equally_often_and_each_match_has_its_own_seed(
    plan: Callable[..., Plan], matches: int, players: int
) -> None:
    bots = ("random", "greedy", "greedy:width=1")
    played = fixtures(plan(players=players, bots=bots, matches=matches))
    assert [fixture.number for fixture in played] == list(range(1, matches + 1))
    counts = Counter(fixture.bots for fixture in played)
    assert max(counts.values()) - (min(counts.values()) if len(counts) == 6 else 0) <= 1
    assert [fixture.seed for fixture in played] == [derive_seed("7", f"match {at + 1}") for at in range(matches)]


@given(rounds=st.integers(1, 3), bots=st.integers(2, 4), players=st.integers(2, 4))
def test_a_tournament_of_whole_rounds_gives_everybody_every_seat_exactly_as_often(
    plan: Callable[..., Plan], rounds: int, bots: int, players: int
) -> None:
    names = ("random", "greedy", "greedy:width=1", "greedy:width=2")[:bots]
    matches = rounds * count_line_ups(bots, players)
    played = fixtures(plan(players=players, bots=names, matches=matches))
    assert set(Counter(fixture.bots for fixture in played).values()) == {rounds}
    seats = Counter((bot, seat) for fixture in played for seat, bot in enumerate(fixture.bots))
    assert set(seats.values()) == {matches // bots}
    assert len(seats) == bots * players


def test_a_longer_tournament_begins_like_a_shorter_one(plan: Callable[..., Plan]) -> None:
    assert fixtures(plan(matches=9))[:5] == fixtures(plan(matches=5))


def test_what_makes_no_tournament_is_refused(registry: Registry, plan: Callable[..., Plan]) -> None:
    with pytest.raises(UsageError, match="one match or more") as none:
        fixtures(plan(matches=0))
    assert none.value.facts["field"] == "matches"
    with pytest.raises(UsageError, match="no bot is named"):
        fixtures(plan(bots=()))
    planned = plan()
    for players in (-1, 0, MOST_PLAYERS + 1, 10**12):
        with pytest.raises(UsageError, match=f"1 to {MOST_PLAYERS} players, not {players}"):
            fixtures(replace(planned, setting=replace(planned.setting, players=players)))
    with pytest.raises(UsageError, match=f"more than {MOST_LINE_UPS}"):
        line_ups(30, 4)
    with pytest.raises(UsageError, match=r"a seed is .*text"):
        fixtures(plan(seed="\ud800"))
    for wrong, kind in (
        ((), UsageError),
        (("random", "random"), UsageError),
        (("nobody",), UnknownName),
        (("greedy:x=1",), UsageError),
        (("greedy:worlds=0",), UsageError),
        (("greedy:worlds",), UsageError),
    ):
        with pytest.raises(kind):
            check_bots(registry, plan().setting, wrong)


def test_a_setting_is_tried_before_anything_is_played(registry: Registry) -> None:
    made = setting(registry, "brook", 3, {"hand": 2})
    assert (made.players, made.options, made.plugin.name) == (3, {"hand": 2, "dams": False}, "tileyard-brook")
    for players, options, scorers, kind in (
        (9, None, (), BadPlayers),
        (2, {"hand": 1}, (), BadOptions),
        (2, None, ("nothing",), UnknownName),
    ):
        with pytest.raises(kind):
            setting(registry, "brook", players, options, scorers)
    with pytest.raises(UnknownGame):
        setting(registry, "nothing", 2)


@pytest.mark.parametrize("command", ["arena", "report"])
def test_more_matches_than_can_be_drawn_up_are_refused(command: str) -> None:
    """Before any is, which would take all the memory there is."""
    code, error = tileyard(command, "brook", "--matches", 10**15, "--jobs", 1).error
    assert (code, error.endswith("has 1000000 matches at most")) == (2, True)
