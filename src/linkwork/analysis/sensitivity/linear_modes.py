"""Modes that carry derivatives, by the left and right eigenvectors of the linear model.

lambda_b = y' A_b x,   x_b = sum over the others of  x_j (y_j' A_b x) / (lambda - lambda_j),   with y' x = 1
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linkwork.errors import AnalysisError
from linkwork.numerics.analytic import STEP, carrying

if TYPE_CHECKING:
    from linkwork.analysis.linear_model import LinearModel, Mode
    from linkwork.run.run import Run

Array = NDArray[Any]
_SAME = 1e-6  # of the fastest mode: eigenvalues this near to each other are one root several times


class Parts(NamedTuple):
    """Real and imaginary part of complex numbers, each of which carries its derivative."""

    real: Any
    imag: Any


def _parts(values: Any, slopes: Any) -> Parts:
    return Parts(carrying(np.real(values), np.real(slopes)), carrying(np.imag(values), np.imag(slopes)))


@dataclass(frozen=True)
class CarryingMode:
    """Numbers of a mode that carry derivatives; the parts of its eigenvalue and of its shape do so each."""

    mode: Mode
    slope: complex
    shape_slope: Array | None

    @property
    def eigenvalue(self) -> Parts:
        """The eigenvalue, 1/s."""
        return _parts(self.mode.eigenvalue, self.slope)

    @property
    def shape(self) -> Parts:
        """How all coordinates move, the largest one (in model lengths or radians) being 1."""
        if self.shape_slope is None:
            raise AnalysisError("modes of one root have no shape of their own to differentiate")
        return _parts(self.mode.shape, self.shape_slope)

    @property
    def frequency(self) -> complex:
        """Natural frequency in rad/s."""
        return complex(self._size, STEP * self._growth)

    @property
    def hertz(self) -> complex:
        """Natural frequency in Hz."""
        return self.frequency / (2 * np.pi)

    @property
    def damping(self) -> complex:
        """Damping ratio."""
        value = self.mode.eigenvalue
        slope = -self.slope.real / self._size + value.real * self._growth / self._size**2
        return complex(self.mode.damping, STEP * slope)

    @property
    def _size(self) -> float:
        if self.mode.eigenvalue == 0.0:
            raise AnalysisError("a mode that drifts has no frequency to differentiate; name the modes that oscillate")
        return abs(self.mode.eigenvalue)

    @property
    def _growth(self) -> float:
        return float((self.mode.eigenvalue.conjugate() * self.slope).real) / self._size


@dataclass(frozen=True)
class CarryingModel:
    """A linear model with derivatives by one parameter; `still` is the state it is about."""

    model: LinearModel
    modes: list[CarryingMode]
    still: Run

    def __getattr__(self, name: str) -> Any:
        return getattr(self.model, name)


class Modes:
    """The modes of a model, with what their derivatives need."""

    def __init__(self, model: LinearModel) -> None:
        count = len(model.states) - 2 * len(model.drivers)
        values, self.right = np.linalg.eig(model.A[:count, :count])
        self.model, self.count, self.values = model, count, values.astype(complex)
        self.room = _SAME * float(np.max(np.abs(values), initial=0.0))
        try:
            self.left = np.linalg.inv(self.right)
        except np.linalg.LinAlgError:
            raise AnalysisError(
                f"{model.mechanism.name}: modes merge here (an eigenvector is missing), and frequencies have no "
                "derivative"
            ) from None

    @cached_property
    def groups(self) -> list[list[int]]:
        """Numbers of eigenvalues, those of one root together."""
        found = list[list[int]]()
        for number, value in enumerate(self.values):
            for group in found:
                if abs(self.values[group[0]] - value) <= self.room:
                    group.append(number)
                    break
            else:
                found.append([number])
        return found

    @cached_property
    def matched(self) -> list[int]:
        """Of every mode its eigenvalue, each of them once."""
        found = list[int]()
        for mode in self.model.modes:
            away = np.abs(self.values - mode.eigenvalue)
            away[found] = np.inf
            found.append(int(np.argmin(away)))
        return found

    def notes(self) -> list[str]:
        """What the user should know of roots that are repeated."""
        places = [[n for n, own in enumerate(self.matched, 1) if own in group] for group in self.groups]
        return [
            f"modes {', '.join(map(str, own))} have one root: their derivatives are those of the roots into which it "
            "parts, in rising order"
            for own in places
            if len(own) > 1
        ]

    def carrying(self, found: LinearModel) -> list[CarryingMode]:
        """The modes with the derivatives that the matrices of the model `found` carry."""
        whole = self.left @ (found.A[: self.count, : self.count].imag / STEP) @ self.right
        changes = np.diag(whole).astype(complex)
        several = [group for group in self.groups if len(group) > 1]
        for group in several:
            parted = np.linalg.eigvals(whole[np.ix_(group, group)])
            changes[group] = parted[np.lexsort((parted.real, parted.imag))]
        repeated = {number for group in several for number in group}
        modes = zip(self.model.modes, self.matched, strict=True)
        return [
            CarryingMode(mode, changes[own], None if own in repeated else self._shape(mode, own, whole, found))
            for mode, own in modes
        ]

    def _shape(self, mode: Mode, own: int, whole: Array, found: LinearModel) -> Array:
        """The derivative of the shape of a mode whose largest coordinate stays 1."""
        others = np.arange(self.count) != own
        parts = whole[others, own] / (self.values[own] - self.values[others])
        vector, change = self.right[:, own], self.right[:, others] @ parts
        shapes, carried = self._shapes(self.model), self._shapes(found)
        to, to_slope = found.to_chart[:, : self.count].real, found.to_chart[:, : self.count].imag / STEP
        moved = shapes.real @ (to @ vector)
        slope = carried.imag / STEP @ (to @ vector) + shapes.real @ (to_slope @ vector + to @ change)
        scale = self.model.dynamics.whole.column_scale
        largest = self.model.dynamics.whole.coordinates.index(mode.moves_most)
        pivot, pivot_slope = moved[largest], slope[largest]
        unscaled: Array = (slope - moved * pivot_slope / pivot) / pivot
        return unscaled * scale

    @staticmethod
    def _shapes(model: LinearModel) -> Array:
        """How all scaled coordinates of the bodies move with each minimal one of the chart, as columns."""
        twin, chart = model.about.twin, model.about.chart
        twin.evaluate(chart.q0.astype(twin.system.dtype), chart.t)
        return twin.carried(chart.shapes(twin))
