"""Tiles, a tile-laying game for Tileyard."""
