"""What everybody can know of tiles out of sight, and worlds that agree with it.

Tiles that are shown and go back to the pile cannot be on a rack that was drawn before. So each tile on a rack has an
age, ``Table.since``: it is one of the tiles never seen (*fresh* ones), or of the first so many in ``Table.back``. A
player who could not open the line holds tiles that cannot (age -1). What one age allows, the next one allows too;
therefore, which of two tiles was played when it could have been either, is settled in favour of the older, and no
possible rack is lost but where a type of tile runs out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tileyard import State, Stream, View, copier
from tileyard_nile1967.grid import Grid, grid_of
from tileyard_nile1967.model import Options, Seat, Table, Vault
from tileyard_nile1967.moves import Spot, completion, why_no_stop
from tileyard_nile1967.pieces import Kind

__all__ = ["drawn", "forfeited", "guess", "laid", "shown"]

TRIES = 40
Nile = State[Table, Seat, Vault]


# -- what happens to knowledge ---------------------------------------------------------------------------


def laid(table: Table, player: int, kind: Kind, grid: Grid) -> None:
    """``player`` lays a tile, which is not on the board yet."""
    ages, back = table.since[player], table.back
    if not back and ages[0] >= 0:
        ages.pop()
        return
    for place, age in enumerate(ages):
        if age < 0 and kind in grid.openers:
            continue
        known = _last(back, kind, age)
        if known >= 0 or _some_fresh(table, kind, grid):
            del ages[place]
            if known >= 0:
                _take(table, known)
            if age <= 0:
                _tidy(table)
            return
    # What was settled earlier was not so, or this could not be: better to know nothing.
    ages.pop()
    back.clear()
    table.since = [[0] * len(own) for own in table.since]


def shown(table: Table, player: int, rack: Sequence[Kind]) -> None:
    """``player`` shows the rack, and it goes back to the pile."""
    ages = table.since[player]
    for kind, count in Counter(rack).items():
        # As many as can be are taken for tiles that went back: what was never seen may be on any rack.
        for nth in range(1, count + 1):
            known = _last(table.back, kind, ages[-nth])
            if known >= 0:
                _take(table, known)
    ages.clear()
    table.back += rack


def drawn(table: Table, player: int, count: int) -> None:
    """``player`` draws tiles from the pile."""
    ages = table.since[player]
    ages += [len(table.back)] * count
    if len(ages) == count:
        _tidy(table)


def forfeited(table: Table, player: int) -> None:
    """``player`` has no tile that can open the line."""
    table.since[player] = [-1] * len(table.since[player])


def _some_fresh(table: Table, kind: Kind, grid: Grid) -> bool:
    """Whether a tile of this kind may be out of sight that nobody has seen."""
    return grid.counts[kind] > table.back.count(kind) + list(table.tiles.values()).count(kind)


def _last(back: list[Kind], kind: Kind, age: int) -> int:
    """The place of the last ``kind`` among those that a tile of this age can be; -1 if there is none."""
    reach = back[: max(age, 0)]
    return len(reach) - 1 - reach[::-1].index(kind) if kind in reach else -1


def _take(table: Table, place: int) -> None:
    del table.back[place]
    for ages in table.since:
        for nth, age in enumerate(ages):
            if age > place:
                ages[nth] = age - 1


def _tidy(table: Table) -> None:
    """Forget of those tiles that can be on every rack: they are as good as fresh."""
    least = min((ages[0] for ages in table.since if ages), default=len(table.back))
    if least > 0:
        del table.back[:least]
        table.since = [[age - least for age in ages] for ages in table.since]


# -- worlds ----------------------------------------------------------------------------------------------


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
