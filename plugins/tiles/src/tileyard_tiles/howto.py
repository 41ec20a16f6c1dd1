"""The rules in short, for whoever plays for the first time."""

from __future__ import annotations

__all__ = ["HOW_TO_PLAY"]

HOW_TO_PLAY = """
A tile is cut by its diagonals into four triangles, each white (w), grey (g) or black (k), and is called by them,
clockwise from the top: gwwk. One of the colours is yours. You have some tiles that nobody else sees, and draw one
more at the beginning of each turn.

In a turn you lay one tile beside those that lie there already. It may be turned, and wherever it meets another tile
the two triangles that touch must have one colour. If none of your tiles fits anywhere, you discard one instead.

Triangles of one colour that hang together, within a tile or across its sides, are an area. It is closed once no
triangle of it lies at an open side. Whoever lays the tile that closes an area of the own colour scores it: 1 point
for an area of two tiles, 3 for three, 6 for four, 10 for five, and so on; a large area is worth far more than two
small ones. An area that is closed by anybody else pays nobody. The game is over when all tiles are gone, and the most
points win.

Your first turn: look at the top of the board for your colour, and at the bottom for your tiles. You are asked for a
tile, then for the place, x and then y, counted from the first tile at 0,0 to the right and downwards, and last for
the side to which the top of the tile is to be turned. Enlarge an area of your colour, or close one of an opponent
that has become too good: then it is worth nothing.
"""
