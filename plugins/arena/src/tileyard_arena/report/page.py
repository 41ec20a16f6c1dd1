"""A report as one page that stands alone: no script, no picture, no font from elsewhere; light and dark."""

from __future__ import annotations

from html import escape

from tileyard.front.theme import THEME, paint
from tileyard_arena.report.figures import GameReport
from tileyard_arena.report.markup import cell, section, table
from tileyard_arena.report.sections import changes, questions
from tileyard_arena.report.words import FIGURES, written
from tileyard_arena.table import count

__all__ = ["page"]

_SERIES = (
    ("#16609e", "#6cb2f0"), ("#c2540a", "#ff9d5c"), ("#0c7d5d", "#4fc7a4"),
    ("#a94f83", "#e6a3c9"), ("#8a6a00", "#e8c34a"), ("#5a4fa0", "#b3a8f5"),
)  # fmt: skip
"""The colour of each series in light and dark."""

_LAYOUT = """
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,
'Noto Sans','DejaVu Sans',sans-serif;font-variant-numeric:tabular-nums}
main{max-width:60rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:2rem;margin:0 0 .25rem}h2{font-size:1.25rem;margin:0 0 .5rem}h3{font-size:1rem;margin:1.25rem 0 .25rem}
p{margin:.25rem 0 .75rem;max-width:48rem}.muted,figcaption,footer{color:var(--muted)}
section{background:var(--panel);border:1px solid var(--line);border-radius:.6rem;padding:1.1rem 1.25rem;margin:1rem 0}
.keys{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(11rem,40%),1fr));gap:.75rem;padding:0;border:0;
background:none;margin:1.25rem 0}
.keys div{background:var(--panel);border:1px solid var(--line);border-radius:.6rem;padding:.7rem .9rem}
.keys dt{color:var(--muted);font-size:.85rem}.keys dd{margin:0;font-size:1.35rem;font-weight:600}
.keys small{display:block;font-size:.8rem;font-weight:400;color:var(--muted)}
figure{margin:.75rem 0 0}figcaption{font-size:.85rem;margin-top:.25rem}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr));gap:1rem 2rem}
svg{display:block;width:100%;height:auto;max-width:50rem}.slim{display:none}
details{margin-top:.25rem;font-size:.9rem}summary{cursor:pointer;color:var(--accent);padding:.25rem 0}
svg text{font-size:13px;fill:var(--ink);stroke:var(--panel);stroke-width:4px;paint-order:stroke}
svg .tick{font-size:12px;fill:var(--muted)}svg .figure{fill:var(--muted)}
.grid{stroke:var(--line);fill:none}.base{stroke:var(--muted);fill:none}
.median{stroke:var(--ink);stroke-width:2;stroke-dasharray:2 3;fill:none}
.even{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:5 4;fill:none}
.bar{fill:var(--s)}.dot{fill:var(--s)}.band{fill:var(--s);opacity:.16}.line{fill:none;stroke:var(--s);stroke-width:2.5;
stroke-linejoin:round}.whisker{stroke:var(--s);stroke-width:3;stroke-linecap:round;fill:none}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem;min-width:100%}
th,td{text-align:left;padding:.3rem .7rem .3rem 0;border-bottom:1px solid var(--line);vertical-align:top;min-width:5rem}
th[scope=row]{font-weight:400;min-width:8rem}
td.number,th.number{text-align:right;white-space:nowrap}td strong{color:var(--accent)}
@media(max-width:36rem){main{padding:1rem .6rem 3rem}section{padding:.9rem .8rem}.wide{display:none}.slim{display:block}
.keys{gap:.5rem}td:not(.number){min-width:11rem}}
"""


def page(report: GameReport) -> str:
    """The page, as HTML."""
    parts = [_head(report), _keys(report), *questions(report), *changes(report), _groups(report), _foot(report)]
    title = escape(f"{report.title}: a designer's report")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><title>{title}</title>\n<style>{_style()}</style></head>\n'
        "<body><main>\n" + "\n".join(parts) + "\n</main></body></html>\n"
    )


def _style() -> str:
    paints = {
        "page": THEME["page"].fill, "panel": THEME["panel"].fill, "line": THEME["panel"].stroke,
        "ink": THEME["ink"].ink, "muted": THEME["muted"].ink, "accent": THEME["active"].stroke,
    }  # fmt: skip
    light, dark = (";".join(f"--{name}:{paint(value, at)}" for name, value in paints.items()) for at in (False, True))
    series = ["".join(f".s{at}{{--s:{pair[dim]}}}" for at, pair in enumerate(_SERIES)) for dim in (False, True)]
    return (
        f":root{{color-scheme:light dark;{light}}}{series[0]}"
        f"@media(prefers-color-scheme:dark){{:root{{{dark}}}{series[1]}}}{_LAYOUT}"
    )


# -- the parts -----------------------------------------------------------------------------------------


def _head(report: GameReport) -> str:
    base = report.settings[0]
    players = count(base.players, "player")
    options = ", ".join(f"{name} {written(value)}" for name, value in base.options.items()) or "none"
    bots = ", ".join(report.bots)
    how = (
        f"{count(report.matches, 'match', 'matches')} of {players} by bots ({bots}): each bot among its equals"
        + (", and all against each other" if len(report.bots) > 1 else "")
        + f". What is said below is of {report.main} among its equals, unless it says otherwise."
    )
    return (
        f"<header><h1>{escape(report.title)}</h1><p>{escape(how)}</p>"
        f'<p class="muted">Options: {escape(options)}. Behind ± and in brackets: the interval that holds '
        "the true figure with 95 % confidence.</p></header>"
    )


def _keys(report: GameReport) -> str:
    base = report.settings[0]
    found = [(figure, figure.of(base, report.main)) for figure in FIGURES]
    cards = [
        f"<div><dt>{escape(figure.name)}</dt><dd>{escape(_big(value.text))}"
        f"<small>{escape(_rest(value.text))} {escape(_unit(figure.unit))}</small></dd></div>"
        for figure, value in found
        if value
    ]
    return f'<dl class="keys">{"".join(cards)}</dl>'


def _big(text: str) -> str:
    return text.partition(" ± ")[0].partition(" (")[0]


def _rest(text: str) -> str:
    return text.removeprefix(_big(text)).strip()


def _unit(unit: str) -> str:
    return unit.removeprefix("%").strip()


def _groups(report: GameReport) -> str:
    """Every figure of every group, as a table."""
    base = report.settings[0]
    rows: list[list[str]] = []
    for compared in FIGURES:
        values = [compared.of(base, group.group) for group in base.groups if compared.by_group]
        if any(values):
            rows.append([cell(f"{compared.name} ({compared.unit})"), *(cell(v.text) if v else "" for v in values)])
    names = [f"{group.group} ({group.matches} matches)" for group in base.groups]
    said = "The same figures for each bot among its equals, and for all of them together."
    return section("Bot by bot", said, table("All figures by bot", ["", *names], rows, range(1, len(names) + 1)))


def _foot(report: GameReport) -> str:
    plugin = " ".join(filter(None, [report.plugin.name, report.plugin.version]))
    return f"<footer><p>{escape(f'{plugin}, rules {report.rules}, seed {report.seed}.')}</p></footer>"
