"""Tournaments of bots, and what they tell a designer, for any game of Tileyard."""
