"""The state from which a simulation starts, with its derivative by a parameter.

The assembled position is the closed one nearest to the estimates; with drivers, and where they leave freedoms, the one
at their values nearest to that (`nearest`). A position given as a branch stands for the closed one nearest to it. Rates
fulfil the constraints, and are the smallest where they are free. What is near and small is measured in units that
depend on parameters too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.assembly.estimates import guess, missing
from linkwork.analysis.sensitivity.nearest import Nearest
from linkwork.analysis.simulation.singular.singular_start import is_singular
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.mechanism.hold import held_elements, held_rates
from linkwork.numerics.least_squares import least_squares
from linkwork.system.constraints.equations import Equations
from linkwork.system.constraints.rank import freedoms
from linkwork.system.system import System
from linkwork.system.tables.carried_units import in_carried_units
from linkwork.system.tables.compile import compile_system

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_RANK = 1e-11


def start_of(mechanism: Mechanism, q: Array, t: float, options: Mapping[str, Any]) -> Start:
    """The start of a simulation with these options; refused where branches meet in it: it has no derivative there."""
    branch = options.get("branch")
    if is_singular(mechanism, q, t):
        raise AnalysisError(
            f"{mechanism.name}: the start is a singular position, where branches of motion meet; where it lies and "
            "which rates go on from it have no derivative by a parameter: start beside it"
        )
    return Start(mechanism, q, t, options.get("hold"), options.get("speeds"), given=None if branch is None else q)


class Start:
    """Initial positions and velocities of a mechanism as functions of its parameters, near those found.

    `weights` are those of the assembly, `given` is the position of the branch that a simulation was told to start from.
    """

    def __init__(
        self,
        mechanism: Mechanism,
        q: Array,
        t: float,
        hold: Mapping[str, Any] | None,
        speeds: Mapping[str, Any] | None,
        *,
        drivers: bool = True,
        weights: str = "scaled",
        given: Array | None = None,
    ) -> None:
        self.mechanism, self.q, self.t = mechanism, q, t
        self.hold, self.unit, self.given = hold, weights == "unit", given
        held = held_elements(mechanism, hold or {}) if given is None else {}
        self.free = {} if given is not None else held_elements(mechanism, mechanism.initial) | held
        self.driven: dict[str, Any] | None = None
        if mechanism.drivers and drivers:
            plain = mechanism.system()
            self.driven = held if held and freedoms(plain, q, t) else {}
        self.rates = held_rates(mechanism, speeds or {})
        self.rolls = any(element.nonholonomic for element in mechanism.joints.values())
        self._last = Nearest(q, t)
        self._undriven: Nearest | None = None

    def carrying(self, overrides: Mapping[str, Any], twin: System | None = None) -> tuple[Array, Array]:
        """Positions and velocities that carry the derivative by a parameter, given as a complex number.

        The tables of the motion, `twin`, serve for the position too where nothing is driven, held or rolls.
        """
        if twin is not None and self.at_rest and self._plain:
            q = self._last.carrying(self._measured(twin), self._target(twin))
        else:
            q = self._position(overrides)
        return q, self._rates(overrides, q)

    def _measured(self, tables: System) -> Equations:
        return Equations(in_carried_units(tables, self.unit))

    def _equations(self, overrides: Mapping[str, Any], drivers: bool, held: Mapping[str, Any]) -> Equations:
        tables = compile_system(self.mechanism, drivers=drivers, held=held, overrides=overrides, scalar="complex")
        return self._measured(tables)

    def _position(self, overrides: Mapping[str, Any]) -> Array:
        if self.driven is None:
            equations = self._equations(overrides, False, self.free)
            return self._last.carrying(equations, self._estimate(equations, overrides))
        final = self._equations(overrides, True, self.driven)
        final.evaluate(self.q.astype(complex), self.t)
        rows = final.jacobian()
        if np.linalg.matrix_rank(rows.real, tol=_RANK) == final.n:
            return final.moved(self.q.astype(complex), least_squares(rows, -final.residual(), _RANK))
        if self.given is not None:
            return self._last.carrying(final, self.given.astype(complex))
        return self._last.carrying(final, self._before_driving(overrides))

    def _before_driving(self, overrides: Mapping[str, Any]) -> Array:
        """The position without drivers, to which that with them is nearest."""
        from linkwork.analysis.assembly.assemble import assemble

        if self._undriven is None:
            weights = "unit" if self.unit else "scaled"
            assembly = assemble(self.mechanism, hold=self.hold, drivers=False, at=self.t, weights=weights)
            self._undriven = Nearest(assembly.q, self.t)
        equations = self._equations(overrides, False, self.free)
        return self._undriven.carrying(equations, self._estimate(equations, overrides))

    # ------------------------------------------------------------------ for many parameters at once

    @property
    def at_rest(self) -> bool:
        """Whether the position follows from the estimates alone, and all rates are zero whatever the parameters."""
        chosen = self.given is None and missing(self.mechanism.system())
        return self.driven is None and not self.rates and not chosen

    @property
    def _plain(self) -> bool:
        """Whether the tables of the motion serve for the position too: nothing is driven, held or rolls."""
        return not self.free and not self.rolls

    def rows(self, overrides: Mapping[str, Any], twin: System) -> Array:
        """What parameters put into the equations of the position; every number depends on few of them."""
        equations = self._measured(twin) if self._plain else self._equations(overrides, False, self.free)
        return self._last.rows(equations, self._target(equations.system))

    def moved_by(self, rows: Array) -> Array:
        """The change of the coordinates for what parameters put into the equations."""
        return self._last.moved_by(rows)

    def _target(self, tables: System) -> Array:
        """The estimates that tables carry, or the position given."""
        return tables.start.copy() if self.given is None else self.given.astype(complex)

    def _estimate(self, equations: Equations, overrides: Mapping[str, Any]) -> Array:
        """The estimates from which the position was found, as they depend on the parameter."""
        start = self._target(equations.system)
        if self.given is not None or not missing(equations.system):
            return start
        estimate = guess(compile_system(self.mechanism, overrides=overrides, scalar="complex"), self.t)
        return estimate if len(estimate) == len(start) else start

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
        equations = Equations(in_carried_units(tables))
        equations.evaluate(q, self.t)
        x, _ = equations.solve(equations.velocity_side())
        return equations.unscale(x)
