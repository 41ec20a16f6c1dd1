"""Where the games of a run come from: values of options, settings, drawing and shrinking."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any, Literal

import pytest
from hypothesis import strategies as st
from msgspec import Meta

from games.hidden import Hidden
from tileyard import BadOptions, Frozen
from tileyard.ground.wire import encode
from tileyard.testing import Case
from tileyard.testing.cases import Source, option_values, settings_of
from tileyard.testing.playouts import Playout


class Set(Frozen):
    """A document."""

    tiles: list[int]


class Many(Frozen):
    """Options of every kind."""

    kind: Literal["a", "b"] = "a"
    few: Annotated[int, Meta(gt=0, le=3)] = 1
    many: Annotated[int, Meta(ge=0, lt=101)] = 5
    any_number: int = 0
    on: bool = False
    name: str = ""
    tiles: Literal["usual"] | Set = "usual"
    ready: Literal[1, 2] | None = None


class ManyOptions(Hidden):
    """Pebbles with other options."""


ManyOptions.types = dataclasses.replace(Hidden.types, options=Many)


def test_values_of_an_option_are_the_declared_ones_and_the_ends_of_numbers() -> None:
    assert option_values(ManyOptions()) == {
        "kind": ["a", "b"],
        "few": [1, 2, 3],
        "many": [0, 1, 50, 99, 100],
        "on": [False, True],
        "tiles": ["usual"],
        "ready": [1, 2],
    }


def test_settings_combine_few_values_and_vary_many_one_by_one() -> None:
    assert len(list(settings_of(Hidden()))) == 8
    many = list(settings_of(ManyOptions()))
    assert many[0] == {}
    assert {"few": 3} in many
    assert all(len(setting) < 2 for setting in many)


def test_a_run_draws_different_whole_and_partial_games_of_all_kinds() -> None:
    pool = Source(Hidden(), examples=40).pool()
    assert len({encode(playout.case) for playout in pool}) == len(pool) > 20
    assert {playout.players for playout in pool} == {2, 3}
    assert {playout.over for playout in pool} == {False, True}
    assert {value for playout in pool for value in playout.options.values()} >= {4, 6, True, 2}


def test_the_same_seed_draws_the_same_games() -> None:
    same, again, other = ([encode(p.case) for p in Source(Hidden(), examples=8, seed=s).pool()] for s in (1, 1, 2))
    assert same == again != other


def test_given_cases_come_first_and_are_not_shrunk() -> None:
    case = Case(3, {"cells": 6}, "x", (5, 4))
    source = Source(Hidden(), examples=0, given=[case])
    assert [playout.case for playout in source.pool()] == [case]
    assert source.shrink(source.pool()[0], "wrong", lambda _: "always").case == case


@pytest.mark.parametrize("options", [[{"hand": 1}], st.just({"hand": 1})])
def test_samples_or_a_strategy_replace_the_declared_values(options: Any) -> None:
    assert {encode(p.options) for p in Source(Hidden(), examples=5, options=options).pool()} == {b'{"hand":1}'}


def test_shrinking_finds_the_fewest_and_lowest_choices() -> None:
    def judge(playout: Playout) -> str | None:
        return "third" if len(playout.plies) > 2 and playout.plies[2].move.cell > 1024 else None

    source = Source(Hidden(), examples=30)
    failing = next(playout for playout in source.pool() if judge(playout))
    small = source.shrink(failing, "third", judge)
    assert small.problem == "third"
    assert small.case.players == 2
    assert small.case.options == {}
    assert sorted(small.case.choices) in ([0, 0], [0, 1])


class Together(Hidden):
    """Three players and a short row do not go together."""

    def setup(self, turn: Any) -> Any:
        if turn.players == 3 and turn.options.cells == 4:
            raise BadOptions("too many for a short row", field="cells", allowed=[6])
        return super().setup(turn)


def test_settings_a_game_refuses_are_not_drawn() -> None:
    pool = Source(Together(), examples=40).pool()
    assert all(playout.fault is None for playout in pool)
    assert {(p.players, p.options.get("cells", 4)) for p in pool} == {(2, 4), (2, 6), (3, 6)}
