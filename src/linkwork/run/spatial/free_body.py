"""Everything that acts on one body in space over a run, and the acceleration it causes.

Forces and torques are on this body, in world directions, at points of the body; torques are about those points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, shown
from linkwork.base.names import GROUND
from linkwork.bodies.spatial.mass import Resolved3, evaluate
from linkwork.elements.spatial.motion import ORIGIN
from linkwork.expression.given import public
from linkwork.numerics import analytic
from linkwork.run.contact.contact_bodies import refuse_in_contact
from linkwork.run.free_body import require_frames
from linkwork.run.interface_wrenches import about_interfaces, refuse_flexible
from linkwork.run.reactions import required

if TYPE_CHECKING:
    from linkwork.elements.base import Element
    from linkwork.run.run import Run


@dataclass(frozen=True)
class SpatialActing:
    """One force on a body over a run: force and torque about its point in the world, and the point in the body."""

    name: str
    kind: str  # reaction, applied or gravity
    force: Array  # frames by 3, N
    torque: Array  # frames by 3, N m
    point: Array  # frames by 3, m, in the body's frame


@public
@dataclass(frozen=True)
class SpatialFreeBody:
    """A body cut free: its mass properties, its motion, and everything that acts on it."""

    body: str
    t: Array
    mass: float
    centre: Array  # 3, in the body's frame
    inertia: Array  # 3 by 3, about the mass centre, body axes
    gravity: Array  # m/s^2, world
    turn: Array  # frames by 3 by 3: from the body's axes to the world's
    acceleration: Array  # frames by 3, of the frame's origin, world
    omega: Array  # frames by 3, body axes
    alpha: Array  # frames by 3, body axes
    acting: tuple[SpatialActing, ...]

    def local(self, vectors: Array) -> Array:
        """World vectors (frames by 3) along the body's axes."""
        require_frames("local", vectors, (len(self.t), 3))
        return np.einsum("fij,fi->fj", self.turn, vectors)

    def acceleration_at(self, point: Array) -> Array:
        """Acceleration of a point of the body, along the body's axes (frames by 3)."""
        given = np.asarray(point)
        if given.shape not in ((3,), self.omega.shape):
            raise AnalysisError(f"acceleration_at: give x, y, z, or these for each frame; found {shown(point)}")
        place = np.broadcast_to(given, self.omega.shape)
        spun = np.cross(self.omega, np.cross(self.omega, place))
        return np.asarray(self.local(self.acceleration) + np.cross(self.alpha, place) + spun)

    def imbalance(self) -> Array:
        """Sum of forces and of moments about the mass centre less those of inertia, body axes (frames by 6)."""
        total: Array = np.zeros((len(self.t), 6), np.result_type(self.turn, self.inertia))
        for one in self.acting:
            f = self.local(one.force)
            total[:, :3] += f
            total[:, 3:] += self.local(one.torque) + np.cross(one.point - self.centre, f)
        total[:, :3] -= self.mass * self.acceleration_at(self.centre)
        momentum = self.omega @ self.inertia.T
        total[:, 3:] -= self.alpha @ self.inertia.T + np.cross(self.omega, momentum)
        return total

    def largest_force(self) -> float:
        """The largest force, by which an imbalance is measured."""
        sizes = [float(np.max(np.linalg.norm(one.force.real, axis=1), initial=0.0)) for one in self.acting]
        inertia = self.mass.real * np.linalg.norm(self.acceleration_at(self.centre).real, axis=1)
        return max([*sizes, float(np.max(inertia, initial=0.0))])


def free_body(run: Run, body: str) -> SpatialFreeBody:
    """Cut a body of a run free."""
    required(run)
    scope = run.mechanism.scope(dict(run.system.env))
    scope.body(body)
    if body == GROUND:
        raise AnalysisError("the ground has no motion of its own; name a moving body")
    refuse_in_contact(run, body)
    refuse_flexible(run, body)
    mass, centre, inertia = _properties(run, body)
    motion, count = run.motion, len(run.t)
    gravity = np.array(scope.vector(run.mechanism.gravity)) if run.mechanism.gravity is not None else np.zeros(3)
    turn = motion.matrix(body)
    acting = [*_from_elements(run, body, turn)]
    if mass.real > 0.0 and np.any(gravity):
        weight, still = np.tile(mass * gravity, (count, 1)), np.zeros((count, 3))
        acting.append(SpatialActing("gravity", "gravity", weight, still, np.tile(centre, (count, 1))))
    return SpatialFreeBody(
        body,
        run.t,
        mass,
        centre,
        inertia,
        gravity,
        turn,
        motion.point(body, ORIGIN)[2],
        motion.angular_velocity(body),
        motion.angular_acceleration(body),
        tuple(acting),
    )


