"""Two-player block dominoes written straight in plain Python, with no framework: the yardstick of the benchmarks."""

from __future__ import annotations

from collections.abc import Callable

TILES = [(a, b) for a in range(7) for b in range(a, 7)]
Tile = tuple[int, int]


def moves_of(hand: list[Tile], left: int, right: int) -> list[tuple[Tile, int]]:
    """Each way to lay a tile, with the number it joins."""
    moves: list[tuple[Tile, int]] = []
    for tile in hand:
        a, b = tile
        if a in (left, right):
            moves.append((tile, a))
        if a != b and b in (left, right):
            moves.append((tile, b))
    return moves


def play(rnd: Callable[[], float]) -> tuple[int, list[int]]:
    """One game with random moves; ``rnd`` gives numbers from 0 to 1. Returns the number of moves, and the scores."""
    deck = TILES[:]
    hands = [[deck.pop(int(rnd() * len(deck))) for _ in range(7)] for _ in range(2)]
    player, plies = 0, 1
    left, right = hands[0].pop(int(rnd() * 7))
    while hands[player]:
        for player in (1 - player, player):  # noqa: B020  (the one who is to move, or the same one again)
            moves = moves_of(hands[player], left, right)
            if moves:
                break
        else:
            break
        tile, end = moves[int(rnd() * len(moves))]
        hands[player].remove(tile)
        far = tile[1] if tile[0] == end else tile[0]
        if end == right:
            right = far
        else:
            left = far
        plies += 1
    pips = [sum(a + b for a, b in hand) for hand in hands]
    scores = [0, 0]
    if pips[0] != pips[1]:
        scores[pips.index(min(pips))] = max(pips)
    return plies, scores
