"""Tiles written straight in plain Python, with no framework: the yardstick of the benchmarks, and an oracle in tests.

Places are (x, y) pairs, tiles are strings of four letters, triangles are (x, y, side) with sides top, right, bottom,
left. The usual set and the usual rules; two or three players.
"""

from __future__ import annotations

from collections.abc import Callable

Cell = tuple[int, int]
Triangle = tuple[int, int, int]

SINGLE = ("wwww", "gggg", "kkkk")
DOUBLE = (
    *("wwwg", "wwwk", "wwgg", "wwkk", "wgwg", "wggg", "wkwk", "wkkk", "gggk", "ggkk", "gkgk", "gkkk"),
    *("wwgk", "wwkg", "wgwk", "wggk", "wgkg", "wgkk", "wkgg", "wkgk", "wkkg"),
)
TILES = [*SINGLE, *DOUBLE, *DOUBLE]
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))


def ways(tile: str) -> list[str]:
    """Every different way a tile can lie, turned clockwise step by step."""
    return list(dict.fromkeys(tile[4 - turn :] + tile[: 4 - turn] for turn in range(4)))


WAYS = {tile: ways(tile) for tile in TILES}


def fits(layout: dict[Cell, str], at: Cell, shown: str) -> bool:
    """Whether a tile that shows ``shown`` matches what lies around a place."""
    x, y = at
    if (near := layout.get((x, y - 1))) is not None and near[2] != shown[0]:
        return False
    if (near := layout.get((x + 1, y))) is not None and near[3] != shown[1]:
        return False
    if (near := layout.get((x, y + 1))) is not None and near[0] != shown[2]:
        return False
    return (near := layout.get((x - 1, y))) is None or near[1] == shown[3]


def placements(layout: dict[Cell, str], free: list[Cell], hand: list[str]) -> list[tuple[str, Cell, str]]:
    """Every tile on every place, turned every way: kind, place, what it shows there."""
    return [
        (tile, at, shown)
        for tile in dict.fromkeys(hand)
        for at in free
        for shown in WAYS[tile]
        if fits(layout, at, shown)
    ]


def area(layout: dict[Cell, str], start: Triangle) -> set[Triangle] | None:
    """The closed area of a triangle; None if it is open."""
    found, waiting = {start}, [start]
    while waiting:
        x, y, side = waiting.pop()
        shown = layout[x, y]
        colour = shown[side]
        dx, dy = SIDES[side]
        if (x + dx, y + dy) not in layout:
            return None
        reach = [(x + dx, y + dy, (side + 2) % 4)]
        for turn in (1, 3):
            if shown[(side + turn) % 4] == colour:
                reach.append((x, y, (side + turn) % 4))
        for near in reach:
            if near not in found:
                found.add(near)
                waiting.append(near)
    return found


def closes(layout: dict[Cell, str], at: Cell, colour: str) -> list[set[Triangle]]:
    """The closed areas of one colour that the tile on a place belongs to, each once."""
    found: list[set[Triangle]] = []
    for side in range(4):
        triangle = (*at, side)
        if layout[at][side] == colour and not any(triangle in whole for whole in found):
            whole = area(layout, triangle)
            if whole is not None:
                found.append(whole)
    return found


def points(layout: dict[Cell, str], at: Cell, colour: str) -> int:
    """What the tile just laid on a place scores for the player of a colour."""
    total = 0
    for whole in closes(layout, at, colour):
        n = len({(x, y) for x, y, _ in whole})
        total += n * (n - 1) // 2
    return total


def grow(layout: dict[Cell, str], free: list[Cell], at: Cell) -> None:
    """Bring the list of free places up to date after a tile was laid."""
    free.remove(at)
    x, y = at
    for dx, dy in SIDES:
        near = (x + dx, y + dy)
        if near not in layout and near not in free:
            free.append(near)


def choose(
    rnd: Callable[[], float], layout: dict[Cell, str], free: list[Cell], hand: list[str]
) -> tuple[str, Cell, str] | None:
    """Any placement, all equally likely: try at random, and list them all if that does not find one."""
    kinds = list(dict.fromkeys(hand))
    every = 4 * len(kinds) * len(free)
    for _ in range(60):
        number = int(rnd() * every)
        tile, at, turn = kinds[number // 4 // len(free)], free[number // 4 % len(free)], number % 4
        lying = WAYS[tile]
        if turn < len(lying) and fits(layout, at, lying[turn]):
            return tile, at, lying[turn]
    found = placements(layout, free, hand)
    return found[int(rnd() * len(found))] if found else None


def play(rnd: Callable[[], float], players: int) -> list[int]:
    """One game with random moves; ``rnd`` gives numbers from 0 to 1. Returns the totals."""
    deck = TILES[:]
    colours = list("wgk")
    for items in (colours, deck):
        for last in range(len(items) - 1, 0, -1):
            i = int(rnd() * (last + 1))
            items[i], items[last] = items[last], items[i]
    each = 7 if players == 2 else 5
    hands = [[deck.pop() for _ in range(each)] for _ in range(players)]
    layout, free = {(0, 0): deck.pop()}, [(0, -1), (1, 0), (0, 1), (-1, 0)]
    totals = [0] * players
    player = int(rnd() * players)
    for _ in range(44):
        hand = hands[player]
        if deck:
            hand.append(deck.pop())
        chosen = choose(rnd, layout, free, hand)
        if chosen is None:
            hand.pop(int(rnd() * len(hand)))
        else:
            tile, at, shown = chosen
            hand.remove(tile)
            layout[at] = shown
            grow(layout, free, at)
            totals[player] += points(layout, at, colours[player])
        player = (player + 1) % players
    return totals
