"""The rules in short, for whoever plays for the first time."""

from __future__ import annotations

__all__ = ["HOW_TO_PLAY"]

HOW_TO_PLAY = """
Sixty tiles, each a colour from A to J and a number from 1 to 6, are dealt out to the last one. Everybody sees them
all. In turn each player lays one of the own tiles beside those that lie there already, touching one of them along a
side. Colours and numbers need not match, and nothing laid ever moves again.

What counts is the runs that begin beside your tile and lead away from it: left, right, up, down and along the
diagonals. In each of these eight directions you score a point for every tile of your tile's colour, up to a gap or a
tile of another colour; that is a colour run. And likewise a point for every tile of its number, a number run. The
tile you lay does not count itself. So A4 at the end of A1 A2 A3 scores 3, and 1 more for a B4 that touches it at a
corner.

The game is over when all tiles are laid. The most points win.

Your first turn: you are shown your tiles and are asked for one. Type its name, B4, and then the place, as its row and
its column: 0,0 is the first tile, 0,1 is to the right of it, -1,0 above it. Both may stand on one line: B4 0,1. Type
hint to see what a bot would lay. A good move starts several runs at once, and leaves no long one for the next player
to score again.
"""
