"""Checks that a game is a pure function: nothing kept, nothing mixed up, the same everywhere."""

from __future__ import annotations

import contextlib
import pickle
import sys
from collections.abc import Collection
from copy import deepcopy
from typing import Any, cast

from tileyard.ground.chance import Chance
from tileyard.ground.errors import FOREIGN
from tileyard.ground.wire import Frozen, Struct, digest, encode
from tileyard.play.engine import Step
from tileyard.play.game import Game
from tileyard.testing import fresh
from tileyard.testing.checks.base import Failed, Subject, check, fail
from tileyard.testing.playouts import AnyGame, Case, Playout, Unplayable, play

THEME = "play"


@check
def steps_are_pure(playout: Playout) -> None:
    """Demands that a step leaves the position it starts from as it is, gives the same when made again, and the same
    when made in place, on a copy or through a whole game.

    Why: bots, undo and replays all step from positions they keep.
    """
    engine = playout.engine if playout.plies else None
    for number, ply in enumerate(playout.plies[1:], 1):
        assert engine is not None
        start = playout.plies[number - 1].position
        before, wanted = encode(start), encode(ply.step)
        player = ply.player or 0
        if encode(_again(playout, number)) != wanted:
            fail(f"ply {number} comes out differently when {ply.move!r} is made again from the same position")
        if encode(start) != before:
            fail(f"at ply {number}, {ply.move!r} has changed the position it was made from")
        twin = engine.copy(start)
        engine.step_in_place_unchecked(twin, player, ply.move, twin.chance)
        if encode(twin) != encode(ply.position):
            fail(f"ply {number} comes out differently when {ply.move!r} is made in place")
    if engine is not None:
        _in_place(playout)


def _again(playout: Playout, number: int) -> Step:
    ply = playout.plies[number]
    return playout.engine.carry_out(playout.plies[number - 1].position, ply.player or 0, ply.move)


def _in_place(playout: Playout) -> None:
    """A game played on one state from its set-up on, twice: whatever set-up shares between games is changed by it."""
    for _ in range(2):
        position = playout.engine.start(Chance.from_seed(playout.seed))
        for ply in playout.plies[1:]:
            playout.engine.step_in_place_unchecked(position, ply.player or 0, ply.move, position.chance)
        if encode(position) != encode(playout.plies[-1].position):
            fail(f"ply {position.ply} comes out differently when the whole game is played in place")


@check
def replays_in_a_fresh_process(subject: Subject) -> None:
    """Demands that every drawn game comes out the same, ply by ply, in a process of its own with other hash seeds: the
    same positions, events, whispers, draws and moves on offer, in the same order.

    Why: a record is replayed on another machine on another day. What hangs on the order of a set, on the address
    of an object or on what happened before in the process differs there.
    """
    playouts = [playout for playout in subject.pool() if playout.plies]
    for hash_seed in (1, 2):
        try:
            found = fresh.digests_elsewhere(subject.game, [playout.case for playout in playouts], hash_seed)
        except ValueError as error:
            raise Failed(str(error)) from error
        for playout, theirs in zip(playouts, found, strict=True):
            ours = fresh.digests(playout)
            if ours != theirs:
                ply = next((i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), len(theirs))
                case = playout.case
                cut = Case(case.players, case.options, case.seed, case.choices[:ply])
                fail(f"ply {ply} comes out differently in a process with PYTHONHASHSEED={hash_seed}", cut)


@check
def game_never_changes(subject: Subject) -> None:
    """Demands that the game object and its class have the same attributes, with the same values, before and after games
    were played with it, and the modules of its package the same plain data in their globals. What was None may be made
    when it is first needed, and a dict, list or set may grow or be emptied, as a cache does.

    Why: one object serves every match of a server. Whatever changes belongs into the state.
    """
    game = subject.game
    playouts = subject.pool()
    before, kept = _contents(game), deepcopy(_globals(game))
    for playout in playouts[-6:]:
        again = play(game, playout.case)
        for number, ply in again.sampled(3):
            for player in ply.offers:
                _use(subject, again, number, player)
        after = _contents(game)
        for name in sorted(before.keys() | after.keys()):
            if before.get(name) != after.get(name):
                fail(f"playing has changed the attribute {name!r} of the game", playout.case)
        now = _globals(game)
        for name, value in kept.items():
            if _changed(value, now.get(name)):
                fail(f"playing has changed the global {name!r}, which belongs into the state", playout.case)


