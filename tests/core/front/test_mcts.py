"""Monte Carlo tree search in games of which the right choice is known."""

from __future__ import annotations

from collections import Counter
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.coop import Coop
from games.teams import Table, Teams
from tileyard import (
    Chance,
    Engine,
    FastChance,
    Frozen,
    Game,
    Match,
    Move,
    Position,
    Rota,
    State,
    Struct,
    UsageError,
    run,
)
from tileyard.front.bots import Mcts, MctsBot, MinimaxBot, RandomBot, make_bot
from tileyard.front.standing import Standing


def first_view(game, players, seed="1", player=0):
    engine = Engine(game, players)
    return engine.view(engine.start(Chance.from_seed(seed)), player)


# -- a game of full knowledge --------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_it_never_loses_tic_tac_toe(tictactoe, seed):
    game = tictactoe.TicTacToe()
    bot = MctsBot(game, seed, Mcts(sims=1500))
    for other in (RandomBot(game, seed), MinimaxBot(game, seed)):
        assert 0 in run(Match(game, 2, seed="1"), [bot, other]).result.winners
        assert 1 in run(Match(game, 2, seed="1"), [other, bot]).result.winners


@pytest.mark.parametrize(
    ("board", "player", "right"),
    [
        ([1, 1, 0, 2, 2, 0, 0, 0, 0], 0, {2}),  # win
        ([1, 1, 0, 0, 2, 0, 0, 0, 0], 1, {2}),  # block
        ([1, 0, 0, 0, 2, 0, 0, 0, 1], 1, {1, 3, 5, 7}),  # a corner would lose to a fork
        ([0, 0, 0, 0, 1, 0, 0, 0, 0], 1, {0, 2, 6, 8}),  # a side would lose
    ],
)
def test_it_finds_the_move_that_counts(tictactoe, board, player, right):
    game = tictactoe.TicTacToe()
    state = State(tictactoe.Table(board, (player,)), (None, None))
    view = Engine(game, 2).view(Position(state, [0, 0], Chance(bytes(32)), 9 - board.count(0)), player)
    for seed in range(4):
        assert MctsBot(game, seed, Mcts(sims=800)).choose(view).cell in right


# -- something hidden ----------------------------------------------------------------------------------


class RoomTable(Struct):
    """Whether the room was entered, and whether it is over."""

    entered: bool = False
    done: bool = False


class RoomVault(Struct):
    """Behind which door the prize is."""

    door: int = 0


class Go(Move):
    """Stay out for 6, or enter; then open one of two doors, for 10 or nothing."""

    to: Literal["out", "in", "left", "right"]


class Room(Game[Frozen, RoomTable, Go, None, RoomVault]):
    """Whoever looks into the vault enters and takes 10; who cannot gets 5 on average and does better to stay out."""

    id, title, players, max_plies = "room", "Room", (1,), 2

    def setup(self, turn):
        return State(RoomTable(), (None,), RoomVault(turn.chance.below(2)))

    def active(self, table):
        return () if table.done else (0,)

    def legal(self, view):
        return [Go("left"), Go("right")] if view.table.entered else [Go("in"), Go("out")]

    def apply(self, state, move, turn):
        state.table.done = move.to != "in"
        state.table.entered = True
        if move.to != "in":
            turn.award(0, 6 if move.to == "out" else 10 * (move.to == ("left", "right")[state.vault.door]), "prize")

    def guess(self, view, chance):
        return State(RoomTable(view.table.entered, view.table.done), (None,), RoomVault(chance.below(2)))


class GlassRoom(Room):
    """The same, but guesses know the door."""

    def guess(self, view, chance):
        return State(RoomTable(view.table.entered, view.table.done), (None,), RoomVault(1))


def test_it_does_not_plan_with_what_it_will_not_know():
    """In each world alone entering looks better; over all of them it is not."""
    view = first_view(Room(), 1)
    blind, seeing = (
        Counter(MctsBot(game, seed, Mcts(sims=300)).choose(view).to for seed in range(7))
        for game in (Room(), GlassRoom())
    )
    assert blind["out"] == 7
    assert seeing["in"] >= 5


# -- many moves ----------------------------------------------------------------------------------------


class FieldTable(Struct):
    """The number taken first; -1 for none yet."""

    taken: int = -1
    done: bool = False


class Pull(Move):
    """Take so much; or answer."""

    much: int


class Greed(Game[Frozen, FieldTable, Pull]):
    """Taking pays at once, but whoever takes more than 290 pays it back ten times."""

    id, title, players, max_plies = "greed", "Greed", (2,), 2

    def setup(self, turn):
        return State(FieldTable(), (None, None))

    def active(self, table):
        return () if table.done else (0,) if table.taken < 0 else (1,)

    def legal(self, view):
        return [Pull(much) for much in (range(300) if view.table.taken < 0 else (0, 1))]

    def apply(self, state, move, turn):
        table = state.table
        if table.taken < 0:
            table.taken = move.much
            turn.award(0, move.much, "taken")
        else:
            table.done = True
            turn.award(1, 10 * table.taken * move.much * (table.taken > 290), "fine")


@pytest.mark.parametrize("seed", range(3))
def test_more_moves_come_into_play_until_one_is_good(seed):
    view = first_view(Greed(), 2)
    assert MctsBot(Greed(), seed, Mcts(sims=200, width=0)).choose(view) == Pull(299)
    assert MctsBot(Greed(), seed, Mcts(sims=200)).choose(view) == Pull(290)


