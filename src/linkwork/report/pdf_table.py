"""Tables on paper: columns as wide as they need, long cells broken into lines, the head again on every page."""

from __future__ import annotations

from linkwork.report.parts import Table
from linkwork.report.pdf_page import LEFT, ROOM, Pages
from linkwork.report.pdf_text import broken, width_of
from linkwork.view.palette import GRID, GROUND

SIZE, LINE, GAP, PAD = 8.0, 10.4, 12.0, 3.4
SHORT = 190.0  # a table no taller than this is kept on one page
NARROW = 40.0  # a column is not made narrower


def put_table(pages: Pages, table: Table) -> None:
    """Write a table below what is on the page, over as many pages as it takes."""
    widths = _widths(table)
    head = _cells(table.head, widths, bold=True)
    rows = [_cells(row, widths) for row in table.rows]
    pages.need(_together(head, rows))
    _put_head(pages, head, widths, table.align)
    for number, cells in enumerate(rows):
        together = rows[number : number + 2] if number == len(rows) - 2 else [cells]  # no last row stands alone
        if sum(_height(each) for each in together) > pages.left:
            pages.turn()
            _put_head(pages, head, widths, table.align)
        _put_row(pages, cells, widths, table.align)
        pages.rule(pages.down, GRID, end=_end(widths))
    pages.down += 6.0


def table_height(table: Table) -> float:
    """How much of a table must not be parted: all of a short one, head and first row of a long one."""
    widths = _widths(table)
    return _together(_cells(table.head, widths, bold=True), [_cells(row, widths) for row in table.rows])


def _together(head: list[list[str]], rows: list[list[list[str]]]) -> float:
    whole = _height(head) + sum(_height(cells) for cells in rows)
    return whole if whole < SHORT else _height(head) + _height(rows[0])


def _widths(table: Table) -> list[float]:
    """Widths of the columns: the widest cell, and where that is too much the widest columns give way."""
    columns = range(len(table.head))
    widths = [
        max([width_of(table.head[c], SIZE, bold=True), 8.0, *(width_of(row[c], SIZE) for row in table.rows)])
        for c in columns
    ]
    room = ROOM - GAP * (len(widths) - 1)
    while sum(widths) > room:
        widest = max(columns, key=lambda c: widths[c])
        if widths[widest] <= NARROW:
            break
        second = max((width for c, width in enumerate(widths) if c != widest), default=0.0)
        over = sum(widths) - room
        widths[widest] = max(NARROW, min(widths[widest] - over, widths[widest]), min(second, widths[widest] - 4.0))
    return widths


def _cells(cells: tuple[str, ...], widths: list[float], bold: bool = False) -> list[list[str]]:
    return [broken(cell, width + 0.5, SIZE, bold) for cell, width in zip(cells, widths, strict=True)]


def _height(cells: list[list[str]]) -> float:
    return max(len(lines) for lines in cells) * LINE + 2 * PAD


def _put_head(pages: Pages, cells: list[list[str]], widths: list[float], align: str) -> None:
    _put_row(pages, cells, widths, align, {"weight": "bold", "color": GROUND})
    pages.rule(pages.down, GROUND, 0.8, end=_end(widths))


def _end(widths: list[float]) -> float:
    """Where the lines of a table end."""
    return LEFT + sum(widths) + GAP * (len(widths) - 1)


def _put_row(
    pages: Pages, cells: list[list[str]], widths: list[float], align: str, style: dict[str, str] | None = None
) -> None:
    x = LEFT
    for lines, width, side in zip(cells, widths, align, strict=True):
        for number, text in enumerate(lines):
            y = pages.down + PAD + 8.0 + number * LINE
            right = side == "r"
            pages.write(x + width if right else x, y, text, SIZE, ha="right" if right else "left", **(style or {}))
        x += width + GAP
    pages.down += _height(cells)
