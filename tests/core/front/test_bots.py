"""Bots choose legal moves from views alone, the same in every process, and greedy ones choose the best."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from tileyard import (
    Chance,
    Engine,
    FastChance,
    Frozen,
    Game,
    GameFault,
    Match,
    Move,
    Result,
    State,
    Struct,
    UnknownName,
    UsageError,
    run,
)
from tileyard.front.bots import (
    Greedy,
    GreedyBot,
    RandomBot,
    greedy_bot,
    make_bot,
    mcts_bot,
    minimax_bot,
    parse_bot,
    read_settings,
)
from tileyard.ground.chance import derive_seed
from tileyard_brook import Brook

# -- a game with turns of several moves ----------------------------------------------------------------


class TrailTable(Struct):
    """Points on a ring of cells, taken when stepped on; a turn is up to three steps."""

    points: list[int]
    at: int = 0
    left: int = 3
    mover: int = 0
    turns: int = 4


class Step(Move):
    """Walk on."""

    by: int


class Rest(Move):
    """End the turn."""


class Trail(Game[Frozen, TrailTable, Step | Rest]):
    """Walk a ring of points, some of them bad."""

    id, title, players, max_plies = "trail", "Trail", (2,), 12

    def setup(self, turn):
        return State(TrailTable([turn.chance.below(12) - 5 for _ in range(8)]), (None, None))

    def active(self, table):
        return (table.mover,) if table.turns else ()

    def legal(self, view):
        return [Step(1), Step(2), Step(3), *([Rest()] if view.table.left < 3 else [])]

    def apply(self, state, move, turn):
        table = state.table
        if isinstance(move, Step):
            table.at = (table.at + move.by) % 8
            turn.award(turn.player, table.points[table.at], "step")
            table.points[table.at] = 0
            table.left -= 1
        if isinstance(move, Rest) or not table.left:
            table.left, table.mover, table.turns = 3, 1 - table.mover, table.turns - 1


def best_end(engine, position, player):
    """The best score that ``player`` can have at the end of this turn, by trying everything."""
    if player not in engine.active(position):
        return position.scores[player]
    return max(best_end(engine, engine.step(position, player, m), player) for m in engine.legal(position, player))


@given(seed=st.integers(0, 10_000), plies=st.integers(0, 8))
def test_greedy_ends_its_turn_as_well_as_trying_everything_does(seed, plies):
    engine = Engine(Trail(), 2)
    position = engine.start(Chance.from_seed(str(seed)))
    bot = GreedyBot(engine.game, seed, Greedy(width=64, effort=100_000))
    for _ in range(plies):
        position = engine.step(position, *_random_move(engine, position, seed))
    player = next(iter(engine.active(position)), None)
    if player is None or position.state.table.turns == 1:  # at the very end, winning comes before points
        return
    best = best_end(engine, position, player)
    while player in engine.active(position):
        move = bot.choose(engine.view(position, player))
        position = engine.step(position, player, move)
        assert best_end(engine, position, player) == best
    assert position.scores[player] == best


def _random_move(engine, position, seed):
    player = engine.active(position)[0]
    return player, RandomBot(engine.game, seed).choose(engine.view(position, player))


def test_looking_through_the_turn_is_what_width_is_for():
    engine = Engine(Trail(), 2)
    position = engine.start(Chance.from_seed("x"))
    # The 20 lies eight steps away, out of reach for whoever takes the 1 at once.
    position.state.table.points[:] = [20, 1, -3, -1, 0, 0, 0, 0]
    view = engine.view(position, 0)
    assert GreedyBot(engine.game, 1, Greedy(width=0)).choose(view) == Step(1)
    assert GreedyBot(engine.game, 1).choose(view) == Step(3)


@given(effort=st.integers(0, 60), seed=st.integers(0, 200))
def test_however_little_effort_is_allowed_the_move_is_legal(effort, seed):
    engine = Engine(Trail(), 2)
    view = engine.view(engine.start(Chance.from_seed(str(seed))), 0)
    assert GreedyBot(engine.game, seed, Greedy(effort=effort)).choose(view) in engine.game.legal(view)


# -- a game of chance, open or with a secret -----------------------------------------------------------


class Stakes(Frozen):
    """What may be bet on."""

    secret: bool = False


class BetTable(Struct):
    done: bool = False


class BetVault(Struct):
    box: int = 0


class Bet(Move):
    """One bet is the whole game."""

    on: Literal["sure", "dice", "coin", "box"]


class Bets(Game[Stakes, BetTable, Bet, None, BetVault]):
    """Sure: 3 points. Dice: 0 to 5. Coin: 0 or 8. Box: 0 to 10, decided beforehand."""

    id, title, players, max_plies = "bets", "Bets", (1,), 1

    def setup(self, turn):
        return State(BetTable(), (None,), BetVault(turn.chance.below(11)))

    def active(self, table):
        return () if table.done else (0,)

    def legal(self, view):
        return [Bet("sure"), Bet("dice"), Bet("coin"), *([Bet("box")] if view.options.secret else [])]

    def apply(self, state, move, turn):
        state.table.done = True
        points = {
            "sure": lambda: 3,
            "dice": lambda: turn.chance.below(6),
            "coin": lambda: 8 * turn.chance.below(2),
            "box": lambda: state.vault.box,
        }
        turn.award(0, points[move.on](), "bet")

    def guess(self, view, chance):
        return State(BetTable(view.table.done), (None,), BetVault(chance.below(11)))


@pytest.mark.parametrize(("secret", "best"), [(False, "coin"), (True, "box")])
@pytest.mark.parametrize("seed", range(5))
def test_what_is_drawn_or_hidden_counts_by_its_mean(secret, best, seed):
    engine = Engine(Bets(), 1, {"secret": secret})
    view = engine.view(engine.start(Chance.from_seed(str(seed))), 0)
    assert GreedyBot(engine.game, seed, Greedy(worlds=500)).choose(view) == Bet(best)


def test_the_content_of_a_box_out_of_sight_never_sways_a_bot():
    engine = Engine(Bets(), 1, {"secret": True})
    position = engine.start(Chance.from_seed("1"))
    chosen = Counter()
    for box in range(11):
        position.state.vault.box = box
        chosen[GreedyBot(engine.game, 3, Greedy(worlds=1)).choose(engine.view(position, 0)).on] += 1
    assert len(chosen) == 1


# -- games that are there ------------------------------------------------------------------------------


def test_greedy_takes_the_best_score_of_brook():
    """What lies in the bag does not matter here, so the move is one with the highest score of all."""
    engine = Engine(Brook(), 3)
    position = engine.start(Chance.from_seed("5"))
    for _ in range(20):
        (player,) = engine.active(position)
        ends = {move: engine.step(position, player, move) for move in engine.legal(position, player)}
        move = GreedyBot(engine.game, 1).choose(engine.view(position, player))
        assert ends[move].scores[player] == max(end.scores[player] for end in ends.values())
        position = ends[move]


def test_greedy_beats_random():
    game = Brook()
    totals = [0, 0]
    for seed in range(12):
        match = run(Match(game, 2, seed=str(seed)), [GreedyBot(game, seed), RandomBot(game, seed)])
        totals = [total + score for total, score in zip(totals, match.scores, strict=True)]
    assert totals[0] > 2 * totals[1]


def test_greedy_wins_when_it_can(tictactoe):
    game = tictactoe.TicTacToe()
    engine, wins = Engine(game, 2), 0
    for seed in range(60):
        position = engine.start(Chance.from_seed("1"))
        chance = FastChance(seed)
        while active := engine.active(position):
            view = engine.view(position, active[0])
            ends = {move: engine.step(position, active[0], move) for move in game.legal(view)}
            winning = [move for move, end in ends.items() if end.state.table.winner == active[0]]
            if winning:
                wins += 1
                assert GreedyBot(game, seed).choose(view) in winning
            position = ends[chance.pick(list(ends))]
    assert wins > 30


def test_moves_of_one_worth_are_all_chosen(tictactoe):
    game = tictactoe.TicTacToe()
    view = Match(game, 2, seed="1").view(0)
    for make in (RandomBot, GreedyBot):
        chosen = Counter(make(game, seed).choose(view).cell for seed in range(300))
        assert sorted(chosen) == list(range(9))
        assert min(chosen.values()) >= 15


def test_bots_play_on_after_a_save_as_if_nothing_had_happened(registry):
    game = Brook()
    whole = run(Match(game, 3, seed="9"), [GreedyBot(game, seat) for seat in range(3)])
    half = run(Match(game, 3, seed="9"), [GreedyBot(game, seat) for seat in range(3)], plies=11)
    again = run(Match.replay(half.record(), game), [GreedyBot(game, seat) for seat in range(3)])
    assert again.digest == whole.digest


def test_bots_choose_the_same_in_every_process():
    script = (
        "from tileyard import Match, run; from tileyard_brook import Brook; from tileyard.front.bots import *;"
        "g = Brook(); m = run(Match(g, 2, seed='7'), [GreedyBot(g, 'a'), RandomBot(g, 'b')]); print(m.digest)"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", script],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(digests) == 1
    assert len(digests.pop().strip()) == 64


def test_rules_that_fail_in_a_guessed_world_are_a_fault_of_the_game():
    class Broken(Bets):
        def guess(self, view, chance):
            raise ZeroDivisionError("no world")

    view = Match(Broken(), 1, seed="1").view(0)
    with pytest.raises(GameFault, match="no world") as caught:
        GreedyBot(Broken(), 1).choose(view)
    assert caught.value.facts["game"] == "bets"


KINDS = ["greedy", "mcts", "minimax", "random"]

# -- naming bots ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name", "settings"),
    [
        ("random", "random", {}),
        (" greedy:worlds=2 ", "greedy", {"worlds": "2"}),
        ("mcts:sims=200:c=1.4", "mcts", {"sims": "200", "c": "1.4"}),
    ],
)
def test_a_bot_is_named_with_its_settings(text, name, settings):
    assert parse_bot(text) == (name, settings)


@pytest.mark.parametrize(
    "text", ["", ":", "a b", "greedy:", "greedy:x", "greedy:=1", "greedy:w=", "greedy:w=1:w=2", "é"]
)
def test_what_names_no_bot_is_refused(text):
    with pytest.raises(UsageError) as caught:
        parse_bot(text)
    assert caught.value.facts["field"]


@given(st.text())
def test_any_text_names_a_bot_or_is_refused(text):
    try:
        name, settings = parse_bot(text)
    except UsageError:
        return
    assert ":".join([name, *(f"{key}={value}" for key, value in settings.items())]).count(":") == text.count(":")


@pytest.mark.parametrize(
    ("text", "code", "facts"),
    [
        (
            "greddy",
            "unknown_name",
            {"kind": "bot", "near": ["greedy"], "allowed": ["greedy", "mcts", "minimax", "random"]},
        ),
        ("random:x=1", "usage", {"field": "x", "allowed": []}),
        ("greedy:depth=1", "usage", {"field": "depth", "allowed": ["worlds", "width", "effort"]}),
        ("greedy:worlds=0", "usage", {"field": "worlds"}),
        ("greedy:worlds=many", "usage", {"field": "worlds"}),
    ],
)
def test_bots_that_cannot_be_made_are_refused_by_name(registry, text, code, facts):
    with pytest.raises((UsageError, UnknownName)) as caught:
        make_bot(registry, Brook(), text, "7", 0)
    assert caught.value.code == code
    assert facts.items() <= caught.value.facts.items()


class Odd(Frozen):
    """Settings of each kind."""

    name: str
    near: float = 0.5
    most: Annotated[int, Meta(le=9)] | None = None
    under: Annotated[int, Meta(lt=9)] = 1
    style: Literal["calm", "bold"] = "calm"
    proud: bool = False
    moods: tuple[int, ...] = ()


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("near", "by", "not 'by', but a number"),
        ("most", "10", "not '10', but a whole number to 9"),
        ("under", "9", "not '9', but a whole number below 9"),
        ("style", "rash", "not 'rash', but bold or calm"),
        ("proud", "very", "not 'very', but true or false"),
        ("moods", "1", "Expected `array`, got `str` (at $.moods)"),
        ("near", "1", "Object missing required field `name`"),
    ],
)
def test_a_setting_that_is_wrong_is_told_in_words(field, text, said):
    """What nobody could say on a command line keeps the words of the decoder."""
    with pytest.raises(UsageError) as caught:
        read_settings("odd", {field: text}, Odd)
    assert str(caught.value) == f"bot odd: setting {caught.value.facts['field']}: {said}"


def test_a_bot_gets_a_seed_of_its_own(registry):
    bots = [make_bot(registry, Brook(), "greedy:worlds=2", "7", seat) for seat in (0, 1)]
    assert [bot.bot.seed for bot in bots] == [derive_seed("7", "bot 0"), derive_seed("7", "bot 1")]
    assert bots[0].bot.settings == Greedy(worlds=2)


# -- a game that says more than its scores --------------------------------------------------------------


class Walked(Struct):
    """How far each player has come; nobody scores before the end."""

    at: list[int]
    mover: int = 0


class Stride(Move):
    """Go on by so many steps, or back."""

    by: int


class Marathon(Game[Frozen, Walked, Stride]):
    """Scores nothing on the way; who stands where is what counts."""

    id = "marathon"
    title = "Marathon"
    players = (2,)

    def setup(self, turn):
        return State(Walked([0, 0]), (None, None))

    def active(self, table):
        return () if max(table.at) >= 9 else (table.mover,)

    def legal(self, view):
        return [Stride(by) for by in (-2, 1, 3, 2, -1)]

    def apply(self, state, move, turn):
        state.table.at[turn.player] += move.by
        state.table.mover = 1 - turn.player

    def estimate(self, state, scores):
        return state.table.at


def test_greedy_goes_by_the_games_own_estimate_where_scores_say_nothing():
    """Every move scores 0 here; only ``estimate`` tells them apart."""
    match = Match(Marathon(), 2, seed="1")
    for seed in range(5):
        assert GreedyBot(Marathon(), seed).choose(match.view(0)) == Stride(3)
    assert Game.estimate(Marathon(), State(Walked([5, 6]), (None, None)), [1, 2]) == [1, 2]


@pytest.mark.parametrize("make", [greedy_bot, mcts_bot, minimax_bot])
def test_what_is_wrong_with_an_estimate_is_said_by_every_bot_that_asks_for_it(make, monkeypatch):
    view = Match(Marathon(), 2, seed="1").view(0)
    monkeypatch.setattr(Marathon, "estimate", lambda *_: [1])
    with pytest.raises(GameFault, match="it gave 1 number for 2 players") as caught:
        make(Marathon(), {}, "1").choose(view)
    assert caught.value.facts["verb"] == "estimate"


class Standoff(Marathon):
    """Who strides ahead ends the game at once, and it is a draw; whoever goes back wins it."""

    def result(self, table, scores):
        return Result(((0, 1),), (0, 1)) if max(table.at) > 0 else Result(((0,), (1,)), (0,))

    def active(self, table):
        return () if any(table.at) else (0,)


@pytest.mark.parametrize("make", [greedy_bot, mcts_bot, minimax_bot])
def test_a_draw_is_less_than_a_win(make):
    """What it is estimated to be worth comes after that."""
    view = Match(Standoff(), 2, seed="1").view(0)
    assert make(Standoff(), {}, "1").choose(view).by < 0


class Blind(Marathon):
    """Nothing tells moves apart; what it samples is to walk on by one."""

    def estimate(self, state, scores):
        return scores

    def sample(self, view, chance):
        return Stride(1)


def test_greedy_plays_like_random_where_nothing_tells_moves_apart():
    view = Match(Blind(), 2, seed="1").view(0)
    assert {GreedyBot(Blind(), seed).choose(view) for seed in range(8)} == {Stride(1)}