@given(effort=st.integers(1, 20), seed=st.integers(0, 100), sims=st.integers(1, 20))
def test_however_little_it_may_do_the_move_is_legal(effort, seed, sims):
    view = first_view(Greed(), 2)
    settings = Mcts(sims=sims, effort=effort, tries=1, depth=1)
    assert MctsBot(Greed(), seed, settings).choose(view) in Greed().legal(view)


# -- choosing at the same time -------------------------------------------------------------------------


class HandTable(Struct):
    """Who has still to choose."""

    waiting: list[int]


class HandSeat(Struct):
    """What was chosen."""

    what: str = ""


class Show(Move):
    """Heads, tails, or safety."""

    what: Literal["heads", "tails", "safe"]


PAYS = {("heads", "heads"): 3, ("tails", "tails"): 1, ("heads", "tails"): -2, ("tails", "heads"): -2}


class Hands(Game[Frozen, HandTable, Show, HandSeat]):
    """Both show at once: player 0 wins if they are the same, or loses 1 in safety.

    Whoever believes to be seen by the other plays safe; it is right to show something that cannot be foreseen.
    """

    id, title, players, max_plies = "hands", "Hands", (2,), 2

    def setup(self, turn):
        return State(HandTable([0, 1]), (HandSeat(), HandSeat()))

    def active(self, table):
        return table.waiting

    def legal(self, view):
        return [Show("safe"), Show("heads"), Show("tails")][view.player :]

    def apply(self, state, move, turn):
        state.seats[turn.player].what = move.what
        state.table.waiting.remove(turn.player)
        if not state.table.waiting:
            points = PAYS.get((state.seats[0].what, state.seats[1].what), -1)
            turn.award(0, points, "shown")
            turn.award(1, -points, "shown")

    def guess(self, view, chance):
        waiting = view.table.waiting
        shown = [HandSeat() if p in waiting else HandSeat(chance.pick(["heads", "tails"])) for p in (0, 1)]
        shown[view.player] = HandSeat(view.seat.what)
        return State(HandTable(waiting[:]), tuple(shown))


def test_those_who_choose_together_do_not_see_each_other():
    chosen = [Counter(MctsBot(Hands(), s, Mcts(sims=150)).choose(first_view(Hands(), 2, player=p)).what
                      for s in range(30)) for p in (0, 1)]  # fmt: skip
    assert chosen[0]["safe"] <= 12
    for counter in chosen:
        assert counter["heads"] >= 3
        assert counter["tails"] >= 3


# -- partners and rivals -------------------------------------------------------------------------------


def standing_of(game, players):
    engine = Engine(game, players)
    return Standing(engine, first_view(game, players), FastChance(1))


def test_partners_are_found_in_playouts():
    assert standing_of(Teams(), 4).rivals == [(1, 3), (0, 2), (1, 3), (0, 2)]
    assert standing_of(Coop(), 3).rivals == [(), (), ()]
    assert standing_of(Greed(), 2).rivals == [(1,), (0,)]


def test_a_finished_game_is_worth_its_result_and_a_little_its_margin():
    standing = standing_of(Greed(), 2)
    ends = [Position(State(FieldTable(0, done=True), (None, None)), scores, Chance(bytes(32)), 2)
            for scores in ([9, 0], [2, 0], [1, 1], [0, 2])]  # fmt: skip
    worths = [standing.worths(end, True) for end in ends]
    assert worths[0][0] > worths[1][0] > 0.9
    assert worths[2] == [0.5, 0.5]
    assert worths[3][0] < 0.1
    assert standing.worth(ends[1], False, 0) < worths[1][0]


def test_a_draw_of_two_teams_is_worth_half():
    standing = standing_of(Teams(), 4)
    end = Position(State(Table(Rota([0, 1, 2, 3]), [0] * 4, [4, 4]), (None,) * 4), [1] * 4, Chance(bytes(32)), 9)
    assert standing.worths(end, True) == [0.5] * 4
    end.scores = [2, 1, 2, 1]
    assert standing.worths(end, True)[0] > 0.9 > 0.1 > standing.worths(end, True)[1]


def test_together_they_win_more_often_than_by_chance():
    def wins(make):
        return sum(bool(run(Match(Coop(), 2, seed=str(s)), [make(s), make(s)]).result.winners) for s in range(20))

    assert wins(lambda s: MctsBot(Coop(), s, Mcts(sims=60))) > wins(lambda s: RandomBot(Coop(), s)) + 4


# -- settings ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("sims=0", "sims"),
        ("sims=many", "sims"),
        ("seconds=-1", "seconds"),
        ("seconds=nan", "seconds"),
        ("c=-0.1", "c"),
        ("width=1e9", "width"),
        ("depth=-1", "depth"),
        ("tries=0", "tries"),
        ("effort=0", "effort"),
        ("worlds=2", "worlds"),
    ],
)
def test_bad_settings_are_refused_by_name(registry, text, field):
    with pytest.raises(UsageError) as caught:
        make_bot(registry, Greed(), f"mcts:{text}", "1", 0)
    assert caught.value.facts["field"] == field


def test_settings_are_read(registry):
    assert make_bot(registry, Greed(), "mcts:seconds=1:c=0.5", "1", 0).bot.settings == Mcts(seconds=1, c=0.5)


def test_it_thinks_no_longer_than_it_may():
    view = first_view(Greed(), 2)
    assert MctsBot(Greed(), 1, Mcts(seconds=1e-6)).choose(view) in Greed().legal(view)
    assert MctsBot(Greed(), 1, Mcts(seconds=3600, sims=2)).choose(view) in Greed().legal(view)
