"""Bots: programs that choose moves from views, and so know what a person in their seat knows.

The bots of Tileyard choose by their seed and the view alone: nothing is kept from one choice to the next,
so a match that was saved and resumed goes on as if it had never stopped. Here is what they have in common,
and the simplest; the others have modules of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from tileyard.front.greedy import Greedy, GreedyBot, greedy_bot
from tileyard.front.mcts import Mcts, MctsBot, mcts_bot
from tileyard.front.minimax import Minimax, MinimaxBot, minimax_bot
from tileyard.front.naming import NoSettings, parse_bot, read_settings
from tileyard.front.worlds import AnyGame, AnyView, sampled, stream_of
from tileyard.ground.chance import derive_seed
from tileyard.ground.errors import BotFault, PluginProblem, TileyardError, UsageError, foreign, kind_of
from tileyard.ground.wire import Move
from tileyard.play.given import game_of
from tileyard.play.match import Match

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
    "Seated",
    "greedy_bot",
    "make_bot",
    "mcts_bot",
    "minimax_bot",
    "parse_bot",
    "players_of",
    "random_bot",
    "read_settings",
    "seat_bots",
]


class Bot(Protocol):
    """Whatever chooses a move when it is shown a view of its own seat.

    A bot that does not play everything has a method ``sit(view)`` as well: it is shown its seat once, before it is
    first asked, whoever is to move, and raises :class:`UsageError` for a match it cannot play.
    """

    def choose(self, view: AnyView) -> Move:
        """One of the legal moves of ``view.player``. The view is a copy."""
        ...


class Seated:
    """A bot in its seat, the one place where bots are asked: what goes wrong in it is a :class:`BotFault` of its name.

    ``name`` is how it was called, settings and all. The faults of the rules it plays by, as a bot tells them
    itself, and the :class:`UsageError` with which it refuses a match pass through.
    """

    def __init__(self, registry: Registry, game: AnyGame, name: str, seed: str) -> None:
        kind, settings = parse_bot(name)
        make = registry.bot(kind)
        self.name, self.game = name, game_of(game)
        plugin = registry.contributor("bots", kind)
        self._origin = {"plugin": plugin.name, "version": plugin.version} if plugin else {}
        self.bot = self._ask("make", None, make, game, settings, seed)
        if not callable(getattr(self.bot, "choose", None)):
            raise self.fault("make", None, f"it gave {kind_of(self.bot)}, which cannot choose")

    def sit(self, view: AnyView) -> None:
        """Show the bot its seat. Raises :class:`UsageError` if it cannot play this match."""
        sit = getattr(self.bot, "sit", None)
        if sit is not None:
            self._ask("sit", view.ply, sit, view)

    def choose(self, view: AnyView) -> Move:
        """The bot's move; whether it is legal, the match tells (see :func:`tileyard.run`)."""
        ply = view.ply  # the view is the bot's to write on
        move = self._ask("choose", ply, self.bot.choose, view)
        if type(move) not in self.game.types.moves:
            raise self.fault("choose", ply, f"it gave {kind_of(move)}, which is no move of {self.game.id}")
        return move

    def fault(self, verb: str, ply: int | None, raised: BaseException | str) -> BotFault:
        """The error that says what this bot did wrong."""
        return BotFault.of(self.name, self.game.id, verb, ply, raised, **self._origin)

    def _ask(self, verb: str, ply: int | None, ask: Callable[..., Any], *given: Any) -> Any:
        def fault(raised: BaseException) -> TileyardError:
            known = isinstance(raised, PluginProblem | UsageError)
            return raised if known else self.fault(verb, ply, raised)

        return foreign(fault, ask, *given)


def make_bot(registry: Registry, game: AnyGame, text: str, seed: str, seat: int) -> Seated:
    """The bot called ``text`` for a seat of a match with ``seed``, which it cannot work out from its own.

    Raises :class:`UnknownName` (with names like it), :class:`UsageError` (a setting, or a game it cannot play) and
    :class:`BotFault`.
    """
    return Seated(registry, game, text, derive_seed(seed, f"bot {seat}"))


def seat_bots(registry: Registry, match: Match, names: Sequence[str]) -> list[Seated]:
    """A bot for each of the first seats of ``match``, by ``names``; each has seen its seat and agreed to play.

    Raises what :func:`make_bot` raises, before a move is made.
    """
    bots = [make_bot(registry, match.game, name, match.seed, seat) for seat, name in enumerate(names)]
    for seat, bot in enumerate(bots):
        bot.sit(match.view(seat))
    return bots


def players_of(registry: Registry, game: AnyGame) -> dict[str, list[int]]:
    """The bots that play ``game`` with its own options, by name: of how many players a match may be for them."""
    found: dict[str, list[int]] = {}
    for count in game.players:
        match = Match(game, count, seed="")
        for name in sorted(registry.bots):
            with suppress(TileyardError):
                seat_bots(registry, match, [name])
                found.setdefault(name, []).append(count)
    return dict(sorted(found.items()))


class RandomBot:
    """Plays what ``game.sample`` gives: any legal move, all equally likely unless the game says otherwise."""

    def __init__(self, game: AnyGame, seed: str | int) -> None:
        self.game = game
        self.seed = seed

    def choose(self, view: AnyView) -> Move:
        """A legal move at random."""
        return sampled(self.game, view, stream_of(self.seed, view))


def random_bot(game: AnyGame, settings: Mapping[str, str], seed: str) -> RandomBot:
    """Maker of bot ``random``; it has no settings."""
    read_settings("random", settings, NoSettings)
    return RandomBot(game, seed)
