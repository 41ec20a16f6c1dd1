"""The rules of Nile, the card game of 2009. The numbers N09-nnn are those of the game's page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, cast

from tileyard import Game, Phases, Reason, Result, State, Stream, Turn, View, clockwise
from tileyard.board import deal
from tileyard_nile2009 import history, words
from tileyard_nile2009.guess import guess
from tileyard_nile2009.howto import HOW_TO_PLAY
from tileyard_nile2009.model import (
    Card,
    Dealt,
    Drew,
    EndTrade,
    Failed,
    FieldLost,
    Flooded,
    Harvested,
    LastPass,
    Locusts,
    Market,
    Marketed,
    Offered,
    Offering,
    Options,
    Pass,
    Plague,
    Plant,
    Planted,
    Ranked,
    Reshuffled,
    Seat,
    Speculate,
    StoragesShown,
    Succeeded,
    Table,
    Took,
    Vault,
)
from tileyard_nile2009.pieces import LARGEST, LOCUSTS, deck, names
from tileyard_nile2009.planting import plant, plantings, refuse_planting, refuse_speculation, speculations
from tileyard_nile2009.prospects import prospects
from tileyard_nile2009.river import draw, flood
from tileyard_nile2009.trading import any_trade, refuse_trade, trade, trades

__all__ = ["PHASES", "AnyMove", "Nile2009", "NileView"]

PHASES = ("flood", "harvest", "trade", "plant", "draw")
_TRADE = PHASES.index("trade")
_END, _PASS = EndTrade(), Pass()
_HAND = 5
_DRAW = 2
# Trading is always possible, so that playing any legal move would be little else; the game is about the rest.
_TRADES = 15

AnyMove = Market | Offering | EndTrade | Plant | Speculate | Pass
NileState = State[Table, Seat, Vault]
NileView = View[Options, Table, Seat]


class Nile2009(Game[Options, Table, AnyMove, Seat, Vault]):
    """Plant crops, harvest them when the river floods them, and store many cards of every crop."""

    id = "nile2009"
    title = "Nile (2009)"
    players = range(2, 7)
    rules = 1
    # Each turn and each trade takes a card from the pile, which is used up once for each of six players.
    how_to_play = HOW_TO_PLAY
    max_plies = 2 * 6 * LARGEST
    events = (
        Dealt, Flooded, Locusts, Plague, FieldLost, Succeeded, Failed, Drew, Harvested, Marketed, Offered, Planted,
        Reshuffled, LastPass, StoragesShown, Ranked,
    )  # fmt: skip
    whispers = (Took,)
    awards = {"pile": "the smallest pile of the storage"}

    # -- the course of the game ------------------------------------------------------------------

    def setup(self, turn: Turn[Options]) -> NileState:
        """Deal five cards each, shuffle the locusts into the rest, and begin the first turn (N09-201 to 206)."""
        players, chance = turn.players, turn.chance
        pile = list(deck(turn.options.edition, players).cards)
        chance.shuffle(pile)
        hands: list[list[str]] = [[] for _ in range(players)]
        deal(pile, hands, _HAND)
        pile.insert(chance.below(len(pile) + 1), LOCUSTS)
        first = chance.below(players)
        table = Table(clockwise(players, first), Phases(PHASES), {}, [], [], [], -1, "", True, 0, False, [], [])
        turn.announce(Dealt(_HAND, first))
        for player, hand in enumerate(hands):
            history.drew(table, player, _HAND)
            turn.whisper(player, Took(tuple(hand)))
        state = State(table, tuple(Seat(hand, [], [], hand[:], []) for hand in hands), Vault(pile))
        self._begin(state, turn)
        return state

    def active(self, table: Table) -> tuple[int, ...]:
        """Whose turn it is, until the last pass is used up (N09-351, 601)."""
        return () if table.over else (table.rota.order[table.rota.at],)

    def apply(self, state: NileState, move: AnyMove, turn: Turn[Options]) -> None:
        """Carry a move out, with all that follows from it (N09-352)."""
        table, player = state.table, turn.player
        match move:
            case EndTrade():
                table.phases.advance()
            case Market():
                trade(state, move, turn)
                draw(state, turn, player, 1, "market")
            case Offering():
                trade(state, move, turn)
                flood(state, turn)
            case Pass():
                self._finish(state, turn)
            case Plant() | Speculate():
                hand = state.seats[player].hand
                for card in move.cards:
                    hand.remove(card)
                history.played(table, player, move.cards)
                if isinstance(move, Plant):
                    plant(table, move.cards, turn)
                else:
                    table.speculations += move.cards
                    table.speculator = player
                self._finish(state, turn)

    def _finish(self, state: NileState, turn: Turn[Options]) -> None:
        """Draw two cards, and begin the next player's turn (N09-317, 352)."""
        table = state.table
        table.phases.advance()
        draw(state, turn, turn.player, _DRAW, "draw")
        if not table.over:
            table.phases.advance()
            table.rota.advance()
            self._begin(state, turn)

    def _begin(self, state: NileState, turn: Turn[Options]) -> None:
        """Flood and harvest, up to the trade phase (N09-301, 302)."""
        phases = state.table.phases
        flood(state, turn)
        phases.advance()
        phases.advance()

    def score(self, state: NileState, turn: Turn[Options]) -> None:
        """Show the storages; the smallest pile of each is the score (N09-501 to 507)."""
        table = state.table
        crops = deck(turn.options.edition, turn.players).crops
        table.counts = [[seat.storage.count(crop) for crop in crops] for seat in state.seats]
        turn.announce(StoragesShown(crops, tuple(map(tuple, table.counts))))
        for player, counts in enumerate(table.counts):
            if min(counts):
                turn.award(player, min(counts), "pile")
        result = self.result(table, turn.scores)
        turn.announce(Ranked(result.ranking, result.detail))

    def result(self, table: Table, scores: Sequence[int]) -> Result:
        """By the sorted piles, smallest first; equal ones share the place (N09-503, 504, 507)."""
        piles = tuple(tuple(sorted(counts)) for counts in table.counts or [[]] * len(scores))
        return Result.by(list(piles), detail=piles)

    def estimate(self, state: NileState, scores: Sequence[int]) -> list[int]:
        """What is stored, and what fields and hands may still bring."""
        return prospects(state)

    # -- moves -------------------------------------------------------------------------------------

    def legal(self, view: NileView) -> list[AnyMove]:
        """Trades and the end of trading, or plantings, speculations and passing (N09-351 to 354)."""
        table, seat, player = view.table, view.seat, view.player
        if seat is None or player is None:
            return []
        if table.phases.at == _TRADE:
            return [*trades(seat), _END]
        crops = deck(view.options.edition, view.players).crops
        moves: list[AnyMove] = [Plant(cards) for cards in plantings(seat.hand, player, table, crops, view.options)]
        moves += [Speculate(cards) for cards in speculations(seat.hand, table.flood)]
        moves.append(_PASS)
        return moves

    def permits(self, view: NileView, move: AnyMove) -> Reason | None:
        """Whether it is the phase for ``move``, and its cards are held and fit."""
        table, seat, player = view.table, view.seat, view.player
        if seat is None or player is None:
            return Reason("a spectator does not move", "N09-351")
        trading = table.phases.at == _TRADE
        if isinstance(move, Market | Offering | EndTrade) != trading:
            allowed = ("market", "offering", "end_trade") if trading else ("plant", "speculate", "pass")
            text = "end the trade phase first" if trading else "the trade phase is over for this turn"
            return Reason(text, "N09-351" if trading else "N09-315", "type", allowed)
        if isinstance(move, EndTrade | Pass):
            return None
        if isinstance(move, Plant):
            return refuse_planting(move.cards, seat.hand, player, table, view.options)
        if isinstance(move, Speculate):
            return refuse_speculation(move.cards, seat.hand, table.flood)
        return refuse_trade(move, seat)

    def sample(self, view: NileView, chance: Stream) -> AnyMove:
        """A trade with two cards at random now and then; otherwise go on, and plant or speculate at random."""
        seat, table, player = view.seat, view.table, view.player
        assert seat is not None
        assert player is not None
        if table.phases.at != _TRADE:
            options = view.options
            plants = plantings(seat.hand, player, table, deck(options.edition, view.players).crops, options)
            bets = speculations(seat.hand, table.flood)
            at = chance.below(len(plants) + len(bets) + 1)
            if at < len(plants):
                return Plant(plants[at])
            return Speculate(bets[at - len(plants)]) if at < len(plants) + len(bets) else _PASS
        if len(seat.hand) + len(seat.storage) < 2 or chance.below(100) >= _TRADES:
            return _END
        return any_trade(seat, chance)

    # -- what is hidden ----------------------------------------------------------------------------

    def guess(self, view: NileView, chance: Stream) -> NileState:
        """A state, with a past, in which all that the viewer has seen could have happened."""
        return guess(view, chance)

    def closed(self, options: Options) -> frozenset[str]:
        """Nobody is told the size of a storage, nor that of a hand unless so agreed (N09-708)."""
        return frozenset({"seat.storage"} if options.show_hand_counts == "yes" else {"seat.storage", "seat.hand"})

    # -- for the kit and for people ------------------------------------------------------------------

    def pieces(self, state: NileState) -> Iterator[str]:
        """Every card, wherever it lies."""
        table = state.table
        yield from state.vault.pile
        yield from table.discards
        yield from table.floods
        yield from table.speculations
        for crop, field in table.fields.items():
            yield from [crop] * field.size
        for seat in state.seats:
            yield from seat.hand
            yield from seat.storage
            yield from seat.discards

    def invariants(self, state: NileState) -> None:
        """Nothing lies where it cannot: the locusts, speculation cards, fields without cards."""
        table, seats, players = state.table, state.seats, len(state.seats)
        cards = Counter(self.pieces(state))
        editions = [Counter([*deck(edition, players).cards, LOCUSTS]) for edition in ("bga2009", "deluxor")]
        assert cards in editions, "the cards are those of a deck"
        assert table.locusts == (LOCUSTS in state.vault.pile), "everybody knows whether the locusts are in the pile"
        assert table.locusts or LOCUSTS in table.discards, "the locusts are in the pile or on the discard pile"
        stored = [card for seat in seats for card in seat.storage]
        assert all(len(card) == 1 and card != LOCUSTS for card in (*stored, *table.fields)), "crops alone are stored"
        assert all(field.size > 0 and 0 <= field.owner < players for field in table.fields.values()), "an empty field"
        assert (table.speculator < 0) == (not table.speculations), "speculation cards on the table are somebody's"
        assert 0 <= table.passes <= players, "there are as many passes as players"
        assert table.over == (table.passes == players), "the last pass ends the game"
        assert table.over or table.phases.now in ("trade", "plant"), "somebody has a choice"
        assert not table.flood or len(table.flood) <= 2, "a flood card has one or two crops"

    def tell(self, event: Any) -> str:
        """A sentence for what most often happens; the rest by the names of its fields."""
        return words.tell(event, self.label) or super().tell(event)

    def label(self, field: str, value: object) -> str:
        """Cards joined by plus signs, those of the storage with a star behind them."""
        if field == "cards" and isinstance(value, tuple):
            return "+".join(map(_written, cast(tuple[Card | str, ...], value))) or "not shown"
        if value is None:
            return "not shown"
        if isinstance(value, int) and field in ("first", "player", "owner"):
            return f"player {value + 1}"
        if field in ("card", "crop"):
            return names().get(str(value), str(value))
        return str(value)


def _written(card: Card | str) -> str:
    if isinstance(card, str):
        return card
    return card.card if card.zone == "hand" else f"{card.card}*"
