"""Modes that carry derivatives, by the left and right eigenvectors of the linear model.

lambda_b = y' A_b x / y' x,   (lambda - A) x_b + lambda_b x = A_b x   with x' x_b = 0

Where modes merge, y' x goes to zero: they have no derivatives, while all others keep theirs.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linkwork.analysis.linear.neutral import without_round_off
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.numerics.analytic import STEP, carrying

if TYPE_CHECKING:
    from linkwork.analysis.linear.linear_model import LinearModel, Mode
    from linkwork.run.run import Run

_SAME = 1e-9  # of the fastest mode: eigenvalues this near to each other are one root several times
_CLOSE = 1e-6  # of the fastest mode: roots this near to each other are worth a note
_MERGED = 1e-5  # y' x of unit vectors: below, an eigenvector is all but missing


class Parts(NamedTuple):
    """Real and imaginary part of complex numbers, each of which carries its derivative."""

    real: Any
    imag: Any


def _parts(values: Any, slopes: Any) -> Parts:
    return Parts(carrying(np.real(values), np.real(slopes)), carrying(np.imag(values), np.imag(slopes)))


@dataclass(frozen=True)
class CarryingMode:
    """Numbers of a mode that carry derivatives; the parts of its eigenvalue and of its shape do so each.

    A mode that merges with another has no slope, one of a repeated root no slope of its shape.
    """

    mode: Mode
    known_slope: complex | None
    shape_slope: Array | None

    @property
    def slope(self) -> complex:
        """The derivative of the eigenvalue."""
        if self.known_slope is None:
            raise AnalysisError(
                f"modes merge here (at {self.mode.frequency:.6g} rad/s an eigenvector is missing), and their "
                "frequencies have no derivative; change a parameter a little, such as the damping"
            )
        return self.known_slope

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
        if self.mode.kind == "drifts":
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
        import scipy.linalg

        count = len(model.states) - 2 * len(model.drivers)
        self.model, self.count = model, count
        balanced, (self.scale, _) = scipy.linalg.matrix_balance(without_round_off(model), permute=False, separate=True)
        self.matrix = balanced
        self.values, self.left, self.right = scipy.linalg.eig(balanced, left=True)
        self.fastest = float(np.max(np.abs(self.values), initial=0.0))

    @cached_property
    def groups(self) -> list[list[int]]:
        """Numbers of eigenvalues, those of one root together."""
        groups = list[list[int]]()
        for number, value in enumerate(self.values):
            for group in groups:
                if abs(self.values[group[0]] - value) <= _SAME * self.fastest:
                    group.append(number)
                    break
            else:
                groups.append([number])
        return groups

    @cached_property
    def matched(self) -> list[int]:
        """Of every mode its eigenvalue, each of them once."""
        matched = dict[int, int]()
        modes = self.model.modes
        for number in sorted(range(len(modes)), key=lambda number: -modes[number].frequency):
            away = np.abs(self.values - modes[number].eigenvalue)
            away[list(matched.values())] = np.inf
            matched[number] = int(np.argmin(away))
        return [matched[number] for number in range(len(modes))]

    @property
    def _moving(self) -> list[tuple[int, int]]:
        """Numbers of the modes that do more than drift, with their eigenvalues."""
        modes = enumerate(zip(self.model.modes, self.matched, strict=True), 1)
        return [(number, root) for number, (mode, root) in modes if mode.kind != "drifts"]

    @cached_property
    def merged(self) -> set[int]:
        """Numbers of eigenvalues whose eigenvectors are all but dependent."""
        merged = set[int]()
        for group in self.groups:
            overlap = self.left[:, group].conj().T @ self.right[:, group]
            if np.linalg.svd(overlap, compute_uv=False)[-1] < _MERGED:
                merged.update(group)
        return merged

    def notes(self) -> list[str]:
        """What the user should know of roots that are repeated or close."""
        notes = []
        for group in self.groups:
            own = [number for number, root in self._moving if root in group]
            if len(own) > 1 and not self.merged.intersection(group):
                notes.append(
                    f"modes {', '.join(map(str, own))} have one root: their derivatives are those of the roots into "
                    "which it parts, in rising order"
                )
        for (number, root), (other, next_root) in itertools.pairwise(self._moving):
            apart = abs(self.values[root] - self.values[next_root])
            if _SAME * self.fastest < apart <= _CLOSE * self.fastest and not self.merged & {root, next_root}:
                notes.append(
                    f"modes {number} and {other} are close ({apart:.2g} rad/s apart): their derivatives hold for "
                    "changes much smaller than that"
                )
        return notes

    def carrying(self, linear_model: LinearModel) -> list[CarryingMode]:
        """The modes with the derivatives that the matrices of a model carry."""
        change = linear_model.A[: self.count, : self.count].imag / STEP * self.scale / self.scale[:, None]
        slopes = dict[int, complex]()
        for group in self.groups:
            if self.merged.isdisjoint(group):
                right, left = self.right[:, group], self.left[:, group].conj().T
                parted = np.linalg.eigvals(np.linalg.solve(left @ right, left @ change @ right)).astype(complex)
                slopes |= zip(group, parted[np.lexsort((parted.real, parted.imag))], strict=True)
        single = {group[0] for group in self.groups if len(group) == 1} & slopes.keys()
        ways = self._shapes(self.model), self._shapes(linear_model)
        return [
            CarryingMode(
                mode, slopes.get(own), self._shape(mode, own, change, linear_model, ways) if own in single else None
            )
            for mode, own in zip(self.model.modes, self.matched, strict=True)
        ]

    def _shape(
        self, mode: Mode, own: int, change: Array, linear_model: LinearModel, ways: tuple[Array, Array]
    ) -> Array:
        """The derivative of the shape of a mode whose largest coordinate stays 1.

        `ways` are how bodies move with each coordinate of the chart, without and with derivatives.
        """
        vector = self.right[:, own]
        bordered = np.block(
            [
                [self.values[own] * np.eye(self.count) - self.matrix, vector[:, None]],
                [vector.conj()[None, :], np.zeros((1, 1))],
            ]
        )
        moving = np.linalg.solve(bordered, np.append(change @ vector, 0.0))[:-1]
        vector, moving = self.scale * vector, self.scale * moving
        shapes, carried = ways
        to, to_slope = linear_model.to_chart[:, : self.count].real, linear_model.to_chart[:, : self.count].imag / STEP
        moved = shapes.real @ (to @ vector)
        slope = carried.imag / STEP @ (to @ vector) + shapes.real @ (to_slope @ vector + to @ moving)
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
