"""A guess at what is hidden: the tiles out of sight, dealt at random so that all that is known holds.

What is known are the ages of the tiles on the racks (see ``known.py``), and that a play under way can be completed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tileyard import State, Stream, View, copier
from tileyard_nile1967.grid import grid_of
from tileyard_nile1967.model import Options, Seat, Table, Vault
from tileyard_nile1967.moves import Spot, completion, why_no_stop
from tileyard_nile1967.pieces import Kind

__all__ = ["guess"]

TRIES = 40
Nile = State[Table, Seat, Vault]


class _Worlds:
    """Deals of the tiles a view does not show, in agreement with the ages of the racks."""

    def __init__(self, view: View[Options, Table, Seat], knowing: bool) -> None:
        table, self.grid = view.table, grid_of(view.options)
        sizes = view.sizes["seat.rack"]
        assert isinstance(sizes, list)
        hidden = Counter[Kind](self.grid.counts)
        hidden.subtract(table.tiles.values())
        self.back: list[Kind | None] = [*table.back] if knowing else []
        hidden.subtract(table.back if knowing else ())
        self.fresh: list[Kind] = list(hidden.elements())
        self.ages = [ages[:] if knowing else [0] * size for ages, size in zip(table.since, sizes, strict=True)]
        self.racks: list[list[Kind]] = [[] for _ in sizes]

    def give(self, player: int, kinds: Sequence[Kind]) -> bool:
        """Put certain tiles on a rack; False if they cannot be there.

        The tiles that could be there first get the oldest places. Then each is, if it can, one of those that went
        back, as late as possible, so that all the more are left for older racks.
        """
        ages = self.ages[player]
        known: list[tuple[int, int, Kind]] = []
        for kind, count in Counter(kinds).items():
            first = 0 if kind in self.grid.openers else -1
            since = [first] * self.fresh.count(kind) + [n + 1 for n, tile in enumerate(self.back) if tile == kind]
            if len(since) < count:
                return False
            for nth, age in enumerate(since[:count]):
                known.append((age, nth, kind))
        known.sort()
        # Of more places than tiles, the newest.
        places = ages[len(ages) - len(known) :]
        if any(tile[0] > age for tile, age in zip(known, places, strict=True)):
            return False
        for (_, _, kind), age in zip(reversed(known), reversed(places), strict=True):
            place = next((n for n in range(age - 1, -1, -1) if self.back[n] == kind), -1)
            if place < 0:
                self.fresh.remove(kind)
            else:
                self.back[place] = None
        del ages[len(ages) - len(known) :]
        self.racks[player] += kinds
        return True

    def deal(self, table: Table, chance: Stream) -> Nile | None:
        """All others at random, oldest first, so that each possible deal is as likely as any other."""
        # What a tile of age -1 can be; then, step by step, what older ones cannot.
        urn: list[Kind] = [kind for kind in self.fresh if kind not in self.grid.openers]
        openers: list[Kind] = [kind for kind in self.fresh if kind in self.grid.openers]
        steps: list[list[Kind]] = [openers]
        for known in self.back:
            steps.append([] if known is None else [known])
        racks = [rack[:] for rack in self.racks]
        reach = -1
        for age, player in sorted((age, player) for player, ages in enumerate(self.ages) for age in ages):
            for step in steps[reach + 1 : age + 1]:
                urn += step
            reach = age
            if not urn:
                return None
            racks[player].append(chance.draw(urn))
        for step in steps[reach + 1 :]:
            urn += step
        return State(table, tuple(map(Seat, racks)), Vault(urn))


def guess(view: View[Options, Table, Seat], chance: Stream) -> Nile:
    """A world that agrees with all ``view`` shows and with what everybody can know."""
    for knowing in (True, False):
        world = _worlds(view, chance, knowing)
        if world is not None:
            return world
    raise AssertionError("every view is of some world")


def _worlds(view: View[Options, Table, Seat], chance: Stream, knowing: bool) -> Nile | None:
    table: Table = copier(Table)(view.table)
    known = dict(enumerate(table.left))
    if view.player is not None and view.seat is not None:
        known[view.player] = view.seat.rack
    mover = table.rota.mover
    under_way = table.play and not table.over and mover not in known
    bound = under_way and why_no_stop(grid_of(view.options), table) is not None
    needed: list[Kind] = []
    for tries in range(TRIES + 1 if bound else 1):
        worlds = _Worlds(view, knowing)
        if not all(worlds.give(player, rack) for player, rack in known.items()):
            return None
        if bound and tries == TRIES:
            # Chance has not found what the mover must hold, so it is dealt on purpose.
            needed = _completes(view, worlds.fresh + [kind for kind in worlds.back if kind]) or []
            if not worlds.give(mover, needed):
                return None
        world = worlds.deal(table, chance)
        if world is None:
            return None
        if not bound or needed or _completes(view, world.seats[mover].rack):
            return world
    return None


def _completes(view: View[Options, Table, Seat], rack: list[Kind]) -> list[Kind] | None:
    """The tiles by which the mover can end the play that is under way, out of ``rack``."""
    table, sizes = view.table, view.sizes["seat.rack"]
    assert isinstance(sizes, list)
    spot = Spot(table.line, table.tiles, table.head)
    return completion(grid_of(view.options), spot, rack, sizes[table.rota.mover])
