"""Checks that nobody learns what is not theirs to know.

A *world* is a position that looks to one player like the real one: ``guess`` makes it from that player's
view, so all the player cannot see is different. Whatever the player is shown must be equal in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tileyard.ground.chance import Chance, FastChance
from tileyard.ground.errors import FOREIGN, TileyardError
from tileyard.ground.wire import encode
from tileyard.play.engine import Step
from tileyard.play.state import Position
from tileyard.testing.cases import settings_of
from tileyard.testing.checks.base import Subject, check, fail
from tileyard.testing.playouts import Case, Playout, play, spread
from tileyard.testing.shape import mutants

THEME = "secrets"

AnyPosition = Position[Any, Any, Any]
WORLDS = 2


def _worlds(playout: Playout, number: int, player: int) -> Iterator[AnyPosition]:
    """Worlds that look to ``player`` like a ply; none where ``guess`` fails or gives itself away."""
    ply = playout.plies[number]
    for world in range(WORLDS if not playout.game.open else 1):
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
            for world in _worlds(playout, number, player):
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
            if encode(playout.engine.view(world, player)) != encode(view):
                fail(f"at ply {number}, the state guessed for player {player} looks otherwise than the view")
            if sorted(map(repr, game.pieces(state))) != sorted(map(repr, game.pieces(ply.state))):
                fail(f"at ply {number}, the state guessed for player {player} has other pieces than there are")


@check
def guesses_are_not_the_truth(subject: Subject) -> None:
    """Demands of a game with secrets that some guess of some game differs from what is really so.

    Why: a guess that is always right knows what it should not.
    """
    looked = False
    for playout in _many(subject) if not subject.game.open else ():
        for number, ply in playout.sampled(12):
            for player in range(playout.players):
                for world in _worlds(playout, number, player):
                    looked = True
                    if encode(world.state) != encode(ply.position.state):
                        return
    if looked:
        fail("every guess is the truth: either it knows what it should not, or the game has no secrets")


def _many(subject: Subject) -> Iterator[Playout]:
    """The drawn games, then the beginnings of games with all settings: there may be secrets in few of them."""
    yield from subject.pool()
    for options in subject.options or settings_of(subject.game):
        for players in subject.players:
            yield play(subject.game, Case(players, options, "0", (0, 0)))


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
    engine = playout.engine if playout.plies else None
    for number, ply in playout.sampled(24) if not playout.game.open else ():
        if not number or ply.player is None or engine is None:
            continue
        before = playout.plies[number - 1].position
        for viewer in range(playout.players):
            after = encode(engine.view(ply.position, viewer))
            for world in _worlds(playout, number - 1, viewer):
                world.chance = Chance(before.chance.key, before.chance.count)
                try:
                    theirs = engine.carry_out(world, ply.player, ply.move)
                except FOREIGN:  # in that world it is no legal move
                    continue
                if encode(engine.view(theirs.position, viewer)) == after:
                    yield number, viewer, ply.step, theirs


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
                for world in _worlds(playout, number, player):
                    if ours != _choice(subject, playout, kind, world, player):
                        fail(f"at ply {number}, bot {kind} chooses by what player {player} cannot see")


def _choice(subject: Subject, playout: Playout, kind: str, position: AnyPosition, player: int) -> bytes:
    _stir(playout, position)
    try:
        return encode(subject.choice(kind, playout.view_of(position, player), "peek"))
    except FOREIGN as error:  # another check says what it raises
        return type(error).__name__.encode()
