"""What happens in both games, in words, for whoever plays or watches in a terminal."""

from __future__ import annotations

from tileyard.front.words import many, who, wins
from tileyard_qaleh_nil import events, model
from tileyard_qaleh_nil.boards import name

__all__ = ["ENDINGS", "tell"]

ENDINGS: dict[model.Ending, str] = {
    "goal": "the whole side has finished",
    "reply": "a whole side has finished, and the last turn of the other did not equal it",
    "equal": "a whole side has finished, and the last turn of the other has equalled it",
    "castle": "the castle is captured",
    "no_pawns": "the other side has no pawns left",
    "short": "the other side cannot make three moves",
    "move_cap": "all rounds are played",
    "repetition": "the same position came for the third time",
}
"""How a game ended, in words."""


def tell(event: object) -> str:
    """An event or a move as a sentence; nothing for what stands for itself."""
    match event:
        case model.Move(start=start, to=to):
            return f"move from {name(start)} to {name(to)}"
        case model.End():
            return "end the turn"
        case model.Castle(cell=cell):
            return f"place the castle on {name(cell)}"
        case events.Began(player=player, moves=moves):
            return f"{who(player)} has a turn of {many(moves, 'move')}"
        case events.Stepped(player=player, start=start, to=to):
            return f"{who(player)} steps from {name(start)} to {name(to)}"
        case events.Crossed(player=player, start=start, to=to, walls=walls):
            return f"{who(player)} climbs over {('a wall', 'two walls')[walls - 1]} from {name(start)} to {name(to)}"
        case events.Jumped(player=player, start=start, over=over, to=to):
            return f"{who(player)} jumps from {name(start)} over {name(over)} to {name(to)}"
        case events.Ended(player=player, left=left):
            return f"{who(player)} ends the turn, {many(left, 'move')} unused"
        case events.Captured(player=player, owner=owner, at=at):
            return f"{who(player)} captures a pawn of {who(owner)} on {name(at)}"
        case _:
            return _rest(event)


def _rest(event: object) -> str:
    """What happens now and then, or once in a match."""
    match event:
        case events.Laid(layout=layout, first=first):
            return f"The board {layout} is laid; {who(first)} starts"
        case events.PassedOver(player=player):
            return f"{who(player)} is passed over"
        case events.ReachedGoal(player=player, at=at, home=home):
            return f"A pawn of {who(player)} is home on {name(at)}: {home} there"
        case events.Finished(player=player):
            return f"{who(player)} has finished"
        case events.LastTurnGranted(player=player, total=total, moves=moves):
            many_moves = f" of {many(moves, 'move')} at the most" if moves else ""
            return f"{who(player)} has a last turn{many_moves}, for {total} at the most"
        case events.CastleChosen(player=player):
            return f"{who(player)} has chosen a cell for the castle"
        case events.CastlePlaced(player=player, cell=cell):
            return f"{who(player)} places the castle on {name(cell)}"
        case events.CastleCaptured(player=player, at=at):
            return f"{who(player)} captures the castle on {name(at)}"
        case events.Eliminated(player=player):
            return f"{who(player)} has lost the last pawn"
        case events.Won(players=players, why=why):
            return f"{wins(players)}: {ENDINGS[why]}"
        case events.Drawn(why=why):
            return f"It is a draw: {ENDINGS[why]}"
        case _:
            return ""
