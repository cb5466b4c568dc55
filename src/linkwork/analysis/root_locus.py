"""Root locus: how the eigenvalues move with a parameter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.linear_model import LinearModel
from linkwork.analysis.overlay import restore
from linkwork.errors import AnalysisError
from linkwork.system.scope import suggestion

Array = NDArray[Any]


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

    def plot(self, path: Any = None) -> Any:
        """Plot the roots in the complex plane, coloured by the parameter."""
        from linkwork.view.response import plot_roots

        return plot_roots(self.values, self.eigenvalues, self.parameter, self.name, path)


def root_locus(model: LinearModel, parameter: str, values: Sequence[float]) -> RootLocus:
    """Linearise again for every value, at the equilibrium near the one before."""
    from linkwork.analysis.equilibrium import equilibrium
    from linkwork.analysis.linearise import linearise

    mechanism = model.mechanism
    if parameter not in mechanism.parameters_by_name:
        known = suggestion(parameter, mechanism.parameters_by_name, "parameters")
        raise AnalysisError(f"root_locus: parameter '{parameter}' is not defined{known}")
    if model.moving:
        raise AnalysisError("root_locus: the model is about a moving state; linearise at an equilibrium first")
    before = {parameter: mechanism.parameters_by_name[parameter]}
    q, t, rows = model.dynamics.spread(model.chart.q0)[0], model.chart.t, []
    try:
        for value in values:
            mechanism.set(**{parameter: value})
            rest = equilibrium(mechanism, "equations", _near(model, q), t)
            q = rest.q
            rows.append(linearise(mechanism, rest).eigenvalues)
    finally:
        restore(mechanism, before)
    return RootLocus(mechanism.name, parameter, np.asarray(values, float), _followed(rows))


def _near(model: LinearModel, q: Array) -> Any:
    from linkwork.analysis.assemble import Assembly

    return Assembly(model.dynamics.whole, q, True, model.chart.t, "")


def _followed(rows: list[Array]) -> Array:
    """Each row ordered so that a root is near where it was in the row before."""
    from scipy.optimize import linear_sum_assignment

    found = [rows[0]]
    for row in rows[1:]:
        guess = found[-1] if len(found) < 2 else 2 * found[-1] - found[-2]
        _, order = linear_sum_assignment(np.abs(guess[:, None] - row[None, :]))
        found.append(row[order])
    return np.array(found)
