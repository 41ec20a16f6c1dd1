"""What one match tells a designer, noted while it is played, in whichever process."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from tileyard import Frozen, Game, Match, Move, Registry, View
from tileyard.front.bots import Seated
from tileyard.front.choices import legal, name
from tileyard.ground.wire import members
from tileyard_arena.playing import played
from tileyard_arena.schedule import Fixture

__all__ = ["Facts", "Use", "observe"]


class Use(Frozen):
    """One field of a kind of move: how often each of its values was played, and which others were only offered.

    ``field`` is empty for the kind itself. Values are named as people are shown them.
    """

    kind: str
    field: str
    played: dict[str, int]
    only_offered: list[str]


class Facts(Frozen):
    """One match. What is by seat is in the order of the seats."""

    number: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    order: tuple[int, ...]  # the seats in the order of their first moves
    choices: tuple[int, ...]  # how many legal moves there were at each ply
    told: bool  # whether anybody was ahead of another before the end
    lead_changes: int  # how often somebody else came to be alone in the lead
    settled: float | None  # the part of the match after which the winner stayed alone in the lead, if there is one
    uses: list[Use]


def observe(registry: Registry, fixture: Fixture) -> Facts:
    """Play a match and note what a designer asks about. Raises as :func:`played`."""
    seen = _Seen(registry.game(fixture.setting.game).game)
    match = played(registry, fixture, lambda match, bot: _Watched(match, bot, seen))
    winners = match.result.winners
    standings = [match.standing(ply) for ply in range(match.ply + 1)]
    leaders = [_leader(standing) for standing in standings]
    return Facts(
        fixture.number,
        fixture.bots,
        tuple(match.scores),
        winners,
        tuple(seen.order) + tuple(seat for seat in range(match.players) if seat not in seen.order),
        tuple(seen.choices),
        any(len(set(standing)) > 1 for standing in standings[:-1]),
        _changes(leaders),
        _settled(leaders, winners[0]) if len(winners) == 1 else None,
        seen.uses(),
    )


class _Seen:
    """What was seen of a match so far."""

    def __init__(self, game: Game[Any, Any, Any, Any, Any]) -> None:
        self.game = game
        self.choices: list[int] = []
        self.order: list[int] = []
        # By kind and field. 1 and true are the same to a set, so each value comes with its type.
        self.offered: dict[tuple[str, str], set[tuple[type, Any]]] = {}
        self.played: dict[tuple[str, str], dict[tuple[type, Any], int]] = {}

    def offer(self, seat: int, moves: Sequence[Move]) -> None:
        if seat not in self.order:
            self.order.append(seat)
        self.choices.append(len(moves))
        for move in moves:
            for key, value in _values(move):
                self.offered.setdefault(key, set()).add(value)

    def play(self, move: Move) -> None:
        for key, value in _values(move):
            counts = self.played.setdefault(key, {})
            counts[value] = counts.get(value, 0) + 1

    def uses(self) -> list[Use]:
        found: list[Use] = []
        for (kind, field), offered in sorted(self.offered.items()):
            counts: dict[str, int] = {}
            for (_, value), times in self.played.get((kind, field), {}).items():
                label = self._label(field, value)
                counts[label] = counts.get(label, 0) + times
            others = {self._label(field, value) for _, value in offered} - counts.keys()
            found.append(Use(kind, field, dict(sorted(counts.items())), sorted(others)))
        return found

    def _label(self, field: str, value: Any) -> str:
        return name(self.game, field or "type", value)


class _Watched:
    """A bot that is looked at while it plays."""

    def __init__(self, match: Match, bot: Seated, seen: _Seen) -> None:
        self.match, self.bot, self.seen = match, bot, seen
        self.fault = bot.fault

    def choose(self, view: View[Any, Any, Any]) -> Move:
        assert view.player is not None
        self.seen.offer(view.player, legal(self.match, view.player))
        move = self.bot.choose(view)
        self.seen.play(move)
        return move


def _values(move: Move) -> list[tuple[tuple[str, str], tuple[type, Any]]]:
    """The kind of a move and each of its fields, with their values."""
    kind = str(move.__struct_config__.tag)
    found: list[tuple[tuple[str, str], tuple[type, Any]]] = [((kind, ""), (str, kind))]
    for field, attribute in members(move).items():
        value: Any = getattr(move, attribute)
        found.append(((kind, field), (value.__class__, value)))
    return found


def _leader(standing: Sequence[int]) -> int | None:
    """Who is alone in the lead."""
    best = max(standing)
    return standing.index(best) if standing.count(best) == 1 else None


def _changes(leaders: Sequence[int | None]) -> int:
    alone = [leader for leader in leaders if leader is not None]
    return sum(before != after for before, after in pairwise(alone))


def _settled(leaders: Sequence[int | None], winner: int) -> float | None:
    """How far the match had come when ``winner`` took the lead for good; None if others stand better at the end."""
    if leaders[-1] != winner or len(leaders) < 2:
        return None
    others = [ply for ply, leader in enumerate(leaders) if leader != winner]
    return (max(others) + 1) / (len(leaders) - 1) if others else 0.0
