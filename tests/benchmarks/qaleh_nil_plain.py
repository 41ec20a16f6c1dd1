"""Both games of Qal'eh Nil written straight in plain Python: the yardstick of the benchmarks, and an oracle in tests.

A cell is ``16 * row + column``. The usual rules alone: no options but the number of players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

TRIES = 24
"""How often a pawn and a direction are drawn before all moves are listed."""

Rnd = Callable[[], float]
Ways = dict[int, list[tuple[int, int, int]]]

TILES = [
    *2 * ["0000 00000000"],
    *3 * ["1100 00000000"],
    *3 * ["0000 11110000"],
    *3 * ["1000 11000000"],
    *3 * ["1000 00110000"],
    *3 * ["1000 00001100"],
    *3 * ["1000 00000011"],
]
NORTH, EAST, SOUTH, WEST = -16, 1, 16, -1
RACE = {
    2: [(row, column) for row in (0, 2, 4) for column in (0, 2, 4)],
    4: [(row, column) for row in (0, 2, 4, 6) for column in (0, 2, 4, 6)],
}
CASTLE = [(0, 3), *((row, column) for row in (2, 4, 6, 8) for column in (0, 2, 4, 6)), (10, 3)]


def corner(row: int, column: int) -> list[int]:
    """The cells of the tile whose upper left cell this is."""
    return [16 * row + column, 16 * row + column + 1, 16 * row + column + 16, 16 * row + column + 17]


def lay(rnd: Rnd, places: list[tuple[int, int]]) -> Ways:
    """Random tiles on these places: for each cell its neighbours, what a step costs, and where a jump would end."""
    tiles = TILES[:]
    walls: dict[tuple[int, int], int] = {}
    cells: list[int] = []
    for row, column in places:
        tile = tiles.pop(int(rnd() * len(tiles)))
        a, b, c, d = corner(row, column)
        cells += [a, b, c, d]
        inner, outer = tile.split()
        for _ in range(int(rnd() * 4)):
            inner, outer = inner[-1] + inner[:-1], outer[-2:] + outer[:-2]
        edges = [(a, b), (b, d), (c, d), (a, c)]
        edges += [(a + NORTH, a), (b + NORTH, b), (b, b + EAST), (d, d + EAST)]
        edges += [(d, d + SOUTH), (c, c + SOUTH), (c + WEST, c), (a + WEST, a)]
        for flag, edge in zip(inner + outer, edges, strict=True):
            if flag == "1":
                walls[edge] = walls.get(edge, 0) + 1
    ways: Ways = {}
    for cell in cells:
        ways[cell] = []
        for step in (NORTH, EAST, SOUTH, WEST):
            near, far = cell + step, cell + 2 * step
            if near in cells:
                between = walls.get((min(cell, near), max(cell, near)), 0)
                behind = walls.get((min(near, far), max(near, far)), 0)
                jump = far if far in cells and not between and not behind else -1
                ways[cell].append((near, 1 + between, jump))
    return ways


# -- the race ------------------------------------------------------------------------------------------


def race_moves(ways: Ways, owner: dict[int, int], pawns: list[int], left: int) -> list[tuple[int, int, int]]:
    """Every step and jump: from, to, cost."""
    moves = []
    for cell in pawns:
        for near, cost, far in ways[cell]:
            if near not in owner:
                if cost <= left:
                    moves.append((cell, near, cost))
            elif far >= 0 and far not in owner:
                moves.append((cell, far, 1))
    return moves


def race_pick(rnd: Rnd, ways: Ways, owner: dict[int, int], pawns: list[int], left: int) -> tuple[int, int, int] | None:
    """A random step or jump, or None to end the turn: a pawn and a direction, drawn again where nothing is possible."""
    slots = 4 * len(pawns)
    for _ in range(TRIES):
        slot = int(rnd() * (slots + 1))
        if slot == slots:
            return None
        cell = pawns[slot >> 2]
        around, side = ways[cell], slot & 3
        if side < len(around):
            near, cost, far = around[side]
            if near not in owner:
                if cost <= left:
                    return cell, near, cost
            elif far >= 0 and far not in owner:
                return cell, far, 1
    moves = [*race_moves(ways, owner, pawns, left), None]
    return moves[int(rnd() * len(moves))]


def race(rnd: Rnd, players: int, rounds: int = 200) -> tuple[int, str]:  # noqa: C901  (one loop, as it comes)
    """One random game; how many moves and ends of turns there were, and how it ended."""
    size = 4 if players == 2 else 6
    ways = lay(rnd, RACE[players])
    corners = [corner(0, 0), corner(size, size)]
    if players == 4:
        corners = [corner(0, 0), corner(0, size), corner(size, size), corner(size, 0)]
    pawns = [list(cells) for cells in corners]
    goals = [set(corners[(player + players // 2) % players]) for player in range(players)]
    owner = {cell: player for player, cells in enumerate(corners) for cell in cells}
    first = int(rnd() * players)
    finished: set[int] = set()
    seen: dict[tuple[object, ...], int] = {}
    reply = 0
    plies = 0
    turn = 0
    while True:
        player = (first + turn) % players
        if turn == rounds * players and not reply:
            return plies, "move_cap"
        if player in finished:
            turn += 1
            continue
        if not reply:
            position = (player, *map(frozenset, pawns))
            seen[position] = seen.get(position, 0) + 1
            if seen[position] == 3:
                return plies, "repetition"
        allowed = left = reply or 3
        mine = pawns[player]
        while left:
            move = race_pick(rnd, ways, owner, mine, left)
            plies += 1
            if move is None:
                break
            cell, to, cost = move
            del owner[cell]
            owner[to] = player
            mine[mine.index(cell)] = to
            left -= cost
            if goals[player].issuperset(mine):
                finished.add(player)
                break
        if player in finished and (players == 2 or (player + 2) % 4 in finished):
            if reply:
                return plies, "equal"
            if (player - first) % 2:
                return plies, "goal"
            reply = allowed - left
        elif reply:
            return plies, "reply"
        turn += 1


# -- the Castle game -----------------------------------------------------------------------------------


class Castle:
    """A Castle game: ``pieces`` has the player of each pawn, and 4 and 5 for the castles; odd ones are south."""

    def __init__(self, rnd: Rnd, players: int) -> None:
        self.ways = lay(rnd, CASTLE)
        self.homes = [corner(0, 3), corner(10, 3)]
        if players == 2:
            lines = [[(2, c) for c in (2, 3, 4, 5)], [(9, c) for c in (2, 3, 4, 5)]]
        else:
            lines = [[(row, c + shift) for c in (1, 2, 3)] for row, shift in ((2, 0), (9, 0), (2, 3), (9, 3))]
        self.pawns = [[16 * row + column for row, column in line] for line in lines]
        self.pieces = {cell: player for player, cells in enumerate(self.pawns) for cell in cells}
        self.trail: list[tuple[int, int, int]] = []

    def fits(self, player: int, cell: int, to: int, cost: int) -> bool:
        """Whether a step is no capture, or one that completes three moves of one pawn, and no other rule forbids it."""
        pieces, trail, side = self.pieces, self.trail, player % 2
        if to in pieces:
            if pieces[to] % 2 == side or sum(step[2] for step in trail) + cost != 3:
                return False
            at = cell
            for before, after, _ in reversed(trail):
                if after != at:
                    return False
                at = before
        if trail and trail[-1][1] == cell and trail[-1][0] == to:
            return False
        home = self.homes[side]
        return not (to in home and cell not in home and any(pieces.get(at, 9) in (side, side + 2) for at in home))

    def steps(self, player: int, left: int) -> Iterator[tuple[int, int, int]]:
        """Every step that fits, one by one: from, to, cost."""
        for cell in self.pawns[player]:
            for to, cost, _ in self.ways[cell]:
                if cost <= left and self.fits(player, cell, to, cost):
                    yield cell, to, cost

    def pick(self, rnd: Rnd, player: int, left: int) -> tuple[int, int, int]:
        """A random step after which the turn can be completed: a pawn and a direction, drawn until there is one."""
        mine = self.pawns[player]
        slots = 4 * len(mine)
        for _ in range(TRIES):
            slot = int(rnd() * slots)
            cell = mine[slot >> 2]
            around, side = self.ways[cell], slot & 3
            if side < len(around):
                to, cost, _ = around[side]
                step = (cell, to, cost)
                if cost <= left and self.fits(player, *step) and self.completes(player, step, left):
                    return step
        moves = [step for step in self.steps(player, left) if self.completes(player, step, left)]
        return moves[int(rnd() * len(moves))]

    def completes(self, player: int, step: tuple[int, int, int], left: int) -> bool:
        """Whether others can follow this step, so that they cost ``left`` together."""
        cell, to, cost = step
        if cost == left:
            return True
        mine, pieces = self.pawns[player], self.pieces
        place = mine.index(cell)
        del pieces[cell]
        pieces[to] = player
        mine[place] = to
        self.trail.append(step)
        good = any(self.completes(player, other, left - cost) for other in self.steps(player, left - cost))
        self.trail.pop()
        mine[place] = cell
        del pieces[to]
        pieces[cell] = player
        return good


def castle(rnd: Rnd, players: int, rounds: int = 200) -> tuple[int, str]:
    """One random game; how many moves and passed turns there were, and how it ended."""
    game = Castle(rnd, players)
    first = int(rnd() * players)
    for side in (first % 2, 1 - first % 2):
        game.pieces[game.homes[side][int(rnd() * 4)]] = 4 + side
    plies = 2
    seen: dict[tuple[object, ...], int] = {}
    turn = 0
    while turn < rounds * players:
        player = (first + turn) % players
        mine = game.pawns[player]
        if not mine:
            turn += 1
            continue
        position = (player, *map(frozenset, game.pawns))
        seen[position] = seen.get(position, 0) + 1
        if seen[position] == 3:
            return plies, "repetition"
        game.trail.clear()
        left = 0
        for total in (3, 2, 1):
            if any(game.completes(player, step, total) for step in game.steps(player, total)):
                left = total
                break
        plies += not left
        while left:
            step = game.pick(rnd, player, left)
            plies += 1
            cell, to, cost = step
            piece = game.pieces.get(to, -1)
            del game.pieces[cell]
            game.pieces[to] = player
            mine[mine.index(cell)] = to
            game.trail.append(step)
            left -= cost
            if piece >= 4:
                return plies, "castle"
            if piece >= 0:
                game.pawns[piece].remove(to)
                if not any(game.pawns[piece % 2 :: 2]):
                    return plies, "no_pawns"
        turn += 1
    return plies, "move_cap"
