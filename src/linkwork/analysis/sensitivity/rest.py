"""Equilibrium and assembly differentiated where they have converged.

At rest Phi_q' lambda = Q, Phi = 0, and own states that act on forces do not change: three sets of equations in q, the
states s and lambda. Their matrix is made once, by the complex step, and serves all parameters.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.equilibrium.balance import Balance
from linkwork.analysis.equilibrium.rest_states import acting_states
from linkwork.analysis.responses.still import at_rest
from linkwork.analysis.sensitivity.complex_run import system_of
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.numerics.analytic import STEP, carrying
from linkwork.system.dynamics.dynamics import Dynamics

if TYPE_CHECKING:
    from linkwork.analysis.assembly.assemble import Assembly
    from linkwork.analysis.equilibrium.rest_result import Equilibrium
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.run.run import Run
    from linkwork.system.system import System

_RANK = 1e-11
_FITS = 1e-6
REFINED = 3
"""Passes in complex numbers for method 'complex'."""


class RestEquations:
    """The equations of a mechanism at rest around one equilibrium."""

    def __init__(self, mechanism: Mechanism, rest: Equilibrium) -> None:
        self.mechanism, self.rest = mechanism, rest
        self.system: System = mechanism.system(dynamics=True)
        self.multipliers = rest.multipliers / self.system.row_scale
        balance = Balance(mechanism, rest.t)
        balance.hold(rest.own_states)
        self.acting = list(acting_states(balance, rest.q))
        self.n, self.states = len(rest.q), len(self.acting)

    def off(self, dynamics: Dynamics, z: Array) -> Array:
        """What is left of the equations for changes z of scaled coordinates, acting states and scaled multipliers."""
        rest, n = self.rest, self.n
        own: Array = rest.own_states.astype(z.dtype)
        own[self.acting] += z[n : n + self.states]
        dynamics.place(rest.q.astype(z.dtype), rest.t, states=own, shift=self.system.column_scale * z[:n])
        rows = dynamics.jacobian()
        forces = rows.T @ (self.multipliers + z[n + self.states :]) - dynamics.forces()
        closed = np.where(dynamics.of_positions, dynamics.residual(), rows @ z[:n])  # what rolls gets there by rolling
        return np.concatenate([forces, dynamics.state_rates()[self.acting], closed])

    @cached_property
    def matrix(self) -> Array:
        """Derivatives of what is left by the unknowns, one complex evaluation a column."""
        twin = Dynamics(self.mechanism.system(scalar="complex", dynamics=True))
        size = self.n + self.states + len(self.multipliers)
        return np.array([self.off(twin, 1j * STEP * unit).imag / STEP for unit in np.eye(size)]).T

    def change(self, system: System, name: str, passes: int = 1) -> Array:
        """The unknowns, which carry their derivatives by the parameter of complex tables."""
        dynamics, z = Dynamics(system), np.zeros(self.matrix.shape[1], complex)
        for _ in range(passes):
            left = self.off(dynamics, z).imag / STEP
            z = z - 1j * STEP * np.linalg.lstsq(self.matrix, left, rcond=_RANK)[0]
        first = self.off(dynamics, np.zeros_like(z)).imag / STEP
        missed = float(np.max(np.abs(first + self.matrix @ z.imag / STEP), initial=0.0))
        if missed > _FITS * max(float(np.max(np.abs(first), initial=0.0)), 1e-300):
            raise AnalysisError(
                f"{self.mechanism.name}: no equilibrium follows when '{name}' alone changes: redundant constraints "
                "would not fit, or nothing holds the mechanism; look at `check` and at the stability"
            )
        return z

    def run(self, name: str, passes: int = 1) -> Run:
        """The equilibrium as a run of one point that carries the derivative by a parameter."""
        system, rest, n = system_of(self.mechanism, name, dynamics=True), self.rest, self.n
        z = self.change(system, name, passes)
        q = system.moved(rest.q.astype(complex), 1j * self.system.column_scale * z[:n].imag)
        own: Array = rest.own_states.astype(complex)
        own[self.acting] += z[n : n + self.states]
        multipliers = carrying(rest.multipliers, self.system.row_scale * z[n + self.states :].imag / STEP)
        return at_rest(system, rest.t, carrying(rest.q, q.imag / STEP), multipliers, own)


def rest_runs(mechanism: Mechanism, rest: Equilibrium, names: Sequence[str], passes: int = 1) -> list[Run]:
    """The equilibrium with the derivative by each parameter."""
    if rest.stability == "singular":
        raise AnalysisError(
            f"{mechanism.name}: the equilibrium is singular, so that small changes of parameters do not lead to small "
            "changes of it"
        )
    equations = RestEquations(mechanism, rest)
    return [equations.run(name, passes) for name in names]


def rest_notes(rest: Equilibrium) -> list[str]:
    """What the user should know of these derivatives."""
    if rest.stability == "neutral":
        return [f"the equilibrium is neutral in {rest.softest}: the shortest change of position is given"]
    return []


def assembly_runs(
    mechanism: Mechanism,
    assembly: Assembly,
    names: Sequence[str],
    hold: Any = None,
    drivers: bool = True,
    weights: str = "scaled",
) -> list[Run]:
    """The assembled position with the derivative by each parameter (Haug 3.7.12: Phi_q q_b = -Phi_b)."""
    from linkwork.analysis.sensitivity.dynamic import parameter_values
    from linkwork.analysis.sensitivity.dynamic_start import Start

    start = Start(mechanism, assembly.q, assembly.t, hold, None, drivers=drivers, weights=weights)
    assembly_runs = []
    for name, value in parameter_values(mechanism, names).items():
        system = system_of(mechanism, name, dynamics=False)
        q, _ = start.carrying({name: complex(value, STEP)})
        assembly_runs.append(at_rest(system, assembly.t, carrying(assembly.q, q.imag / STEP)))
    return assembly_runs


def assembly_notes(assembly: Assembly) -> list[str]:
    """Near a position in which constraints lose their grip the derivatives grow without bound."""
    from linkwork.analysis.linear.chart import split_rows
    from linkwork.system.constraints.equations import Equations

    equations = Equations(assembly.system)
    equations.evaluate(assembly.q, assembly.t)
    grip = split_rows(equations.jacobian())[2]
    return near_singular(grip, "the assembled position")


def near_singular(grip: float, where: str) -> list[str]:
    """A note on a small singular value."""
    if abs(grip) > NEAR:
        return []
    return [
        f"{where} is near a singular one (lock-up or bifurcation): the smallest singular value is {abs(grip):.2g}, and "
        "derivatives grow as its inverse"
    ]


NEAR = 0.02
"""A singular value, of rows scaled by the model's length, below which a position is said to be nearly singular."""
