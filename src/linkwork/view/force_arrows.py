"""Forces drawn on the mechanism: an arrow at every joint, for the force on its second-named body at one time."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.run.contact.contact_points import closed_points, plane_of_body
from linkwork.run.reactions import required
from linkwork.view.acting import acting_over
from linkwork.view.drawing import paper_units_per_point
from linkwork.view.frame import paper_spines
from linkwork.view.labels import clipped, place_labels
from linkwork.view.palette import PAPER

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from linkwork.mechanism.display_units import DisplayUnits
    from linkwork.run.run import Run
    from linkwork.view.display import Display

COLOUR = "#B3261E"
LONGEST = 0.22  # of the drawing's larger side
TEXT_SIZE = 8.5
SMALLEST = 0.01  # of the largest force; smaller ones are not drawn


def draw_forces(axes: Axes, display: Display, run: Run, frame: int, poses: Any) -> None:
    """Arrows and turning signs of all reactions and applied forces, with their sizes; `*` marks what is not unique."""
    forces = _forces(run, frame)
    largest = max((float(np.hypot(*force)) for *_, force, _ in forces), default=0.0)
    turning = max((abs(torque) for *_, torque in forces), default=0.0)
    side = float((display.corners[1] - display.corners[0]).max())
    arrows: list[tuple[Any, Any]] = []
    turns: list[tuple[Any, Any]] = []
    labels: list[tuple[Any, str]] = []
    units = run.mechanism.units
    for name, body, at, force, torque in forces:
        ends = np.array([at, at + LONGEST * side * np.array(force) / (largest or 1.0)])
        start, tip = display.projection.paper(plane_of_body(run, body), ends)
        size = float(np.hypot(*force))
        if size > SMALLEST * largest:
            arrows.append((start, tip))
            labels.append((tip, f"{clipped(name)} {amount(units, size, 'N')}"))
        if abs(torque) > max(SMALLEST * turning, 1e-9 * largest * side):
            circle = _turn(axes, start, torque, 2.6 * display.unit)
            turns += list(pairwise(circle[::6]))
            text = f"{clipped(name)} {amount(units, abs(torque), 'N m')}"
            labels.append((start - np.array([2.6 * display.unit, 0.0]), text))
            _arrow(axes, circle[-3], circle[-1])
    _make_room(axes, display, [tip for _, tip in arrows + turns])
    for start, tip in arrows:
        _arrow(axes, start, tip)
    _write(axes, display, poses, arrows + turns, labels)
    caption = f"t = {run.t[frame]:.5g} s: forces on the second-named body of each joint{_and_contact(run)}"
    axes.set_title(caption, loc="right", fontsize=9, color=COLOUR, pad=10)


def _forces(run: Run, frame: int) -> list[tuple[str, str, Any, Any, float]]:
    """Name, body, place in its plane, force and torque of every reaction and applied force on a second body."""
    doubtful = required(run).unique.doubtful()
    forces: list[tuple[str, str, Any, Any, float]] = []
    for one in acting_over(run):
        shown = one.name + ("*" if one.name in doubtful else "")
        forces.append((shown, one.body, one.at[frame], one.force[frame], float(one.torque[frame, 0])))
    for point in closed_points(run, frame):
        forces.append((point.name, point.body, point.at, point.force, 0.0))
    return forces


def _and_contact(run: Run) -> str:
    """Where there are contacts, they are meant too."""
    return " and contact" if run.mechanism.touching_parts else ""


def amount(units: DisplayUnits, value: float, unit: str) -> str:
    """A force or torque in its display unit."""
    factor, shown = units.shown(unit)
    return f"{short(factor * value)} {shown}"


def short(value: float) -> str:
    """A number in three digits, without an exponent where it can be avoided."""
    return f"{value:.0f}" if 1000.0 <= value < 1e6 else f"{value:.3g}"


def _make_room(axes: Axes, display: Display, tips: list[Any]) -> None:
    """Bounds that hold the mechanism and all arrows."""
    low, high = display.corners
    for tip in tips:
        low, high = np.minimum(low, tip), np.maximum(high, tip)
    room = 0.1 * float((high - low).max())
    axes.set_xlim(low[0] - room, high[0] + room)
    axes.set_ylim(low[1] - room, high[1] + room)


def _arrow(axes: Axes, start: Any, tip: Any) -> None:
    axes.annotate(
        "",
        xy=(float(tip[0]), float(tip[1])),
        xytext=(float(start[0]), float(start[1])),
        arrowprops={"arrowstyle": "-|>", "color": COLOUR, "linewidth": 2.0, "shrinkA": 0, "shrinkB": 0},
        zorder=7,
    )


def _turn(axes: Axes, at: Any, torque: float, radius: float) -> Any:
    """Three quarters of a circle, counterclockwise for a positive torque; returns its points."""
    angles = np.radians(np.linspace(-50.0, 220.0, 40))
    if torque < 0.0:
        angles = angles[::-1]
    circle = at + radius * np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    axes.plot(*circle.T, color=COLOUR, linewidth=1.6, zorder=7)
    return circle


def _write(axes: Axes, display: Display, poses: Any, arrows: Any, labels: list[tuple[Any, str]]) -> None:
    """Names and sizes beside the tips, clear of the mechanism and of each other."""
    if not labels:
        return
    scale = paper_units_per_point(axes)
    half = np.array([[0.3 * len(text) + 0.2, 0.6] for _, text in labels]) * TEXT_SIZE * scale
    drawn = [[*start, *tip, 1.5 * scale] for start, tip in arrows]
    spines = np.vstack([paper_spines(display, poses), np.array(drawn, float).reshape(-1, 5)])
    for centre, (_, text) in zip(
        place_labels(np.array([at for at, _ in labels]), half, spines, 4.0 * scale), labels, strict=True
    ):
        axes.text(
            float(centre[0]),
            float(centre[1]),
            text,
            ha="center",
            va="center",
            fontsize=TEXT_SIZE,
            color=COLOUR,
            parse_math=False,
            bbox={"facecolor": PAPER, "edgecolor": "none", "alpha": 0.75, "pad": 0.4},
            zorder=8,
        )
