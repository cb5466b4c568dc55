"""Maps of a machine on struts: stiffness and compliance over a plane of positions, as tables and pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.figure_file import written
from linkwork.expression.given import public, publicly_made

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MEASURES = ("softest", "stiffest", "condition", "translation", "rotation", "mean compliance")
_SINGULAR = 1e-9


def _without_rounding(stiffnesses: Array) -> Array:
    """The least of growing stiffnesses, zero where it is no more than rounding of the greatest."""
    return np.where(stiffnesses[..., 0] <= _SINGULAR * stiffnesses[..., -1], 0.0, stiffnesses[..., 0])


@public
@publicly_made
@dataclass(frozen=True)
class StrutMap:
    """Stiffness matrices over a plane: rows for `first`, columns for `second`; rotations count at `length` (m).

    `inner` and `outer` are the joints of the machine, `at` the third coordinate of the plane, for its page.
    """

    plane: str
    first: Array
    second: Array
    matrices: Array
    length: float
    inner: Any = None
    outer: Any = None
    at: float = 0.0

    @cached_property
    def principal(self) -> Array:
        """Principal stiffnesses in N/m with rotations as displacements at the characteristic length, least first."""
        scale = np.array([1.0, 1.0, 1.0, 1 / self.length, 1 / self.length, 1 / self.length])
        principal: Array = np.linalg.eigvalsh(self.matrices * np.outer(scale, scale))
        return principal

    @property
    def normalised(self) -> Array:
        """k*: principal stiffnesses with N, N m, um and urad, 1e-6 of those in SI at a length of one metre."""
        return 1e-6 * self.principal

    @property
    def singular(self) -> Array:
        """Where some small motion meets no resistance."""
        singular: Array = self.principal[..., 0] <= _SINGULAR * self.principal[..., -1]
        return singular

    def measure(self, name: str) -> Array:
        """One number a position: `softest`, `stiffest` (N/m), `condition` (softest over stiffest), the softest of the
        block of `translation` (N/m) or `rotation` (N m/rad) by itself, or the `mean compliance` (m/N), infinite where
        singular."""
        if name == "softest":
            return _without_rounding(self.principal)
        if name == "stiffest":
            return self.principal[..., -1]
        if name == "condition":
            return _without_rounding(self.principal) / self.principal[..., -1]
        if name in ("translation", "rotation"):
            block = slice(0, 3) if name == "translation" else slice(3, 6)
            return _without_rounding(np.linalg.eigvalsh(self.matrices[..., block, block]))
        if name == "mean compliance":
            with np.errstate(divide="ignore"):
                inverse = np.mean(1.0 / np.where(self.singular[..., None], 0.0, self.principal), axis=-1)
            return np.asarray(inverse)
        raise AnalysisError(f"a map has no measure {name!r}; measures are: {', '.join(MEASURES)}")

    def table(self, name: str) -> list[tuple[float, float, float]]:
        """Rows of both coordinates and a measure."""
        values = self.measure(name)
        return [
            (float(x), float(y), float(values[i, j]))
            for i, x in enumerate(self.first)
            for j, y in enumerate(self.second)
        ]

    def page(self, path: str | Path) -> Path:
        """A page (.html, one file): every measure over the plane, the machine and its numbers where one points."""
        from linkwork.view.fields.map_page import write_strut_map_page

        write_strut_map_page(self, Path(path))
        return Path(path)

    def plot(self, name: str = "softest", path: str | Path | None = None) -> Figure:
        """A picture of a measure over the plane; singular positions are crossed."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=(5, 4), layout="constrained")
        axes = figure.add_subplot()
        shown = axes.pcolormesh(self.first, self.second, self.measure(name).T, shading="nearest")
        figure.colorbar(shown, label=name)
        i, j = np.nonzero(self.singular)
        axes.plot(self.first[i], self.second[j], "x", color="black", markersize=3)
        axes.set(xlabel=f"{self.plane[0]} (m)", ylabel=f"{self.plane[1]} (m)", aspect="equal")
        return written(figure, path, dpi=150)
