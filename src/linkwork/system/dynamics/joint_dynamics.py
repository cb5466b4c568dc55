"""JointDynamics: the equations of motion in joint coordinates, for analyses that work in Python on one state at a time.

    H = T' M T,  Q_z = T' (Q - M a_0),  T = dq/dz,  a_0 the accelerations that the bodies have when no joint accelerates

with the rows of the cut elements as its constraints. Forces, energies and reactions are those of the bodies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.places import layout_kernel as layout
from linkwork.system.dynamics.dynamics import Dynamics, twin_system
from linkwork.system.system import System
from linkwork.system.tables.compile import compile_system
from linkwork.system.tree.joint_motion_kernel import carry, recover_at
from linkwork.system.tree.joint_system import JointSystem, joint_system

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


class JointDynamics(Dynamics):
    """Scaled equations of motion in joint coordinates; see `Dynamics`, whose every question it answers."""

    system: JointSystem

    def __init__(self, system: JointSystem) -> None:
        super().__init__(system)
        self._bodies = Dynamics(system.whole, self.w[system.space_at :][: len(system.space)])
        self._states = self.bodies.states_in_place()
        self._bias: Array = np.zeros(self.bodies.n)
        self._carried: Array | None = None

    # ------------------------------------------------------------------ between joints and bodies

    @property
    def whole(self) -> System:
        """The mechanism in the coordinates of its bodies."""
        return self.system.whole

    @property
    def bodies(self) -> Dynamics:
        """The equations of motion in the coordinates of the bodies, at the last state."""
        return self._bodies

    @property
    def rows(self) -> NDArray[np.int64]:
        """Which equations of the whole mechanism its rows are."""
        return self.system.rows

    @property
    def of_positions(self) -> NDArray[np.bool_]:
        """Which of its rows hold for positions; lengths of removed rods, behind those of the whole, do."""
        whole = self.whole.of_positions
        return np.array([row >= len(whole) or whole[row] for row in self.rows], bool)

    def gathered(self, q: Array, v: Array | None = None) -> tuple[Array, Array]:
        """Joint coordinates and rates of coordinates and velocities of the bodies."""
        return self.system.gathered(q, v)

    def spread(self, q: Array, v: Array | None = None, a: Array | None = None) -> tuple[Array, Array, Array]:
        """Coordinates, velocities and accelerations of the bodies."""
        rows = (None if values is None else values[None] for values in (v, a))
        moved = self.system.spread(q[None], *rows)
        return moved[0][0], moved[1][0], moved[2][0]

    def carried(self, motions: Array) -> Array:
        """Scaled motions of the bodies' coordinates with scaled motions of the joints, at the last position."""
        carried: Array = self._motions() @ motions
        return carried

    def felt(self, forces: Array) -> Array:
        """Scaled generalised forces on the joints for those on the bodies, at the last position."""
        felt: Array = self._motions().T @ forces
        return felt

    def orthonormal(self, motions: Array) -> Array:
        """Orthonormal scaled motions at the last position, measured at the bodies, for independent ones."""
        upper = np.linalg.qr(self.carried(motions))[1]
        orthonormal: Array = np.linalg.solve(upper.T, motions.T).T
        return orthonormal

    def _motions(self) -> Array:
        """Scaled dq/dz at the last position."""
        if self._carried is None:
            raw: Array = np.zeros((self.bodies.n, self.n), self.system.dtype)
            carry(self.whole.k, self.whole.p, self.bodies.w, np.concatenate([self._q, self._v]), raw)
            self._carried = raw * self.scale / self.bodies.scale[:, None]
        return self._carried

    # ------------------------------------------------------------------ one state

    def evaluate(self, q: Array, t: float, v: Array | None = None) -> None:
        """Evaluate the closures at a position (and velocity) of the joints."""
        self._carried = None
        super().evaluate(q, t, v)

    def place(
        self, q: Array, t: Any, v: Array | None = None, states: Array | None = None, shift: Array | None = None
    ) -> None:
        """Evaluate closures, forces and energies at a state (at rest, or creeping, when no velocity is given)."""
        q = q if shift is None else q + shift
        self.evaluate(q, t, np.broadcast_to(self.creep, self.n) if v is None else v)
        self._motions()
        self._bias = self._bodies_part(layout.A)
        world = self.whole.world
        self._bias[world.size * len(self.whole.bodies) :] = 0.0
        position, velocity = world.position(self.whole, self.bodies.w), self._bodies_part(layout.V)
        self.bodies.place(position, t, velocity, states)

    def _bodies_part(self, place: int) -> Array:
        at = int(self.whole.k[place])
        return self.bodies.w[at : at + self.bodies.n].copy()

    def forces(self) -> Array:
        """Scaled generalised forces of the last state, without what the accelerations of the tree itself need."""
        forces = self.bodies.forces()
        if np.any(self._bias != 0.0):
            forces = forces - self.bodies.masses() @ (self._bias / self.bodies.scale)
        return self.felt(forces)

    def masses(self) -> Array:
        """Scaled mass matrix of the last state, in kg m^2."""
        motions = self._motions()
        masses: Array = motions.T @ self.bodies.masses() @ motions
        return masses

    def force_of(self, number: int) -> Array:
        """Scaled generalised force that one force element, by its number, adds at the last state."""
        return self.felt(self.bodies.force_of(number))

    def energies(self) -> Array:
        """As of the bodies."""
        return self.bodies.energies()

    def state_rates(self) -> Array:
        """As of the bodies."""
        return self.bodies.state_rates()

    def state_names(self) -> list[str]:
        """As of the bodies."""
        return self.bodies.state_names()

    def force_results(self) -> Array:
        """As of the bodies."""
        return self.bodies.force_results()

    def memory_values(self) -> Array:
        """As of the bodies."""
        return self.bodies.memory_values()

    def multipliers_of_all(self, multipliers: Array, a: Array | None = None, extra: Array | float = 0.0) -> Array:
        """Scaled multipliers of all elements: those of the tree's joints follow from the leaves to the root."""
        whole, w = self.whole, self.bodies.w
        load = self._bodies_part(layout.LOAD)
        w[whole.k[layout.LOAD] :][: self.bodies.n] += extra / self.bodies.scale
        at = int(whole.k[layout.MULTIPLIERS])
        w[at + self.system.rows] = multipliers * self.system.row_scale
        second: Array = np.zeros(self.n, self.system.dtype) if a is None else np.array(a, self.system.dtype)
        recover_at(whole.k, whole.p, w, second)
        w[whole.k[layout.LOAD] :][: self.bodies.n] = load
        of_all: Array = w[at : at + self.bodies.m] / whole.row_scale
        return of_all

    def reactions(self, multipliers: Array) -> Array:
        """Force and torque of every element on its second body (elements by 3) for scaled multipliers of all."""
        return self.bodies.reactions(multipliers)

    def over(self, system: System, q: Array) -> JointDynamics:
        """The same equations for other tables of the bodies, around a position."""
        return JointDynamics(joint_system(system, q))

    def twin(self) -> JointDynamics:
        """The same equations in complex numbers, or in real ones again where a law cannot be compiled for them."""
        position, _, _ = self.spread(self.system.start)
        return self.over(twin_system(self.system.mechanism), position)


def joint_dynamics(mechanism: Mechanism, q: Array) -> JointDynamics:
    """The equations of motion of a mechanism as it is described now, in the joint coordinates of a closed position."""
    return JointDynamics(joint_system(compile_system(mechanism, dynamics=True), q))