def _globals(game: AnyGame) -> dict[str, Any]:
    """The plain data among the globals of the modules that the game lies in, and of those beside and below them."""
    homes = {base.__module__ for base in type(game).__mro__ if issubclass(base, Game) and base is not Game}
    homes = {home.rpartition(".")[0] or home for home in homes}
    return {
        f"{module}.{name}": value
        for module, content in list(sys.modules.items())
        if any(f"{module}.".startswith(f"{home}.") for home in homes)
        for name, value in list(getattr(content, "__dict__", {}).items())
        if not name.startswith("__") and _plain(value)
    }


def _plain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(_plain(part) for pair in cast(dict[Any, Any], value).items() for part in pair)
    if isinstance(value, list | tuple | set | frozenset):
        return all(map(_plain, cast(Collection[Any], value)))
    if isinstance(value, Struct | Frozen):
        return all(_plain(getattr(value, name)) for name in value.__struct_fields__)
    return value is None or isinstance(value, bool | int | float | str | bytes)


def _changed(before: Any, after: Any) -> bool:
    """Whether anything has become something else; what is there in addition may be cached."""
    if before is None:
        return False
    if type(before) is not type(after):
        return True
    if isinstance(before, dict):
        one, other = cast(dict[Any, Any], before), cast(dict[Any, Any], after)
        return any(key in other and _changed(value, other[key]) for key, value in one.items())
    if isinstance(before, list):
        return any(map(_changed, cast(list[Any], before), cast(list[Any], after)))
    # One that is not equal to itself, as a NaN, has not changed either.
    return not (isinstance(before, set) or before is after or before == after)


def _use(subject: Subject, playout: Playout, number: int, player: int) -> None:
    game, chance = subject.game, playout.chance(f"use {number} {player}")
    view = playout.view(number, player)
    with contextlib.suppress(Exception):  # another check says what it raises
        game.legal(view)
        game.sample(view, chance)
        game.guess(view, chance)


def _contents(game: AnyGame) -> dict[str, bytes | int]:
    """The attributes of a game and its classes, by value where they can be written down and by identity otherwise."""
    own: list[type[Any]] = [base for base in reversed(type(game).__mro__) if issubclass(base, Game)]
    values: dict[str, Any] = {
        f"class {name}": value for base in own if base is not Game for name, value in vars(base).items()
    }
    values |= vars(game)
    found: dict[str, bytes | int] = {}
    for name, value in values.items():
        if name.startswith("class __"):
            continue
        try:
            found[name] = pickle.dumps(value)
        except FOREIGN:  # anything may be in there
            found[name] = id(value)
    return found


@check
def matches_do_not_mix(subject: Subject, playout: Playout) -> None:
    """Demands that two matches whose moves are made in turns come out as two played one after the other.

    Why: a server plays many matches with one game object.
    """
    case = playout.case
    other = play(subject.game, Case(case.players, case.options, f"{case.seed}+", case.choices[::-1]))
    if not playout.plies or not other.plies:
        return
    walks = [playout.walk(), other.walk()]
    going = list(zip(walks, (playout, other), strict=True))
    while going:
        for walk, alone in list(going):
            try:
                number, ply, match = next(walk)
            except StopIteration:
                going.remove((walk, alone))
                continue
            except Unplayable as error:
                # Alone it went that way, unless it never does.
                alone.match()
                fail(f"beside another match, {error}")
            if match.digest != digest(ply.position):
                fail(f"ply {number} comes out differently beside another match")
