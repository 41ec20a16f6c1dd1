"""Qal'eh Nil, a race and a castle game on boards of walls, for Tileyard."""
