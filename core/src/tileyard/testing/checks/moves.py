"""Checks of moves: what is on offer, what is accepted, and what is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tileyard.ground.errors import FOREIGN, BadPayload, GameFault, IllegalMove, MatchOver, NotYourTurn, TileyardError
from tileyard.ground.wire import decode, encode, members, to_builtins
from tileyard.play.state import Reason
from tileyard.testing.blame import raised
from tileyard.testing.checks.base import Subject, check, fail
from tileyard.testing.playouts import Playout, spread
from tileyard.testing.shape import mutants

THEME = "play"


@check
def movers_have_moves(playout: Playout) -> None:
    """Demands that every active player has at least one move, and that a move of anybody else is refused with
    ``NotYourTurn``. Rules in which a player may be stuck need a move that passes, or skip the player.

    Why: a player who is asked and can do nothing blocks the match for all.
    """
    for number, ply in enumerate(playout.plies):
        for player in ply.active:
            if player in ply.offers and not ply.offers[player]:
                fail(f"at ply {number}, player {player} is active but has no move")
        moves = [move for offered in ply.offers.values() for move in offered[:1]]
        for player in set(range(playout.players)) - set(ply.active) if moves else ():
            try:
                playout.engine.check(ply.position, player, moves[0])
            except NotYourTurn:
                continue
            fail(f"at ply {number}, it is not the turn of player {player}, whose move is accepted")


@check
def moves_are_distinct(playout: Playout) -> None:
    """Demands that ``legal`` lists no move twice.

    Why: a move listed twice is twice as likely for a random player, and twice as long to search.
    """
    for number, ply in enumerate(playout.plies):
        for player, moves in ply.offers.items():
            if len(moves) > 1:
                twice, count = Counter(map(encode, moves)).most_common(1)[0]
                if count > 1:
                    fail(f"at ply {number}, player {player} is offered {twice.decode()} {count} times")


@check
def moves_keep_their_order(subject: Subject, playout: Playout) -> None:
    """Demands that ``legal`` gives the same list, in the same order, when asked again and when the view was saved as
    JSON and loaded.

    Why: seeded players choose by place in the list; a match resumed from a file must go on as it would have.
    """
    game = subject.game
    for number, ply in playout.sampled(30):
        for player, moves in ply.offers.items():
            view = playout.view(number, player)
            wanted = encode(moves)
            if encode(list(game.legal(view))) != wanted:
                fail(f"at ply {number}, legal gives player {player} another list when asked again")
            try:
                loaded = decode(encode(view), game.types.view)
            except (TileyardError, TypeError, ValueError):
                continue
            if encode(list(game.legal(loaded))) != wanted:
                fail(f"at ply {number}, legal gives player {player} another list once the view was saved and loaded")


@check
def permits_what_is_legal(subject: Subject, playout: Playout) -> None:
    """Demands that ``permits`` allows every move that ``legal`` lists and gives a reason against every other, never
    raising: tried with moves slightly changed, and with those of other players and other times.

    Why: the engine asks ``permits``, people and bots are shown ``legal``; the two must be one rule.
    """
    game = subject.game
    for number, ply in playout.sampled(12):
        for player, moves in ply.offers.items():
            view = playout.view(number, player)
            for move in spread(moves, 40):
                reason = game.permits(view, move)
                if reason is not None:
                    fail(f"at ply {number}, player {player} is offered {move!r}, which is refused: {reason}")
            for move in _others(playout, number, player, 40):
                reason = game.permits(view, move)
                if type(reason) is not Reason:
                    fail(f"at ply {number}, player {player} is not offered {move!r}, but permits gives {reason!r}")


def _others(playout: Playout, number: int, player: int, most: int) -> Iterator[Any]:
    """Moves that ``player`` is not offered at a ply: changed ones, those of others, those of other times."""
    offers = playout.plies[number].offers
    legal = {encode(move) for move in offers[player]}
    foreign = [move for other, moves in offers.items() if other != player for move in spread(moves, 4)]
    foreign += [move for ply in playout.plies for moves in ply.offers.values() for move in spread(moves, 2)]
    changed = [mutant for move in spread(offers[player], 5) for mutant in mutants(move)]
    seen = legal
    for move in (*spread(changed, most // 2), *spread(foreign, most // 2)):
        key = encode(move)
        if key not in seen:
            seen.add(key)
            yield move


@check
def samples_are_legal(subject: Subject, playout: Playout) -> None:
    """Demands that ``sample`` gives a move that ``legal`` lists, whatever the chance.

    Why: playouts trust it unasked.
    """
    for number, ply in playout.sampled(20):
        for player, moves in ply.offers.items():
            chance = playout.chance(f"sample {number} {player}")
            for _ in range(4 if moves else 0):
                move = subject.game.sample(playout.view(number, player), chance)
                if move not in moves:
                    fail(f"at ply {number}, sample gives player {player} {move!r}, which is not legal")


@check
def legal_moves_apply(playout: Playout) -> None:
    """Demands that ``setup``, ``active`` and ``legal`` raise nothing, that every move on offer can be carried out,
    and that ``score`` can follow it.

    Why: what is offered must be playable.
    """
    fault = playout.fault
    if fault is not None and not _is_refusal(fault.error):
        fail(str(fault))
    for number, ply, player, move in playout.moves(12):
        after = playout.engine.copy(ply.position)
        try:
            playout.engine.step_in_place_unchecked(after, player, move, after.chance)
        except FOREIGN as error:
            fail(f"at ply {number}, {move!r} of player {player} raises {raised(error)}")


def _is_refusal(error: BaseException) -> bool:
    """Whether the move was not carried out because ``permits`` did not allow it: another check's concern."""
    return isinstance(error, IllegalMove) or (isinstance(error, GameFault) and error.facts.get("verb") == "permits")


@check
def refuses_other_moves(playout: Playout) -> None:
    """Demands that a match refuses moves that are not on offer (changed, foreign, of the wrong shape) with
    ``IllegalMove``, ``BadPayload`` or ``NotYourTurn``, and is afterwards as it was, to the byte.

    Why: people and programs send anything. A refusal that leaves a trace is a way to cheat.
    """
    spots = {number for number, _ in playout.sampled(3)}
    for number, ply, match in playout.walk():
        if number not in spots:
            continue
        before = (match.digest, encode(match.record()))
        for player, moves in ply.offers.items():
            wrong = [*_others(playout, number, player, 12), *(_misshapen(moves[0]) if moves else ())]
            for move in wrong:
                try:
                    match.play(player, move)
                except (IllegalMove, BadPayload, NotYourTurn, MatchOver):
                    if (match.digest, encode(match.record())) == before:
                        continue
                    fail(f"at ply {number}, {move!r} is refused, but has changed the match")
                fail(f"at ply {number}, player {player} is not offered {move!r}, but it is accepted")


def _misshapen(move: Any) -> Iterator[dict[str, Any]]:
    """A move's plain data with a field too many, too few, or of no known type."""
    plain: dict[str, Any] = to_builtins(move)
    yield plain | {"no-such-field": 1}
    yield plain | {"type": "no such move"}
    for name in list(members(move))[:2]:
        yield plain | {name: {"no": "such value"}}
