"""Planar mechanisms with masses, placed in a plane of space, and what is compared between the two."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gallery
import numpy as np
from numpy.typing import NDArray

import linkwork as lw
from linkwork.elements.planar import catalogue
from linkwork.mechanism.planar import Planar
from linkwork.mechanism.spatial.spatial import Spatial
from linkwork.run.run import Run

Array = NDArray[np.float64]
EXAMPLES = Path(__file__).parents[2] / "examples"

ORIGIN = np.array([1.3, -0.4, 0.7])
AXES = np.linalg.qr(np.array([[0.6, 0.2, 0.5], [-0.3, 0.9, 0.1], [0.9, 0.4, -0.7]]))[0]
AXES[:, 2] = np.cross(AXES[:, 0], AXES[:, 1])
"""Columns: x and y of the plane, and its normal; in general position."""

DRIVEN = (
    "cardan-gear",
    "excavator",
    "four-bar",
    "peaucellier",
    "pin-in-curved-slot",
    "quick-return",
    "rack-lift",
    "redundant-parallelogram",
    "scotch-yoke",
    "slider-crank",
    "two-planes",
)
"""Examples that can be placed in space and are driven."""
GALLERY = (
    "slider_crank",
    "four_bar",
    "quick_return",
    "quick_return_with_slot",
    "gear_pair",
    "planet",
    "excavator",
    "planes",
    "inclined_pin",
)
REFUSED = {
    "gear-slider": "joint 'mesh 23': it cannot be placed in space: its two centres are not pinned",
    "roller-cam": "joint 'contact': it cannot be placed in space: there is no such joint in space",
    "valve-lifter": "joint 'contact': it cannot be placed in space: there is no such joint in space",
}


def model(name: str) -> Planar:
    """A mechanism of the examples or of the gallery, every body with a mass."""
    found: Any = getattr(gallery, name)() if name in GALLERY else lw.load(EXAMPLES / f"{name}.yaml")
    return heavy(found)


def heavy(m: Planar) -> Planar:
    """The mechanism with masses and gravity."""
    random = np.random.default_rng(5)
    for name, body in m.bodies_by_name.items():
        numbers = random.uniform(size=4)
        if name != "ground" and body.mass is None:
            centre = 0.05 * float(numbers[1]), 0.05 * float(numbers[2])
            m.mass(name, mass=1.0 + float(numbers[0]), center=centre, inertia=0.1 + 0.1 * float(numbers[3]))
    if len(m.planes) == 1 and m.gravity is None:
        m.set_gravity(0.7, -9.81)
    return m


def placed(m: Planar) -> Spatial:
    """The mechanism in the plane of this module."""
    return m.in_space(origin=tuple(ORIGIN), x=tuple(AXES[:, 0]), y=tuple(AXES[:, 1]))


def closed(m: Planar) -> Planar:
    """The mechanism without its drivers, drawn as it is assembled."""
    m.drivers.clear()
    for body, (x, y, angle) in m.assemble().poses.items():
        m.estimate(body, float(x), float(y), float(angle))
    return m


def frame_of(m: Planar, body: str) -> tuple[Array, Array]:
    """Origin and axes (columns) in space of the plane of a body."""
    plane = m.planes[m.bodies_by_name[body].plane]
    origin, x, y = (np.array([value.constant for value in vector]) for vector in (plane.origin, plane.x, plane.y))
    return ORIGIN + AXES @ origin, AXES @ np.column_stack([x, y, np.cross(x, y)])


def position_error(m: Planar, flat: Run, space: Run) -> float:
    """The greatest distance of a body's origin from where the plane's run puts it, and of directions of its axes."""
    worst = 0.0
    for body in m.bodies_by_name:
        if body != "ground":
            origin, axes = frame_of(m, body)
            there = origin[:, None] + axes[:, :2] @ np.stack([flat[f"{body}.x"], flat[f"{body}.y"]])
            here = np.stack([space[f"{body}.{axis}"] for axis in "xyz"])
            angle = flat[f"{body}.angle"]
            along = axes[:, :2] @ np.stack([np.cos(angle), np.sin(angle)])
            turned = space.motion.turned(body, (1.0, 0.0, 0.0))[0].T
            worst = max(worst, float(np.max(np.abs(here - there))), float(np.max(np.abs(turned - along))))
    return worst


def value_error(m: Planar, flat: Run, space: Run) -> float:
    """The greatest difference of angles, positions and distances of the joints, less whole turns at the start."""
    worst = 0.0
    for name, joint in m.joints.items():
        for quantity in ("angle", "position", "distance"):
            channel = f"{name}.{quantity}"
            same = not isinstance(joint, catalogue.RackPinion)
            if same and channel in flat.channels() and channel in space.channels():
                apart = space[channel] - flat[channel]
                turns = round(float(apart[0]) / (2 * np.pi)) if quantity == "angle" else 0
                worst = max(worst, float(np.max(np.abs(apart - 2 * np.pi * turns))))
    return worst


def compared(m: Planar) -> list[str]:
    """Joints and drivers whose reactions are unique in the plane and stand in one joint of space."""
    several = (catalogue.Gear, catalogue.BeltDrive, catalogue.RackPinion, catalogue.Coupling, catalogue.PointFollower)
    shared = {equation.element for group in m.check().redundant for equation in group.equations}
    return [
        name
        for name, element in {**m.joints, **m.drivers}.items()
        if name not in shared and not isinstance(element, several)
    ]


def in_plane(m: Planar, space: Run, name: str) -> Array:
    """The reaction of a joint in space along the axes of its plane and about their normal (frames by 3).

    It is that on the second body of the planar joint; a held angle that has a name of its own in space is added.
    """
    ends = _ends(m, name)
    _, axes = frame_of(m, ends[1] if ends[1] != "ground" else ends[0])
    assert space.loads is not None
    sign = 1.0 if _ends(space.mechanism, name) == ends else -1.0
    names = [placed.name for placed in space.loads.system.elements if placed.name in (name, f"{name} angle")]
    wrench = sign * sum(np.real(space.loads.reaction(part)) for part in names)
    return np.column_stack([wrench[:, :3] @ axes[:, :2], wrench[:, 3:] @ axes[:, 2]])


def _ends(m: Any, name: str) -> tuple[str, str]:
    ends: tuple[str, str] = {**m.joints, **m.drivers}[name].ends(m.row_class(m.scope(), name, name))
    return ends
