"""What follows from a game's declaration: types, options, numbers of players, defaults."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from market import (
    Choose,
    Drew,
    Duel,
    DuelTable,
    Lay,
    Market,
    Pass,
    Peek,
    Row,
    Rules,
    Seat,
    Secret,
    Table,
    Take,
    Turned,
    Vault,
    market,
    play_on,
)
from tileyard import (
    BadOptions,
    BadPlayers,
    Engine,
    Event,
    FastChance,
    Frozen,
    Game,
    GameFault,
    Move,
    NoOptions,
    Result,
    RulesMismatch,
    Scored,
    State,
    Struct,
)
from tileyard.ground.wire import decode, encode


class Inner(Struct):
    numbers: list[int] = []


class Wide(Frozen):
    size: Annotated[int, msgspec.Meta(ge=1, le=9)] = 3
    tiles: Literal["few", "many"] = "few"
    board: Literal["own"] | Inner = "own"
    title: str = ""
    open: bool = False


class Plain(Game[Wide, Table, Pass]):
    id, title, players = "plain", "Plain", (2, 4)

    def setup(self, turn: Any) -> State[Table]:
        return State(Table([1]), (None,) * turn.players)

    def active(self, table: Table) -> tuple[int, ...]:
        return (table.mover,) if table.turns < 2 else ()

    def legal(self, view: Any) -> list[Pass]:
        return [Pass()]

    def apply(self, state: Any, move: Pass, turn: Any) -> None:
        state.table.turns += 1


# -- the declaration -----------------------------------------------------------------------------------


def test_the_header_names_the_types() -> None:
    """Seat and vault are None where they are not named."""
    types = Market.types
    assert (types.options, types.table, types.seat, types.vault) == (Rules, Table, Seat, Vault)
    assert types.moves == (Lay, Take, Peek, Turned, Pass)
    assert (Plain.types.seat, Plain.types.vault, Plain.types.moves) == (None, None, (Pass,))
    assert (Duel.types.seat, Duel.types.vault) == (Secret, None)


def test_a_variant_inherits_the_types() -> None:
    """A subclass of a game without a header of its own."""

    class Quick(Market):
        id = "quick"

    assert Quick.types == Market.types
    assert play_on(market()).digest == play_on(type(market())(Quick(), 2, seed="7")).digest


def test_a_game_is_open_without_seats_and_vault() -> None:
    """One of them is enough for secrets."""
    assert [game.open for game in (Plain(), Duel(), Market())] == [True, False, False]


def test_a_sample_of_its_own_is_noticed_wherever_it_comes_from() -> None:
    """Also from a class that is mixed in and no game itself."""

    class Sampling:
        def sample(self, view: Any, chance: Any) -> Pass:
            return Pass()

    class Mixed(Sampling, Plain):
        pass

    class Own(Plain):
        def sample(self, view: Any, chance: Any) -> Pass:
            return Pass()

    class Grandchild(Own):
        pass

    assert [kind.has_sample for kind in (Plain, Mixed, Own, Grandchild)] == [False, True, True, True]
    assert not any(kind.has_score for kind in (Plain, Mixed, Own, Grandchild))
    assert type("Ends", (Plain,), {"score": lambda self, state, turn: None}).has_score


def test_all_that_may_be_told_is_known() -> None:
    """Moves that are events, declared events, awards; each once."""
    game = Market()
    assert game.event_types == (Lay, Row, Scored)
    for event in (Lay(1), Row([1]), Scored(0, 1, "lay")):
        assert decode(encode(event), game.update_events) == event
    assert decode(encode(Drew(1, [])), game.update_whispers) == Drew(1, [])
    assert Plain().update_whispers is None


def test_wire_types_are_those_of_the_game() -> None:
    """A position, a state and a view read strictly."""
    match = market()
    types = match.game.types
    assert decode(encode(match._now), types.position) == match._now
    assert decode(encode(match._now.state), types.state) == match._now.state
    assert decode(encode(match.view(1)), types.view) == match.view(1)


# -- players and options -------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [0, 1, 3, 5, -2, True, 2.0, "2", None, [2]])
def test_another_number_of_players_is_refused(players: Any) -> None:
    """What looks like an allowed number to Python as well."""
    with pytest.raises(BadPlayers) as caught:
        Engine(Plain(), players)
    assert caught.value.facts == {"players": players, "allowed": [2, 4]}
    assert str(caught.value) == f"Plain is for 2 or 4 players, not {players!r}"


def test_a_range_of_players_reads_well() -> None:
    """2 to 4, not 2 or 3 or 4."""

    class Many(Plain):
        players = range(2, 6)

    with pytest.raises(BadPlayers, match="Plain is for 2 to 5 players, not 6"):
        Many().check_players(6)
    assert Many().check_players(5) == 5


GIVEN: list[Any] = [None, {}, Wide()]


@pytest.mark.parametrize("given_", GIVEN)
def test_no_options_are_the_defaults(given_: Any) -> None:
    """However they are not given."""
    assert Plain().read_options(given_) == Wide()


def test_options_are_read_from_a_mapping_or_a_struct() -> None:
    """Strictly; a document among them as what it is, and nobody else's."""
    inner = Inner([1, 2])
    for given_ in ({"size": 4, "board": {"numbers": [1, 2]}}, Wide(4, board=inner)):
        options = Plain().read_options(given_)
        assert options == Wide(4, board=Inner([1, 2]))
        assert options.board is not inner


