"""Draw one frame of a Scene on paper, as an engineer would sketch the mechanism."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.errors import LinkworkError
from linkwork.view.contact_marks import draw_contacts
from linkwork.view.display import Display, arrange
from linkwork.view.frame import paper_spines, placed_marks
from linkwork.view.glyphs.geometry import Points
from linkwork.view.glyphs.marks import NO_GHOST, Mark
from linkwork.view.labels import LONGEST_TITLE, clipped, place_labels
from linkwork.view.motion import Motion, Scene, carry, spread
from linkwork.view.palette import GRID, GROUND, INK, PAPER, body_colour, edge, mix, tint
from linkwork.view.palette import trace as trace_colour
from linkwork.view.soft.drawn import outlines, without_rods
from linkwork.view.tints import tinted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

NAME_SIZE = 9.0
MARGIN = 0.05
SLIMMEST = 0.45  # least width of a drawing as a share of its height, so that its title and the time find room
GHOST_ALPHA = 0.22
BENT = Mark("bent", 1, [], fill="tint")
"""How the outline of what bends is drawn."""


def draw(scene: Scene, frame: int = 0, ax: Axes | None = None, ghosts: int = 0, names: bool = True) -> Figure:
    """Draw the mechanism at one frame; `ghosts` adds that many faint positions spread over the run."""
    count = len(scene["poses"])
    if not -count <= frame < count:
        raise LinkworkError(f"scene '{scene['name']}': frame {frame} does not exist; it has {count} frames")
    display = without_rods(scene, arrange(scene))
    axes = prepare_axes(scene, display) if ax is None else ax
    dress_axes(axes, scene, display)
    draw_traces(axes, scene, display)
    for ghost in spread(count, ghosts) if ghosts else []:
        draw_pose(axes, tinted(display, scene, ghost), scene["poses"][ghost], alpha=GHOST_ALPHA)
        draw_bent(axes, scene, display, ghost, alpha=GHOST_ALPHA)
    draw_bent(axes, scene, display, frame)
    draw_pose(axes, tinted(display, scene, frame), scene["poses"][frame])
    draw_contacts(axes, scene, display, frame)
    if names:
        draw_names(axes, display, scene["poses"][frame])
    return figure_of(axes)


def figure_of(axes: Axes) -> Figure:
    """The figure in which axes stand."""
    figure = axes.get_figure(root=True)
    if figure is None:
        raise LinkworkError("draw: the given axes have no figure; make them with Figure().add_subplot()")
    return figure


def prepare_axes(scene: Scene, display: Display, dpi: float = 120, inches: tuple[float, float] | None = None) -> Axes:
    """A new figure, of a shape that suits the mechanism where none is given, with its name as title."""
    from linkwork.view.sheet import PaperSheet

    width, height = display.corners[1] - display.corners[0]
    tall = float(np.clip(7.2 * height / max(width, 1e-300) + 1.0, 3.4, 8.5))
    figure = PaperSheet(figsize=inches or (8.0, tall), dpi=dpi, layout="constrained", facecolor=PAPER)
    axes = figure.add_subplot()
    axes.set_title(
        clipped(str(scene["name"]), LONGEST_TITLE), parse_math=False, color=INK, fontsize=12, loc="left", pad=10
    )
    return axes


def dress_axes(axes: Axes, scene: Scene, display: Display) -> None:
    """Equal scales, bounds that hold the whole motion, a light grid or, in space, the planes."""
    low, high = display.corners
    room = MARGIN * float((high - low).max()) + display.unit
    axes.set_aspect("equal")
    width, height = high - low + 2.0 * room
    aside = max(0.0, SLIMMEST * height - width) / 2.0 + room
    axes.set_xlim(low[0] - aside, high[0] + aside)
    axes.set_ylim(low[1] - room, high[1] + room)
    for spine in axes.spines.values():
        spine.set_color(GRID)
    if display.projection.flat:
        axes.grid(True, color=GRID, linewidth=0.7)
        axes.set_axisbelow(True)
        axes.tick_params(colors=GROUND, labelsize=8, length=0)
        _tell_lengths(axes, scene)
    else:
        axes.set_xticks([])
        axes.set_yticks([])
        _draw_sheets(axes, display)
        _draw_triad(axes, display)


def _tell_lengths(axes: Axes, scene: Scene) -> None:
    """Numbers and names at both axes, in the unit in which lengths are shown."""
    factor, unit = scene.get("length", (1.0, "m"))
    for axis, name in ((axes.xaxis, "x"), (axes.yaxis, "y")):
        axis.set_label_text(f"{name} [{unit}]", color=GROUND, fontsize=9)
        if unit != "m":
            from linkwork.view.figures.ticks import LengthFormatter, LengthLocator

            axis.set_major_locator(LengthLocator(factor))
            axis.set_major_formatter(LengthFormatter(factor))


def _draw_sheets(axes: Axes, display: Display) -> None:
    from matplotlib.patches import Polygon

    for plane, corners in display.sheets:
        outline = display.projection.paper(plane, corners)
        axes.add_patch(Polygon(outline, facecolor=mix(GRID, PAPER, 0.6), edgecolor=GRID, alpha=0.6, zorder=0.5))


def _draw_triad(axes: Axes, display: Display) -> None:
    """The directions of the world's axes, in the lower left corner."""
    for name, direction in zip("xyz", display.projection.axes.T, strict=True):
        tip = 0.06 * direction
        axes.annotate(
            name,
            xy=(0.09, 0.1),
            xytext=(0.09 + tip[0] * 1.2, 0.1 + tip[1] * 1.2),
            xycoords="axes fraction",
            ha="center",
            va="center",
            fontsize=8,
            color=GROUND,
            arrowprops={"arrowstyle": "<-", "color": GROUND, "linewidth": 1.0, "shrinkA": 5, "shrinkB": 0},
        )


