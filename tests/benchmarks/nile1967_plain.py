"""Nile (1967) written straight in plain Python, with no framework: the yardstick of the benchmarks, and an oracle.

Squares are (row, column) pairs, ports 0 to 7 clockwise from north. The game as printed, without variants: what each
square holds is its type and the ports of its strands, two by two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

Cell = tuple[int, int]
Board = dict[Cell, tuple[str, tuple[int, ...]]]
Way = tuple[int, str, Cell, bool]

DOWN = (-1, -1, 0, 1, 1, 1, 0, -1)
RIGHT = (0, 1, 1, 1, 0, -1, -1, -1)
SIDE = ("", "SHARP_L", "BEND", "GENTLE_L", "STRAIGHT", "GENTLE_R", "BEND", "SHARP_R")
CORNER = ("", "SHARP_R", "CORNER", "GENTLE_R", "DIAGONAL", "GENTLE_L", "CORNER", "SHARP_L")
TYPES = [[(CORNER if entry % 2 else SIDE)[(out - entry) % 8] for out in range(8)] for entry in range(8)]
WORTH = {
    "STRAIGHT": 10, "BEND": 10, "DIAGONAL": 10, "CORNER": 10, "GENTLE_L": 8, "GENTLE_R": 8, "SHARP_L": 5, "SHARP_R": 5,
    "UNIVERSAL": 35,
}  # fmt: skip
TILES = (
    ["STRAIGHT", "DIAGONAL"] * 20
    + ["BEND", "CORNER", "GENTLE_L", "GENTLE_R", "SHARP_L", "SHARP_R"] * 10
    + ["UNIVERSAL"] * 4
)
FINISH = (50, 50, 50, 50, 75, 75, 100, 100, 150, 200, 500)
HALF = {
    (1, 6): -80, (1, 10): -100, (1, 14): -120, (3, 8): 140, (3, 12): 220, (5, 6): -80, (5, 10): -100, (5, 14): -120,
    (7, 2): 60, (7, 10): 240, (7, 18): 250, (8, 7): 240, (8, 13): 240, (9, 5): -60, (9, 9): -40, (9, 11): -40,
    (9, 15): -140, (10, 10): -60, (10, 18): -160,
} | {(row, 21): value for row, value in enumerate(FINISH)}  # fmt: skip
VALUES = HALF | {(20 - row, column): value for (row, column), value in HALF.items()}
LEFT = [(2, 2), (2, 3), (3, 2), (4, 2), (4, 3)]
RIGHT_U = [(2, 17), (2, 18), (3, 18), (4, 17), (4, 18)]
AREAS = dict.fromkeys(LEFT, (0, 40)) | dict.fromkeys(RIGHT_U, (1, 160))
AREAS |= {(20 - row, column): (nth + 2, amount) for (row, column), (nth, amount) in AREAS.items()}


def ways(board: Board, cell: Cell, entry: int) -> Iterator[Way]:
    """Each way on from a square: exit, plain type, next square, and whether that is where no play may stop yet."""
    row, column = cell
    old = board[cell][1] if cell in board else ()
    if len(old) > 2:
        return
    blue = column == 21
    for out in (0, 2, 4) if blue else range(8):
        if out == entry or out in old:
            continue
        r, c = row + DOWN[out], column + RIGHT[out]
        if not 0 <= r < 21 or not 0 <= c < 22 + blue:
            continue
        if out % 2:
            # The line may pass this corner already, from the square above or below to the one beside.
            over, beside = board.get((r, column)), board.get((row, c))
            towards = {1: 3, 3: 1, 5: 7, 7: 5}[out]
            if over and beside and towards in over[1] and (towards + 4) % 8 in beside[1]:
                continue
        if old:
            turn = (out - entry) % 8
            if ((old[0] - entry) % 8 < turn) == ((old[1] - entry) % 8 < turn):
                continue
        yield out, TYPES[entry][out], (r, c), c < 22 and (blue or (r, c) in board)


def lay(board: Board, cell: Cell, kind: str, entry: int, out: int) -> None:
    """Put a tile on the board; on a square that has one it adds a strand."""
    board[cell] = (kind, (*(board[cell][1] if cell in board else ()), entry, out))


def can_end(board: Board, cell: Cell, entry: int, rack: list[str]) -> bool:
    """Whether tiles of ``rack`` lead from a square where no play may stop to where one may."""
    crossing = cell in board
    if crossing and "UNIVERSAL" not in rack:
        return False
    for out, kind, near, on in ways(board, cell, entry):
        used = "UNIVERSAL" if crossing or kind not in rack else kind
        if used not in rack:
            continue
        if not on:
            return True
        longer = dict(board)
        lay(longer, cell, used, entry, out)
        rest = rack[:]
        rest.remove(used)
        if can_end(longer, near, (out + 4) % 8, rest):
            return True
    return False


def legal(board: Board, cell: Cell, entry: int, rack: list[str]) -> list[tuple[str, int]]:
    """Each placement that a play can be completed after: type and exit."""
    found: list[tuple[str, int]] = []
    crossing = cell in board
    kinds = set(rack)
    for out, fits, near, on in ways(board, cell, entry):
        for kind in (fits, "UNIVERSAL"):
            if kind not in kinds or (crossing and kind != "UNIVERSAL"):
                continue
            if on:
                rest = rack[:]
                rest.remove(kind)
                if near in board and "UNIVERSAL" not in rest:
                    continue
                longer = dict(board)
                lay(longer, cell, kind, entry, out)
                if not can_end(longer, near, (out + 4) % 8, rest):
                    continue
            found.append((kind, out))
    return found


def points(cell: Cell, kind: str, crossing: bool, paid: set[int]) -> int:
    """What a placement scores; ``paid`` are the U areas that this turn has paid for."""
    value = WORTH[kind]
    if crossing or (cell not in VALUES and cell not in AREAS):
        return value
    if cell not in AREAS:
        return value + VALUES[cell]
    area, amount = AREAS[cell]
    if area in paid:
        return value
    paid.add(area)
    return value - amount


def take(rnd: Callable[[], float], pile: list[str], count: int) -> list[str]:
    """Up to ``count`` tiles of the pile, at random."""
    drawn: list[str] = []
    for _ in range(min(count, len(pile))):
        i = int(rnd() * len(pile))
        pile[i], pile[-1] = pile[-1], pile[i]
        drawn.append(pile.pop())
    return drawn


def starter(rnd: Callable[[], float], pile: list[str], players: int) -> int:
    """Who draws the three best tiles."""
    tied = list(range(players))
    for _ in range(10):
        hands = [take(rnd, pile, 3) for _ in tied]
        sums = [sum(WORTH[kind] for kind in hand) for hand in hands]
        for hand in hands:
            pile += hand
        tied = [player for player, total in zip(tied, sums, strict=True) if total == max(sums)]
        if len(tied) == 1:
            break
    return tied[int(rnd() * len(tied))]


def turn(
    rnd: Callable[[], float], board: Board, at: tuple[Cell, int], rack: list[str], pile: list[str]
) -> tuple[int, int, tuple[Cell, int]]:
    """Play at random until chance says stop: the points, how many tiles, and where the line goes on."""
    total, played, paid = 0, 0, set[int]()
    while rack:
        cell, entry = at
        moves = legal(board, cell, entry, rack)
        # A tile laid on the blue column leaves the line on it.
        stop = played > 0 and cell not in board and not (cell[1] == 21 and entry in (0, 4))
        i = int(rnd() * (len(moves) + stop)) if moves else 0
        if i == len(moves):
            break
        kind, out = moves[i]
        rack.remove(kind)
        total += points(cell, kind, cell in board, paid)
        if cell in board:
            pile.append(board[cell][0])
        lay(board, cell, kind, entry, out)
        played += 1
        at = (cell[0] + DOWN[out], cell[1] + RIGHT[out]), (out + 4) % 8
        if at[0][1] == 22:
            break
    return total + 20 * (played == 5), played, at


def play(rnd: Callable[[], float], players: int) -> list[int]:
    """One game with random moves; ``rnd`` gives numbers from 0 to 1. Returns the totals."""
    pile = TILES[:]
    player = starter(rnd, pile, players)
    racks = [take(rnd, pile, 5) for _ in range(players)]
    totals = [0] * players
    board: Board = {}
    at, idle = ((10, 0), 6), 0
    while True:
        scored, played, at = turn(rnd, board, at, racks[player], pile)
        totals[player] += scored
        if at[0][1] == 22:
            return close(totals, racks)
        if played:
            idle = 0
            racks[player] += take(rnd, pile, played)
        else:
            idle += 1
            if board:
                totals[player] -= sum(WORTH[kind] for kind in racks[player])
                pile += racks[player]
                racks[player] = take(rnd, pile, 5)
        if not any(racks) or idle == 2 * players:
            return close(totals, racks)
        if not board and idle == players:
            pile += [kind for rack in racks for kind in rack]
            racks = [take(rnd, pile, 5) for _ in racks]
        player = (player + 1) % players
        while not racks[player]:
            idle += 1
            if idle == 2 * players:
                return close(totals, racks)
            player = (player + 1) % players


def close(totals: list[int], racks: list[list[str]]) -> list[int]:
    """The totals once everybody has paid for the rack."""
    return [total - sum(WORTH[kind] for kind in rack) for total, rack in zip(totals, racks, strict=True)]
