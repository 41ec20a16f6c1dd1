"""The rules of both games in short, for whoever plays for the first time."""

from __future__ import annotations

__all__ = ["CASTLE", "RACE"]

_STEPS = """
A turn has three moves, which one pawn may make or several. A step goes to the empty cell beside, up, down, left or
right, never diagonally. It costs one move, but two if a wall is in the way, and all three if there are two walls, one
from the tile on either side.
"""

RACE = f"""
Your four pawns stand in one corner of a board with walls, and want to fill the tile in the corner opposite. Whoever
has brought all four there first wins; with four players, partners must both have done it.
{_STEPS}
A pawn can also jump over one pawn beside it, whoever's it is, to the empty cell straight behind, if no wall is before
or behind it. That costs one move and may be repeated. You may end your turn before the three moves are used.

If the player who began the game is home first, the other one has a last turn, which may cost no more than the turn
that brought the first one home, to make it a draw.

Your first turn: type the cell a pawn is on and the cell it goes to, such as a2 and then a3; a2 a3 on one line will
do. The lines below the board tell which steps lead over a wall, and what they cost. Do this until your moves are
used, or type end. Look for rows of pawns with gaps between them: jumps cover two cells for one move.
"""

CASTLE = f"""
Each side has a castle at its end of a board with walls, and a line of pawns in front of it. Whoever captures the
castle of the other side wins; so does whoever captures all its pawns. With four players, two are a side.
{_STEPS}
The three moves must all be used, as far as that is possible. There is no jumping. A capture takes a whole turn: one
pawn makes moves that cost three together, the last of them onto the piece of the other side. So a pawn threatens what
it can reach with exactly three moves, walls counted: three steps, or one step and one over a wall, or one over two
walls. A pawn does not go straight back to where it has just come from in the turn, and of your own pawns one at most
may stand on the tile of your castle.

Your first turn: you are asked for the cell of your castle first; any of the four is allowed. Then type the cell a
pawn is on and the cell it goes to, such as c3 and then c4; c3 c4 on one line will do. The lines below the board tell
which steps lead over a wall, and what they cost. Before you move, count from each pawn of the others whether it can
reach your castle in exactly three.
"""
