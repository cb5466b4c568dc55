"""The space of designs: free parameters with their bounds, seen by the methods as numbers of size one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, shown
from linkwork.base.names import suggestion
from linkwork.expression import as_expression, resolve_parameters
from linkwork.mechanism.dimensions.given_values import refuse_other_units

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_SMALL = 1e-6  # of a parameter's unit: step of differences


class Space:
    """Free parameters: bounds, the values that the mechanism has, and units in which a method sees them.

    A number between two finite bounds is seen from 0 to 1; others in units of their own size.
    """

    def __init__(self, mechanism: Mechanism, free: Mapping[str, Any]) -> None:
        if not isinstance(free, Mapping) or not free:
            raise AnalysisError("name the parameters that are free, with bounds: free={'l': (2, 3)}; None: no bound")
        known = resolve_parameters(mechanism.parameters_by_name)
        bounds = []
        for name, given in free.items():
            if name not in known:
                raise AnalysisError(f"parameter {shown(name)} is not defined{suggestion(name, known, 'parameters')}")
            bounds.append(_bounds(name, given))
        refuse_other_units(mechanism, free)
        self.names = tuple(free)
        self.low, self.high = np.array(bounds, float).T
        self.start = np.clip([float(np.real(known[name])) for name in self.names], self.low, self.high)
        finite = np.isfinite(self.low) & np.isfinite(self.high)
        size = np.where(self.start == 0.0, 1.0, np.abs(self.start))
        self.origin = np.where(finite, self.low, 0.0)
        self.unit = np.where(finite, np.where(finite, self.high, 1.0) - np.where(finite, self.low, 0.0), size)

    def seen(self, values: Array) -> Array:
        """Values of the parameters as a method sees them."""
        return (np.asarray(values, float) - self.origin) / self.unit

    def values(self, x: Array) -> Array:
        """The parameters that a method means, never beyond their bounds."""
        return np.clip(self.origin + self.unit * np.asarray(x, float), self.low, self.high)

    def named(self, values: Array) -> dict[str, float]:
        """Values by the names of the parameters."""
        return dict(zip(self.names, map(float, values), strict=True))

    @property
    def seen_bounds(self) -> tuple[Array, Array]:
        """Bounds as a method sees them."""
        return self.seen(self.low), self.seen(self.high)

    def differences(self, values_of: Callable[[Array], Array | None], design: Array) -> Array:
        """Derivatives by the parameters of numbers that designs have, one column each.

        Central, or one-sided where a side is beyond a bound or has no values.
        """
        columns = []
        for number, unit in enumerate(self.unit):
            sides: list[tuple[float, Array]] = []
            for side in (_SMALL, -_SMALL, 0.0):
                moved = design.copy()
                moved[number] += side * unit
                if len(sides) == 2 or not self.low[number] <= moved[number] <= self.high[number]:
                    continue
                values = values_of(moved)
                if values is not None:
                    sides.append((float(moved[number]), values))
            if len(sides) < 2:
                at = ", ".join(f"{name} = {value:.6g}" for name, value in self.named(design).items())
                raise AnalysisError(
                    f"the responses have no derivative by '{self.names[number]}' at {at}: designs beside it have no "
                    "values; take narrower bounds, or a method without derivatives such as 'cobyqa'"
                )
            columns.append((sides[0][1] - sides[1][1]) / (sides[0][0] - sides[1][0]))
        return np.array(columns).T

    def require_bounds(self, method: str) -> None:
        """Refuse a method that searches everywhere where there is no end."""
        for name, low, high in zip(self.names, self.low, self.high, strict=True):
            if not np.isfinite(low) or not np.isfinite(high):
                raise AnalysisError(f"{method} searches between bounds: give both for '{name}', as in ({name}: (1, 2))")


def _bounds(name: str, given: Any) -> tuple[float, float]:
    """Lower and upper bound of a parameter; None is none."""
    if given is None:
        return -np.inf, np.inf
    try:
        low, high = given
    except (TypeError, ValueError):
        raise AnalysisError(
            f"parameter '{name}': give a lower and an upper bound, as in (2, 3); found {shown(given)}"
        ) from None
    ends = (-np.inf if low is None else _number(name, low), np.inf if high is None else _number(name, high))
    if not ends[0] < ends[1]:
        raise AnalysisError(f"parameter '{name}': the lower bound {ends[0]:g} is not below the upper one {ends[1]:g}")
    return ends


def _number(name: str, value: Any) -> float:
    try:
        return float(as_expression(value).value({}).real)
    except Exception:
        raise AnalysisError(f"parameter '{name}': the bound {shown(value)} is no number") from None
