"""Minimax against trying everything, and what it does not play."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.coop import Coop
from games.hexes import Hexes
from games.hidden import Hidden
from games.simultaneous import Simultaneous
from games.teams import Teams
from tileyard import Chance, Engine, FastChance, Frozen, Game, Match, Move, Position, State, Struct, UsageError, run
from tileyard.front.bots import Minimax, MinimaxBot, RandomBot, make_bot
from tileyard.front.minimax import WIN, Search
from tileyard.front.worlds import stream_of


class HeapTable(Struct):
    """Two heaps, and who is to take."""

    heaps: list[int]
    mover: int = 0


class Take(Move):
    """Take so many of a heap."""

    heap: int
    count: int


class Heaps(Game[Frozen, HeapTable, Take]):
    """Taking one passes the turn, taking two scores 3 and it is the same player's turn again; the last piece wins 5."""

    id = "heaps"
    title = "Heaps"
    players = (2, 3)
    max_plies = 12

    def setup(self, turn):
        return State(HeapTable([turn.chance.below(5), 1 + turn.chance.below(5)]), (None,) * turn.players)

    def active(self, table):
        return (table.mover,) if any(table.heaps) else ()

    def legal(self, view):
        return [Take(h, n) for h, heap in enumerate(view.table.heaps) for n in (1, 2, 3) if n <= heap]

    def apply(self, state, move, turn):
        table = state.table
        table.heaps[move.heap] -= move.count
        turn.award(turn.player, 3 if move.count == 2 else -1 if move.count == 3 else 0, "take")
        if not any(table.heaps):
            turn.award(turn.player, 5, "last")
        if move.count != 2:
            table.mover = (table.mover + 1) % turn.players


def searched(game, view, **settings):
    """A search that was done, and the move it found."""
    search = Search(game, Minimax(**settings), view, stream_of("x", view))
    return search, search.best(game.legal(view))


def value(engine, position, player):
    """What a position is worth to ``player`` by trying everything: who wins first, then by how much."""
    active = engine.active(position)
    if not active:
        winners = engine.result(position).winners
        lead = position.scores[player] - position.scores[1 - player]
        return (player in winners) - (1 - player in winners), lead
    mover = active[0]
    ends = [value(engine, engine.step(position, mover, move), player) for move in engine.legal(position, mover)]
    return max(ends) if mover == player else min(ends)


@given(seed=st.integers(0, 10_000), plies=st.integers(0, 4))
def test_it_is_worth_what_trying_everything_says(seed, plies):
    """With several moves in a turn and points on the way, where the same player may go on."""
    engine = Engine(Heaps(), 2)
    position = engine.start(Chance.from_seed(str(seed)))
    engine.rollout(position, FastChance(seed), limit=plies)
    for player in engine.active(position):
        outcome, lead = value(engine, position, player)
        search, move = searched(engine.game, engine.view(position, player), depth=64)
        assert not search.cut or abs(search.worth) > WIN / 2
        assert (search.worth > WIN / 2) - (search.worth < -WIN / 2) == outcome
        after = value(engine, engine.step(position, player, move), player)
        assert after[0] == outcome
        if not search.cut:
            assert search.worth == outcome * WIN + lead
            assert after == (outcome, lead)


@cache
def outcome_of(board, mover):
    """1, 0 or -1 for the player to move on a board of tic-tac-toe, by trying everything."""
    for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        if board[a] == board[b] == board[c] != 0:
            return 1 if board[a] == mover else -1
    free = [cell for cell in range(9) if not board[cell]]
    return max((-outcome_of((*board[:c], mover, *board[c + 1 :]), 3 - mover) for c in free), default=0)


@given(seed=st.integers(0, 10_000), plies=st.integers(1, 8))
def test_tic_tac_toe_is_seen_through(tictactoe, seed, plies):
    game = tictactoe.TicTacToe()
    match = run(Match(game, 2, seed="1"), [RandomBot(game, seed)] * 2, plies=plies)
    for player in match.active:
        view = match.view(player)
        best = outcome_of(tuple(view.table.board), player + 1)
        search, move = searched(game, view, depth=9)
        assert (search.worth > 0) - (search.worth < 0) == best
        board = [*view.table.board]
        board[move.cell] = player + 1
        assert -outcome_of(tuple(board), 2 - player) == best


def test_it_never_loses_tic_tac_toe(tictactoe):
    game = tictactoe.TicTacToe()
    for seed in range(4):
        bots = [RandomBot(game, seed), MinimaxBot(game, seed)]
        for seat in (0, 1):
            assert seat in run(Match(game, 2, seed="1"), bots[:: 1 if seat else -1]).result.winners
    assert run(Match(game, 2, seed="1"), [MinimaxBot(game, 1), MinimaxBot(game, 2)]).result.winners == (0, 1)


