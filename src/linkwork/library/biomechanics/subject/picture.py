"""A frame of a study as a picture: bones, muscles coloured by activation, markers, loads of plates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import public
from linkwork.library.biomechanics.paths.lines import path_lines
from linkwork.library.biomechanics.plates import Plate
from linkwork.library.biomechanics.sharing import Sharing
from linkwork.library.biomechanics.skeleton import Skeleton

if TYPE_CHECKING:
    from matplotlib.figure import Figure

VIEWS = ("side", "front", "above")
LONG = 0.001
"""Metres that a newton of a plate is long."""


@public
def body_picture(shared: Sharing, frame: int, plates: Sequence[Plate] = (), view: str = "side") -> Figure:
    """A frame (from 0) from the `side`, the `front` or `above`; muscles are blue at rest, red when fully active."""
    from matplotlib import colormaps
    from matplotlib.figure import Figure

    motion, skeleton = shared.net.motion, shared.net.motion.skeleton
    if view not in VIEWS:
        raise AnalysisError(f"there is no view '{view}'; views are: {', '.join(VIEWS)}")
    if not 0 <= frame < len(motion.time):
        raise AnalysisError(f"there is no frame {frame}; frames go from 0 to {len(motion.time) - 1}")
    over, up = axes_of_view(view, skeleton.gravity)
    picture = Figure(figsize=(5, 6), layout="constrained")
    axes = picture.add_subplot()
    q, places = motion.values[frame], skeleton.places(motion.values[frame])
    for line in bones_of(skeleton, places):
        axes.plot(line[:, over], line[:, up], color="0.75", linewidth=5, solid_capstyle="round", zorder=1)
    colours, lines = colormaps["coolwarm"], path_lines(skeleton, q)
    for muscle, activation in zip(skeleton.muscles, shared.activations[frame], strict=True):
        line = lines[muscle.name]
        axes.plot(line[:, over], line[:, up], color=colours(float(activation)), linewidth=2.5, zorder=2)
    for band in skeleton.ligaments:
        axes.plot(lines[band.name][:, over], lines[band.name][:, up], color="0.4", linewidth=1.5, zorder=2)
    if skeleton.markers:
        own = np.array([(places.get(m.body, np.eye(4)) @ [*m.location, 1.0])[:3] for m in skeleton.markers])
        axes.plot(own[:, over], own[:, up], "o", color="tab:green", markersize=4, zorder=3)
    for plate in plates:
        force = plate.at(motion.time[frame : frame + 1])[0, :3]
        if np.any(force):
            start = plate.points(motion.time[frame : frame + 1])[0]
            end = start + LONG * force
            axes.annotate(
                "",
                (end[over], end[up]),
                (start[over], start[up]),
                arrowprops={"arrowstyle": "->", "color": "tab:orange"},
            )
            axes.plot(*([start[k], end[k]] for k in (over, up)), alpha=0.0)
    axes.set_aspect("equal")
    if view != "above" and skeleton.gravity[up] > 0:
        axes.invert_yaxis()
    axes.set_xlabel(f"{'xyz'[over]} (m)")
    axes.set_ylabel(f"{'xyz'[up]} (m)")
    axes.set_title(f"{skeleton.name}, {motion.time[frame]:.3g} s")
    return picture


def axes_of_view(view: str, gravity: Sequence[float]) -> tuple[int, int]:
    """Axes of space that go to the right and upwards; up is where the weight does not pull, y where there is none."""
    up = int(np.argmax(np.abs(gravity))) if np.any(gravity) else 1
    ahead, aside = (axis for axis in range(3) if axis != up)
    return {"side": (ahead, up), "front": (aside, up), "above": (ahead, aside)}[view]


def bones_of(skeleton: Skeleton, places: dict[str, Array]) -> list[Array]:
    """From the joint that a body hangs on to its center and to every joint that hangs on it."""
    joints = {joint.child: places[joint.child] @ joint.at_child for joint in skeleton.ordered_joints}
    bones = []
    for body in skeleton.ordered:
        start = joints[body.name][:3, 3]
        ends = [joints[joint.child][:3, 3] for joint in skeleton.ordered_joints if joint.parent == body.name]
        if body.mass > 0:
            ends.append((places[body.name] @ [*body.center, 1.0])[:3])
        bones += [np.array([start, end]) for end in ends]
    return bones
