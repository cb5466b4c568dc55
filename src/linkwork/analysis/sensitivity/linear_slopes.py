"""Linear models that carry the derivative by a parameter.

The state that a model is about is differentiated where it has converged, and the rates of the states near it are
evaluated with tables that carry the parameter's derivative: that gives f_b(x) to round-off at any real x. Its
derivative by x is A_b, found by `spectral` to round-off too. B, C and D go the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from linkwork.analysis.equilibrium.rest_result import Equilibrium
from linkwork.analysis.sensitivity.complex_run import system_of
from linkwork.analysis.sensitivity.dynamic_start import Start
from linkwork.analysis.sensitivity.linear_slopes_at_rest import slopes_at_rest
from linkwork.analysis.sensitivity.rest import RestEquations
from linkwork.analysis.sensitivity.spectral import slope_at_zero
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression import resolve_parameters
from linkwork.numerics.analytic import STEP, carrying
from linkwork.system.dynamics.dynamics import Dynamics

if TYPE_CHECKING:
    from linkwork.analysis.assembly.assemble import Assembly
    from linkwork.analysis.linear.linear_about import About
    from linkwork.analysis.linear.linear_model import LinearModel
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.system import System

State = tuple["System", Array, Array, Array]
_RADIUS = 0.1  # in model lengths or radians
_ROUND_OFF = 1e-4  # of the largest number: smaller ones need not be known to all their digits
_SMOOTH = 1e-8  # a derivative that is known worse than this is of a law with a kink


def states_of(mechanism: Mechanism, model: LinearModel, at: Assembly) -> Callable[[str], State]:
    """For the name of a parameter: tables, position, velocity and own states that carry the derivative by it."""
    if isinstance(at, Equilibrium):
        return partial(_resting, RestEquations(mechanism, at))
    start = Start(mechanism, at.q, at.t, None, None)
    return partial(_assembled, start, model.about.moves)


def _resting(equations: RestEquations, name: str) -> State:
    system, rest, n = system_of(equations.mechanism, name, dynamics=True), equations.rest, equations.n
    z = equations.change(system, name)
    own: Array = rest.own_states.astype(complex)
    own[equations.acting] += z[n : n + equations.states]
    q = carrying(rest.q, system.moved(rest.q.astype(complex), system.column_scale * z[:n]).imag / STEP)
    return system, q, np.zeros(n, complex), own


def _assembled(start: Start, moves: bool, name: str) -> State:
    mechanism = start.mechanism
    system = system_of(mechanism, name, dynamics=True)
    value = float(np.real(resolve_parameters(mechanism.parameters_by_name)[name]))
    q, v = start.carrying({name: complex(value, STEP)})
    return system, carrying(start.q, q.imag / STEP), v if moves else np.zeros_like(v), Dynamics(system).states()


def carrying_model(base: LinearModel, state: State, name: str, size: float) -> LinearModel | None:
    """The model with the derivative by a parameter of this size; none where a law with a kink is in the way."""
    about = base.about.carrying(*state)
    still = np.zeros(len(about.inputs), complex)
    rates, outputs = about.evaluate(about.x0, still)
    least = _least(base.columns, about) / size
    slopes = slopes_at_rest(base, state[1].imag / STEP, name, size, least)
    if slopes is None:
        slopes = np.zeros_like(base.columns)
        for number, radius in enumerate(_radii(base, about)):
            slopes[:, number], missed = slope_at_zero(partial(_by_parameter, about, number), radius, least[:, number])
            if not missed <= _SMOOTH:
                return None
    parts = about.parts(carrying(base.columns, slopes), rates, outputs, base.kept)
    return about.in_its_coordinates(replace(_in_chart(base), about=about, chart=about.chart, **parts))


def _least(columns: Array, about: About) -> Array:
    """The sizes that matter: those of the numbers, where rates and motions of bodies are not mere round-off."""
    least = np.abs(columns)
    first = len(about.x0)
    for part in (slice(0, first), slice(first + len(about.outputs), None)):
        least[part] = np.maximum(least[part], _ROUND_OFF * np.max(least[part], initial=0.0))
    return least


def _by_parameter(about: About, number: int, size: float) -> Array:
    """Derivatives of rates and outputs by the parameter, at a state or input moved alone."""
    try:
        return about.along(number, size).imag / STEP
    except (AnalysisError, np.linalg.LinAlgError):
        return np.full(about.rows, np.nan)


def _in_chart(model: LinearModel) -> LinearModel:
    """The model in the coordinates of its chart."""
    about = model.about
    return replace(
        model,
        states=tuple(about.names()[number] for number in model.kept),
        outputs=tuple(about.outputs),
        to_chart=np.eye(about.chart.freedoms, len(model.kept)) / about.size[:, None],
    )


def _radii(model: LinearModel, about: About) -> list[float]:
    """How far every state and input is moved: positions by a part of the model, rates by that in the fastest mode."""
    length = model.dynamics.whole.length
    fastest = max(float(np.max(np.abs(model.eigenvalues), initial=0.0)), 1.0)
    places = list(_RADIUS * np.abs(about.size))
    drivers = [_RADIUS * (length if model.units[about.inputs[number].name] == "m" else 1.0) for number in about.drivers]
    own = list(_RADIUS * np.maximum(np.abs(about.own), 1.0))
    speeds = list(fastest * _RADIUS * np.abs(about.speed_size))
    states = [*places, *speeds, *own, *drivers, *(fastest * place for place in drivers)]
    return [float(radius) for radius in (*states, *np.ones(len(about.inputs)))]
