"""The verbs of a game, asked: what they raise or answer amiss is a fault of the game and changes nothing."""

from __future__ import annotations

import copy
import math
import traceback
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from market import DuelTable, Lay, Market, Pass, Seat, Secret, Table, Vault, play_on
from matches import Broken, FaultyError, Witness, everything, fail, half, hand
from tileyard import BadOptions, Chance, Engine, GameFault, IllegalMove, Match, Reason, Result, State

# -- asked by an engine --------------------------------------------------------------------------------


def broken(verb: str, error: BaseException | None = None) -> Engine:
    """The market, with one verb that raises once it is switched on."""

    class Switched(Market):
        on = False

    def asked(self: Any, *given_: Any) -> Any:
        if type(self).on:
            raise error or FaultyError("it broke")
        return getattr(Market, verb)(self, *given_)

    setattr(Switched, verb, asked)
    return Engine(Switched(), 2, {"turns": 1})


CALLS: dict[str, Any] = {
    "setup": lambda engine, position: engine.start(Chance.from_seed("1")),
    "active": lambda engine, position: engine.active(position),
    "legal": lambda engine, position: engine.legal(position, 0),
    "permits": lambda engine, position: engine.check(position, 0, Pass()),
    "apply": lambda engine, position: engine.step(position, 0, Pass()),
    "score": lambda engine, position: engine.step(engine.step(position, 0, Pass()), 1, Pass()),
    "result": lambda engine, position: engine.result(position),
    "closed": lambda engine, position: Engine(engine.game, 2),
}
PLIES = {"apply": 1, "score": 2}


@pytest.mark.parametrize("verb", CALLS)
def test_what_a_verb_raises_is_a_fault_of_the_game(verb: str) -> None:
    """With the verb, the ply and the cause; the position is as it was."""
    engine = broken(verb)
    position = engine.start(Chance.from_seed("7"))
    before = copy.deepcopy(position)
    type(engine.game).on = True  # type: ignore[attr-defined]
    with pytest.raises(GameFault) as caught:
        CALLS[verb](engine, position)
    ply = PLIES.get(verb, 0)
    fault = caught.value.__cause__
    assert type(fault) is FaultyError
    line = traceback.extract_tb(fault.__traceback__)[-1].lineno
    # What these two are handed holds the secrets of all, so that nothing it says is told.
    cause = f"FaultyError (test_verbs.py:{line})" if verb in ("apply", "score") else "FaultyError: it broke"
    assert caught.value.facts == {"game": "market", "verb": verb, "ply": ply, "cause": cause}
    assert str(caught.value) == f"market.{verb} failed at ply {ply}: {cause}"
    assert position == before


@pytest.mark.parametrize("verb", CALLS)
def test_a_verb_that_would_end_the_program_does_not(verb: str) -> None:
    """``sys.exit`` in the rules is a fault like others; Ctrl-C is none."""
    for error, raised in ((SystemExit(0), GameFault), (KeyboardInterrupt(), KeyboardInterrupt)):
        engine = broken(verb, error)
        position = engine.start(Chance.from_seed("7"))
        type(engine.game).on = True  # type: ignore[attr-defined]
        with pytest.raises(raised):
            CALLS[verb](engine, position)


@pytest.mark.parametrize("step", ["step", "carry_out"])
def test_a_fault_after_the_move_is_not_blamed_on_it(step: str) -> None:
    """``active`` asked after the move is ``active``."""

    class Late(Market):
        def active(self, table: Table) -> tuple[int, ...]:
            if table.row:
                raise FaultyError("it broke")
            return super().active(table)

    engine = Engine(Late(), 2)
    position = engine.start(Chance.from_seed("7"))
    with pytest.raises(GameFault) as caught:
        getattr(engine, step)(position, 0, Lay(position.state.seats[0].hand[0]))
    assert caught.value.facts["verb"] == "active"
    assert position.state.table.row == []


@pytest.mark.parametrize("answer", [None, 3, "01", [0, 5], [True]])
def test_who_may_move_next_is_made_sure_of_in_every_step_that_is_told(answer: Any) -> None:
    """From the set-up on; the position the step was made from is as it was."""

    class Straying(Market):
        strays = 1

        def active(self, table: Table) -> Any:
            return answer if len(table.row) >= self.strays else super().active(table)

    engine = Engine(Straying(), 2)
    position = engine.start(Chance.from_seed("7"))
    before = copy.deepcopy(position)
    with pytest.raises(GameFault) as caught:
        engine.carry_out(position, 0, Lay(position.state.seats[0].hand[0]))
    assert {"verb": "active", "ply": 1}.items() <= caught.value.facts.items()
    assert position == before
    Straying.strays = 0
    with pytest.raises(GameFault) as caught:
        engine.begin(Chance.from_seed("7"))
    assert {"verb": "active", "ply": 0}.items() <= caught.value.facts.items()