def test_lax_options_come_from_text() -> None:
    """As on a command line, and only there."""
    assert Plain().read_options({"size": "4", "open": "true"}, lax=True) == Wide(4, open=True)
    with pytest.raises(BadOptions):
        Plain().read_options({"size": "4"})


WRONG: dict[str, tuple[Any, str, Any]] = {
    "unknown": ({"siez": 3}, "siez", ["size", "tiles", "board", "title", "open"]),
    "no text as name": ({3: 3}, "3", ["size", "tiles", "board", "title", "open"]),
    "out of range": ({"size": 10}, "size", None),
    "of another type": ({"size": "3"}, "size", None),
    "true for a number": ({"size": True}, "size", None),
    "not allowed": ({"tiles": "none"}, "tiles", ["few", "many"]),
    "deep inside": ({"board": {"numbers": [1, "x"]}}, "board", ["own"]),
    "unknown inside": ({"board": {"number": 1}}, "board", ["own"]),
    "not Unicode": ({"title": "\ud800"}, "", None),
    "a list": ([1], "", None),
    "text": ("size=3", "", None),
    "a struct of nobody's": (NoOptions(), "", None),
    "a struct with what does not belong in it": (Wide(object()), "", None),  # type: ignore[arg-type]
    "a struct out of range": (Wide(99), "size", None),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_bad_option_is_named_with_what_is_allowed(name: str) -> None:
    """Whoever typed it knows what to change."""
    given_, field, allowed = WRONG[name]
    with pytest.raises(BadOptions) as caught:
        Plain().read_options(given_)
    assert caught.value.facts["field"] == field
    if allowed is not None:
        assert caught.value.facts["allowed"] == allowed
        assert str(allowed[0]) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_option_that_must_be_given_is_named() -> None:
    """It has no default."""

    class Needs(Frozen):
        size: int

    class Needy(Game[Needs, Table, Pass]):
        id, title, players = "needy", "Needy", (2,)

    with pytest.raises(BadOptions) as caught:
        Needy().read_options({})
    assert caught.value.facts["field"] == "size"
    assert str(caught.value).startswith("option size: ")


def test_an_option_goes_by_its_name_on_the_wire() -> None:
    """Python keeps some words for itself."""

    class Renamed(Frozen, rename={"start": "from"}):
        start: Literal[1, 2] = 1

    class Journey(Game[Renamed, Table, Pass]):
        id, title, players = "journey", "Journey", (2,)

    assert Journey().read_options({"from": 2}) == Renamed(2)
    for wrong, field, allowed in (({"from": 3}, "from", [1, 2]), ({"start": 2}, "start", ["from"])):
        with pytest.raises(BadOptions) as caught:
            Journey().read_options(wrong)
        assert (caught.value.facts["field"], caught.value.facts["allowed"]) == (field, allowed)


def test_a_game_without_options_says_so() -> None:
    """It has none to name."""
    with pytest.raises(BadOptions, match="duel has no option 'x'; it has none"):
        Duel().read_options({"x": 1})


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda s: st.lists(s) | st.dictionaries(st.text(), s)
    )
)
def test_no_options_raise_anything_else(given_: Any) -> None:
    """Options, or the typed error."""
    try:
        options = Plain().read_options(given_)
    except BadOptions:
        return
    assert type(options) is Wide


