"""What may be planted or speculated with, and why not (N09-401 to 423)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Literal

from tileyard import Reason, Turn
from tileyard_nile2009.model import Field, Options, Planted, Table
from tileyard_nile2009.pieces import rank
from tileyard_nile2009.river import lose

__all__ = ["plant", "plantings", "refuse_planting", "refuse_speculation", "speculations"]


def plantings(hand: Sequence[str], player: int, table: Table, crops: str, options: Options) -> list[tuple[str, ...]]:
    """Every choice of cards that may be planted: the forms A, B and C, in this order."""
    fields, flood, forms = table.fields, table.flood, options.extend_only
    found: list[tuple[str, ...]] = []
    own: list[tuple[str, int]] = []
    # The crops that form B may take: whether the field is the player's own or new.
    single: list[tuple[str, bool]] = []
    for crop in crops:
        number = hand.count(crop)
        if not number or crop in flood:
            continue
        field, least = fields.get(crop), 2
        if field is None:
            single.append((crop, False))
        elif field.owner == player:
            single.append((crop, True))
            own.append((crop, number))
            if forms != "text":
                continue
        elif field.size > 1:
            least = field.size + 1
        if number >= least:
            found += [(crop,) * count for count in range(least, number + 1)]
    if len(single) > 1:
        two_new = options.two_new == "yes"
        for (one, mine), (two, mine_too) in combinations(single, 2):
            if mine != mine_too or (two_new and not mine):
                found.append((one, two))
    if forms == "bga":
        found += _own_crops(own)
    return found


def _own_crops(own: Sequence[tuple[str, int]]) -> Iterator[tuple[str, ...]]:
    """Form C: any cards of own crops, each given with its number on the hand."""
    for counts in product(*(range(number + 1) for _, number in own)):
        if any(counts):
            yield tuple(crop for (crop, _), count in zip(own, counts, strict=True) for _ in range(count))


def speculations(hand: Sequence[str], flood: str) -> list[tuple[str, ...]]:
    """Every choice of one or two speculation cards of the hand that show no flooded crop (N09-421, 422)."""
    cards = [card for card in hand if len(card) == 2 and card[0] not in flood and card[1] not in flood]
    if len(cards) < 2:
        return [(card,) for card in cards]
    cards.sort(key=rank().__getitem__)
    # Of cards of one kind it makes no difference which is laid.
    return list(dict.fromkeys([*((card,) for card in cards), *combinations(cards, 2)]))


def plant(table: Table, cards: Sequence[str], turn: Turn[Options]) -> None:
    """Plant cards that are already off the hand; a smaller field of another player makes way (N09-401 to 408)."""
    player, fields = turn.player, table.fields
    for crop in dict.fromkeys(cards):
        number, field = cards.count(crop), fields.get(crop)
        if field is not None and field.owner != player:
            lose(table, turn, crop, "evicted")
            field = None
        size = number if field is None else number + field.size
        fields[crop] = Field(player, size)
        turn.announce(Planted(player, crop, number, size, field is None))


# --- why not ------------------------------------------------------------------------------------------


def refuse_planting(
    cards: tuple[str, ...], hand: Sequence[str], player: int, table: Table, options: Options
) -> Reason | None:
    """Why these cards may not be planted; None if they may."""
    wrong = _refuse_cards(cards, hand, table.flood, "planted")
    if wrong:
        return wrong
    for card in cards:
        if len(card) > 1:
            return _no(f"{card} is a speculation card, which cannot be planted", "N09-406")
    crops = list(dict.fromkeys(cards))
    fields = {crop: table.fields[crop] for crop in crops if crop in table.fields}
    own = {crop for crop, field in fields.items() if field.owner == player}
    for crop, field in fields.items():
        if crop not in own and cards.count(crop) <= field.size:
            most = f"{crop} belongs to player {field.owner + 1}, who has {field.size}"
            return _no(f"{most}; plant more of it at once", "N09-407")
    if options.extend_only == "bga" and own == set(crops):
        return None
    if len(crops) == 1:
        return _refuse_one_crop(crops[0], len(cards), own, options)
    return _refuse_two_crops(cards, own, options)


def _refuse_one_crop(crop: str, number: int, own: set[str], options: Options) -> Reason | None:
    if number == 1:
        return _no(f"a single card {'enlarges' if crop in own else 'founds'} no field", "N09-413")
    if crop in own and options.extend_only == "none":
        return _no(f"your field of {crop} grows only beside the founding of another", "N09-703")
    return None


def _refuse_two_crops(cards: tuple[str, ...], own: set[str], options: Options) -> Reason | None:
    if len(cards) > 2:
        return _no("cards of different crops are planted in pairs, one of each", "N09-402")
    if len(own) == 2:
        return _no("one of two different crops must found a field", "N09-413")
    if not own and options.two_new == "no":
        return _no("one of two different crops must enlarge an own field", "N09-704")
    return None


def refuse_speculation(cards: tuple[str, ...], hand: Sequence[str], flood: str) -> Reason | None:
    """Why these cards may not be laid on the table; None if they may."""
    if len(cards) > 2:
        return _no("two speculation cards are the most", "N09-421")
    for card in cards:
        if len(card) == 1:
            return _no(f"{card} is no speculation card", "N09-421")
    return _refuse_cards(cards, hand, flood, "laid")


def _refuse_cards(
    cards: tuple[str, ...], hand: Sequence[str], flood: str, what: Literal["planted", "laid"]
) -> Reason | None:
    """What is asked of cards in both cases: there is one, they are held, in order, and show no flooded crop."""
    none, missing, wet = ("N09-413", "N09-411", "N09-405") if what == "planted" else ("N09-421", "N09-421", "N09-422")
    if not cards:
        return _no(f"at least one card must be {what}", none)
    for card in cards:
        if card not in hand:
            return Reason(f"you have no {card} on your hand", missing, "cards", tuple(dict.fromkeys(hand)))
        if hand.count(card) < cards.count(card):
            return _no(f"you do not have {cards.count(card)} {card} on your hand", missing)
    if [*cards] != sorted(cards, key=rank().__getitem__):
        return _no("list the cards in order, so that equal choices are one move", "N09-354")
    for card in cards:
        if any(crop in flood for crop in card):
            return _no(f"{card} cannot be {what} while {flood} is the flood", wet)
    return None


def _no(text: str, rule: str) -> Reason:
    return Reason(text, rule, "cards")
