"""Pages of A4 paper, filled from the top: text, rules and whole figures, all as vectors.

Lengths are points, 72 to the inch; heights are measured from the top of the page.
"""

from __future__ import annotations

from typing import Any

from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.transforms import Bbox, IdentityTransform

from linkwork.view.palette import INK, PAPER

WIDE, TALL = 595.0, 842.0
LEFT, TOP, BOTTOM = 54.0, 64.0, 62.0
ROOM = WIDE - 2 * LEFT
FULL = 8.0  # inches of a figure that is as wide as the text
FLATTER = 0.87  # what is left of the height of plots, of which three then fit on a page
AIR = 8.0  # above and below a drawing
MOST = 0.5  # of the page's height for one figure


class Stamp(Artist):
    """A figure drawn as part of another one."""

    def __init__(self, figure: Figure) -> None:
        super().__init__()
        self.stamped = figure

    def draw(self, renderer: Any) -> None:
        """Draw the whole figure where its box lies."""
        self.stamped.draw(renderer)


class Pages:
    """All pages so far, and how far down the last one is filled."""

    def __init__(self) -> None:
        self.figures: list[Figure] = []
        self.turn()

    @property
    def left(self) -> float:
        """Height that is left on the page."""
        return TALL - BOTTOM - self.down

    def turn(self) -> None:
        """Begin a new page."""
        self.page = Figure(figsize=(WIDE / 72, TALL / 72), dpi=72, facecolor=PAPER)
        self.figures.append(self.page)
        self.down = TOP

    def need(self, height: float) -> None:
        """Turn the page unless so much height is left."""
        if height > self.left and self.down > TOP:
            self.turn()

    def write(self, x: float, y: float, text: str, size: float, **style: Any) -> None:
        """Text at a place of the page; `y` is its baseline, from the top."""
        options: dict[str, Any] = {"color": INK, "va": "baseline", "transform": IdentityTransform()} | style
        self.page.text(x, TALL - y, text, fontsize=size, parse_math=False, **options)

    def rule(self, y: float, colour: str, width: float = 0.5, begin: float = LEFT, end: float = WIDE - LEFT) -> None:
        """A line across the page."""
        ends = [begin, end], [TALL - y, TALL - y]
        self.page.add_artist(Line2D(*ends, color=colour, linewidth=width, transform=IdentityTransform()))

    def band(self, y: float, height: float, colour: str, edge: str) -> None:
        """A coloured box across the page, with a strong left edge."""
        for x, wide, fill in ((LEFT, ROOM, colour), (LEFT, 3.0, edge)):
            box = Rectangle((x, TALL - y - height), wide, height, facecolor=fill, linewidth=0)
            box.set_transform(IdentityTransform())
            self.page.add_artist(box)

    def place(self, figure: Figure) -> None:
        """A figure, on the next page when it does not fit on this one."""
        width, height = placed_size(figure)
        self.need(height)
        low = TALL - self.down - height
        figure.bbox_inches.set(Bbox.from_bounds(LEFT / 72, low / 72, width / 72, height / 72))
        self.page.add_artist(Stamp(figure))
        self.down += height


def placed_size(figure: Figure) -> tuple[float, float]:
    """The figure laid out for the page, and its size there.

    One of 8 inches is as wide as the text. Plots are made flatter; drawings, whose scales are equal, lose empty paper
    above and below.
    """
    wide, tall = figure.get_size_inches()
    if figure.get_layout_engine() is None:
        return wide * 72, tall * 72
    width, free = ROOM * min(1.0, wide / FULL), all(axes.get_aspect() == "auto" for axes in figure.axes)
    height = min(width * tall / wide * (FLATTER if free else 1.0), MOST * (TALL - TOP - BOTTOM))
    _lay_out(figure, width, height)
    if not free:
        used = figure.get_tightbbox(figure.canvas.get_renderer()).height * 72 + AIR  # type: ignore[attr-defined]
        height = min(height, used)
        _lay_out(figure, width, height)
    figure.set_layout_engine("none")
    return width, height


def _lay_out(figure: Figure, width: float, height: float) -> None:
    figure.set_dpi(72)
    figure.set_size_inches(width / 72, height / 72)
    FigureCanvasAgg(figure).draw()
