"""Pieces of a page: sections, figures, tables. All text is escaped here."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

__all__ = ["cell", "figure", "section", "table"]


def section(title: str, answer: str, *parts: str) -> str:
    """A question, its answer, and what stands below it (HTML)."""
    return f"<section><h2>{escape(title)}</h2><p>{escape(answer)}</p>{''.join(parts)}</section>"


def figure(chart: str, caption: str = "") -> str:
    """A chart (SVG) with what is to be known to read it."""
    told = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f"<figure>{chart}{told}</figure>"


def table(columns: Sequence[str], rows: Sequence[Sequence[str]], numbers: Collection[int] = ()) -> str:
    """A table of cells made by :func:`cell`; the columns ``numbers`` (from 0) are set to the right."""
    classes = [' class="number"' if at in numbers else "" for at in range(len(columns))]
    head = "".join(f"<th{kind}>{escape(column)}</th>" for kind, column in zip(classes, columns, strict=True))
    body = "".join(
        f"<tr>{''.join(f'<td{kind}>{part}</td>' for kind, part in zip(classes, row, strict=True))}</tr>" for row in rows
    )
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def cell(text: str, *, bold: bool = False) -> str:
    """The inside of a table's cell."""
    return f"<strong>{escape(text)}</strong>" if bold else escape(text)
