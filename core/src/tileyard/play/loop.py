"""The turn loop: asks whoever is active, plays the answer, tells the observers, until nobody is active."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from tileyard.ground.errors import BadPayload, IllegalMove, NotYourTurn, StalePly, TileyardError
from tileyard.ground.wire import Move
from tileyard.play.given import agents_of
from tileyard.play.match import Match
from tileyard.play.state import View

__all__ = ["Agent", "run"]

_REFUSED = (BadPayload, IllegalMove, NotYourTurn, StalePly)


class Agent(Protocol):
    """A person or a program that chooses moves from views: whatever has this method.

    An agent may also have ``fault(verb, ply, error)``, which gives the error that a move it should not have made is
    told as. Bots of ``tileyard.front.bots.make_bot`` do, so that it is told by their name.
    """

    def choose(self, view: View[Any, Any, Any]) -> Move:
        """The move to make in ``view``."""
        ...


def run(
    match: Match,
    agents: Sequence[Agent],
    *,
    after: Callable[[Match], None] | None = None,
    plies: int | None = None,
) -> Match:
    """Drive ``match`` to its end, or for ``plies`` more plies; ``agents[i]`` plays for player i.

    ``after`` is called with the match after every ply. Where several players are active, they are
    asked in the order the game names them, each by the view at that time. What an agent raises
    passes through, and so does the error of a move it should not have made, unless the agent tells
    its faults itself (see :class:`Agent`); the match stays as it was. Raises :class:`UsageError` if
    there is not one agent for each player, or what there is cannot choose.
    """
    agents = agents_of(agents, match.players)
    stop = None if plies is None else match.ply + plies
    while not match.over and (stop is None or match.ply < stop):
        player, ply = match.active[0], match.ply
        move = agents[player].choose(match.view(player))
        try:
            # An agent that took a step back while it thought did not think about this position.
            match.play(player, move, ply=ply)
        except _REFUSED as error:
            fault: Callable[[str, int, BaseException], TileyardError] | None
            fault = getattr(agents[player], "fault", None)
            if fault is None:
                raise
            raise fault("choose", ply, error) from error
        if after is not None:
            after(match)
    return match
