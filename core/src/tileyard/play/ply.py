"""A ply of a match: a step that was made, and what a record and a viewer get of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tileyard.ground.wire import Event, Move, Whisper, digest
from tileyard.play.engine import Engine, Step
from tileyard.play.record import Entry
from tileyard.play.shape import copier
from tileyard.play.state import Position
from tileyard.play.update import Update

__all__ = ["Ply"]


@dataclass(frozen=True)
class Ply:
    """One step, and by whose move; the set-up has neither player nor move. Nothing in it is changed any more.

    ``branch`` is another number for what is played after each undo.
    """

    step: Step
    player: int | None = None
    move: Move | None = None
    branch: int = 0

    @property
    def position(self) -> Position[Any, Any, Any]:
        """The position after it."""
        return self.step.position

    @cached_property
    def digest(self) -> str:
        """Of the position after it; 64 bits are enough to tell a slip, proof is the replay itself."""
        return digest(self.position)[:16]

    def entry(self) -> Entry[Any]:
        """What a record says of it."""
        return Entry(self.digest, self.player, self.move, self.step.drawn[:])

    def update(self, engine: Engine, viewer: int | None) -> Update[Any, Any, Any]:
        """What ``viewer`` (None: a spectator) is told of it, all of it copies."""
        events: list[Event] = [copier(type(event))(event) for event in self.step.events]
        heard = (said for listener, said in self.step.whispers if listener == viewer)
        whispers: list[Whisper] = [copier(type(said))(said) for said in heard]
        view = engine.copy_view(engine.view(self.position, viewer))
        return Update(self.position.ply, events, whispers, view, self.branch)
