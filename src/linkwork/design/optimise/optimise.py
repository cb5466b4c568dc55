"""Optimise: the design that makes a response of an analysis least (or largest) and keeps conditions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.responses import read_response, read_responses
from linkwork.analysis.verbs import with_method
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, shown
from linkwork.design.optimise.conditions import Condition, read_condition
from linkwork.design.optimise.functions import Functions, functions_of
from linkwork.design.optimise.methods import Effort, minimise
from linkwork.design.optimise.nlp import Formed, Rows
from linkwork.design.optimise.optimum import Held, Optimum
from linkwork.design.optimise.space import Space
from linkwork.expression.given import public

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

COMBINE = ("sum", "worst")


class Asked:
    """Criteria and conditions of a mechanism, with the functions that they need in every load case."""

    def __init__(
        self,
        mechanism: Mechanism,
        criteria: Any,
        free: Mapping[str, Any],
        subject_to: Any,
        *,
        analysis: str = "simulate",
        until: Any = None,
        points: int = 201,
        cases: Mapping[str, Mapping[str, Any]] | None = None,
        gradient: str = "auto",
        **options: Any,
    ) -> None:
        self.space = Space(mechanism, free)
        self.criteria = read_responses(criteria)
        options = with_method(options)
        listed = [subject_to] if isinstance(subject_to, str) else subject_to
        if not isinstance(listed, Sequence):
            raise AnalysisError(
                f"subject_to: give conditions as texts, as in ['max(A.force) <= 100']; found {shown(subject_to)}"
            )
        self.conditions: list[Condition] = [read_condition(text) for text in listed]
        responses = [*self.criteria, *(read_response(condition.response) for condition in self.conditions)]
        good = cases is None or (isinstance(cases, Mapping) and cases and all(map(_is_mapping, cases.values())))
        if not good:
            raise AnalysisError("cases: give load cases by name, as in {'full': {'load': 100}, 'empty': {'load': 0}}")
        self.functions: Functions = functions_of(
            mechanism,
            self.space,
            responses,
            analysis=analysis,
            until=until,
            points=points,
            options=options,
            cases=cases,
            gradient=gradient,
        )
        self.case_names = [case.name for case in self.functions.cases]
        self.mechanism = mechanism
        self.analysis: tuple[str, Any, int, dict[str, Any]] | None = None
        if len(self.functions.cases) == 1:
            self.mechanism, only = self.functions.cases[0].mechanism, self.functions.cases[0].variants
            self.analysis = (analysis, only.until, only.points, only.options)

    @property
    def count(self) -> int:
        """Functions in all."""
        return len(self.functions.asked)

    def of_criterion(self, number: int) -> slice:
        """The functions of a criterion, one a load case."""
        size = len(self.case_names)
        return slice(size * number, size * (number + 1))

    def condition_rows(self, extras: int, more: Sequence[tuple[Array, Array, float]] = ()) -> tuple[Rows, Rows]:
        """Inequalities and equalities in every load case, with further inequalities of the same form."""
        below: list[tuple[Array, Array, float]] = list(more)
        zero: list[tuple[Array, Array, float]] = []
        nothing = np.zeros(extras)
        for number, condition in enumerate(self.conditions):
            for place in range(*self.of_criterion(len(self.criteria) + number).indices(self.count)):
                (zero if condition.equality else below).append((self.unit(place), nothing, 0.0))
        return self._rows(below, extras), self._rows(zero, extras)

    def _rows(self, given: list[tuple[Array, Array, float]], extras: int) -> Rows:
        weights, more, constant = zip(*given, strict=True) if given else ((), (), ())
        return Rows.of(weights, more, constant, self.count, extras)

    def unit(self, place: int) -> Array:
        """The weights that pick one function."""
        unit = np.zeros(self.count)
        unit[place] = 1.0
        return unit

    def summed(self, number: int) -> Array:
        """The weights that add a criterion up over the load cases."""
        summed = np.zeros(self.count)
        summed[self.of_criterion(number)] = 1.0
        return summed

    def first_values(self) -> Array:
        """The functions of the mechanism as it is; refused when it has none."""
        values = self.functions.values(self.space.seen(self.space.start))
        if values is None:
            reason = next(iter(self.functions.failures))
            raise AnalysisError(f"the first design has no values: {reason}; start from one that works, by set(...)")
        return values

    def solved(self, problem: Formed, method: str, effort: Effort) -> Optimum:
        """Run a method and tell what it found."""
        history: list[dict[str, float]] = []

        def follow(z: Array) -> None:
            x, _ = problem.split(z)
            values = self.functions.values(x)
            if values is not None:
                history.append(self._row(x, values))

        first = problem.start
        follow(first)
        ended = minimise(problem, method, effort, follow)
        x, _ = problem.split(ended.z)
        values = self.functions.values(x)
        if values is None:
            reason = next(iter(self.functions.failures))
            raise AnalysisError(f"no design with values was found: {reason}")
        row = self._row(x, values)
        if not history or history[-1] != row:
            history.append(row)
        return Optimum(
            self.mechanism,
            self.space.named(self.space.values(x)),
            self._named_criteria(values),
            self._held(values, effort.tolerance),
            history,
            ended.converged,
            ended.message,
            self.functions.evaluations,
            self.functions.gradients,
            self.analysis,
            dict(self.functions.failures),
            list(self.functions.notes),
        )

    def _named_criteria(self, values: Array) -> dict[str, float]:
        named_criteria = {}
        for number, criterion in enumerate(self.criteria):
            for case, value in zip(self.case_names, values[self.of_criterion(number)], strict=True):
                named_criteria[f"{criterion.text} ({case})" if case else criterion.text] = float(value)
        return named_criteria

    def _row(self, x: Array, values: Array) -> dict[str, float]:
        return self.space.named(self.space.values(x)) | self._named_criteria(values)

    def _held(self, values: Array, tolerance: float) -> list[Held]:
        held = []
        for number, condition in enumerate(self.conditions):
            these = values[self.of_criterion(len(self.criteria) + number)]
            for case, value in zip(self.case_names, these, strict=True):
                room = max(1e-6, 10.0 * tolerance)
                held.append(Held(condition.text, case, float(value), condition.holds(float(value), room)))
        return held


def _is_mapping(value: Any) -> bool:
    return isinstance(value, Mapping)


@public
def optimise(
    mechanism: Mechanism,
    minimise: Any = None,
    free: Mapping[str, Any] | None = None,
    subject_to: Any = (),
    *,
    maximise: Any = None,
    method: str = "slsqp",
    combine: str = "sum",
    tolerance: float = 1e-9,
    iterations: int = 200,
    starts: int = 20,
    seed: int = 1,
    **asked: Any,
) -> Optimum:
    """The best design for one criterion; over several load cases for the sum, or for the worst of them."""
    if (minimise is None) == (maximise is None):
        raise AnalysisError("optimise: give one criterion, minimise='...' or maximise='...'")
    if combine not in COMBINE:
        raise AnalysisError(f"optimise: combine is one of: {', '.join(COMBINE)}; found {shown(combine)}")
    sign = 1.0 if maximise is None else -1.0
    given = Asked(mechanism, minimise if maximise is None else maximise, free or {}, subject_to, **asked)
    if len(given.criteria) != 1:
        raise AnalysisError("optimise: one criterion; for several use pareto or compromise")
    first = sign * given.first_values()
    places = range(*given.of_criterion(0).indices(given.count))
    if combine == "sum" or len(places) == 1:
        weights = sign * given.summed(0)
        objective, extras, more = Rows.of([weights], [[]], [0.0], given.count, 0), np.zeros(0), []
    else:
        objective, extras = (
            Rows.of([np.zeros(given.count)], [[1.0]], [0.0], given.count, 1),
            np.array([max(first[: len(places)])]),
        )
        more = [(sign * given.unit(place), np.array([-1.0]), 0.0) for place in places]
    below, zero = given.condition_rows(len(extras), more)
    problem = Formed(given.functions, objective, below, zero, extras).sized()
    return given.solved(problem, method, Effort(tolerance, iterations, starts, seed))
