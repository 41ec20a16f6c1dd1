"""The rules of Octopus. The numbers OCT-nnn are those of the game's page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tileyard import Game, Reason, Result, Rota, State, Stream, Turn, View
from tileyard.board import plane
from tileyard.board.plane import EIGHT, spread
from tileyard_octopus.guess import guess
from tileyard_octopus.howto import HOW_TO_PLAY
from tileyard_octopus.known import hand_of
from tileyard_octopus.model import Dealt, Options, Place, Seat, Table
from tileyard_octopus.pieces import one_set

__all__ = ["Octopus", "runs"]

COLOUR, NUMBER = "colour run", "number run"


def runs(layout: dict[int, str], tile: str, at: int) -> list[tuple[str, list[int]]]:
    """Every run that ``tile`` on ``at`` scores, as its kind and its cells from the tile outwards (OCT-501 to 505)."""
    found: list[tuple[str, list[int]]] = []
    colour, number, get = tile[0], tile[1], layout.get
    for step in EIGHT:
        near = get(at + step)
        if near is None:
            continue
        # A colour is a letter and a number a digit, so a name has at most the one wanted.
        if colour in near:
            found.append((COLOUR, _run(layout, colour, at, step)))
        if number in near:
            found.append((NUMBER, _run(layout, number, at, step)))
    return found


def _run(layout: dict[int, str], wanted: str, at: int, step: int) -> list[int]:
    """The cells from the one beside ``at`` on, up to a gap or a tile without the ``wanted`` colour or number."""
    cells: list[int] = []
    at += step
    while wanted in layout.get(at, ""):
        cells.append(at)
        at += step
    return cells


def _connected(layout: dict[int, str]) -> bool:
    """Whether every tile can be reached from any other over sides."""
    waiting = list(layout)[:1]
    reached = set(waiting)
    while waiting:
        near = {cell for cell in plane.neighbours(waiting.pop()) if cell in layout} - reached
        reached |= near
        waiting += near
    return len(reached) == len(layout)


class Octopus(Game[Options, Table, Place, Seat]):
    """Lay a tile beside the others; it scores the rows of its colour and of its number that start beside it."""

    id = "octopus"
    title = "Octopus"
    players = range(2, 7)
    rules = 1
    how_to_play = HOW_TO_PLAY
    max_plies = 120
    events = (Dealt,)
    awards = {COLOUR: "colour run", NUMBER: "number run"}

    def setup(self, turn: Turn[Options]) -> State[Table, Seat]:
        """Shuffle and deal out all tiles, and draw who starts (OCT-201 to 204)."""
        players, options = turn.players, turn.options
        tiles = list(one_set() * options.sets)
        turn.chance.shuffle(tiles)
        hands = [sorted(tiles[player::players]) for player in range(players)]
        first = turn.chance.below(players) if options.first_player == "random" else 0
        turn.announce(Dealt(len(hands[0]), first))
        # Seats are numbered in playing order, which at the table runs anticlockwise (OCT-303, OCT-304).
        rota = Rota([(first + i) % players for i in range(players)])
        shown = options.hands == "open"
        table = Table({}, {0: 0}, hands if shown else [], rota, options.tie_break)
        return State(table, tuple(Seat([] if shown else hand) for hand in hands))

    def active(self, table: Table) -> tuple[int, ...]:
        """The next player in order, until nobody has tiles (OCT-601)."""
        rota = table.rota
        return () if len(rota.out) == len(rota.order) else (rota.order[rota.at],)

    def legal(self, view: View[Options, Table, Seat]) -> list[Place]:
        """Each kind of tile on the own hand, on each free place (OCT-401, OCT-405)."""
        kinds = dict.fromkeys(hand_of(view) or ())
        return [Place(tile, at) for tile in kinds for at in view.table.free]

    def permits(self, view: View[Options, Table, Seat], move: Place) -> Reason | None:
        """Whether the player holds the tile, and the place is empty and beside the layout."""
        hand, free = hand_of(view) or [], view.table.free
        if move.tile not in hand:
            return Reason(f"you have no tile {move.tile}", "OCT-305", "tile", tuple(dict.fromkeys(hand)))
        if move.at in free:
            return None
        place = self.label("at", move.at)
        if move.at in view.table.layout:
            text, rule = f"there is a tile on {place} already", "OCT-401"
        elif not view.table.layout:
            text, rule = "the first tile goes to 0,0", "OCT-301"
        elif any(move.at + step in view.table.layout for step in plane.CORNERS):
            text, rule = f"{place} touches the other tiles at a corner only", "OCT-402"
        else:
            text, rule = f"{place} is not beside a tile", "OCT-401"
        return Reason(text, rule, "at", tuple(free))

    def sample(self, view: View[Options, Table, Seat], chance: Stream) -> Place:
        """Any tile of the hand on any free place."""
        table = view.table
        hand = table.hands[view.player or 0] if table.hands else view.seat.hand  # type: ignore[union-attr]  (a mover has one)
        return Place(chance.pick(hand), chance.pick(list(table.free)))

    def apply(self, state: State[Table, Seat], move: Place, turn: Turn[Options]) -> None:
        """Lay the tile, score its runs, and pass the turn on (OCT-305, OCT-306)."""
        table, player, tile, at = state.table, turn.player, move.tile, move.at
        layout, rota = table.layout, table.rota
        hand = table.hands[player] if table.hands else state.seats[player].hand
        hand.remove(tile)
        for kind, cells in runs(layout, tile, at):
            turn.award(player, len(cells), kind, cells)
        layout[at] = tile
        spread(table.free, layout, at)
        table.last_player, table.last_at = player, at
        if not hand:
            rota.drop(player)
        if len(layout) > 1 or turn.options.first_tile == "is_first_turn":
            rota.advance()

    def result(self, table: Table, scores: Sequence[int]) -> Result:
        """The highest total wins; a tie for it is shared, or goes to the last in order (OCT-602, OCT-603)."""
        last = max(reversed(table.rota.order), key=lambda player: scores[player])
        favoured = last if table.tie_break == "last_in_order" else None
        return Result.by([(score, player == favoured) for player, score in enumerate(scores)])

    def guess(self, view: View[Options, Table, Seat], chance: Stream) -> State[Table, Seat]:
        """The tiles out of sight shuffled and dealt to the other players, to each as many as the view says."""
        return guess(view, chance)

    def closed(self, options: Options) -> frozenset[str]:
        """With open hands there is nothing in the seats, so their sizes would only mislead."""
        return frozenset({"seat.hand"} if options.hands == "open" else ())

    def pieces(self, state: State[Table, Seat]) -> Iterator[str]:
        """Every tile, in the layout or on a hand."""
        yield from state.table.layout.values()
        for hand in state.table.hands or [seat.hand for seat in state.seats]:
            yield from hand

    def invariants(self, state: State[Table, Seat]) -> None:
        """All tiles are there, the layout hangs together, the free places are right, the hands are even."""
        table, tiles = state.table, Counter(self.pieces(state))
        hands = table.hands or [seat.hand for seat in state.seats]
        sets = tiles.total() // len(one_set())
        assert tiles == Counter(one_set() * sets), "every tile lies in the layout or on a hand, once for each set"
        assert len(table.hands) in (0, len(state.seats)), "the hands lie on the table all or none"
        assert not table.hands or not any(seat.hand for seat in state.seats), "a tile lies open and hidden at once"
        assert table.free == (plane.frontier(table.layout) or {0: 0}), "the free places are those beside the layout"
        assert _connected(table.layout), "the layout hangs together by sides"
        assert max(map(len, hands)) - min(map(len, hands)) <= 2, "all have laid about as many tiles"
        assert sorted(table.rota.out) == [p for p, hand in enumerate(hands) if not hand], "who has no tiles is out"

    def tell(self, event: Any) -> str:
        """A sentence for everything: there is a deal, and tiles are placed."""
        if isinstance(event, Place):
            return f"place {event.tile} at {self.label('at', event.at)}"
        if isinstance(event, Dealt):
            return f"Everybody is dealt {event.each} tiles; {self.label('first', event.first)} starts"
        return super().tell(event)

    def label(self, field: str, value: object) -> str:
        """Places as ``row,column`` from the first tile, ``-1,2``; tiles as colour and number, ``B4``."""
        if field in ("at", "where") and isinstance(value, int):
            x, y = plane.xy(value)
            return f"{y},{x}"
        return f"player {value + 1}" if field == "first" and isinstance(value, int) else str(value)
