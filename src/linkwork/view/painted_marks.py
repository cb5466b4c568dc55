"""Marks of a planar drawing painted by the renderer itself: the picture of `draw_pose` without its artists.

An artist costs a hundred times what its path costs to fill, and a film throws all of them away after each frame.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.view.display import Display
from linkwork.view.drawing import BENT, mark_colours, name_anchors, name_centres, name_style
from linkwork.view.frame import Placed, placed_marks
from linkwork.view.glyphs.marks import Mark
from linkwork.view.labels import clipped

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DASH = (5.0, 3.0)  # lengths in widths of the line
CLOCK_SIZE = 9.0
RIM = 1.0  # of paper about a name, in points
POINTS = 72.0  # in an inch
STAY = 6  # frames after which the side is chosen anew on which a name stands


class MovingMarks:
    """All marks of a planar drawing: outlines and lines are made once and laid where their bodies are."""

    def __init__(self, axes: Axes, display: Display) -> None:
        self.axes, self.display = axes, display
        self.matrix = np.asarray(axes.transData.get_matrix())
        self.kept: dict[tuple[int, str], tuple[Any, Any]] = {}
        self.outlines: dict[int, Any] = {}

    def paint(self, renderer: Any, poses: Any, coloured: Display | None = None) -> None:
        """Paint all marks at one position; `coloured` is the display with the colours of that time."""
        flat = self.display.projection.flat
        for piece in placed_marks(coloured or self.display, poses, moved=not flat):
            pen, face = self._look(renderer, piece)
            if flat and piece.body >= 0:
                place = self.matrix @ _pose_matrix(poses[piece.body])
                renderer.draw_path(pen, self._outline(piece.mark), _affine(place), face)
            else:
                renderer.draw_path(pen, _path(piece.mark, piece.paths), _affine(self.matrix), face)

    def paint_bent(self, renderer: Any, colour: str, paths: list[Any]) -> None:
        """Paint the outline of something that bends."""
        face, line = (_rgba(name) for name in mark_colours(colour, BENT))
        pen = _pen(renderer, self.axes, BENT, line)
        renderer.draw_path(pen, _path(BENT, paths), _affine(self.matrix), face)
        pen.restore()

    def _outline(self, mark: Mark) -> Any:
        if id(mark) not in self.outlines:
            self.outlines[id(mark)] = _path(mark, [np.asarray(path, float) for path in mark.paths])
        return self.outlines[id(mark)]

    def _look(self, renderer: Any, piece: Placed) -> tuple[Any, Any]:
        """The pen of a mark, and what fills it."""
        key = id(piece.mark), piece.colour
        if key not in self.kept:
            face, line = (_rgba(name) for name in mark_colours(piece.colour, piece.mark))
            self.kept[key] = _pen(renderer, self.axes, piece.mark, line), face
        return self.kept[key]


def _path(mark: Mark, paths: list[Any]) -> Any:
    from matplotlib.path import Path

    outlines = [Path(np.vstack([p, p[:1]]) if mark.closed else p, closed=mark.closed) for p in paths]
    return outlines[0] if len(outlines) == 1 else Path.make_compound_path(*outlines)


def _pose_matrix(pose: Any) -> Any:
    x, y, phi = (float(part) for part in pose)
    cos, sin = math.cos(phi), math.sin(phi)
    return np.array([[cos, -sin, x], [sin, cos, y], [0.0, 0.0, 1.0]])


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
    """Names as small pictures, made once and laid down in any place: the nearest pixel, so that they stay sharp."""

    def __init__(self) -> None:
        self.stamps: dict[tuple[str, float, str, str, float], tuple[Any, Any]] = {}

    def paint(
        self, renderer: Any, at: Any, text: str, size: float, style: str, colour: str, paper: float = 0.0
    ) -> None:
        """Paint a name about a place in pixels, on a patch of paper that covers by this share."""
        key = text, size, style, colour, paper
        if key not in self.stamps:
            self.stamps[key] = _stamp(renderer.dpi, *key)
        through, ink = self.stamps[key]
        pixels = np.asarray(renderer.buffer_rgba())
        tall, wide = ink.shape[:2]
        left, top = round(at[0] - 0.5 * wide), round(pixels.shape[0] - at[1] - 0.5 * tall)
        rows, columns = slice(max(top, 0), max(top + tall, 0)), slice(max(left, 0), max(left + wide, 0))
        under = pixels[rows, columns, :3]
        own = slice(rows.start - top, rows.start - top + under.shape[0])
        across = slice(columns.start - left, columns.start - left + under.shape[1])
        under[...] = under * through[own, across] + ink[own, across]


def _stamp(dpi: float, text: str, size: float, style: Any, colour: str, paper: float) -> tuple[Any, Any]:
    """What a name lets through of what is below it, pixel by pixel, and what it adds in red, green and blue."""
    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    outline = TextPath((0.0, 0.0), text.replace("$", r"\$"), size, prop=FontProperties(style=style))
    low, high = _extremes(outline)
    scale = dpi / POINTS
    wide, tall = (math.ceil(scale * side) for side in high - low + 2.0 * RIM)
    sheet = RendererAgg(wide, tall, dpi)
    pen = sheet.new_gc()
    pen.set_linewidth(0.0)
    middle = [0.5 * wide, 0.5 * tall] - scale * 0.5 * (low + high)
    place = _affine(np.array([[scale, 0.0, middle[0]], [0.0, scale, middle[1]], [0.0, 0.0, 1.0]]))
    sheet.draw_path(pen, outline, place, (0.0, 0.0, 0.0, 1.0))
    letters = np.asarray(sheet.buffer_rgba())[..., 3:] / 255.0
    patch = paper if len(outline.vertices) else 0.0
    red_green_blue = 255.0 * np.array((_rgba(colour) or (0.0, 0.0, 0.0))[:3])
    through = (1.0 - patch) * (1.0 - letters)
    return through, 255.0 * patch * (1.0 - letters) + red_green_blue * letters + 0.5  # to be cut to whole numbers


def _extremes(path: Any) -> tuple[Any, Any]:
    """The corners of the box about an outline and the points that pull at its curves, which in letters lie on it."""
    drawn = path.vertices[path.codes != path.CLOSEPOLY] if len(path.vertices) else np.zeros((1, 2))
    return drawn.min(axis=0), drawn.max(axis=0)


class MovingNames:
    """The names of joints and points of a planar drawing, moved from frame to frame."""

    def __init__(self, axes: Axes, display: Display) -> None:
        self.axes, self.display, self.letters, self.sides = axes, display, Letters(), Sides()

    def paint(self, renderer: Any, poses: Any) -> None:
        """Paint the names beside what they name."""
        labels = [(part, label) for part in self.display.parts for label in part.labels]
        if not labels:
            return
        anchors = name_anchors(self.display, labels, poses)
        centres = self.sides.centres(anchors, lambda: name_centres(self.axes, self.display, labels, anchors, poses))
        for centre, (part, label) in zip(self.axes.transData.transform(centres), labels, strict=True):
            style = name_style(label.kind, self.display.colours[part.body])
            self.letters.paint(renderer, centre, clipped(label.text), *style)


class Sides:
    """On which side of its pin every name of a film stands: chosen anew a few times a second, to be readable."""

    def __init__(self) -> None:
        self.age, self.away = 0, np.zeros((0, 2))

    def centres(self, anchors: Any, choose: Callable[[], Any]) -> Any:
        """Where the names stand in the next frame, given their pins."""
        if self.age % STAY == 0 or len(self.away) != len(anchors):
            self.away = np.asarray(choose()) - anchors
        self.age += 1
        return anchors + self.away


class Clock:
    """The time above the right corner of the axes; its letters are made once."""

    def __init__(self, axes: Axes) -> None:
        self.corner = axes.transAxes.transform((1.0, 1.02))
        self.outlines: dict[str, Any] = {}
        one, two = (self._outline(letters).get_extents().width for letters in ("0", "00"))
        self.wide = float(two - one)  # of a letter, in points: all are alike

    def paint(self, renderer: Any, text: str) -> None:
        """Paint a text that ends at the corner."""
        from matplotlib.path import Path
        from matplotlib.transforms import Affine2D

        paths = [(n - len(text), self._outline(letter)) for n, letter in enumerate(text) if letter != " "]
        moved = [path.vertices + np.array([n * self.wide, 0.0]) for n, path in paths]
        whole = Path(np.concatenate(moved), np.concatenate([path.codes for _, path in paths]))
        pen = renderer.new_gc()
        pen.set_linewidth(0.0)
        place = Affine2D().scale(renderer.points_to_pixels(1.0)).translate(*self.corner)
        renderer.draw_path(pen, whole, place, (0.0, 0.0, 0.0, 1.0))
        pen.restore()

    def _outline(self, letters: str) -> Any:
        if letters not in self.outlines:
            from matplotlib.font_manager import FontProperties
            from matplotlib.textpath import TextPath

            self.outlines[letters] = TextPath((0.0, 0.0), letters, CLOCK_SIZE, prop=FontProperties(family="monospace"))
        return self.outlines[letters]
