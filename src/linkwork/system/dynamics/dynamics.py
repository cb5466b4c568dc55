"""Dynamics: forces, energies, masses and reactions of a System at one state, for analyses that work in Python.

The same class serves the real tables and their complex twin, by which derivatives come from the complex step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.elements.contact_point_layout_kernel import GAP
from linkwork.numerics.analytic import STEP
from linkwork.places import layout_kernel as layout
from linkwork.system.constraints.equations import Equations
from linkwork.system.contact import contact_layout_kernel as contact_layout
from linkwork.system.dynamics.motion_kernel import forces_at, reactions_at
from linkwork.system.system import System
from linkwork.system.tables.compile import compile_system
from linkwork.system.world import PLANE

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_DIFFERENCE, _LEAST = 1e-4, 1e-6  # steps of differences, scaled
_BESIDE = 0.02  # of the smallest gap or overlap of a force law: a step of differences does not reach its end


class Dynamics(Equations):
    """Scaled equations of motion at any state.

    Scaled as in `Equations`; generalised forces are multiplied by the column scale, so that all of them are energies
    (N m), and multipliers likewise belong to the scaled rows.
    """

    def __init__(self, system: System, w: Array | None = None) -> None:
        super().__init__(system, w)
        self._load = self._part(layout.LOAD, self.n)
        self._energy = self._part(layout.ENERGY, layout.ENERGIES)
        self._multipliers = self._part(layout.MULTIPLIERS, self.m)
        self._states = self._part(layout.STATE, max(int(self.k[layout.STATES]) - layout.QUADRATURES, 0))
        self.scale = system.column_scale
        self.creep: Array | float = 0.0  # a velocity too small to matter, whose signs decide laws at rest

    def place(
        self, q: Array, t: Any, v: Array | None = None, states: Array | None = None, shift: Array | None = None
    ) -> None:
        """Evaluate constraints, forces and energies at a state (at rest, or creeping, when no velocity is given).

        `shift` moves the coordinates of the equations a little away from q. Forces and rows belong to these coordinates
        then, so that derivatives by them are second derivatives of an energy where there is one.
        """
        self.world.put(self.system, self.w, q)
        if shift is not None:
            self._q[:] += shift
        self._v[:] = self.creep if v is None else v
        if states is not None:
            self._states[:] = states
        forces_at(self.k, self.p, self.w, self.system.dtype(t))

    def difference(self) -> float:
        """The step of differences about the last state: in it no point of a force law begins or ends to touch."""
        bodies = self.bodies
        points = bodies.compliant_points()
        if not len(points):
            return _DIFFERENCE
        k = bodies.system.k
        records = int(k[k[layout.CONTACTS] + contact_layout.POINT_AT]) + contact_layout.POINT_RECORD * points
        gaps = bodies.w[int(k[layout.OUT]) + k[records + contact_layout.POINT_OUT] + GAP].real / bodies.system.length
        return float(np.clip(_BESIDE * np.min(np.abs(gaps)), _LEAST, _DIFFERENCE))

    def compliant_points(self) -> NDArray[np.int64]:
        """The contact points that press by a force law."""
        laws = [] if self.system.contact_tables is None else self.system.contact_tables.laws
        return np.array([point for point, law in enumerate(laws) if law is not None], np.int64)

    def forces(self) -> Array:
        """Scaled generalised forces of the last state."""
        return self._load * self.scale

    def energies(self) -> Array:
        """Kinetic energy, potentials of gravity and of forces; powers lost, given by forces, given by drivers."""
        return self._energy.copy()

    def state_rates(self) -> Array:
        """Rates of the states that forces and signals own, at the last state."""
        return self._part(layout.STATE_RATE, len(self._states)).copy()

    def states(self) -> Array:
        """The states that forces and signals own, as last set; integrals of powers are not among them."""
        return self._states.copy()

    def put_states(self, states: Array) -> None:
        """Set the states that forces and signals own."""
        self._states[:] = states

    def states_in_place(self) -> Array:
        """The states themselves: what is written into them holds from then on."""
        return self._states

    def state_names(self) -> list[str]:
        """Names of these states."""
        signals = self.system.signals
        return list(signals.states)[: len(self._states)] if signals is not None else []

    def force_results(self) -> Array:
        """All that the force kernels wrote at the last state, one after the other."""
        size = self.system.world.force_results
        force_results: Array = np.zeros((int(self.k[layout.FORCES]), size), self.system.dtype)
        for number, row in enumerate(force_results):
            record = int(self.k[layout.FORCE_AT]) + layout.RECORD * number
            out = int(self.k[layout.OUT] + self.k[record + layout.OUT_AT])
            row[:] = self.w[out : out + size]
        return force_results.ravel()

    def memory_values(self) -> Array:
        """The memory at the last state: own states, signals."""
        signals = self.system.signals
        return self._part(layout.MEMORY, signals.size if signals is not None else 0).copy()

    def put_signal(self, place: int, value: Any) -> None:
        """Set a number of the memory that comes from outside."""
        self._part(layout.MEMORY, place + 1)[place] = value

    def masses(self) -> Array:
        """Scaled mass matrix of the last state, in kg m^2."""
        return self.mass_matrix() * self.p[int(self.k[layout.MASS_SCALE])]

    def multipliers_of_all(self, multipliers: Array, a: Array | None = None, extra: Array | float = 0.0) -> Array:
        """Scaled multipliers of all elements of the mechanism, given those of these equations and accelerations.

        `extra` adds to the scaled forces on the bodies.
        """
        return multipliers

    def reactions(self, multipliers: Array) -> Array:
        """Force and torque of every element on its second body, one row each, for scaled multipliers of all."""
        self._multipliers[:] = multipliers * self.system.row_scale
        size = self.system.world.reaction
        reactions: Array = np.zeros(size * len(self.system.elements), self.system.dtype)
        reactions_at(self.k, self.p, self.w, reactions)
        return reactions.reshape(-1, size)

    def force_of(self, number: int) -> Array:
        """Scaled generalised force that one force element, by its number, adds at the last state."""
        record = int(self.k[layout.FORCE_AT]) + layout.RECORD * number
        out = int(self.k[layout.OUT] + self.k[record + layout.OUT_AT])
        force: Array = np.zeros(self.n, self.system.dtype)
        size = int(self.k[layout.COLUMNS])
        for side in range(2):
            column = int(self.k[record + _COLUMN_OF_FIRST + side])
            if column >= 0:
                force[column : column + size] += self.w[out + size * side : out + size * (side + 1)]
        if self.system.modal:
            from linkwork.system.modal.frame_forces import add_frame_forces

            add_frame_forces(self.system, self.w, number, force)
        return self.system.world.charted_forces(self.system, self._q, force) * self.scale

    # ------------------------------------------------------------------ its coordinates and those of the bodies

    def about(self, q: Array) -> Dynamics:
        """The same equations in coordinates that are plain numbers near a position of the bodies.

        In the plane its own; in space charts of the orientations about that position. `gathered` and `spread` lead to
        them and back.
        """
        return self if self.world is PLANE else InChart(self.system, q)

    @property
    def whole(self) -> System:
        """The mechanism in the coordinates of its bodies."""
        return self.system

    @property
    def bodies(self) -> Dynamics:
        """The equations of motion in the coordinates of the bodies, at the last state."""
        return self

    @property
    def rows(self) -> NDArray[np.int64]:
        """Which equations of the whole mechanism its rows are."""
        return np.arange(self.m)

    def gathered(self, q: Array, v: Array | None = None) -> tuple[Array, Array]:
        """Its coordinates and velocities for those of the bodies."""
        return q, np.zeros_like(q) if v is None else v

    def gathered_motion(self, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        """Its coordinates, velocities and accelerations for those of the bodies."""
        return q, v, a

    def spread(self, q: Array, v: Array | None = None, a: Array | None = None) -> tuple[Array, Array, Array]:
        """Coordinates, velocities and accelerations of the bodies for its own."""
        return q, np.zeros_like(q) if v is None else v, np.zeros_like(q) if a is None else a

    def carried(self, motions: Array) -> Array:
        """Scaled motions of the bodies' coordinates for scaled motions of its own, at the last position."""
        return motions

    def felt(self, forces: Array) -> Array:
        """Scaled generalised forces on its coordinates for those on the bodies, at the last position."""
        return forces

    def orthonormal(self, motions: Array) -> Array:
        """Orthonormal scaled motions at the last position, measured at the bodies, for independent ones."""
        return motions

    def over(self, system: System, q: Array) -> Dynamics:
        """The same equations for other tables of the bodies, around a position."""
        return Dynamics(system)

    def twin(self) -> Dynamics:
        """The same equations in complex numbers, or in real ones again where a law cannot be compiled for them."""
        return Dynamics(twin_system(self.system.mechanism))


