"""Contributions: how much of the deviation of a response comes from the tolerance of each parameter.

To first order the deviation of a response y is the root of the sum of (dy/db * deviation of b) squared, and the most it
can change is the sum of |dy/db| * tolerance of b. The slopes dy/db are those of the plane that fits the variants best,
or exact ones from a sensitivity.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import AnalysisError
from linkwork.expression.given import FilePath, public

if TYPE_CHECKING:
    from linkwork.design.studies.results import Results


@dataclass(frozen=True)
class Contribution:
    """Of one parameter: the slope, the deviation and the largest change that it causes, its share of the variance."""

    name: str
    slope: float
    deviation: float
    most: float
    share: float


@public
@dataclass(frozen=True)
class Contributions:
    """Of all parameters, the largest first; `explained` is the share of the variance that the slopes tell."""

    response: str
    parts: tuple[Contribution, ...]
    explained: float

    @public
    def __getitem__(self, name: str) -> Contribution:
        for part in self.parts:
            if part.name == name:
                return part
        raise AnalysisError(f"study: parameter {name!r} does not vary; those that do: {self._names()}")

    def __iter__(self) -> Any:
        return iter(self.parts)

    @property
    def deviation(self) -> float:
        """The deviation of the response to first order."""
        return float(np.sqrt(sum(part.deviation**2 for part in self.parts)))

    @property
    def most(self) -> float:
        """The most that the response changes to first order, with every tolerance at its worst."""
        return float(sum(part.most for part in self.parts))

    def text(self) -> str:
        """A table."""
        width = max(len("parameter"), *(len(part.name) for part in self.parts))
        head = f"{'parameter':<{width}}  {'slope':>12}  {'deviation':>10}  {'at most':>10}  share"
        lines = [f"{self.response}: where its deviation comes from", head]
        for part in self.parts:
            numbers = f"{part.slope:12.5g}  {part.deviation:10.4g}  {part.most:10.4g}"
            lines.append(f"{part.name:<{width}}  {numbers}  {100 * part.share:5.1f} %")
        lines.append(f"together: deviation {self.deviation:.4g}, at most {self.most:.4g}")
        lines.append(f"the slopes explain {100 * self.explained:.4g} % of the variance")
        return "\n".join(lines)

    def plot(self, path: FilePath | None = None) -> Any:
        """Shares of the variance as bars."""
        from linkwork.view.figures.study_figure import contribution_bars

        return contribution_bars(self, path)

    def _names(self) -> str:
        return ", ".join(part.name for part in self.parts)


def contributions(results: Results, response: str, slopes: Any = None) -> Contributions:
    """Contributions to a response; `slopes` are its derivatives by name, or what `sensitivity` found."""
    values = results.column(response)
    good = np.isfinite(values)
    table = np.column_stack([results.column(name)[good] for name in results.names])
    if good.sum() < len(results.names) + 2:
        raise AnalysisError(f"study: too few variants have a value of '{response}' to tell what it depends on")
    known = _given(slopes, response, results.names) if slopes is not None else _fitted(table, values[good])
    deviations, halves = _spreads(results, table)
    caused = np.abs(known) * deviations
    total = float(np.sum(caused**2)) or 1.0
    rest = values[good] - table @ known
    variance = float(np.var(values[good]))
    explained = 1.0 - float(np.var(rest)) / variance if variance > 0 else 1.0
    parts = [
        Contribution(name, float(slope), float(one), float(abs(slope) * half), float(one**2 / total))
        for name, slope, one, half in zip(results.names, known, caused, halves, strict=True)
    ]
    return Contributions(response, tuple(sorted(parts, key=lambda part: -part.deviation)), explained)


def _fitted(table: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Slopes of the plane that fits best; parameters are scaled, so that units do not matter."""
    centred = table - table.mean(axis=0)
    scale = np.where(centred.any(axis=0), np.abs(centred).max(axis=0), 1.0)
    fitted = np.linalg.lstsq(centred / scale, values - values.mean(), rcond=None)[0]
    return np.asarray(fitted / scale)


def _given(slopes: Any, response: str, names: tuple[str, ...]) -> NDArray[np.float64]:
    by_name = isinstance(slopes, Mapping)
    try:
        return np.array([float(slopes[name] if by_name else slopes[response, name]) for name in names])
    except (KeyError, TypeError, ValueError, IndexError, AnalysisError):
        raise AnalysisError(f"study: slopes must give one number for each of: {', '.join(names)}") from None


def _spreads(results: Results, table: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Deviation and half the range of each parameter: of its tolerance, or as the variants have it."""
    tolerances = getattr(results.plan, "tolerances", None)
    if tolerances is None:
        return np.std(table, axis=0), 0.5 * np.ptp(table, axis=0)
    limits = np.array([tolerances[name].limits for name in results.names])
    return np.array([tolerances[name].deviation for name in results.names]), 0.5 * (limits[:, 1] - limits[:, 0])
