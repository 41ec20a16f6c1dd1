"""How Octopus looks: the layout with the last tile's runs, the hands, and the players around the table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from tileyard import View
from tileyard.board import plane
from tileyard.front.scene import Disc, Group, Panel, Scene, Score, Shape, Style, flow, tile
from tileyard.front.words import many, who, wins
from tileyard_octopus.known import hand_of, hand_sizes
from tileyard_octopus.model import Options, Seat, Table
from tileyard_octopus.rules import COLOUR, NUMBER, Octopus, runs

__all__ = ["scene"]

GAME = Octopus()
COMPASS: dict[int, str] = dict(zip(plane.EIGHT, ("N", "NE", "E", "SE", "S", "SW", "W", "NW"), strict=True))
# The runs of the last tile must stand out on ten colours, and in character drawings.
STYLES = {"scored": Style(stroke=("#f2a900", "#ffd24d"), width=0.11, mark="()")}
OctopusView = View[Options, Table, Seat]
Runs = list[tuple[str, list[int]]]


def scene(view: OctopusView) -> Scene:
    """Everything ``view.player`` sees; whoever is to move can pick a tile and a place."""
    table = view.table
    movers = GAME.active(table)
    laid = _last(table)
    left, top, right, bottom = plane.bounds([*table.layout, *(table.free if movers else ())])
    return Scene(
        title=GAME.title,
        shapes=[*_layout(table, laid), *_free(view, movers)],
        panels=[*_hands(view, movers), *([_seats(view, movers)] if movers and view.players > 2 else [])],
        scores=_scores(view, movers),
        captions=[*_told(table, laid), _now(view, movers)],
        columns={x: str(x) for x in range(left, right + 1)},
        rows={y: str(y) for y in range(top, bottom + 1)},
        styles=STYLES,
        chars=(4, 1),
    )


def _place(cell: int) -> str:
    return GAME.label("at", cell)


def _last(table: Table) -> Runs:
    """The runs that the last tile scored; they can still be read off the layout, since the tile is in none of them."""
    return runs(table.layout, table.layout[table.last_at], table.last_at) if table.layout else []


def _look(name: str) -> str:
    """The style of a tile's colour: ten letters, ten colours, each with a pattern of its own."""
    return f"c{(ord(name[0]) - ord('A')) % 10}"


def _tile(x: float, y: float, name: str, style: str = "", **common: object) -> Shape:
    return tile(x, y, name, f"{_look(name)} {style}".strip(), size=0.46, **common)


def _layout(table: Table, laid: Runs) -> Iterator[Shape]:
    """Every tile; those of the last move come on top, so that no neighbour covers their outline."""
    scored = {cell for _, cells in laid for cell in cells}
    ranks = {cell: (cell in scored) + 2 * (cell == table.last_at) for cell in table.layout}
    for cell in sorted(ranks, key=ranks.__getitem__):
        name, rank = table.layout[cell], ranks[cell]
        told = ("", ", scored", ", the last tile")[rank]
        yield _tile(*plane.xy(cell), name, ("", "scored", "last")[rank], label=f"{name} on {_place(cell)}{told}")


def _free(view: OctopusView, movers: Sequence[int]) -> Iterator[Shape]:
    """The places a tile may go to, until the end; whoever is to move may pick them."""
    for cell in view.table.free if movers else ():
        pick = {"at": cell} if view.player in movers else None
        style = "open" if pick else ""
        yield tile(*plane.xy(cell), style=style, kind="slot", glyph="·", label=f"place {_place(cell)}", pick=pick)


def _hands(view: OctopusView, movers: Sequence[int]) -> Iterator[Panel]:
    """Every hand that can be seen, the viewer's own first and larger."""
    others = [player for player in range(view.players) if player != view.player]
    for player in ([] if view.player is None else [view.player]) + others:
        hand = hand_of(view, player)
        if not hand:
            continue
        own = player == view.player
        choose = own and player in movers
        tiles = [_tile(0, 0, name, label=name, pick={"tile": name} if choose else None) for name in hand]
        # Three quarters of a unit are three characters, enough for a tile's name and a blank.
        small = not own and view.players > 2
        shapes: list[Shape] = [Group(flow(tiles, 20), scale=0.75)] if small else flow(tiles, 15)
        yield Panel("Your tiles" if own else f"Tiles of player {player + 1}", shapes)


def _seats(view: OctopusView, movers: Sequence[int]) -> Panel:
    """The players around the table, each with the next one on the right; the viewer sits at the near side."""
    shapes: list[Shape] = [Disc(0, 0, 0.75, style="board", glyph=" ")]
    for player in range(view.players):
        angle = math.tau * (player - (view.player or 0)) / view.players
        x, y = round(1.2 * math.sin(angle), 3), round(1.2 * math.cos(angle), 3)
        style = f"p{player} pawn" + (" chosen" if player in movers else "")
        shapes.append(Disc(x, y, 0.34, str(player + 1), label=f"player {player + 1}", style=style))
    return Panel("Seats", shapes)


def _scores(view: OctopusView, movers: Sequence[int]) -> list[Score]:
    sizes = hand_sizes(view)
    winners = () if movers else GAME.result(view.table, view.scores).winners
    scores: list[Score] = []
    for player, points in enumerate(view.scores):
        note = "wins" if player in winners else many(sizes[player], "tile") if movers else ""
        scores.append(Score(who(player), points, note, f"p{player}", player in movers))
    return scores


def _told(table: Table, laid: Runs) -> list[str]:
    """The last move, and what it scored in which direction."""
    if not table.layout:
        return []
    parts: list[str] = []
    for kind in (COLOUR, NUMBER):
        rays = [f"{COMPASS[cells[0] - table.last_at]} {len(cells)}" for found, cells in laid if found == kind]
        parts += [f"{kind}{'s' if len(rays) > 1 else ''} {', '.join(rays)}"] if rays else []
    points = sum(len(cells) for _, cells in laid)
    scored = f"{many(points, 'point')} ({'; '.join(parts)})" if parts else "no points"
    name = table.layout[table.last_at]
    return [f"{who(table.last_player)} laid {name} on {_place(table.last_at)}: {scored}."]


def _now(view: OctopusView, movers: Sequence[int]) -> str:
    if movers:
        return "Lay one of your tiles." if view.player in movers else f"{who(movers[0])} is to move."
    return f"{wins(GAME.result(view.table, view.scores).winners)}."
