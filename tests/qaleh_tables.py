"""Positions of Qal'eh Nil written down by hand: cells as ``c5``, walls as ``"c3|d3 c3|c4*2"``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from tileyard import Budget, Chance, Engine, Position, State, alternating
from tileyard_qaleh_nil import boards, turns
from tileyard_qaleh_nil.boards import cell, name
from tileyard_qaleh_nil.castle import CASTLE, QalehNilCastle
from tileyard_qaleh_nil.model import CastleTable, End, Ground, Move, RaceTable, Seat, Tile
from tileyard_qaleh_nil.race import TEAMS, QalehNil
from tileyard_qaleh_nil.steps import actor, largest

RACE, CASTLES = QalehNil(), QalehNilCastle()
FAR = {2: ["a1 b1 a2 b2", "e5 f5 e6 f6"], 4: ["a1 b1 a2 b2", "g1 h1 g2 h2", "g7 h7 g8 h8", "a7 b7 a8 b8"]}


def cells(names: str) -> list[int]:
    return [cell(each) for each in names.split()]


def walls(layout: str, text: str) -> str:
    """The walls of a board that has these alone."""
    edges = boards.layout(layout).edges
    counts = ["0"] * len(edges)
    for part in text.split():
        pair, _, count = part.partition("*")
        a, b = (cell(each) for each in pair.split("|"))
        counts[edges.index((min(a, b), max(a, b)))] = count or "1"
    return "".join(counts)


def ground(layout: Any, text: str) -> Ground:
    """A board of so many blank tiles, with these walls."""
    return Ground(layout, (Tile("T0", 0),) * len(boards.layout(layout).tiles), walls(layout, text))


def occupied(layout: str, pawns: list[list[int]]) -> list[int]:
    board = [-1] * boards.layout(layout).size
    for player, own in enumerate(pawns):
        for at in own:
            board[at] = player
    return board


def race(
    pawns: dict[int, str],
    text: str = "",
    *,
    players: int = 2,
    mover: int = 0,
    first: int = 0,
    left: int = 3,
    finished: tuple[int, ...] = (),
    **options: Any,
) -> tuple[Engine, Position]:
    """A turn of ``mover`` in the race, with so many moves left; who is not named stands on the start tile."""
    engine = Engine(RACE, players, options)
    layout = "4x4" if players == 4 else "3x3"
    places = [sorted(cells(pawns.get(player, FAR[players][player]))) for player in range(players)]
    teams = TEAMS[players, engine.options.teams if players == 4 else "opposite"]
    rota = alternating(teams, first)
    rota.at, rota.out = rota.order.index(mover), list(finished)
    table = RaceTable(
        ground=ground(layout, text),
        box=(),
        teams=teams,
        rota=rota,
        moves=Budget(3, left),
        pawns=places,
        board=occupied(layout, places),
        trail=[] if left == 3 else [(0, 0)],
        finished=[player in finished for player in range(players)],
    )
    turns.remember(table)
    return engine, Position(State(table, (None,) * players), [0] * players, Chance(bytes(32)))


def castle(
    pawns: dict[int, str],
    text: str = "",
    *,
    players: int = 2,
    mover: int = 0,
    first: int = 0,
    castles: tuple[str, str] = ("d1", "e12"),
    captured: tuple[int, ...] = (),
    out: tuple[int, ...] = (),
    **options: Any,
) -> tuple[Engine, Position]:
    """The start of a turn of ``mover`` in the Castle game; only the pawns named are there."""
    engine = Engine(CASTLES, players, options)
    layout = engine.options.castle_layout
    places = [sorted(cells(pawns.get(player, ""))) for player in range(players)]
    board = occupied(layout, places)
    standing = [cell(each) for each in castles]
    for side, at in enumerate(standing):
        board[at] = CASTLE + side
    teams = ((0, 2), (1, 3)) if players == 4 else ((0,), (1,))
    rota = alternating(teams, first)
    rota.at, rota.out = rota.order.index(mover), list(out)
    table = CastleTable(
        ground=ground(layout, text),
        box=(),
        teams=teams,
        rota=rota,
        moves=Budget(3, 3),
        pawns=places,
        board=board,
        castles=standing,
        choosing=[],
        secret=False,
        captured=list(captured),
    )
    turns.remember(table)
    table.moves.refill(largest(table, actor(table), engine.options))
    return engine, Position(State(table, tuple(Seat() for _ in range(players))), [0] * players, Chance(bytes(32)))


def move(text: str) -> Move | End:
    """``"c3>d3"``, or ``"end"``."""
    if text == "end":
        return End()
    start, to = text.split(">")
    return Move(cell(start), cell(to))


def told(made: Move | End) -> str:
    return f"{name(made.start)}>{name(made.to)}" if isinstance(made, Move) else "end"


def offers(engine: Engine, position: Position) -> set[str]:
    """The legal moves of whoever is to move, as :func:`move` reads them."""
    (player,) = engine.active(position)
    return {told(made) for made in engine.legal(position, player)}


def play(engine: Engine, position: Position, *moves: str) -> Position:
    """The position after these moves, each by whoever is to move; ``"a1>b1>c1"`` are two moves of a pawn."""
    for text in moves:
        path = text.split(">")
        for each in [text] if text == "end" else [f"{a}>{b}" for a, b in pairwise(path)]:
            (player,) = engine.active(position)
            position = engine.step(position, player, move(each))
    return position


def turns_of(engine: Engine, position: Position) -> Iterator[tuple[list[Any], Position]]:
    """Every turn from here on that can be played, as its moves, and the position after it."""
    plies = len(position.state.table.trail)
    mover = position.state.table.rota.at

    def search(now: Position, made: list[Any]) -> Iterator[tuple[list[Any], Position]]:
        table = now.state.table
        if made and (table.ending or table.rota.at != mover or len(table.trail) <= plies):
            yield made, now
            return
        (player,) = engine.active(now)
        for each in engine.legal(now, player):
            yield from search(engine.step(now, player, each), [*made, each])

    return search(position, [])
