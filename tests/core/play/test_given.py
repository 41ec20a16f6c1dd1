"""What callers hand over: natural slips are told at the door, with what would have been right."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from market import Echo, Lay, Market, Pass, Rules, market
from matches import Witness
from tileyard import BadOptions, BadPlayers, Chance, Engine, FastChance, Frozen, Match, Registry, UsageError, run


class Counted:
    """A whole number that is no int, as those of NumPy are."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


class Partial:
    """An observer that listens to moves alone, and an agent as a class."""

    def move_played(self, match: Any, update: Any) -> None: ...

    def choose(self, view: Any) -> Any:
        return Pass()


# What is done, the field that is named, and what the text says beside.
SLIPS: dict[str, tuple[Callable[[], Any], str, str]] = {
    "an entry of a registry": (lambda: Match(SimpleNamespace(game=Market()), 2), "game", "give its .game"),  # type: ignore[arg-type]
    "an id": (lambda: Engine("market", 2), "game", "new_match of tileyard.front.matches"),  # type: ignore[arg-type]
    "a class of games": (lambda: Match(Market, 2), "game", "Market is a class: make one of it"),  # type: ignore[arg-type]
    "no game": (lambda: Engine(None, 2), "game", "not None"),  # type: ignore[arg-type]
    "a game to replay": (lambda: Match.replay(market().record(), "market"), "game", "not 'market'"),  # type: ignore[arg-type]
    "a file to replay": (lambda: Match.replay("m.json", Market()), "record", "Record.load reads a file"),  # type: ignore[arg-type]
    "a stream of a bot": (lambda: Engine(Market(), 2).start(FastChance(1)), "chance", 'Chance.from_seed("7")'),  # type: ignore[arg-type]
    "a seed": (lambda: Engine(Market(), 2).begin("7"), "chance", 'Chance.from_seed("7")'),  # type: ignore[arg-type]
    "the name of a scorer": (lambda: Match(Market(), 2, scorers=["echo"]), "scorers", "Registry.scorers(game)"),  # type: ignore[list-item]
    "a class of scorers": (lambda: Engine(Market(), 2, scorers=[Echo]), "scorers", "Echo is a class"),  # type: ignore[list-item]
    "one scorer": (lambda: Engine(Market(), 2, scorers=Echo()), "scorers", "but a list"),  # type: ignore[arg-type]
    "a text of scorers": (lambda: Engine(Market(), 2, scorers="echo"), "scorers", "but a list"),  # type: ignore[arg-type]
    "one observer": (lambda: market(observers=Witness()), "observers", "but a list"),
    "half an observer": (lambda: market(observers=[Partial()]), "observers", "match_started, move_played, match_f"),
    "a class of observers": (lambda: market(observers=[Witness]), "observers", "Witness is a class"),
    "names of bots": (lambda: run(market(), ["greedy", "random"]), "agents", "make_bot of tileyard.front.bots"),  # type: ignore[list-item]
    "a text of bots": (lambda: run(market(), "12"), "agents", "but a list"),  # type: ignore[arg-type]
    "one agent": (lambda: run(market(), Partial()), "agents", "but a list"),  # type: ignore[arg-type]
    "a class of agents": (lambda: run(market(), [Partial, Partial]), "agents", "Partial is a class"),  # type: ignore[list-item]
    "a ply as text": (lambda: market().updates(0, "1"), "since", "not '1', but a whole number"),  # type: ignore[arg-type]
    "the name of a ply": (lambda: market().standing("0"), "ply", "not '0', but a whole number"),  # type: ignore[arg-type]
    "half a ply": (lambda: market().play(0, Pass(), ply=0.5), "ply", "not 0.5"),  # type: ignore[arg-type]
    "no ply": (lambda: market().undo(True), "ply", "not True"),
    "no candidates": (Registry, "candidates", "Registry.load() takes what is installed"),
    "a number of candidates": (lambda: Registry(5), "candidates", "but a list"),  # type: ignore[arg-type]
    "no agent": (lambda: run(market(), [Partial(), None]), "agents", "not None, but something with choose(view)"),  # type: ignore[list-item]
}


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_told_with_what_would_have_been_right(name: str) -> None:
    """As wrong use, by the field; nobody has to read a traceback to find out."""
    slip, field, hint = SLIPS[name]
    with pytest.raises(UsageError) as caught:
        slip()
    assert caught.value.facts == {"field": field}
    assert str(caught.value).startswith(f"{field}: not ")
    assert hint in str(caught.value)


@pytest.mark.parametrize("first", [Lay(1), {"type": "lay", "tile": 1}])
def test_a_move_in_the_place_of_its_player_is_told_as_that(first: Any) -> None:
    """The facts can be sent as JSON, whatever was given."""
    with pytest.raises(BadPlayers, match="players are 0 to 1, and come before the move") as caught:
        market().play(first, 0)
    assert caught.value.facts["players"] == f"{first!r}"


def test_other_slips_have_errors_of_their_own() -> None:
    """The options of another game, and a number of players as text."""

    class Others(Frozen):
        turns: int = 2

    with pytest.raises(BadOptions, match="got `Others`"):
        Engine(Market(), 2, Others())
    with pytest.raises(BadPlayers, match="not '2'"):
        Engine(Market(), "2")  # type: ignore[arg-type]


def test_what_is_right_is_taken() -> None:
    """From any iterable; an engine says what it is made of."""
    engine = Engine(Market(), 2, Rules(turns=1), iter([Echo()]))
    assert repr(engine) == "<Engine: market, 2 players, Rules(turns=1, secret=False, name=''), scorers ['echo']>"
    assert run(market(options={"turns": 1}, observers=iter([Witness()])), iter([Partial()] * 2)).over  # type: ignore[arg-type]
    assert engine.start(Chance.from_seed("7")).ply == 0


def test_numbers_of_other_libraries_are_numbers() -> None:
    """A player, a seed, a ply and how many play: what is kept of them is plain."""
    given: Any = Counted
    match = Match(Market(), given(2), seed=given(7))
    assert match.play(given(0), Pass(), ply=given(0)).view == match.view(0)
    assert match.legal(given(1)) == match.legal(1)
    assert match.updates(given(1), given(0)) == match.updates(1, 0)
    assert match.standing(given(1)) == match.standing()
    other = Match(Market(), 2, seed="7")
    other.play(0, Pass())
    assert match.record().to_json() == other.record().to_json()
    with pytest.raises(BadPlayers) as caught:
        match.view(given(2))
    assert caught.value.facts["players"] == 2
