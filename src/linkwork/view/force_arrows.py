"""Forces drawn on the mechanism: an arrow at every joint, for the force on its second-named body at one time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.run.reactions import required
from linkwork.system.row import Row
from linkwork.system.scope import Scope
from linkwork.view.palette import PAPER

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from linkwork.run.run import Run
    from linkwork.view.display import Display

COLOUR = "#B3261E"
LONGEST = 0.22  # of the drawing's larger side
SMALLEST = 0.01  # of the largest force; smaller ones are not drawn


def draw_forces(axes: Axes, display: Display, run: Run, frame: int) -> None:
    """Arrows and turning signs of all reactions and applied forces, with their sizes; `*` marks what is not unique."""
    found = _forces(run, frame)
    planes = [_plane(run, body) for _, body, *_ in found]
    largest = max((np.hypot(fx, fy) for _, _, _, (fx, fy), _ in found), default=0.0)
    turning = max((abs(torque) for *_, torque in found), default=0.0)
    side = float((display.corners[1] - display.corners[0]).max())
    for (name, _, at, force, torque), plane in zip(found, planes, strict=True):
        start = display.projection.paper(plane, np.array([at]))[0]
        size = float(np.hypot(*force))
        if size > SMALLEST * largest:
            tip_in_plane = np.array([at]) + LONGEST * side * np.array([force]) / largest
            tip = display.projection.paper(plane, tip_in_plane)[0]
            _arrow(axes, start, tip, f"{name} {_short(size)} N")
        if abs(torque) > max(SMALLEST * turning, 1e-9 * largest * side):
            _turn(axes, start, torque, display.unit, f"{name} {_short(abs(torque))} N m")
    low, high = display.corners
    room = LONGEST * side
    axes.set_xlim(low[0] - room, high[0] + room)
    axes.set_ylim(low[1] - room, high[1] + room)


def _plane(run: Run, body: str) -> int:
    """Number of the plane in which a body moves."""
    return list(run.mechanism.planes).index(run.mechanism.bodies_by_name[body].plane)


def _forces(run: Run, frame: int) -> list[tuple[str, str, Any, Any, float]]:
    """Name, body, place in its plane, force and torque of every reaction and applied force on a second body."""
    from linkwork.run.free_body import wrenches_on_bodies

    loads = required(run)
    scope, doubtful = Scope(run.mechanism, dict(run.system.env)), loads.unique.doubtful()
    _, applied = wrenches_on_bodies(run)
    found = []
    for number, placed in enumerate(loads.system.elements):
        row = Row(scope, placed.name, placed.name)
        body = placed.element.ends(row)[1]
        at = np.real(run.motion.point(body, placed.element.reaction_point(row))[0])[frame]
        fx, fy, torque = np.real(loads.wrenches[frame, number])
        name = placed.name + ("*" if placed.name in doubtful else "")
        found.append((name, body, at, (float(fx), float(fy)), float(torque)))
    for number, (name, force) in enumerate(run.mechanism.forces.items()):
        row = Row(scope, name, name)
        body = force.ends(row)[1]
        point = np.real(run.motion.point(body, force.reaction_point(row))[0])[frame]
        origin = np.real(run.motion.point(body, (0.0, 0.0))[0])[frame]
        fx, fy, moment = applied[frame, number, 3:]
        lever = point - origin
        found.append((name, body, point, (float(fx), float(fy)), float(moment - lever[0] * fy + lever[1] * fx)))
    return found


def _short(value: float) -> str:
    """A number in three digits, without an exponent where it can be avoided."""
    return f"{value:.0f}" if 1000.0 <= value < 1e6 else f"{value:.3g}"


def _arrow(axes: Axes, start: Any, tip: Any, text: str) -> None:
    axes.annotate(
        "",
        xy=(float(tip[0]), float(tip[1])),
        xytext=(float(start[0]), float(start[1])),
        arrowprops={"arrowstyle": "-|>", "color": COLOUR, "linewidth": 2.0, "shrinkA": 0, "shrinkB": 0},
        zorder=7,
    )
    way = tip - start
    right = way[0] >= 0.0
    _label(axes, tip, text, (5 if right else -5, 4 if way[1] >= 0.0 else -4), "left" if right else "right", way[1] >= 0)


def _turn(axes: Axes, at: Any, torque: float, unit: float, text: str) -> None:
    """Three quarters of a circle with an arrow head, counterclockwise for a positive torque."""
    angles = np.radians(np.linspace(-50.0, 220.0, 40))
    if torque < 0.0:
        angles = angles[::-1]
    circle = at + 2.6 * unit * np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    axes.plot(*circle.T, color=COLOUR, linewidth=1.6, zorder=7)
    axes.annotate(
        "",
        xy=tuple(circle[-1]),
        xytext=tuple(circle[-3]),
        arrowprops={"arrowstyle": "-|>", "color": COLOUR, "linewidth": 1.6, "shrinkA": 0, "shrinkB": 0},
        zorder=7,
    )
    _label(axes, at + np.array([0.0, 2.6 * unit]), text, (0, 4), "center", True)


def _label(axes: Axes, at: Any, text: str, offset: tuple[float, float], side: Any, above: bool) -> None:
    axes.annotate(
        text,
        xy=(float(at[0]), float(at[1])),
        xytext=offset,
        textcoords="offset points",
        ha=side,
        va="bottom" if above else "top",
        fontsize=8.5,
        color=COLOUR,
        parse_math=False,
        bbox={"facecolor": PAPER, "edgecolor": "none", "alpha": 0.75, "pad": 0.6},
        zorder=8,
        annotation_clip=False,
    )
