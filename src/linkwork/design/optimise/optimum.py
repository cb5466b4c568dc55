"""Optimum: the best design found, whether its conditions hold, and how it was found."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import AnalysisError
from linkwork.base.notebook_repr import ShowsItself
from linkwork.expression.given import FilePath, public

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


@dataclass
class Held:
    """A condition at the optimum: how far below zero its response is, in every load case."""

    text: str
    case: str
    value: float
    holds: bool


@public
@dataclass
class Optimum(ShowsItself):
    """The best design: `parameters`, `values` of the criteria, `conditions`, the history of the search.

    `run` is the analysis of the best design, `mechanism` a copy with its parameters; the user's own is not changed.
    """

    source: Mechanism
    parameters: dict[str, float]
    values: dict[str, float]
    conditions: list[Held]
    history: list[dict[str, float]]
    converged: bool
    message: str
    evaluations: int
    gradients: int
    analysis: tuple[str, Any, int, dict[str, Any]] | None
    """Its name, end, points and options; none over several load cases."""
    failures: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether the method converged and every condition holds."""
        return self.converged and all(held.holds for held in self.conditions)

    @property
    def advice(self) -> list[str]:
        """What to do about conditions that do not hold."""
        broken = list(dict.fromkeys(held.text for held in self.conditions if not held.holds))
        if not broken:
            return []
        which = " and ".join(f"'{text}'" for text in broken)
        return [
            f"no design was found within the bounds for which {which} hold{'s' * (len(broken) == 1)}; widen the "
            "bounds, relax the condition, or start elsewhere (method='multi-start')"
        ]

    @cached_property
    def mechanism(self) -> Mechanism:
        """A copy of the mechanism with the best parameters."""
        mechanism: Mechanism = self.source.copied(**self.parameters)
        return mechanism

    @cached_property
    def run(self) -> Any:
        """The analysis of the best design."""
        if self.analysis is None:
            raise AnalysisError("this optimum is of several load cases; analyse optimum.mechanism with one of them set")
        verb, until, points, options = self.analysis
        over_time = () if until is None else (until, points)
        quiet = {} if until is None else {"progress": False}
        return getattr(self.mechanism, verb)(*over_time, **quiet, **options)

    def __repr__(self) -> str:
        best = ", ".join(f"{name} = {value:.6g}" for name, value in self.parameters.items())
        return f"<Optimum{'' if self.ok else ' (not reached)'}: {best}>"

    def text(self) -> str:
        """The result in words."""
        lines = ["parameters"]
        lines += [f"  {name} = {value:.8g}" for name, value in self.parameters.items()]
        lines += ["criteria", *(f"  {name} = {value:.8g}" for name, value in self.values.items())]
        if self.conditions:
            lines.append("conditions")
        for held in self.conditions:
            case = f" ({held.case})" if held.case else ""
            lines.append(f"  {'holds ' if held.holds else 'BROKEN'} {held.text}{case}: {held.value:+.3g}")
        lines += self.advice
        lines.append(f"{self.message} ({self.evaluations} designs, {self.gradients} gradients)")
        lines += [f"{count} designs had no values: {reason}" for reason, count in self.failures.items()]
        return "\n".join(lines + self.notes)

    def plot(self, path: FilePath | None = None) -> Any:
        """The criteria over the iterations; with `path` also write the figure."""
        from linkwork.view.figures.optimum_figure import plot_history

        return plot_history(self, path)
