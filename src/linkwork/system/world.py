"""SystemWorld: what differs between the plane and space for those who compile a mechanism and compute with it.

Everything else about a mechanism is written once. Plain coordinates are what Python and the results hold: in the plane
x, y, angle of a body; in space x, y, z and the rotation vector of its orientation, with velocities and accelerations
whose last three are angular, in body axes. A step is a small change of position: `moved` makes it and `difference`
measures it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from linkwork.places import layout_kernel as layout
from linkwork.places.world import World

if TYPE_CHECKING:
    from collections.abc import Mapping

    from linkwork.base.arrays import Array
    from linkwork.elements.base import Element
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.spatial.wound import Wound
    from linkwork.system.system import System


class SystemWorld(World):
    """The plane; space overrides what is different."""

    pose_size = layout.POSE_SIZE
    ground_pose: tuple[float, ...] = (0.0, 0.0, 0.0, 1.0, 0.0)
    mass_numbers = 4

    stepping_module = "linkwork.system.stepping.profiles"
    """Where the outlines of the time-stepping are packed."""

    def free_motions(self) -> tuple[Any, ...]:
        """The motions by which a tree carries a body that nothing holds."""
        return (None,)

    def wound(self, mechanism: Mechanism, t: float, held: Mapping[str, Element], drivers: bool = True) -> Wound | None:
        """What has turned by more at a time than positions tell; in the plane they tell all."""
        return None

    def wound_as(self, mechanism: Mechanism, words: Mapping[str, Any]) -> Wound | None:
        """The same from what it was found from (`Wound.words`)."""
        from linkwork.mechanism.hold import held_elements

        return self.wound(mechanism, words["t"], held_elements(mechanism, words["held"]), words["drivers"])

    def tree_table(self, system: System) -> Any:
        """What lays the tree of a system out."""
        if system.modal:
            from linkwork.system.modal.tree.table import ModalTable

            return ModalTable(system)
        from linkwork.system.tree.tree import Table

        return Table(system)

    def masses(self, scope: Any) -> Any:
        """The mass properties of the bodies and gravity, as numbers for the tables."""
        from linkwork.system.tables.masses import Masses

        return Masses(scope)

    @lru_cache  # noqa: B019 - a world is there for good
    def functions(self, scalar: str) -> tuple[int, ...]:
        """Addresses of the functions of the world that the kernels call, in the order of the layout."""
        from linkwork.numerics.jit import address_of

        table = {
            layout.PLACE: "body_kernel.place",
            layout.MOVE: "body_kernel.move",
            layout.CHART_ROWS: "body_kernel.nothing",
            layout.LOAD_MASSES: "body_kernel.load_masses",
            layout.WEIGHT: "body_kernel.weight",
            layout.CHART_LOAD: "body_kernel.nothing",
            layout.REACTIONS: "body_kernel.reactions",
            layout.ADD_INERTIA: "body_kernel.add_inertia",
            layout.INERTIA_COLUMNS: "body_kernel.inertia_columns",
            layout.FIND_FAR: "body_kernel.nothing",
            layout.RECENTRE: "body_kernel.nothing",
            layout.RECENTRE_MOTION: "body_kernel.nothing",
            layout.TAKE: "body_kernel.take",
            layout.GIVE: "body_kernel.give",
            layout.MULTIPLY_MASSES: "body_kernel.multiply_masses",
            layout.MOMENTUM_TERMS: "body_kernel.momentum_terms",
            layout.SHIFT: "midpoint_kernel.shift",
            layout.TO_CENTRES: "midpoint_kernel.to_centres",
            layout.TAKE_OUT_SPIN: "midpoint_kernel.take_out_spin",
            layout.STEP_INERTIA: "midpoint_kernel.step_inertia",
        }
        return tuple(
            address_of(f"linkwork.system.planar.{table[place]}", "world", scalar)
            for place in range(layout.WORLD_FUNCTIONS)
        )

    def tangent_functions(self) -> list[int]:
        """Addresses of what the sweep back of the adjoint needs of bodies: see `tangent_stage_kernel`."""
        from linkwork.numerics.jit import address
        from linkwork.system.adjoint.tangent_bodies_kernel import inertia_back, turn

        return [address(turn, "world", "complex"), address(inertia_back, "world", "real"), 0, 0]

    def references(self, bodies: int) -> int:
        """Numbers in the workspace for the charts of orientations."""
        return 0

    def mass_entries(self, bodies: Any) -> list[tuple[int, int]]:
        """Entries of the mass matrix of these bodies, lower triangle, in the order of the solver's values."""
        mass_entries = []
        for body in bodies:
            x, y, angle = 3 * body, 3 * body + 1, 3 * body + 2
            mass_entries += [(x, x), (y, y), (angle, angle), (angle, x), (angle, y)]
        return mass_entries

    def all_inert(self, masses: Array) -> bool:
        """Whether bodies with these mass properties, one a row, resist every motion.

        In the plane the mass is the first and the moment of inertia the last of four.
        """
        return bool(masses[:, ::3].min(initial=1.0) > 0.0)

    def column_units(self, length: float) -> list[float]:
        """Units of a body's columns: model lengths, radians."""
        return [length] * self.dimensions + [1.0] * (self.size - self.dimensions)

    def wrench_at(self, pose: Array, point: Array, wrenches: Array) -> Array:
        """Forces and torques about a point of a body in the world, one row each, of generalised forces on the body."""
        (c, s), (x, y) = pose[3:5], point
        wrench = wrenches.copy()
        wrench[:, 2] -= (c * x - s * y) * wrenches[:, 1] - (s * x + c * y) * wrenches[:, 0]
        return wrench

    # ------------------------------------------------------------------ positions

    def moved(self, bodies: int, q: Array, step: Array) -> Array:
        """The position after a step, as an array of the same shape; the last axis holds the coordinates."""
        return q + step

    def placed(self, pose: Array, point: Array) -> Array:
        """Where a point of a body is in the world."""
        import numpy as np

        c, s = np.cos(pose[2]), np.sin(pose[2])
        return np.array([pose[0] + c * point[0] - s * point[1], pose[1] + s * point[0] + c * point[1]])

    def point_motion(self, pose: Array, point: Array) -> Array:
        """How small changes of a body's coordinates move a point of it and turn it, along the axes of the world."""
        import numpy as np

        c, s = np.cos(pose[2]), np.sin(pose[2])
        point_motion = np.eye(3)
        point_motion[:2, 2] = (-s * point[0] - c * point[1], c * point[0] - s * point[1])
        return point_motion

    def difference(self, bodies: int, q: Array, start: Array) -> Array:
        """The step from one position to another."""
        return q - start

    def put(self, system: System, w: Array, q: Array, v: Array | None = None) -> None:
        """Plain coordinates, and velocities, into a workspace."""
        (_, _, place, rates), n = system.vectors, len(system.coordinates)
        w[place : place + n] = q
        if v is not None:
            w[rates : rates + n] = v

    def position(self, system: System, w: Array, chart: Array | None = None) -> Array:
        """Plain coordinates of a workspace, or of coordinates of its equations with the references of the workspace."""
        if chart is not None:
            return chart
        at = int(system.k[layout.Q])
        return w[at : at + len(system.coordinates)].copy()

    def speeds(self, system: System, w: Array, chart: Array, rates: Array) -> Array:
        """Plain velocities that belong to coordinates of the equations and their rates."""
        return rates

    def rates(self, system: System, chart: Array, v: Array) -> Array:
        """Rates of the coordinates of the equations that belong to plain velocities."""
        return v

    def into_chart(self, bodies: int, base: Array, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        """A motion in coordinates that are plain numbers near a base position, with their derivatives."""
        return q, v, a

    def out_of_chart(self, bodies: int, base: Array, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        """The motion that has these coordinates about a base position."""
        return q, v, a

    def charted_forces(self, system: System, chart: Array, forces: Array) -> Array:
        """Forces on the coordinates of the equations that belong to wrenches on the bodies."""
        return forces

    def motion(self, system: System, w: Array) -> tuple[Array, Array]:
        """Plain velocities and accelerations of a workspace."""
        n = len(system.coordinates)
        v, a = (int(system.k[place]) for place in (layout.V, layout.A))
        return w[v : v + n].copy(), w[a : a + n].copy()

    def charted(self, system: System, q: Array) -> Array:
        """Coordinates of the equations right after `put`."""
        return q


PLANE = SystemWorld()


def world_of(mechanism: Any) -> SystemWorld:
    """The plane, or space: that of the tables of a mechanism."""
    if mechanism.world.name == PLANE.name:
        return PLANE
    from linkwork.system.spatial.world import SPACE

    return SPACE
