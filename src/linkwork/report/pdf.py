"""Write a report as PDF by matplotlib alone: A4 pages with vector figures, real tables and page numbers."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import matplotlib
from matplotlib.backends.backend_pdf import PdfPages

from linkwork.base.version import __version__
from linkwork.report.parts import MADE_WITH, Content, Level, Listing, Motion, Part, Picture, Section, Table, Words
from linkwork.report.pdf_page import GAP, LEFT, NARROW_GAP, ROOM, TALL, TOP, WIDE, Pages, flatten, placed_size
from linkwork.report.pdf_table import put_table, table_height
from linkwork.report.pdf_text import MONO, broken
from linkwork.view.palette import GRID, GROUND, INK

COLOURS: dict[Level, tuple[str, str]] = {
    "plain": (INK, "#FFFFFF"),
    "good": ("#00694D", "#E6F4EF"),
    "warning": ("#8A5A00", "#FDF3DF"),
    "error": ("#B3261E", "#FDECEB"),
}
SETTINGS: Any = {"pdf.fonttype": 42, "font.family": "DejaVu Sans", "path.simplify": True}
MOST_LINES = 2000  # of a model file
_LETTERS = 100  # of a listing's line
_LAST = 4  # lines of a listing that stand together at its end
_CLOSING = 36.0  # height of what stands at the very end
_TOGETHER = 6  # lines of a paragraph that no page divides


def write_pdf(content: Content, path: str | os.PathLike[str]) -> None:
    """Write the report."""
    details = {"Title": f"{content.title} - report", "Creator": f"Linkwork {__version__}", "CreationDate": None}
    details |= {"Author": content.head.line()} if content.head.line() else {}
    with matplotlib.rc_context(SETTINGS), PdfPages(path, metadata=details) as file:
        for page in pages_of(content):
            file.savefig(page)


def pages_of(content: Content) -> list[Any]:
    """The pages of a report, each a figure of matplotlib; figures of the contents become parts of them."""
    with matplotlib.rc_context(SETTINGS):
        pages = _laid_out(content)
        if pages.ends_early:
            for picture in _pictures(content):
                flatten(picture.figure)
            pages = _laid_out(content, NARROW_GAP)
        _number(pages, content)
        return list(pages.figures)


def _laid_out(content: Content, gap: float = GAP) -> Pages:
    pages = Pages(gap)
    _cover(pages, content)
    for section in content.sections:
        if section.title == MADE_WITH:
            _close(pages, section)
        else:
            _section(pages, section)
    return pages


def _pictures(content: Content) -> list[Picture]:
    parts = [part.still if isinstance(part, Motion) else part for each in content.sections for part in each.parts]
    return [part for part in parts if isinstance(part, Picture)]


def _cover(pages: Pages, content: Content) -> None:
    """Title, verdict and facts, at the top of the first page."""
    pages.down += 4.0
    if content.head.logo:
        pages.logo(content.head.logo)
    pages.write(LEFT, pages.down, "REPORT OF A MECHANISM", 7.5, color=GROUND)
    pages.down += 8.0
    _lines(pages, content.title, 20.0, 25.0, weight="bold")
    if content.description:
        _lines(pages, content.description, 10.0, 14.0, color=GROUND)
    pages.down += 8.0
    _verdict(pages, content.verdict)
    pages.down += 8.0
    for name, text in content.facts:
        lines = broken(text, ROOM - 130.0, 9.0)
        pages.write(LEFT, pages.down + 10.0, name, 9.0, color=GROUND)
        for line in lines:
            pages.write(LEFT + 130.0, pages.down + 10.0, line, 9.0)
            pages.down += 13.5
    made = " · ".join(filter(None, (content.head.line(), content.date)))
    pages.write(LEFT, pages.down + 14.0, broken(made, ROOM, 8.0)[0], 8.0, color=GROUND)
    pages.down += 16.0


def _verdict(pages: Pages, words: Words) -> None:
    ink, paper = COLOURS[words.level]
    lines = broken(words.text, ROOM - 24.0, 10.0, bold=True)
    height = 14.0 * len(lines) + 12.0
    pages.band(pages.down, height, paper, ink)
    for number, line in enumerate(lines):
        pages.write(LEFT + 12.0, pages.down + 16.5 + 14.0 * number, line, 10.0, weight="bold", color=ink)
    pages.down += height


def _lines(pages: Pages, text: str, size: float, step: float, **style: str) -> None:
    """A paragraph; a short one stays on one page, of a longer one no line stands alone on either."""
    lines = broken(text, ROOM, size, style.get("weight") == "bold")
    pages.need(step * len(lines) if len(lines) <= _TOGETHER else 2 * step)
    for number, line in enumerate(lines):
        pages.need(2 * step if number == len(lines) - 2 else step)
        pages.write(LEFT, pages.down + step - 0.3 * size, line, size, **style)
        pages.down += step


def _close(pages: Pages, section: Section) -> None:
    """The last lines of the report, for which listings leave room: no page is begun for them alone."""
    pages.down += 10.0
    for part in section.parts:
        if isinstance(part, Words):
            _lines(pages, f"{section.title} {part.text}", 7.5, 11.0, color=GROUND)


def _section(pages: Pages, section: Section) -> None:
    pages.need(36.0 + pages.gap + _beginning(section.parts))
    pages.down += 0.0 if pages.down == TOP else pages.gap
    pages.write(LEFT, pages.down + 12.0, section.title, 13.0, weight="bold")
    pages.down += 18.0
    pages.rule(pages.down, GRID, 0.8)
    pages.down += 8.0
    for part in section.parts:
        _part(pages, part)


def _beginning(parts: Sequence[Part]) -> float:
    """What stands together below a title: words, and the table or picture that follows them."""
    height = 0.0
    for part in parts:
        if not isinstance(part, Words):
            return height + _first_height(part)
        height += 13.0 * len(broken(part.text, ROOM, 9.0)) + 3.0
    return min(height, 30.0)


def _first_height(part: Part) -> float:
    """What must stand below a title at least, so that none is left alone at the foot of a page."""
    if isinstance(part, Motion) and part.still is not None:
        part = part.still
    if isinstance(part, Picture):
        return placed_size(part.figure)[1]
    return table_height(part) + 24.0 if isinstance(part, Table) else 30.0


def _part(pages: Pages, part: Part) -> None:
    if isinstance(part, Words):
        weight = "bold" if part.level == "error" else "normal"
        _lines(pages, part.text, 9.0, 13.0, color=COLOURS[part.level][0], weight=weight)
        pages.down += 3.0
    elif isinstance(part, Table):
        _table(pages, part)
    elif isinstance(part, Picture):
        _picture(pages, part)
    elif isinstance(part, Motion):
        if part.still is not None:
            _picture(pages, part.still)
    else:
        _listing(pages, part)


def _table(pages: Pages, table: Table) -> None:
    if table.title:
        pages.need(table_height(table) + 22.0)
        pages.down += 6.0
        pages.write(LEFT, pages.down + 9.0, table.title, 9.5, weight="bold")
        pages.down += 13.0
    put_table(pages, table)
    if table.note:
        _lines(pages, table.note, 7.5, 11.0, color=GROUND)
        pages.down += 4.0


def _picture(pages: Pages, picture: Picture) -> None:
    pages.need(placed_size(picture.figure)[1] + 11.0 * len(broken(picture.caption, ROOM, 7.5)))
    pages.place(picture.figure)
    _lines(pages, picture.caption, 7.5, 11.0, color=GROUND)
    pages.down += 8.0


def _listing(pages: Pages, listing: Listing) -> None:
    """Numbered lines in letters of equal width; long ones go on below."""
    lines = listing.text.splitlines()
    last = min(len(lines), MOST_LINES)
    for number, line in enumerate(lines[:MOST_LINES], 1):
        for start in range(0, max(len(line), 1), _LETTERS):
            pages.need(9.6 * _LAST + _CLOSING if number == last - _LAST + 1 else 9.6)
            if start == 0:
                pages.write(LEFT + 16.0, pages.down + 8.0, str(number), 6.5, family=MONO, color=GROUND, ha="right")
            pages.write(LEFT + 26.0, pages.down + 8.0, line[start : start + _LETTERS], 6.5, family=MONO)
            pages.down += 9.6
    if len(lines) > MOST_LINES:
        _lines(pages, f"and {len(lines) - MOST_LINES} more lines", 7.5, 11.0, color=GROUND)


def _number(pages: Pages, content: Content) -> None:
    """Head and foot of every page."""
    shown = broken(content.title, 300.0, 7.5)[0]
    for number, page in enumerate(pages.figures, 1):
        pages.page = page
        pages.rule(TALL - 44.0, GRID, 0.8)
        pages.write(LEFT, TALL - 32.0, f"{shown} · {content.date}", 7.5, color=GROUND)
        pages.write(WIDE - LEFT, TALL - 32.0, f"{number} / {len(pages.figures)}", 7.5, color=GROUND, ha="right")
