"""Games that come out differently: they keep something outside the state, or hang on what is not in it."""

from __future__ import annotations

import itertools
import random
from typing import Any

from msgspec.structs import replace

from games.broken.base import Broken, Hidden
from games.hidden import Seat
from tileyard import State, Stream

_count = itertools.count()
_lucky: list[int] = [0]
_finals = itertools.count()


class Aliased(Hidden):
    """Two hands are one list until the state is copied."""

    def setup(self, turn: Any) -> Any:
        state = super().setup(turn)
        return State(state.table, (state.seats[0], Seat(state.seats[0].hand), *state.seats[2:]), state.vault)

    def pieces(self, state: Any) -> Any:
        return ()


class Unsorted(Hidden):
    """Its moves come in the order of a set of names."""

    def legal(self, view: Any) -> Any:
        moves = {f"{move.cell} {move.pebble}": move for move in super().legal(view)}
        return [moves[name] for name in set(moves)]


class Counting(Hidden):
    """It counts the moves made with it."""

    def __init__(self) -> None:
        self.moves = 0

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        self.moves += 1
        super().apply(state, move, turn)


class Lucky(Hidden):
    """It keeps the lucky pebble of the match that was set up last."""

    def setup(self, turn: Any) -> Any:
        state = super().setup(turn)
        _lucky[0] = sum(state.seats[0].hand) % 2
        return state

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        super().apply(state, move, turn)
        if move.pebble % 2 == _lucky[0]:
            turn.award(turn.player, 1, "pair")


class Numbering(Hidden):
    """It numbers its matches."""

    def setup(self, turn: Any) -> Any:
        state = super().setup(turn)
        state.table.last = next(_count)
        return state


class _Lowest(Stream):
    """It always gives 0."""

    def below(self, n: int) -> int:
        return 0


class Unmixed(Hidden):
    """It draws numbers, but deals by others."""

    def setup(self, turn: Any) -> Any:
        turn.chance.below(12)
        return super().setup(replace(turn, chance=_Lowest()))

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        super().apply(state, move, replace(turn, chance=_Lowest()))


class Dicing(Hidden):
    """It throws a die of its own, to no effect."""

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        random.random()
        super().apply(state, move, turn)


class Stubborn(Hidden):
    """It throws until it has a six."""

    def setup(self, turn: Any) -> Any:
        while turn.chance.below(6) != 5:
            pass
        return super().setup(turn)


class Flipping(Hidden):
    """It reads short as long and long as short, each time."""

    def read_options(self, given: Any = None, *, lax: bool = False) -> Any:
        read = super().read_options(given, lax=lax)
        return type(read)(10 - read.cells, read.hand, read.bonus)  # type: ignore[arg-type]


class Fickle(Hidden):
    """Its final scoring is another each time."""

    def score(self, state: Any, turn: Any) -> None:
        turn.award(0, next(_finals), "highest")


BROKEN = [
    Broken("steps_are_pure", Aliased(), ("guesses_keep_the_view",)),
    Broken("replays_in_a_fresh_process", Unsorted()),
    Broken("game_never_changes", Counting()),
    Broken("matches_do_not_mix", Lucky(), ("steps_are_pure", "game_never_changes")),
    Broken(
        "same_seed_same_record",
        Numbering(),
        ("steps_are_pure", "matches_do_not_mix", "records_resume", "corruption_is_found"),
    ),
    Broken("seeds_matter", Unmixed()),
    Broken("chance_is_the_only_randomness", Dicing()),
    Broken("extreme_draws_finish", Stubborn()),
    Broken("records_resume", Flipping(), ("corruption_is_found",)),
    Broken("corruption_is_found", Flipping(), ("records_resume",)),
    Broken(
        "undo_and_replay",
        Fickle(),
        ("steps_are_pure", "matches_do_not_mix", "same_seed_same_record", "records_resume", "previews_come_true"),
    ),
]
