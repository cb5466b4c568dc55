"""Frequencies and damping differentiated, by the left and right eigenvectors of the linear model.

    lambda_b = y' A_b x / (y' x)

A itself is exact to round-off at every value of the parameter; A_b comes from six such matrices, at the equilibrium
that belongs to each value (Richardson's extrapolation, error of the order h^6).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.sensitivity.differences import Varied, extrapolated
from linkwork.errors import AnalysisError
from linkwork.numerics.analytic import STEP

if TYPE_CHECKING:
    from linkwork.analysis.linear_model import LinearModel
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.run.run import Run

Array = NDArray[Any]
_SAME = 1e-6  # of the fastest mode: eigenvalues this near to each other are one root several times
_STEP = 1e-2  # of a parameter


@dataclass(frozen=True)
class CarryingMode:
    """Numbers of a mode that carry derivatives."""

    frequency: complex
    damping: complex

    @property
    def hertz(self) -> complex:
        """Natural frequency in Hz."""
        return self.frequency / (2 * np.pi)


@dataclass(frozen=True)
class CarryingModel:
    """The modes of a linear model with derivatives by one parameter; `still` is the state it is about."""

    modes: list[CarryingMode]
    still: Run


def model_at(mechanism: Mechanism, base: LinearModel, given: Any, options: dict[str, Any]) -> LinearModel:
    """The linear model for the present values of the parameters, at the equilibrium near that of the base."""
    from linkwork.analysis.assemble import Assembly
    from linkwork.analysis.equilibrium import equilibrium

    if given is not None and not isinstance(given, Assembly):
        return mechanism.linearise(given, **options)
    q, t = base.dynamics.spread(base.chart.q0)[0], base.chart.t
    near = Assembly(base.dynamics.whole, q, True, t, "")
    return mechanism.linearise(equilibrium(mechanism, "equations", near, t), **options)


def models(
    mechanism: Mechanism, base: LinearModel, names: Sequence[str], given: Any, options: dict[str, Any], runs: list[Run]
) -> tuple[list[CarryingModel], list[str]]:
    """The base model with the derivative by each parameter, and notes on roots that are repeated."""
    numbers, left, right = _eigenvectors(base)
    groups = _groups(numbers)
    notes = [
        f"modes {', '.join(str(n) for n in _places(base, numbers, group))} have one root: their derivatives are those "
        "of the roots into which it parts, in rising order"
        for group in groups
        if len(_places(base, numbers, group)) > 1
    ]
    found = []
    for name, run in zip(names, runs, strict=True):
        with Varied(mechanism, name, _STEP) as varied:
            matrices = varied.at(lambda: _matrix(model_at(mechanism, base, given, options), base))
        changes = _changes(left, right, groups, extrapolated(matrices))
        pairs = zip(base.modes, _matched(base, numbers), strict=True)
        found.append(CarryingModel([_mode(mode, changes[number]) for mode, number in pairs], run))
    return found, notes


def _matrix(model: LinearModel, base: LinearModel) -> Array:
    if model.states != base.states:
        raise AnalysisError(
            f"{base.mechanism.name}: near this design the independent coordinates change; name them, as in "
            "coordinates=['crank.angle']"
        )
    return model.A


def _eigenvectors(model: LinearModel) -> tuple[Array, Array, Array]:
    """Eigenvalues of the mechanism, and left (as rows) and right eigenvectors with y' x = 1."""
    count = len(model.states) - 2 * len(model.drivers)
    values, right = np.linalg.eig(model.A[:count, :count])
    try:
        return values.astype(complex), np.linalg.inv(right), right
    except np.linalg.LinAlgError:
        raise AnalysisError(
            f"{model.mechanism.name}: modes merge here (an eigenvector is missing), and frequencies have no derivative"
        ) from None


def _groups(values: Array) -> list[list[int]]:
    """Numbers of eigenvalues, those of one root together."""
    room, found = _SAME * float(np.max(np.abs(values), initial=0.0)), list[list[int]]()
    for number, value in enumerate(values):
        for group in found:
            if abs(values[group[0]] - value) <= room:
                group.append(number)
                break
        else:
            found.append([number])
    return found


def _places(model: LinearModel, values: Array, group: list[int]) -> list[int]:
    """Which modes, from 1, belong to eigenvalues."""
    room = _SAME * float(np.max(np.abs(values), initial=0.0))
    return [n for n, mode in enumerate(model.modes, 1) if abs(mode.eigenvalue - values[group[0]]) <= room]


def _changes(left: Array, right: Array, groups: list[list[int]], slope: Array) -> Array:
    """Derivatives of all eigenvalues; of one root several times those of the roots into which it parts."""
    count = len(left)
    whole = left @ slope[:count, :count] @ right
    found = np.diag(whole).astype(complex)
    for group in groups:
        if len(group) > 1:
            parted = np.linalg.eigvals(whole[np.ix_(group, group)])
            found[group] = parted[np.lexsort((parted.real, parted.imag))]
    return found


def _matched(model: LinearModel, values: Array) -> list[int]:
    """Of every mode its eigenvalue, each of them once."""
    found = list[int]()
    for mode in model.modes:
        away = np.abs(values - mode.eigenvalue)
        away[found] = np.inf
        found.append(int(np.argmin(away)))
    return found


def _mode(mode: Any, change: complex) -> CarryingMode:
    value, size = mode.eigenvalue, abs(mode.eigenvalue)
    if size == 0.0:
        raise AnalysisError("a mode that drifts has no frequency to differentiate; name the modes that oscillate")
    grows = (value.conjugate() * change).real / size
    damping = -change.real / size + value.real * grows / size**2
    return CarryingMode(complex(size, STEP * grows), complex(mode.damping, STEP * damping))
