"""The rules of Tiles. The numbers TIL-nnn are those of the game's page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tileyard import BadOptions, Game, Reason, State, Stream, Turn, View
from tileyard.board import Regions, deal, draw, plane
from tileyard_tiles.areas import cells, colour_of, gaps_of, lay, triangles, worth
from tileyard_tiles.guess import guess
from tileyard_tiles.howto import HOW_TO_PLAY
from tileyard_tiles.known import agrees, stuck_kinds, used
from tileyard_tiles.model import (
    Closed,
    Colour,
    Dealt,
    Discard,
    Discarded,
    Drawn,
    Drew,
    Options,
    Place,
    Seat,
    Stuck,
    Table,
    TileSet,
    Vault,
)
from tileyard_tiles.pieces import MOST_TILES, canonical, check, pieces, turned

__all__ = ["COLOURS", "SIDES", "Tiles"]

COLOURS: dict[str, str] = {"w": "white", "g": "grey", "k": "black"}
SIDES = ("top", "right", "bottom", "left")
TOPS = ("up", "right", "down", "left")
"""Where the top of a tile points after so many quarter turns."""
HAND = {2: 7, 3: 5}
"""Tiles on a hand, by the number of players (TIL-203)."""
TRIES = 60
"""How often a sample is drawn blindly before the legal moves are listed."""

TilesView = View[Options, Table, Seat]
TilesState = State[Table, Seat, Vault]


class Tiles(Game[Options, Table, Place | Discard, Seat, Vault]):
    """Lay quartered tiles so that touching triangles match; who closes an area of the own colour scores."""

    id = "tiles"
    title = "Tiles"
    players = (2, 3)
    rules = 1
    how_to_play = HOW_TO_PLAY
    max_plies = MOST_TILES
    events = (Dealt, Drawn, Closed, Discarded)
    whispers = (Drew,)
    awards = {"area": "a closed area", "joined areas": "areas closed together"}

    def read_options(self, given: Any = None, *, lax: bool = False) -> Options:
        """As for any game, and a tile set of one's own is looked through."""
        options = super().read_options(given, lax=lax)
        if isinstance(options.tileset, TileSet):
            check(options.tileset, options.rotate)
        return options

    def setup(self, turn: Turn[Options]) -> TilesState:
        """Draw who starts and who has which colour, deal, lay the start tile; the starter draws (TIL-201 to 206)."""
        players, options, chance = turn.players, turn.options, turn.chance
        first = chance.below(players)
        colours: list[Colour] = ["w", "g", "k"]
        chance.shuffle(colours)
        deck, each = list(pieces(options.tileset, options.rotate).tiles), HAND[players]
        count, needed = len(deck), players * each + 1
        if count < needed:
            raise BadOptions(
                f"option tileset: {players} players need {needed} tiles or more, not {count} (at $.tileset.tiles)",
                field="tileset",
                path="$.tileset.tiles",
            )
        chance.shuffle(deck)
        seats = tuple(Seat([], []) for _ in range(players))
        deal(deck, [seat.hand for seat in seats], each)
        start = draw(deck)
        # Each turn uses up one tile, and each but the last few draws one, so the end can be told from the start.
        left = len(deck) if options.end == "deck_empty" and deck else count - 1
        table = Table(tuple(colours[:players]), {}, {}, Regions(), first, left, [])
        lay(table, 0, start)
        turn.announce(Dealt(each, start, table.colours, first))
        state = State(table, seats, Vault(deck))
        self._draw(state, first, turn)
        return state

    def active(self, table: Table) -> tuple[int, ...]:
        """The next player clockwise, until all turns are played (TIL-207, TIL-601)."""
        return (table.mover,) if table.left else ()

    def legal(self, view: TilesView) -> list[Place | Discard]:
        """Each kind on the hand, on each place and turned each way that fits; without any, each kind to discard."""
        assert view.seat is not None
        options = view.options
        fits = pieces(options.tileset, options.rotate).fits
        hand = dict.fromkeys(view.seat.hand)
        gaps = [(cell, fits[pattern]) for cell, pattern in view.table.gaps.items()]
        moves: list[Place | Discard] = [
            Place(tile, cell, turn) for tile in hand for cell, fitting in gaps for turn in fitting.get(tile, ())
        ]
        if not moves or options.must_place == "no":
            moves += [Discard(tile) for tile in hand]
        return moves

    def sample(self, view: TilesView, chance: Stream) -> Place | Discard:
        """Any legal move, all equally likely: any kind, place and turn until one fits, which few tries find."""
        assert view.seat is not None
        options, gaps = view.options, view.table.gaps
        fits = pieces(options.tileset, options.rotate).fits
        hand, places = list(dict.fromkeys(view.seat.hand)), list(gaps)
        ways = 4 if options.rotate == "yes" else 1
        each = ways * len(places)
        end = each * len(hand)
        every = end + len(hand) if options.must_place == "no" else end
        for _ in range(TRIES):
            number = chance.below(every)
            if number >= end:
                return Discard(hand[number - end])
            tile, place = hand[number // each], places[number % each // ways]
            turn = number % ways
            if turn in fits[gaps[place]].get(tile, ()):
                return Place(tile, place, turn)
        return chance.pick(self.legal(view))

    def permits(self, view: TilesView, move: Place | Discard) -> Reason | None:
        """Whether the tile is on the hand, and may go there or may go away."""
        assert view.seat is not None
        hand = view.seat.hand
        if move.tile not in hand:
            return Reason(f"you have no tile {move.tile}", "TIL-302", "tile", tuple(dict.fromkeys(hand)))
        if isinstance(move, Place):
            return self._misfit(view, move)
        if view.options.must_place == "yes":
            fitting = tuple(dict.fromkeys(way.tile for way in self.legal(view) if isinstance(way, Place)))
            if fitting:
                text = f"you can place a tile ({', '.join(fitting)}), so you must"
                return Reason(text, "TIL-305", "type", ("place",))
        return None

    def _misfit(self, view: TilesView, move: Place) -> Reason | None:
        """Why a tile of the hand may not be laid like this; None if it may."""
        table, rotate = view.table, view.options.rotate
        place, gap = self.label("at", move.at), table.gaps.get(move.at)
        if gap is None:
            text = f"{place} is not beside a tile"
            if move.at in table.layout:
                text = f"there is a tile on {place} already"
            elif any(move.at + step in table.layout for step in plane.CORNERS):
                text = f"{place} touches the layout at a corner only"
            return Reason(text, "TIL-401", "at", tuple(table.gaps))
        known = pieces(view.options.tileset, rotate)
        fitting = known.fits[gap].get(move.tile, ())
        if move.turn in fitting:
            return None
        if move.turn not in known.turns[move.tile]:
            if rotate == "no":
                return Reason("tiles are not turned in this game", "TIL-702", "turn", fitting)
            if move.turn not in range(4):
                return Reason("a tile is turned by 0, 1, 2 or 3 quarters", "TIL-403", "turn", fitting)
            return Reason("turned like this it looks as if turned less", "TIL-405", "turn", fitting)
        shown = turned(move.tile, move.turn)
        side = next(side for side in range(4) if gap[side] not in (".", shown[side]))
        facing = f"{SIDES[side]} side would show {COLOURS[shown[side]]}, but the tile there shows {COLOURS[gap[side]]}"
        return Reason(f"on {place} the {facing}", "TIL-402", "turn" if fitting else "at", fitting)

    def apply(self, state: TilesState, move: Place | Discard, turn: Turn[Options]) -> None:
        """Carry out the turn; the next player draws, and so holds the tile when choosing (TIL-307, TIL-310)."""
        table, player = state.table, turn.player
        state.seats[player].hand.remove(move.tile)
        table.last_player = player
        if isinstance(move, Place):
            table.last_at = move.at
            table.closed = closed = lay(table, move.at, turned(move.tile, move.turn))
            if table.stuck:
                used(table, player, move.tile)
            if closed:
                self._close(table, closed, turn)
        else:
            table.last_at, table.closed = None, []
            self._discard(state, move.tile, turn)
        table.left -= 1
        if table.left:
            table.mover = (player + 1) % turn.players
            self._draw(state, table.mover, turn)

    def _discard(self, state: TilesState, tile: str, turn: Turn[Options]) -> None:
        """Put a tile away, for all to see or not (TIL-306, TIL-705)."""
        table, player, options = state.table, turn.player, turn.options
        shown = options.discard == "face_up"
        (table.discards if shown else state.seats[player].discards).append(tile)
        if shown:
            used(table, player, tile)
        if options.must_place == "yes":
            table.stuck.append(Stuck(player, stuck_kinds(table, options), 0))
        turn.announce(Discarded(player, tile if shown else None))

    def _close(self, table: Table, closed: list[int], turn: Turn[Options]) -> None:
        """Tell of each area just closed, and score those of the mover's colour (TIL-508 to 510)."""
        layout, player = table.layout, turn.player
        scoring: list[list[int]] = []
        for area in closed:
            colour: Any = colour_of(layout, area)
            own = colour == table.colours[player]
            whole = triangles(layout, table.areas, area)
            turn.announce(Closed(colour, own, tuple(whole)))
            if own and turn.options.multi_area == "separate":
                places = cells(whole)
                turn.award(player, worth(len(places)), "area", places)
            elif own:
                scoring.append(whole)
        if scoring:
            places = cells(part for whole in scoring for part in whole)
            turn.award(player, worth(len(places)), "area" if len(scoring) == 1 else "joined areas", places)

    def _draw(self, state: TilesState, player: int, turn: Turn[Options]) -> None:
        deck = state.vault.deck
        if deck:
            tile = deck.pop()
            state.seats[player].hand.append(tile)
            for stuck in state.table.stuck:
                stuck.fresh += stuck.player == player
            turn.announce(Drawn(player))
            turn.whisper(player, Drew(tile))

    def guess(self, view: TilesView, chance: Stream) -> TilesState:
        """The tiles out of sight dealt at random to the other hands, the piles face down and the deck."""
        return guess(view, chance)

    def closed(self, options: Options) -> frozenset[str]:
        """Discarded tiles that lie face up are on the table, so that sizes of piles in the seats would mislead."""
        return frozenset({"seat.discards"} if options.discard == "face_up" else ())

    def pieces(self, state: TilesState) -> Iterator[str]:
        """Every tile, in the layout, on a hand, in the deck or discarded; however it is turned."""
        table = state.table
        stocks = [*table.layout.values(), *table.discards, *state.vault.deck]
        for seat in state.seats:
            stocks += seat.hand + seat.discards
        return iter([canonical(tile) for tile in stocks])

    def invariants(self, state: TilesState) -> None:
        """The layout hangs together and matches, gaps and areas are those of the layout, nobody is out of tiles."""
        table, layout = state.table, state.table.layout
        for cell, shown in layout.items():
            for side, near in enumerate(plane.neighbours(cell)):
                assert near not in layout or layout[near][(side + 2) & 3] == shown[side], "touching triangles differ"
        assert table.gaps == gaps_of(layout), "the gaps are the free places beside the layout, and what they ask for"
        afresh = Table(table.colours, {}, {}, Regions(), 0, 0, [])
        for cell, shown in layout.items():
            assert not afresh.layout or cell in afresh.gaps, "each tile was laid beside another"
            lay(afresh, cell, shown)
        assert afresh.areas == table.areas, "the areas are those of the layout"
        sizes = [len(seat.hand) for seat in state.seats]
        assert table.left <= sum(sizes) + len(state.vault.deck), "there is a tile for each turn"
        assert not table.left or sizes[table.mover], "whoever is to move has a tile"
        for player, seat in enumerate(state.seats):
            assert agrees(table, player, seat.hand, seat.discards), "a hand is not what a discard said of it"
        assert len(set(table.colours)) == len(state.seats), "no two players have the same colour"

    def tell(self, event: Any) -> str:
        """A sentence for everything that happens."""
        match event:
            case Place(tile=tile, at=at, turn=turn):
                return f"place {tile} at {self.label('at', at)}, its top {self.label('turn', turn)}"
            case Closed(colour=colour, own=own, triangles=area):
                whose = "" if own else ", not in the own colour"
                return f"A {COLOURS[colour]} area of {len(area)} triangles is closed{whose}"
            case Drawn(player=player):
                return f"Player {player + 1} draws a tile"
            case Drew(tile=tile):
                return f"You draw {tile}"
            case Discarded(player=player, tile=tile):
                return f"Player {player + 1} discards {tile or 'a tile, face down'}"
            case Dealt(each=each, start=start, colours=colours, first=first):
                sides = ", ".join(f"player {player + 1} is {COLOURS[colour]}" for player, colour in enumerate(colours))
                starts = f"{self.label('first', first)} starts"
                return f"{start} is laid, and everybody is dealt {each} tiles; {sides}; {starts}"
            case _:
                return super().tell(event)

    def label(self, field: str, value: Any) -> str:
        """A place as ``x,y`` from the first tile, a triangle as its place and side, a turn as where the top goes."""
        if field in ("at", "where"):
            x, y = plane.xy(value)
            return f"{x},{y}"
        if field == "triangles":
            return f"{self.label('at', value >> 2)} {SIDES[value & 3]}"
        if field in ("colour", "colours"):
            return COLOURS[value]
        if field == "turn":
            return TOPS[int(value)]
        return f"player {value + 1}" if field == "first" else str(value)
