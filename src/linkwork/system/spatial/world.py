"""Space: six columns a body, orientations by quaternions with charts, functions of the world by address."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.plain_arrays import are_plain
from linkwork.places import layout_kernel as layout
from linkwork.places.spatial import layout_kernel as sizes
from linkwork.places.spatial import rotations
from linkwork.places.spatial.world import Space
from linkwork.system.world import SystemWorld

if TYPE_CHECKING:
    from collections.abc import Mapping

    from linkwork.elements.base import Element
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.spatial.wound import Wound
    from linkwork.system.system import System


_TENSOR = [4, 7, 9, 7, 5, 8, 9, 8, 6]
"""Places of the moments and products of inertia of a body among its mass properties, as a matrix row by row."""


def _turns(q: Array, bodies: int) -> Array:
    """The rotation columns of all bodies, as a view: (..., bodies, 3)."""
    return q[..., : 6 * bodies].reshape(*q.shape[:-1], bodies, 6)[..., 3:]


_PRINCIPAL = [0, 4, 5, 6]
"""Of the mass properties of a body: mass, and the moments about its axes."""


class SystemSpace(Space, SystemWorld):
    """Three dimensions."""

    pose_size = sizes.POSE_SIZE
    ground_pose = (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0)
    mass_numbers = sizes.MASS
    stepping_module = "linkwork.system.stepping.solids"

    def free_motions(self) -> tuple[Any, ...]:
        from linkwork.system.tree.spatial.tree_table import FREE

        return FREE

    def wound(self, mechanism: Mechanism, t: float, held: Mapping[str, Element], drivers: bool = True) -> Wound | None:
        from linkwork.system.spatial.wound import Wound

        if not (held or (drivers and mechanism.drivers)):
            return None
        wound = Wound(mechanism, t, held, drivers)
        if not wound.needed:
            return None
        wound.require_digits()
        return wound

    def tree_table(self, system: System) -> Any:
        if system.modal:
            from linkwork.system.modal.tree.table import ModalSpatialTable

            return ModalSpatialTable(system)
        from linkwork.system.tree.spatial.tree_table import SpatialTable

        return SpatialTable(system)

    def masses(self, scope: Any) -> Any:
        from linkwork.system.spatial.masses import SpatialMasses

        return SpatialMasses(scope)

    @lru_cache  # noqa: B019 - a world is there for good
    def functions(self, scalar: str) -> tuple[int, ...]:
        from linkwork.numerics.jit import address_of

        table = {
            layout.PLACE: "chart_kernel.place",
            layout.MOVE: "chart_kernel.move",
            layout.CHART_ROWS: "chart_kernel.chart_rows",
            layout.LOAD_MASSES: "body_kernel.load_masses",
            layout.WEIGHT: "body_kernel.weight",
            layout.CHART_LOAD: "body_kernel.chart_load",
            layout.REACTIONS: "body_kernel.reactions",
            layout.ADD_INERTIA: "body_kernel.add_inertia",
            layout.INERTIA_COLUMNS: "body_kernel.inertia_columns",
            layout.FIND_FAR: "chart_kernel.find_far",
            layout.RECENTRE: "chart_kernel.recentre",
            layout.RECENTRE_MOTION: "chart_kernel.recentre_motion",
            layout.TAKE: "chart_kernel.take",
            layout.GIVE: "chart_kernel.give",
            layout.MULTIPLY_MASSES: "body_kernel.multiply_masses",
            layout.MOMENTUM_TERMS: "body_kernel.momentum_terms",
            layout.SHIFT: "midpoint_kernel.shift",
            layout.TO_CENTRES: "midpoint_kernel.to_centres",
            layout.TAKE_OUT_SPIN: "midpoint_kernel.take_out_spin",
            layout.STEP_INERTIA: "midpoint_kernel.step_inertia",
        }
        return tuple(
            address_of(f"linkwork.system.spatial.{table[place]}", "world", scalar)
            for place in range(layout.WORLD_FUNCTIONS)
        )

    def tangent_functions(self) -> list[int]:
        from linkwork.numerics.jit import address
        from linkwork.system.adjoint.spatial import tangent_bodies_kernel as bodies

        real = [address(body, "world", "real") for body in (bodies.inertia_back, bodies.to_twists, bodies.to_charts)]
        return [address(bodies.turn, "world", "complex"), *real]

    def mass_entries(self, bodies: Any) -> list[tuple[int, int]]:
        mass_entries = []
        for body in bodies:
            force, torque = 6 * body, 6 * body + 3
            mass_entries += [(force + axis, force + axis) for axis in range(3)]
            mass_entries += [(torque + row, force + column) for row in range(3) for column in range(3)]
            mass_entries += [(torque + row, torque + column) for row in range(3) for column in range(row + 1)]
        return mass_entries

    def all_inert(self, masses: Array) -> bool:
        if np.count_nonzero(masses[:, 7:]) == 0:  # no products of inertia: these are the principal moments
            return float(masses[:, _PRINCIPAL].min(initial=np.inf)) > 0.0
        if not (masses[:, 0] > 0.0).all():
            return False
        return bool(np.all(np.linalg.eigvalsh(masses[:, _TENSOR].reshape(-1, 3, 3))[:, 0] > 0.0))

    def references(self, bodies: int) -> int:
        return sizes.QUATERNION * bodies + sizes.TWIST_SIZE**2

    def wrench_at(self, pose: Array, point: Array, wrenches: Array) -> Array:
        turn = np.reshape(pose[3:12], (3, 3))
        wrench = np.array(wrenches)
        wrench[:, 3:] = wrenches[:, 3:] @ turn.T - np.cross(turn @ point, wrenches[:, :3])
        return wrench

    def moved(self, bodies: int, q: Array, step: Array) -> Array:
        count = len(q) if q.ndim == 1 else 0
        if count and are_plain(q, count) and are_plain(step, count):
            from linkwork.system.constraints.plain_position_kernel import turn_bodies

            moved: Array = q + step
            turn_bodies(bodies, q, step, moved)
            return moved
        after = np.array(q + step)
        before, turn = _turns(q, bodies), _turns(step, bodies)
        turned = rotations.product(rotations.from_vector(before), rotations.from_vector(turn))
        _turns(after, bodies)[...] = rotations.nearest_vector(turned, before)
        return after

    def placed(self, pose: Array, point: Array) -> Array:
        return pose[:3] + rotations.matrix(pose[3:]) @ point

    def point_motion(self, pose: Array, point: Array) -> Array:
        turn = rotations.matrix(pose[3:])
        x, y, z = turn @ point
        point_motion = np.eye(6)
        point_motion[3:, 3:] = turn
        point_motion[:3, 3:] = np.array([[0.0, z, -y], [-z, 0.0, x], [y, -x, 0.0]]) @ turn
        return point_motion

    def difference(self, bodies: int, q: Array, start: Array) -> Array:
        count = len(q) if q.ndim == 1 else 0
        if count and are_plain(q, count) and are_plain(start, count):
            from linkwork.system.constraints.plain_position_kernel import turns_between

            way: Array = q - start
            turns_between(bodies, q, start, way)
            return way
        step = np.array(q - start)
        back = rotations.conjugate(rotations.from_vector(_turns(start, bodies)))
        _turns(step, bodies)[...] = rotations.short_vector(
            rotations.product(back, rotations.from_vector(_turns(q, bodies)))
        )
        return step

    def put(self, system: System, w: Array, q: Array, v: Array | None = None) -> None:
        if are_plain(q, len(system.coordinates)) and are_plain(w, len(w)):
            from linkwork.system.constraints.plain_position_kernel import put_there

            put_there(system.k, w, q)
            if v is not None:
                rates = system.vectors[3]
                w[rates : rates + len(system.coordinates)] = v
            return
        super().put(system, w, self.charted(system, q), v)
        at, count = int(system.k[layout.REFERENCE]), len(system.bodies)
        vectors = np.reshape(q[: 6 * count], (count, 6))[:, 3:]
        w[at : at + 4 * count] = rotations.from_vector(vectors).ravel()

    def charted(self, system: System, q: Array) -> Array:
        chart = np.array(q)
        _turns(chart, len(system.bodies))[:] = 0.0
        return chart

    def position(self, system: System, w: Array, chart: Array | None = None) -> Array:
        q = super().position(system, w) if chart is None else np.array(chart)
        at, count = int(system.k[layout.REFERENCE]), len(system.bodies)
        references = np.reshape(w[at : at + 4 * count], (count, 4))
        bodies = np.reshape(q[: 6 * count], (count, 6))
        here = rotations.product(references, rotations.from_chart(bodies[:, 3:]))
        q[: 6 * count] = np.concatenate([bodies[:, :3], rotations.to_vector(here)], axis=1).ravel()
        return q

    def motion(self, system: System, w: Array) -> tuple[Array, Array]:
        v, a = super().motion(system, w)
        at, count = int(system.k[layout.Q]), len(system.bodies)
        charts, rates, seconds = (
            np.reshape(values[: 6 * count], (count, 6))[:, 3:] for values in (w[at : at + 6 * count], v, a)
        )
        turning = rotations.spin(charts, rates)
        seconds[:] = rotations.spin(charts, seconds) + rotations.spin_bias(charts, rates)
        rates[:] = turning
        return v, a

    def speeds(self, system: System, w: Array, chart: Array, rates: Array) -> Array:
        v, count = np.array(rates), len(system.bodies)
        u, du = (np.reshape(values[: 6 * count], (count, 6))[:, 3:] for values in (chart, rates))
        v.reshape(-1)[: 6 * count].reshape(count, 6)[:, 3:] = rotations.spin(u, du)
        return v

    def rates(self, system: System, chart: Array, v: Array) -> Array:
        rates, count = np.array(v), len(system.bodies)
        u, omega = (np.reshape(values[: 6 * count], (count, 6))[:, 3:] for values in (chart, v))
        rates[: 6 * count].reshape(count, 6)[:, 3:] = rotations.chart_rate(u, omega)
        return rates

    def into_chart(self, bodies: int, base: Array, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        u, du, ddu = (np.array(values) for values in (q, v, a))
        back = rotations.conjugate(rotations.from_vector(_turns(base, bodies)))
        chart = rotations.to_chart(rotations.product(back, rotations.from_vector(_turns(q, bodies))))
        rate = rotations.chart_rate(chart, _turns(v, bodies))
        bias = rotations.spin_bias(chart, rate)
        _turns(u, bodies)[...], _turns(du, bodies)[...] = chart, rate
        _turns(ddu, bodies)[...] = rotations.chart_rate(chart, _turns(a, bodies) - bias)
        return u, du, ddu

    def out_of_chart(self, bodies: int, base: Array, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        place, speed, second = (np.array(values) for values in (q, v, a))
        before = _turns(base, bodies)
        u, du, ddu = (_turns(values, bodies) for values in (q, v, a))
        here = rotations.product(rotations.from_vector(before), rotations.from_chart(u))
        _turns(place, bodies)[...] = rotations.nearest_vector(here, before)
        _turns(speed, bodies)[...] = rotations.spin(u, du)
        _turns(second, bodies)[...] = rotations.spin(u, ddu) + rotations.spin_bias(u, du)
        return place, speed, second

    def charted_forces(self, system: System, chart: Array, forces: Array) -> Array:
        charted_forces, count = np.array(forces), len(system.bodies)
        u, n = (np.reshape(values[: 6 * count], (count, 6))[:, 3:] for values in (chart, forces))
        charted_forces[: 6 * count].reshape(count, 6)[:, 3:] = rotations.pulled(u, n)
        return charted_forces


SPACE = SystemSpace()
