"""Brook, the small tile game of the tutorial."""

from tileyard_brook.rules import Brook

__all__ = ["Brook"]
