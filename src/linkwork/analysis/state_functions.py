"""Functions of a state: mass matrix, forces, motions of points, energies at given coordinates and speeds of the joints.

They work in the coordinates of the joints of a spanning tree, without drivers, and are compiled: one state costs
microseconds, and many states in one call cost no Python.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.assembly.assemble import assemble
from linkwork.analysis.kinematics.unwound import require_unwound
from linkwork.analysis.state_coordinates import StateCoordinates
from linkwork.base import arrays
from linkwork.base.errors import AnalysisError
from linkwork.base.names import GROUND, suggestion
from linkwork.expression.given import public
from linkwork.mechanism.contacts import refuse_contacts
from linkwork.places import layout_kernel as layout
from linkwork.system.modal.tables import refuse_modes
from linkwork.system.system import System
from linkwork.system.tree import state_functions_kernel as kernel

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

Array = NDArray[np.float64]
State = Mapping[str, Any] | Sequence[Any] | arrays.Array
"""One state: values by the names of coordinates, or an array in their order; or many: arrays, or a row a state."""
_NOWHERE = np.zeros(4)


@public
class StateFunctions:
    """Functions of the state of a mechanism as it was when they were made.

        M(q) v' + bias(q, v) = forces(q, v, t) + torques + J' lambda,    residual(q) = 0

    `coordinates` names what q holds, in its order: values of joints as a run's channels have them, such as `O.angle`.
    What is missing in a mapping is as at the `start`. Joints that close loops are equations: `constraints` names them,
    `residual` and `constraint_jacobian` evaluate them.
    """

    def __init__(self, mechanism: Mechanism) -> None:
        refuse_contacts(
            mechanism, "a function of a state", "what touches or sticks depends on more than the state: use simulate"
        )
        position = assemble(mechanism, drivers=False)
        if not position.ok:
            raise AnalysisError(position.text())
        require_unwound(mechanism, position, "a function of a state")
        self.mechanism = mechanism
        self._of = StateCoordinates(mechanism.system(drivers=False, dynamics=True), position.q)
        self._system: System = self._of.system
        self._w = self._of.space
        self._y = np.zeros(3 * len(self.coordinates) + 16)
        self._k, self._p = self._system.k, self._system.p
        self._places: dict[str, Array] = {}
        n = len(self.coordinates)
        self._vector, self._square, self._motion = (n,), (n, n), (self._system.world.size, n)
        self._plain = int(self._k[layout.STATES]) == layout.QUADRATURES

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the coordinates, in the order of every array: from the ground outwards."""
        return self._of.names

    @property
    def start(self) -> Array:
        """The coordinates in the assembled position."""
        return self._of.start.copy()

    @property
    def constraints(self) -> tuple[str, ...]:
        """The equations that close loops, in the order of `residual`."""
        return self._of.constraints

    def __repr__(self) -> str:
        loops = f", {len(self.constraints)} equations close loops" if self.constraints else ""
        return f"<functions of the state of {self.mechanism.name!r}: {', '.join(self.coordinates)}{loops}>"

    # ------------------------------------------------------------------ dynamics

    def mass_matrix(self, q: State) -> Array:
        """M, so that the kinetic energy is v' M v / 2."""
        return self._asked(kernel.MASS_MATRIX, self._square, q)

    def bias(self, q: State, v: State | None = None) -> Array:
        """What weight and speeds need: forces at the joints that keep the speeds constant, springs and all left out."""
        return self._asked(kernel.BIAS, self._vector, q, v)

    def gravity(self, q: State) -> Array:
        """What the weight needs: forces at the joints that hold the mechanism, springs and all left out."""
        return self.bias(q)

    def forces(self, q: State, v: State | None = None, t: float = 0.0) -> Array:
        """What springs, dampers, motors and all other forces give to the joints."""
        self._require_plain("forces")
        return self._asked(kernel.FORCES, self._vector, q, v, t=t)

    def accelerations(self, q: State, v: State | None = None, torques: State | None = None, t: float = 0.0) -> Array:
        """v' under weight, all forces, and further ones at the joints; loops are kept closed by their reactions."""
        self._require_plain("accelerations")
        accelerations = self._asked(kernel.ACCELERATIONS, self._vector, q, v, torques, t=t)
        total = sum(accelerations.tolist()) if accelerations.ndim == 1 else np.add.reduce(accelerations, axis=None)
        if not math.isfinite(total) and not np.isfinite(accelerations).all():
            raise AnalysisError(
                f"{self.mechanism.name}: the accelerations are not determined: some motion moves no mass, or the state "
                "is no number; give masses to the bodies that can move"
            )
        return accelerations

    def inverse_dynamics(self, q: State, v: State | None = None, a: State | None = None, t: float = 0.0) -> Array:
        """Forces at the joints that these accelerations need beside all other forces, M a + bias - forces.

        With loops they are those of the open tree: reactions J' lambda of the loops may be added.
        """
        self._require_plain("inverse_dynamics")
        return self._asked(kernel.INVERSE, self._vector, q, v, a, t=t)

    def energy(self, q: State, v: State | None = None, t: float = 0.0) -> Any:
        """Kinetic energy and potential energy of weight and forces, together."""
        return self._energies(q, v, t).sum(axis=-1)[()]

    def kinetic_energy(self, q: State, v: State) -> Any:
        """Kinetic energy."""
        return self._energies(q, v, 0.0)[..., 0][()]

    def potential_energy(self, q: State, t: float = 0.0) -> Any:
        """Potential energy of weight and of springs and other forces that have one."""
        return self._energies(q, None, t)[..., 1:].sum(axis=-1)[()]

    def _energies(self, q: State, v: State | None, t: float) -> Array:
        self._require_plain("energy")
        return self._asked(kernel.ENERGY_OF, (3,), q, v, t=t)

    def momentum(self, q: State, v: State) -> Array:
        """Momentum of all bodies, then their angular momentum about the origin of the world."""
        return self._asked(kernel.MOMENTUM, (self._system.world.size,), q, v)

    # ------------------------------------------------------------------ places

    def position(self, place: str, q: State) -> Array:
        """Where a body's origin or a point of it is: `position("hand.tip", q)`."""
        return self._at(place, q)[..., : self._system.world.dimensions]

    def orientation(self, body: str, q: State) -> Any:
        """The angle of a body; in space its matrix, from its axes to those of the world."""
        orientation = self._at(body, q)[..., self._system.world.dimensions :]
        if self._system.world.dimensions == 2:
            return orientation[..., 0][()]
        return orientation.reshape(*orientation.shape[:-1], 3, 3)

    def _at(self, place: str, q: State) -> Array:
        size = 3 if self._system.world.dimensions == 2 else 12
        return self._asked(kernel.PLACE, (size,), q, numbers=self._place(place))

    def jacobian(self, place: str, q: State) -> Array:
        """Velocity of a point and, below it, angular velocity of its body, for a unit speed of each coordinate.

        Along the axes of the world: three rows in a plane (vx, vy, omega), six in space.
        """
        size = self._motion[0]
        return self._asked(kernel.JACOBIAN, self._motion, q, numbers=self._place(place), size=size)

    def _place(self, name: str) -> Array:
        """A point as the kernels take it: the number of its body, and where it lies there."""
        if name not in self._places:
            self._places[name] = self._read_place(name)
        return self._places[name]

    def _read_place(self, name: str) -> Array:
        bodies, (body, _, point) = (GROUND, *self._system.bodies), str(name).partition(".")
        if body not in bodies:
            raise AnalysisError(f"there is no body '{body}'{suggestion(body, bodies, 'bodies')}")
        places = _NOWHERE.copy()
        places[0] = bodies.index(body)
        if point:
            local = self._of.local(body, point)
            if local is None:
                known = self.mechanism.bodies_by_name[body].points
                raise AnalysisError(f"body '{body}' has no point '{point}'{suggestion(point, known, 'its points')}")
            places[1 : 1 + len(local)] = local
        return places

    # ------------------------------------------------------------------ loops

    def residual(self, q: State, t: float = 0.0) -> Array:
        """How far the joints that close loops are open, in m and rad; empty without loops."""
        return self._asked(kernel.RESIDUAL, (len(self.constraints),), q, t=t)

    def constraint_jacobian(self, q: State, t: float = 0.0) -> Array:
        """The derivative of `residual` by the coordinates; of what rolls, the rows that velocities fulfil."""
        return self._asked(kernel.ROWS_OF, (len(self.constraints), len(self.coordinates)), q, t=t)

    # ------------------------------------------------------------------ states

    def _require_plain(self, what: str) -> None:
        """Refuse forces that depend on more than coordinates and speeds."""
        if not self._plain and self.mechanism.forces:
            own = [name for name in self._of.states if not name.startswith("energy.")]
            raise AnalysisError(
                f"{self.mechanism.name}: '{own[0]}' has a state of its own, which {what} would have to know; leave it "
                "out of the model, or use simulate"
            )

    def _asked(
        self,
        what: int,
        shape: tuple[int, ...],
        q: State,
        v: State | None = None,
        given: State | None = None,
        t: float = 0.0,
        numbers: Array = _NOWHERE,
        size: int = 0,
    ) -> Array:
        """What the kernel finds at one state or at many, of this shape each."""
        of = self._of
        at, rates, more, many = of.states_of(q, v, given)
        count = len(at)
        out = np.empty((count, *shape))
        kernel.evaluate_states(
            self._k,
            self._p,
            self._w,
            self._y,
            what,
            float(t),
            of.order,
            of.joints,
            of.memory,
            at,
            rates,
            more,
            numbers,
            size,
            out if len(shape) == 1 else out.reshape(count, -1),
        )
        return out if many else out[0]


def state_functions(mechanism: Mechanism) -> StateFunctions:
    """The functions of the state of a mechanism, with the parameters that it has now and every rod as a body."""
    refuse_modes(mechanism, "functions", "use linearise or simulate")
    mechanism.validate()
    own = mechanism.copied()
    own.tree_request = mechanism.tree_request.model_copy(update={"remove": "none"})
    return StateFunctions(own)
