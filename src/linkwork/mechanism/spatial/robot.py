"""Robot: what a URDF file says, as plain data; frames of links and joints as URDF means them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Vec = tuple[float, float, float]
TURNING = ("revolute", "continuous")
JOINT_TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")


@dataclass(frozen=True)
class Origin:
    """A frame in another one: place, and roll, pitch, yaw about the fixed x, y, z axes."""

    xyz: Vec = (0.0, 0.0, 0.0)
    rpy: Vec = (0.0, 0.0, 0.0)

    @property
    def turn(self) -> NDArray[np.float64]:
        """Its axes as columns: Rz(yaw) Ry(pitch) Rx(roll)."""
        (cr, cp, cy), (sr, sp, sy) = np.cos(self.rpy), np.sin(self.rpy)
        return np.array(
            [
                [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
                [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
                [-sp, cp * sr, cp * cr],
            ]
        )

    @property
    def orientation(self) -> dict[str, Any] | None:
        """The same in the words of a model file; None where nothing is turned."""
        roll, pitch, yaw = self.rpy
        return {"euler": [yaw, pitch, roll], "order": "zyx"} if any(self.rpy) else None


@dataclass(frozen=True)
class Inertial:
    """Mass, place and axes of the inertia, and its matrix: ixx, iyy, izz, ixy, iyz, ixz."""

    mass: float
    origin: Origin
    inertia: tuple[float, float, float, float, float, float]


@dataclass(frozen=True)
class RobotLink:
    """A link: its inertia, if it has one, what it looks like and what of it collides, as shapes of a model file."""

    name: str
    line: int
    inertial: Inertial | None = None
    geometry: tuple[dict[str, Any], ...] = ()
    solids: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True)
class Limits:
    """Range of a joint value, and the largest effort and speed; None where the file gives none."""

    lower: float | None = None
    upper: float | None = None
    effort: float | None = None
    velocity: float | None = None


@dataclass(frozen=True)
class Mimic:
    """A joint value that follows another: multiplier times it plus offset."""

    joint: str
    multiplier: float
    offset: float


@dataclass(frozen=True)
class RobotJoint:
    """A joint: the frame of the child in the parent at value zero, and its axis in that frame."""

    name: str
    line: int
    type: str
    parent: str
    child: str
    origin: Origin = field(default_factory=Origin)
    axis: Vec = (1.0, 0.0, 0.0)
    limits: Limits | None = None
    damping: float = 0.0
    mimic: Mimic | None = None


@dataclass(frozen=True)
class Robot:
    """A tree of links and joints; `notes` say what was left out."""

    name: str
    file: str
    root: str
    links: dict[str, RobotLink]
    joints: dict[str, RobotJoint]
    notes: tuple[str, ...] = ()

    def ordered(self) -> list[RobotJoint]:
        """The joints from the root outwards."""
        below: dict[str, list[RobotJoint]] = {}
        for joint in self.joints.values():
            below.setdefault(joint.parent, []).append(joint)
        ordered: list[RobotJoint] = []
        waiting = [self.root]
        while waiting:
            joints = below.get(waiting.pop(0), [])
            ordered += joints
            waiting += [joint.child for joint in joints]
        return ordered
