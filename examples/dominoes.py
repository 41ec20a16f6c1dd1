"""Block dominoes: hidden hands, and a guess that remembers who had to pass; one file, no plugin.

Two players are dealt seven tiles each, the other fourteen sleep. Player 0 leads any tile; then tiles are laid to either
end of the line, number to number. Nobody draws: whoever can lay must, whoever cannot is passed over. Whoever goes out,
or holds fewer pips when neither can lay, scores the pips of the other hand; equal pips score nothing.

Run it: ``python examples/dominoes.py`` plays one match between two random bots.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import chain

from tileyard import (
    Bag,
    Event,
    Game,
    Hand,
    Match,
    Move,
    NoOptions,
    State,
    Stream,
    Struct,
    Turn,
    View,
    Whisper,
    copier,
    run,
)
from tileyard.front.bots import RandomBot
from tileyard.front.scene import Box, Panel, Scene, Score, Shape, flow, tile

NUMBERS = range(7)
HAND = 7


class Lay(Move, Event):
    """Lay ``tile`` so that it joins the number ``end`` of the line; the first tile joins nothing."""

    tile: int
    end: int | None = None


class Passed(Event):
    """``player`` could not lay, and was passed over."""

    player: int


# Tiles are numbered; TILES[tile] are its two numbers.
TILES = tuple((a, b) for a in NUMBERS for b in NUMBERS if a <= b)
PIPS = tuple(map(sum, TILES))
TILE_OF = {numbers: tile for tile, (a, b) in enumerate(TILES) for numbers in ((a, b), (b, a))}
LEADS = tuple(Lay(tile) for tile in range(len(TILES)))


def _fits(left: int, right: int) -> tuple[tuple[Lay, ...], ...]:
    """For each tile, the ways to lay it to a line with these ends."""
    return tuple(
        tuple(Lay(tile, end) for end in dict.fromkeys(numbers) if end in (left, right))
        for tile, numbers in enumerate(TILES)
    )


# FITS[left][right][tile]: made once, so that listing the moves only looks them up.
FITS = tuple(tuple(_fits(left, right) for right in NUMBERS) for left in NUMBERS)
MOVER = ((0,), (1,))


class Table(Struct):
    """The line from left to right, who moves, and what the passes and the end have shown."""

    line: list[int]  # two numbers for each tile, so that the first and the last one are the ends
    lacks: list[list[int]]  # for each player the numbers that no tile on their hand has
    active: tuple[int, ...] = (0,)
    shown: list[list[int]] = []  # the hands, once the game is over


class Seat(Struct):
    """The own tiles."""

    hand: Hand[int]


class Vault(Struct):
    """The tiles nobody has."""

    sleeping: Bag[int]


class Dominoes(Game[NoOptions, Table, Lay, Seat, Vault]):
    """Two-player block dominoes with a set up to double six."""

    id = "dominoes"
    title = "Block dominoes"
    players = (2,)
    max_plies = 2 * HAND
    events = (Passed,)
    awards = {"pips": "the pips on the other hand"}

    def setup(self, turn: Turn[NoOptions]) -> State[Table, Seat, Vault]:
        """Seven tiles for each; player 0 leads."""
        tiles, chance = list(range(len(TILES))), turn.chance
        seats = tuple(Seat(sorted([chance.draw(tiles) for _ in range(HAND)])) for _ in range(turn.players))
        return State(Table([], [[], []]), seats, Vault(tiles))

    def active(self, table: Table) -> tuple[int, ...]:
        """The mover, until somebody is out or nobody can lay."""
        return table.active

    def legal(self, view: View[NoOptions, Table, Seat]) -> list[Lay]:
        """Any own tile to lead with, then those that have the number of an end."""
        hand, line = view.seat.hand if view.seat else [], view.table.line
        if not line:
            return [LEADS[tile] for tile in hand]
        fits = FITS[line[0]][line[-1]]
        return [lay for tile in hand for lay in fits[tile]]

    def apply(self, state: State[Table, Seat, Vault], move: Lay, turn: Turn[NoOptions]) -> None:
        """Lay the tile; the turn passes to the other player, or back to the same one if the other cannot lay."""
        table, seats, player = state.table, state.seats, turn.player
        seats[player].hand.remove(move.tile)
        line, end = table.line, move.end
        a, b = TILES[move.tile]
        if end is None or end == line[-1]:
            line += (a, b) if end is None or end == a else (b, a)
        else:
            line[:0] = (a, b) if end == b else (b, a)
        table.active = ()
        if not seats[player].hand:
            return
        fits = FITS[line[0]][line[-1]]
        for mover in (1 - player, player):
            for own in seats[mover].hand:
                if fits[own]:
                    table.active = MOVER[mover]
                    return
            turn.announce(Passed(mover))
            table.lacks[mover] = sorted({*table.lacks[mover], line[0], line[-1]})

    def score(self, state: State[Table, Seat, Vault], turn: Turn[NoOptions]) -> None:
        """The hands are shown; fewer pips win those of the other hand."""
        state.table.shown = hands = [seat.hand[:] for seat in state.seats]
        first, second = map(pips, hands)
        if first != second:
            turn.award(int(second < first), max(first, second), "pips")

    def estimate(self, state: State[Table, Seat, Vault], scores: Sequence[int]) -> list[int]:
        """The lighter hand stands better."""
        return [-pips(seat.hand) for seat in state.seats]

    def guess(self, view: View[NoOptions, Table, Seat], chance: Stream) -> State[Table, Seat, Vault]:
        """Hands that agree with every pass, and with the turn: whoever is to move can lay."""
        table: Table = copier(Table)(view.table)
        known = dict(enumerate(table.shown))
        if view.player is not None and view.seat is not None:
            known[view.player] = view.seat.hand
        seen = {*laid(table.line), *chain(*known.values())}
        unseen = [one for one in range(len(TILES)) if one not in seen]
        chance.shuffle(unseen)
        may: list[list[int]] = []
        for player, lacks in enumerate(table.lacks):
            free = [one for one in unseen if not {*TILES[one]} & {*lacks}]
            may.append(known.get(player, free)[:])
        sizes = view.sizes["seat.hand"]
        assert isinstance(sizes, list)
        hands: list[list[int]] = [[], []]

        def give(player: int, among: Sequence[int]) -> None:
            """The first that the other player's hand can do without."""
            other = 1 - player
            spare = len(may[other]) + len(hands[other]) > sizes[other]
            one = next(one for one in among if spare or one not in may[other])
            hands[player].append(one)
            for free in may:
                if one in free:
                    free.remove(one)

        for player in table.active if table.line else ():
            fits = FITS[table.line[0]][table.line[-1]]
            give(player, [one for one in may[player] if fits[one]])
        for player, size in enumerate(sizes):
            while len(hands[player]) < size:
                give(player, may[player])
        asleep = [one for one in unseen if one not in hands[0] and one not in hands[1]]
        return State(table, tuple(Seat(sorted(hand)) for hand in hands), Vault(asleep))

    def pieces(self, state: State[Table, Seat, Vault]) -> Iterator[Hashable]:
        """The tiles of the line, on hands and asleep."""
        yield from laid(state.table.line)
        yield from super().pieces(state)

    def invariants(self, state: State[Table, Seat, Vault]) -> None:
        """Number joins number, and nobody holds what they lack."""
        line = state.table.line
        assert line[1:-1:2] == line[2::2], "two tiles do not match"
        for seat, lacks in zip(state.seats, state.table.lacks, strict=True):
            assert not any({*TILES[own]} & {*lacks} for own in seat.hand), "a hand has what it lacks"

    def tell(self, event: Event | Whisper | Move) -> str:
        """What happens, in a line for whoever reads along."""
        match event:
            case Lay(tile=tile, end=None):
                return f"lead with {self.label('tile', tile)}"
            case Lay(tile=tile, end=end):
                return f"lay {self.label('tile', tile)} to the {end}"
            case Passed(player=player):
                return f"Player {player + 1} cannot lay"
            case _:
                return super().tell(event)

    def label(self, field: str, value: int | None) -> str:
        """Tiles as 2-5, ends as their number."""
        if field == "tile" and value is not None:
            return "-".join(map(str, TILES[value]))
        return "none" if value is None else str(value)


