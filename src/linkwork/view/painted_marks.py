"""Marks of a planar drawing painted by the renderer itself: the picture of `draw_pose` without its artists.

An artist costs a hundred times what its path costs to fill, and a film throws all of them away after each frame.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.view.display import Display
from linkwork.view.drawing import mark_colours, name_places, name_style
from linkwork.view.frame import placed_marks
from linkwork.view.glyphs.marks import Mark
from linkwork.view.labels import clipped

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DASH = (5.0, 3.0)  # lengths in widths of the line


def paint_marks(renderer: Any, axes: Axes, display: Display, poses: Any) -> None:
    """Paint all marks at one position."""
    from matplotlib.path import Path

    matrix = np.asarray(axes.transData.get_matrix())
    for colour, mark, paths in placed_marks(display, poses):
        outlines = [Path(np.vstack([p, p[:1]]) if mark.closed else p, closed=mark.closed) for p in paths]
        path = outlines[0] if len(outlines) == 1 else Path.make_compound_path(*outlines)
        face, line = (_rgba(name) for name in mark_colours(colour, mark))
        pen = _pen(renderer, axes, mark, line)
        renderer.draw_path(pen, path, _affine(matrix), face)
        pen.restore()


def _affine(matrix: Any) -> Any:
    from matplotlib.transforms import Affine2D

    return Affine2D(matrix)


def _pen(renderer: Any, axes: Axes, mark: Mark, line: Any) -> Any:
    """The line with which a mark is drawn, inside the axes."""
    pen = renderer.new_gc()
    pen.set_clip_rectangle(axes.bbox)
    width = mark.width if line is not None else 0.0
    pen.set_linewidth(width)
    pen.set_foreground(line or (0.0, 0.0, 0.0, 0.0), isRGBA=True)
    pen.set_joinstyle("round")
    pen.set_capstyle("butt" if mark.dash else "round")
    if mark.dash:
        pen.set_dashes(0.0, [part * width for part in DASH])
    return pen


@cache
def _rgba(name: str) -> tuple[float, float, float, float] | None:
    from matplotlib.colors import to_rgba

    return None if name == "none" else to_rgba(name)


class Letters:
    """Names as outlines of their letters, made once and painted in any place."""

    def __init__(self) -> None:
        self.outlines: dict[str, Any] = {}

    def paint(
        self, renderer: Any, at: Any, text: str, size: float, style: str, colour: str, paper: float = 0.0
    ) -> None:
        """Paint a name about a place in pixels, on a patch of paper that covers by this share."""
        from matplotlib.path import Path
        from matplotlib.transforms import Affine2D

        pen = renderer.new_gc()
        pen.set_linewidth(0.0)
        path, place = self._outline(text, size, style), Affine2D().scale(renderer.points_to_pixels(1.0)).translate(*at)
        if paper > 0.0 and len(path.vertices):
            wide, tall = np.abs(path.vertices).max(axis=0) + 1.0
            patch = Path([[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall], [-wide, -tall]], closed=True)
            renderer.draw_path(pen, patch, place, (1.0, 1.0, 1.0, paper))
        renderer.draw_path(pen, path, place, _rgba(colour))
        pen.restore()

    def _outline(self, text: str, size: float, style: Any) -> Any:
        """The letters in points about their middle."""
        key = f"{size} {style} {text}"
        if key not in self.outlines:
            from matplotlib.font_manager import FontProperties
            from matplotlib.path import Path
            from matplotlib.textpath import TextPath

            path = TextPath((0.0, 0.0), text.replace("$", r"\$"), size, prop=FontProperties(style=style))
            low, high = path.get_extents().get_points() if len(path.vertices) else np.zeros((2, 2))
            self.outlines[key] = Path(path.vertices - 0.5 * (low + high), path.codes)
        return self.outlines[key]


class MovingNames:
    """The names of joints and points of a planar drawing, moved from frame to frame."""

    def __init__(self, axes: Axes, display: Display) -> None:
        self.axes, self.display, self.letters = axes, display, Letters()

    def paint(self, renderer: Any, poses: Any) -> None:
        """Paint the names beside what they name."""
        for centre, part, label in name_places(self.axes, self.display, poses):
            style = name_style(label.kind, self.display.colours[part.body])
            self.letters.paint(renderer, self.axes.transData.transform(centre), clipped(label.text), *style)
