"""Brook, the small tile game of the tutorial."""