# -- defaults ------------------------------------------------------------------------------------------


def view(game: Game[Any, Any, Any, Any, Any] | None = None, player: int = 0) -> Any:
    match = market() if game is None else play_on(type(market())(game, 2, seed="7"), plies=0)
    return match.view(player)


def test_what_is_not_listed_is_not_permitted() -> None:
    """By default, by looking it up; a readable reason."""
    game = Duel()
    assert Game.permits(game, view(game), Choose(2)) is None
    assert str(Game.permits(game, view(game), Choose(4))) == "this move is not offered now"


def test_a_sample_is_one_of_the_legal_moves() -> None:
    """All of them, given enough chances."""
    game, chance = Duel(), FastChance(1)
    assert {game.sample(view(game), chance) for _ in range(60)} == {Choose(1), Choose(2), Choose(3)}


def test_an_open_game_guesses_its_own_only_world() -> None:
    """As a copy."""
    seen = view(Plain())
    guess = Plain().guess(seen, FastChance(1))
    assert guess == State(Table([1]), (None, None))
    guess.table.row.append(2)
    assert seen.table.row == [1]


def test_a_game_with_secrets_has_no_guess_by_itself() -> None:
    """It would be a lie."""
    with pytest.raises(GameFault) as caught:
        Market().guess(view(), FastChance(1))
    assert caught.value.facts == {"game": "market", "verb": "guess"}


def test_the_highest_score_wins() -> None:
    """Whatever the table says."""
    assert Market().result(Table([]), [3, 9, 9]) == Result(((1, 2), (0,)), (1, 2))


def test_the_remaining_defaults_ask_for_nothing() -> None:
    """No sizes closed, values shown as they are, nothing impossible, pieces of the stocks."""
    match = market()
    state = match._now.state
    assert Duel().closed(NoOptions()) == frozenset()
    assert Duel().label("number", 3) == "3"
    assert Market().invariants(state) is None
    assert sorted(Game.pieces(Market(), state)) == [*range(1, 13), *range(20, 24)]


class Received(Event):
    tiles: tuple[int, ...]


class Swap(Move):
    tiles: tuple[int, ...]


def test_a_list_is_labelled_by_its_elements_unless_it_is_chosen() -> None:
    """What happens names each element; a choice is labelled as the whole that it is."""

    class Lettered(Duel):
        def label(self, field: str, value: Any) -> str:
            return "+".join(value) if isinstance(value, tuple) else f"T{value}"

    assert Lettered().tell(Received((1, 2))) == "received tiles T1 T2"
    assert Lettered().tell(Swap(("a", "b"))) == "swap tiles a+b"  # type: ignore[arg-type]


def test_a_record_of_other_rules_is_refused_by_default() -> None:
    """Naming both versions."""
    record = market().record()
    record.header.rules = 5
    with pytest.raises(RulesMismatch) as caught:
        Market().migrate(record)
    assert caught.value.facts == {"game": "market", "rules": 1, "record": 5}


VERBS: dict[str, Callable[[Game[Any, Any, Any]], Any]] = {
    "setup": lambda game: game.setup(None),  # type: ignore[arg-type]
    "active": lambda game: game.active(None),
    "legal": lambda game: game.legal(None),  # type: ignore[arg-type]
    "apply": lambda game: game.apply(None, None, None),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("verb", VERBS)
def test_four_verbs_have_to_be_written(verb: str) -> None:
    """The fifth, the final scoring, need not be."""

    class Empty(Game[NoOptions, DuelTable, Choose]):
        id, title, players = "empty", "Empty", (2,)

    with pytest.raises(NotImplementedError):
        VERBS[verb](Empty())
    assert Empty().score(None, None) is None  # type: ignore[arg-type]


def test_a_value_that_is_not_allowed_is_told_by_itself() -> None:
    """Not by its type: on a command line every value is text."""

    class Options(Frozen):
        sets: Literal[1, 2] = 1

    class Sets(Plain):
        types = dataclasses.replace(Plain.types, options=Options)

    for value in ("3", 3, "x" * 1000):
        with pytest.raises(BadOptions, match=r"option sets: not .{1,90}; allowed: 1, 2$"):
            Sets().read_options({"sets": value}, lax=True)