def test_it_wins_at_once_if_it_can(tictactoe):
    game = tictactoe.TicTacToe()
    table = tictactoe.Table([1, 1, 0, 2, 2, 0, 0, 0, 0])
    view = Engine(game, 2).view(Position(State(table, (None, None)), [0, 0], Chance(bytes(32)), 4), 0)
    for seed in range(8):
        assert MinimaxBot(game, seed).choose(view) == tictactoe.Mark(2)


@given(seed=st.integers(0, 1000), nodes=st.integers(1, 200))
def test_however_few_nodes_it_may_look_at_the_move_is_legal_and_repeatable(seed, nodes):
    engine = Engine(Heaps(), 2)
    view = engine.view(engine.start(Chance.from_seed(str(seed))), 0)
    chosen = {MinimaxBot(engine.game, "a", Minimax(nodes=nodes)).choose(view) for _ in range(3)}
    assert len(chosen) == 1
    assert chosen <= {*engine.game.legal(view)}


def test_a_deeper_look_is_what_depth_is_for(tictactoe):
    """One ply sees no threat, two plies do."""
    game = tictactoe.TicTacToe()
    table = tictactoe.Table([1, 1, 0, 0, 2, 0, 0, 0, 0], (1,))
    view = Engine(game, 2).view(Position(State(table, (None, None)), [0, 0], Chance(bytes(32)), 3), 1)
    assert {MinimaxBot(game, seed, Minimax(depth=1)).choose(view).cell for seed in range(40)} == {2, 3, 5, 6, 7, 8}
    assert {MinimaxBot(game, seed, Minimax(depth=2)).choose(view).cell for seed in range(40)} == {2}


class Dice(Heaps):
    """Taking three draws on chance."""

    id = "dice"

    def apply(self, state, move, turn):
        super().apply(state, move, turn)
        if move.count == 3:
            turn.award(turn.player, turn.chance.below(6), "die")


@pytest.mark.parametrize(
    ("game", "players", "why"),
    [
        (Dice(), 2, "left to chance"),
        (Heaps(), 3, "played by 3 here"),
        (Hidden(), 2, "something hidden"),
        (Simultaneous(), 2, "something hidden"),
        (Coop(), 2, "something hidden"),
        (Hexes(), 3, "played by 3 here"),
    ],
)
def test_games_it_cannot_play_are_refused(game, players, why):
    engine = Engine(game, players)
    position = engine.start(Chance.from_seed("6"))
    view = engine.view(position, engine.active(position)[0])
    with pytest.raises(UsageError, match=why) as caught:
        MinimaxBot(game, 1).choose(view)
    assert caught.value.facts == {"field": "bot", "game": game.id}
    # Each of them, and also who is not to move, finds that out when it sits down.
    for player in range(players):
        with pytest.raises(UsageError, match=why):
            MinimaxBot(game, 1).sit(engine.view(position, player))


def test_to_sit_down_changes_nothing_and_takes_no_longer_than_is_allowed(tictactoe):
    engine = Engine(tictactoe.TicTacToe(), 2)
    view = engine.view(engine.start(Chance.from_seed("6")), 0)
    bot, other = MinimaxBot(tictactoe.TicTacToe(), 1), MinimaxBot(tictactoe.TicTacToe(), 1)
    bot.sit(view)
    assert bot.choose(view) == other.choose(view)
    MinimaxBot(tictactoe.TicTacToe(), 1, Minimax(seconds=1e-9)).sit(view)


def test_a_game_never_played_by_two_is_refused_when_the_bot_is_made(registry):
    with pytest.raises(UsageError, match="not for two players"):
        make_bot(registry, Teams(), "minimax", "1", 0)


def test_choosing_at_once_is_refused():
    class AtOnce(Heaps):
        def active(self, table):
            return (0, 1) if any(table.heaps) else ()

    engine = Engine(AtOnce(), 2)
    with pytest.raises(UsageError, match="both choose at once"):
        MinimaxBot(engine.game, 1).choose(engine.view(engine.start(Chance.from_seed("3")), 0))


@pytest.mark.parametrize(
    ("text", "field"),
    [("depth=0", "depth"), ("depth=65", "depth"), ("seconds=0", "seconds"), ("nodes=0", "nodes"), ("plies=2", "plies")],
)
def test_bad_settings_are_refused_by_name(registry, text, field):
    with pytest.raises(UsageError) as caught:
        make_bot(registry, Heaps(), f"minimax:{text}", "1", 0)
    assert caught.value.facts["field"] == field


def test_it_stops_when_its_time_is_up(tictactoe):
    """However little it is given: the first ply is looked at, and a move made."""
    game = tictactoe.TicTacToe()
    view = Match(game, 2, seed="1").view(0)
    search, move = searched(game, view, seconds=1e-9)
    assert move in game.legal(view)
    assert search.nodes >= -9
