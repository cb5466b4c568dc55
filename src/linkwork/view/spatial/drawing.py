"""Draw one frame of a spatial Scene on paper: the mechanism on its floor, with its shadow, names and colours."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.errors import LinkworkError
from linkwork.places.spatial.rotations import matrices_of
from linkwork.view.drawing import NAME_SIZE, figure_of, name_style, paper_units_per_point
from linkwork.view.labels import LONGEST_TITLE, clipped, place_labels
from linkwork.view.motion import spread
from linkwork.view.painted_marks import Letters, Sides
from linkwork.view.palette import GRID, GROUND, INK, PAPER, edge, mix
from linkwork.view.palette import trace as trace_colour
from linkwork.view.soft.drawn import soft_parts
from linkwork.view.spatial.camera import camera, horizon
from linkwork.view.spatial.display import Display, Label, arrange
from linkwork.view.spatial.painter import Painter, Stroke, rgb
from linkwork.view.spatial.poses import Array, Place, Scene
from linkwork.view.tints import tinted_parts
from linkwork.view.wholes import whole_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from linkwork.view.film.solid_frames import SolidFrames

MARGIN = 0.04
GHOST_ALPHA = 0.2
SHADOW = mix(GRID, "#B9C0C9", 0.35)
MOST_NAMES = 48
FEW_NAMES, CROWDED = 8, 0.16  # names that are always written; share of the picture that more of them may take
MOST_COLOURS = 14
TRACE_POINTS = 400
AXIS_COLOURS = ("#C0392B", "#2E8B57", "#2F6DB5")


class Sheet:
    """A figure of a spatial Scene seen from one side; positions are drawn on it one after another."""

    def __init__(
        self, scene: Scene, view: Any = "iso", dpi: float = 120, inches: tuple[float, float] | None = None
    ) -> None:
        self.scene = scene
        arranged = arrange(scene)
        self.display = replace(arranged, parts=soft_parts(scene, arranged.parts))
        self.rows = camera(view, self.display.up, self.display.flat)
        self.low, self.high = self._bounds()
        self.axes = self._prepare(dpi, inches)
        self.still: list[Any] = []
        self.letters, self.sides = Letters(), Sides()

    @cached_property
    def painter(self) -> Painter:
        """What paints on paper; a film has no need of it."""
        return Painter(self.display)

    def _painter_at(self, frame: int) -> Painter:
        """What paints one frame, where colours change with the time."""
        if "tints" not in self.scene:
            return self.painter
        return Painter(replace(self.display, parts=tinted_parts(self.display.parts, self.scene, frame)))

    @property
    def figure(self) -> Figure:
        """The figure."""
        return figure_of(self.axes)

    def paper(self, points: Array, focus: Array) -> Array:
        """Points of the world on paper."""
        paper: Array = (np.atleast_2d(points) - focus) @ self.rows[:2].T
        return paper

    def _bounds(self) -> tuple[Array, Array]:
        corners = [self.display.reach @ self.rows[:2].T, self._floor_corners(np.zeros(3)) @ self.rows[:2].T]
        every = np.vstack(corners)
        return every.min(axis=0), every.max(axis=0)

    def _floor_corners(self, focus: Array) -> Array:
        """Corners of the floor under everything, on lines of the grid."""
        base, step = horizon(self.display.up), self.display.grid
        flat = (self.display.reach + focus) @ base[:, :2]
        low, high = np.floor(flat.min(axis=0) / step) * step, np.ceil(flat.max(axis=0) / step) * step
        corners = [[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]]
        return np.array([base @ [x, y, self.display.floor] for x, y in corners])

    def _prepare(self, dpi: float, inches: tuple[float, float] | None) -> Axes:
        from linkwork.view.sheet import PaperSheet

        width, height = self.high - self.low
        tall = float(np.clip(7.2 * height / max(float(width), 1e-300) + 0.6, 3.4, 8.5))
        figure = PaperSheet(figsize=inches or (8.0, tall), dpi=dpi, layout="constrained", facecolor=PAPER)
        axes = figure.add_subplot()
        axes.set_title(
            clipped(str(self.scene["name"]), LONGEST_TITLE),
            parse_math=False,
            color=INK,
            fontsize=12,
            loc="left",
            pad=8,
            y=1.0,  # there are no ticks that it would have to make way for
        )
        axes.set_aspect("equal")
        axes.set_axis_off()
        room = MARGIN * float((self.high - self.low).max())
        axes.set_xlim(self.low[0] - room, self.high[0] + room)
        axes.set_ylim(self.low[1] - room, self.high[1] + room)
        self._draw_triad(axes)
        self._draw_colours(axes)
        return axes

    # ------------------------------------------------------------------ what stands still

    def _draw_triad(self, axes: Axes) -> None:
        """The directions of the world's axes and the size of the grid, in the lower left corner."""
        for name, direction, colour in zip("xyz", self.rows[:2].T, AXIS_COLOURS, strict=True):
            if np.hypot(*direction) < 0.05:
                continue
            axes.annotate(
                "",
                xy=(46 + 26 * direction[0], 34 + 26 * direction[1]),
                xytext=(46, 34),
                xycoords="axes points",
                textcoords="axes points",
                arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 1.3, "shrinkA": 0, "shrinkB": 0},
            )
            at = (46 + 35 * direction[0], 34 + 35 * direction[1])
            axes.annotate(name, xy=at, xycoords="axes points", ha="center", va="center", fontsize=8, color=colour)
        factor, unit = self.scene.get("length", (1.0, "m"))
        text = f"grid {self.display.grid * factor:g} {unit}"
        axes.annotate(text, xy=(1, 0), xycoords="axes fraction", ha="right", va="bottom", fontsize=8, color=GROUND)

    def _draw_colours(self, axes: Axes) -> None:
        """Which body has which colour."""
        bodies = list({whole_of(body): number for number, body in enumerate(self.scene["bodies"]) if number}.items())
        if not 1 < len(bodies) <= MOST_COLOURS:
            return
        from matplotlib.patches import Patch

        colours = [self.display.colours[number] for _, number in bodies]
        boxes = [Patch(facecolor=colour, edgecolor=edge(colour)) for colour in colours]
        box = axes.legend(
            boxes,
            [str(number) for _, number in bodies],
            frameon=False,
            fontsize=8.5,
            loc="upper left",
            bbox_to_anchor=(1.0, 1.0),
            handlelength=1.0,
            handleheight=0.9,
        )
        for text, (name, _) in zip(box.get_texts(), bodies, strict=True):
            text.set_parse_math(False)
            text.set_text(name)

    # ------------------------------------------------------------------ what moves

    def draw(self, frame: int, names: bool = True) -> list[Any]:
        """Draw the mechanism at one frame; returns the artists."""
        place = Place(self.scene["poses"][frame], frame)
        focus = self.display.focus(place)
        artists = [*self._draw_floor(place, focus), *self._draw_traces(focus)]
        artists += self._draw_stroke(self._painter_at(frame).paint(place, self.rows, focus), 2.0)
        return artists + (self._draw_names(place, focus) if names else [])

    def paint(self, frame: int, renderer: Any, solids: SolidFrames, dark: Any) -> None:
        """The same straight into the pixels, for films; `dark` is the picture as it is in the shadow."""
        place = Place(self.scene["poses"][frame], frame)
        focus = self.display.focus(place)
        floor = [] if self.still else self._draw_still(focus)
        solids.put(place)
        if "tints" in self.scene:
            solids.dye(tinted_parts(self.display.parts, self.scene, frame))
        for artist in floor[:1]:
            artist.draw(renderer)
        if self._seen_from_above:
            solids.shade(self.rows, focus, dark)
        for artist in floor[1:]:
            artist.draw(renderer)
        solids.paint(self.rows, focus)
        self._paint_names(place, focus, renderer)
        for artist in floor:
            artist.remove()

    def in_shadow(self, canvas: Any) -> Any:
        """The picture as it is where shadow lies on the floor: under grid and traces that stand still."""
        from matplotlib.patches import Rectangle

        if not self.still:
            dark = np.asarray(canvas.buffer_rgba()).copy()
            dark[..., :3] = [round(255.0 * part) for part in rgb(SHADOW)]
            return dark
        box = Rectangle((0, 0), 1, 1, transform=self.axes.transAxes, facecolor=SHADOW, linewidth=0, zorder=0.6)
        self.axes.add_artist(box)
        canvas.draw()
        box.remove()
        return np.asarray(canvas.buffer_rgba()).copy()

    def _paint_names(self, place: Place, focus: Array, renderer: Any) -> None:
        anchors = self._anchors(place, focus)
        if not len(anchors):
            return
        centres = self.sides.centres(anchors, lambda: self._centres(anchors, place, focus))
        for at, label in zip(self.axes.transData.transform(centres), self._labels, strict=True):
            style = name_style(label.kind, self.display.colours[label.body])
            self.letters.paint(renderer, at, clipped(label.text), *style, paper=0.55)

    def prepare_film(self) -> None:
        """Put down what stays where it is through a whole film: floor and traces, unless the floor goes along."""
        self.still = [] if self.display.follow else self._draw_still(np.zeros(3))

    def _draw_still(self, focus: Array) -> list[Any]:
        return [*self._draw_floor(None, focus), *self._draw_traces(focus)]

    @property
    def _seen_from_above(self) -> bool:
        return bool(self.rows[2] @ self.display.up > 0.05)

    def draw_ghost(self, frame: int) -> None:
        """Draw a faint position, of moving bodies only."""
        moving = [part for part in self.display.parts if (part.body or part.span) and not part.wire]
        place = Place(self.scene["poses"][frame], frame)
        painted = Painter(self.display, moving).paint(place, self.rows, np.zeros(3), GHOST_ALPHA)
        self._draw_stroke(painted, 1.4)

    def _draw_floor(self, place: Place | None, focus: Array) -> list[Any]:
        """The floor, the shadow of a position on it where one is given, and the grid."""
        from matplotlib.collections import LineCollection, PolyCollection
        from matplotlib.patches import PathPatch

        corners = self._floor_corners(focus)
        sheet = PolyCollection([self.paper(corners, focus)], facecolor=mix(GRID, PAPER, 0.72), linewidth=0, zorder=0.5)
        artists: list[Any] = [self.axes.add_collection(sheet, autolim=False)]
        if place is not None and self._seen_from_above:
            outline = _as_one(self.painter.shadow(place, self.rows, focus))
            shade = PathPatch(outline, facecolor=SHADOW, edgecolor=SHADOW, linewidth=0.4, zorder=0.6)
            artists.append(self.axes.add_artist(shade))
        lines = []
        for a, b, c in ((0, 1, 3), (0, 3, 1)):
            way = corners[b] - corners[a]
            count = round(float(np.linalg.norm(way)) / self.display.grid)
            starts = corners[a] + np.linspace(0.0, 1.0, count + 1)[:, None] * way
            lines += [self.paper(np.array([s, s + corners[c] - corners[a]]), focus) for s in starts]
        grid = LineCollection(lines, colors=GRID, linewidths=0.7, zorder=0.7)
        return [*artists, self.axes.add_collection(grid, autolim=False)]

    def _draw_traces(self, focus: Array) -> list[Any]:
        artists: list[Any] = []
        frames = np.asarray(self.scene["poses"], float)[spread(len(self.scene["poses"]), TRACE_POINTS)]
        for trace in self.scene.get("traces", []):
            body = trace["body"]
            path = frames[:, body, :3] + matrices_of(frames[:, body, 3:]) @ np.asarray(trace["point"], float)
            line = self.paper(path, focus)
            artists += self.axes.plot(
                *line.T,
                color=trace_colour(self.display.colours[body]),
                alpha=0.8,
                linewidth=1.3,
                zorder=1.5,
                label="_trace",
            )
        return artists

    def _draw_stroke(self, painted: Stroke, zorder: float) -> list[Any]:
        from matplotlib.collections import PolyCollection

        points = 1.0 / paper_units_per_point(self.axes)
        widths = np.where(painted.radii > 0.0, 2.0 * painted.radii * points, painted.widths)
        made = PolyCollection(
            painted.outlines,
            facecolors=painted.fills,
            edgecolors=painted.lines,
            linewidths=widths,
            capstyle="round",
            joinstyle="round",
            zorder=zorder,
            label="_solids",
        )
        return [self.axes.add_collection(made, autolim=False)]

    @cached_property
    def _labels(self) -> list[Label]:
        """Names that are written: none where they would hide what they name, as on a page."""
        labels = self.display.labels if len(self.display.labels) <= MOST_NAMES else []
        return [] if len(labels) > FEW_NAMES and self._share_of_names(labels) > CROWDED else labels

    def _share_of_names(self, labels: list[Label]) -> float:
        """What share of the picture of the mechanism at the start its names would cover."""
        place = Place(self.scene["poses"][0], 0)
        focus = self.display.focus(place)
        spines = paper_spines(self.display, place, self.rows, focus)
        points = [self.paper(place.world(label.body, label.at), focus) for label in labels]
        seen = np.vstack([*points, spines[:, :2], spines[:, 2:4]])
        sides = np.ptp(seen, axis=0) + 2 * NAME_SIZE * paper_units_per_point(self.axes)
        return float((4 * self._half_sizes(labels).prod(axis=1)).sum() / sides.prod())

    def _half_sizes(self, labels: list[Label]) -> Array:
        letters = np.array([[0.3 * max(len(clipped(label.text)), 1) + 0.1, 0.55] for label in labels])
        return letters * NAME_SIZE * paper_units_per_point(self.axes)

    def _anchors(self, place: Place, focus: Array) -> Array:
        """What the names stand beside, on paper."""
        points = [self.paper(place.world(label.body, label.at), focus) for label in self._labels]
        return np.vstack(points) if points else np.zeros((0, 2))

    def _centres(self, anchors: Array, place: Place, focus: Array) -> list[Array]:
        """Where the names stand."""
        scale, half = paper_units_per_point(self.axes), self._half_sizes(self._labels)
        spines = paper_spines(self.display, place, self.rows, focus)
        return place_labels(anchors, half, spines, 0.9 * self.display.unit + 1.5 * scale)

    def _draw_names(self, place: Place, focus: Array) -> list[Any]:
        anchors = self._anchors(place, focus)
        return [
            self.axes.text(
                float(centre[0]),
                float(centre[1]),
                clipped(label.text),
                parse_math=False,
                ha="center",
                va="center",
                fontsize=NAME_SIZE if label.kind == "joint" else NAME_SIZE - 1,
                style="normal" if label.kind == "joint" else "italic",
                color=INK if label.kind == "joint" else edge(self.display.colours[label.body]),
                bbox={"facecolor": PAPER, "edgecolor": "none", "alpha": 0.55, "pad": 0.3},
                zorder=6,
            )
            for centre, label in zip(self._centres(anchors, place, focus), self._labels, strict=True)
        ]


