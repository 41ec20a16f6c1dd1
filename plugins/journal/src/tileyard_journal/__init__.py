"""A live journal of matches, as JSON lines."""

from tileyard_journal.journal import Journal
from tileyard_journal.lines import Finished, Line, Played, Started

__all__ = ["Finished", "Journal", "Line", "Played", "Started"]
