"""Narrowing reaches every legal move and no other, in any order; a rejection names what would have fitted."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tileyard import FastChance, Frozen, IllegalMove, Match, Move, NotYourTurn, run
from tileyard.front.bots import RandomBot
from tileyard.front.choices import explain, name, narrow, play
from tileyard.ground.wire import decode, encode, to_builtins
from tileyard_brook import Brook


class Spot(Frozen):
    x: int
    y: int


class Lay(Move):
    tile: int
    spot: Spot
    turn: int = 0


class Trade(Move):
    tile: int
    also: tuple[int, ...]
    sure: bool | int | None = None


class Call(Move):
    suit: Literal["a", "b"]
    tile: int


class Slide(Move, rename={"start": "from"}):
    start: int
    tile: int


class Pass(Move):
    pass


KINDS = {kind.__struct_config__.tag: kind for kind in (Lay, Trade, Call, Slide, Pass)}
small = st.integers(0, 2)
MOVES = st.one_of(
    st.builds(Lay, small, st.builds(Spot, small, small), small),
    st.builds(Trade, small, st.lists(small, max_size=2).map(tuple), st.sampled_from([True, False, None, 0, 1])),
    st.builds(Call, st.sampled_from("ab"), small),
    st.builds(Slide, small, small),
    st.builds(Pass),
)


def chain(move):
    """The fields of a move as picks, the kind first."""
    fields = {field: getattr(move, field) for field in move.__struct_fields__}
    if isinstance(move, Slide):
        fields = {"from": move.start, "tile": move.tile}
    return {"type": move.__struct_config__.tag} | fields


def key(value):
    """Equal for values that are the same in JSON."""
    return encode(value)


def agreeing(moves, picked):
    """The oracle: the moves that have all these fields with these values."""
    wanted = {field: key(value) for field, value in picked.items()}
    return [m for m in moves if wanted.items() <= {field: key(value) for field, value in chain(m).items()}.items()]


# Equal moves are one move in Python, but Trade(.., 1) and Trade(.., True) are equal there and two moves on the wire.
LEGAL = st.lists(MOVES, max_size=30, unique_by=encode).filter(lambda moves: len(set(moves)) == len(moves))


@given(LEGAL, st.data())
def test_whatever_one_picks_a_legal_move_is_reached(legal, data):
    picked, choice = {}, narrow(legal)
    for _ in range(10):
        if choice.move is not None or not choice.left:
            break
        assert len(choice.values) > 1
        picked[choice.field] = data.draw(st.sampled_from(choice.values))
        after = narrow(legal, picked)
        assert 0 < after.left < choice.left
        choice = after
    assert (choice.move in legal) if legal else choice.left == 0


@given(LEGAL)
def test_every_legal_move_is_reached_along_its_own_fields(legal):
    for move in legal:
        picked, own, choice = {}, chain(move), narrow(legal)
        while choice.move is None:
            assert own[choice.field] in choice.values
            picked[choice.field] = own[choice.field]
            choice = narrow(legal, picked)
        assert choice.move == move
        assert {field: key(value) for field, value in choice.settled.items()} == {f: key(v) for f, v in own.items()}


@given(LEGAL, MOVES, st.data())
def test_picks_in_any_order_leave_the_moves_that_agree(legal, other, data):
    """Also as they come through JSON, with lists for tuples and objects for structs."""
    source = data.draw(st.sampled_from([*legal, other]))
    fields = data.draw(st.permutations(list(chain(source))))
    picked = {field: chain(source)[field] for field in fields[: data.draw(st.integers(0, len(fields)))]}
    left = agreeing(legal, picked)
    for form in (picked, to_builtins(picked)):
        choice = narrow(legal, form)
        assert choice.left == len(left)
        if left:
            assert choice.move == (left[0] if len(left) == 1 else None)
            shared = set.intersection(*({(f, key(v)) for f, v in chain(m).items()} for m in left))
            assert {(f, key(v)) for f, v in choice.settled.items()} == shared
        if len(left) > 1:
            having = [chain(m)[choice.field] for m in left]
            assert [key(v) for v in choice.values] == list(dict.fromkeys(map(key, having)))


@given(LEGAL, MOVES)
def test_the_reason_names_the_first_field_that_does_not_fit(legal, move):
    game = Brook()
    reason = explain(game, legal, move)
    assert (reason is None) == bool(agreeing(legal, chain(move)))
    plain = explain(game, legal, to_builtins(chain(move)))
    assert (plain and (plain.field, plain.allowed)) == (reason and (reason.field, reason.allowed))
    if reason is None or not legal:
        return
    before = {}
    for field, value in chain(move).items():
        if field == reason.field:
            break
        before[field] = value
    fitting = agreeing(legal, before)
    assert not agreeing(legal, before | {reason.field: chain(move)[reason.field]})
    offered = list(dict.fromkeys(key(chain(m)[reason.field]) for m in fitting))
    assert [key(value) for value in reason.allowed] == offered


def test_true_is_not_one_and_a_number_is_not_its_text():
    legal = [Trade(1, (), 1), Trade(2, (), True)]
    assert narrow(legal, {"sure": True}).move == legal[1]
    assert narrow(legal, {"sure": 1}).move == legal[0]
    for odd in ("1", 1.0, [1], {"a": 1}, None, 10**30, [10**30], object()):
        assert narrow(legal, {"sure": odd}).left == 0


def test_a_move_offered_twice_is_one_move():
    assert narrow([Pass(), Pass()]).move == Pass()


def test_a_click_on_a_cell_may_come_before_the_kind_of_move():
    legal = [Lay(1, Spot(0, 0)), Lay(2, Spot(0, 0)), Call("a", 2), Pass()]
    choice = narrow(legal, {"tile": 2})
    assert (choice.settled, choice.field, choice.values, choice.left) == ({"tile": 2}, "type", ["lay", "call"], 2)
    assert narrow(legal, {"tile": 2, "type": "call"}).move == Call("a", 2)


def test_a_choice_is_plain_data():
    choice = narrow([Lay(1, Spot(0, 0)), Lay(1, Spot(2, 0))])
    assert decode(encode(choice), type(choice)[Lay]) == type(choice)(
        {"type": "lay", "tile": 1, "turn": 0}, "spot", [{"x": 0, "y": 0}, {"x": 2, "y": 0}], 2
    )


# -- in games ------------------------------------------------------------------------------------------


@given(data=st.data(), seed=st.integers(0, 1000), plies=st.integers(0, 12))
def test_every_move_of_every_game_is_reached(everything, data, seed, plies):
    """From the last field to the first, as clicks may come; and no legal move is explained away."""
    game = everything.games[data.draw(st.sampled_from(sorted(everything.games)))].game
    match = Match(game, min(game.players), seed=str(seed))
    run(match, [RandomBot(game, seed)] * match.players, plies=plies)
    for player in match.active:
        legal = match.legal(player)
        for move in legal[:: max(1, len(legal) // 10)]:
            assert narrow(legal, dict(reversed(chain(move).items()))).move == move
            assert explain(game, legal, move) is None


def test_a_long_list_of_moves_is_narrowed_to_one():
    legal = [Lay(tile, Spot(x, y)) for tile in range(16) for x in range(10) for y in range(10)]
    assert narrow(legal).values == list(range(16))
    assert len(narrow(legal, {"tile": 3}).values) == 100
    assert narrow(legal, {"tile": 3, "spot": {"y": 4, "x": 5}}).move == Lay(3, Spot(5, 4))


class Named(Brook):
    """Cells as a person would call them."""

    def label(self, field, value):
        return f"{'abcdefgh'[value % 8]}{value // 8 + 1}" if field == "cell" else str(value)


class Put(Move):
    tile: int
    cell: int


@pytest.mark.parametrize(
    ("legal", "choice", "text"),
    [
        ([Put(7, 9), Put(7, 27), Put(5, 34)], Put(7, 34),
         "tile 7 can be played, but not with cell c5; it goes with cell b2, d4"),
        ([Put(7, 9), Put(5, 34)], Put(6, 9), "tile 6 cannot be played now; possible: tile 7, 5"),
        ([Put(7, 9), Pass()], Put(7, 0), "put with tile 7 can be played, but not with cell a1; it goes with cell b2"),
        ([Put(7, 9)], Pass(), "pass cannot be played now; possible: put"),
        ([Put(7, 9)], {"cell": 9, "tile": 1}, "cell b2 can be played, but not with tile 1; it goes with tile 7"),
        ([Put(7, 9)], {"colour": 1}, "no move has a field 'colour'; its fields are type, tile, cell"),
        ([Put(7, 9), Pass()], {"type": "pass", "cell": 9}, "pass has no cell; its fields are type"),
        ([Slide(9, 5), Slide(8, 6)], Slide(9, 6), "from 9 can be played, but not with tile 6; it goes with tile 5"),
        ([Slide(9, 5), Slide(8, 6)], {"start": 9}, "no move has a field 'start'; its fields are type, from, tile"),
        ([], Pass(), "there is nothing to choose from"),
        ([], {}, "there is nothing to choose from"),
        ([Put(i, 9) for i in range(15)], Put(99, 9),
         "tile 99 cannot be played now; possible: tile 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 3 more"),
    ],
)  # fmt: skip
def test_reasons_read_like_this(legal, choice, text):
    assert str(explain(Named(), legal, choice)) == text


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda part: st.lists(part, max_size=3)))
def test_any_value_has_a_name_on_one_short_line(value):
    text = name(Brook(), "turn", value)
    assert len(text.splitlines()) <= 1
    assert len(text) <= 60


def test_what_fits_nothing_is_not_looked_for_any_further(tictactoe):
    """A pick of a million fields costs no more than its first."""

    class Picks(dict):
        looked = 0

        def items(self):
            for pair in super().items():
                self.looked += 1
                yield pair

    picks = Picks({f"k{number}": number for number in range(1000)})
    assert narrow(tictactoe.MARKS, picks).left == 0
    assert picks.looked <= 2


@pytest.mark.parametrize(
    ("label", "text"), [("a\x1b[2J\ud800", "a\ufffd[2J\ufffd"), (None, "7"), (b"x", "7"), (["x"], "7")]
)
def test_a_label_holds_nothing_that_a_terminal_would_obey_and_is_text(label, text):
    class Odd(Brook):
        def label(self, field, value):
            return label

    assert name(Odd(), "tile", 7) == text


# -- playing -------------------------------------------------------------------------------------------


def test_a_rejection_without_a_reason_gets_one(tictactoe):
    match = Match(tictactoe.TicTacToe(), 2, seed="1")
    play(match, 0, {"type": "mark", "cell": 4}, ply=0)
    for move in ({"type": "mark", "cell": 4}, tictactoe.Mark(4), b'{"type":"mark","cell":4}'):
        with pytest.raises(IllegalMove, match="cell b2 cannot be played now; possible: cell a1, b1") as caught:
            play(match, 1, move)
        assert caught.value.facts["field"] == "cell"
        assert caught.value.facts["allowed"] == [0, 1, 2, 3, 5, 6, 7, 8]
    with pytest.raises(NotYourTurn):
        play(match, 0, tictactoe.Mark(0))
    assert match.ply == 1


def test_the_reason_a_game_gives_is_left_alone():
    match = Match(Brook(), 2, seed="1")
    lay = FastChance(1).pick(match.legal(match.active[0]))
    with pytest.raises(IllegalMove, match="an empty cell beside another tile"):
        play(match, match.active[0], type(lay)(lay.tile, 5000, 0))
    with pytest.raises(IllegalMove, match="no move of brook"):
        play(match, match.active[0], Pass())
