"""The functions of a design that an optimisation asks for: values and exact derivatives, over all load cases.

A design that has no value (it cannot be assembled, its run ends early) is refused; the methods step back from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.verbs import with_solver
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, LinkworkError
from linkwork.design.optimise.space import Space
from linkwork.design.studies.variants import Variants, prepare

if TYPE_CHECKING:
    from linkwork.analysis.sensitivity.result import Sensitivity
    from linkwork.mechanism.mechanism import Mechanism

GRADIENTS = ("auto", "exact", "differences")


@dataclass
class LoadCase:
    """The mechanism with the values that the case sets, and its analysis of designs."""

    name: str
    mechanism: Mechanism
    variants: Variants


@dataclass
class Functions:
    """Responses of all load cases at a design, with their derivatives by the free parameters."""

    space: Space
    cases: list[LoadCase]
    asked: list[tuple[int, int]]
    """Of every function: its case, and its response among those of the case."""
    gradient: str = "auto"
    evaluations: int = 0
    gradients: int = 0
    failures: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    _last: tuple[bytes, Array] | None = None
    _slopes: tuple[bytes, Array] | None = None

    def values(self, x: Array) -> Array | None:
        """All functions at a design that a method sees as x; none when the design has no values."""
        design = self.space.values(x)
        key = design.tobytes()
        if self._last is not None and self._last[0] == key:
            return self._last[1]
        self.evaluations += 1
        try:
            outcomes = [case.variants.evaluate(design.tolist()) for case in self.cases]
        except LinkworkError as error:
            reason = str(error).splitlines()[0]
            self.failures[reason] = self.failures.get(reason, 0) + 1
            return None
        values = np.array([outcomes[case][number] for case, number in self.asked])
        self._last = key, values
        return values

    def slopes(self, x: Array) -> Array:
        """Derivatives of all functions by x, one row a function."""
        design = self.space.values(x)
        key = design.tobytes()
        if self._slopes is None or self._slopes[0] != key:
            self.gradients += 1
            self._slopes = key, self._derivatives(design) * self.space.unit
        return self._slopes[1]

    def _derivatives(self, design: Array) -> Array:
        if self.gradient != "differences":
            try:
                return self._exact(design)
            except AnalysisError as error:
                if self.gradient == "exact":
                    raise
                self.gradient = "differences"
                self.notes.append(f"derivatives by differences, for exact ones are not to be had: {error}")
        return self.space.differences(lambda moved: self.values(self.space.seen(moved)), design)

    def _exact(self, design: Array) -> Array:
        rows = []
        for case in self.cases:
            sensitivity = _sensitivity(case.variants, self.space.named(design))
            if sensitivity.method == "differences":
                self._say_differences(sensitivity.notes)
            responses = [response.text for response in case.variants.responses]
            rows.append([[float(sensitivity[text, name]) for name in self.space.names] for text in responses])
        return np.array([rows[case][number] for case, number in self.asked])

    def _say_differences(self, reasons: Sequence[str]) -> None:
        """Tell once that the analysis has no exact derivatives; refuse it where they are insisted on."""
        words = f"derivatives by differences: {'; '.join(reasons) or 'the analysis has no others'}"
        if self.gradient == "exact":
            raise AnalysisError(f"gradient='exact' cannot be had: {words}")
        if words not in self.notes:
            self.notes.append(words)


def _sensitivity(variants: Variants, design: Mapping[str, float]) -> Sensitivity:
    """Derivatives of the responses of one case by the free parameters."""
    mechanism = variants.mechanism
    mechanism.set(**design)
    texts = [response.text if response.function is None else response.function for response in variants.responses]
    over_time = {} if variants.until is None else {"until": variants.until, "points": variants.points}
    return mechanism.sensitivity(
        of=texts, to=list(design), analysis=variants.analysis, **over_time, **with_solver(variants.options)
    )


def functions_of(
    mechanism: Mechanism,
    space: Space,
    responses: Sequence[Any],
    *,
    analysis: str,
    until: Any,
    points: int,
    options: Mapping[str, Any],
    cases: Mapping[str, Mapping[str, Any]] | None,
    gradient: str,
) -> Functions:
    """The functions of every response in every load case, in this order: all cases of the first response, and so on."""
    if gradient not in GRADIENTS:
        raise AnalysisError(f"there is no gradient {gradient!r}; choose one of: {', '.join(GRADIENTS)}")
    functions = []
    for name, changes in (cases or {"": {}}).items():
        values = {key: value for key, value in changes.items() if key in mechanism.parameters_by_name}
        taken = sorted(set(values) & set(space.names))
        if taken:
            raise AnalysisError(f"load case '{name}': parameter '{taken[0]}' is free; a case sets others only")
        own = mechanism.copied(**values)
        extra = {key: value for key, value in changes.items() if key not in values}
        end, count = extra.pop("until", until), extra.pop("points", points)
        variants = prepare(own, space.names, analysis, end, count, responses, {**options, **extra})
        functions.append(LoadCase(name, own, variants))
    asked = [(case, number) for number in range(len(responses)) for case in range(len(functions))]
    return Functions(space, functions, asked, gradient)
