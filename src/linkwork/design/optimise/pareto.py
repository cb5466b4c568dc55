"""Pareto fronts: designs of which none is better than another in every criterion, by NSGA-II (extra `pareto`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.given_numbers import require_whole
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, shown
from linkwork.base.progress import Progress
from linkwork.design.optimise.front import Front
from linkwork.design.optimise.optimise import COMBINE, Asked
from linkwork.expression.given import public

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_FAILED = 1e30


@public
def pareto(
    mechanism: Mechanism,
    minimise: Sequence[Any],
    free: Mapping[str, Any],
    subject_to: Any = (),
    *,
    population: int = 40,
    generations: int = 50,
    seed: int = 1,
    combine: str = "sum",
    progress: bool = True,
    **asked: Any,
) -> Front:
    """The front of several criteria, all to be least, by an evolution of designs; the same for the same seed.

    Over several load cases each criterion is the sum, or with combine="worst" the worst of them.
    """
    try:
        from pymoo.algorithms.moo.nsga2 import NSGA2
        from pymoo.core.problem import ElementwiseProblem
        from pymoo.optimize import minimize
    except ImportError:
        raise AnalysisError("a Pareto front needs the pymoo package: pip install 'linkwork[pareto]'") from None
    given = Asked(mechanism, minimise, free, subject_to, gradient="differences", **asked)
    given.space.require_bounds("pareto")
    count = len(given.criteria)
    if count < 2:
        raise AnalysisError("a front has at least two criteria, as in minimise=['max(A.force)', 'l']")
    for name, number in (("population", population), ("generations", generations)):
        require_whole(name, number, 2)
    if combine not in COMBINE:
        raise AnalysisError(f"pareto: combine is one of: {', '.join(COMBINE)}; found {shown(combine)}")
    below, zero = given.condition_rows(0)
    size, done = len(given.case_names), [0]

    with Progress("pareto", population * generations, show=progress) as bar:

        class Designs(ElementwiseProblem):
            """Criteria and conditions of a design."""

            def __init__(self) -> None:
                low, high = given.space.seen_bounds
                super().__init__(
                    n_var=len(low),
                    n_obj=count,
                    n_ieq_constr=len(below.constant),
                    n_eq_constr=len(zero.constant),
                    xl=low,
                    xu=high,
                )

            def _evaluate(self, x: Array, out: dict[str, Any], *args: Any, **kwargs: Any) -> None:
                values = given.functions.values(x)
                done[0] += 1
                bar.update(done[0], 1, 1.0)
                good = values is not None
                f = values if values is not None else np.full(given.count, _FAILED)
                over_cases = f[: count * size].reshape(count, size)
                out["F"] = over_cases.max(axis=1) if combine == "worst" else over_cases.sum(axis=1)
                out["G"] = below.at(f, np.zeros(0)) if good else np.full(len(below.constant), _FAILED)
                out["H"] = zero.at(f, np.zeros(0)) if good else np.full(len(zero.constant), _FAILED)

        front = minimize(Designs(), NSGA2(pop_size=population), ("n_gen", generations), seed=seed, verbose=False)
    if front.X is None:
        raise AnalysisError("pareto: no design keeps all conditions; loosen them, or give more generations")
    designs, criteria = np.atleast_2d(front.X), np.atleast_2d(front.F)
    good = np.all(criteria < _FAILED, axis=1)
    if not np.any(good):
        raise AnalysisError(
            f"pareto: no design has values: {next(iter(given.functions.failures), 'no reason is known')}"
        )
    order = np.lexsort(criteria[good].T[::-1])
    values = np.array([given.space.values(row) for row in designs[good]])[order]
    return Front(
        mechanism,
        given.space.names,
        tuple(criterion.text for criterion in given.criteria),
        values,
        criteria[good][order],
        given.functions.evaluations,
        dict(given.functions.failures),
    )
