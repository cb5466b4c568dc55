"""Study: the same motion for several values of a parameter, to be laid over each other in one figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from linkwork.analysis.kinematics import kinematics
from linkwork.analysis.progress import Progress
from linkwork.errors import AnalysisError
from linkwork.run.run import Run

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar


@dataclass
class Study:
    """Runs by label, such as `l = 2.5`; values that failed are in `failed` with the reason."""

    runs: dict[str, Run]
    failed: dict[str, str]

    def __getitem__(self, label: str) -> Run:
        return self.runs[label]

    def plot(self, *names: str, path: Any = None) -> Any:
        """Channels of all runs over time, laid over each other."""
        from linkwork.view.show import plot

        return plot(list(self.runs.values()), names, path=path, labels=list(self.runs))

    def cross_plot(self, x: str, y: str, path: Any = None) -> Any:
        """One channel over another for all runs."""
        from linkwork.view.show import cross_plot

        return cross_plot(list(self.runs.values()), x, y, path=path, labels=list(self.runs))


def study(mechanism: Planar, varied: Mapping[str, Sequence[Any]], until: float, points: int, progress: bool) -> Study:
    """Run the kinematics for each value of one parameter (or of several that change together)."""
    lengths = {len(values) for values in varied.values()}
    if len(lengths) != 1:
        raise AnalysisError("a study varies parameters together: give each the same number of values")
    before = {name: mechanism.parameters_by_name[name] for name in varied if name in mechanism.parameters_by_name}
    result = Study({}, {})
    count = lengths.pop()
    try:
        with Progress("study", count, show=progress) as bar:
            for number in range(count):
                chosen = {name: values[number] for name, values in varied.items()}
                _one(mechanism, chosen, until, points, result)
                bar.update(number + 1, 1, 1.0)
    finally:
        mechanism.set(**before)
    return result


def _one(mechanism: Planar, chosen: dict[str, Any], until: float, points: int, result: Study) -> None:
    label = ", ".join(f"{name} = {value}" for name, value in chosen.items())
    mechanism.set(**chosen)
    try:
        result.runs[label] = kinematics(mechanism, until, points, progress=False)
    except AnalysisError as error:
        result.failed[label] = str(error)
