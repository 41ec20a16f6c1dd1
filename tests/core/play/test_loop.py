"""The turn loop: whoever is active is asked, in turn, by a view of their own."""

from __future__ import annotations

from typing import Any

import pytest

from market import Choose, Duel, Lay, Market, Pass, Take, market, play_on
from tileyard import BadPayload, BotFault, FastChance, GameFault, IllegalMove, Match, StalePly, UsageError, run


class Agent:
    """Plays at random, and notes which views it got."""

    def __init__(self, seed: int = 0) -> None:
        self.chance = FastChance(seed)
        self.views: list[Any] = []

    def choose(self, view: Any) -> Any:
        self.views.append(view)
        return self.chance.pick((Duel() if hasattr(view.table, "waiting") else Market()).legal(view))


def test_a_match_is_driven_to_its_end() -> None:
    """Each agent is asked for its own seat only, at every ply that is its turn."""
    agents = [Agent(1), Agent(2)]
    match = run(market(), agents)
    assert match.over
    asked = sorted((view.ply, view.player) for agent in agents for view in agent.views)
    assert asked == [(ply, entry.player) for ply, entry in enumerate(match.record().entries[1:])]
    for player, agent in enumerate(agents):
        assert {view.player for view in agent.views} == {player}
        assert all(view == match.updates(player)[view.ply].view for view in agent.views)


def test_the_same_agents_play_the_same_match() -> None:
    """Nothing in the loop is left to chance."""
    first, second = (run(market(), [Agent(1), Agent(2)]) for _ in range(2))
    assert first.record() == second.record()


@pytest.mark.parametrize("plies", [0, 1, 5])
def test_it_stops_after_so_many_plies_and_goes_on_from_there(plies: int) -> None:
    """As if it had never stopped."""
    agents, others = [Agent(1), Agent(2)], [Agent(1), Agent(2)]
    match = run(market(), agents, plies=plies)
    assert match.ply == plies
    assert run(match, agents, plies=2).ply == plies + 2
    assert run(match, agents).record() == run(market(), others).record()
    assert run(match, agents, plies=3).over


def test_no_plies_or_fewer_are_none() -> None:
    """A negative number is no way to say all."""
    assert run(market(), [Agent(), Agent()], plies=-1).ply == 0


def test_somebody_may_be_told_after_every_ply() -> None:
    """With the match, which may be saved or shown there."""
    seen: list[int] = []
    match = run(market(), [Agent(1), Agent(2)], after=lambda match: seen.append(match.ply))
    assert seen == list(range(1, match.ply + 1))


def test_where_several_may_move_all_are_asked_in_order() -> None:
    """The later ones see that the others have chosen, but not what."""
    agents = [Agent(1), Agent(2), Agent(3)]
    match = run(Match(Duel(), 3, seed="1"), agents, plies=3)
    assert [entry.player for entry in match.record().entries[1:]] == [0, 1, 2]
    assert [agent.views[0].table.waiting for agent in agents] == [[0, 1, 2], [1, 2], [2]]
    assert all(agent.views[0].seat.number is None for agent in agents)


def test_an_agent_may_write_on_its_view() -> None:
    """It is a copy."""

    class Scribbler(Agent):
        def choose(self, view: Any) -> Any:
            move = super().choose(view)
            view.table.row.append(99)
            view.seat.hand.clear()
            view.scores[0] = 99
            return move

    scribbled = run(market(), [Scribbler(1), Scribbler(2)])
    assert scribbled.record() == run(market(), [Agent(1), Agent(2)]).record()


class Fixed:
    """Always the same move."""

    def __init__(self, move: Any) -> None:
        self.move = move

    def choose(self, view: Any) -> Any:
        if isinstance(self.move, Exception):
            raise self.move
        return self.move


@pytest.mark.parametrize(
    ("move", "error"), [(Lay(99), IllegalMove), (Choose(1), IllegalMove), (KeyError("bot"), KeyError)]
)
def test_what_goes_wrong_with_an_agent_passes_through(move: Any, error: type[Exception]) -> None:
    """The match stays where it was, and can go on with another."""
    match = market()
    with pytest.raises(error):
        run(match, [Fixed(move), Fixed(move)])
    assert (match.ply, match.digest) == (0, market().digest)
    assert run(match, [Agent(), Agent()]).over


@pytest.mark.parametrize("move", [Lay(99), Lay("x"), Choose(1)])  # type: ignore[arg-type]
def test_an_agent_may_tell_its_own_faults(move: Any) -> None:
    """What it should not have done is then told as it says."""

    class Owning(Fixed):
        def fault(self, verb: str, ply: int, error: BaseException) -> BotFault:
            return BotFault.of("owning", "market", verb, ply, error)

    match = play_on(market(), 3, 4)
    with pytest.raises(BotFault, match="bot owning: choose failed at ply 4: ") as caught:
        run(match, [Owning(move), Owning(move)])
    assert isinstance(caught.value.__cause__, IllegalMove | BadPayload)
    assert match.ply == 4


def test_a_fault_of_the_rules_passes_through() -> None:
    """As a fault of the game."""

    class Broken(Market):
        def apply(self, state: Any, move: Any, turn: Any) -> None:
            raise KeyError("x")

    match = Match(Broken(), 2, seed="7")
    with pytest.raises(GameFault):
        run(match, [Fixed(Pass()), Fixed(Pass())])
    assert match.ply == 0


@pytest.mark.parametrize("agents", [0, 1, 3])
def test_there_is_one_agent_for_each_player(agents: int) -> None:
    """Too few would be noticed in the middle of the match, too many never."""
    match = market()
    with pytest.raises(UsageError) as caught:
        run(match, [Agent()] * agents)
    assert caught.value.facts == {"field": "agents", "allowed": [2]}
    assert match.ply == 0


def test_a_move_thought_out_for_another_position_is_refused() -> None:
    """An agent that takes a step back while it thinks has not thought about this one."""
    match = market()
    match.play(0, Lay(match.view(0).seat.hand[0]))

    class Undoing(Agent):
        def choose(self, view: Any) -> Any:
            match.undo()
            return Pass()

    with pytest.raises(StalePly) as caught:
        run(match, [Undoing(), Agent()])
    assert caught.value.facts == {"ply": 1, "current": 0}


def test_a_step_taken_back_between_two_plies_is_played_again() -> None:
    """By whoever is told after each."""
    undone: list[int] = []

    def after(match: Match) -> None:
        if match.ply == 1 and not undone and match.can_undo():
            match.undo()
            undone.append(match.ply)

    class Laying(Agent):
        def choose(self, view: Any) -> Any:
            return Lay(view.seat.hand[0]) if not undone else Take() if view.ply == 0 else Pass()

    match = run(market(options={"turns": 1}), [Laying(), Laying()], after=after)
    assert undone == [0]
    assert [entry.move for entry in match.record().entries[1:3]] == [Take(), Pass()]
