"""Checks that what players are shown, and what bots choose, is equal in all worlds that look the same to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tileyard.ground.chance import FastChance
from tileyard.ground.errors import FOREIGN, TileyardError
from tileyard.ground.wire import encode
from tileyard.testing.checks.base import Subject, check, fail
from tileyard.testing.checks.guesses import AnyPosition, worlds
from tileyard.testing.playouts import Playout, spread
from tileyard.testing.shape import mutants

THEME = "secrets"


def _stir(playout: Playout, position: AnyPosition) -> None:
    """Make a move from a copy, so that rules which keep something outside the state keep that of this position."""
    try:
        for player in playout.engine.active(position):
            for move in playout.engine.legal(playout.engine.copy(position), player)[:1]:
                playout.engine.carry_out(position, player, move)
    except FOREIGN:  # another check says what it raises
        return


@check
def hidden_things_change_nothing(subject: Subject, playout: Playout) -> None:
    """Demands that where a player sees the same, the player is also offered the same moves, drawn the same scene, and
    told the same reasons when a move is refused, whatever the hidden things are.

    Why: a list of moves that hangs on another hand gives that hand away.
    """
    for number, _ in playout.sampled(5) if not playout.game.open else ():
        for player in range(playout.players):
            ours = _shown(subject, playout, playout.plies[number].position, number, player)
            for world in worlds(playout, number, player):
                theirs = _shown(subject, playout, world, number, player)
                for what, shown in ours.items():
                    if theirs[what] != shown:
                        fail(f"at ply {number}, {what} of player {player} depend on what player {player} cannot see")


def _shown(subject: Subject, playout: Playout, position: AnyPosition, number: int, player: int) -> dict[str, bytes]:
    _stir(playout, position)
    view = playout.view_of(position, player)
    shown: dict[str, Callable[[], Any]] = {
        "the moves": lambda: playout.engine.legal(position, player),
        "the refusals": lambda: [_refusal(playout, position, player, move) for move in _tries(playout, number)],
    }
    if (scene := subject.scene) is not None:
        shown["the scenes"] = lambda: scene(view)
    found: dict[str, bytes] = {}
    for what, show in shown.items():
        try:
            found[what] = encode(show())
        except FOREIGN as error:
            found[what] = repr(error).encode()
    return found


def _tries(playout: Playout, number: int) -> list[Any]:
    moves = [move for offered in playout.plies[number].offers.values() for move in spread(offered, 3)]
    return spread([mutant for move in moves for mutant in mutants(move)], 12)


def _refusal(playout: Playout, position: AnyPosition, player: int, move: Any) -> Any:
    try:
        playout.engine.check(position, player, move)
    except TileyardError as error:
        return [error.code, error.message, error.facts]
    return None


@check
def open_games_have_no_secrets(subject: Subject, playout: Playout) -> None:
    """Demands of a game without seats and vault that it whispers nothing, that the state is what everybody sees, and
    that ``guess`` gives just that.

    Why: bots and tools look deeper into open games, and must be right to.
    """
    game = subject.game
    if not game.open:
        return
    if game.whispers or any(ply.step.whispers for ply in playout.plies):
        fail("the game has neither seats nor a vault, but whispers")
    for number, ply in playout.sampled(10):
        for player in range(playout.players):
            view = playout.view(number, player)
            if view.seat is not None or view.sizes:
                fail(f"at ply {number}, player {player} sees more than the table")
            if encode(game.guess(view, FastChance(number))) != encode(ply.position.state):
                fail(f"at ply {number}, the state guessed for player {player} is not the one everybody sees")


@check
def bots_cannot_peek(subject: Subject, playout: Playout) -> None:
    """Demands that a bot makes the same choice where it sees the same, whatever the hidden things are.

    Why: a bot that knows more than a person in its seat is no opponent.
    """
    for number, ply in playout.sampled(2) if not subject.game.open else ():
        for player, moves in ply.offers.items():
            for kind in subject.bots if moves else ():
                ours = _choice(subject, playout, kind, ply.position, player)
                for world in worlds(playout, number, player):
                    if ours != _choice(subject, playout, kind, world, player):
                        fail(f"at ply {number}, bot {kind} chooses by what player {player} cannot see")


def _choice(subject: Subject, playout: Playout, kind: str, position: AnyPosition, player: int) -> bytes:
    _stir(playout, position)
    try:
        return encode(subject.choice(kind, playout.view_of(position, player), "peek"))
    except FOREIGN as error:  # another check says what it raises
        return type(error).__name__.encode()