def test_errors_of_the_kernel_in_the_rules_are_faults_too() -> None:
    """A bag that is empty is no wrong use by whoever plays; options that do not go together are bad options."""

    class Refusing(Market):
        error: Exception = BadOptions("not with two", field="turns")

        def setup(self, turn: Any) -> Any:
            raise self.error

    with pytest.raises(BadOptions):
        Engine(Refusing(), 2).start(Chance.from_seed("1"))
    Refusing.error = IllegalMove("nothing left")
    with pytest.raises(GameFault) as caught:
        Engine(Refusing(), 2).start(Chance.from_seed("1"))
    assert caught.value.facts["cause"] == "IllegalMove: nothing left"


def test_a_result_that_sorts_the_scores_changes_nobodys() -> None:
    """They are its own list."""

    class Sorting(Market):
        def result(self, table: Any, scores: Any) -> Any:
            scores.sort()
            return super().result(table, scores)

    engine = Engine(Sorting(), 2)
    position = engine.start(Chance.from_seed("7"))
    position.scores[:] = [2, 1]
    engine.result(position)
    assert position.scores == [2, 1]


WRONG_STATES: dict[str, Any] = {
    "nothing": None,
    "no state": (Table([]), (Seat([]), Seat([])), Vault([], [])),
    "another table": State(DuelTable([]), (Seat([]), Seat([])), Vault([], [])),
    "another seat": State(Table([]), (Seat([]), Secret()), Vault([], [])),
    "no seat": State(Table([]), (Seat([]), None), Vault([], [])),
    "a seat too few": State(Table([]), (Seat([]),), Vault([], [])),
    "a list of seats": State(Table([]), [Seat([]), Seat([])], Vault([], [])),  # type: ignore[arg-type]
    "no vault": State(Table([]), (Seat([]), Seat([]))),
    "a vault for a table": State(Vault([], []), (Seat([]), Seat([])), Vault([], [])),
}


@pytest.mark.parametrize("name", WRONG_STATES)
def test_the_set_up_must_give_the_declared_compartments(name: str) -> None:
    """Nothing would go wrong before the first save."""

    class Wrong(Market):
        def setup(self, turn: Any) -> Any:
            return WRONG_STATES[name]

    with pytest.raises(GameFault) as caught:
        Engine(Wrong(), 2).start(Chance.from_seed("1"))
    cause = "TypeError: it must return a State of its declared types, with one seat for each player"
    assert caught.value.facts == {"game": "market", "verb": "setup", "ply": 0, "cause": cause}


# -- asked by a match ----------------------------------------------------------------------------------


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
    assert caught.value.facts["cause"].startswith("FaultyError")
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


# -- faults that are told already ----------------------------------------------------------------------


@pytest.mark.parametrize("verb", CALLS)
def test_a_fault_that_names_its_game_is_told_as_it_is(verb: str) -> None:
    """Such as that of a data file: who wraps it would blame a verb."""
    told = GameFault("the tiles of market cannot be read", game="market", field="tiles")
    engine = broken(verb, told)
    position = engine.start(Chance.from_seed("7"))
    type(engine.game).on = True  # type: ignore[attr-defined]
    with pytest.raises(GameFault) as caught:
        CALLS[verb](engine, position)
    assert (caught.value, caught.value.__cause__) == (told, None)


def test_options_that_raise_what_they_like_are_a_fault_of_the_game() -> None:
    """Their own checks are other people's code too; what is told by an error of ours is left as it is."""

    class Reading(Market):
        error: BaseException = KeyError("luck")

        def read_options(self, given: Any = None, *, lax: bool = False) -> Any:
            raise self.error

    for ask in (lambda: Engine(Reading(), 2), lambda: Match(Reading(), 2)):
        with pytest.raises(GameFault, match=r"market\.options failed: KeyError: 'luck'") as caught:
            ask()
        assert caught.value.facts == {"game": "market", "verb": "options", "cause": "KeyError: 'luck'"}
    Reading.error = BadOptions("not these", field="luck")
    with pytest.raises(BadOptions, match="not these"):
        Engine(Reading(), 2)


@pytest.mark.parametrize(
    "wrong",
    [
        {"note": None},
        {"note": 3},
        {"note": "half \ud800"},
        {"detail": "1"},
        {"detail": ((1.5,),)},
        {"detail": None},
    ],
)
def test_all_of_a_result_is_of_its_declared_types(wrong: dict[str, Any]) -> None:
    """What stands beside the ranking is sent and saved with it."""

    class Noting(Market):
        def result(self, table: Any, scores: Any) -> Result:
            return replace(super().result(table, scores), **wrong)

    with pytest.raises(GameFault, match=r"market\.result failed at ply 0: TypeError: it gave a Result that is not"):
        _ = Match(Noting(), 2).result
