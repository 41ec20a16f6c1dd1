"""A match: moves, undo, previews and updates, and a history that nobody can reach from outside."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from typing import Any

import msgspec
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
from msgspec.structs import replace

from market import (
    Choose,
    Chosen,
    Drew,
    Duel,
    Echo,
    Lay,
    Market,
    Pass,
    Peek,
    Row,
    Rules,
    Secret,
    Shown,
    Take,
    Turned,
    market,
    play_on,
)
from tileyard import (
    BadOptions,
    BadPayload,
    BadPlayers,
    CannotUndo,
    Chance,
    Event,
    FastChance,
    Game,
    GameFault,
    IllegalMove,
    Match,
    MatchOver,
    Move,
    NoOptions,
    NotYourTurn,
    Reason,
    Result,
    Scored,
    StalePly,
    State,
    Struct,
    TileyardError,
    UsageError,
    Whisper,
)
from tileyard.ground.wire import decode, encode, to_builtins
from tileyard.play.record import Origin


def everything(match: Match) -> tuple[Any, ...]:
    """All that a match could have changed in."""
    viewers = (None, *range(match.players))
    return (
        match.ply,
        match.active,
        match.digest,
        match.record().to_json(),
        # How often a step was taken back shows in the branches alone.
        [encode([replace(update, branch=0) for update in match.updates(viewer)]) for viewer in viewers],
        [encode(match.legal(player)) for player in range(match.players)],
        match.can_undo(),
    )


def hand(match: Match, player: int = 0) -> list[int]:
    return match.view(player).seat.hand


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


OPENINGS: dict[str, tuple[dict[str, Any], type[TileyardError]]] = {
    "players": ({"players": 7}, BadPlayers),
    "an option": ({"players": 2, "options": {"turns": 9}}, BadOptions),
    "a number for a seed": ({"players": 2, "seed": 7}, UsageError),
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


@given(st.recursive(st.none() | st.integers() | st.text(), lambda s: st.lists(s) | st.dictionaries(st.text(), s)))
def test_no_move_raises_anything_else(move: Any) -> None:
    """Whatever somebody sends."""
    match = market()
    digest = match.digest
    with pytest.raises((BadPayload, IllegalMove)):
        match.play(0, move)
    assert (match.digest, match.ply) == (digest, 0)


@pytest.mark.parametrize("text", ["lay", '"lay"', "[1]"])
def test_a_word_in_place_of_a_move_is_said_to_have_been_read_as_json(text: str) -> None:
    """What is JSON of a move with something wrong in it is told by what is wrong alone."""
    with pytest.raises(BadPayload, match=r"^the move .* was read as JSON: ") as caught:
        play_on(market(), 3, 4).play(0, text)
    assert repr(text) in str(caught.value)
    with pytest.raises(BadPayload, match=r"^Expected `int`, got `str` \(at \$\.tile\)$"):
        play_on(market(), 3, 4).play(0, '{"type":"lay","tile":"1"}')


# -- faults of the rules -------------------------------------------------------------------------------


class Broken(Market):
    """The market, until something is put in the place of a verb."""


class FaultyError(Exception):
    """What a broken game raises."""


def fail(*_: Any) -> Any:
    raise FaultyError("it broke")


def half(self: Any, state: Any, move: Any, turn: Any) -> None:
    """Half of a move, and then."""
    Market.apply(self, state, move, turn)
    state.seats[0].hand.clear()
    state.vault.bag.clear()
    turn.award(0, 99, "lay")
    turn.chance.below(6)
    raise FaultyError("half way")


VERBS: dict[str, tuple[str, Any, Callable[[Match], Any]]] = {
    "apply": ("apply", half, lambda match: match.play(1, Pass())),
    "permits": ("permits", fail, lambda match: match.play(1, Pass())),
    "permits, in a preview": ("permits", fail, lambda match: match.preview(1, Pass())),
    "score": ("score", fail, lambda match: match.play(1, Pass())),
    "active": ("active", fail, lambda match: match.play(1, Pass())),
    "active, when asked": ("active", fail, lambda match: match.active),
    "legal": ("legal", fail, lambda match: match.legal(1)),
    "result": ("result", fail, lambda match: match.result),
    "estimate": ("estimate", fail, lambda match: match.standing()),
}


@pytest.mark.parametrize("name", VERBS)
def test_a_fault_of_the_rules_leaves_the_match_as_it_was(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a move is none; mended, the match goes on. Here the next pass is the last move."""
    verb, wrong, call = VERBS[name]
    match = Match(Broken(), 2, seed="7", options={"turns": 1})
    match.play(0, Pass())
    match.play(1, Lay(hand(match, 1)[0]))
    before = everything(match)
    monkeypatch.setattr(Broken, verb, wrong)
    with pytest.raises(GameFault) as caught:
        call(match)
    assert (caught.value.facts["game"], caught.value.facts["verb"]) == ("market", verb)
    assert caught.value.facts["cause"].startswith("FaultyError: ")
    monkeypatch.undo()
    assert everything(match) == before
    match.play(1, Pass())
    assert Match.replay(match.record(), Market()).digest == match.digest


