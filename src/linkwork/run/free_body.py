"""Everything that acts on one body over a run: reactions, applied forces, gravity, and the acceleration it causes.

All forces are forces on this body, in world directions, at points of the body; torques are about those points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, shown
from linkwork.base.names import GROUND
from linkwork.bodies.mass import Resolved, evaluate
from linkwork.expression.given import public
from linkwork.numerics import analytic
from linkwork.places.layout_kernel import FORCE_RESULTS
from linkwork.places.row import Row
from linkwork.places.scope import Scope
from linkwork.run.contact.contact_bodies import refuse_in_contact
from linkwork.run.interface_wrenches import about_interfaces, refuse_flexible
from linkwork.run.reactions import required

if TYPE_CHECKING:
    from linkwork.elements.base import Element
    from linkwork.run.run import Run


@dataclass(frozen=True)
class Acting:
    """One force on a body over a run: world components, torque about its point, and the point in the body's frame."""

    name: str
    kind: str  # reaction, applied or gravity
    force: Array  # frames by 2, N
    torque: Array  # frames, N m
    point: Array  # frames by 2, m, in the body's frame


def require_frames(what: str, vectors: Any, shape: tuple[int, ...]) -> None:
    """Refuse vectors that are not one a frame."""
    if np.shape(vectors) != shape:
        wanted = " by ".join(map(str, shape))
        raise AnalysisError(f"{what}: give one vector a frame, {wanted} numbers; found {shown(np.shape(vectors))}")


def require_per_frame(what: str, value: Any, frames: int) -> Array:
    """A number, or one a frame."""
    array = np.asarray(value)
    if array.shape not in ((), (frames,)):
        raise AnalysisError(f"{what}: give a number, or one for each of {frames} frames; found {shown(value)}")
    return array


@public
@dataclass(frozen=True)
class FreeBody:
    """A body cut free: its mass properties, its motion, and everything that acts on it."""

    body: str
    t: Array
    mass: Resolved
    gravity: Array  # m/s^2, world
    turn: Array  # frames by 2 by 2: from the body's axes to the world's
    acceleration: Array  # frames by 2, of the frame's origin, world
    omega: Array
    alpha: Array
    acting: tuple[Acting, ...]

    def local(self, vectors: Array) -> Array:
        """World vectors (frames by 2) along the body's axes."""
        require_frames("local", vectors, (len(self.t), 2))
        return np.einsum("fij,fi->fj", self.turn, vectors)

    def acceleration_at(self, x: Array | float, y: Array | float) -> Array:
        """Acceleration of a point of the body, along the body's axes (frames by 2, points after)."""
        x, y = (require_per_frame("acceleration_at", value, len(self.t)) for value in (x, y))
        origin = self.local(self.acceleration)
        square, alpha = self.omega**2, self.alpha
        return np.stack([origin[:, 0] - alpha * y - square * x, origin[:, 1] + alpha * x - square * y], axis=-1)

    def imbalance(self) -> Array:
        """Sum of all forces and of their moments about the mass centre less mass times acceleration (frames by 3)."""
        centre = self.acceleration_at(self.mass.x, self.mass.y)
        total: Array = np.zeros((len(self.t), 3), centre.dtype)
        for one in self.acting:
            f = self.local(one.force)
            total[:, :2] += f
            lever = one.point - np.array([self.mass.x, self.mass.y])
            total[:, 2] += one.torque + lever[:, 0] * f[:, 1] - lever[:, 1] * f[:, 0]
        total[:, :2] -= self.mass.mass * centre
        total[:, 2] -= self.mass.inertia * self.alpha
        return total

    def largest_force(self) -> float:
        """The largest force, by which an imbalance is measured."""
        sizes = [float(np.max(np.hypot(*np.real(one.force).T), initial=0.0)) for one in self.acting]
        inertia = self.mass.mass.real * np.hypot(*np.real(self.acceleration_at(self.mass.x, self.mass.y)).T)
        return max([*sizes, float(np.max(inertia, initial=0.0))])


def free_body(run: Run, body: str) -> FreeBody:
    """Cut a body of a run free."""
    required(run)
    scope = Scope(run.mechanism, dict(run.system.env))
    scope.body(body)
    if body == GROUND:
        raise AnalysisError("the ground has no motion of its own; name a moving body")
    refuse_in_contact(run, body)
    refuse_flexible(run, body)
    mass = _properties(run, scope, body)
    phi, omega, alpha = run.motion.angle(body)
    c, s = np.cos(phi), np.sin(phi)
    turn = np.stack([np.stack([c, -s], axis=-1), np.stack([s, c], axis=-1)], axis=-2)
    gravity = scope.vector(run.mechanism.gravity) if run.mechanism.gravity is not None else (0.0, 0.0)
    acting = [*_from_elements(run, scope, body, turn)]
    if mass.mass.real > 0.0 and any(gravity):
        weight = np.tile(mass.mass * np.array(gravity), (len(run.t), 1))
        centre = np.tile([mass.x, mass.y], (len(run.t), 1))
        acting.append(Acting("gravity", "gravity", weight, np.zeros(len(run.t)), centre))
    return FreeBody(
        body,
        run.t,
        mass,
        np.array(gravity),
        turn,
        run.motion.point(body, (0.0, 0.0))[2],
        omega,
        alpha,
        tuple(acting),
    )


