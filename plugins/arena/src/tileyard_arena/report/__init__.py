"""The designer's report: what many matches of bots tell about a game."""
