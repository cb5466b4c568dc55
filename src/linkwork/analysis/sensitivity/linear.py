"""Small motions differentiated: linear models with the derivative by each parameter.

Where a law has a kink at the state itself, or is there for real numbers only, the matrices are taken at six values of
the parameter instead, each at the equilibrium that belongs to it (Richardson's extrapolation).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.sensitivity.differences import Varied, extrapolated
from linkwork.analysis.sensitivity.linear_modes import CarryingModel, Modes
from linkwork.analysis.sensitivity.linear_slopes import carrying_model, states_of
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression import resolve_parameters
from linkwork.numerics.analytic import carrying

if TYPE_CHECKING:
    from linkwork.analysis.assembly.assemble import Assembly
    from linkwork.analysis.linear.linear_model import LinearModel
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.run.run import Run

_STEP = 1e-2  # of a parameter


def model_at(mechanism: Mechanism, base: LinearModel, given: Any, options: dict[str, Any]) -> LinearModel:
    """The linear model for the present values of the parameters, at the equilibrium near that of the base."""
    from linkwork.analysis.assembly.assemble import Assembly
    from linkwork.analysis.equilibrium.equilibrium import equilibrium
    from linkwork.analysis.equilibrium.rest_result import Equilibrium

    if given is not None and not isinstance(given, Equilibrium):
        return mechanism.linearise(given.t if isinstance(given, Assembly) else given, **options)
    q, t = base.dynamics.spread(base.chart.q0)[0], base.chart.t
    near = Assembly(base.dynamics.whole, q, True, t, "")
    return mechanism.linearise(equilibrium(mechanism, "equations", near, t), **options)


def models(
    mechanism: Mechanism,
    base: LinearModel,
    names: Sequence[str],
    at: tuple[Any, Assembly],
    options: dict[str, Any],
    runs: list[Run],
) -> tuple[list[CarryingModel], list[str]]:
    """The base model with the derivative by each parameter, and notes; `at` is what was given and what it meant."""
    modes = Modes(base)
    models, notes = [], modes.notes()
    exact = base.about.twin.system.scalar == "complex"
    state_of = states_of(mechanism, base, at[1]) if exact else None
    known = resolve_parameters(mechanism.parameters_by_name)
    for name, run in zip(names, runs, strict=True):
        size = abs(float(np.real(known[name]))) or 1.0
        model = carrying_model(base, state_of(name), name, size) if state_of is not None else None
        if model is None:
            notes.append(
                f"a law is not smooth there: derivatives by '{name}' come from differences, to about ten digits"
            )
            model = _by_differences(mechanism, base, name, at[0], options)
        models.append(CarryingModel(model, modes.carrying(model), run))
    return models, notes


def _by_differences(
    mechanism: Mechanism, base: LinearModel, name: str, given: Any, options: dict[str, Any]
) -> LinearModel:
    """The base model with matrices that carry differences."""
    with Varied(mechanism, name, _STEP) as varied:
        matrices = varied.at(lambda: _matrices(model_at(mechanism, base, given, options), base))
    a, b, c, d = extrapolated(matrices)
    differences = carrying(base.A, a), carrying(base.B, b), carrying(base.C, c), carrying(base.D, d)
    return replace(base, A=differences[0], B=differences[1], C=differences[2], D=differences[3])


def _matrices(model: LinearModel, base: LinearModel) -> Array:
    if model.states != base.states:
        raise AnalysisError(
            f"{base.mechanism.name}: near this design the independent coordinates change; name them, as in "
            "coordinates=['crank.angle']"
        )
    matrices = np.empty(4, object)
    matrices[:] = [model.A, model.B, model.C, model.D]
    return matrices
