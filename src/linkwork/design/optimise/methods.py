"""Methods of optimisation behind one call: with gradients, without, and over the whole space of designs."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.analysis.given_numbers import require_number, require_whole
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, LinkworkError
from linkwork.design.optimise.nlp import Formed

WITH_GRADIENTS = ("slsqp", "trust-constr", "ipopt")
WITHOUT = ("cobyqa", "nelder-mead", "powell")
EVERYWHERE = ("differential-evolution", "multi-start")
METHODS = (*WITH_GRADIENTS, *WITHOUT, *EVERYWHERE)
PENALTY = 1e4
_FIRST_STEP = 0.1  # of a design space of size one; with larger ones COBYQA may stay in a corner that keeps no condition


@dataclass
class Ended:
    """Where a method ended, and what it says."""

    z: Array
    message: str
    converged: bool


@dataclass(frozen=True)
class Effort:
    """How hard a method tries: tolerance, iterations, starts or population, and the seed of what is random."""

    tolerance: float
    iterations: int
    starts: int
    seed: int

    def __post_init__(self) -> None:
        require_number("tolerance", self.tolerance)
        for name, least in (("iterations", 1), ("starts", 1), ("seed", 0)):
            require_whole(name, getattr(self, name), least)


def minimise(problem: Formed, method: str, effort: Effort, follow: Callable[[Array], None]) -> Ended:
    """Run a method from the start of the problem; `follow` is told every iterate."""
    if method not in METHODS:
        raise AnalysisError(f"there is no method {method!r}; methods are: {', '.join(METHODS)}")
    if method == "ipopt":
        from linkwork.design.optimise.ipopt import minimise_ipopt

        return minimise_ipopt(problem, effort, follow)
    if method == "differential-evolution":
        return _evolution(problem, effort, follow)
    if method == "multi-start":
        return _multi_start(problem, effort, follow)
    return _scipy(problem, method, effort, follow, problem.start)


def _scipy(problem: Formed, method: str, effort: Effort, follow: Callable[[Array], None], start: Array) -> Ended:
    from scipy.optimize import Bounds, minimize

    low, high = problem.bounds
    conditions = len(problem.below.constant) + len(problem.zero.constant)
    options: dict[str, Any] = {"maxiter": effort.iterations}
    arguments: dict[str, Any] = {"bounds": Bounds(low, high), "callback": lambda z, *_: follow(np.array(z))}
    value: Callable[[Array], float] = problem.value
    if method == "slsqp":
        arguments |= {"jac": problem.slope, "constraints": _dictionaries(problem), "options": options}
        options["ftol"] = effort.tolerance
    elif method == "trust-constr":
        arguments |= {"jac": problem.slope, "constraints": _constraints(problem), "options": options}
        options |= {"gtol": effort.tolerance, "xtol": 1e-2 * effort.tolerance}
    elif method == "cobyqa":
        arguments |= {"constraints": _constraints(problem, slopes=False), "options": options}
        options |= {"initial_tr_radius": _FIRST_STEP, "final_tr_radius": effort.tolerance}
    else:
        if conditions:
            value = _penalised(problem)
        arguments |= {"tol": effort.tolerance, "options": options}
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "delta_grad == 0.0", UserWarning)  # of trust-constr, when a part is linear
        minimum = minimize(value, start, method=method, **arguments)
    return Ended(np.array(minimum.x), str(minimum.message), bool(minimum.success))


def _dictionaries(problem: Formed) -> list[dict[str, Any]]:
    """Conditions as SLSQP takes them: inequalities at or above zero."""
    dictionaries: list[dict[str, Any]] = []
    if len(problem.below.constant):
        dictionaries.append(
            {
                "type": "ineq",
                "fun": lambda z: -problem.rows(problem.below, z),
                "jac": lambda z: -problem.row_slopes(problem.below, z),
            }
        )
    if len(problem.zero.constant):
        dictionaries.append(
            {
                "type": "eq",
                "fun": lambda z: problem.rows(problem.zero, z),
                "jac": lambda z: problem.row_slopes(problem.zero, z),
            }
        )
    return dictionaries


def _constraints(problem: Formed, slopes: bool = True) -> list[Any]:
    from scipy.optimize import NonlinearConstraint

    constraints = []
    for rows, low in ((problem.below, -np.inf), (problem.zero, 0.0)):
        if len(rows.constant):
            given = {"jac": lambda z, rows=rows: problem.row_slopes(rows, z)} if slopes else {}
            constraints.append(NonlinearConstraint(lambda z, rows=rows: problem.rows(rows, z), low, 0.0, **given))
    return constraints


def _penalised(problem: Formed) -> Callable[[Array], float]:
    """The objective with what is broken added, for methods that know bounds only."""

    def value(z: Array) -> float:
        return problem.value(z) + PENALTY * problem.violation(z)

    return value


def _evolution(problem: Formed, effort: Effort, follow: Callable[[Array], None]) -> Ended:
    """Differential evolution, polished by a local method where conditions and gradients allow."""
    from scipy.optimize import Bounds, differential_evolution

    problem.functions.space.require_bounds("differential-evolution")
    if len(problem.extras):
        raise AnalysisError("differential-evolution takes one criterion; use combine='sum', or another method")
    low, high = problem.bounds
    minimum = differential_evolution(
        problem.value,
        Bounds(low, high),
        constraints=_constraints(problem, slopes=False),
        maxiter=effort.iterations,
        tol=effort.tolerance,
        popsize=max(effort.starts // max(len(low), 1), 5),
        rng=np.random.default_rng(effort.seed),
        polish=False,
        callback=lambda z, *_, **__: follow(np.array(z)),
    )
    return Ended(np.array(minimum.x), str(minimum.message), bool(minimum.success))


def _multi_start(problem: Formed, effort: Effort, follow: Callable[[Array], None]) -> Ended:
    """SLSQP from the mechanism as it is and from a Latin hypercube of others; the best that holds."""
    from scipy.stats import qmc

    space = problem.functions.space
    space.require_bounds("multi-start")
    low, high = space.seen_bounds
    samples = qmc.LatinHypercube(len(low), rng=np.random.default_rng(effort.seed)).random(effort.starts)
    starts = [problem.start, *(np.concatenate([low + (high - low) * row, problem.extras]) for row in samples)]
    best: tuple[float, Ended] | None = None
    lost: list[LinkworkError] = []
    for start in starts:
        try:
            ended = _scipy(problem, "slsqp", effort, follow, start)
        except LinkworkError as error:  # from there no way leads on; the other starts may have one
            lost.append(error)
            continue
        broken = problem.violation(ended.z)
        worth = problem.value(ended.z) + (PENALTY * broken if broken > 10 * effort.tolerance else 0.0)
        if best is None or worth < best[0]:
            best = worth, ended
    if best is None:
        raise lost[-1]
    if not lost:
        return best[1]
    words = f"{best[1].message}; {len(lost)} of {len(starts)} starts led nowhere: {lost[-1]}"
    return Ended(best[1].z, words, best[1].converged)
