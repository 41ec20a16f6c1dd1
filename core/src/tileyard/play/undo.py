"""Undo: whether the last step of a match may be taken back. Worked out from the step, never flagged by an author."""

from __future__ import annotations

from collections.abc import Sequence

from tileyard.ground.wire import Frozen
from tileyard.play.engine import Engine
from tileyard.play.ply import Ply
from tileyard.play.preview import preview

__all__ = ["UndoVerdict", "verdict"]


class UndoVerdict(Frozen):
    """Whether the last step may be taken back, and if not, why. True or false as a condition."""

    ok: bool
    why: str = ""

    def __bool__(self) -> bool:
        return self.ok


def verdict(engine: Engine, plies: Sequence[Ply]) -> UndoVerdict:
    """Whether the last of ``plies`` may be taken back."""
    last = plies[-1]
    step, player, move = last.step, last.player, last.move
    if player is None or move is None:
        return UndoVerdict(False, "no move was made")
    if step.drawn:
        return UndoVerdict(False, "the move drew on chance")
    if step.whispers:
        return UndoVerdict(False, "the move told a player something in secret")
    active = engine.active(last.position)
    if active and player not in active:
        return UndoVerdict(False, "the turn has passed to another player")
    # A player who could have worked the step out beforehand has learnt nothing from it.
    if not engine.game.open:
        before = engine.copy_view(engine.view(plies[-2].position, player))
        if preview(engine, before, move) is None:
            return UndoVerdict(False, "the move showed what had been out of sight")
    return UndoVerdict(True)
