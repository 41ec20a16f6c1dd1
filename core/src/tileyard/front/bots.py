"""Bots: programs that choose moves from views, and so know what a person in their seat knows.

The bots of Tileyard choose by their seed and the view alone: nothing is kept from one choice to the next,
so a match that was saved and resumed goes on as if it had never stopped. Here is what they have in common,
and the simplest; the others have modules of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from tileyard.front.greedy import Greedy, GreedyBot, greedy_bot
from tileyard.front.mcts import Mcts, MctsBot, mcts_bot
from tileyard.front.minimax import Minimax, MinimaxBot, minimax_bot
from tileyard.front.naming import NoSettings, parse_bot, read_settings
from tileyard.front.worlds import AnyGame, AnyView, stream_of
from tileyard.ground.chance import derive_seed
from tileyard.ground.wire import Move

if TYPE_CHECKING:
    from tileyard.plug.registry import Registry

__all__ = [
    "Bot",
    "Greedy",
    "GreedyBot",
    "Mcts",
    "MctsBot",
    "Minimax",
    "MinimaxBot",
    "RandomBot",
    "greedy_bot",
    "make_bot",
    "mcts_bot",
    "minimax_bot",
    "parse_bot",
    "random_bot",
    "read_settings",
]


class Bot(Protocol):
    """Whatever chooses a move when it is shown a view of its own seat."""

    def choose(self, view: AnyView) -> Move:
        """One of the legal moves of ``view.player``. The view is a copy."""
        ...


def make_bot(registry: Registry, game: AnyGame, text: str, seed: str, seat: int) -> Bot:
    """The bot called ``text`` for a seat of a match with ``seed``, which it cannot work out from its own.

    Raises :class:`UnknownName` (with names like it) and :class:`UsageError` (a setting, or a game it cannot play).
    """
    name, settings = parse_bot(text)
    return registry.bot(name)(game, settings, derive_seed(seed, f"bot {seat}"))


class RandomBot:
    """Plays what ``game.sample`` gives: any legal move, all equally likely unless the game says otherwise."""

    def __init__(self, game: AnyGame, seed: str | int) -> None:
        self.game = game
        self.seed = seed

    def choose(self, view: AnyView) -> Move:
        """A legal move at random."""
        return self.game.sample(view, stream_of(self.seed, view))


def random_bot(game: AnyGame, settings: Mapping[str, str], seed: str) -> RandomBot:
    """Maker of bot ``random``; it has no settings."""
    read_settings("random", settings, NoSettings)
    return RandomBot(game, seed)
