"""How the pages are built: MyST Markdown, the furo theme, and references taken from the code."""

from __future__ import annotations

from importlib.metadata import version as installed
from pathlib import Path

from sphinx.application import Sphinx

from tileyard import Registry, run
from tileyard.front.bots import make_bot
from tileyard.front.matches import draw, new_match, scene_of
from tileyard.ground.files import write

project = "Tileyard"
author = "The Tileyard authors"
copyright = author
release = version = installed("tileyard")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.viewcode",
]
exclude_patterns = ["_build"]
templates_path: list[str] = []

myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
# Types of the standard library, of msgspec and type variables have no page here to point at.
nitpick_ignore_regex = [("py:.*", r"(?!tileyard).+"), ("py:.*", r"tileyard\.[\w.]+\.([A-Z]|VIEW|Opts)")]

html_theme = "furo"
html_title = "Tileyard"
html_static_path: list[str] = []


def draw_pictures(app: Sphinx) -> None:
    """Pictures of games are drawn for each build, by the code that the pages are about."""
    registry = Registry.load()
    match = new_match(registry, "brook", players=2, seed="7")
    bots = [make_bot(registry, match.game, "greedy", match.seed, seat) for seat in (0, 1)]
    run(match, bots, plies=14)
    picture = draw(registry, scene_of(registry, match, player=0), "svg", theme="light")
    folder = Path(app.srcdir) / "_build"
    folder.mkdir(exist_ok=True)
    write(folder / "brook.svg", picture)


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("builder-inited", draw_pictures)
