"""Nile, the flood-and-harvest card game of 2009."""
