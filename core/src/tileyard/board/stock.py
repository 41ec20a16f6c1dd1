"""Stocks: where pieces lie when they are not on the board, and the words for moving them.

A stock is a plain list at run time; its alias says which kind it is, to people, to the schema
(``x-stock``) and to the engine, which shows how many pieces lie in each:

- ``Bag``: order means nothing; a piece is decided when it is drawn.
- ``Deck``: an order that exists. The **top is the end of the list**.
- ``Hand``: what a player holds and chooses from.
- ``Pile``: what was put away. The top is the end of the list.

A piece that is missing raises :class:`UsageError`, which never lists what the stock does hold:
a stock may be secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, TypeVar, get_type_hints

import msgspec

from tileyard.ground.chance import Stream
from tileyard.ground.errors import UsageError

__all__ = ["Bag", "Deck", "Hand", "Pile", "deal", "discard", "draw", "reshuffle", "stock_fields", "take"]

T = TypeVar("T")


def _kind(name: str) -> msgspec.Meta:
    return msgspec.Meta(extra={"stock": name}, extra_json_schema={"x-stock": name})


Bag = Annotated[list[T], _kind("bag")]
Deck = Annotated[list[T], _kind("deck")]
Hand = Annotated[list[T], _kind("hand")]
Pile = Annotated[list[T], _kind("pile")]


def draw(stock: list[T], chance: Stream | None = None) -> T:
    """Take one piece: any piece of a bag, decided by ``chance`` now; without ``chance`` the top of a deck or pile.

    Raises :class:`UsageError` if the stock is empty.
    """
    if not stock:
        raise UsageError("there is nothing left to draw", field="stock")
    return stock.pop() if chance is None else chance.draw(stock)


def deal(stock: list[T], hands: Sequence[list[T]], each: int, chance: Stream | None = None) -> None:
    """Give ``each`` pieces to every hand, one at a time in turn, drawn as by :func:`draw`.

    Raises :class:`UsageError`, and deals nothing, if the stock holds too few.
    """
    if each < 0 or len(stock) < each * len(hands):
        raise UsageError(
            f"cannot deal {each} to each of {len(hands)} from {len(stock)}", field="each", allowed=f"0 to {len(stock)}"
        )
    for _ in range(each):
        for hand in hands:
            hand.append(draw(stock, chance))


def take(stock: list[T], piece: T) -> T:
    """Take the first piece equal to ``piece`` out of a stock, and return it; the others keep their order.

    Raises :class:`UsageError` if there is none.
    """
    try:
        return stock.pop(stock.index(piece))
    except ValueError:
        raise UsageError(f"there is no {piece!r} to take", field="piece", piece=piece) from None


def discard(stock: list[T], piece: T, pile: list[T]) -> None:
    """Move the first piece equal to ``piece`` from a stock to the top of ``pile``; raises as :func:`take`."""
    pile.append(take(stock, piece))


def reshuffle(deck: list[T], pile: list[T], chance: Stream) -> None:
    """Put the whole ``pile`` into ``deck`` and shuffle all of it; the pile is empty afterwards."""
    deck += pile
    pile.clear()
    chance.shuffle(deck)


@lru_cache(maxsize=256)
def stock_fields(kind: Any) -> dict[str, str]:
    """The stocks among the fields of a struct type, as ``{field name: "bag" | "deck" | "hand" | "pile"}``.

    In the order of the fields; ``{}`` for ``None`` and for types without annotations.
    """
    if kind is None or kind is type(None):
        return {}
    found: dict[str, str] = {}
    for field, hint in get_type_hints(kind, include_extras=True).items():
        for meta in getattr(hint, "__metadata__", ()):
            if isinstance(meta, msgspec.Meta) and "stock" in (meta.extra or {}):
                found[field] = meta.extra["stock"]  # pyright: ignore[reportOptionalSubscript]
    return found