def draw_traces(axes: Axes, scene: Scene, display: Display) -> None:
    """Faint paths of the traced points over the whole run."""
    motion = Motion(scene)
    for trace in scene.get("traces", []):
        body = int(trace["body"])
        plane = int(scene["bodies"][body].get("plane", 0))
        path = display.projection.paper(plane, motion.path(body, trace["point"]))
        axes.plot(*path.T, color=trace_colour(body_colour(body)), alpha=0.8, linewidth=1.3, zorder=1.5, label="_trace")


def draw_pose(axes: Axes, display: Display, poses: Any, alpha: float | None = None) -> list[Any]:
    """Draw all marks at one position; returns the artists."""
    artists = []
    for number, (colour, mark, paths, _) in enumerate(placed_marks(display, poses)):
        if alpha is not None and mark.kind in NO_GHOST:
            continue
        zorder = 1.2 if alpha is not None else 2.0 + 1e-4 * number
        artists.append(axes.add_patch(_patch(colour, mark, paths, alpha, zorder)))
    return artists


def draw_bent(axes: Axes, scene: Scene, display: Display, frame: int, alpha: float | None = None) -> None:
    """Draw all that bends at one frame, below the pins and what is joined to it."""
    for colour, paths in outlines(scene, display, frame):
        axes.add_patch(_patch(colour, BENT, paths, alpha, 1.2 if alpha is not None else 1.9))


def _patch(colour: str, mark: Mark, paths: list[Points], alpha: float | None, zorder: float) -> Any:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    outlines = [Path(np.vstack([p, p[:1]]) if mark.closed else p, closed=mark.closed) for p in paths]
    face, line = mark_colours(colour, mark)
    return PathPatch(
        Path.make_compound_path(*outlines),
        facecolor=face,
        edgecolor=line,
        linewidth=mark.width,
        linestyle=(0, (5, 3)) if mark.dash else "solid",
        joinstyle="round",
        capstyle="butt" if mark.dash else "round",
        alpha=alpha,
        zorder=zorder,
        label=f"_{mark.kind}",
    )


def mark_colours(colour: str, mark: Mark) -> tuple[str, str]:
    """Fill and outline of a mark on a body of this colour; "none" where it has none."""
    fills = {"none": "none", "tint": tint(colour), "solid": colour, "paper": PAPER}
    lines = {"none": "none", "edge": edge(colour), "thin": mix(edge(colour), PAPER, 0.35)}
    return fills[mark.fill], lines[mark.line]


def name_places(axes: Axes, display: Display, poses: Any) -> list[tuple[Points, Any, Any]]:
    """Where the names of joints and points stand, with their parts and labels."""
    name_places = [(part, label) for part in display.parts for label in part.labels]
    if not name_places:
        return []
    centres = name_centres(axes, display, name_places, name_anchors(display, name_places, poses), poses)
    return [(centre, part, label) for centre, (part, label) in zip(centres, name_places, strict=True)]


def name_anchors(display: Display, name_anchors: list[tuple[Any, Any]], poses: Any) -> Points:
    """What the names of parts and labels stand beside, on paper."""
    return np.vstack([display.projection.paper(p.plane, carry(poses[p.body], [x.at])) for p, x in name_anchors])


def name_centres(
    axes: Axes, display: Display, labels: list[tuple[Any, Any]], anchors: Points, poses: Any
) -> list[Points]:
    """Where the names stand, given what they stand beside."""
    scale = paper_units_per_point(axes)
    half = np.array([[0.3 * max(len(clipped(x.text)), 1) + 0.1, 0.55] for _, x in labels]) * NAME_SIZE * scale
    return place_labels(anchors, half, paper_spines(display, poses), 0.55 * display.unit + 1.5 * scale)


def name_style(kind: str, colour: str) -> tuple[float, str, str]:
    """Size, slant and colour of the name of a joint, or of a point of a body of this colour."""
    return (NAME_SIZE, "normal", INK) if kind == "joint" else (NAME_SIZE - 1, "italic", edge(colour))


def draw_names(axes: Axes, display: Display, poses: Any) -> list[Any]:
    """Write joints' and points' names beside them; returns the texts."""
    texts = []
    for centre, part, label in name_places(axes, display, poses):
        size, style, colour = name_style(label.kind, display.colours[part.body])
        options: dict[str, Any] = {"fontsize": size, "style": style, "color": colour, "ha": "center", "va": "center"}
        text = clipped(label.text)
        texts.append(axes.text(float(centre[0]), float(centre[1]), text, parse_math=False, zorder=6, **options))
    return texts


def paper_units_per_point(axes: Axes) -> float:
    """How long a point of type is on the paper, in the units of the axes."""
    share = axes.get_position()
    wide, tall = figure_of(axes).get_size_inches() * 72 * [share.width, share.height]
    spans = [abs(b - a) for a, b in (axes.get_xlim(), axes.get_ylim())]
    return float(max(spans[0] / wide, spans[1] / tall))