ANSWERS: dict[str, tuple[Any, Callable[[Match], Any]]] = {
    "active": ([None, 3, "01", [0, 5], [True], [0.5], ["0"]], lambda match: Match(match.game, 2)),
    "permits": ([3, "no", [], Reason("no", allowed=(object(),))], lambda match: match.play(1, Pass())),
    "legal": ([None, 3, [], "pass", [Pass(), "pass"], [3]], lambda match: match.legal(1)),
    "result": ([None, [[0], [1]], Result(((0,), (5,)), ()), Result((0, 1), ())], lambda match: match.result),  # type: ignore[arg-type]
    "estimate": ([None, 3, {1, 2}, "12", [1], [1, 2, 3], [1, math.nan], ["1", "2"]], lambda match: match.standing()),
    "closed": ([None, 3, "seat.hand", [3]], lambda match: Match(match.game, 2)),
}


@pytest.mark.parametrize(("verb", "answer"), [(verb, answer) for verb, (all_, _) in ANSWERS.items() for answer in all_])
def test_an_answer_of_another_kind_is_a_fault_too(verb: str, answer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found where it is given, and not by whoever cannot make anything of it."""
    match = Match(Broken(), 2, seed="7")
    match.play(0, Pass())
    before = everything(match)
    monkeypatch.setattr(Broken, verb, lambda *_: answer)
    with pytest.raises(GameFault) as caught:
        ANSWERS[verb][1](match)
    assert (caught.value.facts["game"], caught.value.facts["verb"]) == ("market", verb)
    monkeypatch.undo()
    assert everything(match) == before


def test_a_fault_in_a_move_that_is_only_tried_is_no_preview(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may come of what is out of sight; whoever plays the move learns more."""
    match = Match(Broken(), 2, seed="7")
    before = everything(match)
    monkeypatch.setattr(Broken, "apply", half)
    assert match.preview(0, Pass()) is None
    monkeypatch.undo()
    assert everything(match) == before


def test_a_set_up_that_fails_makes_no_match() -> None:
    """And tells no observer."""
    seen = Witness()

    class Never(Market):
        def setup(self, turn: Any) -> Any:
            turn.chance.below(6)
            raise FaultyError("it broke")

    with pytest.raises(GameFault) as caught:
        Match(Never(), 2, observers=[seen])
    assert caught.value.facts["verb"] == "setup"
    assert seen.told == []


class Undeclared(Event):
    """An event the game does not declare."""


class Unsaid(Whisper):
    """A whisper the game does not declare."""


SPOILERS: dict[str, Callable[[Any, Any], Any]] = {
    "text for a number": lambda state, turn: state.table.row.append("x"),
    "a fraction": lambda state, turn: state.table.row.append(0.5),
    "true for a number": lambda state, turn: state.table.row.append(True),
    "a number beyond 64 bits": lambda state, turn: state.table.row.append(2**64),
    "a set": lambda state, turn: setattr(state.table, "row", {1}),
    "a tuple for a list": lambda state, turn: setattr(state.table, "row", (1,)),
    "an object": lambda state, turn: state.seats[0].hand.append(object()),
    "a key of another type": lambda state, turn: state.table.peeked.update({"0": [1]}),
    "deep in the vault": lambda state, turn: state.vault.bag.append(None),
    "half of a surrogate pair": lambda state, turn: state.table.row.append("\ud800"),
    "a score that is a fraction": lambda state, turn: turn.award(0, 0.5, "lay"),
    "an event that is not declared": lambda state, turn: turn.announce(Undeclared()),
    "an event with another type inside": lambda state, turn: turn.announce(Row(["x"])),
    "a whisper that is not declared": lambda state, turn: turn.whisper(0, Unsaid()),
    "a whisper to everybody": lambda state, turn: turn.announce(Drew(1, [])),
    "an award that is no reason": lambda state, turn: turn.award(0, 1, 7),
}


@pytest.mark.parametrize("name", SPOILERS)
def test_what_is_not_of_its_declared_type_never_gets_into_a_match(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It could not be saved, or would come back as something else."""

    def apply(self: Any, state: Any, move: Any, turn: Any) -> None:
        Market.apply(self, state, move, turn)
        SPOILERS[name](state, turn)

    match = play_on(Match(Broken(), 2, seed="7"), 3, 4)
    before = everything(match)
    monkeypatch.setattr(Broken, "apply", apply)
    with pytest.raises(GameFault) as caught:
        match.play(0, Pass())
    assert {"game": "market", "verb": "apply", "ply": 5}.items() <= caught.value.facts.items()
    assert "not of its declared types" in str(caught.value)
    monkeypatch.undo()
    assert everything(match) == before
    play_on(match)


def test_a_set_up_of_other_types_makes_no_match() -> None:
    """Deep inside a compartment, where only the wire would notice."""

    class Odd(Market):
        def setup(self, turn: Any) -> Any:
            state = super().setup(turn)
            state.seats[1].hand.append("x")
            return state

    with pytest.raises(GameFault) as caught:
        Match(Odd(), 2)
    assert {"verb": "setup", "ply": 0}.items() <= caught.value.facts.items()
    assert "seats[1].hand[3]" in str(caught.value)


def test_a_ctrl_c_in_the_middle_of_a_move_leaves_the_match_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """It can be saved then."""
    match = play_on(Match(Broken(), 2, seed="7"), 3, 4)
    before = everything(match)

    def interrupted(self: Any, state: Any, move: Any, turn: Any) -> None:
        state.table.row.append(1)
        raise KeyboardInterrupt

    monkeypatch.setattr(Broken, "apply", interrupted)
    with pytest.raises(KeyboardInterrupt):
        match.play(0, Pass())
    monkeypatch.undo()
    assert everything(match) == before


# -- undo ----------------------------------------------------------------------------------------------

UNDO: dict[str, tuple[Any, str]] = {
    "laid a tile": (None, ""),
    "turned a tile up": (Turned(), "the move showed what had been out of sight"),
    "drew": (Take(), "the move drew on chance"),
    "was told a secret": (Peek(), "the move told a player something in secret"),
    "passed the turn": (Pass(), "the turn has passed to another player"),
}


@pytest.mark.parametrize("name", UNDO)
def test_undo_is_refused_exactly_for_these_reasons(name: str) -> None:
    """Worked out from the step; the verdict says why."""
    move, why = UNDO[name]
    match = market()
    move = move or Lay(hand(match)[0])
    before = everything(match)
    match.play(0, move)
    after = everything(match)
    verdict = match.can_undo()
    assert (bool(verdict), verdict.ok, verdict.why) == (not why, not why, why)
    if not why:
        match.undo(ply=1)
        assert everything(match) == before
        match.play(0, move)
        assert everything(match) == after
        return
    with pytest.raises(CannotUndo) as caught:
        match.undo()
    assert caught.value.facts == {"why": why, "ply": 1}
    assert everything(match) == after


def test_the_set_up_cannot_be_undone() -> None:
    """Nor by undoing on and on."""
    match = market()
    tiles = hand(match)
    for tile in tiles:
        match.play(0, Lay(tile))
    for _ in tiles:
        match.undo()
    assert match.can_undo().why == "no move was made"
    with pytest.raises(CannotUndo):
        match.undo()
    assert everything(match) == everything(market())


def test_the_last_move_of_a_match_can_be_undone() -> None:
    """Nobody's turn is not another's; the final scoring goes with it, unless it showed what was closed."""
    match = market(options={"turns": 1})
    match.play(0, Pass())
    before = everything(match)
    match.play(1, Pass())
    assert match.over
    assert match.can_undo()
    match.undo()
    assert everything(match) == before
    closed = market(options={"turns": 1, "secret": True})
    closed.play(0, Pass())
    closed.play(1, Pass())
    assert closed.can_undo().why == "the move showed what had been out of sight"


def test_a_choice_among_several_cannot_be_undone_once_others_are_left() -> None:
    """The turn is with those who have not chosen; and once all have, everybody has seen what the others chose."""
    match = Match(Duel(), 2, seed="1")
    match.play(1, Choose(2))
    assert match.can_undo().why == "the turn has passed to another player"
    match.play(0, Choose(1))
    assert match.active == (0, 1)
    assert match.can_undo().why == "the move showed what had been out of sight"


def test_a_step_is_undone_at_its_ply_only() -> None:
    """Two clicks undo one step."""
    match = market()
    for tile in hand(match)[:2]:
        match.play(0, Lay(tile))
    match.undo(ply=2)
    with pytest.raises(StalePly) as caught:
        match.undo(ply=2)
    assert caught.value.facts == {"ply": 2, "current": 1}
    assert match.ply == 1


@given(st.integers(0, 500))
def test_undoing_and_playing_again_is_as_if_nothing_had_been(seed: int) -> None:
    """Wherever it is allowed; and it is exactly where the step says."""
    match, plain = market(str(seed)), market(str(seed))
    chance = FastChance(seed)
    while not plain.over:
        player = plain.active[0]
        move = chance.pick(plain.legal(player))
        plain.play(player, move)
        update = match.play(player, move)
        drew = match.record().entries[-1].drawn
        told = drew or update.whispers or isinstance(move, Turned)
        assert match.can_undo().ok == (not told and (match.over or player in match.active))
        if match.can_undo():
            match.undo()
            match.play(player, move)
    assert everything(match) == everything(plain)


@given(st.integers(0, 500), st.lists(st.booleans(), max_size=30))
def test_a_viewer_learns_whether_the_step_last_seen_still_stands(seed: int, undoing: list[bool]) -> None:
    """Against a history kept by hand: what was told is followed up exactly if it is still part of the match."""
    match, chance = market(str(seed)), FastChance(seed)
    standing = match.updates(0)
    told = standing[:]
    for undo in undoing:
        if undo and match.can_undo():
            match.undo()
            standing.pop()
        elif not match.over:
            player = match.active[0]
            match.play(player, chance.pick(match.legal(player)))
            standing.append(match.updates(0)[-1])
            told.append(standing[-1])
    assert (match.ply, match.branch) == (standing[-1].ply, standing[-1].branch)
    for update in told:
        # Two steps are one only if they were made at once.
        if any(update is kept for kept in standing):
            assert match.updates(0, update.ply, update.branch) == standing[update.ply + 1 :]
        else:
            with pytest.raises(StalePly):
                match.updates(0, update.ply, update.branch)
    assert match.updates(0, -1, branch=7) == standing


# -- previews ------------------------------------------------------------------------------------------


@given(st.integers(0, 500), st.integers(0, 20), st.sampled_from([Market, Duel]))
def test_a_preview_is_the_effect_and_changes_nothing(seed: int, plies: int, kind: Any) -> None:
    """Update and preview are the same, where there is one; there is none where chance or secrets come in."""
    match = play_on(Match(kind(), 2, seed=str(seed)), seed, plies)
    if match.over:
        return
    player = match.active[0]
    move = FastChance(seed).pick(match.legal(player))
    before = everything(match)
    preview = match.preview(player, to_builtins(move))
    assert everything(match) == before
    update = match.play(player, move)
    if preview is not None:
        assert (preview.events, preview.view, []) == (update.events, update.view, update.whispers)
        assert match.record().entries[-1].drawn == []
    else:
        assert type(move) is not Pass or update.events


def test_a_preview_belongs_to_whoever_asked() -> None:
    """Changed at will, the match does not notice."""
    match = market()
    before = everything(match)
    preview = match.preview(0, Lay(hand(match)[0]))
    assert preview is not None
    spoil(preview)
    assert everything(match) == before


# -- updates -------------------------------------------------------------------------------------------


@given(st.integers(0, 500), st.integers(0, 20))
def test_updates_are_what_was_told_at_the_time(seed: int, plies: int) -> None:
    """To the mover with the move, to all others on request; views as they were."""
    match = market(str(seed))
    told: dict[int | None, list[bytes]] = {viewer: [encode(match.updates(viewer))[1:-1]] for viewer in (None, 0, 1)}
    chance = FastChance(seed)
    for _ in range(plies):
        if match.over:
            break
        player = match.active[0]
        update = match.play(player, chance.pick(match.legal(player)))
        for viewer, list_ in told.items():
            (since,) = match.updates(viewer, since=match.ply - 1)
            list_.append(encode(since))
            assert since.view == match.view(viewer)
        assert told[player][-1] == encode(update)
    for viewer, list_ in told.items():
        for since in range(-1, match.ply + 1):
            assert [encode(update) for update in match.updates(viewer, since)] == list_[since + 1 :]


@pytest.mark.parametrize("since", [-2, 3, 100])
def test_updates_from_a_ply_that_is_not_there_are_refused(since: int) -> None:
    """A client that is ahead has missed an undo."""
    match = market()
    for tile in hand(match)[:3]:
        match.play(0, Lay(tile))
    match.undo()
    with pytest.raises(StalePly) as caught:
        match.updates(0, since)
    assert caught.value.facts == {"ply": since, "current": 2}
    assert match.updates(0, 2) == []


def test_whispers_reach_their_player_alone() -> None:
    """In updates as in the answer to the move; never a spectator."""
    match = market()
    first = match.play(0, Take())
    match.play(0, Pass())
    second = match.play(1, Peek())
    assert [type(whisper) for whisper in (*first.whispers, *second.whispers)] == [Drew, Drew]
    heard = {viewer: [update.whispers for update in match.updates(viewer)] for viewer in (None, 0, 1)}
    assert heard == {None: [[], [], [], []], 0: [[], first.whispers, [], []], 1: [[], [], [], second.whispers]}


def test_whispers_of_the_set_up_are_kept() -> None:
    """Everybody's own."""

    class Dealt(Market):
        def setup(self, turn: Any) -> Any:
            state = super().setup(turn)
            for player, seat in enumerate(state.seats):
                turn.whisper(player, Drew(seat.hand[0], seat.hand))
            turn.announce(Row([]))
            return state

    match = Match(Dealt(), 2, seed="7")
    for player in (0, 1):
        (update,) = match.updates(player)
        assert (update.ply, update.events, update.whispers) == (
            0,
            [Row([])],
            [Drew(hand(match, player)[0], hand(match, player))],
        )
    assert match.updates(None)[0].whispers == []
    assert not match.can_undo()


def test_an_event_shows_what_was_so_when_it_happened() -> None:
    """Lists that went on growing do not grow in it: the history is of its own."""
    match = market()
    tiles = hand(match)
    for tile in tiles:
        match.play(0, Lay(tile))
    rows = [event.row for update in match.updates(1) for event in update.events if isinstance(event, Row)]
    assert rows == [tiles[:1], tiles[:2], tiles[:3]]


@pytest.mark.parametrize("viewer", [-1, 2, True, "0"])
def test_there_is_no_such_viewer(viewer: Any) -> None:
    """Whatever is asked for."""
    match = market()
    for ask in (match.view, match.updates, match.legal):
        with pytest.raises(BadPlayers):
            ask(viewer)


@given(st.integers(0, 500), st.integers(0, 20))
def test_nobody_is_told_what_another_holds(seed: int, plies: int) -> None:
    """What a viewer gets is the same if all that is out of sight is swapped."""
    match = play_on(market(str(seed)), seed, plies)
    twin = Match.replay(match.record(), Market())
    for made in twin._plies:
        state = made.position.state
        state.vault.bag.reverse()
        state.vault.deck.reverse()
        state.seats[1].hand[:] = [tile + 100 for tile in state.seats[1].hand]
        made.position.chance.count += 1
    for viewer in (0, None):
        assert encode(twin.view(viewer)) == encode(match.view(viewer))
        assert [encode(update) for update in twin.updates(viewer)] == [encode(u) for u in match.updates(viewer)]
    assert twin.legal(0) == match.legal(0)


def test_updates_are_of_the_declared_wire_types() -> None:
    """Each event, each whisper, each view can be read back by itself."""
    match = play_on(market())
    game = match.game
    for viewer in (None, 0, 1):
        for update in match.updates(viewer):
            plain = msgspec.json.decode(encode(update))
            assert [decode(encode(e), game.update_events) for e in plain["events"]] == update.events
            assert [decode(encode(w), game.update_whispers) for w in plain["whispers"]] == update.whispers
            assert decode(encode(plain["view"]), game.types.view) == update.view


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


# -- nobody reaches the history from outside -----------------------------------------------------------


def spoil(value: Any) -> None:
    """Change everything inside that can be changed."""
    if isinstance(value, list):
        for part in value:
            spoil(part)
        value.append(value[0] if value else 1)
    elif isinstance(value, dict):
        for part in value.values():
            spoil(part)
        value["spoilt"] = 1
    elif isinstance(value, tuple):
        for part in value:
            spoil(part)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            spoil(getattr(value, name))
            if not value.__struct_config__.frozen and isinstance(getattr(value, name), int):
                setattr(value, name, 999)


HANDED_OUT: dict[str, Callable[[Match], Any]] = {
    "a view": lambda match: [match.view(0), match.view(None)],
    "updates": lambda match: [match.updates(0), match.updates(1), match.updates(None)],
    "the answer to a move": lambda match: match.play(match.active[0], Take()),
    "legal moves": lambda match: match.legal(match.active[0]),
    "scores": lambda match: match.scores,
    "the result": lambda match: match.result,
    "the record": lambda match: match.record(),
    "info": lambda match: match.info,
    "active players": lambda match: match.active,
}


@pytest.mark.parametrize("name", HANDED_OUT)
def test_what_is_handed_out_can_be_changed_at_will(name: str) -> None:
    """The match, its past and its future stay what they were."""
    match, twin = (play_on(market(scorers=[Echo()]), 3, 7) for _ in range(2))
    spoil(HANDED_OUT[name](match))
    HANDED_OUT[name](twin)
    assert everything(match) == everything(twin)
    assert everything(play_on(match)) == everything(play_on(twin))


def test_what_was_handed_in_can_be_changed_afterwards() -> None:
    """Options, move data and a record are not kept."""
    options: dict[str, Any] = {"turns": 1}
    data: dict[str, Any] = {"type": "lay", "tile": hand(market())[0]}
    match, twin = market(options=options), market(options={"turns": 1})
    options["turns"] = 3
    match.play(0, data)
    twin.play(0, dict(data))
    data["tile"] = 99
    assert everything(match) == everything(twin)
    record = match.record()
    again = Match.replay(record, Market())
    spoil(record)
    assert everything(again) == everything(twin)


def test_rules_that_keep_what_they_were_handed_reach_no_other_match() -> None:
    """What a careless game holds on to is no longer the match's."""
    kept: list[Any] = []

    class Careless(Market):
        def apply(self, state: Any, move: Any, turn: Any) -> None:
            super().apply(state, move, turn)
            row = Row(list(state.table.row))
            turn.announce(row)
            kept.append(row.row)

    match = play_on(Match(Careless(), 2, seed="7"), 3, 5)
    before = everything(match)
    for row in kept:
        row.append(99)
    assert everything(match) == before


# -- observers -----------------------------------------------------------------------------------------


class Witness:
    """Notes what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, Any, Any]] = []

    def match_started(self, match: Any, update: Any) -> None:
        self.told.append(("started", match, update))

    def move_played(self, match: Any, update: Any) -> None:
        self.told.append(("played", match, update))

    def match_finished(self, match: Any, update: Any) -> None:
        self.told.append(("finished", match, update))


def test_observers_are_told_of_each_commit_with_what_a_spectator_sees() -> None:
    """The start, every move, the end; nothing of refused moves and previews."""
    witness = Witness()
    match = market(options={"turns": 1}, observers=[witness], plugin=Origin("tileyard-market", "1"))
    match.preview(0, Pass())
    match.play(0, Take())
    with pytest.raises(TileyardError):
        match.play(1, Pass())
    match.play(0, Pass())
    match.play(1, Pass())
    assert [what for what, _, _ in witness.told] == ["started", "played", "played", "played", "finished"]
    assert [update.ply for _, _, update in witness.told] == [0, 1, 2, 3, 3]
    for _, info, update in witness.told:
        assert info == match.info
        assert update == match.updates(None)[update.ply]
        assert (update.view.player, update.view.seat, update.whispers) == (None, None, [])
    assert (match.info.game, match.info.plugin.name) == ("market", "tileyard-market")
    assert match.seed not in match.info.__struct_fields__


def test_each_observer_has_its_own_update() -> None:
    """One that writes on it disturbs neither the others nor the match."""

    class Vandal(Witness):
        def move_played(self, match: Any, update: Any) -> None:
            spoil(update)

    witness, twin = Witness(), market()
    match = market(observers=[Vandal(), witness])
    for each in (match, twin):
        each.play(0, Lay(hand(each)[0]))
    assert everything(match) == everything(twin)
    assert witness.told[1][2] == match.updates(None)[1]


def test_a_replay_is_told_to_nobody_but_what_follows_is() -> None:
    """It happened before."""
    witness = Witness()
    match = Match.replay(play_on(market(), 3, 4).record(), Market(), observers=[witness])
    assert witness.told == []
    match.play(match.active[0], Pass())
    assert [update.ply for _, _, update in witness.told] == [5]


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


class Go(Move):
    """The only move of the plainest game."""


class Count(Struct):
    n: int = 0


class Counter(Game[NoOptions, Count, Go]):
    id, title, players = "counter", "Counter", (1,)

    def setup(self, turn: Any) -> Any:
        return State(Count(), (None,))

    def active(self, table: Any) -> Any:
        return [0] if table.n < 3 else []

    def legal(self, view: Any) -> Any:
        return (Go(),)

    def apply(self, state: Any, move: Any, turn: Any) -> None:
        state.table.n += 1


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


def test_a_fault_of_an_open_game_is_told_by_a_preview(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is out of sight there."""
    match = Match(Counter(), 1, seed="1")
    monkeypatch.setattr(Counter, "apply", fail)
    with pytest.raises(GameFault):
        match.preview(0, Go())
    assert match.ply == 0
