"""Pages of A4 paper, filled from the top: text, rules and whole figures, all as vectors.

Lengths are points, 72 to the inch; heights are measured from the top of the page.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.image import imread
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.transforms import Affine2D, Bbox

from linkwork.view.embedded import FINE, is_heavy
from linkwork.view.palette import INK, PAPER
from linkwork.view.sheet import PaperSheet

WIDE, TALL = 595.0, 842.0
LEFT, TOP, BOTTOM = 54.0, 64.0, 62.0
ROOM = WIDE - 2 * LEFT
SHARP = 110  # dots an inch of a page that is shown as a picture
FULL = 8.0  # inches of a figure that is as wide as the text
FLATTER = 0.87  # what is left of the height of plots, of which three then fit on a page
EARLY, LESS_TALL = 0.3, 0.8  # of a page: fewer is nearly empty; of a figure, to do without such a page
GAP, NARROW_GAP = 24.0, 13.0  # above a section
AIR = 8.0  # above and below a drawing
LOGO = (120.0, 48.0)  # the largest size of a logo
MOST = 0.5  # of the page's height for one figure


class Stamp(Artist):
    """A figure drawn as part of another one."""

    def __init__(self, figure: Figure, page: Figure) -> None:
        super().__init__()
        self.stamped, self.page = figure, page

    def draw(self, renderer: Any) -> None:
        """Draw the whole figure where its box lies, as fine as the page."""
        self.stamped.set_dpi(self.page.dpi)
        self.stamped.draw(renderer)


class Pages:
    """All pages so far, and how far down the last one is filled."""

    def __init__(self, gap: float = GAP) -> None:
        self.gap = gap
        self.figures: list[Figure] = []
        self.turn()

    @property
    def left(self) -> float:
        """Height that is left on the page."""
        return TALL - BOTTOM - self.down

    @property
    def ends_early(self) -> bool:
        """Whether the last of several pages is nearly empty."""
        return len(self.figures) > 1 and self.down < TOP + EARLY * (TALL - TOP - BOTTOM)

    def turn(self) -> None:
        """Begin a new page."""
        self.page: Figure = PaperSheet(figsize=(WIDE / 72, TALL / 72), dpi=SHARP, facecolor=PAPER)
        self.figures.append(self.page)
        self.down = TOP

    def need(self, height: float) -> None:
        """Turn the page unless so much height is left."""
        if height > self.left and self.down > TOP:
            self.turn()

    def write(self, x: float, y: float, text: str, size: float, **style: Any) -> None:
        """Text at a place of the page; `y` is its baseline, from the top."""
        options: dict[str, Any] = {"color": INK, "va": "baseline", "transform": self._points()} | style
        self.page.text(x, TALL - y, text, fontsize=size, parse_math=False, **options)

    def _points(self) -> Any:
        """From points of the page to what it is drawn on."""
        return Affine2D().scale(1.0 / 72.0) + self.page.dpi_scale_trans

    def rule(self, y: float, colour: str, width: float = 0.5, begin: float = LEFT, end: float = WIDE - LEFT) -> None:
        """A line across the page."""
        ends = [begin, end], [TALL - y, TALL - y]
        self.page.add_artist(Line2D(*ends, color=colour, linewidth=width, transform=self._points()))

    def band(self, y: float, height: float, colour: str, edge: str) -> None:
        """A coloured box across the page, with a strong left edge."""
        for x, wide, fill in ((LEFT, ROOM, colour), (LEFT, 3.0, edge)):
            box = Rectangle((x, TALL - y - height), wide, height, facecolor=fill, linewidth=0)
            box.set_transform(self._points())
            self.page.add_artist(box)

    def place(self, figure: Figure) -> None:
        """A figure, on the next page when it does not fit on this one."""
        width, height = placed_size(figure)
        self.need(height)
        low = TALL - self.down - height
        if is_heavy(figure):
            self._paste(figure, (LEFT / WIDE, low / TALL, width / WIDE, height / TALL))
        else:
            figure.bbox_inches.set(Bbox.from_bounds(LEFT / 72, low / 72, width / 72, height / 72))
            self.page.add_artist(Stamp(figure, self.page))
        self.down += height

    def logo(self, path: str) -> None:
        """A picture in the upper right corner."""
        picture = imread(path)
        tall, wide = picture.shape[:2]
        scale = min(LOGO[0] / wide, LOGO[1] / tall)
        width, height = wide * scale, tall * scale
        place = ((WIDE - LEFT - width) / WIDE, (TALL - 40.0 - height) / TALL, width / WIDE, height / TALL)
        axes = self.page.add_axes(place)
        axes.imshow(picture, aspect="auto")
        axes.set_axis_off()

    def _paste(self, figure: Figure, place: tuple[float, float, float, float]) -> None:
        """A figure of very many faces, as pixels."""
        figure.set_dpi(FINE)
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        axes = self.page.add_axes(place)
        axes.imshow(np.asarray(canvas.buffer_rgba())[:, :, :3], aspect="auto", interpolation="none")
        axes.set_axis_off()


def placed_size(figure: Figure) -> tuple[float, float]:
    """The figure laid out for the page, and its size there.

    One of 8 inches is as wide as the text. Plots are made flatter; drawings, whose scales are equal, lose empty paper
    above and below.
    """
    wide, tall = figure.get_size_inches()
    if not isinstance(figure.get_layout_engine(), ConstrainedLayoutEngine):  # laid out already
        return wide * 72, tall * 72
    width, free = ROOM * min(1.0, wide / FULL), all(axes.get_aspect() == "auto" for axes in figure.axes)
    height = min(width * tall / wide * (FLATTER if free else 1.0), MOST * (TALL - TOP - BOTTOM))
    _lay_out(figure, width, height)
    if not free and not is_heavy(figure):
        used = figure.get_tightbbox(figure.canvas.get_renderer()).height * 72 + AIR  # type: ignore[attr-defined]
        height = min(height, used)
        _lay_out(figure, width, height)
    figure.set_layout_engine("none")
    return width, height


def flatten(figure: Figure) -> None:
    """Make a figure that is laid out already less tall, for a report that would end on a nearly empty page."""
    width, height = (72 * side for side in figure.bbox_inches.size)
    figure.bbox_inches.set(Bbox.from_bounds(0.0, 0.0, width / 72, height / 72))  # it lay somewhere on a page
    figure.set_layout_engine("constrained")
    _lay_out(figure, width, LESS_TALL * height)
    figure.set_layout_engine("none")


def _lay_out(figure: Figure, width: float, height: float) -> None:
    figure.set_dpi(72)
    figure.set_size_inches(width / 72, height / 72)
    FigureCanvasAgg(figure)
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.execute(figure)
