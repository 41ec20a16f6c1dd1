"""What tests of matches share: all there is to compare, hands that spoil, a game that breaks and the plainest one."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from market import Market
from tileyard import Game, Match, Move, NoOptions, State, Struct
from tileyard.ground.wire import encode


def everything(match: Match) -> tuple[Any, ...]:
    """All that a match could have changed in."""
    viewers = (None, *range(match.players))
    return (
        match.ply,
        match.active,
        match.digest,
        match.record().to_json(),
        # How often a step was taken back shows in the branches alone.
        [encode([replace(update, branch=0) for update in match.updates(viewer)]) for viewer in viewers],
        [encode(match.legal(player)) for player in range(match.players)],
        match.can_undo(),
    )


def hand(match: Match, player: int = 0) -> list[int]:
    return match.view(player).seat.hand


def spoil(value: Any) -> None:
    """Change everything inside that can be changed."""
    if isinstance(value, list):
        for part in value:
            spoil(part)
        value.append(value[0] if value else 1)
    elif isinstance(value, dict):
        for part in value.values():
            spoil(part)
        value["spoilt"] = 1
    elif isinstance(value, tuple):
        for part in value:
            spoil(part)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            spoil(getattr(value, name))
            if not value.__struct_config__.frozen and isinstance(getattr(value, name), int):
                setattr(value, name, 999)


class Witness:
    """Notes what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, Any, Any]] = []

    def match_started(self, match: Any, update: Any) -> None:
        self.told.append(("started", match, update))

    def move_played(self, match: Any, update: Any) -> None:
        self.told.append(("played", match, update))

    def match_finished(self, match: Any, update: Any) -> None:
        self.told.append(("finished", match, update))


class FaultyError(Exception):
    """What a broken game raises."""


class Broken(Market):
    """The market, until something is put in the place of a verb."""


def fail(*_: Any) -> Any:
    raise FaultyError("it broke")


def half(self: Any, state: Any, move: Any, turn: Any) -> None:
    """Half of a move, and then."""
    Market.apply(self, state, move, turn)
    state.seats[0].hand.clear()
    state.vault.bag.clear()
    turn.award(0, 99, "lay")
    turn.chance.below(6)
    raise FaultyError("half way")


class Go(Move):
    """The only move of the plainest game."""


class Count(Struct):
    n: int = 0


class Counter(Game[NoOptions, Count, Go]):
    """The plainest game: one player, three moves, and it is over."""

    id, title, players = "counter", "Counter", (1,)

    def setup(self, turn: Any) -> Any:
        return State(Count(), (None,))

    def active(self, table: Any) -> Any:
        return [0] if table.n < 3 else []

    def legal(self, view: Any) -> Any:
        return (Go(),)

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        state.table.n += 1
