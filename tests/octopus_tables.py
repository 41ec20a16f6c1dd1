"""Octopus positions written down by hand: places as ``row,column``, tiles as ``B4``."""

from __future__ import annotations

import re
from typing import Any

from tileyard import Chance, Engine, FastChance, Position, Rota, Scored, State
from tileyard.board import plane
from tileyard_octopus.model import Options, Place, Seat, Table
from tileyard_octopus.rules import Octopus

GAME = Octopus()


def at(text: str) -> int:
    """The cell of ``"-1,2"``: row -1, column 2."""
    row, column = text.split(",")
    return plane.cell(int(column), int(row))


def lay(text: str) -> dict[int, str]:
    """A layout from its places and tiles, as in ``"0,0 A3  0,1 B4"``, in that order."""
    return {at(place): tile for place, tile in re.findall(r"(-?\d+,-?\d+) ([A-Z]\d)", text)}


def position(hands: list[list[str]], layout: dict[int, str] | None = None, mover: int = 0, **options: Any) -> Position:
    """A position in which ``mover`` is to lay a tile; whoever has no tiles is out. Options as the game has them."""
    players, layout = len(hands), layout or {}
    rota = Rota([(mover + i) % players for i in range(players)], out=[p for p, hand in enumerate(hands) if not hand])
    chosen = Options(**options)
    hidden = chosen.hands == "hidden"
    free = plane.frontier(layout) or {0: 0}
    table = Table(dict(layout), free, [] if hidden else [hand[:] for hand in hands], rota, chosen.tie_break)
    seats = tuple(Seat(hand[:] if hidden else []) for hand in hands)
    return Position(State(table, seats), [0] * players, Chance(bytes(32)), len(layout))


def scored(layout: dict[int, str], tile: str, place: int, **options: Any) -> list[Scored]:
    """What the engine books for ``tile`` on ``place``, run by run."""
    step = Engine(GAME, 2, options).carry_out(position([[tile], ["J6"]], layout, **options), 0, Place(tile, place))
    events = [event for event in step.events if isinstance(event, Scored)]
    assert step.position.scores == [sum(event.points for event in events), 0]
    return events


def points(layout: dict[int, str], tile: str, place: int) -> int:
    """What the engine books for ``tile`` on ``place``, all in all."""
    return sum(event.points for event in scored(layout, tile, place))


def middle(players: int, options: dict[str, Any], seed: int, plies: int) -> tuple[Engine, Position]:
    """The position after some random moves of a game, before its end."""
    engine = Engine(GAME, players, options)
    game = engine.start(Chance.from_seed(str(seed)))
    engine.rollout(game, FastChance(seed), limit=plies)
    return engine, game


def hands(game: Position) -> list[list[str]]:
    """The tiles of each player, open or hidden."""
    return game.state.table.hands or [seat.hand for seat in game.state.seats]
