"""Fit: parameters identified from measured channels by least squares, with their uncertainties."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.given_numbers import require_number, require_whole
from linkwork.analysis.responses import read_response
from linkwork.analysis.verbs import with_method, with_solver
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, LinkworkError, shown
from linkwork.base.notebook_repr import ShowsItself
from linkwork.design.optimise.measured import Measured, read_measured
from linkwork.design.optimise.space import Space
from linkwork.design.studies.variants import prepare
from linkwork.expression.given import FilePath, public
from linkwork.run.comparison.beside import unit_in
from linkwork.run.comparison.measured_table import read_table
from linkwork.run.run import Run

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_FAR = 1e6  # residual of a design without values, in deviations
_DEPENDENT = 1e-8
LOSSES = ("linear", "soft_l1", "huber", "cauchy", "arctan")


@public
@dataclass
class Fit(ShowsItself):
    """Parameters with standard errors and correlations; the run that fits best beside the data."""

    mechanism: Mechanism
    parameters: dict[str, float]
    errors: dict[str, float]
    correlation: Array
    deviation: float
    """Root of the mean square of the residuals, in units of the deviations given."""
    run: Run
    measured: Measured
    converged: bool
    message: str
    evaluations: int
    notes: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        best = ", ".join(f"{name} = {value:.6g} +- {self.errors[name]:.2g}" for name, value in self.parameters.items())
        return f"<Fit: {best}>"

    def text(self) -> str:
        """The result in words."""
        lines = [f"{name} = {value:.8g} +- {self.errors[name]:.2g}" for name, value in self.parameters.items()]
        lines.append(f"residuals: {self.deviation:.4g} of the deviations given; {self.message}")
        return "\n".join(lines + self.notes)

    def plot(self, path: FilePath | None = None) -> Any:
        """The data and the run that fits them; with `path` also write the figure."""
        from linkwork.view.figures.optimum_figure import plot_fit

        return plot_fit(self, path)


@public
def fit(
    mechanism: Mechanism,
    data: Any,
    free: Mapping[str, Any],
    *,
    deviations: Mapping[str, float] | None = None,
    analysis: str = "simulate",
    points: int | None = None,
    loss: str = "linear",
    tolerance: float = 1e-10,
    iterations: int = 200,
    **options: Any,
) -> Fit:
    """The parameters with which the channels of an analysis come nearest to measured ones.

    `data` holds `t` and channels such as `slider.x`: a mapping, a DataFrame or the path of a CSV file. `deviations`
    are the standard deviations of the measurements; left out, each channel counts by its spread. `loss` makes far-off
    data count less: linear, soft_l1, huber, cauchy, arctan.
    """
    from scipy.optimize import least_squares

    if loss not in LOSSES:
        raise AnalysisError(f"fit: loss is one of: {', '.join(LOSSES)}; found {shown(loss)}")
    require_number("tolerance", tolerance)
    require_whole("iterations", iterations, 1)
    measured, space = read_measured(data, deviations), Space(mechanism, free)
    count = points or measured.grid_points
    fitted = _Fitted(mechanism, measured, space, analysis, count, options)
    fitted.residuals(space.seen(space.start), first=True)
    read_table(data, lambda name: unit_in(fitted.latest, name))  # refuses columns in units of another kind
    solution = least_squares(
        fitted.residuals,
        space.seen(space.start),
        jac=fitted.slopes,
        bounds=space.seen_bounds,
        xtol=tolerance,
        ftol=tolerance,
        gtol=tolerance,
        loss=loss,
        max_nfev=iterations,
        x_scale="jac",
    )
    return fitted.result(solution)


class _Fitted:
    """Residuals and their derivatives."""

    def __init__(
        self, mechanism: Mechanism, measured: Measured, space: Space, analysis: str, points: int, options: Any
    ) -> None:
        self.mechanism, self.measured, self.space = mechanism, measured, space
        self.options = {**with_method(options), "start": measured.start}
        self.analysis, self.points = analysis, points
        texts = [f"final({name})" for name in measured.channels]
        self.variants = prepare(mechanism, space.names, analysis, measured.end, points, texts, self.options)
        self.responses = [read_response(name) for name in measured.channels]
        self.evaluations, self.notes = 0, list[str]()
        self._differences = False

    def _run(self, x: Array) -> Run:
        variant_run = self.variants.result(self.space.values(x).tolist())
        assert isinstance(variant_run, Run)
        return variant_run

    def residuals(self, x: Array, first: bool = False) -> Array:
        """Channels less the measured ones, in deviations."""
        self.evaluations += 1
        try:
            self.latest = self._run(x)
            return self.measured.residuals(self.latest)
        except LinkworkError as error:
            if first:
                raise AnalysisError(f"fit: the first design has no values: {error}") from None
            return np.full(self.measured.size, _FAR)

    def slopes(self, x: Array) -> Array:
        """Derivatives of the residuals by what the method sees."""
        if not self._differences:
            try:
                return self._exact(x) * self.space.unit
            except AnalysisError as error:
                self._differences = True
                self.notes.append(f"derivatives by differences, for exact ones are not to be had: {error}")
        return self.space.differences(self._residuals, self.space.values(x)) * self.space.unit

    def _residuals(self, design: Array) -> Array | None:
        """The residuals of a design; none when it has no values."""
        try:
            return self.measured.residuals(self._run(self.space.seen(design)))
        except LinkworkError:
            return None

    def _exact(self, x: Array) -> Array:
        own = self.variants.mechanism
        own.set(**self.space.named(self.space.values(x)))
        sensitivity = own.sensitivity(
            of=list(self.measured.channels),
            to=list(self.space.names),
            analysis=self.analysis,
            until=self.measured.end,
            points=self.points,
            **with_solver(self.options),
        )
        columns = []
        for name in self.space.names:
            slopes = {channel: np.asarray(sensitivity[channel, name]) for channel in self.measured.channels}
            columns.append(self.measured.at_times(sensitivity.run.t, slopes))
        return np.array(columns).T

    def result(self, solution: Any) -> Fit:
        """The fit with its uncertainties."""
        values = self.space.values(solution.x)
        own = self.mechanism.copied(**self.space.named(values))
        jacobian = solution.jac / self.space.unit
        _, singular, right = np.linalg.svd(jacobian / _sizes(jacobian), full_matrices=False)
        weak = singular < _DEPENDENT * singular[0]
        notes = list(self.notes)
        for row in right[weak]:
            parts = [name for name, part in zip(self.space.names, row, strict=True) if abs(part) > 0.1]
            notes.append(f"the data do not tell {', '.join(parts)} apart")
        freedoms = max(self.measured.size - len(values), 1)
        squares = float(np.sum(solution.fun**2))
        variance = squares / freedoms
        covariance = np.linalg.pinv(jacobian.T @ jacobian) * variance
        errors = np.sqrt(np.maximum(np.diag(covariance), 0.0))
        correlation = covariance / np.maximum(np.outer(errors, errors), 1e-300)
        return Fit(
            own,
            self.space.named(values),
            dict(zip(self.space.names, map(float, errors), strict=True)),
            correlation,
            float(np.sqrt(squares / max(self.measured.size, 1))),
            self._run(solution.x),
            self.measured,
            bool(solution.success),
            str(solution.message),
            self.evaluations,
            notes,
        )


def _sizes(jacobian: Array) -> Array:
    return np.maximum(np.linalg.norm(jacobian, axis=0), 1e-300)
