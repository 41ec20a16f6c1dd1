"""What happens, in words, for whoever plays or watches in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tileyard_nile2009 import model
from tileyard_nile2009.pieces import names

__all__ = ["tell"]

_REASONS = {"market": " from the market", "draw": "", "prize": " as a prize"}


def tell(event: object, label: Callable[[str, Any], str]) -> str:
    """An event, a whisper or a move as a sentence; cards to discard are called as ``label`` does."""
    match event:
        case model.Market(cards=cards):
            return f"take {label('cards', cards)} to the market"
        case model.Offering(cards=cards):
            return f"offer {label('cards', cards)}"
        case model.Plant(cards=cards):
            return f"plant {' and '.join(map(_crops, cards))}"
        case model.Flooded(player=player, card=card):
            return f"{_seat(player)} turns the flood: {_crops(card)}"
        case model.Planted(player=player, crop=crop, number=number, size=size, founded=founded):
            field = "a new field" if founded else f"the field, now of {size}"
            return f"{_seat(player)} plants {number} {_crops(crop)}: {field}"
        case model.Harvested(player=player, crop=crop, left=left):
            return f"{_seat(player)} harvests {_crops(crop)}, {left or 'none'} left"
        case model.Drew(player=player, number=number, why=why):
            return f"{_seat(player)} draws {_cards(number)}{_REASONS[why]}"
        case model.Took(cards=cards):
            return f"You draw {', '.join(map(_crops, cards))}"
        case model.Marketed(player=player, cards=cards, from_hand=from_hand):
            return f"{_seat(player)} takes {_two(cards, from_hand)} to the market"
        case model.Offered(player=player, cards=cards, from_hand=from_hand):
            return f"{_seat(player)} offers {_two(cards, from_hand)}"
        case model.FieldLost(owner=owner, crop=crop, size=size, why=why):
            how = "eaten by locusts" if why == "locusts" else "gone to a larger one"
            return f"The {_crops(crop)} of {_seat(owner)}, {_cards(size)}, is {how}"
        case model.Speculate(cards=cards):
            return f"speculate on {' and on '.join(map(_crops, cards))}"
        case model.EndTrade():
            return "end the trade"
        case model.Pass():
            return "plant nothing"
        case _:
            return _rest(event)


def _rest(event: object) -> str:
    """What happens now and then, or once in a match."""
    match event:
        case model.Dealt(each=each, first=first):
            return f"Everybody is dealt {_cards(each)}; {_seat(first)} starts"
        case model.Locusts(player=player, why=why):
            how = "turns up the locusts" if why == "flood" else "draws the locusts"
            return f"{_seat(player)} {how}"
        case model.Plague(crops=crops, size=size):
            return f"They eat {', '.join(map(_crops, crops))}: {_cards(size)} each" if crops else "They find no field"
        case model.Succeeded(player=player, card=card):
            return f"{_seat(player)} has speculated well on {_crops(card)}"
        case model.Failed(player=player, card=card):
            return f"{_seat(player)} has speculated on {_crops(card)} in vain"
        case model.Reshuffled(cards=cards, passes=passes):
            return f"The discards are shuffled into a new pile of {cards}; passes used up: {passes}"
        case model.LastPass():
            return "The last pass is used up: the game is over"
        case model.StoragesShown(crops=crops, counts=counts):
            shown = (f"{_seat(player)} {_stored(crops, own)}" for player, own in enumerate(counts))
            return f"Stored: {'; '.join(shown)}"
        case model.Ranked(ranking=ranking):
            return f"Ranking: {', then '.join(' and '.join(map(_seat, level)) for level in ranking)}"
        case _:
            return ""


def _seat(player: int) -> str:
    return f"Player {player + 1}"


def _crops(card: str) -> str:
    """A card by its name, a speculation card by those of its two crops."""
    return names().get(card) or " and ".join(names()[crop] for crop in card)


def _cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"


def _two(cards: Sequence[str], from_hand: int | None) -> str:
    if cards:
        return " and ".join(map(_crops, cards))
    return "two cards" if from_hand is None else f"two cards, {from_hand or 'none'} of them from the hand,"


def _stored(crops: str, counts: Sequence[int]) -> str:
    return ", ".join(f"{count} {_crops(crop)}" for crop, count in zip(crops, counts, strict=True) if count) or "nothing"
