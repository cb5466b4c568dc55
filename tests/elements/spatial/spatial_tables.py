"""An element alone in tables of its own, so that its kernel can be asked at any pose and twist.

The bodies are those that the element joins, in the order of its columns; each is drawn where nothing is parallel.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter

from kernel_call import call_at
from linkwork.elements.base import Element
from linkwork.elements.spatial.catalogue import AnyDriver, AnyJoint
from linkwork.functions.writer import TableWriter
from linkwork.mechanism.spatial.spatial import Spatial
from linkwork.numerics.jit import address
from linkwork.places.spatial.row import SpatialRow
from linkwork.places.spatial.scope import SpatialScope

STEP = 1e-30
POSE, TWIST = 16, 6
ROTATION, MOTION, ACCEPT = 0, 1, 2

_JOINT, _DRIVER = TypeAdapter(AnyJoint), TypeAdapter(AnyDriver)


def joint(**fields: Any) -> Element:
    """A joint as a model file writes it."""
    return _JOINT.validate_python(fields)


def driver(**fields: Any) -> Element:
    """A driver as a model file writes it."""
    return _DRIVER.validate_python(fields)


def drawing(**bodies: tuple[Any, Any]) -> Spatial:
    """A mechanism of bodies beside the ground, each drawn at a position and turned by a rotation vector."""
    drawn = Spatial()
    for name, (position, vector) in bodies.items():
        drawn.body(name, estimate=position, orientation={"vector": vector})
    return drawn


def skew(u: NDArray) -> NDArray:
    return np.array([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])


def matrix(p: NDArray) -> NDArray:
    """A of Euler parameters (Haug 9.3.6)."""
    e0, e = p[0], p[1:]
    return (2 * e0 * e0 - 1) * np.eye(3) + 2 * (e[:, None] * e + e0 * skew(e))


def parameters(axis: Any, angle: float) -> NDArray:
    """Euler parameters of a turn (Haug 9.3.2)."""
    u = np.asarray(axis, float)
    return np.array([np.cos(angle / 2), *(np.sin(angle / 2) * u / np.linalg.norm(u))])


@dataclass
class Place:
    """Where a body is."""

    r: NDArray
    p: NDArray

    @cached_property
    def _still(self) -> NDArray:
        return np.concatenate([self.r, matrix(self.p).ravel(), self.p])

    def pose(self, step: NDArray | None = None) -> NDArray:
        """Its sixteen numbers, moved by a complex step (dr, dpi)."""
        if step is None or not np.any(step):
            return self._still
        spin, e0, e = step[3:], self.p[0], self.p[1:]
        a, turning = self._still[3:12].reshape(3, 3), np.array([-e @ spin, *(e0 * spin + skew(e) @ spin)])
        return self._still + 1j * STEP * np.concatenate([step[:3], (a @ skew(spin)).ravel(), 0.5 * turning])


GROUND = Place(np.zeros(3), np.array([1.0, 0, 0, 0]))


def at(position: Any = (0, 0, 0), p: Any = (1, 0, 0, 0)) -> Place:
    """A place by position and Euler parameters."""
    return Place(np.asarray(position, float), np.asarray(p, float))


@dataclass
class Rows:
    """What the element wrote; `jacobian` has six columns a body, then its own coordinates' before the other bodies'."""

    phi: NDArray
    nu: NDArray
    gamma: NDArray
    jacobian: NDArray


class Table:
    """One element in tables, of real or complex numbers."""

    def __init__(self, drawn: Spatial, element: Element, scalar: str = "real") -> None:
        self.element = element
        self.row = SpatialRow(SpatialScope(drawn, {}), "joint 'J'", "J")
        self.bodies = (*element.ends(self.row), *element.others(self.row))
        element.pack(self.row)
        self.own = len(element.own)
        writer = TableWriter()
        blocks = [writer.function(packed, scalar) for packed in self.row.functions]
        self.floats_at, self.ints_at = len(writer.floats), len(writer.ints)
        writer.floats.extend(self.row.floats)
        places = [[POSE * n, TWIST * n] for n in range(1, len(self.bodies) + 1)]
        own = [[POSE * (len(self.bodies) + 1) + n, TWIST * (len(self.bodies) + 1) + n] for n in range(self.own)]
        others = [[pose + n, twist + n] for pose, twist in places[2:] for n in range(TWIST)]
        remembered = [0] if element.memory else []
        for part in (*places[:2], *own, *others, remembered, self.row.ints, blocks):
            writer.ints.extend(part)
        self.dtype = np.complex128 if scalar == "complex" else np.float64
        self.k, self.p = np.array(writer.ints, np.int64), np.array(writer.floats, self.dtype)
        self.where = address(element.kernel_body(), "constraint", scalar)
        self.memory = np.zeros(len(element.memory) + 1, self.dtype)
        self.columns = TWIST * len(self.bodies) + self.own
        equations = len(element.equations)
        self.size = equations * (3 + self.columns)
        self.room = self.size + sum(packed.scratch + 8 for packed in self.row.functions)

    def numbers(self) -> Any:
        """The element's own numbers."""
        return self.p[self.floats_at :]

    def rows(
        self,
        places: list[Place],
        twist: NDArray,
        t: complex = 0.0,
        step: Any = None,
        own: Any = (),
        stage: int = MOTION,
    ) -> Rows:
        """What the kernel writes with the bodies at these places; `step` moves them by the complex step."""
        steps: list[Any] = [None] * len(places)
        coordinates = np.array(own, self.dtype)
        if step is not None:
            steps = [step[TWIST * n : TWIST * (n + 1)] for n in range(len(places))]
            coordinates = coordinates + 1j * STEP * step[TWIST * len(places) :]
        poses = [place.pose(each) for place, each in zip(places, steps, strict=True)]
        pose = np.concatenate([GROUND.pose(), *poses, coordinates]).astype(self.dtype)
        guard = -77.0
        out = np.zeros(self.room + 1, self.dtype)
        out[-1] = guard
        speed = np.concatenate([np.zeros(TWIST), twist]).astype(self.dtype)
        where = self.where
        t = self.dtype(t)
        call_at(where, stage, t, pose, speed, self.memory, self.p, self.k, self.floats_at, self.ints_at, 0, out)
        assert out[-1] == guard
        m = len(self.element.equations)
        jacobian = out[3 * m : self.size].reshape(m, self.columns)
        return Rows(out[:m], out[m : 2 * m], out[2 * m : 3 * m], jacobian)

    def accept(self, places: list[Place]) -> None:
        """Tell the element that a position was accepted."""
        self.rows(places, np.zeros(self.columns), stage=ACCEPT, own=np.zeros(self.own))
