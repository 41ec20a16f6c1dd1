"""Positions of Nile (2009) by hand, as the worked examples have them: players are letters, piles begin at the top."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from hypothesis import strategies as st

from tileyard import Chance, Engine, Event, FastChance, Phases, Position, State, Stream, Turn, clockwise
from tileyard_nile2009 import river
from tileyard_nile2009.model import Card, Field, Flooded, Market, Offering, Options, Plant, Seat, Table, Vault
from tileyard_nile2009.rules import PHASES, Nile2009

GAME = Nile2009()
PLAYERS = st.integers(2, 6)
SEEDS = st.integers(0, 2**32)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "edition": st.sampled_from(["bga2009", "deluxor"]),
        "locust_flood": st.sampled_from(["redraw", "none"]),
        "extend_only": st.sampled_from(["text", "bga", "none"]),
        "two_new": st.sampled_from(["yes", "no"]),
        "reshuffle": st.sampled_from(["eager", "lazy"]),
        "reshuffle_current_flood": st.sampled_from(["yes", "no"]),
        "final_flood": st.sampled_from(["harvest", "bga"]),
        "show_hand_counts": st.sampled_from(["no", "yes"]),
        "trade_discards": st.sampled_from(["hidden", "shown"]),
        "speculation_discard": st.sampled_from(["harvest", "bga"]),
    },
)


class Still(Stream):
    """Shuffles nothing: a new pile is what lay on the discard pile, then the flood stack, then what lay face down; the
    last of it is on top."""

    def below(self, n: int) -> int:
        return n - 1


class Turning(Stream):
    """Shuffles so that the card that lay ``deep`` places below the top of the unshuffled pile comes to the top."""

    def __init__(self, deep: int) -> None:
        self.deep: int | None = deep

    def below(self, n: int) -> int:
        deep, self.deep = self.deep, None
        return n - 1 - (deep or 0)


def player(letter: str) -> int:
    return "ABCDEF".index(letter)


def position(
    *hands: str,
    storages: Sequence[str] = (),
    fields: str = "",
    pile: str = "",
    flood: str = "",
    floods: str = "",
    discards: str = "",
    bets: str = "",
    mover: int = 0,
    phase: str = "plant",
    passes: int = 0,
) -> Position:
    """A position: hands and storages as ``"P W PW"``, fields as ``"A:P2 B:W3"``, speculation cards as ``"A PW LC"``."""
    players = len(hands)
    better, *cards = bets.split() or [""]
    pieces = pile.split()[::-1]
    table = Table(
        clockwise(players, mover),
        Phases(PHASES, PHASES.index(phase)),
        {part[2]: Field(player(part[0]), int(part[3:])) for part in fields.split()},
        floods.split(),
        discards.split(),
        cards,
        player(better) if better else -1,
        flood,
        "*" in pieces,
        passes,
        False,
        [],
        [],
    )
    stored = [*storages, *[""] * players][:players]
    seats = [Seat(hand.split(), own.split(), [], [], []) for hand, own in zip(hands, stored, strict=True)]
    return Position(State(table, tuple(seats), Vault(pieces)), [0] * players, Chance(bytes(32)), 1)


def engine(game: Position, **options: Any) -> Engine:
    return Engine(GAME, len(game.state.seats), options)


def _run(
    game: Position, what: Callable[[State, Turn], object], chance: Stream | None, options: dict[str, Any]
) -> tuple[Position, list[Event]]:
    """Carry something out on a copy, with chance at hand; what follows, and the events."""
    after = engine(game).copy(game)
    players = len(game.state.seats)
    turn = Turn(players, Options(**options), chance or Still(), after.scores, game.state.table.rota.mover, [], [])
    what(after.state, turn)
    if after.state.table.over:
        GAME.score(after.state, turn)
    assert turn.log is not None
    return after, turn.log


def flood(game: Position, chance: Stream | None = None, **options: Any) -> tuple[Position, list[Event]]:
    """A flood and harvest."""
    return _run(game, river.flood, chance, options)


def draw(game: Position, number: int = 2, chance: Stream | None = None, **options: Any) -> tuple[Position, list[Event]]:
    """The draw phase of the player whose turn it is."""
    return _run(game, lambda state, turn: river.draw(state, turn, turn.player, number, "draw"), chance, options)


def move(game: Position, made: Any, chance: Stream | None = None, **options: Any) -> tuple[Position, list[Event]]:
    """A move of the player whose turn it is, which must be legal."""
    engine(game, **options).check(game, game.state.table.rota.mover, made)
    return _run(game, lambda state, turn: GAME.apply(state, made, turn), chance, options)


def zoned(text: str) -> tuple[Card, Card]:
    """Two cards to discard, those from the storage in small letters: ``"P w"``."""
    one, two = (Card("storage" if name.islower() else "hand", name.upper()) for name in text.split())
    return one, two


def market(text: str) -> Market:
    return Market(zoned(text))


def offering(text: str) -> Offering:
    return Offering(zoned(text))


# --- what is seen -------------------------------------------------------------------------------------


def fields(game: Position) -> str:
    """The fields, as they are written for :func:`position`, by crop."""
    found = sorted(game.state.table.fields.items(), key=lambda item: "PWLCFGO".index(item[0]))
    return " ".join(f"{'ABCDEF'[field.owner]}:{crop}{field.size}" for crop, field in found)


def stored(game: Position) -> list[str]:
    return [" ".join(sorted(seat.storage, key="PWLCFGO".index)) for seat in game.state.seats]


def hand(game: Position, who: int = 0) -> str:
    return " ".join(sorted(game.state.seats[who].hand))


def pile(game: Position) -> str:
    """The pile from the top."""
    return " ".join(game.state.vault.pile[::-1])


def discarded(game: Position) -> list[str]:
    """The whole discard pile, in no order."""
    return sorted([*game.state.table.discards, *(card for seat in game.state.seats for card in seat.discards)])


def plantings(game: Position, **options: Any) -> list[str]:
    """What may be planted, as ``"P P W"``."""
    bound = engine(game, **options)
    legal = bound.legal(game, game.state.table.rota.mover)
    return [" ".join(made.cards) for made in legal if isinstance(made, Plant)]


def told(events: Sequence[Event], *kinds: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, kinds)]


def course(events: Sequence[Event]) -> list[str]:
    """The names of the events in order; a flood with its card."""
    return [
        f"flooded {event.card}" if isinstance(event, Flooded) else str(event.__struct_config__.tag) for event in events
    ]


# --- games ----------------------------------------------------------------------------------------------


def walk(players: int, options: dict[str, Any], seed: int) -> Iterator[tuple[Engine, Position]]:
    """A game ply by ply. With an odd seed all legal moves are equally likely, so that most are trades."""
    engine, chance = Engine(GAME, players, options), FastChance(seed)
    game = engine.start(Chance.from_seed(str(seed)))
    yield engine, game
    while active := engine.active(game):
        view = engine.view(game, active[0])
        move = chance.pick(GAME.legal(view)) if seed % 2 else GAME.sample(view, chance)
        game = engine.step(game, active[0], move)
        yield engine, game


def middle(players: int, options: dict[str, Any], seed: int, plies: int) -> tuple[Engine, Position]:
    """The position after some moves of a game."""
    return list(islice(walk(players, options, seed), plies + 1))[-1]
