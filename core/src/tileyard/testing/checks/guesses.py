"""Checks of ``guess``, and the worlds it gives to other checks.

A *world* is a position that looks to one player like the real one: ``guess`` makes it from that player's
view, so all the player cannot see is different.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tileyard.ground.chance import Chance
from tileyard.ground.errors import FOREIGN
from tileyard.ground.wire import encode
from tileyard.play.state import Position, State
from tileyard.testing.cases import settings_of
from tileyard.testing.checks.base import Subject, check, fail
from tileyard.testing.playouts import AnyGame, Case, Playout, play
from tileyard.testing.shape import difference, settled, short

__all__ = ["AnyPosition", "hidden", "worlds"]

THEME = "secrets"

AnyPosition = Position[Any, Any, Any]
WORLDS = 2
MANY_WORLDS = 16
"""So many are all alike by chance once in thousands of times, even where there are only two."""
MANY_PLACES = 40
"""In so many places a guess has shown whether it varies."""


def worlds(playout: Playout, number: int, player: int, most: int = WORLDS) -> Iterator[AnyPosition]:
    """Worlds that look to ``player`` like a ply; none where ``guess`` fails or gives itself away."""
    ply = playout.plies[number]
    for world in range(1 if playout.game.open else most):
        view = playout.view(number, player)
        seen = encode(view)
        try:
            state = playout.game.guess(view, playout.chance(f"world {number} {player} {world}"))
            chance = Chance.from_seed(f"world {world}")
            found = Position(state, ply.position.scores[:], chance, ply.position.ply)
            same = encode(playout.engine.view(found, player)) == seen
        except FOREIGN:  # another check says what it raises
            return
        if same:
            yield found


@check
def guesses_keep_the_view(subject: Subject, playout: Playout) -> None:
    """Demands that ``guess`` gives a state of the declared types that looks to the player exactly like the view it was
    made from, sizes of stocks included, and keeps every piece and invariant of the game.

    Why: bots think in such worlds. A world that contradicts what they see makes them play another game.
    """
    game = subject.game
    for number, _ in playout.sampled(10):
        for player in range(playout.players):
            view = playout.view(number, player)
            state = game.guess(playout.view(number, player), playout.chance(f"guess {number} {player}"))
            ply = playout.plies[number].position
            world = Position(state, ply.scores[:], ply.chance, ply.ply)
            seen = playout.engine.view(world, player)
            if encode(seen) != encode(view):
                fail(
                    f"at ply {number}, the state guessed for player {player} looks otherwise than the view: "
                    + _otherwise(*difference(view, seen))
                )
            if sorted(map(repr, game.pieces(state))) != sorted(map(repr, game.pieces(ply.state))):
                fail(f"at ply {number}, the state guessed for player {player} has other pieces than there are")


def _otherwise(path: str, ours: str, theirs: str) -> str:
    text = f"{path}: {ours} in the view, {theirs} in the guess"
    if path.startswith("sizes"):
        text += "; deal as many as sizes tells, and if that tells a secret, take it away by closed"
    return text


@check
def guesses_are_not_the_truth(subject: Subject) -> None:
    """Demands of a game with secrets that some guess of some game differs from what is really so.

    Why: a guess that is always right knows what it should not.
    """
    places: list[tuple[Playout, int, int]] = []
    for playout in _many(subject) if not subject.game.open else ():
        for number, ply in playout.sampled(12):
            for player in range(playout.players):
                for world in worlds(playout, number, player):
                    places.append((playout, number, player))
                    if encode(world.state) != encode(ply.position.state):
                        return
    if places:
        # Where most is hidden it is seen best.
        playout, number, player = max(places, key=lambda place: len(encode(_unseen(*place))))
        found = [f"{path} = {short(value)}" for path, value in _unseen(playout, number, player).items()]
        fail(
            f"every guess is the truth: at ply {number}, for instance, the one for player {player} has "
            f"{' and '.join(found) or 'all that there is'}, which is really so; either the table, "
            "scores or sizes give it away, or guess goes by something outside its view, or the game has no secrets",
            playout.case,
        )


def _unseen(playout: Playout, number: int, player: int) -> dict[str, Any]:
    """The parts of the state that ``player`` does not see."""
    state = playout.plies[number].position.state
    parts = {f"seats[{other}]": seat for other, seat in enumerate(state.seats) if other != player}
    return {path: part for path, part in {**parts, "vault": state.vault}.items() if part is not None}


def _many(subject: Subject) -> Iterator[Playout]:
    """The drawn games, then the beginnings of games with all settings: there may be secrets in few of them."""
    yield from subject.pool()
    for options in subject.options or settings_of(subject.game):
        for players in subject.players:
            yield play(subject.game, Case(players, options, "0", (0, 0)))


@check
def guesses_vary(subject: Subject) -> None:
    """Demands that ``guess`` goes by its ``chance``: where the seats, or the vault, are really otherwise than guessed,
    the view leaves several worlds open, and somewhere in all the games another stream must give another of them.
    The order of what lies in a ``Bag`` or ``Hand`` makes no difference.

    Why: a bot that is shown one world alone takes it for the truth, and is sure of what was only made up.
    """
    game = subject.game
    left = {"seats": game.types.seat, "vault": game.types.vault}
    left = {part: kind for part, kind in left.items() if kind is not None}
    stiff: dict[str, list[tuple[Playout, int, int]]] = {part: [] for part in left}
    for playout in _many(subject) if left else ():
        for number, ply in playout.sampled(12):
            for player in range(playout.players):
                alike = _alike(playout, number, player, hidden(game, ply.position.state))
                for part in left.keys() & alike.keys():
                    if alike[part]:
                        stiff[part].append((playout, number, player))
                    else:
                        del left[part]
        if not left or any(len(stiff[part]) >= MANY_PLACES for part in left):
            break
    for part in left:
        for playout, number, player in stiff[part][:1]:
            fail(
                f"whatever its chance, guess always gives the same {part}: first at ply {number} for player {player}, "
                "where there are others as well, the true one for instance; choose by the chance that guess is handed",
                playout.case,
            )


def _alike(playout: Playout, number: int, player: int, truth: dict[str, bytes]) -> dict[str, bool]:
    """For each hidden part that is really otherwise than guessed first, whether all guesses agree in it."""
    found: dict[str, bool] = {}
    first: dict[str, bytes] = {}
    for world in worlds(playout, number, player, MANY_WORLDS):
        made = hidden(playout.game, world.state)
        if not first:
            first = made
            found = {part: True for part in truth if truth[part] != made[part]}
        for part in found:
            found[part] &= made[part] == first[part]
        if not any(found.values()):
            break
    return found


def hidden(game: AnyGame, state: State[Any, Any, Any]) -> dict[str, bytes]:
    """What nobody sees all of, in bytes that are equal where it makes no difference."""
    types = game.types
    return {
        "seats": encode([settled(types.seat, seat) for seat in state.seats]),
        "vault": encode(settled(types.vault, state.vault)),
    }
