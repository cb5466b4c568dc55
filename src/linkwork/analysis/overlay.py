"""Overlay: the same analysis for several values of a parameter, to be laid over each other in one figure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linkwork.analysis.verbs import OVER_TIME, options_of
from linkwork.base.errors import AnalysisError, LinkworkError, shown
from linkwork.base.late_dataclass import dataclass
from linkwork.base.listed import is_listed
from linkwork.base.names import suggestion
from linkwork.base.progress import Progress
from linkwork.expression.given import FilePath, public
from linkwork.run.run import Run

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


@public
@dataclass
class Overlay:
    """Runs by label, such as `l = 2.5`; values that failed are in `failed` with the reason."""

    runs: dict[str, Run]
    failed: dict[str, str]

    def __getitem__(self, label: str) -> Run:
        if label in self.failed:
            raise AnalysisError(f"overlay: the run of '{label}' failed: {self.failed[label]}")
        if label not in self.runs:
            raise AnalysisError(f"overlay: there is no run {shown(label)}{suggestion(label, self.runs, 'runs')}")
        return self.runs[label]

    def __iter__(self) -> Iterator[str]:
        """The labels of the runs, as in `for label in overlay: overlay[label]`."""
        return iter(self.runs)

    def plot(self, *names: str, path: FilePath | None = None) -> Any:
        """Channels of all runs over time, laid over each other."""
        from linkwork.view.show import plot

        return plot(list(self.runs.values()), names, path=path, labels=list(self.runs))

    def cross_plot(self, x: str, y: str, path: FilePath | None = None) -> Any:
        """One channel over another for all runs."""
        from linkwork.view.show import cross_plot

        return cross_plot(list(self.runs.values()), x, y, path=path, labels=list(self.runs))


def overlay(
    mechanism: Mechanism,
    varied: Mapping[str, Sequence[Any]],
    until: Any,
    points: int,
    progress: bool,
    *,
    analysis: str = "kinematics",
    options: Mapping[str, Any] | None = None,
) -> Overlay:
    """Run an analysis with its options for each value of one parameter (or of several that change together)."""
    _check(mechanism, varied, analysis, options or {})
    lengths = {len(values) for values in varied.values()}
    before = {name: mechanism.parameters_by_name[name] for name in varied}
    result = Overlay({}, {})
    count = lengths.pop()
    try:
        with Progress("overlay", count, show=progress) as bar:
            for number in range(count):
                chosen = {name: values[number] for name, values in varied.items()}
                _one(mechanism, chosen, (analysis, until, points), dict(options or {}), result)
                bar.update(number + 1, 1, 1.0)
    finally:
        restore(mechanism, before)
    return result


def separate(mechanism: Mechanism, analysis: str, named: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Values of parameters, and options of the analysis; a name that is both is the parameter."""
    known = options_of(analysis) - set(mechanism.parameters_by_name)
    varied = {name: value for name, value in named.items() if name not in known}
    return varied, {name: value for name, value in named.items() if name in known}


def _check(mechanism: Mechanism, varied: Mapping[str, Any], analysis: str, options: Mapping[str, Any]) -> None:
    """Refuse an overlay whose analysis, parameters or values make no sense."""
    if analysis not in OVER_TIME:
        known = ", ".join(OVER_TIME)
        raise AnalysisError(f"overlay: there is no analysis {analysis!r} to repeat; choose one of: {known}")
    if not varied:
        taken = f"; only parameters are varied, {', '.join(options)} went to {analysis} as an option" if options else ""
        raise AnalysisError(f"an overlay varies at least one parameter, as in overlay(until=1, l=[2.5, 3.5]){taken}")
    for name, values in varied.items():
        if name not in mechanism.parameters_by_name:
            known = suggestion(name, mechanism.parameters_by_name, "parameters")
            raise AnalysisError(f"overlay: parameter '{name}' is not defined{known}")
        if isinstance(values, bytes | Mapping) or not is_listed(values) or not hasattr(values, "__getitem__"):
            example = f"{name}=[2.5, 3.5]"
            raise AnalysisError(f"overlay: give a list of values for '{name}', as in {example}; found {shown(values)}")
    lengths = {len(values) for values in varied.values()}
    if len(lengths) != 1:
        raise AnalysisError("an overlay varies parameters together: give each the same number of values")
    if lengths == {0}:
        raise AnalysisError("overlay: the list of values is empty")


def restore(mechanism: Mechanism, before: dict[str, Any]) -> None:
    """The values as they were, even when they made no sense."""
    try:
        mechanism.set(**before)
    except LinkworkError:
        mechanism.parameters_by_name = mechanism.parameters_by_name | before
        mechanism._changed()


def _one(
    mechanism: Mechanism,
    chosen: dict[str, Any],
    asked: tuple[str, Any, int],
    options: dict[str, Any],
    result: Overlay,
) -> None:
    label = ", ".join(f"{name} = {value}" for name, value in chosen.items())
    analysis, until, points = asked
    try:
        mechanism.set(**chosen)
        result.runs[label] = getattr(mechanism, analysis)(until, points, progress=False, **options)
    except LinkworkError as error:
        result.failed[label] = str(error)
