"""Excitations of the muscles of a skeleton that do a task best: to reach a place, to jump.

Unknowns are the excitations of all muscles at even times, straight between. A task is where coordinates shall be at the
end, at rest there, or a number of the motion that shall be as large as it can be. What is sought is found by sequential
quadratic programming over whole forward runs, derivatives by differences of runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.progress import Progress
from linkwork.expression.dimensions import LENGTH, PLAIN
from linkwork.expression.given import Numbers, public, publicly_made, takes
from linkwork.library.biomechanics.forward import ForwardRun, forward
from linkwork.library.biomechanics.skeleton import Skeleton
from linkwork.library.checks import require_quantity

STEP = 1e-4  # by which an excitation is changed for a derivative
MET = 1e-4  # rad, m, rad/s, m/s: an end that is missed by less is reached
CLOSE = 1e-7  # an iteration that gains less of the cost is the last one
SHARP = 1e-5  # the same, in shares of the cost that was found so
ON_BOUND = 1e-6  # an excitation so near to 0 or 1 lies there


@public
@publicly_made
@dataclass(frozen=True)
class BestExcitations:
    """Excitations that do a task, and the motion that they make."""

    run: ForwardRun
    times: Array
    excitations: Array
    """excitations[time, muscle]."""
    cost: float
    """The effort (integral of the sum of squared activations, s), or what was to be the most."""
    missed: float
    """By how much the end is missed at most, in rad, m, rad/s or m/s."""
    iterations: int
    runs: int
    ok: bool
    why: str
    residual: float = 0.0
    """Of the conditions of Karush, Kuhn and Tucker, over the largest slope of the cost: by how much changes of single
    excitations would still better it. Activations rise in another time than they fall, so that the best may lie at an
    edge, where this does not come to nothing."""

    def text(self) -> str:
        """What was found, in a line."""
        state = "found" if self.ok else f"not found ({self.why})"
        return (
            f"best excitations {state} in {self.iterations} iterations, {self.runs} runs: cost {self.cost:.6g}, "
            f"the end missed by {self.missed:.2g}, slopes left {self.residual:.2g} of the largest"
        )


@public
@takes(coordinates="COORDINATES", speeds="SPEEDS")
def best_excitations(
    skeleton: Skeleton,
    coordinates: Numbers,
    speeds: Numbers,
    until: float,
    reach: Mapping[str, Any] | None = None,
    most: Callable[[ForwardRun], float] | None = None,
    activation: Numbers = 0.02,
    begin: Numbers = 0.1,
    pieces: int = 4,
    points: int = 41,
    tolerance: float = 1e-8,
    stiff_tendons: bool = False,
    iterations: int = 60,
) -> BestExcitations:
    """Excitations over time with which the muscles do a task between a start and the time `until`.

    `reach` says where coordinates (rad, m) shall be at the end, at rest; among the excitations that do it those with
    the least effort are sought, the integral of the sum of squared activations. `most` is a number of the run that
    shall be as large as it can be, such as how high the mass center rises. Excitations are straight between `pieces`
    + 1 even times; the search begins with `begin` for all, and ends in the nearest best ones: others may be better.
    """
    if bool(reach) == (most is not None):
        raise AnalysisError("best_excitations: give what to reach, or of what the most is wanted, one of both")
    if not skeleton.muscles:
        raise AnalysisError(f"skeleton '{skeleton.name}' has no muscles")
    if pieces < 1 or iterations < 1:
        raise AnalysisError("best_excitations: pieces and iterations are 1 or more")
    wanted = {}
    for name, value in (reach or {}).items():
        c = skeleton.index("coordinate", name)
        turns = skeleton.coordinates[c].turns
        wanted[c] = require_quantity(f"best_excitations: reach '{name}'", value, PLAIN if turns else LENGTH)
    task = _Task(
        skeleton, coordinates, speeds, activation, until, points, tolerance, stiff_tendons, wanted, most, pieces
    )
    start = np.asarray(begin, dtype=float)
    if start.shape not in ((), (len(skeleton.muscles),)) or not np.all((start >= 0) & (start <= 1)):
        raise AnalysisError("best_excitations: begin is one excitation between 0 and 1, or one for each muscle")
    x = np.tile(np.broadcast_to(start, (len(skeleton.muscles),)), pieces + 1)
    task.at(x)  # a start that cannot be followed is told as it is
    with Progress("excitations", iterations) as bar:
        best, count, why = _solved(task, x, iterations, bar)
    residual = task.residual(best)
    run, cost, missed = task.looked_at(best)
    ok = why == "" and missed < MET
    times = np.linspace(0.0, until, pieces + 1)
    rows = best.reshape(pieces + 1, -1)
    told = why or (f"the end is missed by {missed:.2g}" if missed >= MET else "")
    return BestExcitations(run, times, rows, cost, missed, count, task.runs, ok, told, residual)


def _solved(task: _Task, x: Array, iterations: int, bar: Progress) -> tuple[Array, int, str]:
    from scipy.optimize import minimize

    def told(_: Array) -> None:
        told.count = min(told.count + 1, iterations)  # type: ignore[attr-defined]
        bar.show_share(told.count, iterations)  # type: ignore[attr-defined]

    told.count = 0  # type: ignore[attr-defined]
    constraints = {"type": "eq", "fun": lambda x: task.at(x)[1:], "jac": lambda x: task.slopes(x)[1:]}

    def searched(x: Array, size: float, close: float, left: int) -> Any:
        return minimize(
            lambda x: task.at(x)[0] / size, x, jac=lambda x: task.slopes(x)[0] / size, method="SLSQP",
            bounds=[(0.0, 1.0)] * len(x), constraints=constraints if task.wanted else (),
            options={"ftol": close, "maxiter": left}, callback=told,
        )  # fmt: skip

    done = searched(x, 1.0, CLOSE, iterations)
    best, count = np.clip(done.x, 0.0, 1.0), int(done.nit)
    if not done.success or count >= iterations:
        return best, count, "" if done.success else str(done.message).lower()
    again = searched(best, abs(float(task.at(best)[0])) or 1.0, SHARP, iterations - count)  # of small costs, too
    sharper = np.clip(again.x, 0.0, 1.0)
    if task.missed(sharper) < max(MET, task.missed(best)) and task.at(sharper)[0] < task.at(best)[0]:
        best = sharper
    return best, count + int(again.nit), ""


@dataclass
class _Task:
    """What a run is asked for: its cost, and by how much it misses the end."""

    skeleton: Skeleton
    coordinates: Numbers
    speeds: Numbers
    activation: Numbers
    until: float
    points: int
    tolerance: float
    stiff: bool
    wanted: dict[int, float]
    most: Callable[[ForwardRun], float] | None
    pieces: int
    runs: int = 0
    _known: dict[bytes, Array] = field(default_factory=dict)
    _slopes: dict[bytes, Array] = field(default_factory=dict)

    def run(self, x: Array) -> ForwardRun:
        """The motion under these excitations."""
        self.runs += 1
        rows = np.clip(x, 0.0, 1.0).reshape(self.pieces + 1, -1)
        return forward(
            self.skeleton, self.coordinates, self.speeds, self.activation, self.until, self.points, self.tolerance,
            rows, self.stiff,
        )  # fmt: skip

    def numbers(self, run: ForwardRun) -> Array:
        """What shall be the least, then what shall be zero."""
        if self.most is not None:
            value = self.most(run)
            if not isinstance(value, float | int | np.floating | np.integer) or not np.isfinite(value):
                raise AnalysisError(f"best_excitations: most is one finite number of a run, not {value!r:.60}")
            least = -float(value)
        else:
            least = float(np.trapezoid((run.activations**2).sum(axis=1), run.time))
        ends = [run.values[-1, c] - value for c, value in self.wanted.items()]
        return np.array([least, *ends, *(run.speeds[-1, c] for c in self.wanted)])

    def at(self, x: Array) -> Array:
        """Those numbers, each run once."""
        key = x.tobytes()
        if key not in self._known:
            self._known = {key: self.numbers(self.run(x))}
        return self._known[key]

    def slopes(self, x: Array) -> Array:
        """Their derivatives, by differences towards the inside of the bounds."""
        key = x.tobytes()
        if key not in self._slopes:
            here = self.at(x)
            columns = []
            for i in range(len(x)):
                step = STEP if x[i] < 0.5 else -STEP
                moved = x.copy()
                moved[i] += step
                columns.append((self.numbers(self.run(moved)) - here) / step)
            self._slopes = {key: np.column_stack(columns)}
        return self._slopes[key]

    def residual(self, x: Array) -> float:
        """How far the slopes are from those of a best place, over the largest one of the cost."""
        slopes = self.slopes(x)
        free = (x > ON_BOUND) & (x < 1 - ON_BOUND)
        dual = np.linalg.lstsq(slopes[1:, free].T, slopes[0, free], rcond=None)[0]
        rest = slopes[0] - slopes[1:].T @ dual
        outwards = np.where(x < 0.5, -rest, rest)  # at a bound a slope may lead out
        wrong = np.where(free, np.abs(rest), np.maximum(outwards, 0.0))
        return float(wrong.max(initial=0.0) / max(np.abs(slopes[0]).max(initial=0.0), 1e-300))

    def missed(self, x: Array) -> float:
        """By how much the end is missed at most."""
        return float(np.abs(self.at(x)[1:]).max(initial=0.0))

    def looked_at(self, x: Array) -> tuple[ForwardRun, float, float]:
        """The run at the end of the search, its cost, and by how much it misses what was wanted."""
        run = self.run(x)
        numbers = self.numbers(run)
        missed = float(np.abs(numbers[1:]).max(initial=0.0))
        return run, float(numbers[0] if self.most is None else -numbers[0]), missed
