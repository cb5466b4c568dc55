"""The state from which a simulation starts, with its derivative by a parameter.

The assembled position is the closed one nearest to the estimates, moved by the drivers to their values; rates fulfil
the constraints. Both are differentiated where they have converged:

    pull(q) - J' sigma = 0,  Phi(q) = 0        pull: the scaled way to the estimates, J: scaled rows
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.estimates import guess, missing
from linkwork.analysis.hold import held_elements, held_rates
from linkwork.analysis.ramp import ramp
from linkwork.analysis.rank import freedoms
from linkwork.analysis.sensitivity.adjoint_structure import grouped
from linkwork.numerics.analytic import STEP
from linkwork.numerics.least_squares import least_squares
from linkwork.system.compile import compile_system
from linkwork.system.equations import Equations
from linkwork.system.system import System

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

Array = NDArray[Any]
_RANK = 1e-11


class Start:
    """Initial positions and velocities of a mechanism as functions of its parameters, near those found."""

    def __init__(
        self,
        mechanism: Mechanism,
        q: Array,
        t: float,
        hold: Mapping[str, Any] | None,
        speeds: Mapping[str, Any] | None,
    ) -> None:
        self.mechanism, self.q, self.t = mechanism, q, t
        held = held_elements(mechanism, hold or {})
        self.free = held_elements(mechanism, mechanism.initial) | held
        self.driven: dict[str, Any] | None = None
        if mechanism.drivers:
            plain = mechanism.system()
            self.driven = held if held and freedoms(plain, q, t) else {}
        self.rates = held_rates(mechanism, speeds or {})
        self._matrix: Array | None = None
        self._inverse: Array | None = None
        self.rolls = any(element.nonholonomic for element in mechanism.joints.values())

    def carrying(self, overrides: Mapping[str, Any], twin: System | None = None) -> tuple[Array, Array]:
        """Positions and velocities that carry the derivative by a parameter, given as a complex number.

        The tables of the motion, `twin`, serve for the position too where nothing is driven, held or rolls.
        """
        if twin is not None and self.at_rest and self._plain:
            q = self._nearest(Equations(twin), twin.start.copy(), self.q)
        else:
            q = self._position(overrides)
        return q, self._rates(overrides, q)

    def _equations(self, overrides: Mapping[str, Any], drivers: bool, held: Mapping[str, Any]) -> Equations:
        return Equations(
            compile_system(self.mechanism, drivers=drivers, held=held, overrides=overrides, scalar="complex")
        )

    def _position(self, overrides: Mapping[str, Any]) -> Array:
        if self.driven is not None:
            final = self._equations(overrides, True, self.driven)
            final.evaluate(self.q.astype(complex), self.t)
            rows = final.jacobian()
            if np.linalg.matrix_rank(rows.real, tol=_RANK) == final.n:
                return final.moved(self.q.astype(complex), least_squares(rows, -final.residual(), _RANK))
        equations = self._equations(overrides, False, self.free)
        if self.driven is None:
            return self._nearest(equations, self._estimate(equations, overrides), self.q)
        return self._ramped(final, equations, overrides)

    def _ramped(self, final: Equations, equations: Equations, overrides: Mapping[str, Any]) -> Array:
        """The position to which the drivers lead, where they leave freedoms: the same way in complex numbers."""
        from linkwork.analysis.assemble import assemble

        undriven = assemble(self.mechanism, hold=None, drivers=False, at=self.t).q
        q = self._nearest(equations, self._estimate(equations, overrides), undriven)
        found = ramp(final, q, self.t, []).q
        final.evaluate(found, self.t)
        return final.moved(found, final.solve(-final.residual())[0])

    def _nearest(self, equations: Equations, estimate: Array, root: Array) -> Array:
        """The closed position nearest to the estimates, near a real one, as it depends on the parameter."""
        off, q = self._off(equations, estimate, root), root.astype(complex)
        return equations.moved(q, -1j * (self._inverted(off, equations) @ off(np.zeros(equations.n)).imag))

    def _off(self, equations: Equations, estimate: Array, root: Array) -> Callable[[Array], Array]:
        """How far a position a step beside the root is from fulfilling the equations of the nearest one."""
        q = root.astype(complex)
        equations.evaluate(q, self.t)
        pull = equations.apart(estimate, q).real
        multipliers = np.linalg.lstsq(equations.jacobian().real.T, pull, rcond=_RANK)[0]

        def off(step: Array) -> Array:
            place = equations.moved(q, step)
            equations.evaluate(place, self.t)
            pull = equations.apart(estimate, place)
            pull -= np.sum(equations.jacobian() * multipliers[:, None], axis=0)
            return np.concatenate([pull, equations.residual()])

        return off

    def _linear(self, off: Callable[[Array], Array], equations: Equations) -> Array:
        """How far steps, and changes of the multipliers, bring the equations off."""
        if self._matrix is None:
            base, rows = off(np.zeros(equations.n)), equations.jacobian().real
            behind = np.vstack([-rows.T, np.zeros((len(rows), len(rows)))])
            matrix = _differentiated(lambda step: (off(1j * STEP * step) - base).imag / STEP, equations.system)
            self._matrix = np.hstack([matrix, behind])
        return self._matrix

    def _inverted(self, off: Callable[[Array], Array], equations: Equations) -> Array:
        """The step that makes the equations good, for what they are off."""
        if self._inverse is None:
            self._inverse = np.linalg.pinv(self._linear(off, equations), rcond=_RANK)[: equations.n]
        return self._inverse

    # ------------------------------------------------------------------ for many parameters at once

    @property
    def at_rest(self) -> bool:
        """Whether the position follows from the estimates alone, and all rates are zero whatever the parameters."""
        return self.driven is None and not self.rates and not missing(self.mechanism.system())

    @property
    def _plain(self) -> bool:
        """Whether the tables of the motion serve for the position too: nothing is driven, held or rolls."""
        return not self.free and not self.rolls

    def rows(self, overrides: Mapping[str, Any], twin: System) -> Array:
        """What parameters put into the equations of the position; every number depends on few of them."""
        equations = Equations(twin) if self._plain else self._equations(overrides, False, self.free)
        off = self._off(equations, equations.system.start.copy(), self.q)
        self._linear(off, equations)
        return off(np.zeros(equations.n))

    def moved_by(self, rows: Array) -> Array:
        """The change of the coordinates for what parameters put into the equations."""
        assert self._matrix is not None
        scale = self.mechanism.system(drivers=False).column_scale
        return -np.linalg.lstsq(self._matrix, rows.T, rcond=_RANK)[0][: len(scale)].T * scale

    def _estimate(self, equations: Equations, overrides: Mapping[str, Any]) -> Array:
        """The estimates from which the position was found, as they depend on the parameter."""
        start = equations.system.start.copy()
        if not missing(equations.system):
            return start
        driven = compile_system(self.mechanism, overrides=overrides, scalar="complex")
        return guess(driven, self.t)[: len(start)]

    def _rates(self, overrides: Mapping[str, Any], q: Array) -> Array:
        """The smallest rates that fulfil constraints, drivers and the rates asked for."""
        if not (self.rates or self.mechanism.drivers):
            return np.zeros(len(q), complex)
        tables = compile_system(
            self.mechanism,
            held=self.rates,
            rolling=bool(self.rates or self.rolls),
            overrides=overrides,
            scalar="complex",
        )
        equations = Equations(tables)
        equations.evaluate(q, self.t)
        x, _ = equations.solve(equations.velocity_side())
        return equations.unscale(x)


def _differentiated(slope: Callable[[Array], Array], system: System) -> Array:
    """The matrix of a linear function of steps whose rows are those of the coordinates, then those of the equations.

    Both depend on the bodies that elements join; columns that share no row are found together.
    """
    n, m = len(system.coordinates), len(system.equations)
    unit = np.arange(n)
    unit[: system.body_columns] //= system.world.size
    unit[system.body_columns :] += n
    joins = np.zeros((m, n), bool)
    joins[system.entry_rows, system.entry_columns] = True
    for placed in system.elements:
        rows = slice(placed.first_row, placed.first_row + len(placed.element.equations))
        joins[rows] = np.isin(unit, unit[np.any(joins[rows], axis=0)])
    near = (joins.T.astype(np.float32) @ joins.astype(np.float32) > 0.0) | (unit[:, None] == unit)
    pattern = np.vstack([near, joins])
    found = np.zeros((n + m, n))
    for group in grouped([np.flatnonzero(column).tolist() for column in pattern.T], n + m):
        step = np.zeros(n)
        step[group] = 1.0
        found[:, group] = np.where(pattern[:, group], slope(step)[:, None], 0.0)
    return found
