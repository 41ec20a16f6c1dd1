"""Games that are played wrongly."""

from __future__ import annotations

from typing import Any

import msgspec

from games.broken.base import Broken, Hidden, scene
from games.hidden import FIRST, Lay
from tileyard import Reason, State
from tileyard.front.bots import mcts_bot


class Crowded(Hidden):
    """It cannot be set up for three players with a long row."""

    def setup(self, turn: Any) -> Any:
        assert turn.players < 3 or turn.options.cells < 6, "no room"
        return super().setup(turn)


class Endless(Hidden):
    """It goes on longer than it says."""

    max_plies = 3


class Doubled(Hidden):
    """It names the mover twice."""

    def active(self, table: Any) -> Any:
        return super().active(table) * 2


class Reopened(Hidden):
    """Its final scoring makes room for another pebble."""

    def score(self, state: Any, turn: Any) -> None:
        state.table.row.pop(state.table.last)


class Stuck(Hidden):
    """With two pebbles laid there is nothing to do."""

    def legal(self, view: Any) -> Any:
        return [] if len(view.table.row) == 2 else super().legal(view)


class Repeating(Hidden):
    """It lists its first move again."""

    def legal(self, view: Any) -> Any:
        moves = super().legal(view)
        return moves + moves[:1]


class ByIdentity(Hidden):
    """It asks whether two numbers are one object."""

    def legal(self, view: Any) -> Any:
        moves = super().legal(view)
        return moves[::-1] if any(cell is view.table.last for cell in view.table.row) else moves


class Permissive(Hidden):
    """It allows a pebble on another."""

    def permits(self, view: Any, move: Any) -> Reason | None:
        cells = range(FIRST, FIRST + view.table.cells)
        return None if move.pebble in view.seat.hand and move.cell in cells else Reason("there is no such place")


class Careless(Hidden):
    """Its samples do not look where there is room."""

    def sample(self, view: Any, chance: Any) -> Lay:
        return Lay(chance.pick(view.seat.hand), FIRST + chance.below(view.table.cells))


class Fragile(Hidden):
    """It breaks when the seventh pebble is laid."""

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        if move.pebble == 7:
            raise KeyError("seven")
        super().apply(state, move, turn)


class Resentful(Hidden):
    """It remembers refusals on the table."""

    def permits(self, view: Any, move: Any) -> Reason | None:
        reason = super().permits(view, move)
        if reason:
            view.table.last += 1
        return reason


class Sharing(Hidden):
    """It guesses what is hidden, and hands out the table it was shown."""

    def guess(self, view: Any, chance: Any) -> Any:
        return State(view.table, *msgspec.structs.astuple(super().guess(view, chance))[1:])


class Lending(Hidden):
    """Its guesses hold the very hand it was shown."""

    def guess(self, view: Any, chance: Any) -> Any:
        state = super().guess(view, chance)
        state.seats[view.player].hand = view.seat.hand
        return state


class Lossy(Hidden):
    """The fifth pebble vanishes when it is drawn."""

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        super().apply(state, move, turn)
        hand = state.seats[turn.player].hand
        if hand[-1:] == [5] and turn.whispers != []:
            hand.remove(5)


class Unlawful(Hidden):
    """It says three pebbles are too many, and lets them be laid."""

    def invariants(self, state: Any) -> None:
        assert len(state.table.row) < 3, "too many"


def greedy_scene(view: Any) -> Any:
    """It takes from the hand what it has drawn."""
    drawn = scene(view)
    if view.seat:
        view.seat.hand.clear()
    return drawn


BROKEN = [
    Broken("sets_up", Crowded(), ("legal_moves_apply",)),
    Broken("ends_in_time", Endless(), ("extreme_draws_finish",)),
    Broken("ends_when_nobody_is_active", Doubled()),
    Broken(
        "ends_when_nobody_is_active",
        Reopened(),
        (
            "ends_in_time",
            "pieces_are_conserved",
            "movers_have_moves",
            "guesses_keep_the_view",
            "secret_moves_are_not_told",
        ),
    ),
    Broken("movers_have_moves", Stuck()),
    Broken("moves_are_distinct", Repeating()),
    Broken("moves_keep_their_order", ByIdentity()),
    Broken("permits_what_is_legal", Permissive(), ("refuses_other_moves",)),
    Broken("samples_are_legal", Careless(), ("bots_choose_legal_moves",)),
    Broken("legal_moves_apply", Fragile(), ("bots_choose_legal_moves",)),
    Broken("refuses_other_moves", Resentful(), ("hidden_things_change_nothing",)),
    Broken("pieces_are_conserved", Lossy(), ("guesses_keep_the_view",)),
    Broken("invariants_hold", Unlawful()),
    Broken("looking_changes_nothing", Hidden(), settings={"scene": greedy_scene}),
    Broken("looking_changes_nothing", Sharing(), settings={"bots": {"mcts": mcts_bot}}),
    Broken("looking_changes_nothing", Lending()),
]
