"""A plugin that keeps a score book: a line for every match that ends, in the file named by SCOREBOOK."""

import os
from pathlib import Path

from tileyard import hookimpl


@hookimpl
def match_finished(match, update):
    line = f"{match.title}: {', '.join(map(str, update.view.scores))}\n"
    with Path(os.environ["SCOREBOOK"]).open("a", encoding="utf-8") as book:
        book.write(line)