def _properties(run: Run, body: str) -> tuple[float, Array, Array]:
    row = run.system.row(body, f"body '{body}'")
    described: Any = run.mechanism.bodies_by_name[body]
    resolved3: Resolved3 = evaluate(described.mass, row.scope, row)
    return analytic.number(resolved3.mass), np.array(resolved3.centre), np.array(resolved3.inertia)


def wrenches_on_bodies(run: Run) -> tuple[Array, Array]:
    """Of every joint and every force, on its bodies: force in the world, moment about the origin in body axes.

    Two arrays, frames by parts by twelve; for joints with more than two bodies the numbers of the others come behind.
    """
    from linkwork.system.dynamics.body_wrench_kernel import body_wrenches

    loads = required(run)
    system, count = loads.system, len(run.t)
    widths = [_first_other(one) + 6 * len(one.others(run.system.row(name))) for name, one in _joints(run)]
    reactions: Array = np.zeros((count, len(system.elements), max([12, *widths])), system.dtype)
    parts: list[Array] = [np.ascontiguousarray(part, system.dtype) for part in (run.q, run.v, loads.multipliers)]
    body_wrenches(system.k, system.p, system.workspace(), run.t, *parts, reactions)
    size = run.mechanism.world.force_results
    return about_interfaces(run, reactions), loads.forces.reshape(count, len(system.forces), size)[:, :, :12]


def _joints(run: Run) -> list[tuple[str, Element]]:
    return [(placed.name, placed.element) for placed in required(run).system.elements]


def _first_other(element: Element) -> int:
    """Where the numbers of the bodies beyond the two ends begin."""
    return 12 + len(element.own)


def on_bodies(element: Element, row: Any) -> list[tuple[str, int]]:
    """The bodies on which an element acts, each with the place of its six numbers."""
    first, second = element.ends(row)
    others = [(body, _first_other(element) + 6 * n) for n, body in enumerate(element.others(row))]
    return [(first, 0), (second, 6), *others]


def _from_elements(run: Run, body: str, turn: Array) -> Iterator[SpatialActing]:
    """Joints, drivers and forces that touch the body."""
    reactions, applied = wrenches_on_bodies(run)
    forces = list(run.mechanism.forces.items())
    for parts, wrenches, kind in ((_joints(run), reactions, "reaction"), (forces, applied, "applied")):
        for number, (name, element) in enumerate(parts):
            row = run.system.row(name)
            for side, (end, at) in enumerate(on_bodies(element, row)):
                if end != body:
                    continue
                wrench = wrenches[:, number, at : at + 6]
                point = acting_point(run, element, row, side)
                moment = wrench[:, 3:] - np.cross(point, np.einsum("fij,fi->fj", turn, wrench[:, :3]))
                yield SpatialActing(name, kind, wrench[:, :3], np.einsum("fij,fj->fi", turn, moment), point)


def acting_point(run: Run, element: Any, row: Any, side: int) -> Array:
    """Where an element acts on its first (0), second (1) or a further body, in that body's frame (frames by 3)."""
    points = element.acting_points(row, run.motion)
    if points[side] is not None:
        return np.array(np.broadcast_to(np.asarray(points[side]), (len(run.t), 3)))
    first, second = element.ends(row)
    at = in_world(run, second, acting_point(run, element, row, 1))
    return np.asarray(run.motion.in_body(first, at - run.motion.point(first, ORIGIN)[0]))


def in_world(run: Run, body: str, points: Array) -> Array:
    """Points of a body, one a frame, where they are in the world."""
    return np.asarray(run.motion.point(body, ORIGIN)[0] + run.motion.in_world(body, points))
