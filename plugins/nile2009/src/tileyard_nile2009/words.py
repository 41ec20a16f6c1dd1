"""What happens, in words, for whoever plays or watches in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tileyard.front.words import many, who
from tileyard_nile2009 import model
from tileyard_nile2009.pieces import names

__all__ = ["tell"]

_REASONS = {"market": " from the market", "draw": "", "prize": " as a prize"}


def tell(event: object, label: Callable[[str, Any], str]) -> str:
    """An event, a whisper or a move as a sentence; cards to discard are called as ``label`` does."""
    match event:
        case model.Flooded(player=player, card=card):
            return f"{who(player)} turns the flood: {_crops(card)}"
        case model.Planted(player=player, crop=crop, number=number, size=size, founded=founded):
            field = "a new field" if founded else f"the field, now of {size}"
            return f"{who(player)} plants {number} {_crops(crop)}: {field}"
        case model.Harvested(player=player, crop=crop, left=left):
            return f"{who(player)} harvests {_crops(crop)}, {left or 'none'} left"
        case model.Drew(player=player, number=number, why=why):
            return f"{who(player)} draws {many(number, 'card')}{_REASONS[why]}"
        case model.Took(cards=cards):
            return f"You draw {', '.join(map(_card, cards))}"
        case model.Marketed(player=player, cards=cards, from_hand=from_hand):
            return f"{who(player)} takes {_two(cards)} to the market{_whence(from_hand)}"
        case model.Offered(player=player, cards=cards, from_hand=from_hand):
            return f"{who(player)} offers {_two(cards)}{_whence(from_hand)}"
        case model.FieldLost(owner=owner, crop=crop, size=size, why=why):
            how = "eaten by locusts" if why == "locusts" else "gone to a larger one"
            return f"The {_crops(crop)} of {who(owner)}, {many(size, 'card')}, is {how}"
        case _:
            return _rest(event) or _may(event, label)


def _rest(event: object) -> str:
    """What happens now and then, or once in a match."""
    match event:
        case model.Dealt(each=each, first=first):
            return f"Everybody is dealt {many(each, 'card')}; {who(first)} starts"
        case model.Locusts(player=player, why=why):
            how = "turns up the locusts" if why == "flood" else "draws the locusts"
            return f"{who(player)} {how}"
        case model.Plague(crops=crops, size=size):
            return (
                f"The locusts eat {', '.join(map(_crops, crops))}: {many(size, 'card')} each"
                if crops
                else "The locusts find no field"
            )
        case model.Succeeded(player=player, card=card):
            return f"{who(player)} has speculated well on {_crops(card)}"
        case model.Failed(player=player, card=card):
            return f"{who(player)} has speculated on {_crops(card)} in vain"
        case model.Reshuffled(cards=cards, passes=passes):
            return f"The discards are shuffled into a new pile of {cards}; passes used up: {passes}"
        case model.LastPass():
            return "The last pass is used up: the game is over"
        case model.StoragesShown(crops=crops, counts=counts):
            shown = (f"{who(player)} {_stored(crops, own)}" for player, own in enumerate(counts))
            return f"Stored: {'; '.join(shown)}"
        case model.Ranked(ranking=ranking):
            return f"Ranking: {', then '.join(' and '.join(map(who, level)) for level in ranking)}"
        case _:
            return ""


def _may(event: object, label: Callable[[str, Any], str]) -> str:
    """What one may do."""
    match event:
        case model.Market(cards=cards):
            return f"take {label('cards', cards)} to the market"
        case model.Offering(cards=cards):
            return f"offer {label('cards', cards)}"
        case model.EndTrade():
            return "end the trade"
        case model.Plant(cards=cards):
            return f"plant {' and '.join(map(_crops, cards))}"
        case model.Speculate(cards=cards):
            return f"speculate on {' and on '.join(map(_card, cards))}"
        case model.Pass():
            return "plant nothing"
        case _:
            return ""


def _crops(card: str) -> str:
    """A card by its name, a speculation card by those of its two crops."""
    return names().get(card) or " and ".join(names()[crop] for crop in card)


def _card(card: str) -> str:
    """A card among others: a speculation card by the names of its two crops, and yet as one, ``lettuce/flax``."""
    return _crops(card).replace(" and ", "/")


def _two(cards: Sequence[str]) -> str:
    return " and ".join(map(_card, cards)) or "two cards"


def _whence(from_hand: int | None) -> str:
    return "" if from_hand is None else f", {('none', 'one', 'both')[from_hand]} of them from the hand"


def _stored(crops: str, counts: Sequence[int]) -> str:
    return ", ".join(f"{count} {_crops(crop)}" for crop, count in zip(crops, counts, strict=True) if count) or "nothing"
