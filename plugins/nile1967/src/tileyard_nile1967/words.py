"""What happens, in words, for whoever plays or watches in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tileyard.front.words import many, who, wins
from tileyard_nile1967 import model
from tileyard_nile1967.pieces import Kind

__all__ = ["tell"]


def tell(event: object, label: Callable[[str, Any], str]) -> str:
    """An event, a whisper or a move as a sentence; squares and ports are called as ``label`` does."""
    match event:
        case model.Place(tile=tile, exit=way):
            return f"lay {tile}, the line leaving by {label('exit', way)}"
        case model.Stop():
            return "stop here"
        case model.Unable():
            return "show the rack and change it"
        case model.Forfeit():
            return "let the turn go"
        case model.Placed(player=player, tile=tile, cell=cell, exit=way, like=like, crossing=crossing):
            stands = "" if like == tile else f" for {like}"
            over = " across the line" if crossing else ""
            return f"{who(player)} lays {tile}{stands} at {label('cell', cell)}{over}, out {label('exit', way)}"
        case model.Drew(player=player, count=count):
            return f"{who(player)} draws {many(count, 'tile')}"
        case model.Drawn(tiles=tiles):
            return f"You draw {_list(tiles)}"
        case model.TurnScored(player=player, points=points):
            return f"{who(player)} ends the play with {many(points, 'point')}"
        case model.Shown(player=player, tiles=tiles):
            return f"{who(player)} shows {_list(tiles)}, and changes the rack"
        case model.Removed(cell=cell, tile=tile):
            return f"{tile} is taken off {label('cell', cell)}"
        case _:
            return _rest(event, label)


def _rest(event: object, label: Callable[[str, Any], str]) -> str:
    """What happens once in a match, or not even that."""
    match event:
        case model.StartDraw(players=players, tiles=tiles, sums=sums):
            drew = zip(players, tiles, sums, strict=True)
            parts = (f"{who(player)} {_list(hand)}, worth {worth}" for player, hand, worth in drew)
            return f"Drawn for the start: {'; '.join(parts)}"
        case model.Started(first=first):
            return f"{who(first)} starts"
        case model.Forfeited(player=player):
            return f"{who(player)} cannot open the line, and lets the turn go"
        case model.Redealt():
            return "Nobody could open the line: all racks are dealt anew"
        case model.PassedOver(player=player):
            return f"{who(player)} has no tiles, and is passed over"
        case model.Finished(player=player, cell=cell):
            return f"{who(player)} leads the line to the finish at {label('cell', cell)}"
        case model.Stalled(turns=turns):
            return f"No tile was laid for {turns} turns: the game is over"
        case model.RackLeft(player=player, tiles=tiles):
            return f"{who(player)} is left with {_list(tiles)}"
        case model.Won(players=players):
            return wins(players)
        case _:
            return ""


def _list(tiles: Sequence[Kind]) -> str:
    return ", ".join(tiles) or "no tiles"
