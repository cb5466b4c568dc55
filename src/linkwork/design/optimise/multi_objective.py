"""Several criteria brought to one: weighted, goals attained together, one after the other, nearest to the ideal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, LinkworkError, shown
from linkwork.design.optimise.methods import EVERYWHERE, PENALTY, Effort
from linkwork.design.optimise.nlp import Formed, Rows
from linkwork.design.optimise.optimise import Asked
from linkwork.design.optimise.optimum import Optimum
from linkwork.design.optimise.spread import Spread
from linkwork.expression.given import Unbounded, public

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

WAYS = ("weighted", "goals", "hierarchical", "compromise")


@public
def compromise(
    mechanism: Mechanism,
    minimise: Sequence[Any],
    free: Mapping[str, Any],
    subject_to: Any = (),
    *,
    way: str = "compromise",
    weights: Sequence[float] | None = None,
    goals: Sequence[float] | None = None,
    worsening: Sequence[float] | float = 0.1,
    power: Unbounded = 2.0,
    method: str = "slsqp",
    tolerance: float = 1e-9,
    iterations: int = 200,
    starts: int = 20,
    seed: int = 1,
    **asked: Any,
) -> Optimum:
    """One design for several criteria, all to be least; over several load cases each is the sum of them.

    weighted      the weighted sum
    goals         each as near to its goal, or as far below, as the weights say: least g with f - weight * g <= goal
    hierarchical  the first one; then the second with the first worse by at most the share `worsening`; and so on
    compromise    nearest to the ideal, where each is at its own least, measured between the ideal and the worst of
                  these optima; `power` 2 is the straight distance, infinity the largest part of it

    The least of each criterion in the last two is sought from the best of `starts` designs spread over the bounds.
    """
    if way not in WAYS:
        raise AnalysisError(f"there is no way {way!r} to bring criteria together; ways are: {', '.join(WAYS)}")
    given = Asked(mechanism, minimise, free, subject_to, **asked)
    if len(given.criteria) < 2:
        raise AnalysisError("several criteria are wanted, as in minimise=['max(A.force)', 'l']")
    search = _Search(given, method, Effort(tolerance, iterations, starts, seed))
    count = len(given.criteria)
    if way == "weighted":
        return search.weighted(_not_negative("weights", _numbers("weights", weights, count, 1.0)))
    if way == "goals":
        if goals is None:
            raise AnalysisError("goals: give the value to be reached of every criterion, as in goals=[100, 2.5]")
        aims = _numbers("goals", goals, count, 0.0)
        usual = np.maximum(np.abs(aims), 1e-12)
        return search.goals(aims, _not_negative("weights", _numbers("weights", weights, count, 0.0, usual)))
    if way == "hierarchical":
        shares = [worsening] * (count - 1) if isinstance(worsening, int | float) else worsening
        return search.hierarchical(_not_negative("worsening", _numbers("worsening", shares, count - 1, 0.0)))
    return search.nearest(_not_negative("weights", _numbers("weights", weights, count, 1.0)), power)


def _not_negative(what: str, values: Array) -> Array:
    if np.any(values < 0.0):
        raise AnalysisError(f"{what}: numbers below zero make no sense; found {', '.join(f'{x:g}' for x in values)}")
    return values


def _numbers(what: str, given: Any, count: int, usual: float, instead: Array | None = None) -> Array:
    if given is None:
        return np.full(count, usual) if instead is None else instead
    try:
        numbers = np.asarray(given, float)
    except (TypeError, ValueError):
        raise AnalysisError(
            f"{what}: {count} finite numbers are wanted, one a criterion; found {shown(given)}"
        ) from None
    if numbers.shape != (count,) or not np.all(np.isfinite(numbers)):
        raise AnalysisError(f"{what}: {count} finite numbers are wanted, one a criterion; found {shown(given)}")
    return numbers


class _Search:
    """Problems with the same criteria and conditions, solved one after the other."""

    def __init__(self, given: Asked, method: str, effort: Effort) -> None:
        self.given, self.method, self.effort = given, method, effort
        self.rows = [given.summed(number) for number in range(len(given.criteria))]
        self.first = np.array(self.rows) @ given.first_values()

    def weighted(self, weights: Array) -> Optimum:
        """The least weighted sum."""
        row = sum(weight * self.rows[number] for number, weight in enumerate(weights))
        return self._solved(Rows.of([row], [[]], [0.0], self.given.count, 0), [], sized=True)

    def goals(self, aims: Array, weights: Array) -> Optimum:
        """The least number g by which all goals are missed, in units of the weights."""
        objective = Rows.of([np.zeros(self.given.count)], [[1.0]], [0.0], self.given.count, 1)
        more = [
            (self.rows[number], np.array([-weight]), -aim)
            for number, (aim, weight) in enumerate(zip(aims, weights, strict=True))
        ]
        missed = float(np.max((self.first - aims) / np.where(weights > 0.0, weights, 1.0)))
        return self._solved(objective, more, np.array([missed]))

    def hierarchical(self, worsening: Array) -> Optimum:
        """One criterion after the other, with those before it worse by no more than their shares."""
        more: list[tuple[Array, Array, float]] = []
        told: list[str] = []
        for number in range(len(self.first)):
            best, words = self._alone(number, more)
            least = self._criteria(best)[number]
            told.append(f"level {number + 1}: {self.given.criteria[number].text} = {least:.6g}, {words}")
            if number < len(worsening):
                size = abs(least) or 1.0
                more.append((self.rows[number] / size, np.zeros(0), -(least + worsening[number] * abs(least)) / size))
            self._begin_at(best)
        best.notes += [*told, *self._unbounded_words()]
        return best

    def nearest(self, weights: Array, power: float) -> Optimum:
        """The design nearest to the ideal."""
        texts = [criterion.text for criterion in self.given.criteria]
        optima, words = zip(*(self._alone(number, []) for number in range(len(texts))), strict=True)
        table = np.array([self._criteria(optimum) for optimum in optima])
        ideal, worst = np.min(table, axis=0), np.max(table, axis=0)
        share = weights / np.where(worst > ideal, worst - ideal, np.maximum(np.abs(ideal), 1e-12))
        parts = [share[number] * self.rows[number] for number in range(len(texts))]
        norms: dict[float, Callable[[Array], Any]] = {np.inf: np.max, 2.0: np.linalg.norm, 1.0: np.sum}
        if power not in norms:
            raise AnalysisError(f"power: 1, 2 or infinity; found {shown(power)}")

        def distance(f: Array) -> float:
            return float(norms[power](np.array(parts) @ f - share * ideal))

        def search() -> Optimum:
            if np.isinf(power):
                objective = Rows.of([np.zeros(self.given.count)], [[1.0]], [0.0], self.given.count, 1)
                more = [(part, np.array([-1.0]), -float(share[n] * ideal[n])) for n, part in enumerate(parts)]
                return self._solved(objective, more, np.array([distance(self.given.first_values())]))
            if power == 2.0:
                return self._solved(Rows.of(parts, [[]] * len(parts), -share * ideal, self.given.count, 0), [])
            row = sum(parts[1:], parts[0])
            return self._solved(Rows.of([row], [[]], [-float(share @ ideal)], self.given.count, 0), [])

        nearest, _ = self._least(search, distance, [], [self._seen(optimum) for optimum in optima])
        for text, value, told in zip(texts, ideal, words, strict=True):
            nearest.notes.append(f"ideal: {text} = {value:.6g}, {told}")
        nearest.notes += self._unbounded_words()
        return nearest

    def _alone(self, number: int, more: list[tuple[Array, Array, float]]) -> tuple[Optimum, str]:
        """One criterion alone, with what was agreed about others; and how it was sought, in words."""
        row = Rows.of([self.rows[number]], [[]], [0.0], self.given.count, 0)
        begin = [self.given.space.seen(self.given.space.start)]
        return self._least(
            lambda: self._solved(row, more, sized=True), lambda f: float(self.rows[number] @ f), more, begin
        )

    def _least(
        self,
        search: Callable[[], Optimum],
        value: Callable[[Array], float],
        more: list[tuple[Array, Array, float]],
        begins: list[Array],
    ) -> tuple[Optimum, str]:
        """The best of searches from some designs and from the best of those spread over the bounds; what is told of it.

        A method that searches everywhere by itself goes once.
        """
        below, zero = self.given.condition_rows(0, [(row, np.zeros(0), constant) for row, _, constant in more])

        def worth(f: Array) -> float:
            nothing = np.zeros(0)
            broken = max([0.0, *below.at(f, nothing), *np.abs(zero.at(f, nothing))])
            return value(f) + (PENALTY * (1.0 + abs(value(f))) * broken if broken > 10 * self.effort.tolerance else 0.0)

        alone = self.method in EVERYWHERE
        optima: list[tuple[float, Optimum]] = []
        lost: list[LinkworkError] = []
        for x in begins[:1] if alone else [*begins, *self.spread.best(worth)]:
            self.given.space.start = self.given.space.values(x)
            try:
                optimum = search()
                optima.append((worth(self._functions(optimum)), optimum))
            except LinkworkError as error:  # from there no way leads on; the other ones may
                lost.append(error)
        if not optima:
            raise lost[-1]
        least, best = min(optima, key=lambda one: one[0])
        if alone:
            return best, f"by method '{self.method}'"
        same = sum(other - least <= 1e-6 * max(abs(least), 1e-12) for other, _ in optima)
        told = f"where {same} of {len(optima)} searches ended"
        if self.spread.designs:
            told += f", from the best of {len(self.spread.designs)} designs over the bounds; not proven the least"
        return best, told

    @cached_property
    def spread(self) -> Spread:
        """Designs over the bounds."""
        return Spread(self.given.functions, self.effort.starts, self.effort.seed)

    def _unbounded_words(self) -> list[str]:
        if self.method in EVERYWHERE or not self.spread.unbounded:
            return []
        names = ", ".join(f"'{name}'" for name in self.spread.unbounded)
        return [f"no bounds for {names}: least values are those near the design given; with bounds others are sought"]

    def _seen(self, optimum: Optimum) -> Array:
        """The design of an optimum as a method sees it."""
        return self.given.space.seen(np.array([optimum.parameters[name] for name in self.given.space.names]))

    def _functions(self, optimum: Optimum) -> Array:
        """All functions at an optimum."""
        values = self.given.functions.values(self._seen(optimum))
        assert values is not None
        return values

    def _solved(
        self,
        objective: Rows,
        more: list[tuple[Array, Array, float]],
        extras: Array | None = None,
        sized: bool = False,
    ) -> Optimum:
        begin = np.zeros(0) if extras is None else extras
        below, zero = self.given.condition_rows(len(begin), more)
        problem = Formed(self.given.functions, objective, below, zero, begin)
        return self.given.solved(problem.sized() if sized else problem, self.method, self.effort)

    def _criteria(self, optimum: Optimum) -> Array:
        """Every criterion at an optimum, over all load cases."""
        count = len(self.given.case_names)
        return np.array(list(optimum.values.values())).reshape(-1, count).sum(axis=1)

    def _begin_at(self, optimum: Optimum) -> None:
        """The next search begins where the last one ended."""
        self.given.space.start = self.given.space.values(self._seen(optimum))
