"""The rules of Brook: lay a tile beside another; a point for every side that joins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tileyard import Event, Game, Move, Reason, State, Stream, Turn, View, Whisper, clockwise, copier
from tileyard.board import deal, draw, plane, take
from tileyard_brook.model import Drew, Laid, Lay, Options, Seat, Table, Vault
from tileyard_brook.pieces import BAG, KINDS, POOL, SHOWN, WATER

HEADINGS = ("north", "east", "south", "west")


class Brook(Game[Options, Table, Lay, Seat, Vault]):
    """Lay a tile beside another; a point for every side that joins."""

    id = "brook"
    title = "Brook"
    players = range(2, 5)
    rules = 1
    how_to_play = """
Each tile has water or a bank on each of its four sides. A pool lies on the table, and you have three tiles that nobody
else sees. In your turn you lay one of them on an empty cell beside a tile, turned as you like, and draw another.

You score a point for each side where the water of your tile joins water. When all tiles are laid, every tile of yours
that no water leaves, because each of its water sides joins other water, brings one more. The most points win.

Your first turn: type the name of a tile, then a cell, then the way it is to be turned. Look for a cell where the tile
joins water on more than one side.
"""
    max_plies = len(BAG)
    whispers = (Drew,)
    awards = {
        "join": "water joins water",
        "dam": "water runs into a bank",
        "still": "a tile that no water leaves",
    }

    def setup(self, turn: Turn[Options]) -> State[Table, Seat, Vault]:
        """A pool on the table, a hand for everybody, the rest in the bag."""
        bag = list(BAG)
        seats = tuple(Seat([]) for _ in range(turn.players))
        deal(bag, [seat.hand for seat in seats], turn.options.hand, turn.chance)
        board = {0: Laid(POOL, 0, -1)}
        return State(Table(clockwise(turn.players), board, plane.frontier(board)), seats, Vault(bag))

    def active(self, table: Table) -> tuple[int, ...]:
        """One after the other, until every tile lies on the table."""
        return () if len(table.board) > len(BAG) else (table.rota.mover,)

    def legal(self, view: View[Options, Table, Seat]) -> list[Lay]:
        """Any tile of the hand, on any empty cell beside a tile, turned any way."""
        assert view.seat is not None
        hand = dict.fromkeys(view.seat.hand)
        return [Lay(tile, cell, turn) for tile in hand for cell in view.table.frontier for turn in SHOWN[tile]]

    def apply(self, state: State[Table, Seat, Vault], move: Lay, turn: Turn[Options]) -> None:
        """Lay the tile, count its sides, draw another, pass the turn on."""
        table, hand, bag = state.table, state.seats[turn.player].hand, state.vault.bag
        take(hand, move.tile)
        table.board[move.cell] = Laid(move.tile, move.turn, turn.player)
        plane.spread(table.frontier, table.board, move.cell)

        touching = list(sides(table.board, move.cell))
        joins = [near for near, mine, theirs in touching if mine == theirs == WATER]
        dams = [near for near, mine, theirs in touching if theirs and mine != theirs]
        if joins:
            turn.award(turn.player, len(joins), "join", [move.cell, *joins])
        if dams and turn.options.dams:
            turn.award(turn.player, -len(dams), "dam", [move.cell, *dams])

        if bag:
            tile = draw(bag, turn.chance)
            hand.append(tile)
            turn.whisper(turn.player, Drew(tile))
        table.rota.advance()

    def score(self, state: State[Table, Seat, Vault], turn: Turn[Options]) -> None:
        """A point for each own tile whose water joins water on every side."""
        board = state.table.board
        for player in range(turn.players):
            still = [cell for cell, laid in board.items() if laid.player == player and is_still(board, cell)]
            if still:
                turn.award(player, len(still), "still", still)

    def permits(self, view: View[Options, Table, Seat], move: Lay) -> Reason | None:
        """As :meth:`legal`, for one move, and with the reason why not."""
        assert view.seat is not None
        hand, frontier = view.seat.hand, view.table.frontier
        if move.tile not in hand:
            return Reason("this tile is not in your hand", "BRK-301", "tile", tuple(dict.fromkeys(hand)))
        if move.cell not in frontier:
            return Reason("a tile goes on an empty cell beside another tile", "BRK-302", "cell", tuple(frontier))
        if move.turn not in SHOWN[move.tile]:
            return Reason("turned like this it looks as if turned less", "BRK-303", "turn", tuple(SHOWN[move.tile]))
        return None

    def sample(self, view: View[Options, Table, Seat], chance: Stream) -> Lay:
        """A tile, a cell and a turn, each at random."""
        assert view.seat is not None
        tile = chance.pick(view.seat.hand)
        return Lay(tile, chance.pick(list(view.table.frontier)), chance.pick(list(SHOWN[tile])))

    def guess(self, view: View[Options, Table, Seat], chance: Stream) -> State[Table, Seat, Vault]:
        """The tiles out of sight, dealt anew to the other hands and the bag."""
        hidden = list(BAG)
        for laid in view.table.board.values():
            if laid.player >= 0:
                hidden.remove(laid.tile)
        own = list(view.seat.hand) if view.seat else []
        for tile in own:
            hidden.remove(tile)
        chance.shuffle(hidden)
        sizes = view.sizes["seat.hand"]
        assert isinstance(sizes, list)
        seats = tuple(
            Seat(own if player == view.player else [hidden.pop() for _ in range(size)])
            for player, size in enumerate(sizes)
        )
        return State(copier(Table)(view.table), seats, Vault(hidden))

    def pieces(self, state: State[Table, Seat, Vault]) -> Iterator[int]:
        """The tiles in the bag, in the hands and on the table."""
        yield from state.vault.bag
        for seat in state.seats:
            yield from seat.hand
        for laid in state.table.board.values():
            yield laid.tile

    def invariants(self, state: State[Table, Seat, Vault]) -> None:
        """The frontier is that of the board, and hands are full while the bag is not empty."""
        table, sizes = state.table, {len(seat.hand) for seat in state.seats}
        assert table.frontier == plane.frontier(table.board)
        assert max(sizes) - min(sizes) <= (0 if state.vault.bag else 1)

    def label(self, field: str, value: int) -> str:
        """A tile by its name, a cell by the steps from the first tile, a turn by where the head points."""
        if field in ("cell", "where"):
            return plane.name(value)
        if field == "tile":
            return KINDS[value].name
        return HEADINGS[value] if field == "turn" else str(value)

    def tell(self, event: Event | Whisper | Move) -> str:
        """What happens, in a line for whoever reads along."""
        match event:
            case Lay(tile=tile, cell=cell, turn=turn):
                return f"lay a {KINDS[tile].name} at {plane.name(cell)}, its head to the {HEADINGS[turn]}"
            case Drew(tile=tile):
                return f"You draw a {KINDS[tile].name}"
            case _:
                return super().tell(event)


def sides(board: Mapping[int, Laid], cell: int) -> Iterator[tuple[int, str, str]]:
    """For each side of the tile on ``cell``: the cell beyond, what it shows there, and what it meets, if anything."""
    laid = board[cell]
    for side, shown in enumerate(SHOWN[laid.tile][laid.turn]):
        near = cell + plane.SIDES[side]
        other = board.get(near)
        yield near, shown, SHOWN[other.tile][other.turn][(side + 2) % 4] if other else ""


def is_still(board: Mapping[int, Laid], cell: int) -> bool:
    """Whether no water leaves the tile on ``cell``: each of its water sides joins another."""
    return all(theirs == WATER for _, mine, theirs in sides(board, cell) if mine == WATER)
