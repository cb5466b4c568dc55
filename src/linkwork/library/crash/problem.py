"""A design judged by several scenarios at once: criteria and conditions of all their runs, a front, a best design."""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, LinkworkError
from linkwork.expression.given import public, publicly_made
from linkwork.library.crash.bits import values_of, written_in_bits

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.run.run import Run

_FAILED = 1e30
_EXACT = 1e-9
_FORK = "fork"  # criteria are functions, which only a fork hands over; elsewhere one process does all

_problem: list[Problem] = []  # in a worker: what it works on, handed over by the fork


def _take(problem: Problem) -> None:
    _problem[:] = [problem]


def _tried(key: tuple[float, ...]) -> tuple[list[float], list[float]] | None:
    return _problem[0]._tried(key)


def _read(file: Path, count: int) -> dict[tuple[float, ...], tuple[list[float], list[float]]]:
    """What a search wrote down; a last line that was cut off is taken out of the file."""
    kept = {}
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise AnalysisError(f"{file} cannot be read: {error.strerror}") from None
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        try:
            design, criteria, conditions = json.loads(line)
            if len(design) != count:
                raise AnalysisError(
                    f"{file}, line {number}: a design of {len(design)} parameters where {count} are free"
                )
            kept[tuple(map(float, design))] = (
                [float(value) for value in criteria],
                [float(value) for value in conditions],
            )
        except (ValueError, TypeError, OverflowError, RecursionError):
            if number < len(lines) or text.endswith("\n") or not line.startswith("["):
                raise AnalysisError(f"{file}, line {number}: expected [design, criteria, conditions]") from None
            file.write_text("".join(f"{whole}\n" for whole in lines[:-1]), encoding="utf-8")
            return kept
    if text and not text.endswith("\n"):
        with file.open("a", encoding="utf-8") as out:
            out.write("\n")
    return kept


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
    """Designs with their criteria and conditions (at most zero where they hold), one a row."""

    names: tuple[str, ...]
    designs: Array
    criteria: Array
    conditions: Array
    evaluations: int

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
        for name, (low, high) in self.free.items():
            if not -np.inf < low < high < np.inf:
                raise AnalysisError(f"Problem: the bounds of '{name}' must rise; they are {low:g} and {high:g}")
            if self.scenarios and not any(
                name in scenario.mechanism.parameters_by_name for scenario in self.scenarios.values()
            ):
                raise AnalysisError(f"no scenario has a parameter '{name}'")
        self._kept: dict[tuple[float, ...], tuple[list[float], list[float]]] = {}
        if self.file is not None and os.path.exists(self.file):
            self._kept = _read(Path(self.file), len(self.free))

    def runs(self, design: Mapping[str, float]) -> dict[str, Run]:
        """The runs of all scenarios for a design."""
        runs = {}
        for name, scenario in self.scenarios.items():
            known = scenario.mechanism.parameters_by_name
            scenario.mechanism.set(**{key: value for key, value in design.items() if key in known})
            runs[name] = scenario.run()
        return runs

    def evaluate(self, design: Mapping[str, float]) -> tuple[list[float], list[float]]:
        """Criteria and conditions of a design."""
        runs = self.runs(design)
        conditions = self.conditions(runs, design) if self.conditions is not None else ()
        values = [float(value) for value in self.criteria(runs, design)], [float(value) for value in conditions]
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
        names, (low, high) = tuple(self.free), np.array(list(self.free.values()), float).T
        middle = self._all([0.5 * (low + high)])[0]
        if middle is None:
            raise AnalysisError("the design in the middle of the bounds cannot be run")
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
        last = minimize(Generation(), algorithm, ("n_gen", generations), seed=seed, verbose=False)
        if last.X is None:
            raise AnalysisError("no design keeps all conditions; loosen them, or give more generations")
        if np.min(last.F) >= _FAILED:
            raise AnalysisError("no design of the search could be run")
        designs, criteria, conditions = (np.atleast_2d(part) for part in (last.X, last.F, last.G))
        designs = designs if bits is None else values_of(designs, bounds, bits)
        order = np.lexsort(criteria.T[::-1])
        return Designs(names, designs[order], criteria[order], conditions[order], self.evaluations)

    def best(
        self, start: Mapping[str, float], weights: Sequence[float] | None = None, *, worsening: float | None = None
    ) -> Designs:
        """One design by sequential quadratic programming with differences: the least weighted sum of the criteria;
        with `worsening` one criterion after the other, those before it worse by at most that share."""
        missing = [name for name in self.free if name not in start]
        if missing:
            raise AnalysisError(f"best: start has no '{missing[0]}'")
        x = np.array([start[name] for name in self.free], float)
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
        return Designs(tuple(self.free), *rows_of, self.evaluations)

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

    def _one(self, x: Array) -> tuple[list[float], list[float]]:
        values = self._all([x])[0]
        if values is None:
            raise AnalysisError(f"the design {dict(zip(self.free, map(float, x), strict=True))} cannot be run")
        return values

    def _all(self, designs: Sequence[Array]) -> list[tuple[list[float], list[float]] | None]:
        """Criteria and conditions of designs, those not known side by side; None where a run fails."""
        keys = [tuple(float(value) for value in x) for x in designs]
        new = list(dict.fromkeys(key for key in keys if key not in self._kept))
        if self.workers > 1 and len(new) > 1 and _FORK in multiprocessing.get_all_start_methods():
            with multiprocessing.get_context(_FORK).Pool(self.workers, _take, (self,)) as pool:
                results = pool.map(_tried, new)
        else:
            results = [self._tried(key) for key in new]
        self.evaluations += len(new)
        fresh = {key: result for key, result in zip(new, results, strict=True) if result is not None}
        self._kept |= fresh
        if self.file is not None and fresh:
            with Path(self.file).open("a", encoding="utf-8") as out:
                out.writelines(json.dumps([key, *result]) + "\n" for key, result in fresh.items())
        return [self._kept.get(key) for key in keys]

    def _tried(self, key: tuple[float, ...]) -> tuple[list[float], list[float]] | None:
        try:
            return self.evaluate(dict(zip(self.free, key, strict=True)))
        except LinkworkError:
            return None
