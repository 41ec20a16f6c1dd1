"""Checks that events and whispers tell nobody what is not theirs to know.

They must be equal in all worlds that look the same to a player before and after a move, and for all moves that are the
same to look at.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, NamedTuple

from msgspec.structs import replace

from tileyard.ground.chance import Chance
from tileyard.ground.errors import FOREIGN
from tileyard.ground.wire import encode
from tileyard.play.engine import Step
from tileyard.testing.checks.base import check, fail
from tileyard.testing.checks.guesses import AnyPosition, hidden, worlds
from tileyard.testing.playouts import Playout, Ply, spread

THEME = "secrets"

FEW = 24
"""Of so many moves all are compared; of more some at first, and so many before one is found fault with."""
ALL = 2000


class Made(NamedTuple):
    """A move, the step it makes, and what is hidden after it."""

    move: Any
    step: Step
    secret: bytes


@check
def events_tell_no_secrets(playout: Playout) -> None:
    """Demands that where a player sees the same before and after a move, the player is told the same events, whatever
    the hidden things are.

    Why: an event goes to everybody. What it tells beyond the table is lost to whoever joins late, and known to
    those who should not know it.
    """
    for number, player, ours, theirs in _twins(playout):
        if encode(ours.events) != encode(theirs.events):
            fail(f"at ply {number}, an event tells player {player} what player {player} does not see")


@check
def whispers_reach_one_player(playout: Playout) -> None:
    """Demands that a whisper reaches the player it is for and nobody else, and tells that player nothing that depends
    on what the player sees neither before nor after.

    Why: a whisper to the wrong player is a hand shown around.
    """
    for number, player, ours, theirs in _twins(playout):
        if encode(_heard(ours, player)) != encode(_heard(theirs, player)):
            fail(f"at ply {number}, a whisper tells player {player} what player {player} does not see")
    if not any(ply.step.whispers for ply in playout.plies):
        return
    match = playout.match()
    for viewer in playout.viewers:
        for update, ply in zip(match.updates(viewer), playout.plies, strict=True):
            if encode(update.whispers) != encode(_heard(ply.step, viewer)):
                fail(f"at ply {update.ply}, {viewer} is told whispers for somebody else")


def _heard(step: Step, viewer: int | None) -> list[Any]:
    return [whisper for listener, whisper in step.whispers if listener == viewer]


def _twins(playout: Playout) -> Iterator[tuple[int, int, Step, Step]]:
    """Steps by the same move with the same numbers drawn, in the real position and in a world that looks the same to
    a player before and after; with the ply after it and the player."""
    for number, ply in playout.sampled(24) if not playout.game.open else ():
        if not number or ply.player is None:
            continue
        engine = playout.engine
        before = playout.plies[number - 1].position
        for viewer in range(playout.players):
            after = encode(engine.view(ply.position, viewer))
            for world in worlds(playout, number - 1, viewer):
                world.chance = Chance(before.chance.key, before.chance.count)
                try:
                    theirs = engine.carry_out(world, ply.player, ply.move)
                except FOREIGN:  # in that world it is no legal move
                    continue
                if encode(engine.view(theirs.position, viewer)) == after:
                    yield number, viewer, ply.step, theirs


@check
def secret_moves_are_not_told(playout: Playout) -> None:
    """Demands that nobody is told more of a move than can be seen of it. Where two moves leave everything that somebody
    sees the same, and something in a seat or the vault different, the one is a secret from the other: the same events
    and whispers must be possible with both.

    Why: what a player chooses face down, or while others are still to choose, lies in that player's seat, and must not
    be announced with the move. What all may know of a move stands on the table; an event alone is lost to whoever
    joins late.
    """
    for number, ply in _choices(playout) if not playout.game.open else ():
        for mover, moves in ply.offers.items():
            some = _some(moves)
            steps = _steps(playout, ply.position, mover, some)
            for viewer in playout.viewers:
                if viewer == mover or _told_apart(playout, viewer, steps) is None:
                    continue
                # Of a few moves, one may seem to go with one event alone.
                every = steps if len(some) == len(moves) else _steps(playout, ply.position, mover, spread(moves, ALL))
                if (found := _told_apart(playout, viewer, every)) is None:
                    continue
                who = "a spectator" if viewer is None else f"player {viewer}"
                (ours, our), (theirs, their) = found
                fail(
                    f"at ply {number}, {who} sees no difference between {ours!r} and {theirs!r} of player {mover}, but "
                    f"is told which it is: {our} or {their}; tell nobody what is secret until it is uncovered, and put "
                    "on the table what is not"
                )


def _choices(playout: Playout) -> list[tuple[int, Ply]]:
    """The plies at which several choose at once, and others; some of each."""
    at_once = [number for number, ply in enumerate(playout.plies) if len(ply.offers) > 1]
    numbers = {*spread(at_once, 8), *(number for number, _ in playout.sampled(8))}
    return [(number, playout.plies[number]) for number in sorted(numbers)]


def _some(moves: list[Any]) -> list[Any]:
    """A few moves, many of which differ from another in one field alone: one field may be secret, and others not."""
    if len(moves) <= FEW:
        return moves
    some = spread(range(len(moves)), FEW // 2)
    for move in spread(moves, 3):
        for name in move.__struct_fields__:
            value = getattr(move, name)
            alike = [
                at
                for at, other in enumerate(moves)
                if type(other) is type(move) and replace(other, **{name: value}) == move
            ]
            some += spread(alike, 4)
    return [moves[at] for at in sorted({*some})]


def _steps(playout: Playout, position: AnyPosition, mover: int, moves: list[Any]) -> list[Made]:
    engine = playout.engine
    steps: list[Made] = []
    for move in moves:
        try:
            step = engine.carry_out_in_place_unchecked(engine.copy(position), mover, move)
        except FOREIGN:  # another check says what it raises
            continue
        steps.append(Made(move, step, encode(hidden(playout.game, step.position.state))))
    return steps


def _told_apart(playout: Playout, viewer: int | None, steps: list[Made]) -> list[tuple[Any, str]] | None:
    """Two of the moves that look the same to ``viewer``, and what is told of each that tells them apart, if any are.

    What is told tells nothing of a secret with which all that might be told goes as well: it may be a bluff.
    """
    looks: dict[bytes, dict[bytes, dict[bytes, Made]]] = {}
    for made in steps:
        seen = encode(playout.engine.view(made.step.position, viewer))
        told = encode([made.step.events, _heard(made.step, viewer)])
        looks.setdefault(seen, {}).setdefault(told, {})[made.secret] = made
    for stories in looks.values():
        one, *others = stories.values()
        for other in others:
            if one.keys() != other.keys():
                pair = next((one[a], other[b]) for a in one for b in other if a != b)
                return _difference(viewer, *pair)
    return None


def _difference(viewer: int | None, *pair: Made) -> list[tuple[Any, str]]:
    """Two moves, each with the first that is told of it and not of the other."""
    stories = [[*made.step.events, *_heard(made.step, viewer)] for made in pair]
    parts = next(parts for parts in zip_longest(*stories) if parts[0] != parts[1])
    said = ["nothing" if part is None else repr(part) for part in parts]
    return [(move, text) for (move, *_), text in zip(pair, said, strict=True)]
