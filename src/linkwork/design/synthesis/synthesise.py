"""Synthesise: find the parameters with which a mechanism meets its targets."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.given_numbers import require_whole
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, LinkworkError, shown
from linkwork.base.progress import Progress
from linkwork.design.synthesis.bounds import Free, read_free
from linkwork.design.synthesis.candidates import Candidate, Synthesis, ranked, with_design
from linkwork.design.synthesis.conditions import read_condition, read_limits, require_limits
from linkwork.design.synthesis.least_squares import Fit, fit, rough_fit
from linkwork.design.synthesis.problem import Problem
from linkwork.design.synthesis.starts import evolved, first_positions
from linkwork.design.synthesis.targets import gathered
from linkwork.expression import resolve_parameters
from linkwork.expression.given import public

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_SEARCHES = ("starts", "evolution")
_CLOSED = 1e-9
_ANY = 1e6  # bounds of parameters that may take any value
_GENERATIONS = 10
_POLISHED = 3  # rough fits taken to their end, for each candidate kept


class NoDesign(AnalysisError):
    """No design meets what was asked for, though the question made sense."""


@public
def synthesise(
    mechanism: Mechanism,
    targets: Any,
    free: Any,
    *,
    conditions: Sequence[str] = (),
    limits: Any = None,
    starts: int = 24,
    seed: int = 1,
    search: str = "starts",
    keep: int = 6,
    steps: int = 60,
    progress: bool = True,
) -> Synthesis:
    """Designs that meet the targets, the best first.

    From every start, the design as it is and those of a global search, least squares on all positions and the free
    parameters at once. `search` is "starts" (designs spread over the bounds) or "evolution" (differential evolution).
    """
    begin = time.perf_counter()
    if search not in _SEARCHES:
        raise AnalysisError(f"synthesise: search is one of: {', '.join(_SEARCHES)}; found {shown(search)}")
    for name, value, least in (("starts", starts, 1), ("keep", keep, 1), ("steps", steps, 1), ("seed", seed, 0)):
        require_whole(f"synthesise: {name}", value, least)
    mechanism.validate()
    known = read_free(mechanism, free)
    several = isinstance(conditions, Sequence) and not isinstance(conditions, str)
    compared = [read_condition(text) for text in (conditions if several else [conditions])]
    bounds = read_limits(limits)
    require_limits(bounds, resolve_parameters(mechanism.parameters_by_name))
    problem = Problem(mechanism, gathered(targets), known, compared, bounds)
    fits = _fits(problem, known, _designs(problem, known, starts, seed, search), seed, steps, keep, progress)
    closed = [fit for fit in fits if fit.gap <= _CLOSED]
    if not closed:
        raise NoDesign(_nothing(mechanism, fits))
    scale = np.maximum(np.abs(known.first), known.high - known.low)
    candidates = ranked([_candidate(problem, fit) for fit in closed], scale, keep)
    return Synthesis(mechanism.name, candidates, starts, time.perf_counter() - begin)


def improved(mechanism: Mechanism, targets: Any, free: Sequence[str], q: Array, steps: int = 200) -> Candidate:
    """The mechanism with its free parameters brought to the least squares from the values and positions it has."""
    known = read_free(mechanism, dict.fromkeys(free, (-_ANY, _ANY)))
    problem = Problem(mechanism, gathered(targets), known)
    return _candidate(problem, fit(problem, known.first, q, known.low, known.high, steps))


def _designs(problem: Problem, free: Free, starts: int, seed: int, search: str) -> Array:
    """The design as it is, and others that a global search chose."""
    if starts == 1:
        return free.first[None]
    if search == "evolution":
        others = evolved(problem, free, starts - 1, _GENERATIONS, seed)
    else:
        others = free.spread(starts - 1, np.random.default_rng(seed))
    return np.vstack([free.first[None], others])


def _fits(problem: Problem, free: Free, designs: Array, seed: int, steps: int, keep: int, progress: bool) -> list[Fit]:
    """Rough fits from all starts; the best of them taken to their end."""
    rough = []
    with Progress("synthesis", len(designs), show=progress) as bar:
        for number, b in enumerate(designs):
            random = np.random.default_rng([seed, number])
            try:
                q = first_positions(problem, problem.design(b), random)
            except LinkworkError:
                continue
            one = rough_fit(problem, b, q, free.low, free.high, steps)
            if one is not None:
                rough.append(one)
            bar.update(number + 1, 1, 1.0)
    rough.sort(key=lambda one: problem.error(one.rows) + one.gap)
    return [fit(problem, one.b, one.q, free.low, free.high, steps) for one in rough[: _POLISHED * keep]]


def _nothing(mechanism: Mechanism, fits: list[Fit]) -> str:
    if not fits:
        return f"{mechanism.name}: no start makes sense within the bounds of the free parameters; look at the bounds"
    gap = min(fit.gap for fit in fits)
    return (
        f"{mechanism.name}: no design closes in all positions and keeps all conditions (the best misses by {gap:.3g}); "
        "widen the bounds, drop a condition or an exact value, or give more starts"
    )


def _candidate(problem: Problem, fit: Fit) -> Candidate:
    values = {name: float(value) for name, value in zip(problem.names, fit.b, strict=True)}
    return Candidate(
        mechanism=with_design(problem.mechanism, values, fit.q[0]),
        parameters=values,
        error=problem.error(fit.rows),
        largest=float(np.max(np.abs(fit.rows.wanted), initial=0.0)),
        positions=fit.q,
        targets=problem.positions,
    )
