"""Odds and evens: two players choose at the same time; a simultaneous game in one file.

Run it: ``python examples/odds_and_evens.py`` plays one match between two random bots.
"""

from __future__ import annotations

from typing import Literal

from tileyard import Event, Game, Match, Move, NoOptions, State, Stream, Struct, Turn, View, run
from tileyard.front.bots import RandomBot
from tileyard.front.scene import Box, Scene, Shape

ROUNDS = 3


class Show(Move):
    """Hold out one or two fingers, behind the back for now."""

    fingers: Literal[1, 2]


class Shown(Event):
    """Both have chosen: the fingers of player 0 and of player 1."""

    fingers: tuple[int, int]


class Table(Struct):
    """Who has still to choose, and the round, from 1."""

    waiting: list[int]
    round: int = 1


class Seat(Struct):
    """What the player holds behind the back; 0 for nothing yet."""

    fingers: Literal[0, 1, 2] = 0


class OddsAndEvens(Game[NoOptions, Table, Show, Seat]):
    """Both show fingers at once; player 0 scores if the sum is even, player 1 if it is odd."""

    id = "odds_and_evens"
    title = "Odds and evens"
    players = (2,)
    max_plies = 2 * ROUNDS
    events = (Shown,)
    awards = {"even": "the sum is even", "odd": "the sum is odd"}

    def setup(self, turn: Turn[NoOptions]) -> State[Table, Seat]:
        """Both are to choose."""
        return State(Table([0, 1]), (Seat(), Seat()))

    def active(self, table: Table) -> list[int]:
        """Whoever has not chosen in this round."""
        return table.waiting if table.round <= ROUNDS else []

    def legal(self, view: View[NoOptions, Table, Seat]) -> list[Show]:
        """One finger or two."""
        return [Show(1), Show(2)]

    def apply(self, state: State[Table, Seat], move: Show, turn: Turn[NoOptions]) -> None:
        """Keep the choice behind the back; the second one uncovers both."""
        table, seats = state.table, state.seats
        seats[turn.player].fingers = move.fingers
        table.waiting.remove(turn.player)
        if not table.waiting:
            shown = (seats[0].fingers, seats[1].fingers)
            turn.announce(Shown(shown))
            winner = sum(shown) % 2
            turn.award(winner, 1, ("even", "odd")[winner])
            for seat in seats:
                seat.fingers = 0
            table.waiting = [0, 1]
            table.round += 1

    def guess(self, view: View[NoOptions, Table, Seat], chance: Stream) -> State[Table, Seat]:
        """What the other holds, if they hold anything, is one finger or two."""
        table = view.table
        seats = tuple(Seat(0 if player in table.waiting else chance.pick((1, 2))) for player in (0, 1))
        if view.player is not None and view.seat is not None:
            seats[view.player].fingers = view.seat.fingers
        return State(Table(table.waiting[:], table.round), seats)


def scene(view: View[NoOptions, Table, Seat]) -> Scene:
    """Two hands to choose from, for whoever has still to choose."""
    choosing = view.player in OddsAndEvens().active(view.table)
    hands: list[Shape] = [Box(n, 0, text=f"{n}", pick={"fingers": n} if choosing else None) for n in (1, 2)]
    return Scene(title=f"Round {view.table.round}", shapes=hands)


if __name__ == "__main__":
    game = OddsAndEvens()
    match = run(Match(game, 2), [RandomBot(game, seed=1), RandomBot(game, seed=2)])
    print(match.scores)
