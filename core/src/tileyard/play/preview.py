"""Previews: what a move would do, as far as its player can know.

The move is tried on a state made from the player's view alone. In place of a seat or a vault out of sight stands one
that knows the size of its stocks and nothing else, so that the move either comes out as it would in the real state, or
fails because it looked at something that the player cannot see.
"""

from __future__ import annotations

from typing import Any, NoReturn

from tileyard.ground.chance import Chance
from tileyard.ground.errors import GameFault, ScorerFault
from tileyard.ground.wire import Event, Move, Struct
from tileyard.play.engine import Engine
from tileyard.play.game import Types
from tileyard.play.shape import copier
from tileyard.play.state import Position, State, View

__all__ = ["OutOfSight", "Preview", "preview"]


class Preview(Struct):
    """What a move would do, as far as its player can know: the events and the view after it."""

    events: list[Event]
    view: View[Any, Any, Any]


def preview(engine: Engine, view: View[Any, Any, Any], move: Move) -> Preview | None:
    """What ``move`` of ``view.player`` would do, worked out from the view alone; None if that is not known beforehand.

    Not known is what draws on chance, tells somebody something in secret, or depends on what is out of sight.
    """
    player = view.player
    assert player is not None
    world = Position(_sealed(view, engine.game.types), view.scores[:], Chance(bytes(32)), view.ply)
    try:
        step = engine.carry_out_in_place_unchecked(world, player, move)
    except (GameFault, ScorerFault):
        # It looked at something sealed; a game without secrets has only itself to blame.
        if engine.game.open:
            raise
        return None
    return None if step.drawn or step.whispers else Preview(step.events, engine.view(step.position, player))


class OutOfSight(Exception):
    """The rules looked at something that the player cannot see."""


class SealedStock:
    """A stock of which the size is known, but no piece. Pieces may be put in."""

    __slots__ = ("_size",)

    def __init__(self, size: int) -> None:
        self._size = size

    def __len__(self) -> int:
        return self._size

    def append(self, piece: Any) -> None:
        """One piece more."""
        self._size += 1

    def _refuse(self, *_: Any) -> NoReturn:
        raise OutOfSight("a piece out of sight")

    __iter__ = __reversed__ = __contains__ = __getitem__ = __setitem__ = __delitem__ = _refuse
    __eq__ = __add__ = __iadd__ = __getattr__ = _refuse


class Sealed:
    """A compartment with sealed stocks. A field that is written is known from then on."""

    def __init__(self, stocks: dict[str, int]) -> None:
        self.__dict__.update({name: SealedStock(size) for name, size in stocks.items()})

    def __getattr__(self, name: str) -> NoReturn:
        raise OutOfSight(f"{name} is out of sight")


def _sealed(view: View[Any, Any, Any], types: Types) -> State[Any, Any, Any]:
    """A state as far as ``view`` knows it: table and own seat are copies, the rest is sealed."""
    sizes = view.sizes

    def seat(player: int) -> Any:
        if types.seat is None:
            return None
        if player == view.player and view.seat is not None:
            return copier(types.seat)(view.seat)
        return Sealed(
            {name[5:]: size[player] for name, size in sizes.items() if name.startswith("seat.") and type(size) is list}
        )

    vault = {name[6:]: size for name, size in sizes.items() if name.startswith("vault.") and type(size) is int}
    table = copier(types.table)(view.table)
    return State(table, tuple(map(seat, range(view.players))), None if types.vault is None else Sealed(vault))
