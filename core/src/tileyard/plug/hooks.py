"""The hooks: everything a plugin can add to Tileyard, and everything it can be told.

A plugin is a module (or any object) with functions marked :data:`hookimpl`, named by an entry point
of the group ``tileyard.v1``::

    from tileyard.plug import hookimpl

    @hookimpl
    def register_games():
        return [Brook()]

An implementation has the hook's name and any of its parameters, by name and without defaults; it may
leave out those it has no use for, which is how hooks can grow. Hooks that begin with ``register_``
collect: they run while a :class:`tileyard.Registry` is made. The others notify: they
run after a move is committed. None runs inside a search, a playout or a replay.

Plugins are independent of each other. They are asked in the order of their distributions' names,
the core's own first, and none can wrap or reorder the calls of another. A plugin that breaks a rule
given here is left out as a whole and reported with the cause; ``tileyard plugins`` shows it, and all
the others work on.
"""

from __future__ import annotations

import inspect
import sys
from typing import TYPE_CHECKING, Any, Protocol

import pluggy

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tileyard.play.game import Game
    from tileyard.play.scorer import Scorer
    from tileyard.play.update import MatchInfo, Update

__all__ = [
    "CommandLine",
    "hookimpl",
    "hookspec",
    "hookspecs",
    "match_finished",
    "match_started",
    "move_played",
    "register_bots",
    "register_commands",
    "register_documents",
    "register_games",
    "register_renderers",
    "register_scenes",
    "register_scorers",
]

hookspec = pluggy.HookspecMarker("tileyard")
"""Marks the specification of a hook."""

hookimpl = pluggy.HookimplMarker("tileyard")
"""Marks a plugin's implementation of a hook."""


class CommandLine(Protocol):
    """What :func:`register_commands` is given: a ``typer.Typer``, known here only by what is read from it."""

    registered_commands: list[Any]
    registered_groups: list[Any]

    def command(self, name: str | None = None) -> Callable[..., Any]:
        """A decorator that makes a function a command."""
        ...

    def add_typer(self, typer_instance: Any, *, name: str | None = None) -> None:
        """Add a group of commands."""
        ...


# -- collect: what a plugin adds -----------------------------------------------------------------------


@hookspec
def register_games() -> Sequence[Game[Any, Any, Any, Any, Any]]:
    """Add games.

    When: once, while the registry visits the plugin. Importing the plugin and building its games
    should be cheap, for every command of Tileyard does it: topologies and data files are for later.

    :returns: a list of game objects (instances, not classes). A game is known by its ``id``: lower-case
        letters, digits, ``_`` and ``-``, beginning with a letter.

    Errors: the plugin is left out if it returns anything else, if a game lacks ``id``, ``title``,
    ``players``, ``rules`` or one of the verbs, or if an id is taken: the plugin that comes first keeps
    it, and both distributions are named.

    Used by: every game, among them ``tileyard-octopus``.
    """
    raise NotImplementedError


@hookspec
def register_scorers(game: Game[Any, Any, Any, Any, Any]) -> Sequence[Scorer] | None:
    """Add scorers: named extra scoring that a match of ``game`` may ask for.

    When: once per game, after all games are known. A scorer changes nothing until a match names it.

    :param game: the game that is being asked for; it may come from any plugin.
    :returns: a list of :class:`tileyard.Scorer` objects; an empty list or None if the
        plugin has none for this game.

    Errors: the plugin is left out if it returns anything else or raises, whatever the game. A scorer
    whose name is taken for that game is not used, and is reported; the game's own plugin comes first.

    Used by: ``tileyard-brook``, for its variant with reaches.
    """


@hookspec
def register_scenes() -> Mapping[str, Callable[[Any], Any]]:
    """Say how games look.

    When: once, while the registry visits the plugin.

    :returns: a mapping from game id to a function that draws one view of that game:
        ``scene(view) -> Scene``. The function must be pure: it is called for any viewer, at any ply,
        and gets nothing but the :class:`tileyard.View`.

    Errors: the plugin is left out if it returns anything else. A scene for a game that is not there is
    reported and otherwise ignored, and so is a second scene for one game; the game's own plugin comes
    first. A game without a scene is shown by its data.

    Used by: every game, among them ``tileyard-octopus``.
    """
    raise NotImplementedError


@hookspec
def register_renderers() -> Mapping[str, Callable[..., str | bytes]]:
    """Add formats a scene can be drawn in.

    When: once, while the registry visits the plugin.

    :returns: a mapping from the format's name, which is also its file extension (``"svg"``), to a pure
        function ``draw(scene) -> str | bytes``: text for a textual format, bytes for a binary one.

    Errors: the plugin is left out if it returns anything else. A format whose name is taken is not
    used, and is reported; the core's own ``svg`` and ``text`` come first.

    Used by: the core, for ``svg`` and ``text``.
    """
    raise NotImplementedError