def paper_spines(display: Display, place: Place, rows: Array, focus: Array) -> Array:
    """Rows start x, y, end x, y, half thickness of the bars that names keep clear of."""
    paper_spines = []
    for part in display.parts:
        if part.kind not in ("link", "rail", "rod", "spring", "piston rod", "shape"):
            continue
        seen = (part.corners(place) - focus) @ rows[:2].T
        middle = seen.mean(axis=0)
        _, _, axes = np.linalg.svd(seen - middle, full_matrices=False)
        reach, thick = (seen - middle) @ axes[0], np.abs((seen - middle) @ axes[1]).max()
        paper_spines.append([*(middle + reach.min() * axes[0]), *(middle + reach.max() * axes[0]), float(thick)])
    return np.array(paper_spines, float).reshape(-1, 5)


def _as_one(outlines: list[Array]) -> Any:
    """Many closed outlines (tables faces by corners by 2) as one path."""
    from matplotlib.path import Path

    points, codes = [np.zeros((0, 2))], [np.zeros(0, np.uint8)]
    for table in outlines:
        faces, corners = table.shape[:2]
        points.append(np.concatenate([table, table[:, :1]], axis=1).reshape(-1, 2))
        codes.append(np.tile([Path.MOVETO, *[Path.LINETO] * (corners - 1), Path.CLOSEPOLY], faces).astype(np.uint8))
    return Path(np.concatenate(points), np.concatenate(codes))


def draw(scene: Scene, frame: int = 0, ghosts: int = 0, names: bool = True, view: Any = "iso") -> Figure:
    """Draw the mechanism at one frame; `ghosts` adds that many faint positions spread over the run."""
    return sheet_of(scene, frame, ghosts, names, view).figure


def sheet_of(scene: Scene, frame: int = 0, ghosts: int = 0, names: bool = True, view: Any = "iso") -> Sheet:
    """The same as a sheet, on which more can be drawn."""
    count = len(scene["poses"])
    if not -count <= frame < count:
        raise LinkworkError(f"scene '{scene['name']}': frame {frame} does not exist; it has {count} frames")
    sheet = Sheet(scene, view)
    sheet.draw(frame, names)
    for ghost in spread(count, ghosts) if ghosts else []:
        sheet.draw_ghost(ghost)
    return sheet
