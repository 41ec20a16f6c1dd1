"""Two small games that between them use everything a match has to deal with, for the tests of ``play``."""

from __future__ import annotations

from typing import Any, Literal

from tileyard import (
    Bag,
    Chance,
    Deck,
    Engine,
    Event,
    FastChance,
    Frozen,
    Game,
    Hand,
    Match,
    Move,
    NoOptions,
    Position,
    Reason,
    Result,
    Scorer,
    State,
    Stream,
    Struct,
    Turn,
    View,
    Whisper,
)

AWARDS = {"lay": "a tile laid", "left": "tiles left in the hand", "same": "the same number"}


class Rules(Frozen):
    turns: Literal[1, 2, 3] = 2
    secret: bool = False
    name: str = ""


class Table(Struct):
    row: list[int]
    mover: int = 0
    turns: int = 0
    peeked: dict[int, list[int]] = {}


class Seat(Struct):
    hand: Hand[int]
    known: list[tuple[int, int]] = []


class Vault(Struct):
    bag: Bag[int]
    deck: Deck[int]


class Lay(Move, Event):
    """Lay a tile of the hand for as many points; the turn goes on."""

    tile: int


class Take(Move):
    """Draw a tile, seen by the mover alone; the turn goes on."""


class Peek(Move):
    """Look at the top of the deck, without any chance; the turn goes on."""


class Turned(Move):
    """Turn the top of the deck up for everybody; the turn goes on."""


class Pass(Move):
    """The turn is over."""


class Row(Event):
    """The row as it lies now."""

    row: list[int]


class Drew(Whisper):
    tile: int
    hand: list[int]


class Market(Game[Rules, Table, Lay | Take | Peek | Turned | Pass, Seat, Vault]):
    """Hands, a bag, a deck; a turn of several moves, ended by a pass."""

    id = "market"
    title = "Market"
    players = range(2, 4)
    max_plies = 60
    events = (Row,)
    whispers = (Drew,)
    awards = {key: AWARDS[key] for key in ("lay", "left")}

    def setup(self, turn: Turn[Rules]) -> State[Table, Seat, Vault]:
        bag = list(range(1, 13))
        deck = [20, 21, 22, 23]
        turn.chance.shuffle(deck)
        seats = tuple(Seat([turn.chance.draw(bag) for _ in range(3)]) for _ in range(turn.players))
        return State(Table([], turns=turn.options.turns * turn.players), seats, Vault(bag, deck))

    def active(self, table: Table) -> tuple[int, ...]:
        return (table.mover,) if table.turns else ()

    def legal(self, view: View[Rules, Table, Seat]) -> list[Any]:
        assert view.seat is not None
        takes: list[Move] = [Take()] if view.sizes["vault.bag"] else []
        tops: list[Move] = [Peek(), Turned()] if view.sizes["vault.deck"] else []
        return [*(Lay(tile) for tile in sorted(view.seat.hand)), *takes, *tops, Pass()]

    def permits(self, view: View[Rules, Table, Seat], move: Any) -> Reason | None:
        assert view.seat is not None
        if isinstance(move, Lay) and move.tile not in view.seat.hand:
            return Reason("you do not have this tile", "MAR-1", "tile", tuple(sorted(view.seat.hand)))
        return None if move in self.legal(view) else Reason("there is nothing left")

    def apply(self, state: State[Table, Seat, Vault], move: Any, turn: Turn[Rules]) -> None:
        table, seat, vault = state.table, state.seats[turn.player], state.vault
        if isinstance(move, Lay):
            seat.hand.remove(move.tile)
            table.row.append(move.tile)
            turn.announce(Row(table.row))
            turn.award(turn.player, move.tile, "lay", [len(table.row) - 1])
        elif isinstance(move, Take):
            seat.hand.append(turn.chance.draw(vault.bag))
            turn.whisper(turn.player, Drew(seat.hand[-1], seat.hand))
        elif isinstance(move, Peek):
            seat.known.append((len(vault.deck) - 1, vault.deck[-1]))
            turn.whisper(turn.player, Drew(vault.deck[-1], []))
        elif isinstance(move, Turned):
            table.peeked.setdefault(turn.player, []).append(vault.deck.pop())
        else:
            table.mover = (table.mover + 1) % turn.players
            table.turns -= 1

    def score(self, state: State[Table, Seat, Vault], turn: Turn[Rules]) -> None:
        for player, seat in enumerate(state.seats):
            turn.award(player, -len(seat.hand), "left")

    def closed(self, options: Rules) -> frozenset[str]:
        return frozenset({"seat.hand"} if options.secret else ())

    def pieces(self, state: State[Table, Seat, Vault]) -> list[int]:
        peeked = [tile for tiles in state.table.peeked.values() for tile in tiles]
        return [*super().pieces(state), *state.table.row, *peeked]


