"""How the pages are built: MyST Markdown, the furo theme, and references taken from the code."""

from __future__ import annotations

from importlib.metadata import version as installed

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
