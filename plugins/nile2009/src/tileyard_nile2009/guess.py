"""A guess at what is hidden: a past in which all that a viewer has seen could have happened, and where it led."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tileyard import GameFault, State, Stream, View
from tileyard.play.shape import copier
from tileyard_nile2009.history import entries
from tileyard_nile2009.model import Options, Seat, Table, Vault
from tileyard_nile2009.past import Past, Story
from tileyard_nile2009.past_trades import Line
from tileyard_nile2009.pieces import LOCUSTS, deck

__all__ = ["guess"]

_ATTEMPTS = 400
_BOLD = 25
NileView = View[Options, Table, Seat]


def guess(view: NileView, chance: Stream) -> State[Table, Seat, Vault]:
    """A state that looks like ``view``, reached by a course of the game that looked like the real one all along.

    Raises :class:`tileyard.GameFault` if none is found, for a view that no game leads to.
    """
    story = _read(view)
    for attempt in range(_ATTEMPTS):
        past = Past(story, chance)
        if past.tell(bold=attempt < _BOLD):
            return _state(view, past, chance)
    raise GameFault("nile2009.guess found no past for this view", game="nile2009", verb="guess", ply=view.ply)


def _read(view: NileView) -> Story:
    """What is certain."""
    table, seat, me = view.table, view.seat, view.player
    crops, cards = deck(view.options.edition, view.players)
    supply, seen = [Counter(cards)], [Counter[str]()]
    drawn = iter(seat.drawn if seat else ())
    lines = {player: Line(player) for player in range(view.players) if player != me}
    for entry in entries(table.history):
        pile = len(supply) - 1
        if entry.sign == "!":
            seen[pile][entry.cards[0]] += 1
        elif entry.sign == "~":
            supply.append(Counter(entry.cards))
            seen.append(Counter())
        elif entry.player in lines:
            lines[entry.player].steps.append((pile, entry))
        elif entry.sign == "+":
            # Of all others there are lines.
            seen[pile].update(next(drawn) for _ in range(entry.number or 0))
    for pile, card in _own_discards(table.history, me, seat.traded if seat else ()):
        if pile < len(supply):
            supply[pile][card] += 1
    for player, counts in enumerate(table.counts):
        if player != me:
            lines[player].stored = dict(zip(crops, counts, strict=True))
    return Story(supply, seen, list(lines.values()))


def _own_discards(history: Sequence[str], me: int | None, traded: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The cards the viewer discarded face down, each with the number of the pile it went into."""
    cards, pile = iter(traded), 1
    for entry in entries(history):
        pile += entry.sign == "~"
        if entry.sign == "/" and entry.player == me and not entry.cards:
            yield pile, next(cards)
            yield pile, next(cards)


def _state(view: NileView, past: Past, chance: Stream) -> State[Table, Seat, Vault]:
    """Where a past led."""
    table: Table = copier(Table)(view.table)
    pile = past.rest + [LOCUSTS] * table.locusts
    chance.shuffle(pile)
    seats = [
        copier(Seat)(view.seat) if player == view.player else Seat(*past.seat(player)) for player in range(view.players)
    ]
    return State(table, tuple(seats), Vault(pile))
