"""A match: who may move what, simultaneous moves, the end, and all that a front end may do to it."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from market import Choose, Chosen, Duel, Lay, Market, Pass, Row, Rules, Secret, Shown, market, play_on
from matches import Count, Counter, Go, everything, hand, spoil
from tileyard import (
    BadOptions,
    BadPayload,
    BadPlayers,
    CannotUndo,
    Chance,
    IllegalMove,
    Match,
    MatchOver,
    NotYourTurn,
    Scored,
    StalePly,
    TileyardError,
    UsageError,
)
from tileyard.ground.wire import encode

# -- moves ---------------------------------------------------------------------------------------------


def test_a_new_match_is_at_ply_0() -> None:
    """With everything one asks of it."""
    match = market(options={"turns": 1})
    assert (match.ply, match.active, match.over, match.scores, match.players) == (0, (0,), False, [0, 0], 2)
    assert match.engine.options == Rules(turns=1)
    assert match.info == copy.deepcopy(match.info)
    assert "7" not in encode(match.info).decode().replace(match.commitment, "")


def test_a_move_may_be_given_as_an_object_or_as_data() -> None:
    """All three ways make the same match."""
    tile = hand(market())[0]
    data = {"type": "lay", "tile": tile}
    matches = []
    for move in (Lay(tile), data, encode(data), encode(data).decode()):
        match = market()
        update = match.play(0, move)
        assert update.events[0] == Lay(tile)
        matches.append(everything(match))
    assert matches.count(matches[0]) == 4


def test_a_seed_is_taken_from_the_system_if_none_is_given() -> None:
    """Another one each time; an empty text is a seed."""
    first, second = (Match(Duel(), 2) for _ in range(2))
    assert first.seed != second.seed
    assert Match(Duel(), 2, seed="").seed == ""
    assert first.commitment == Chance.from_seed(first.seed).commitment
    assert Match.replay(first.record(), Duel()).digest == first.digest


def test_a_number_is_a_seed_by_its_digits() -> None:
    """The match, and its record, have the text."""
    match = market(seed=7)  # type: ignore[arg-type]
    assert (match.seed, match.record()) == ("7", market(seed="7").record())
    assert Match(Duel(), 2, seed=-(10**30)).seed == f"-1{'0' * 30}"


def test_a_match_says_where_it_stands() -> None:
    """And neither its seed nor what is hidden."""
    match = Match(Duel(), 3, seed="a secret")
    assert repr(match) == "<Match: duel, 3 players, ply 0, active 0, 1, 2, scores [0, 0, 0]>"
    play_on(match)
    assert repr(match) == f"<Match: duel, 3 players, ply {match.ply}, over, scores {match.scores}>"


OPENINGS: dict[str, tuple[dict[str, Any], type[TileyardError]]] = {
    "players": ({"players": 7}, BadPlayers),
    "an option": ({"players": 2, "options": {"turns": 9}}, BadOptions),
    "half a number for a seed": ({"players": 2, "seed": 7.5}, UsageError),
    "a truth value for a seed": ({"players": 2, "seed": True}, UsageError),
    "more digits than Python writes": ({"players": 2, "seed": 10**5000}, UsageError),
    "half a surrogate pair": ({"players": 2, "seed": "\ud800"}, UsageError),
}


@pytest.mark.parametrize("name", OPENINGS)
def test_what_cannot_be_set_up_is_refused(name: str) -> None:
    """With the typed error."""
    how, kind = OPENINGS[name]
    with pytest.raises(kind):
        Match(Market(), **how)


REFUSED: dict[str, tuple[tuple[Any, ...], type[TileyardError], dict[str, Any]]] = {
    "not your turn": ((1, Pass()), NotYourTurn, {"player": 1, "active": [0]}),
    "a stranger": ((2, Pass()), BadPlayers, {"field": "player", "players": 2, "allowed": [0, 1]}),
    "a negative player": ((-1, Pass()), BadPlayers, {"field": "player", "players": -1, "allowed": [0, 1]}),
    "true": ((True, Pass()), BadPlayers, {"field": "player", "players": True, "allowed": [0, 1]}),
    "nobody": ((None, Pass()), NotYourTurn, {"player": None, "active": [0]}),
    "too late": ((0, Pass(), 3), StalePly, {"ply": 3, "current": 4}),
    "too early": ((0, Pass(), 5), StalePly, {"ply": 5, "current": 4}),
    "not in the hand": ((0, Lay(99)), IllegalMove, {"field": "tile", "rule": "MAR-1"}),
    "of another game": ((0, Choose(1)), IllegalMove, {"field": "type"}),
    "an event": ((0, Row([])), IllegalMove, {"field": "type"}),
    "nothing": ((0, None), IllegalMove, {"field": "type"}),
    "a list": ((0, [1]), IllegalMove, {"field": "type"}),
    "text in a field": ((0, Lay("1")), BadPayload, {"path": "$.tile", "field": "tile"}),  # type: ignore[arg-type]
    "true in a field": ((0, Lay(True)), BadPayload, {"path": "$.tile", "field": "tile"}),
    "an object in a field": ((0, Lay(object())), BadPayload, {"path": "$"}),  # type: ignore[arg-type]
    "more than 64 bits": ((0, Lay(2**64)), BadPayload, {"path": "$"}),
    "more than 64 bits in JSON": ((0, f'{{"type":"lay","tile":{2**70}}}'), BadPayload, {"path": "$"}),
    "data of another shape": ((0, {"type": "lay", "tile": [1]}), BadPayload, {"path": "$.tile", "field": "tile"}),
    "data of no move": ((0, {"type": "castle"}), BadPayload, {"path": "$.type", "field": "type"}),
    "data without a type": ((0, {"tile": 1}), BadPayload, {"path": "$", "field": "type"}),
    "no JSON": ((0, "lay 3"), BadPayload, {"path": "$", "field": ""}),
    "no UTF-8": ((0, b"\xff"), BadPayload, {"path": "$", "field": ""}),
    "deep JSON": ((0, "[" * 100_000), BadPayload, {"path": "$"}),
    "NaN": ((0, '{"type":"lay","tile":NaN}'), BadPayload, {"path": "$"}),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refused_move_changes_nothing(name: str) -> None:
    """And is refused with its facts; a preview of it likewise."""
    given_, kind, facts = REFUSED[name]
    match = play_on(market(), 3, 4)
    assert match.active == (0,)
    before = everything(match)
    with pytest.raises(kind) as caught:
        match.play(*given_)
    assert facts.items() <= caught.value.facts.items()
    assert "\n" not in str(caught.value)
    if len(given_) == 2:
        with pytest.raises(kind) as tried:
            match.preview(*given_)
        assert (str(tried.value), tried.value.facts) == (str(caught.value), caught.value.facts)
    assert everything(match) == before
    encode(caught.value.facts)


def test_after_the_end_nobody_may_move() -> None:
    """Whatever it is, the end is the reason."""
    match = play_on(market())
    before = everything(match)
    assert (match.over, match.active, match.legal(0)) == (True, (), [])
    for move in (Pass(), Lay(99), Choose(1)):
        with pytest.raises(MatchOver) as caught:
            match.play(0, move)
        assert caught.value.facts == {"ply": match.ply}
    assert everything(match) == before


def test_a_stale_ply_is_told_before_the_move_is_judged() -> None:
    """What was meant for another position need not be legal in this one."""
    match = market()
    match.play(0, Pass(), ply=0)
    with pytest.raises(StalePly) as caught:
        match.play(0, Pass(), ply=0)
    assert caught.value.facts == {"ply": 0, "current": 1}
    assert str(caught.value) == "the match is at ply 1, not 0"


# -- simultaneous moves --------------------------------------------------------------------------------


@given(st.permutations([0, 1, 2]), st.lists(st.integers(1, 3), min_size=3, max_size=3))
def test_all_who_may_choose_do_so_in_any_order(order: list[int], numbers: list[int]) -> None:
    """Nobody sees a choice before all have chosen, and the order makes no difference to the outcome."""
    match = Match(Duel(), 3, seed="1")
    for place, player in enumerate(order):
        assert match.active == tuple(sorted(order[place:]))
        update = match.play(player, Choose(numbers[player]))
        if place < 2:
            assert update.events == [Chosen(player)]
            assert match.view(player).seat == Secret(numbers[player])
            waiting = order[-1]
            assert match.updates(waiting, since=place)[0].events == [Chosen(player)]
            assert match.view(waiting) == Match.replay(match.record(), Duel()).view(waiting)
            with pytest.raises(NotYourTurn):
                match.play(player, Choose(1))
    assert update.events[:2] == [Chosen(order[-1]), Shown(tuple(numbers))]
    assert match.active == (0, 1, 2)
    assert match.view(None).table.shown == [tuple(numbers)]


# -- the end -------------------------------------------------------------------------------------------


@given(st.integers(0, 300))
def test_scores_are_the_sum_of_what_was_awarded(seed: int) -> None:
    """At every ply; and the result ranks everybody by them."""
    match = play_on(market(str(seed)), seed)
    sums = [0, 0]
    for update in match.updates(None):
        for event in update.events:
            if isinstance(event, Scored):
                sums[event.player] += event.points
        assert update.view.scores == sums
    assert match.scores == sums
    assert sorted(p for place in match.result.ranking for p in place) == [0, 1]
    assert [max(sums[p] for p in place) for place in match.result.ranking] == sorted(set(sums), reverse=True)


def test_the_result_before_the_end_is_by_the_present_scores() -> None:
    """All are first at the start."""
    match = market()
    assert match.result.ranking == ((0, 1),)
    match.play(0, Lay(hand(match)[0]))
    assert match.result.winners == (0,)


class Judged(Market):
    """Whoever holds much stands well, though nobody else sees it."""

    def estimate(self, state: Any, scores: Any) -> list[int]:
        return [score + 100 * len(seat.hand) for score, seat in zip(scores, state.seats, strict=True)]


def test_a_standing_counts_what_is_hidden_and_is_known_of_every_ply() -> None:
    match = Match(Judged(), 2, seed="7")
    assert match.standing() == [300, 300]
    tile = hand(match)[0]
    match.play(0, Lay(tile))
    assert match.standing() == match.standing(1) == [tile + 200, 300]
    assert match.standing(0) == [300, 300]
    assert market().standing() == [0, 0]
    for ply in (-1, 2):
        with pytest.raises(StalePly):
            match.standing(ply)


# -- all of it together --------------------------------------------------------------------------------


class Session(RuleBasedStateMachine):
    """A front end that does one thing after another, against a plain list of what should have happened."""

    @initialize(seed=st.integers(0, 99))
    def begin(self, seed: int) -> None:
        self.match = market(str(seed))
        self.past = [everything(self.match)]

    @precondition(lambda self: not self.match.over)
    @rule(number=st.integers(0, 99))
    def play(self, number: int) -> None:
        player = self.match.active[0]
        moves = self.match.legal(player)
        self.match.play(player, moves[number % len(moves)], ply=self.match.ply)
        self.past.append(everything(self.match))

    @rule(player=st.integers(-1, 3), tile=st.integers(50, 99))
    def refuse(self, player: int, tile: int) -> None:
        with pytest.raises(TileyardError):
            self.match.play(player, Lay(tile))

    @rule()
    def undo(self) -> None:
        if self.match.can_undo():
            self.match.undo()
            self.past.pop()
        else:
            with pytest.raises(CannotUndo):
                self.match.undo()

    @precondition(lambda self: not self.match.over)
    @rule(number=st.integers(0, 99))
    def preview(self, number: int) -> None:
        moves = self.match.legal(self.match.active[0])
        self.match.preview(self.match.active[0], moves[number % len(moves)])

    @rule()
    def save_and_load(self) -> None:
        self.match = Match.replay(type(self.match.record()).parse(self.match.record().to_json()), Market())

    @rule()
    def vandalise(self) -> None:
        spoil([self.match.view(0), self.match.updates(1), self.match.record()])

    @invariant()
    def all_is_as_it_should_be(self) -> None:
        if hasattr(self, "match"):
            assert everything(self.match) == self.past[-1]
            assert self.match.ply == len(self.past) - 1


def test_a_front_end_may_do_anything_in_any_order() -> None:
    """Play, undo, preview, save, load and vandalism; the match is always the sum of its moves."""
    run_state_machine_as_test(Session)


def test_the_plainest_game_is_a_match_too() -> None:
    """One player, one move without fields, no events, no points; lists for tuples and the other way round."""
    match = Match(Counter(), 1, seed="1")
    assert (match.active, match.legal(0)) == ((0,), [Go()])
    preview = match.preview(0, {"type": "go"})
    assert preview is not None
    assert preview.view.table == Count(1)
    play_on(match)
    assert (match.ply, match.active, match.scores, match.result.winners) == (3, (), [0], (0,))
    assert Match.replay(match.record(), Counter()).digest == match.digest
