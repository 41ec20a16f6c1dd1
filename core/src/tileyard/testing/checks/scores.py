"""Checks of points: where they come from and what they are for."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tileyard.ground.chance import Chance
from tileyard.ground.errors import TileyardError
from tileyard.ground.wire import encode
from tileyard.play import answers
from tileyard.play.engine import Engine, Step
from tileyard.play.preview import preview
from tileyard.play.scorer import Scorer
from tileyard.play.turn import Scored
from tileyard.testing.checks.base import Subject, check, fail
from tileyard.testing.playouts import Playout
from tileyard.testing.shape import integers

THEME = "scores"


@check
def scores_are_sums(playout: Playout) -> None:
    """Demands that at every ply each score is the sum of the ``Scored`` events so far: points come from ``turn.award``
    and from nowhere else.

    Why: then the question what points are for always has an answer.
    """
    sums = [0] * playout.players
    for number, ply in enumerate(playout.plies):
        for event in ply.step.events:
            if isinstance(event, Scored):
                sums[event.player] += event.points
        if ply.position.scores != sums:
            fail(f"at ply {number}, the scores are {ply.position.scores}, but {sums} were awarded")


@check
def reasons_are_declared(subject: Subject, playout: Playout) -> None:
    """Demands that the ``why`` of every award is a key of the game's ``awards``.

    Why: front ends show the text found there, in the reader's language.
    """
    awards = subject.game.awards
    for number, ply in enumerate(playout.plies):
        for event in ply.step.events:
            if isinstance(event, Scored) and event.why not in awards:
                fail(
                    f"at ply {number}, points are awarded for {event.why!r}; declared are {', '.join(awards) or 'none'}"
                )


@check
def places_are_on_the_board(playout: Playout) -> None:
    """Demands that every cell in the ``where`` of an award is one the game speaks of: a key of a dict or an index of a
    list on the table, or a whole number in a move made or on offer so far.

    Why: front ends light these cells up.
    """
    named: set[int] = set()
    for number, ply in enumerate(playout.plies):
        moves = [move for offered in ply.offers.values() for move in offered]
        for move in (*moves, *([ply.move] if ply.move is not None else [])):
            named.update(v for v in msgspec.structs.astuple(move) if type(v) is int)
        places = [e for e in ply.step.events if isinstance(e, Scored) and e.where]
        known = named | set(integers(ply.position.state.table)) if places else named
        for event in places:
            for cell in event.where:
                if type(cell) is not int or cell not in known:
                    fail(
                        f"at ply {number}, points for {event.why!r} are awarded at {cell!r}, which is not on the board"
                    )


@check
def previews_come_true(subject: Subject, playout: Playout) -> None:
    """Demands that what a preview promises is what the move then does, events and view; and in a game without secrets
    that every move which draws no chance can be previewed.

    Why: people decide by previews. They are worked out with all hidden things sealed, so they also show rules that
    quietly do something else when they cannot look.
    """
    for number, ply, player, move in playout.moves(8):
        try:
            step = playout.engine.carry_out(ply.position, player, move)
            found = preview(playout.engine, playout.view(number, player), move)
        except TileyardError:  # another check says what it raises
            continue
        if found is None:
            if subject.game.open and not step.drawn and not step.whispers:
                fail(f"at ply {number}, {move!r} draws no chance, but has no preview")
            continue
        if encode(found.events) != encode(step.events):
            fail(f"at ply {number}, {move!r} does {step.events}, but its preview promises {found.events}")
        if encode(found.view) != encode(playout.engine.view(step.position, player)):
            fail(f"at ply {number}, {move!r} leads to another view than its preview promises")


@check
def scorers_only_award(subject: Subject, playout: Playout) -> None:
    """Demands that each scorer offered for the game, named by a match, leaves the state as it would be without it,
    awards points for reasons in its ``awards`` alone, and the same points when the game is played again.

    Why: a match with scorers is saved, replayed and searched like any other.
    """
    for scorer in subject.scorers:
        awards = {**subject.game.awards, **scorer.awards}
        again = _scored(playout, scorer)
        for number, (ply, step) in enumerate(zip(playout.plies, _scored(playout, scorer), strict=True)):
            if encode(step.position.state) != encode(ply.position.state):
                fail(f"at ply {number}, scorer {scorer.name} has changed the state")
            reasons = (event.why for event in step.events if isinstance(event, Scored))
            if (why := next((why for why in reasons if why not in awards), None)) is not None:
                fail(f"at ply {number}, scorer {scorer.name} awards points for {why!r}, which it does not declare")
            if encode(next(again)) != encode(step):
                fail(f"at ply {number}, scorer {scorer.name} awards other points when the game is played again")


def _scored(playout: Playout, scorer: Scorer) -> Iterator[Step]:
    """The steps of a playout in a match that names the scorer."""
    engine = Engine(playout.game, playout.players, playout.options, [scorer])
    step = engine.begin(Chance.from_seed(playout.seed))
    yield step
    for ply in playout.plies[1:]:
        step = engine.carry_out(step.position, ply.player or 0, ply.move)
        yield step


@check
def estimates_are_numbers(subject: Subject, playout: Playout) -> None:
    """Demands that ``estimate`` gives a list of finite numbers, one for each player, and leaves the state and the
    scores as they are.

    Why: bots that look ahead compare these numbers, in states in which they then play on.
    """
    for number, ply in playout.sampled(8):
        position = playout.engine.copy(ply.position)
        given = subject.game.estimate(position.state, position.scores)
        try:
            answers.standing(given, playout.players)
        except (TypeError, ValueError) as error:
            fail(f"at ply {number}, of estimate: {error}")
        if encode(position) != encode(ply.position):
            fail(f"at ply {number}, estimate has changed the state or the scores")


@check
def results_rank_everybody(playout: Playout) -> None:
    """Demands that the result of a game that is over ranks each player once, and names only players as winners. There
    may be no winner.

    Why: tournaments, records and front ends go by the ranking.
    """
    if not playout.over:
        return
    last = playout.plies[-1].position
    result = playout.engine.result(last)
    ranked = [player for level in result.ranking for player in level]
    if sorted(ranked) != list(range(playout.players)) or not all(result.ranking):
        fail(f"the ranking is {result.ranking}, with {playout.players} players")
    if len(set(result.winners)) != len(result.winners) or not set(result.winners) <= set(ranked):
        fail(f"the winners are {result.winners}, with {playout.players} players")
