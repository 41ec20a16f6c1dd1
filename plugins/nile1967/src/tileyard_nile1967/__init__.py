"""Nile (1967), a tile-laying game for Tileyard."""
