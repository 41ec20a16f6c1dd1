"""Pieces of a page: sections, figures, tables. All text is escaped here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from html import escape

from tileyard_arena.report.charts import HALF, SLIM, WIDE

__all__ = ["cell", "figure", "section", "table"]


def section(title: str, answer: str, *parts: str) -> str:
    """A question, its answer, and what stands below it (HTML)."""
    return f"<section><h2>{escape(title)}</h2><p>{escape(answer)}</p>{''.join(parts)}</section>"


def figure(draw: Callable[[float], str], caption: str = "", data: str = "", *, half: bool = False) -> str:
    """A chart (``draw`` makes the SVG of a width), what is to be known to read it, and its ``data`` as a table.

    It is drawn once for wide screens and once for narrow ones; ``half`` has another beside it on a wide one.
    """
    drawn = f'<div class="wide">{draw(HALF if half else WIDE)}</div><div class="slim">{draw(SLIM)}</div>'
    told = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    # A figure's caption must be its first or its last child, so the table stands outside.
    more = f"<details><summary>As a table</summary>{data}</details>" if data else ""
    return f"<div><figure>{drawn}{told}</figure>{more}</div>"


def table(what: str, columns: Sequence[str], rows: Sequence[Sequence[str]], numbers: Collection[int] = ()) -> str:
    """A table of cells made by :func:`cell`, the first of each row being its name; ``what`` tells what is in it.

    The columns ``numbers`` (from 0) are set to the right. Where it is too wide it can be moved, by keys as well.
    """
    classes = [' class="number"' if at in numbers else "" for at in range(len(columns))]
    head = "".join(
        f'<th scope="col"{kind}>{escape(column)}</th>' for kind, column in zip(classes, columns, strict=True)
    )
    body = "".join(
        f'<tr><th scope="row"{classes[0]}>{row[0]}</th>'
        + "".join(f"<td{kind}>{part}</td>" for kind, part in zip(classes[1:], row[1:], strict=True))
        + "</tr>"
        for row in rows
    )
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(what)}">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def cell(text: str, *, bold: bool = False) -> str:
    """The inside of a table's cell."""
    return f"<strong>{escape(text)}</strong>" if bold else escape(text)
