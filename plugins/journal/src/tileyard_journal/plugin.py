"""What the journal adds to Tileyard: it hears of matches if ``TILEYARD_JOURNAL`` names a file when it is loaded."""

from __future__ import annotations

import os

from tileyard_journal.journal import Journal, Silent

__all__ = ["plugin"]

_path = os.environ.get("TILEYARD_JOURNAL", "")
plugin = Journal(_path) if _path else Silent()
