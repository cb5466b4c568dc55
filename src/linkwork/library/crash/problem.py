"""A design judged by several scenarios at once: criteria and conditions of all their runs, a front, a best design."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, LinkworkError, shown
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_count
from linkwork.library.crash.bits import values_of, written_in_bits
from linkwork.library.crash.kept_designs import Judged, read_designs, write_design

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.run.run import Run

_FAILED = 1e30
_EXACT = 1e-9
_SAME = 1e-4  # share by which a run of long ago may differ, by another machine or release
_FORK = "fork"  # criteria are functions, which only a fork hands over; elsewhere one process does all

Answer = tuple[Judged | None, str]
"""Criteria and conditions, or none and why there are none."""

_problem: list[Problem] = []  # in a worker: what it works on, handed over by the fork


def _take(problem: Problem) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that waits; it ends this one
    _problem[:] = [problem]


def _tried(key: tuple[float, ...]) -> tuple[tuple[float, ...], Answer]:
    return key, _problem[0]._tried(key)


def _alike(one: list[float], other: list[float]) -> bool:
    """Whether numbers are those of the same runs, if on another machine."""
    return len(one) == len(other) and bool(np.allclose(one, other, rtol=_SAME, atol=1e-12))


def _digits(judged: Judged | None) -> str:
    """Criteria and conditions in a line."""
    return "; ".join(", ".join(f"{value:.6g}" for value in part) for part in judged or ())


def _numbers(name: str, function: Callable[..., Any] | None, runs: Mapping[str, Run], design: Any) -> list[float]:
    """What a function of the user makes of runs and a design; whatever stops it is told with its name."""
    if function is None:
        return []
    try:
        values = function(runs, design)
    except LinkworkError:
        raise
    except Exception as error:
        raise AnalysisError(f"Problem: {name} stopped with {type(error).__name__}: {error}") from error
    try:
        return [float(value) for value in values]
    except (TypeError, ValueError):
        raise AnalysisError(f"Problem: {name} is a list of numbers; found {shown(values)}") from None


def _of_bits(crossing: float, mutating: float, length: int) -> dict[str, Any]:
    """The operators of strings of bits: a random start, crossover at one place, bits that turn over."""
    from pymoo.operators.crossover.pntx import SinglePointCrossover
    from pymoo.operators.mutation.bitflip import BitflipMutation
    from pymoo.operators.sampling.rnd import BinaryRandomSampling

    return {
        "sampling": BinaryRandomSampling(),
        "crossover": SinglePointCrossover(prob=crossing),
        "mutation": BitflipMutation(prob=mutating, prob_var=1.0 / length),
    }


@public
@publicly_made
@dataclass(frozen=True)
class Scenario:
    """A mechanism and the options of its simulation."""

    mechanism: Mechanism
    options: Mapping[str, Any]

    def run(self) -> Run:
        """Simulate it."""
        run: Run = self.mechanism.simulate(progress=False, **self.options)
        return run


@public
@publicly_made
@dataclass(frozen=True)
class Designs:
    """Designs with their criteria and conditions (at most zero where they hold), one a row; `notes` say what failed."""

    names: tuple[str, ...]
    designs: Array
    criteria: Array
    conditions: Array
    evaluations: int
    notes: tuple[str, ...] = ()

    def choose(self, wish: Sequence[float]) -> dict[str, float]:
        """The design whose criteria come nearest to what is wished, in units of the range of each over the designs."""
        if len(wish) != self.criteria.shape[1]:
            raise AnalysisError(f"choose: {len(wish)} wishes for {self.criteria.shape[1]} criteria")
        span = np.ptp(self.criteria, axis=0)
        away = (self.criteria - np.asarray(wish, float)) / np.where(span > 0.0, span, 1.0)
        best = int(np.argmin(np.linalg.norm(away, axis=1)))
        return dict(zip(self.names, map(float, self.designs[best]), strict=True))


@public
@publicly_made
@dataclass
class Problem:
    """Parameters within bounds; every design runs all scenarios, and `criteria` (all to be least) and `conditions`
    (at most zero) are functions of their runs by name and of the parameters.

    A parameter is set in every scenario whose mechanism has it; without scenarios both are functions of the parameters
    alone. With a `file` every design that was run is written
    down, and what stands there is not run again: a search that was broken off goes on where it was.
    """

    scenarios: Mapping[str, Scenario]
    free: Mapping[str, tuple[float, float]]
    criteria: Callable[..., Any]
    conditions: Callable[..., Any] | None = None
    file: str | Path | None = None
    workers: int = 1
    evaluations: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        if not self.free:
            raise AnalysisError("Problem: no parameter is free")
        require_count("Problem", workers=self.workers)
        for name, (low, high) in self.free.items():
            if not -np.inf < low < high < np.inf:
                raise AnalysisError(f"Problem: the bounds of '{name}' must rise; they are {low:g} and {high:g}")
            if self.scenarios and not any(
                name in scenario.mechanism.parameters_by_name for scenario in self.scenarios.values()
            ):
                raise AnalysisError(f"no scenario has a parameter '{name}'")
        self._kept: dict[tuple[float, ...], Judged] = {}
        self._failed: dict[tuple[float, ...], str] = {}
        if self.file is not None and os.path.exists(self.file):
            self._kept = read_designs(Path(self.file), len(self.free))
        self._trusted = not self._kept

    def runs(self, design: Mapping[str, float]) -> dict[str, Run]:
        """The runs of all scenarios for a design; a run that ends early is refused."""
        runs = {}
        for name, scenario in self.scenarios.items():
            known = scenario.mechanism.parameters_by_name
            try:
                scenario.mechanism.set(**{key: value for key, value in design.items() if key in known})
                runs[name] = run = scenario.run()
            except LinkworkError as error:
                raise AnalysisError(f"scenario '{name}': {error}") from None
            if not run.completed:
                why = run.events[-1].text if run.events else "no reason is known"
                raise AnalysisError(f"scenario '{name}': the run ended early, at t = {run.t[-1]:.6g} s: {why}")
        return runs

    def evaluate(self, design: Mapping[str, float]) -> Judged:
        """Criteria and conditions of a design."""
        runs = self.runs(design)
        values = (
            _numbers("criteria", self.criteria, runs, design),
            _numbers("conditions", self.conditions, runs, design),
        )
        if not values[0]:
            raise AnalysisError("Problem: criteria is a list of one number or more; it is empty")
        if not all(np.isfinite(part).all() for part in values):
            raise AnalysisError(f"criteria or conditions of {dict(design)} are not finite")
        return values

    def front(
        self,
        *,
        population: int = 40,
        generations: int = 30,
        seed: int = 1,
        crossover: tuple[float, float] = (0.9, 15.0),
        mutation: tuple[float, float] = (0.9, 20.0),
        bits: int | None = None,
    ) -> Designs:
        """Designs of which none is better than another, by NSGA-II; probability and index of crossover and mutation.

        With one criterion the best design. The same for the same seed, whatever the number of workers. With `bits`
        every parameter is a string of so many bits: strings change what stands behind one place, single bits turn
        over, one in a string on average; of crossover and mutation the probabilities count.
        """
        try:
            from pymoo.algorithms.moo.nsga2 import NSGA2
            from pymoo.core.problem import Problem as Vectors
            from pymoo.operators.crossover.sbx import SBX
            from pymoo.operators.mutation.pm import PM
            from pymoo.optimize import minimize
        except ImportError:
            raise AnalysisError("a front needs the pymoo package: pip install 'linkwork[pareto]'") from None
        require_count("front", population=population, generations=generations)
        if seed < 0:
            raise AnalysisError(f"front: a seed is zero or more, not {seed}")
        for name, (share, index) in (("crossover", crossover), ("mutation", mutation)):
            if not (0.0 <= share <= 1.0 and 0.0 < index < np.inf):
                raise AnalysisError(f"front: {name} is a probability from 0 to 1 and an index above 0")
        names, (low, high) = tuple(self.free), np.array(list(self.free.values()), float).T
        middle = self._one(0.5 * (low + high))
        counts = len(middle[0]), len(middle[1])
        bounds = np.array([low, high]).T
        if bits is not None:
            written_in_bits(dict(zip(names, low, strict=True)), self.free, bits)  # refuses what is no number of bits
        problem = self

        class Generation(Vectors):
            """All designs of one at a time."""

            def __init__(self) -> None:
                sizes = {"n_obj": counts[0], "n_ieq_constr": counts[1]}
                if bits is None:
                    super().__init__(n_var=len(names), xl=low, xu=high, **sizes)
                else:
                    super().__init__(n_var=bits * len(names), xl=0, xu=1, vtype=bool, **sizes)

            def _evaluate(self, x: Array, out: dict[str, Any], *args: Any, **kwargs: Any) -> None:
                failed = [_FAILED] * counts[0], [_FAILED] * counts[1]
                plain = x if bits is None else values_of(x, bounds, bits)
                values = [one if one is not None else failed for one in problem._all(list(plain))]
                out["F"], out["G"] = (np.array([one[part] for one in values]) for part in (0, 1))

        operators: dict[str, Any] = {
            "crossover": SBX(prob=crossover[0], eta=crossover[1]),
            "mutation": PM(prob=mutation[0], eta=mutation[1]),
        }
        if bits is not None:
            operators = _of_bits(crossover[0], mutation[0], bits * len(names))
        algorithm = NSGA2(pop_size=population, **operators)
        with self._told_where_broken_off():
            last = minimize(Generation(), algorithm, ("n_gen", generations), seed=seed, verbose=False)
        if last.X is None:
            raise AnalysisError("no design keeps all conditions; loosen them, or give more generations")
        if np.min(last.F) >= _FAILED:
            raise AnalysisError("no design of the search could be run")
        designs, criteria, conditions = (np.atleast_2d(part) for part in (last.X, last.F, last.G))
        designs = designs if bits is None else values_of(designs, bounds, bits)
        order = np.lexsort(criteria.T[::-1])
        return Designs(names, designs[order], criteria[order], conditions[order], self.evaluations, self._notes())

    def best(
        self, start: Mapping[str, float], weights: Sequence[float] | None = None, *, worsening: float | None = None
    ) -> Designs:
        """One design by sequential quadratic programming with differences: the least weighted sum of the criteria;
        with `worsening` one criterion after the other, those before it worse by at most that share."""
        missing = [name for name in self.free if name not in start]
        if missing:
            raise AnalysisError(f"best: start has no '{missing[0]}'")
        for name, (low, high) in self.free.items():
            if not low <= start[name] <= high:
                raise AnalysisError(f"best: start has {start[name]:g} for '{name}', not within {low:g} and {high:g}")
        if worsening is not None and (weights is not None or not worsening >= 0.0):
            raise AnalysisError("best: worsening is a share of zero or more, and in the place of weights")
        with self._told_where_broken_off():
            return self._best(np.array([start[name] for name in self.free], float), weights, worsening)

    def _best(self, x: Array, weights: Sequence[float] | None, worsening: float | None) -> Designs:
        began = self._one(x)
        count = len(began[0])
        if weights is not None and len(weights) != count:
            raise AnalysisError(f"best: {len(weights)} weights for {count} criteria")
        if worsening is None:
            rows = np.ones(count) if weights is None else np.asarray(weights, float)
            x = self._least(x, lambda f: float(rows @ f), [])
        else:
            more: list[Callable[[Array], float]] = []
            for number in range(count):
                x = self._least(x, lambda f, number=number: float(f[number]), more)  # type: ignore[misc]
                limit = self._one(x)[0][number]
                limit += worsening * abs(limit)
                more.append(lambda f, number=number, limit=limit: float((limit - f[number]) / (abs(limit) or 1.0)))  # type: ignore[misc]
        criteria, conditions = self._one(x)
        for number, (value, first) in enumerate(zip(conditions, began[1], strict=True), 1):
            if not value <= 1e-6 * max(1.0, abs(first)):
                raise AnalysisError(f"best: condition {number} is not kept ({value:g}); loosen it, or start elsewhere")
        rows_of = (np.array([x]), np.array([criteria]), np.array([conditions]))
        return Designs(tuple(self.free), *rows_of, self.evaluations, self._notes())

    def _least(self, x: Array, value: Callable[[Array], float], more: Iterable[Callable[[Array], float]]) -> Array:
        """Where a function of the criteria is least, between the bounds seen as 0 and 1."""
        from scipy.optimize import minimize

        low, high = np.array(list(self.free.values()), float).T

        def at(u: Array) -> tuple[Array, Array]:
            criteria, conditions = self._one(low + np.clip(u, 0.0, 1.0) * (high - low))
            return np.array(criteria), np.array(conditions)

        size = abs(value(at((x - low) / (high - low))[0])) or 1.0
        held: list[dict[str, Any]] = [{"type": "ineq", "fun": lambda u, m=m: m(at(u)[0])} for m in more]
        if len(at((x - low) / (high - low))[1]):
            held.append({"type": "ineq", "fun": lambda u: -at(u)[1]})
        options = {"ftol": _EXACT, "eps": 1e-5, "maxiter": 200}
        bounds = [(0.0, 1.0)] * len(low)
        start = (x - low) / (high - low)
        least = minimize(
            lambda u: value(at(u)[0]) / size, start, method="SLSQP", bounds=bounds, constraints=held, options=options
        )
        best: Array = low + np.clip(least.x, 0.0, 1.0) * (high - low)
        return best

    def _one(self, x: Array) -> Judged:
        values = self._all([x])[0]
        if values is None:
            why = self._failed[tuple(float(value) for value in x)]
            raise AnalysisError(f"the design {dict(zip(self.free, map(float, x), strict=True))} cannot be run: {why}")
        return values

    def _all(self, designs: Sequence[Array]) -> list[Judged | None]:
        """Criteria and conditions of designs, those not known side by side; None where a run fails."""
        if not self._trusted:
            self._trust()
        keys = [tuple(float(value) for value in x) for x in designs]
        new = list(dict.fromkeys(key for key in keys if key not in self._kept and key not in self._failed))
        if self.workers > 1 and len(new) > 1 and _FORK in multiprocessing.get_all_start_methods():
            with multiprocessing.get_context(_FORK).Pool(self.workers, _take, (self,)) as pool:
                self._keep(pool.imap_unordered(_tried, new))
            self._failed |= {key: self._failed.pop(key) for key in new if key in self._failed}  # in their order
        else:
            self._keep((key, self._tried(key)) for key in new)
        return [self._kept.get(key) for key in keys]

    def _trust(self) -> None:
        """Run the first and the last design of the file once more: another problem's would be wrong without a word."""
        for which, key in {"last": next(reversed(self._kept)), "first": next(iter(self._kept))}.items():
            kept, (judged, why) = self._kept[key], self._tried(key)
            if judged is None or not all(map(_alike, judged, kept)):
                told = why or f"criteria and conditions {_digits(judged)}, in the file {_digits(kept)}"
                raise AnalysisError(
                    f"{self.file} is of another problem; give another file. Its {which} design now: {told}"
                )
        self._trusted = True

    def _keep(self, answers: Iterable[tuple[tuple[float, ...], Answer]]) -> None:
        """Remember what is known of designs as it comes, in the file, too: whatever is broken off, that is kept."""
        for key, (values, why) in answers:
            self.evaluations += 1
            if values is None:
                self._failed[key] = why
                continue
            self._kept[key] = values
            if self.file is not None:
                write_design(Path(self.file), key, values)

    @contextmanager
    def _told_where_broken_off(self) -> Iterator[None]:
        """Ctrl-C with one line that says what is kept, not with all calls of the search."""
        try:
            yield
        except KeyboardInterrupt:
            kept = "without a file they are lost" if self.file is None else f"{self.file} has them, and goes on"
            raise KeyboardInterrupt(f"broken off after {self.evaluations} designs; {kept}") from None

    def _tried(self, key: tuple[float, ...]) -> Answer:
        try:
            return self.evaluate(dict(zip(self.free, key, strict=True))), ""
        except LinkworkError as error:
            return None, str(error)

    def _notes(self) -> tuple[str, ...]:
        if not self._failed:
            return ()
        key, why = next(iter(self._failed.items()))
        design = ", ".join(f"{name} = {value:g}" for name, value in zip(self.free, key, strict=True))
        return (f"{len(self._failed)} designs could not be run and were left out; the first, {design}: {why}",)
