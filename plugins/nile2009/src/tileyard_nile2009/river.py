"""What follows from the river and the pile: floods, prizes, harvests, draws, locusts, and the pile that runs out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from tileyard import State, Turn
from tileyard.board import reshuffle
from tileyard_nile2009 import history
from tileyard_nile2009.model import (
    Drew,
    Failed,
    Field,
    FieldLost,
    Flooded,
    Harvested,
    LastPass,
    Locusts,
    Options,
    Plague,
    Reshuffled,
    Seat,
    Succeeded,
    Table,
    Took,
    Vault,
    Why,
)
from tileyard_nile2009.pieces import LOCUSTS

__all__ = ["PRIZE", "draw", "flood", "lose"]

PRIZE = 3
NileState = State[Table, Seat, Vault]


def flood(state: NileState, turn: Turn[Options]) -> None:
    """Turn a flood card and harvest (N09-302 to 310); the game may be over afterwards."""
    table = state.table
    if not _turn_card(state, turn):
        return
    won: list[str] = []
    if table.speculations:
        won = [card for card in table.speculations if card[0] in table.flood or card[1] in table.flood]
        if won and not _prizes(state, turn, won):
            return
        if turn.options.speculation_discard == "bga":
            _clear(table, turn)
    _harvest(state, turn)
    if table.speculations:
        _clear(table, turn, won)


def draw(state: NileState, turn: Turn[Options], player: int, number: int, why: Why) -> None:
    """Take cards from the pile to a hand, with the plagues of locusts that turn up (N09-312, 317, 321, 338 to 340)."""
    table, pile, eager = state.table, state.vault.pile, turn.options.reshuffle == "eager"
    got: list[str] = []
    plagues = 0
    while number:
        if not pile:
            _got(state, turn, player, got, why)
            if not _use_up(state, turn):
                break
        card = pile.pop()
        if card == LOCUSTS:
            _got(state, turn, player, got, why)
            _appear(table, turn, player, why)
            plagues += 1
        else:
            got.append(card)
            number -= 1
        if eager and not pile:
            _got(state, turn, player, got, why)
            if not _use_up(state, turn):
                break
    _got(state, turn, player, got, why)
    while plagues and not table.over:
        _plague(table, turn)
        plagues -= 1


def lose(table: Table, turn: Turn[Options], crop: str, why: Literal["locusts", "evicted"]) -> None:
    """Discard a whole field."""
    field = table.fields.pop(crop)
    table.discards += [crop] * field.size
    turn.announce(FieldLost(field.owner, crop, field.size, why))


def _prizes(state: NileState, turn: Turn[Options], won: list[str]) -> bool:
    """Three cards for each successful speculation card; whether there is a harvest (N09-306, 602, 603, 707, 710)."""
    table, player = state.table, state.table.speculator
    for card in won:
        turn.announce(Succeeded(player, card))
    if turn.options.speculation_discard == "bga":
        for card in won:
            table.speculations.remove(card)
        table.discards += won
        table.speculator = player if table.speculations else -1
    if not table.over:
        draw(state, turn, player, PRIZE * len(won), "prize")
    return not table.over or turn.options.final_flood == "harvest"


def _turn_card(state: NileState, turn: Turn[Options]) -> bool:
    """Turn cards until one is no locusts, and make it the current flood; whether there is a harvest (N09-335, 605)."""
    table, pile, eager = state.table, state.vault.pile, turn.options.reshuffle == "eager"
    while pile or _use_up(state, turn):
        card = pile.pop()
        if card != LOCUSTS:
            table.floods.append(card)
            table.flood = card
            history.flooded(table, card)
            turn.announce(Flooded(table.rota.mover, card))
            if eager and not pile:
                _use_up(state, turn)
            return True
        _appear(table, turn, table.rota.mover, "flood")
        final = turn.options.locust_flood == "none"
        if final:
            table.flood = ""
        if eager and not pile and not _use_up(state, turn):
            return False
        _plague(table, turn)
        if final:
            return True
    return False


def _harvest(state: NileState, turn: Turn[Options]) -> None:
    """A card of each flooded field goes to its owner's storage (N09-308 to 310)."""
    table = state.table
    for crop in table.flood:
        field = table.fields.get(crop)
        if field is None:
            continue
        owner, left = field.owner, field.size - 1
        if left:
            table.fields[crop] = Field(owner, left)
        else:
            del table.fields[crop]
        state.seats[owner].storage.append(crop)
        history.harvested(table, owner, crop)
        turn.announce(Harvested(owner, crop, left))


def _clear(table: Table, turn: Turn[Options], won: Sequence[str] = ()) -> None:
    """Discard the speculation cards on the table; all but those that ``won`` are told to have failed (N09-307)."""
    for card in table.speculations:
        if card not in won:
            turn.announce(Failed(table.speculator, card))
    table.discards += table.speculations
    table.speculations.clear()
    table.speculator = -1


def _got(state: NileState, turn: Turn[Options], player: int, cards: list[str], why: Why) -> None:
    """Cards arrive on a hand: the number for all, the faces for the owner."""
    if cards:
        seat = state.seats[player]
        seat.hand += cards
        seat.drawn += cards
        history.drew(state.table, player, len(cards))
        turn.announce(Drew(player, len(cards), why))
        turn.whisper(player, Took(tuple(cards)))
        cards.clear()


def _appear(table: Table, turn: Turn[Options], player: int, why: Why | Literal["flood"]) -> None:
    """The locusts are shown, and go to the discard pile (N09-334, 338)."""
    table.locusts = False
    table.discards.append(LOCUSTS)
    history.appeared(table)
    turn.announce(Locusts(player, why))


def _plague(table: Table, turn: Turn[Options]) -> None:
    """The largest fields on the table are discarded (N09-331 to 333, 341)."""
    most = max((field.size for field in table.fields.values()), default=0)
    crops = [crop for crop, field in table.fields.items() if field.size == most]
    turn.announce(Plague(tuple(crops), most))
    for crop in crops:
        lose(table, turn, crop, "locusts")


def _use_up(state: NileState, turn: Turn[Options]) -> bool:
    """The pile is empty: a pass is used up. Whether there is a new pile (N09-321 to 325)."""
    table = state.table
    table.passes += 1
    if table.passes == turn.players:
        table.over = True
        turn.announce(LastPass())
        return False
    kept = [table.floods.pop()] if turn.options.reshuffle_current_flood == "no" and table.flood else []
    table.discards += table.floods
    table.floods[:] = kept
    history.reshuffled(table)
    for seat in state.seats:
        table.discards += seat.discards
        seat.discards.clear()
    reshuffle(state.vault.pile, table.discards, turn.chance)
    table.locusts = True
    turn.announce(Reshuffled(len(state.vault.pile), table.passes))
    return True
