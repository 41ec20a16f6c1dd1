"""What stands in for a seat or a vault out of sight: it knows the size of its stocks, and nothing else.

A move tried on a state with such compartments either comes out as it would in the real one, or fails
because it looked at something that the player cannot see.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from tileyard.play.state import State, View

__all__ = ["OutOfSight", "sealed"]


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
    __eq__ = __add__ = __iadd__ = __getattr__ = _refuse  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]


class Sealed:
    """A compartment with sealed stocks. A field that is written is known from then on."""

    def __init__(self, stocks: dict[str, int]) -> None:
        self.__dict__.update({name: SealedStock(size) for name, size in stocks.items()})

    def __getattr__(self, name: str) -> NoReturn:
        raise OutOfSight(f"{name} is out of sight")


def sealed(
    view: View[Any, Any, Any], copy_table: Callable[[Any], Any], copy_seat: Callable[[Any], Any] | None, vault: bool
) -> State[Any, Any, Any]:
    """A state as far as ``view`` knows it: table and own seat are copies, the rest is sealed.

    ``copy_seat`` is None for a game without seats, and ``vault`` tells whether it has one.
    """
    sizes = view.sizes

    def seat(player: int) -> Any:
        if copy_seat is None or (player == view.player and view.seat is not None):
            return copy_seat and copy_seat(view.seat)
        return Sealed(
            {name[5:]: size[player] for name, size in sizes.items() if name.startswith("seat.") and type(size) is list}
        )

    hidden = {name[6:]: size for name, size in sizes.items() if name.startswith("vault.") and type(size) is int}
    return State(copy_table(view.table), tuple(map(seat, range(view.players))), Sealed(hidden) if vault else None)
