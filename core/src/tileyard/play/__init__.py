"""One game being played.

In reading order: state, shape, turn, order, scorer and game, which an author meets; answers, given, verbs and engine,
which take one step; declared, record, preview, update, ply, undo, match and loop, which make a match of steps.
"""
