"""Front: the designs of a Pareto front, as a table, a figure and a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, shown
from linkwork.expression.given import FilePath, public

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


@public
@dataclass
class Front:
    """Designs, one a row, and their criteria; sorted by the first criterion."""

    source: Mechanism
    names: tuple[str, ...]
    criteria: tuple[str, ...]
    designs: Array
    values: Array
    evaluations: int = 0
    failures: dict[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.designs)

    def __repr__(self) -> str:
        return f"<Front of {len(self)} designs: {', '.join(self.criteria)}>"

    def parameters(self, number: int) -> dict[str, float]:
        """The parameters of a design."""
        return dict(zip(self.names, map(float, self.designs[number]), strict=True))

    def mechanism(self, number: int) -> Mechanism:
        """A copy of the mechanism with the parameters of a design."""
        mechanism: Mechanism = self.source.copied(**self.parameters(number))
        return mechanism

    def nearest(self, goals: Sequence[float] | None = None) -> int:
        """The design nearest to goals, or to the best of each criterion, measured by the extent of the front."""
        low, high = np.min(self.values, axis=0), np.max(self.values, axis=0)
        aim = low if goals is None else np.asarray(goals, float)
        if aim.shape != low.shape:
            raise AnalysisError(f"goals: {len(low)} numbers are wanted, one a criterion; found {shown(goals)}")
        extent = np.where(high > low, high - low, 1.0)
        return int(np.argmin(np.sum(((self.values - aim) / extent) ** 2, axis=1)))

    def to_pandas(self) -> Any:
        """Parameters and criteria as a DataFrame, one row a design; a parameter that is a criterion too stands once."""
        from pandas import DataFrame

        columns = dict(zip(self.criteria, self.values.T, strict=True)) | dict(
            zip(self.names, self.designs.T, strict=True)
        )
        return DataFrame({name: columns[name] for name in (*self.names, *self.criteria)})

    def plot(self, x: str | None = None, y: str | None = None, path: FilePath | None = None) -> Any:
        """One criterion over another, coloured by a third where there is one; with `path` also write the figure.

        A path that ends in .html gives a page on which a design under the pointer tells its parameters.
        """
        from linkwork.view.figures.front_figure import plot_front

        return plot_front(self, x, y, path)
