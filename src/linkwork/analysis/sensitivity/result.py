"""Sensitivity: derivatives of channels and responses by parameters, as numbers, tables and tornado figures."""

from __future__ import annotations

from dataclasses import field
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.late_dataclass import dataclass
from linkwork.base.names import suggestion
from linkwork.base.notebook_repr import ShowsItself
from linkwork.expression.given import FilePath, public


@public
@dataclass
class Sensitivity(ShowsItself):
    """Derivatives of what was asked for (`of`) by parameters (`to`).

    `s["slider.x", "l"]` is the derivative: a number, or an array over the run for a channel; `s["slider.x"]` all of
    them by parameter. `values` are what is differentiated, `parameters` the values of the parameters.
    """

    mechanism: str
    analysis: str
    method: str
    of: tuple[str, ...]
    to: tuple[str, ...]
    parameters: dict[str, float]
    values: dict[str, Any]
    derivatives: dict[tuple[str, str], Any]
    units: dict[str, str]
    run: Any = None
    t: Array | None = None
    notes: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<Sensitivity of {self.mechanism!r}: {', '.join(self.of)} to {', '.join(self.to)}>"

    def __getitem__(self, key: str | tuple[str, str]) -> Any:
        of, to = key if isinstance(key, tuple) else (key, None)
        if of not in self.of:
            raise AnalysisError(f"'{of}' was not differentiated{suggestion(of, self.of, 'responses')}")
        if to is None:
            return {name: self.derivatives[of, name] for name in self.to}
        if to not in self.to:
            raise AnalysisError(f"nothing was differentiated by '{to}'{suggestion(to, self.to, 'parameters')}")
        return self.derivatives[of, to]

    def _value(self, of: str) -> Any:
        """What is differentiated."""
        if of not in self.values:
            raise AnalysisError(f"'{of}' was not differentiated{suggestion(of, self.of, 'responses')}")
        return self.values[of]

    def is_history(self, of: str) -> bool:
        """Whether it has a value at every point of the run."""
        return np.ndim(self._value(of)) > 0

    def largest(self, of: str, to: str) -> float:
        """The derivative itself, or of a history the largest one in size."""
        largest = np.atleast_1d(self[of, to])
        sizes = np.where(np.isfinite(largest), np.abs(largest), -1.0)
        return float(largest[int(np.argmax(sizes))])

    def size(self, of: str) -> float:
        """The size of what is differentiated: of a history the largest one."""
        values = np.abs(np.atleast_1d(self._value(of)))
        return float(np.max(values[np.isfinite(values)], initial=0.0))

    def change(self, of: str, to: str, percent: float = 1.0) -> float:
        """How much it changes, in its own unit, when the parameter grows by so many percent."""
        return self.largest(of, to) * self.parameters[to] * percent / 100.0

    def elasticity(self, of: str, to: str) -> float:
        """By how many percent it changes when the parameter grows by one; no number where it is zero itself."""
        size = self.size(of)
        return float("nan") if size == 0.0 else self.change(of, to) / size * 100.0

    def gradient(self) -> Array:
        """Derivatives of numbers: one row a response, one column a parameter."""
        histories = [of for of in self.of if self.is_history(of)]
        if histories:
            raise AnalysisError(f"'{histories[0]}' is a channel over time; take final(...), max(...) or another number")
        return np.array([[self[of, to] for to in self.to] for of in self.of], float)

    def table(self) -> str:
        """The derivatives in words, what matters most first."""
        from linkwork.analysis.sensitivity.sensitivity_text import table_of

        return table_of(self)

    text = table

    def to_pandas(self) -> Any:
        """One row for each pair as a pandas DataFrame; with histories alone, their derivatives over time."""
        from linkwork.analysis.sensitivity.sensitivity_text import frame_of

        return frame_of(self)

    def to_dict(self) -> dict[str, Any]:
        """The derivatives as plain data."""
        from linkwork.analysis.sensitivity.sensitivity_text import plain

        return {
            "analysis": self.analysis,
            "method": self.method,
            "parameters": self.parameters,
            "values": {of: plain(self.values[of]) for of in self.of},
            "derivatives": {of: {to: plain(self[of, to]) for to in self.to} for of in self.of},
            "units": self.units,
            "notes": self.notes,
        }

    def tornado(self, *of: str, percent: float = 1.0, path: FilePath | None = None) -> Any:
        """Bars of what a change of each parameter by so many percent does, the longest on top."""
        from linkwork.view.figures.tornado_figure import plot_tornado

        for name in of:
            self[name]
        return plot_tornado(self, of or self.of, percent, path)

    def plot(self, *of: str, path: FilePath | None = None) -> Any:
        """Plot derivatives of channels over time."""
        from linkwork.view.figures.tornado_figure import plot_histories

        for name in of:
            self[name]
        return plot_histories(self, of or self.of, path)
