"""Write a report as one HTML file that needs no network: words, tables, pictures, and the viewer with the motion."""

from __future__ import annotations

import base64
import html
import re
from importlib.resources import files
from pathlib import Path

from linkwork.report.parts import Content, Listing, Motion, Part, Picture, Section, Table, Words
from linkwork.view.embedded import framed_page, picture_of

WIDE = 3  # columns of a table that is not as wide as the page
FULL = 8.0  # inches of a figure that is
_KEPT = re.compile(r"\{\{(\w+)\}\}")


def html_text(content: Content) -> str:
    """The report as the text of a page."""
    pieces = {
        "title": html.escape(content.title),
        "kind": html.escape(content.kind),
        "description": f'<p class="lead">{html.escape(content.description)}</p>' if content.description else "",
        "date": html.escape(" · ".join(filter(None, (content.head.line(), content.date)))),
        "logo": _logo(content.head.logo),
        "style": _asset("report.css"),
        "verdict": _words(content.verdict, "verdict"),
        "facts": "".join(f"<dt>{html.escape(a)}</dt><dd>{html.escape(b)}</dd>" for a, b in content.facts),
        "contents": "".join(
            f'<li><a href="#{_anchor(section)}">{html.escape(section.title)}</a></li>' for section in content.sections
        ),
        "sections": "\n".join(_section(section) for section in content.sections),
    }
    return _KEPT.sub(lambda match: pieces[match.group(1)], _asset("report.html"))


def _logo(path: str) -> str:
    """The picture beside the title, as part of the page."""
    if not path:
        return ""
    kind = "png" if path.lower().endswith(".png") else "jpeg"
    data = base64.b64encode(Path(path).read_bytes()).decode()
    return f'<img class="logo" src="data:image/{kind};base64,{data}" alt="">'


def _anchor(section: Section) -> str:
    return re.sub(r"[^a-z]+", "-", section.title.lower())


def _section(section: Section) -> str:
    body = "\n".join(part_text(part) for part in section.parts)
    title = html.escape(section.title)
    return f'<section id="{_anchor(section)}">\n<h2>{title}</h2>\n{body}\n</section>'


def part_text(part: Part) -> str:
    """A part as a piece of a page."""
    if isinstance(part, Words):
        return _words(part)
    if isinstance(part, Table):
        return table_text(part)
    if isinstance(part, Picture):
        return _picture(part)
    if isinstance(part, Motion):
        return _motion(part)
    return _listing(part)


def _words(words: Words, more: str = "") -> str:
    return f'<p class="{" ".join(filter(None, (words.level, more)))}">{html.escape(words.text)}</p>'


def table_text(table: Table) -> str:
    """A table with its title above and its note below."""
    sides = ["right" if letter == "r" else "left" for letter in table.align]
    head = _row(table.head, sides, "th", ' scope="col"')
    rows = "\n".join(_row(row, sides, "td") for row in table.rows)
    title = f"<h3>{html.escape(table.title)}</h3>\n" if table.title else ""
    note = f'\n<p class="note">{html.escape(table.note)}</p>' if table.note else ""
    wide = ' class="wide"' if len(table.head) > WIDE else ""
    grid = f"<table{wide}><thead>{head}</thead>\n<tbody>\n{rows}\n</tbody></table>"
    return f'{title}<div class="table">{grid}</div>{note}'


def _row(cells: tuple[str, ...], sides: list[str], kind: str, more: str = "") -> str:
    pairs = zip(cells, sides, strict=True)
    return "<tr>" + "".join(f'<{kind}{more} class="{s}">{html.escape(cell)}</{kind}>' for cell, s in pairs) + "</tr>"


def _picture(picture: Picture, kind: str = "") -> str:
    caption = html.escape(picture.caption)
    width = f"{100 * min(1.0, float(picture.figure.get_size_inches()[0]) / FULL):.0f}%"
    image = f'<img src="{picture_of(picture.figure)}" alt="{caption}" style="width:{width}">'
    return f'<figure class="{kind}">{image}<figcaption>{caption}</figcaption></figure>'


def _motion(motion: Motion) -> str:
    """The viewer on the screen; a still picture on paper."""
    frame = framed_page(motion.scene, f"The motion, {motion.caption}")
    still = _picture(motion.still, "paper") if motion.still is not None else ""
    return f'<figure class="screen">{frame}<figcaption>{html.escape(motion.caption)}</figcaption></figure>\n{still}'


def _listing(listing: Listing) -> str:
    """Lines in letters of equal width, with their numbers."""
    lines = listing.text.splitlines()
    return "<pre>" + "\n".join(f"<code>{html.escape(line)}</code>" for line in lines) + "</pre>"


def _asset(name: str) -> str:
    return files("linkwork.report").joinpath(name).read_text(encoding="utf-8")
