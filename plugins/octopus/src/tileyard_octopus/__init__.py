"""Octopus, a tile-laying game for Tileyard."""
