"""Self-contained HTML pages that load nothing and follow the light or dark setting."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

STYLE: Final = """
:root { color-scheme: light dark; --paper: #fbf8f1; --ink: #24303a; --soft: #6b7680;
  --line: #d9d2c3; --card: #ffffff; --accent: #1f6f8b; --good: #2b8a3e; --bad: #c0392b;
  --blue: #2f6fb0; --red: #c23b3b; --green: #2f8f4e; --yellow: #b8860b; --purple: #7b4fa3; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #161b20; --ink: #e4e2dc; --soft: #98a3ad; --line: #343d46; --card: #1e252c;
    --accent: #5cb3d0; --good: #69c27d; --bad: #ee7a6c; --blue: #6aa9e9; --red: #f07a7a;
    --green: #6cc98a; --yellow: #e3b94a; --purple: #b893dc; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 4rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
p { margin: .4rem 0; max-width: 46rem; }
.soft, figcaption { color: var(--soft); font-size: .9rem; }
figure { margin: .5rem 0; background: var(--card); border: 1px solid var(--line);
  border-radius: .5rem; padding: .8rem; overflow-x: auto; }
figure svg { display: block; max-width: 100%; height: auto; }
table { border-collapse: collapse; background: var(--card); border: 1px solid var(--line);
  border-radius: .5rem; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
th, td { padding: .3rem .7rem; text-align: right; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; }
th { font-weight: 600; color: var(--soft); font-size: .85rem; }
tr:last-child td { border-bottom: 0; }
.chart text { fill: var(--ink); font: 12px system-ui, sans-serif; }
.chart .soft { fill: var(--soft); }
.chart .axis { stroke: var(--line); stroke-width: 1; }
.chart .fair { stroke: var(--soft); stroke-width: 1; stroke-dasharray: 4 3; }
.chart .bar { fill: var(--accent); }
.chart .dot { fill: var(--accent); }
.chart .whisker { stroke: var(--accent); stroke-width: 2; }
"""


def document(title: str, parts: Iterable[str], style: str = "") -> str:
    """Return a whole page."""
    body = "\n".join(parts)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{style}</style>\n</head>\n"
        f"<body>\n<h1>{escape(title)}</h1>\n{body}\n</body>\n</html>\n"
    )


def heading(text: str) -> str:
    """Return a heading of the second level."""
    return f"<h2>{escape(text)}</h2>"


def paragraph(text: str, kind: str = "") -> str:
    """Return a paragraph of plain text."""
    attribute = f' class="{kind}"' if kind else ""
    return f"<p{attribute}>{escape(text)}</p>"


def figure(picture: str, caption: str = "") -> str:
    """Return a picture with its caption."""
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f"<figure>{picture}{below}</figure>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of plain text, with its first column aligned to the left."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return (
        f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'
    )