class Choose(Move):
    """Choose a number in secret."""

    number: int


class Chosen(Event):
    player: int


class Shown(Event):
    numbers: tuple[int, ...]


class DuelTable(Struct):
    waiting: list[int]
    shown: list[tuple[int, ...]] = []


class Secret(Struct):
    number: int | None = None


class Duel(Game[NoOptions, DuelTable, Choose, Secret]):
    """All choose at once, three times; whoever is alone with the highest number gets it in points."""

    id = "duel"
    title = "Duel"
    players = (2, 3)
    max_plies = 9
    events = (Chosen, Shown)
    awards = {"same": AWARDS["same"]}

    def setup(self, turn: Turn[NoOptions]) -> State[DuelTable, Secret]:
        return State(DuelTable(list(range(turn.players))), tuple(Secret() for _ in range(turn.players)))

    def active(self, table: DuelTable) -> tuple[int, ...]:
        return tuple(table.waiting)

    def legal(self, view: View[NoOptions, DuelTable, Secret]) -> list[Choose]:
        return [Choose(number) for number in range(1, 4)]

    def apply(self, state: State[DuelTable, Secret], move: Choose, turn: Turn[NoOptions]) -> None:
        table = state.table
        state.seats[turn.player].number = move.number
        table.waiting.remove(turn.player)
        turn.announce(Chosen(turn.player))
        if not table.waiting:
            numbers = tuple(seat.number or 0 for seat in state.seats)
            table.shown.append(numbers)
            turn.announce(Shown(numbers))
            if numbers.count(max(numbers)) == 1:
                turn.award(numbers.index(max(numbers)), max(numbers), "same")
            for seat in state.seats:
                seat.number = None
            table.waiting = list(range(turn.players)) if len(table.shown) < 3 else []

    def guess(self, view: View[NoOptions, DuelTable, Secret], chance: Stream) -> State[DuelTable, Secret]:
        seats = [Secret() if p in view.table.waiting else Secret(chance.below(3) + 1) for p in range(view.players)]
        if view.player is not None and view.seat is not None:
            seats[view.player] = Secret(view.seat.number)
        return State(DuelTable(view.table.waiting[:], view.table.shown[:]), tuple(seats))

    def result(self, table: DuelTable, scores: Any) -> Result:
        return Result.by(list(scores), note="even" if len(set(scores)) == 1 else "won")


class Echo(Scorer):
    """A point for each event of a move, and one for everybody at the end."""

    name = "echo"
    title = "Echo"
    awards = {"echo": "an event", "end": "the end"}

    def moved(self, table: Any, events: Any, turn: Any) -> None:
        if events:
            turn.award(turn.player, len(events), "echo")

    def finished(self, table: Any, turn: Any) -> None:
        for player in range(turn.players):
            turn.award(player, 1, "end")


def play_on(match: Match, seed: int = 0, plies: int | None = None) -> Match:
    """Random moves of whichever player, to the end or for ``plies``."""
    chance = FastChance(seed)
    while not match.over and plies != 0:
        player = chance.pick(match.active)
        match.play(player, chance.pick(match.legal(player)))
        plies = None if plies is None else plies - 1
    return match


def market(seed: str = "7", **how: Any) -> Match:
    """A new match of two at the market."""
    return Match(Market(), 2, seed=seed, **how)


def at(seed: str, plies: int, engine: Engine | None = None) -> tuple[Engine, Position[Any, Any, Any]]:
    """A position so many random plies into a game (at the market), or at its end."""
    engine = engine or Engine(Market(), 2)
    position, chance = engine.start(Chance.from_seed(seed)), FastChance(seed)
    for _ in range(plies):
        if active := engine.active(position):
            position = engine.step(position, active[0], chance.pick(engine.legal(position, active[0])))
    return engine, position
