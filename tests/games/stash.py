"""Stash: cards laid face down, each with a claim that may be a bluff, and uncovered together at the end.

It has no plugin and no scene: it is there for what may be told of a secret move, and what may not.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from tileyard import Event, Game, Hand, Move, NoOptions, State, Stream, Struct, Turn, View, Whisper

CARDS = 3


class Table(Struct):
    """How many cards lie face down before each player, what was said of them, and at the end which they are."""

    laid: list[int]
    said: list[int] = []
    shown: list[list[int]] = []


class Seat(Struct):
    """The cards on hand, and those laid face down."""

    hand: Hand[int]
    stash: list[int]


class Lay(Move):
    """Lay ``card`` face down and call it ``claim``."""

    card: int
    claim: int


class Claimed(Event):
    """What a player calls a card."""

    player: int
    claim: int


class Told(Event):
    """What a player has really laid."""

    card: int


class Leaked(Whisper):
    """What another player has really laid."""

    card: int


class Stash(Game[NoOptions, Table, Lay, Seat]):
    """The claim is told and kept nowhere; as any card may be called anything, it says nothing of the card."""

    id = "stash"
    title = "Stash"
    players = (2, 3)
    max_plies = 3 * (CARDS - 1)
    events = (Claimed, Told)
    whispers = (Leaked,)
    awards = {"high": "The highest stash"}

    def setup(self, turn: Turn[NoOptions]) -> State[Table, Seat]:
        """The same cards for each."""
        return State(Table([0] * turn.players), tuple(Seat(list(range(CARDS)), []) for _ in range(turn.players)))

    def active(self, table: Table) -> tuple[int, ...]:
        """Whoever has laid least, until all but one card of each are laid."""
        least = min(table.laid)
        return (table.laid.index(least),) if least < CARDS - 1 else ()

    def legal(self, view: View[NoOptions, Table, Seat]) -> list[Lay]:
        """Any card under any name."""
        hand = sorted(view.seat.hand) if view.seat else []
        return [Lay(card, claim) for card in hand for claim in range(CARDS)]

    def apply(self, state: State[Table, Seat], move: Lay, turn: Turn[NoOptions]) -> None:
        """Lay it, and tell what there is to tell."""
        seat = state.seats[turn.player]
        seat.hand.remove(move.card)
        seat.stash.append(move.card)
        state.table.laid[turn.player] += 1
        self.say(state, move, turn)

    def say(self, state: State[Table, Seat], move: Lay, turn: Turn[NoOptions]) -> None:
        """The claim."""
        turn.announce(Claimed(turn.player, move.claim))

    def score(self, state: State[Table, Seat], turn: Turn[NoOptions]) -> None:
        """All is uncovered."""
        state.table.shown = [seat.stash[:] for seat in state.seats]
        totals = [sum(seat.stash) for seat in state.seats]
        for player, total in enumerate(totals):
            if total == max(totals):
                turn.award(player, 1, "high")

    def guess(self, view: View[NoOptions, Table, Seat], chance: Stream) -> State[Table, Seat]:
        """Any cards for those that others have laid."""
        table = Table(view.table.laid[:], view.table.said[:], [cards[:] for cards in view.table.shown])
        seats: list[Seat] = []
        for player, laid in enumerate(table.laid):
            cards = list(range(CARDS))
            chance.shuffle(cards)
            stash = table.shown[player][:] if table.shown else cards[:laid]
            seats.append(Seat([card for card in cards if card not in stash], stash))
        if view.player is not None and view.seat is not None:
            seats[view.player] = Seat(view.seat.hand[:], view.seat.stash[:])
        return State(table, tuple(seats))

    def pieces(self, state: State[Table, Seat]) -> Iterator[Hashable]:
        """Every card of every player."""
        for player, seat in enumerate(state.seats):
            yield from ((player, card) for card in (*seat.hand, *seat.stash))


class Telling(Stash):
    """It tells which card was laid."""

    def say(self, state: Any, move: Lay, turn: Any) -> None:
        """The card."""
        turn.announce(Told(move.card))


class Hinting(Stash):
    """It tells whether the card is the lowest there is; two of the three cards go with one story."""

    def say(self, state: Any, move: Lay, turn: Any) -> None:
        """Only that."""
        turn.announce(Told(min(move.card, 1)))


class Keeping(Stash):
    """It tells the same, and keeps it where all can see it."""

    def say(self, state: Any, move: Lay, turn: Any) -> None:
        """Only that, and for good."""
        state.table.said.append(min(move.card, 1))
        turn.announce(Told(min(move.card, 1)))


class Passing(Stash):
    """It whispers to the next player which card was laid."""

    def say(self, state: Any, move: Lay, turn: Any) -> None:
        """Not to everybody."""
        turn.whisper((turn.player + 1) % turn.players, Leaked(move.card))
