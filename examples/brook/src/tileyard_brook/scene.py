"""How Brook looks: the tiles on the table, the hand, and what may be chosen."""

from __future__ import annotations

from tileyard import View
from tileyard.board import plane
from tileyard.front.scene import Box, Disc, Group, Panel, Scene, Score, Shape, Style, tile
from tileyard_brook.model import Options, Seat, Table
from tileyard_brook.pieces import KINDS, SHOWN, WATER
from tileyard_brook.rules import HEADINGS, Brook

STREAMS = ((0.39, 0, 0.22, 0.5), (0.5, 0.39, 0.5, 0.22), (0.39, 0.5, 0.22, 0.5), (0, 0.39, 0.5, 0.22))
"""Where the water of each side runs: x, y, width and height, in tiles."""

STYLES = {"meadow": Style(fill="#b9cf8f"), "stream": Style(fill="#3d8fc4")}


def scene(view: View[Options, Table, Seat]) -> Scene:
    """What ``view`` shows; what its player may choose carries a pick."""
    table, game = view.table, Brook()
    active = game.active(table)
    choosing = view.player in active

    around = plane.bounds(table.frontier)
    shapes: list[Shape] = []
    for cell in table.frontier:
        x, y = plane.xy(cell)
        name = game.label("cell", cell)
        shapes.append(Box(x, y, style="slot open", glyph="·", label=name, pick={"cell": cell} if choosing else None))
    for cell, laid in table.board.items():
        x, y = plane.xy(cell)
        name = f"{game.label('tile', laid.tile)} on {game.label('cell', cell)}"
        shapes.append(picture(x, laid.tile, laid.turn, y=y, player=laid.player, label=name))

    panels: list[Panel] = []
    if view.seat is not None:
        hand = view.seat.hand
        tiles: list[Shape] = [
            picture(1.2 * place, kind, label=KINDS[kind].name, pick={"tile": kind} if choosing else None)
            for place, kind in enumerate(hand)
        ]
        panels.append(Panel("Your tiles", tiles))
        if choosing:
            turns = sorted({turn for kind in hand for turn in SHOWN[kind]})
            arrows: list[Shape] = [
                Box(1.2 * turn, 0, style="panel", text="↑→↓←"[turn], label=HEADINGS[turn], pick={"turn": turn})
                for turn in turns
            ]
            panels.append(Panel("Turn the head to the north, east, south or west", arrows))

    sizes = view.sizes["seat.hand"]
    assert isinstance(sizes, list)
    scores = [
        Score(f"Player {player + 1}", points, f"{sizes[player]} tiles", f"p{player}", player in active)
        for player, points in enumerate(view.scores)
    ]
    caption = f"Player {active[0] + 1} lays a tile" if active else "All tiles are laid"
    return Scene(
        title=game.title,
        shapes=shapes,
        panels=panels,
        scores=scores,
        captions=[f"{caption}. {view.sizes['vault.bag']} tiles in the bag."],
        bounds=(around.left, around.top, around.right - around.left + 1, around.bottom - around.top + 1),
        columns={x: plane.name(plane.cell(x, 0)) for x in range(around.left, around.right + 1)},
        rows={y: plane.name(plane.cell(0, y)) for y in range(around.top, around.bottom + 1)},
        styles=STYLES,
        chars=(5, 3),
    )


def picture(
    x: float,
    kind: int,
    turn: int = 0,
    *,
    y: float = 0,
    player: int = -1,
    label: str,
    pick: dict[str, int] | None = None,
) -> Group:
    """A tile with its streams, and in a corner the colour of who laid it."""
    water = [side for side, shown in enumerate(SHOWN[kind][turn]) if shown == WATER]
    streams = [Box(*STREAMS[side], style="stream") for side in water]
    basin = Disc(0.5, 0.5, 0.22 if len(water) in (1, 4) else 0.11, style="stream")
    owner = [Disc(0.17, 0.17, 0.09, style=f"p{player}")] if player >= 0 else []
    return Group(
        [tile(0, 0, style="meadow"), *streams, basin, *owner],
        x,
        y,
        glyph=glyph(water),
        label=label,
        pick=pick,
    )


def glyph(water: list[int]) -> str:
    """A tile as three lines of five characters, for terminals."""
    north, east, south, west = (side in water for side in range(4))
    middle = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"[north + 2 * east + 4 * south + 8 * west]
    return f"  {' │'[north]}  \n{' ─'[west] * 2}{middle}{' ─'[east] * 2}\n  {' │'[south]}  "
