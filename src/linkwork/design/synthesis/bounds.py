"""The free parameters of a synthesis: their names, bounds and first values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, MechanismError, shown
from linkwork.base.names import suggestion
from linkwork.expression import as_expression, resolve_parameters

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_REACH = 4.0  # a parameter without bounds is sought between a fourth of its value and four times it


@dataclass
class Free:
    """Names of the free parameters with their bounds and the values they have now."""

    names: list[str]
    low: Array
    high: Array
    first: Array

    def spread(self, count: int, random: np.random.Generator) -> Array:
        """Designs within the bounds: in each parameter one in each of `count` equal parts (Latin hypercube)."""
        parts = np.stack([random.permutation(count) for _ in self.names], axis=-1)
        shares = (parts + random.random(parts.shape)) / max(count, 1)
        return self.low + shares * (self.high - self.low)


def read_free(mechanism: Mechanism, free: Any) -> Free:
    """Free parameters as a mapping of names to bounds, or as names whose bounds follow from their values."""
    if not isinstance(free, str | Mapping | Sequence):
        raise AnalysisError(f"synthesise: name the free parameters, as in free={{'l2': (0.1, 2)}}; found {shown(free)}")
    listed = [free] if isinstance(free, str) else list(free)
    if not all(isinstance(name, str) for name in listed):
        raise AnalysisError(f"synthesise: name the free parameters, as in free={{'l2': (0.1, 2)}}; found {shown(free)}")
    given = dict(free) if isinstance(free, Mapping) else dict.fromkeys(listed)
    if not given:
        raise AnalysisError("synthesise: name at least one free parameter, as in free={'l2': (0.1, 2)}")
    env = resolve_parameters(mechanism.parameters_by_name)
    low, high, first = [], [], []
    for name, bounds in given.items():
        if name not in env:
            known = suggestion(name, mechanism.parameters_by_name, "parameters")
            raise AnalysisError(f"synthesise: parameter {shown(name)} is not defined{known}")
        value = float(env[name].real)
        one, other = _default(name, value) if bounds is None else _read(name, bounds, env)
        low.append(one)
        high.append(other)
        first.append(min(max(value, one), other))
    return Free(list(given), np.array(low), np.array(high), np.array(first))


def _default(name: str, value: float) -> tuple[float, float]:
    if value == 0.0:
        raise AnalysisError(f"synthesise: give bounds for '{name}', whose value is zero: free={{'{name}': (-1, 1)}}")
    ends = sorted((value / _REACH, value * _REACH))
    return ends[0], ends[1]


def _read(name: str, bounds: Any, env: Mapping[str, Any]) -> tuple[float, float]:
    if not isinstance(bounds, Sequence) or isinstance(bounds, str) or len(bounds) != 2:
        raise AnalysisError(f"synthesise: bounds of '{name}' are two numbers such as (0.1, 2); found {shown(bounds)}")
    try:
        low, high = (float(as_expression(bound).value(env).real) for bound in bounds)
    except MechanismError as error:
        raise AnalysisError(f"synthesise: bounds of '{name}': {error}") from None
    if not low < high:
        raise AnalysisError(
            f"synthesise: bounds of '{name}': the first must be below the second; found {shown(bounds)}"
        )
    return low, high
