"""Engines, matches and what is in them, copied and sent to other processes: what goes on there is the same."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

from market import Echo, Market, market, play_on
from matches import Counter, Go, Witness, everything
from tileyard import Chance, Engine, FastChance, Match, Registry, run
from tileyard.front.bots import make_bot
from tileyard.front.matches import new_match
from tileyard.plug.registry import RegisteredGame

REGISTRY = Registry.load()
WAYS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@pytest.fixture(params=WAYS)
def sent(request: pytest.FixtureRequest) -> Callable[[Any], Any]:
    return WAYS[request.param]


def midway(game: str, plies: int = 12) -> Match:
    """A match of an installed game that was begun, with a step taken back and another made, if it may be."""
    match = play_on(new_match(REGISTRY, game, seed=game), 5, plies)
    if match.can_undo():
        match.undo()
        play_on(match, 6, 1)
    return match


def finish(match: Match, plies: int = 25) -> tuple[Any, ...]:
    """All there is to compare after some more plies."""
    return everything(play_on(match, 3, plies))


@pytest.mark.parametrize("game", REGISTRY.games)
def test_a_copy_of_a_match_goes_on_as_the_match_does(game: str, sent: Callable[[Any], Any]) -> None:
    """Undo, updates and record included; neither disturbs the other."""
    match = midway(game)
    twin, before = sent(match), everything(match)
    assert (everything(twin), twin.info, twin.seed, repr(twin)) == (before, match.info, match.seed, repr(match))
    assert [update.branch for update in twin.updates(0)] == [update.branch for update in match.updates(0)]
    after = finish(twin)
    assert everything(match) == before
    assert finish(match) == after


@pytest.mark.parametrize("game", REGISTRY.games)
def test_a_copy_of_an_engine_plays_as_the_engine_does(game: str, sent: Callable[[Any], Any]) -> None:
    """Set-up, steps, playouts, and what a step told; a registered game says where it is from there too."""
    entry = REGISTRY.game(game)
    engine = Engine(sent(entry).game, min(entry.game.players))
    twin = sent(engine)
    assert (twin.players, twin.options, repr(twin)) == (engine.players, engine.options, repr(engine))
    step = engine.begin(Chance.from_seed("7"))
    assert sent(step) == twin.begin(Chance.from_seed("7")) == step
    position = step.position
    player = engine.active(position)[0]
    move = engine.legal(position, player)[0]
    told = engine.carry_out(position, player, move)
    assert sent(told) == twin.carry_out(sent(position), player, sent(move)) == told
    assert twin.playout(FastChance(7)) == engine.playout(FastChance(7))
    assert (sent(entry).origin, sent(entry).plugin) == (entry.origin, entry.plugin)


def test_a_step_taken_back_after_copying_is_not_missed_by_the_other(sent: Callable[[Any], Any]) -> None:
    """Each has the plies it has played."""
    match = Match(Counter(), 1, seed="7")
    match.play(0, Go())
    twin = sent(match)
    match.undo()
    assert (match.ply, twin.ply) == (0, 1)
    twin.undo()
    twin.play(0, Go())
    match.play(0, Go())
    assert match.branch == twin.branch == 1


def test_observers_stay_where_they_are(sent: Callable[[Any], Any]) -> None:
    """They would hear everything twice, and are seldom to be sent; the scorers go along."""
    witness = Witness()
    match = market(scorers=[Echo()], observers=[witness])
    twin = sent(match)
    play_on(twin)
    assert (twin.observers, len(witness.told)) == ((), 1)
    assert [scorer.name for scorer in twin.engine.scorers] == ["echo"]
    assert twin.record() == play_on(match).record()
    assert len(witness.told) == match.ply + 2


def test_copies_share_what_never_changes() -> None:
    """A match is copied in no time, however long it is, and an engine not at all."""
    match = play_on(market(), 1, 8)
    twin = copy.deepcopy(match)
    assert twin.engine is match.engine
    assert twin._plies is not match._plies
    assert all(ours is theirs for ours, theirs in zip(match._plies, twin._plies, strict=True))


def test_an_engine_of_a_class_of_ones_own_stays_one() -> None:
    """Whoever adds to it finds that on the other side."""
    assert type(pickle.loads(pickle.dumps(Own(Market(), 2)))) is Own


class Own(Engine):
    """An engine of somebody else's."""


def test_a_registry_stays_in_its_process(sent: Callable[[Any], Any]) -> None:
    """It has modules, functions and plugins in it; what to do instead is said."""
    with pytest.raises(TypeError, match=r"load one in the other, with Registry.load\(\)"):
        sent(REGISTRY)


def test_a_registered_game_says_which_it_is() -> None:
    """And from where."""
    entry = REGISTRY.game("brook")
    assert repr(entry) == f"<RegisteredGame: brook, of plugin brook (tileyard-brook {entry.plugin.version})>"


@pytest.mark.parametrize("bot", ["random", "greedy:worlds=2", "mcts:sims=4", "minimax:nodes=20"])
def test_bots_can_be_sent_too(bot: str, sent: Callable[[Any], Any]) -> None:
    """They choose the same, and are known by their names."""
    match = new_match(REGISTRY, "octopus" if bot == "random" else "qaleh-nil", 2, seed=1)
    if bot.startswith("minimax"):
        match.play(match.active[0], match.legal(match.active[0])[0])
    player = match.active[0]
    seated = make_bot(REGISTRY, match.game, bot, match.seed, player)
    assert sent(seated).choose(match.view(player)) == seated.choose(match.view(player))
    assert sent(seated).name == bot


def elsewhere(match: Match, engine: Engine, entry: RegisteredGame) -> tuple[Match, str, int]:
    """What a worker does with what it was sent: it takes back, plays on, and sends the match back."""
    run(match, [make_bot(Registry.load(), entry.game, "random", match.seed, seat) for seat in range(match.players)])
    return match, match.digest, engine.playout(FastChance(7)).ply


def test_other_processes_that_share_nothing_play_on_the_same() -> None:
    """Two of them, begun afresh: nothing was there before but what was sent."""
    games = ["brook", "tiles"]
    matches = [midway(game) for game in games]
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        engines, entries = [match.engine for match in matches], [REGISTRY.game(game) for game in games]
        results = list(pool.map(elsewhere, matches, engines, entries))
    for match, entry, (back, digest, plies) in zip(matches, entries, results, strict=True):
        here, same, least = elsewhere(match, match.engine, entry)
        assert (everything(back), digest, plies) == (everything(here), same, least)
        assert back.over
