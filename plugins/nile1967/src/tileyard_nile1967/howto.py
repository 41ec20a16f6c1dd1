"""The rules in short, for whoever plays for the first time."""

from __future__ import annotations

__all__ = ["HOW_TO_PLAY"]

HOW_TO_PLAY = """
All players build one line together. It starts at the dot in the middle of the left edge and is to reach one of the
dots at the far side of the blue column at the right. Each tile carries a piece of the line from one of the eight
points of its square, the middles of the sides N, E, S and W and the corners NE, SE, SW and NW, to another one.

You have five tiles. In a turn you lay one to five of them, each on the square to which the line points; square and
position follow from the line, you say only which tile it is and by which point the line leaves. After any tile you
may stop, if the line then points to an empty square; what you have used is drawn again. Whoever can lay a tile must.
If you cannot, you show your tiles, lose what they are worth and draw five new ones.

Each tile brings what it is worth, 5 to 10 points; all five in one turn bring 20 more. Green and blue squares pay
their number, red ones cost it; the red squares that stand together in the shape of a U cost their number once a turn.
A UNIVERSAL tile joins any two points and is worth 35. It can also be laid on a square that is taken, if your line is
led into it: there it crosses the line, and the tile that lay there goes back to the pile.

The game is over when the line reaches a dot of the blue column, or when nobody can go on. What is left on your rack
is then taken from your points. The most points win.

Your first turn: if you are the one to open the line, your tile must come in by W; a STRAIGHT to E goes right ahead.
Type the tile, then the exit: STRAIGHT E. Then lay another one, or type stop. Head for the next green square, and do
not stop where the next player has it in front of them.
"""
