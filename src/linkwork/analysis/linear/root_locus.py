"""Root locus: how the eigenvalues move with a parameter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.analysis.linear.linear_model import LinearModel
from linkwork.analysis.overlay import restore
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.names import suggestion
from linkwork.expression.given import FilePath, public


@public
@dataclass(frozen=True)
class RootLocus:
    """Eigenvalues by parameter value: one row a value, one column a root followed along."""

    name: str
    parameter: str
    values: Array
    eigenvalues: Array

    def stable(self) -> Array:
        """For every value whether no eigenvalue lies to the right of the imaginary axis."""
        sizes = np.max(np.abs(self.eigenvalues), axis=1)
        return np.asarray(np.max(self.eigenvalues.real, axis=1) <= 1e-9 * sizes)

    def plot(self, path: FilePath | None = None) -> Any:
        """Plot the roots in the complex plane, coloured by the parameter."""
        from linkwork.view.figures.response import plot_roots

        return plot_roots(self.values, self.eigenvalues, self.parameter, self.name, path)


def root_locus(model: LinearModel, parameter: str, values: Sequence[float]) -> RootLocus:
    """Linearise again for every value, at the equilibrium near the one before, or as drivers start it."""
    mechanism = model.mechanism
    if parameter not in mechanism.parameters_by_name:
        known = suggestion(parameter, mechanism.parameters_by_name, "parameters")
        raise AnalysisError(f"root_locus: parameter '{parameter}' is not defined{known}")
    if model.moving:
        raise AnalysisError("root_locus: the model is about a moving state; linearise at an equilibrium first")
    if model.about.moves and not model.about.started:
        raise AnalysisError(
            "root_locus: the model is about a point of a run, and with another value the run would be another; "
            "linearise a run for every value, or let a driver keep the speed and linearise at a time: linearise(0)"
        )
    values = list(values)
    if not values:
        raise AnalysisError("root_locus: values: give at least one value of the parameter")
    before = {parameter: mechanism.parameters_by_name[parameter]}
    q, rows = model.dynamics.spread(model.chart.q0)[0], []
    try:
        for value in values:
            mechanism.set(**{parameter: value})
            driven = _driven(model, parameter, value) if model.about.started else _resting(model, q)
            q = driven.dynamics.spread(driven.chart.q0)[0]
            rows.append(driven.eigenvalues)
    finally:
        restore(mechanism, before)
    return RootLocus(mechanism.name, parameter, np.asarray(values, float), _continued(rows))


def _resting(model: LinearModel, q: Array) -> LinearModel:
    """The model at the equilibrium near a position."""
    from linkwork.analysis.assembly.assemble import Assembly
    from linkwork.analysis.equilibrium.equilibrium import equilibrium
    from linkwork.analysis.linear.linearise import linearise

    near = Assembly(model.dynamics.whole, q, True, model.chart.t, "")
    return linearise(model.mechanism, equilibrium(model.mechanism, "equations", near, model.chart.t))


def _driven(model: LinearModel, parameter: str, value: float) -> LinearModel:
    """The model about the motion that drivers start in the assembled position, if it is steady."""
    from linkwork.analysis.linear.linearise import linearise

    driven = linearise(model.mechanism, model.chart.t, coordinates=model.about.measured if model.about.must else ())
    if driven.moving:
        raise AnalysisError(
            f"root_locus: with {parameter} = {value:g} the motion is not steady that the drivers start in the "
            "assembled position; linearise a run that has become steady for every value"
        )
    return driven


def _continued(rows: list[Array]) -> Array:
    """Each row ordered so that a root is near where it was in the row before."""
    from scipy.optimize import linear_sum_assignment

    continued = [rows[0]]
    for row in rows[1:]:
        guess = continued[-1] if len(continued) < 2 else 2 * continued[-1] - continued[-2]
        _, order = linear_sum_assignment(np.abs(guess[:, None] - row[None, :]))
        continued.append(row[order])
    return np.array(continued)
