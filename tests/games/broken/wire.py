"""Games whose points or data are wrong."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any

from msgspec import Meta

from games.broken.base import Broken, Hidden
from games.hidden import Table
from tileyard import Event, Result, Scorer


class Pocketing(Hidden):
    """It writes points into the scores."""

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        super().apply(state, move, turn)
        turn.scores[turn.player] += 1


class Unexplained(Hidden):
    """It awards points for something it does not explain."""

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        super().apply(state, move, turn)
        turn.award(turn.player, 1, "luck")


class Astray(Hidden):
    """It awards points for a cell far away."""

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        super().apply(state, move, turn)
        turn.award(turn.player, 1, "pair", [5000])


class Extra(Scorer):
    """A scorer that has nothing wrong with it."""

    name, title, awards = "extra", "Extra", {"extra": "a move"}

    def moved(self, table: Any, events: Any, turn: Any) -> None:
        turn.award(turn.player, 1, "extra")


class Meddling(Extra):
    """It writes on the table."""

    def moved(self, table: Table, events: Any, turn: Any) -> None:
        table.last += 1


class Unaccounted(Extra):
    """It awards points for something it does not explain."""

    awards = {}


class Counting(Extra):
    """It remembers other matches."""

    def __init__(self) -> None:
        self.count = 0

    def moved(self, table: Any, events: Any, turn: Any) -> None:
        self.count += 1
        turn.award(turn.player, self.count, "extra")


class Onesided(Hidden):
    """It judges the first player alone."""

    def estimate(self, state: Any, scores: Any) -> list[int]:
        return [scores[0]]


class Tidying(Hidden):
    """It sorts the hands it judges."""

    def estimate(self, state: Any, scores: Any) -> list[int]:
        for seat in state.seats:
            seat.hand.sort()
        return [*scores]


class Forgetful(Hidden):
    """It ranks two players, however many there are."""

    def result(self, table: Any, scores: Any) -> Result:
        return Result.by(list(scores)[:2])


class Secret(Event):
    """It is declared nowhere."""


class Undeclared(Hidden):
    """It announces what it does not declare."""

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        super().apply(state, move, turn)
        turn.announce(Secret())


class Warm(Table):
    """Heat is never below zero."""

    heat: Annotated[int, Meta(ge=0)] = 0


class Cold(Hidden):
    """It lets the heat fall below zero."""

    def setup(self, turn: Any) -> Any:
        state = super().setup(turn)
        return type(state)(Warm(state.table.cells, heat=-1), state.seats, state.vault)

    def guess(self, view: Any, chance: Any) -> Any:
        state = super().guess(view, chance)
        own = state.table
        table = Warm(own.cells, own.row, own.mover, own.last, view.table.heat)
        return type(state)(table, state.seats, state.vault)


Cold.types = dataclasses.replace(Hidden.types, table=Warm)


class Few(Table):
    """Its schema says that there are at most three cells."""

    most: Annotated[int, Meta(extra_json_schema={"maximum": 3})] = 3


class Misdescribed(Hidden):
    """There are more cells than its schema says."""

    def setup(self, turn: Any) -> Any:
        state = super().setup(turn)
        return type(state)(Few(state.table.cells, most=4), state.seats, state.vault)

    def guess(self, view: Any, chance: Any) -> Any:
        state = super().guess(view, chance)
        own = state.table
        table = Few(own.cells, own.row, own.mover, own.last, view.table.most)
        return type(state)(table, state.seats, state.vault)


Misdescribed.types = dataclasses.replace(Hidden.types, table=Few)


def _inside() -> type[Event]:
    class Nowhere(Event):
        """Nobody can import it."""

    return Nowhere


_Nowhere = _inside()


class Unpicklable(Hidden):
    """It announces what cannot be pickled."""

    events = (_Nowhere,)

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        super().apply(state, move, turn)
        turn.announce(_Nowhere())


BROKEN = [
    Broken("scores_are_sums", Pocketing()),
    Broken("reasons_are_declared", Unexplained()),
    Broken("places_are_on_the_board", Astray()),
    Broken("scorers_only_award", Hidden(), settings={"scorers": [Extra(), Meddling()]}),
    Broken("scorers_only_award", Hidden(), settings={"scorers": [Extra(), Unaccounted()]}),
    Broken("scorers_only_award", Hidden(), settings={"scorers": [Extra(), Counting()]}),
    Broken("estimates_are_numbers", Onesided(), ("bots_choose_legal_moves",)),
    Broken("estimates_are_numbers", Tidying()),
    Broken("results_rank_everybody", Forgetful()),
    Broken(
        "only_declared_types",
        Undeclared(),
        ("round_trips_through_json", "round_trips_through_msgpack", "documents_fit_schemas"),
    ),
    Broken("round_trips_through_json", Cold(), ("round_trips_through_msgpack", "documents_fit_schemas")),
    Broken("round_trips_through_msgpack", Cold(), ("round_trips_through_json", "documents_fit_schemas")),
    Broken("documents_fit_schemas", Misdescribed()),
    Broken("copies_are_equal", Unpicklable()),
]