class InChart(Dynamics):
    """Equations of motion in charts about one position."""

    def __init__(self, system: System, base: Array) -> None:
        super().__init__(system)
        self.base = np.array(base)
        self.world.put(system, self.w, self.base.astype(system.dtype))
        self.world = PLANE

    def about(self, q: Array) -> Dynamics:
        return InChart(self.system, q)

    def gathered(self, q: Array, v: Array | None = None) -> tuple[Array, Array]:
        still = np.zeros_like(q)
        return self.gathered_motion(q, still if v is None else v, still)[:2]

    def gathered_motion(self, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        return self.system.world.into_chart(len(self.system.bodies), self.base, q, v, a)

    def spread(self, q: Array, v: Array | None = None, a: Array | None = None) -> tuple[Array, Array, Array]:
        rates, seconds = (np.zeros_like(q) if values is None else values for values in (v, a))
        return self.system.world.out_of_chart(len(self.system.bodies), self.base, q, rates, seconds)

    def carried(self, motions: Array) -> Array:
        ways = self.scale * motions.T
        moved: Array = (self.spread(np.broadcast_to(self._q, ways.shape), ways)[1] / self.scale).T
        return moved

    def over(self, system: System, q: Array) -> Dynamics:
        return InChart(system, q)

    def twin(self) -> Dynamics:
        return InChart(twin_system(self.system.mechanism), self.base)


_COLUMN_OF_FIRST = 6  # place in a force's record, see forces_kernel


def dynamics_of(mechanism: Mechanism) -> Dynamics:
    """The equations of motion of a mechanism as it is described now."""
    return Dynamics(compile_system(mechanism, dynamics=True))


def twin_system(mechanism: Mechanism) -> System:
    """The tables of a twin: in complex numbers, or in real ones where a law cannot be compiled for complex numbers.

    Contacts are decided in real numbers only.
    """
    from linkwork.numerics.jit import compiling_errors

    if mechanism.touching_parts or mechanism.contact_groups or mechanism.frictions:
        return compile_system(mechanism, dynamics=True)
    try:
        return compile_system(mechanism, dynamics=True, scalar="complex")
    except compiling_errors():
        return compile_system(mechanism, dynamics=True)


class NoSlope(AnalysisError):
    """Forces or rates have no finite derivative in a state."""


def slope(twin: Dynamics, function: Callable[[Any], Array]) -> Array:
    """Derivative at zero of a function of the twin: by the complex step, or by differences where the twin is real."""
    if twin.system.scalar == "complex":
        there = function(1j * STEP)
        derivative = np.asarray(there.imag / STEP)
    else:
        there = function(0.0)
        h = twin.difference()
        derivative = np.asarray(
            (8.0 * (function(h) - function(-h)) - (function(2 * h) - function(-2 * h))) / (12.0 * h)
        )
    if np.isfinite(there.real).all() and not np.isfinite(derivative).all():
        raise NoSlope(_without_slope(twin.bodies))
    return derivative


def _without_slope(twin: Dynamics) -> str:
    """Which law it is, as far as numbers that are not finite tell."""
    whole, values, results = twin.whole, twin.memory_values(), twin.force_results()
    places = whole.signals.places if whole.signals is not None else {}
    lost = [name for name in whole.mechanism.signals if name in places and not np.isfinite(values[places[name]])]
    rows = results.reshape(len(whole.forces), -1) if len(whole.forces) else results
    lost += [name for name, row in zip(whole.forces, rows, strict=False) if not np.isfinite(row).all()]
    whose = f": {', '.join(lost)}" if lost else ""
    return (
        f"{whole.mechanism.name}: a law has no finite slope in this state{whose}; atan2(0, 0), a root or a logarithm "
        "may be at its end there: give the law another form near it, or begin elsewhere"
    )
