"""Octopus written straight in plain Python, with no framework: the yardstick of the benchmarks, and an oracle in tests.

Places are (row, column) pairs, tiles (colour, number) pairs. Open hands, one set by default.
"""

from __future__ import annotations

from collections.abc import Callable

Cell = tuple[int, int]
Tile = tuple[str, int]

TILES: list[Tile] = [(colour, number) for colour in "ABCDEFGHIJ" for number in range(1, 7)]
SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
DIRECTIONS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))


def points(layout: dict[Cell, Tile], tile: Tile, at: Cell) -> int:
    """What ``tile`` on ``at`` scores: eight runs of its colour and eight of its number."""
    total = 0
    colour, number = tile
    row, column = at
    for down, right in DIRECTIONS:
        first = layout.get((row + down, column + right))
        if first is None:
            continue
        if first[0] == colour:
            r, c = row + down, column + right
            while (near := layout.get((r, c))) is not None and near[0] == colour:
                total += 1
                r += down
                c += right
        if first[1] == number:
            r, c = row + down, column + right
            while (near := layout.get((r, c))) is not None and near[1] == number:
                total += 1
                r += down
                c += right
    return total


def grow(layout: dict[Cell, Tile], free: list[Cell], at: Cell) -> None:
    """Bring the list of free places up to date after a tile was laid on ``at``."""
    free.remove(at)
    row, column = at
    for down, right in SIDES:
        near = (row + down, column + right)
        if near not in layout and near not in free:
            free.append(near)


def play(rnd: Callable[[], float], players: int, sets: int = 1) -> list[int]:
    """One game with random moves; ``rnd`` gives numbers from 0 to 1. Returns the totals."""
    deck = TILES * sets
    for last in range(len(deck) - 1, 0, -1):
        i = int(rnd() * (last + 1))
        deck[i], deck[last] = deck[last], deck[i]
    hands = [sorted(deck[player::players]) for player in range(players)]
    totals = [0] * players
    layout: dict[Cell, Tile] = {}
    free: list[Cell] = [(0, 0)]
    player = int(rnd() * players)
    for _ in deck:
        hand = hands[player]
        tile = hand[int(rnd() * len(hand))]
        at = free[int(rnd() * len(free))]
        hand.remove(tile)
        totals[player] += points(layout, tile, at)
        layout[at] = tile
        grow(layout, free, at)
        player = (player + 1) % players
    return totals