def _properties(run: Run, scope: Scope, body: str) -> Resolved:
    mass = evaluate(run.mechanism.bodies_by_name[body].mass, scope, Row(scope, f"body '{body}'", body))
    return Resolved(*(analytic.number(value) for value in (mass.mass, mass.x, mass.y, mass.inertia)))


def wrenches_on_bodies(run: Run) -> tuple[Array, Array]:
    """Force and moment about the origin of every joint and every force on both its bodies (frames, parts, six).

    For joints with more than two bodies the numbers of the others come behind, after those of own coordinates.
    """
    from linkwork.system.dynamics.body_wrench_kernel import body_wrenches

    loads = required(run)
    system, count = loads.system, len(run.t)
    widths = [
        _first_other(placed.element) + 3 * len(placed.element.others(run.system.row(placed.name)))
        for placed in system.elements
    ]
    reactions: Array = np.zeros((count, len(system.elements), max([6, *widths])), system.dtype)
    parts: list[Array] = [np.ascontiguousarray(part, system.dtype) for part in (run.q, run.v, loads.multipliers)]
    body_wrenches(system.k, system.p, system.workspace(), run.t, *parts, reactions)
    applied = loads.forces.reshape(count, len(system.forces), FORCE_RESULTS)[:, :, :6]
    return about_interfaces(run, reactions), applied


def _first_other(element: Element) -> int:
    """Where the numbers of the bodies beyond the two ends begin."""
    return 6 + len(element.own)


def on_bodies(element: Element, row: Row) -> list[tuple[str, int]]:
    """The bodies on which an element acts, each with the place of its three numbers; beyond two, at their origins."""
    first, second = element.ends(row)
    others = [(body, _first_other(element) + 3 * n) for n, body in enumerate(element.others(row))]
    return [(first, 0), (second, 3), *others]


def _from_elements(run: Run, scope: Scope, body: str, turn: Array) -> Iterator[Acting]:
    """Joints, drivers and forces that touch the body."""
    reactions, applied = wrenches_on_bodies(run)
    joints = [(placed.name, placed.element, "reaction") for placed in required(run).system.elements]
    forces = [(name, force, "applied") for name, force in run.mechanism.forces.items()]
    for parts, wrenches in ((joints, reactions), (forces, applied)):
        for number, (name, element, kind) in enumerate(parts):
            row = Row(scope, f"'{name}'", name)
            for side, (end, at) in enumerate(on_bodies(element, row)):
                if end != body:
                    continue
                wrench = wrenches[:, number, at : at + 3]
                point = np.zeros((len(run.t), 2))
                if side < 2:
                    point = acting_point(run, element, row, side, not np.any(wrench[:, :2]))
                lever = np.einsum("fij,fj->fi", turn, point)
                torque = wrench[:, 2] - lever[:, 0] * wrench[:, 1] + lever[:, 1] * wrench[:, 0]
                yield Acting(name, kind, wrench[:, :2], torque, point)


def acting_point(run: Run, element: Element, row: Row, side: int, turns_only: bool) -> Array:
    """Where an element acts on its first (0) or second (1) body, in that body's frame (frames by 2).

    What only turns, such as a motor or a torsion spring, acts where a pin joins its two bodies, if one does.
    """
    first, second = element.ends(row)
    pin = _pin_between(row.scope, first, second) if turns_only else None
    if pin is not None:
        swapped = pin.ends(row)[0] != first
        return acting_point(run, pin, row, 1 - side if swapped else side, False)
    own = element.reaction_point(row) if side == 1 else element.first_point(row)
    if own is not None:
        return np.tile(np.asarray(own), (len(run.t), 1))
    at = run.motion.point(second, element.reaction_point(row))[0]
    origin, x = run.motion.point(first, (0.0, 0.0))[0], run.motion.turned(first, (1.0, 0.0))[0]
    d = at - origin
    return np.stack([d[:, 0] * x[:, 0] + d[:, 1] * x[:, 1], d[:, 1] * x[:, 0] - d[:, 0] * x[:, 1]], axis=-1)


def _pin_between(scope: Scope, first: str, second: str) -> Element | None:
    """The first pin that joins two bodies."""
    for name, joint in scope.mechanism.joints.items():
        ends = set(joint.ends(Row(scope, f"joint '{name}'", name)))
        if ends == {first, second} and set(joint.equations) == {"x", "y"} and not joint.own:
            return joint
    return None
