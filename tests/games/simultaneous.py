"""Bids: everybody chooses in secret at the same time, and all choices are revealed together.

Each player has the same numbers and bids one for each prize. The highest bid that nobody shares wins it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, Literal

from tileyard import Bag, Event, Frozen, Game, Move, State, Stream, Struct, Turn, View
from tileyard.board import draw
from tileyard.front.scene import Disc, Panel, Scene, Score, tile


class Options(Frozen):
    """How many rounds are played."""

    rounds: Literal[3, 4] = 3


class Table(Struct):
    """The prize at stake, the numbers each player has left, and who is still to choose."""

    prize: int
    left: list[list[int]]
    choosing: list[int]
    prizes: list[int]
    # What was bid for each prize so far, by player.
    past: list[tuple[int, ...]] = []


class Seat(Struct):
    """The own bid; 0 if there is none yet."""

    bid: int = 0


class Vault(Struct):
    """The prizes to come."""

    bag: Bag[int]


class Bid(Move):
    """Choose a number in secret."""

    number: int


class Chose(Event):
    """A player has chosen, nobody else knows what."""

    player: int


class Revealed(Event):
    """What all have bid, by player, and who won the prize; -1 for nobody."""

    bids: tuple[int, ...]
    winner: int


class Simultaneous(Game[Options, Table, Bid, Seat, Vault]):
    """See the module."""

    id = "bids"
    title = "Bids"
    players = (2, 3)
    max_plies = 12
    events = (Chose, Revealed)
    awards = {"prize": "The highest bid of its own"}

    def setup(self, turn: Turn[Options]) -> State[Table, Seat, Vault]:
        """The first prize is drawn."""
        rounds = turn.options.rounds
        bag = list(range(1, rounds + 3))
        prize = draw(bag, turn.chance)
        left = [list(range(1, rounds + 1)) for _ in range(turn.players)]
        table = Table(prize, left, list(range(turn.players)), [])
        return State(table, tuple(Seat() for _ in range(turn.players)), Vault(bag))

    def active(self, table: Table) -> tuple[int, ...]:
        """All who have not chosen yet."""
        return tuple(table.choosing)

    def legal(self, view: View[Options, Table, Seat]) -> list[Bid]:
        """Any number the player has left, once."""
        player = view.player
        return [Bid(n) for n in view.table.left[player]] if player is not None and player in view.table.choosing else []

    def apply(self, state: State[Table, Seat, Vault], move: Bid, turn: Turn[Options]) -> None:
        """Choose; the last to choose has all bids revealed."""
        table = state.table
        state.seats[turn.player].bid = move.number
        table.choosing.remove(turn.player)
        turn.announce(Chose(turn.player))
        if not table.choosing:
            self._reveal(state, turn)

    def _reveal(self, state: State[Table, Seat, Vault], turn: Turn[Options]) -> None:
        table = state.table
        bids = tuple(seat.bid for seat in state.seats)
        single = [bid for bid in bids if bids.count(bid) == 1]
        winner = bids.index(max(single)) if single else -1
        turn.announce(Revealed(bids, winner))
        if winner >= 0:
            turn.award(winner, table.prize, "prize")
        table.prizes.append(table.prize)
        table.past.append(bids)
        for player, seat in enumerate(state.seats):
            table.left[player].remove(seat.bid)
            seat.bid = 0
        table.prize = 0
        if table.left[0]:
            table.prize = draw(state.vault.bag, turn.chance)
            table.choosing = list(range(turn.players))

    def guess(self, view: View[Options, Table, Seat], chance: Stream) -> State[Table, Seat, Vault]:
        """Any bid for those who have chosen, any order of the prizes to come."""
        table = view.table
        own = view.seat.bid if view.seat else 0
        bids = [0 if p in table.choosing or not left else chance.pick(left) for p, left in enumerate(table.left)]
        if view.player is not None:
            bids[view.player] = own
        bag = [p for p in range(1, view.options.rounds + 3) if p not in table.prizes and p != table.prize]
        chance.shuffle(bag)
        left = [numbers[:] for numbers in table.left]
        copied = Table(table.prize, left, table.choosing[:], table.prizes[:], table.past[:])
        return State(copied, tuple(map(Seat, bids)), Vault(bag))

    def pieces(self, state: State[Table, Seat, Vault]) -> Iterator[Hashable]:
        """All prizes."""
        yield from state.table.prizes
        yield from (state.table.prize,) if state.table.prize else ()
        yield from state.vault.bag

    def invariants(self, state: State[Table, Seat, Vault]) -> None:
        """Who is still to choose has not bid."""
        assert all(state.seats[player].bid == 0 for player in state.table.choosing)


def scene(view: View[Options, Table, Seat]) -> Scene:
    """The prize, and the own numbers below it, to choose from until one has."""
    table = view.table
    left = table.left[view.player] if view.player is not None else []
    choosing = view.player in table.choosing
    own: list[Any] = [
        tile(x, 0, str(number), pick={"number": number} if choosing else None) for x, number in enumerate(left)
    ]
    scores = [Score(f"player {p}", points, active=p in table.choosing) for p, points in enumerate(view.scores)]
    prize = [Disc(0.5, 0.5, text=str(table.prize))] if table.prize else []
    return Scene(title="Bids", shapes=prize, panels=[Panel("Your numbers", own)] if own else [], scores=scores)