@hookspec
def register_bots() -> Mapping[str, Callable[..., Any]]:
    """Add kinds of bots.

    When: once, while the registry visits the plugin.

    :returns: a mapping from the name of a kind to a function ``make(game, settings, seed) -> Bot``, called
        for each seat of a match with the game object, the settings as text (``greedy:width=4`` has
        ``{"width": "4"}``) and a seed for this bot. It raises :class:`tileyard.UsageError` for settings it
        does not have and for a game it cannot play. A bot has one method,
        ``choose(view) -> Move``, and is handed views alone: it knows what a person in its seat knows.

    Errors: the plugin is left out if it returns anything else. A kind whose name is taken is not used,
    and is reported; the core's own come first.

    Used by: the core, for ``random``, ``greedy``, ``mcts`` and ``minimax``.
    """
    raise NotImplementedError


@hookspec
def register_commands(cli: CommandLine) -> None:
    """Add commands to ``tileyard``.

    When: while the command line is built, and only then: a program that embeds matches never calls it.

    :param cli: an empty ``typer.Typer``. What the plugin adds to it (``@cli.command("arena")``,
        ``cli.add_typer(...)``) is moved into the command line once the hook has returned.
    :returns: nothing.

    Errors: a plugin that raises is left out, and none of its commands appears. A command whose name is
    taken is not used, and is reported; the core's own come first.

    Used by: the core, for its own commands.
    """


@hookspec
def register_documents() -> Mapping[str, Callable[[], Any]]:
    """Say what a plugin prints with ``--json`` or writes into files, so that there is a schema of it.

    When: once, while the registry visits the plugin. The functions are called when schemas are made or compared,
    and only then, so what they import costs nothing before.

    :returns: a mapping from the name of a document (``"command-arena"``) to a function without parameters that
        returns its type: anything of which a JSON Schema can be made, such as a :class:`tileyard.Struct`.
        ``tileyard schema`` writes it to ``<plugin>/<document>.schema.json``.

    Errors: the plugin is left out if it returns anything else, or if its own name cannot be that of a folder or is
    ``core``. A function that raises, or a type without a schema, ends ``tileyard schema`` with ``plugin_problem``;
    the check ``schemas_are_in_step`` finds it for the plugin of a game.

    Used by: ``tileyard-arena``, for what its commands print and keep.
    """
    raise NotImplementedError


# -- notify: what a plugin is told ---------------------------------------------------------------------


@hookspec
def match_started(match: MatchInfo, update: Update) -> None:
    """A match has begun.

    When: after the set-up, before the first move; not for a match that is taken up again from its record. The match
    waits until the hook returns, so what takes long belongs into a thread of the plugin's own.

    :param match: what can be known of the match from the start, a :class:`tileyard.MatchInfo`: game, players, options.
        Never its seed. Matches are told apart by its ``commitment``, which only matches with the same seed share.
    :param update: the spectator's :class:`tileyard.Update`: what was announced in the
        set-up, and the view of somebody who has no seat, with the scores. A plugin's copy is its own.
    :returns: nothing.

    Errors: a plugin that raises is reported and logged, once for each hook. It misses nothing later,
    neither does any other plugin, and the match goes on.

    Used by: ``tileyard-journal``, which writes matches down as they are played.
    """


@hookspec
def move_played(match: MatchInfo, update: Update) -> None:
    """A move was made.

    When: after each committed move, the last one included; not for previews, searches or replays.

    :param match: as in :func:`match_started`.
    :param update: the spectator's :class:`tileyard.Update` of this ply: its events, and the
        view to settle on.
    :returns: nothing.

    Errors: as in :func:`match_started`.

    Used by: ``tileyard-journal``.
    """


@hookspec
def match_finished(match: MatchInfo, update: Update) -> None:
    """A match has ended.

    When: after :func:`move_played` of the last move, when nobody is active any more. A match broken off
    does not finish.

    :param match: as in :func:`match_started`.
    :param update: the spectator's :class:`tileyard.Update` of the last ply, with the final
        awards and the final table.
    :returns: nothing.

    Errors: as in :func:`match_started`.

    Used by: ``tileyard-journal``, and the score book in the reference.
    """


def hookspecs() -> dict[str, tuple[str, ...]]:
    """The parameters of each hook, in the order of this page."""
    module = sys.modules[__name__]
    specs = {name: spec for name, spec in vars(module).items() if hasattr(spec, "tileyard_spec")}
    return {name: tuple(inspect.signature(spec).parameters) for name, spec in specs.items()}
