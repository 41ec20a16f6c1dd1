"""Checks of how a game is played: set-up, moves, the end, and what must stay as it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tileyard.ground.chance import FastChance
from tileyard.ground.errors import FOREIGN, MatchOver, TileyardError
from tileyard.ground.wire import encode
from tileyard.play.turn import Turn
from tileyard.testing.cases import settings_of
from tileyard.testing.checks.base import Subject, check, fail
from tileyard.testing.playouts import Playout, refused
from tileyard.testing.shape import shared

THEME = "play"


@check
def sets_up(subject: Subject) -> None:
    """Demands that a match can be set up with every value of every option and every number of players. Settings that
    do not go together may be refused with ``BadOptions``, as long as each value can be had with some of them.

    Why: a variant nobody tried is the first thing somebody will.
    """
    game = subject.game
    settings = [{}, *(subject.options if subject.options is not None else settings_of(game))]
    had: set[str] = set()
    refusals: dict[str, str] = {}
    for players in subject.players:
        for options in settings:
            start = Playout(game, players, options, "0")
            wanted = {f"{players} players", *(f"{name}={value!r}" for name, value in options.items())}
            if start.fault is None:
                had |= wanted
            elif refused(start) and options:
                refusals |= {value: str(start.fault.error) for value in wanted}
            elif start.fault.ply == 0 and start.fault.verb == "setup":
                fail(f"with {players} players and options {options}, {start.fault}", start.case)
    if subject.drawing and not subject.pool():
        fail("no game could be drawn: whatever the options, set-up refuses them")
    for value, why in refusals.items():
        if value not in had:
            fail(f"{value} is declared but always refused: {why}")


@check
def ends_in_time(subject: Subject, playout: Playout) -> None:
    """Demands that the game is over after at most ``max_plies`` plies, however it is played.

    Why: a playout that never ends stops every bot, tournament and report.
    """
    bound = subject.game.max_plies
    if len(playout.plies) > bound + 1:
        fail(f"after {bound} plies, its max_plies, the game is not over")
    if not playout.going:
        return
    position = playout.engine.copy(playout.plies[-1].position)
    chance = playout.chance("end")
    for _ in range(bound - position.ply):
        movers = playout.engine.active(position)
        offered = [(mover, move) for mover in movers for move in _legal(playout, position, mover)]
        if not offered:
            return
        player, move = chance.pick(offered)
        try:
            playout.engine.step_in_place_unchecked(position, player, move, position.chance)
        except FOREIGN:  # another check says what the rules raised
            return
    if playout.engine.active(position):
        fail(f"after {bound} plies, its max_plies, the game is not over (played on at random from this case)")


def _legal(playout: Playout, position: Any, mover: int) -> list[Any]:
    try:
        return list(playout.game.legal(playout.view_of(position, mover)))
    except FOREIGN:
        return []


@check
def ends_when_nobody_is_active(subject: Subject, playout: Playout) -> None:
    """Demands that ``active`` names players who exist, each once, somebody at the start, and nobody exactly when the
    game is over: not even after the final scoring, and then every move is refused with ``MatchOver``.

    Why: all turn loops go by ``active`` alone.
    """
    game, engine = subject.game, playout.engine if playout.plies else None
    for number, ply in enumerate(playout.plies):
        if len(set(ply.active)) != len(ply.active) or not set(ply.active) <= set(range(playout.players)):
            fail(f"at ply {number}, active gives {list(ply.active)} for {playout.players} players")
        if number == 0 and not ply.active:
            fail("at ply 0, nobody is active: the game is over before it began")
        if not number or engine is None:
            continue
        before = engine.copy(playout.plies[number - 1].position)
        turn = Turn(playout.players, engine.options, before.chance, before.scores, ply.player or 0)
        game.apply(before.state, ply.move, turn)
        if not game.active(before.state.table) and ply.active:
            fail(f"at ply {number}, nobody was active, but after the final scoring {list(ply.active)} are")
        if ply.active and number < len(playout.plies) - 1:
            continue
        if not ply.active:
            _is_over(playout, number)


def _is_over(playout: Playout, number: int) -> None:
    last, earlier = playout.plies[number], playout.plies[number - 1]
    for player, moves in earlier.offers.items():
        for move in moves[:2]:
            try:
                playout.engine.check(last.position, player, move)
            except MatchOver:
                continue
            except TileyardError as error:
                fail(f"at ply {number}, the game is over, but a move is refused with {error.code}")
            fail(f"at ply {number}, the game is over, but player {player} may move")


@check
def pieces_are_conserved(subject: Subject, playout: Playout) -> None:
    """Demands that ``pieces`` gives the same pieces at every ply, wherever they lie.

    Why: a piece that is lost or doubled is the commonest slip in a rules file, and hard to see.
    """
    game = subject.game
    start: Counter[Any] | None = None
    for number, ply in enumerate(playout.plies):
        now = Counter(game.pieces(ply.position.state))
        start = now if start is None else start
        if now != start:
            lost, new = start - now, now - start
            what = [
                f"{count} x {piece!r} {verb}"
                for verb, some in (("lost", lost), ("new", new))
                for piece, count in some.items()
            ]
            fail(f"at ply {number}, pieces are not those of the start: {', '.join(what[:5])}")


@check
def invariants_hold(subject: Subject, playout: Playout) -> None:
    """Demands that ``invariants`` raises nothing at any ply.

    Why: it says what must always be so; a state that breaks it shows the slip where it happens.
    """
    for number, ply in enumerate(playout.plies):
        try:
            subject.game.invariants(playout.engine.copy(ply.position).state)
        except AssertionError as error:
            fail(f"at ply {number}, an invariant is broken: {error or 'AssertionError'}")


@check
def looking_changes_nothing(subject: Subject, playout: Playout) -> None:
    """Demands that ``legal``, ``permits``, ``sample``, ``guess``, the scene and bots leave the view they are handed as
    it is, and that what ``guess`` gives shares nothing with the view that can change.

    Why: inside a playout a view is the state's own table. Who writes on it changes the game. Bots make their moves in
    the state that was guessed.
    """
    for number, _ in playout.sampled(3):
        for viewer in playout.viewers:
            view = playout.view(number, viewer)
            before = encode(view)
            for verb, look in _looks(subject, playout, number, viewer):
                try:
                    given = look(view)
                except FOREIGN:  # another check says what it raises
                    continue
                if encode(view) != before:
                    fail(f"at ply {number}, {verb} has changed the view of {_who(viewer)}")
                if verb == "guess" and (part := shared(view, given)):
                    fail(f"at ply {number}, the guess for {_who(viewer)} shares {part} with the view; it needs a copy")


Look = Callable[[Any], Any]


def _looks(subject: Subject, playout: Playout, number: int, viewer: int | None) -> Iterator[tuple[str, Look]]:
    game, moves = subject.game, playout.plies[number].offers.get(-1 if viewer is None else viewer, [])
    if subject.scene is not None:
        yield "the scene", subject.scene
    if viewer is None:
        return
    chance = FastChance(number)
    looks: dict[str, Look] = {
        "guess": lambda view: game.guess(view, chance),
        "legal": game.legal,
        "permits": lambda view: game.permits(view, moves[0]),
        "sample": lambda view: game.sample(view, chance),
    }
    yield from looks.items()
    if moves:
        for kind in subject.bots:
            yield f"bot {kind}", partial(subject.choice, kind, seed="looking")


def _who(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"player {viewer}"
