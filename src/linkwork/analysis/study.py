"""Study: the same motion for several values of a parameter, to be laid over each other in one figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from linkwork.errors import AnalysisError, LinkworkError
from linkwork.progress import Progress
from linkwork.run.run import Run
from linkwork.system.scope import suggestion

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar


@dataclass
class Study:
    """Runs by label, such as `l = 2.5`; values that failed are in `failed` with the reason."""

    runs: dict[str, Run]
    failed: dict[str, str]

    def __getitem__(self, label: str) -> Run:
        if label in self.failed:
            raise AnalysisError(f"study: the run of '{label}' failed: {self.failed[label]}")
        if label not in self.runs:
            raise AnalysisError(f"study: there is no run '{label}'{suggestion(str(label), self.runs, 'runs')}")
        return self.runs[label]

    def plot(self, *names: str, path: Any = None) -> Any:
        """Channels of all runs over time, laid over each other."""
        from linkwork.view.show import plot

        return plot(list(self.runs.values()), names, path=path, labels=list(self.runs))

    def cross_plot(self, x: str, y: str, path: Any = None) -> Any:
        """One channel over another for all runs."""
        from linkwork.view.show import cross_plot

        return cross_plot(list(self.runs.values()), x, y, path=path, labels=list(self.runs))


def study(mechanism: Planar, varied: Mapping[str, Sequence[Any]], until: Any, points: int, progress: bool) -> Study:
    """Run the kinematics for each value of one parameter (or of several that change together)."""
    _check(mechanism, varied)
    lengths = {len(values) for values in varied.values()}
    before = {name: mechanism.parameters_by_name[name] for name in varied}
    result = Study({}, {})
    count = lengths.pop()
    try:
        with Progress("study", count, show=progress) as bar:
            for number in range(count):
                chosen = {name: values[number] for name, values in varied.items()}
                _one(mechanism, chosen, until, points, result)
                bar.update(number + 1, 1, 1.0)
    finally:
        restore(mechanism, before)
    return result


def _check(mechanism: Planar, varied: Mapping[str, Any]) -> None:
    """Refuse a study whose parameters or values cannot be varied."""
    if not varied:
        raise AnalysisError("a study varies at least one parameter, as in study(until=1, l=[2.5, 3.5])")
    for name, values in varied.items():
        if name not in mechanism.parameters_by_name:
            known = suggestion(name, mechanism.parameters_by_name, "parameters")
            raise AnalysisError(f"study: parameter '{name}' is not defined{known}")
        if isinstance(values, str) or not hasattr(values, "__len__") or not hasattr(values, "__getitem__"):
            raise AnalysisError(f"study: give a list of values for '{name}', as in {name}=[2.5, 3.5]; found {values!r}")
    lengths = {len(values) for values in varied.values()}
    if len(lengths) != 1:
        raise AnalysisError("a study varies parameters together: give each the same number of values")
    if lengths == {0}:
        raise AnalysisError("study: the list of values is empty")


def restore(mechanism: Planar, before: dict[str, Any]) -> None:
    """The values as they were, even when they made no sense."""
    try:
        mechanism.set(**before)
    except LinkworkError:
        mechanism.parameters_by_name = mechanism.parameters_by_name | before
        mechanism._changed()


def _one(mechanism: Planar, chosen: dict[str, Any], until: Any, points: int, result: Study) -> None:
    label = ", ".join(f"{name} = {value}" for name, value in chosen.items())
    try:
        mechanism.set(**chosen)
        result.runs[label] = mechanism.kinematics(until, points, progress=False)
    except LinkworkError as error:
        result.failed[label] = str(error)
