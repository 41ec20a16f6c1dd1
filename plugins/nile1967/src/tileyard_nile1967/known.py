"""What is known of tiles out of sight: everybody can keep it in mind, and the table does.

Tiles that are shown and go back to the pile cannot be on a rack that was drawn before. So each tile on a rack has an
age, ``Table.since``: it is one of the tiles never seen (*fresh* ones), or of the first so many in ``Table.back``. A
player who could not open the line holds tiles that cannot (age -1). What one age allows, the next one allows too;
therefore, which of two tiles was played when it could have been either, is settled in favour of the older, and no
possible rack is lost but where a type of tile runs out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tileyard_nile1967.grid import Grid
from tileyard_nile1967.model import Table
from tileyard_nile1967.pieces import Kind

__all__ = ["drawn", "forfeited", "laid", "shown"]


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
