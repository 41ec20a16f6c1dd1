"""Scorers: named in the header, bound once, and nothing but points."""

from __future__ import annotations

from typing import Any

import pytest

from market import Choose, Chosen, Duel, Echo, Lay, Market, Pass, Row, market, play_on
from tileyard import Engine, FastChance, GameFault, Match, ReplayDiverged, Scored, Scorer, ScorerFault, UsageError


class Watch(Scorer):
    """Notes what it is handed."""

    name = "watch"
    title = "Watch"

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def moved(self, table: Any, events: Any, turn: Any) -> None:
        self.seen.append((table.mover, events, turn.player))

    def finished(self, table: Any, turn: Any) -> None:
        self.seen.append((table.mover, turn.player))


def scored(match: Match, why: str) -> list[tuple[int, int, int]]:
    return [
        (update.ply, event.player, event.points)
        for update in match.updates(None)
        for event in update.events
        if type(event) is Scored and event.why == why
    ]


def test_a_match_is_scored_by_those_it_names_and_no_others() -> None:
    """Without them it plays as if they did not exist."""
    plain, echoed = market(), market(scorers=[Echo()])
    for match in (plain, echoed):
        match.play(0, Lay(match.view(0).seat.hand[0]))
        match.play(0, Pass())
    assert scored(echoed, "echo") == [(1, 0, 3)]
    assert echoed.scores == [plain.scores[0] + 3, plain.scores[1]]
    assert scored(plain, "echo") == []


def test_a_scorer_gets_the_public_table_and_the_events_of_the_move() -> None:
    """Never those of the last one, never what another scorer awards, never a secret."""
    watch = Watch()
    match = market(scorers=[Echo(), watch])
    tile = match.view(0).seat.hand[0]
    match.play(0, Lay(tile))
    match.play(0, Pass())
    assert watch.seen == [
        (0, (Lay(tile), Row([tile]), Scored(0, tile, "lay", (0,))), 0),
        (1, (), 0),
    ]


def test_a_scorer_is_asked_once_at_the_end() -> None:
    """After the game's own final scoring, when it is nobody's turn."""
    watch = Watch()
    match = market(options={"turns": 1}, scorers=[watch, Echo()])
    match.play(0, Pass())
    match.play(1, Pass())
    assert watch.seen == [(1, (), 0), (0, (), 1), (0, -1)]
    assert scored(match, "left") == [(2, 0, -3), (2, 1, -3)]
    assert scored(match, "end") == [(2, 0, 1), (2, 1, 1)]
    assert match.scores == [-2, -2]


def test_the_sum_of_awards_is_the_score() -> None:
    """Those of scorers among them."""
    match = play_on(Match(Duel(), 3, seed="1", scorers=[Echo()]))
    awards = [0, 0, 0]
    for update in match.updates(None):
        for event in update.events:
            if isinstance(event, Scored):
                awards[event.player] += event.points
    assert awards == match.scores


@pytest.mark.parametrize("seed", range(5))
def test_playouts_are_scored_as_matches_are(seed: int) -> None:
    """Step by step, in place, and all at once."""
    game = Duel()
    engine = Engine(game, 3, scorers=[Echo()])
    match = Match(game, 3, seed="x", scorers=[Echo()])
    stepped = engine.start(match._now.chance)
    chance = FastChance(seed)
    while active := match.active:
        move = chance.pick(match.legal(active[0]))
        stepped = engine.step(stepped, active[0], move)
        match.play(active[0], move)
    assert stepped.scores == match.scores
    played = engine.playout(FastChance(seed))
    assert (played.scores, played.state) == (match.scores, match._now.state)


def test_the_header_names_them_and_a_replay_needs_the_same() -> None:
    """In their order; by name, with what it should have been."""
    match = play_on(market(scorers=[Echo(), Watch()]))
    record = match.record()
    assert record.header.scorers == ("echo", "watch")
    assert Match.replay(record, Market(), scorers=[Echo(), Watch()]).digest == match.digest
    for others in ([], [Echo()], [Watch(), Echo()]):
        with pytest.raises(UsageError) as caught:
            Match.replay(record, Market(), scorers=others)
        assert caught.value.facts == {"field": "scorers", "allowed": ["echo", "watch"]}
    with pytest.raises(UsageError):
        Match.replay(market().record(), Market(), scorers=[Echo()])


def test_a_scorer_that_counts_otherwise_is_found_out() -> None:
    """At the first ply where it does."""

    class Double(Echo):
        def moved(self, table: Any, events: Any, turn: Any) -> None:
            super().moved(table, events * 2, turn)

    match = market(scorers=[Echo()])
    match.play(0, Pass())
    match.play(1, Lay(match.view(1).seat.hand[0]))
    with pytest.raises(ReplayDiverged) as caught:
        Match.replay(match.record(), Market(), scorers=[Double()])
    assert caught.value.facts == {"ply": 2, "cause": "rules"}


@pytest.mark.parametrize("verb", ["moved", "finished"])
def test_a_scorer_that_fails_leaves_the_match_as_it_was(verb: str) -> None:
    """And is named."""

    def fail(*_: Any) -> None:
        raise ZeroDivisionError("boom")

    scorer = Echo()
    setattr(scorer, verb, fail)
    match = Match(Duel(), 2, seed="1", scorers=[scorer])
    while match.ply < (5 if verb == "finished" else 0):
        match.play(match.active[0], Choose(2))
    before = (match.ply, match.digest, match.record())
    with pytest.raises(ScorerFault) as caught:
        match.play(match.active[0], Choose(2))
    ply, cause = match.ply + 1, "ZeroDivisionError: boom"
    assert str(caught.value) == f"scorer echo: {verb} failed at ply {ply}: {cause}"
    assert caught.value.facts == {"scorer": "echo", "game": "duel", "verb": verb, "ply": ply, "cause": cause}
    assert caught.value.code == "scorer_fault"
    assert not isinstance(caught.value, GameFault)
    assert (match.ply, match.digest, match.record()) == before
    assert [type(e) for u in match.updates(None) for e in u.events].count(Chosen) == match.ply


@pytest.mark.parametrize(("points", "where"), [(1, ("c5",)), (1.5, ())])
def test_what_a_scorer_awards_amiss_is_its_own_fault(points: Any, where: Any) -> None:
    """And not one of the move, which the game has carried out as it should."""

    class Careless(Scorer):
        name = "careless"
        title = "Careless"
        awards = {"careless": "carelessness"}

        def moved(self, table: Any, events: Any, turn: Any) -> None:
            turn.award(0, points, "careless", where)

    match = market(scorers=[Careless()])
    before = match.digest
    with pytest.raises(ScorerFault, match="scorer careless: moved failed at ply 1: BadPayload: Expected `int`"):
        match.play(0, Pass())
    assert (match.ply, match.digest) == (0, before)


def test_a_scorer_does_nothing_by_default() -> None:
    """Whatever it does not write."""

    class Quiet(Scorer):
        name = "quiet"
        title = "Quiet"

    assert play_on(market(scorers=[Quiet()])).digest == play_on(market()).digest
