"""Tileyard: a plugin-based framework for tile games.

Whoever writes one rules class gets a terminal game, an engine for any language, bots, records,
schemas and a conformance kit. This page is the whole public API, in reading order; the board
kernel is in :mod:`tileyard.board`, the kit for authors in :mod:`tileyard.testing`.
"""

from tileyard.board.stock import Bag, Deck, Hand, Pile
from tileyard.ground.chance import Chance, FastChance, Stream
from tileyard.ground.errors import (
    BadOptions,
    BadPayload,
    BadPlayers,
    BadRecord,
    BotFault,
    CannotUndo,
    GameFault,
    IllegalMove,
    InternalError,
    MatchOver,
    NotYourTurn,
    PluginProblem,
    ReplayDiverged,
    RulesMismatch,
    ScorerFault,
    StalePly,
    TileyardError,
    UnknownGame,
    UnknownName,
    UnknownVersion,
    UsageError,
)
from tileyard.ground.wire import Event, Frozen, Move, Struct, Whisper
from tileyard.play.engine import Engine, Step
from tileyard.play.game import Game, NoOptions
from tileyard.play.loop import Agent, run
from tileyard.play.match import Match
from tileyard.play.order import Budget, Phases, Rota, alternating, anticlockwise, clockwise
from tileyard.play.preview import Preview
from tileyard.play.record import Record
from tileyard.play.scorer import Scorer
from tileyard.play.shape import copier
from tileyard.play.state import Position, Reason, Result, State, View
from tileyard.play.turn import Scored, Turn
from tileyard.play.undo import UndoVerdict
from tileyard.play.update import MatchInfo, Observer, Update
from tileyard.plug.hooks import hookimpl
from tileyard.plug.registry import Registry

__all__ = [
    "Chance", "FastChance", "Stream",
    "BadOptions", "BadPayload", "BadPlayers", "BadRecord", "BotFault", "CannotUndo", "GameFault", "IllegalMove",
    "InternalError", "MatchOver", "NotYourTurn", "PluginProblem", "ReplayDiverged", "RulesMismatch", "ScorerFault",
    "StalePly", "TileyardError", "UnknownGame", "UnknownName", "UnknownVersion", "UsageError",
    "Event", "Frozen", "Move", "Struct", "Whisper",
    "Bag", "Deck", "Hand", "Pile",
    "Position", "Reason", "Result", "State", "View", "copier",
    "Scored", "Turn",
    "Budget", "Phases", "Rota", "alternating", "anticlockwise", "clockwise",
    "Scorer", "Game", "NoOptions", "Engine", "Step", "Preview",
    "Record", "Match", "MatchInfo", "Observer", "UndoVerdict", "Update",
    "Agent", "run",
    "hookimpl", "Registry",
]  # fmt: skip