def pips(hand: list[int]) -> int:
    """The pips of a hand."""
    return sum([PIPS[tile] for tile in hand])


def laid(line: Sequence[int]) -> list[int]:
    """The tiles of a line, from left to right."""
    return [TILE_OF[numbers] for numbers in zip(line[::2], line[1::2], strict=True)]


def scene(view: View[NoOptions, Table, Seat]) -> Scene:
    """The line with its open ends, the hands one sees, and what the passes have told."""
    table = view.table
    legal = Dominoes().legal(view) if view.player in table.active else []
    tiles, ends = {lay.tile for lay in legal}, {lay.end for lay in legal}
    line: list[Shape] = [_domino(a, b) for a, b in zip(table.line[::2], table.line[1::2], strict=True)]
    if line:
        line.insert(0, _end(table.line[0], table.line[0] in ends))
        line.append(_end(table.line[-1], table.line[-1] in ends))
    hands = dict(enumerate(table.shown))
    if view.seat and view.player is not None:
        hands[view.player] = view.seat.hand
    panels = [
        Panel(
            "Your tiles" if player == view.player else f"Tiles of player {player + 1}",
            flow([_domino(*TILES[tile], {"tile": tile} if tile in tiles else None) for tile in hand], w=2),
        )
        for player, hand in sorted(hands.items())
    ]
    lacking = [f"has no {', '.join(map(str, lacks))}" if lacks else "" for lacks in table.lacks]
    scores = [
        Score(f"Player {player + 1}", points, note, f"p{player}", player in table.active)
        for player, (points, note) in enumerate(zip(view.scores, lacking, strict=True))
    ]
    return Scene(title=Dominoes.title, shapes=flow(line, 8, 2), panels=panels, scores=scores)


def _domino(a: int, b: int, pick: dict[str, int] | None = None) -> Box:
    return tile(0, 0, f"{a}|{b}", w=2, label=f"{a} and {b}", pick=pick)


def _end(number: int, fits: bool) -> Box:
    return Box(0.6, 0.1, 0.8, 0.8, f"{number}", style="slot", pick={"end": number} if fits else None)


if __name__ == "__main__":
    game = Dominoes()
    match = run(Match(game, 2), [RandomBot(game, seed=1), RandomBot(game, seed=2)])
    print(match.view(None).table.line, match.scores)
