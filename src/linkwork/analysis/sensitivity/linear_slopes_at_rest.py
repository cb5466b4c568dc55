"""Small motions about rest differentiated on the pattern of the equations: M, D and K for values of the parameter.

The position goes with the parameter as its derivative says. What that leaves over grows with the square of the
change, so that the slopes at zero are those of the model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.analysis.equilibrium.descent import has_pattern
from linkwork.analysis.linear.linear_at_rest import is_plain, matrices_at_rest
from linkwork.analysis.sensitivity.spectral import slope_at_zero
from linkwork.base.arrays import Array
from linkwork.base.errors import LinkworkError
from linkwork.expression import resolve_parameters
from linkwork.system.dynamics.dynamics import Dynamics

if TYPE_CHECKING:
    from linkwork.analysis.linear.linear_model import LinearModel

_FEWEST = 6  # freedoms from which on it pays
_RADIUS = 0.1  # of the parameter: how far it is moved
_SAME = 1e-9  # of the largest number: the model itself must come out
_KNOWN = 1e-8  # of numbers of their size: a derivative that is known so well needs no smaller change
_SMOOTH = 1e-6  # of numbers of their size: a derivative that is known worse than this is left to others


def slopes_at_rest(base: LinearModel, moving: Array, name: str, size: float, least: Array) -> Array | None:
    """Derivatives of the rates' columns by a parameter, with which a position moves; None where this way is not open.

    `least` are sizes below which numbers need not be known to all their digits.
    """
    about, whole = base.about, base.dynamics.whole
    mechanism = whole.mechanism
    plain = is_plain(about) and has_pattern(whole) and about.chart.freedoms >= _FEWEST
    if not plain or base.dynamics.bodies is not base.dynamics or about.twin.system.scalar != "complex":
        return None
    value = float(np.real(resolve_parameters(mechanism.parameters_by_name)[name]))
    real, twin = (mechanism.system(dynamics=True, scalar=scalar) for scalar in ("real", "complex"))
    q = base.dynamics.spread(about.chart.q0.real)[0]

    def columns(change: float) -> Array:
        try:
            system = real.with_parameters({name: value + change})
            place = q + change * moving
            near = about.carrying(system, place, np.zeros_like(place), about.own)
            other = Dynamics(twin.with_parameters({name: complex(value + change)}))
            return matrices_at_rest(near, near.twin, other)[0].ravel()
        except (LinkworkError, np.linalg.LinAlgError):
            return np.full(base.columns.size, np.nan)

    here = columns(0.0)
    if not np.max(np.abs(here - base.columns.ravel())) <= _SAME * np.max(np.abs(base.columns)):
        return None
    slopes, missed = slope_at_zero(columns, _RADIUS * size, least.ravel(), _KNOWN)
    return slopes.reshape(base.columns.shape) if missed <= _SMOOTH else None
