"""Games, bots and guesses that know or tell what they should not."""

from __future__ import annotations

import copy
import dataclasses
from typing import Any

from games.broken.base import Broken, Hidden
from games.hexes import Hexes
from games.hidden import Seat, Table, Vault
from games.simultaneous import Simultaneous
from games.simultaneous import scene as simultaneous_scene
from tileyard import Event, FastChance, Reason, State, Whisper
from tileyard.ground.wire import encode

_seen: dict[bytes, Any] = {}
_last: list[Any] = [None]


class Watching(Hidden):
    """It keeps every state it comes across."""

    def setup(self, turn: Any) -> Any:
        return self._keep(super().setup(turn))

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        _last[0] = copy.deepcopy(state.seats)
        super().apply(state, move, turn)
        self._keep(state)

    def _keep(self, state: Any) -> Any:
        _last[0] = copy.deepcopy(state.seats)
        _seen[encode((state.table, state.seats))] = copy.deepcopy(state)
        return state


class Gossiping(Hidden):
    """Its refusals tell what others hold."""

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        _last[0] = [hand for seat in state.seats for hand in seat.hand]
        super().apply(state, move, turn)

    def permits(self, view: Any, move: Any) -> Reason | None:
        reason = super().permits(view, move)
        return reason and Reason(f"not while others hold {_last[0]}")


class Shuffling(Hidden):
    """Its guesses turn the own hand around."""

    def guess(self, view: Any, chance: Any) -> Any:
        state = super().guess(view, chance)
        state.seats[view.player].hand.reverse()
        return state


class OpenHands(Table):
    """All that should be hidden."""

    deal: list[list[int]] = []


class Knowing(Hidden):
    """It has written all hands and the bag on the table, and guesses by it."""

    def setup(self, turn: Any) -> Any:
        state = super().setup(turn)
        return self._written(State(OpenHands(state.table.cells), state.seats, state.vault))

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        super().apply(state, move, turn)
        self._written(state)

    def _written(self, state: Any) -> Any:
        state.table.deal = [*(seat.hand[:] for seat in state.seats), state.vault.bag[:]]
        return state

    def guess(self, view: Any, chance: Any) -> Any:
        *hands, bag = copy.deepcopy(view.table.deal)
        return State(copy.deepcopy(view.table), tuple(map(Seat, hands)), Vault(bag))


Knowing.types = dataclasses.replace(Hidden.types, table=OpenHands)


class Left(Event):
    """What the player has left."""

    hand: tuple[int, ...]


class Blurting(Hidden):
    """It announces what the player has left."""

    events = (Left,)

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        super().apply(state, move, turn)
        turn.announce(Left(tuple(state.seats[turn.player].hand)))


class Naming(Simultaneous):
    """It tells those who are still to choose what others have chosen."""

    events = (*Simultaneous.events, Left)

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        turn.announce(Left((move.number,)))
        super().apply(state, move, turn)


class Stubborn(Hidden):
    """Its guesses are the same whatever the chance."""

    def guess(self, view: Any, chance: Any) -> Any:
        return super().guess(view, FastChance(0))


class Whispering(Hidden):
    """It whispers the pebble to the next player as well."""

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        super().apply(state, move, turn)
        for _, whisper in (turn.whispers or [])[:1]:
            turn.whisper(state.table.mover, whisper)


class Hint(Whisper):
    """It has nothing to hint at."""


class Whispers(Hexes):
    """An open game that could whisper."""

    whispers = (Hint,)


class Evasive(Hidden):
    """Where it cannot look at the next hand, it goes on as if that were empty."""

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        super().apply(state, move, turn)
        try:
            highest = max(state.seats[state.table.mover].hand)
        except Exception:  # noqa: BLE001  (it is how it hides)
            highest = 0
        if highest > move.pebble:
            turn.award(turn.player, 1, "highest")


class Peeking:
    """A bot that looks at what was kept."""

    def __init__(self, game: Any, *_: Any) -> None:
        self.game = game

    def choose(self, view: Any) -> Any:
        moves = self.game.legal(view)
        hands = [pebble for seat in _last[0] or () for pebble in seat.hand]
        return moves[sum(hands) % len(moves)]


BROKEN = [
    Broken("hidden_things_change_nothing", Gossiping(), ("game_never_changes",)),
    Broken("guesses_keep_the_view", Shuffling()),
    Broken("guesses_are_not_the_truth", Knowing()),
    Broken("events_tell_no_secrets", Blurting()),
    Broken("whispers_reach_one_player", Whispering()),
    Broken("secret_moves_are_not_told", Naming(), settings={"scene": simultaneous_scene}),
    Broken("guesses_vary", Stubborn()),
    Broken("open_games_have_no_secrets", Whispers(), settings={"scene": None}),
    Broken("bots_cannot_peek", Watching(), ("game_never_changes",), settings={"bots": {"peeking": Peeking}}),
    Broken("previews_come_true", Evasive()),
]
