"""Load path: positions of rest while the loads grow, by arc length, through limit points where the load turns back.

Loads are functions of t, as in `y="-500*t"`: t is the load factor here, and nothing moves in time. What is followed is
the curve R(q, lambda, t) = 0 (`static_step`) with the arc-length equation of Riks and Crisfield in its tangential form,

    x' (q - q_0) / n + w^2 t' (t - t_0) = ds,        (x', t') the unit tangent at the last point,

scaled, n the number of bodies: a step has one length however finely a beam is divided.

Drivers may move with t as well: a support is then displaced instead of loaded.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.assembly.assemble import Assembly, assemble
from linkwork.analysis.equilibrium.equilibrium import equilibrium
from linkwork.analysis.equilibrium.rest_result import Equilibrium
from linkwork.analysis.equilibrium.static_step import (
    EXACT,
    FARTHEST,
    MOST_STEPS,
    ROUNDED,
    Loaded,
    StaticStep,
    bordered,
    solved,
)
from linkwork.analysis.inside_out import SolidCells
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.notebook_repr import ShowsItself
from linkwork.base.plural import plural
from linkwork.base.progress import Progress
from linkwork.expression.given import public
from linkwork.mechanism.contacts import refuse_contacts
from linkwork.run.run import Run
from linkwork.signals.parts import Algebraic
from linkwork.system.tables.compile import compile_system

if TYPE_CHECKING:
    from collections.abc import Mapping

    from linkwork.mechanism.mechanism import Mechanism

_FIRST = 0.02  # first step along the curve, in model lengths and radians beside the share of the load
_LONGEST = 0.25
_SHORTEST = 1e-7
_HALVINGS = 40  # of the interval in which a path branches off
_FLUTTER = (
    "loads follow what they push: it may flutter at a load at which nothing branches off, which positions of rest do "
    "not show; look at the frequencies of linearise"
)
_EASY = 7  # steps of Newton's method up to which the next step along the curve grows


@public
@dataclass
class LoadPath(ShowsItself):
    """Positions of rest along a path of loads.

    load      load factor t at every point
    run       the same positions as a Run over the arc length; channels of positions only
    limits    load factors at which the load turns back
    unstable  at every point, of how many motions the stiffness is below zero
    bifurcations  load factors at which a stiffness is zero while the load goes on: it buckles
    complete  whether the load that was asked for is reached
    notes     what to know beside, such as a cell of a solid that is turned inside out
    """

    mechanism: Mechanism
    load: Array
    run: Run
    unstable: Array
    complete: bool
    limits: list[float]
    bifurcations: list[float]
    points: list[Loaded] = field(repr=False)
    notes: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        counts = f"{plural(len(self.load), 'point')}, {plural(len(self.limits), 'limit')}"
        return f"<LoadPath of {self.mechanism.name!r}: {counts}>"

    @public
    def __getitem__(self, channel: str) -> Array:
        return self.run[channel]

    def rest(self) -> Equilibrium:
        """The last point as an equilibrium, with reactions, stiffness and stability."""
        last = self.points[-1]
        near = Assembly(self.mechanism.system(dynamics=True), last.q, True, last.t, "")
        return equilibrium(self.mechanism, "equations", near, last.t)

    def text(self) -> str:
        """What was found, in words."""
        reach = f"t = {self.load[0]:.6g} to {self.load[-1]:.6g}"
        lines = [f"{self.mechanism.name}: load path, {plural(len(self.load), 'point')}, {reach}"]
        lines += [f"  limit point: the load turns back at t = {value:.6g}" for value in self.limits]
        lines += [f"  another path branches off near t = {value:.6g}" for value in self.bifurcations]
        if not self.complete:
            lines.append("  the load asked for was not reached; give more points")
        return "\n".join([*lines, *(f"  note: {note}" for note in self.notes)])

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data."""
        return {
            "load": self.load.tolist(),
            "arc": self.run.t.tolist(),
            "limits": self.limits,
            "bifurcations": self.bifurcations,
            "unstable": self.unstable.tolist(),
            "complete": self.complete,
            "notes": self.notes,
        }


def _turning(s: Array, load: Array, slopes: Array) -> list[tuple[int, float]]:
    """Between which points the load turns back, the first of each two, and its value there by a cubic."""
    turning = []
    for index in range(len(load) - 1):
        one, other, h = slopes[index], slopes[index + 1], s[index + 1] - s[index]
        if one * other < 0.0:
            rise = (load[index + 1] - load[index]) / h
            third, second = (one + other - 2.0 * rise) / h**2, (3.0 * rise - 2.0 * one - other) / h
            roots = np.roots([3.0 * third, 2.0 * second, one])
            x = min((float(root.real) for root in roots), key=lambda root: abs(root - np.clip(root, 0.0, h)))
            turning.append((index, float(load[index] + x * (one + x * (second + x * third)))))
    return turning


def _branching(statics: StaticStep, points: list[Loaded], soft: Array, turns: list[tuple[int, float]]) -> list[float]:
    """Load factors at which a stiffness changes its sign while the load goes on, by bisection."""
    near = {index for index, _ in turns}
    loads = []
    for index in np.flatnonzero(np.diff(soft) % 2 if statics.turning else np.diff(soft)):
        if index not in near:
            loads.append(_zero_stiffness(statics, points[index], points[index + 1], int(soft[index])))
    return loads


def _zero_stiffness(statics: StaticStep, one: Loaded, other: Loaded, soft: int) -> float:
    """Between two positions of rest with so many soft motions and another number of them."""
    low, high = one.t, other.t
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        rest = statics.solve(Loaded(one.q, one.multipliers, middle))
        if rest is None:
            break
        if statics.softening(statics.matrix(rest[0])) == soft:
            low, one = middle, rest[0]
        else:
            high = middle
    return float(0.5 * (low + high))


def load_path(
    mechanism: Mechanism,
    until: float = 1.0,
    *,
    start: float = 0.0,
    points: int = 400,
    longest: float = _LONGEST,
    hold: Mapping[str, Any] | None = None,
    progress: bool = True,
) -> LoadPath:
    """Positions of rest from the load at t = start to that at t = until."""
    refuse_contacts(mechanism, "load_path", "leave the contacts out, or let it move with simulate")
    if any(isinstance(part, Algebraic) for part in mechanism.signals.values()):
        raise AnalysisError(
            f"{mechanism.name}: load_path does not follow algebraic variables; use equilibrium for one load"
        )
    if until == start:
        raise AnalysisError("load_path: 'until' must differ from 'start'")
    first = assemble(mechanism, hold=hold, at=start)
    if not first.ok:
        raise AnalysisError(first.text())
    statics = StaticStep(mechanism)
    here = statics.solve(Loaded(first.q[: statics.n], np.zeros(statics.m), start))
    if here is None:
        raise AnalysisError(
            f"{mechanism.name}: no position of rest at t = {start:g} near the drawn one, from which the path could "
            "begin; begin with a smaller load"
        )
    cells = SolidCells(statics.dynamics.system)
    if cells.barred(here[0].q):
        raise AnalysisError(f"{mechanism.name}: where the path begins, {cells.told(here[0].q)}; begin elsewhere")
    continuation = _LoadContinuation(statics, cells, here[0], until - start, longest)
    points_on_path, complete = [here[0]], False
    with Progress("load path", points, show=progress) as bar:
        while len(points_on_path) < points and not complete:
            point = continuation.step(until)
            if point is None:
                raise AnalysisError(
                    f"{mechanism.name}: the load path ends at t = {points_on_path[-1].t:.6g}: "
                    f"no position of rest was found beyond it{continuation.turned}"
                )
            points_on_path.append(point)
            complete = point.t == until
            bar.update(len(points_on_path), 1, 1.0)
    return _result(mechanism, statics, points_on_path, continuation, complete)


class _LoadContinuation:
    """Where the path is, its tangent there, and how long the next step is."""

    def __init__(self, statics: StaticStep, cells: SolidCells, point: Loaded, span: float, longest: float) -> None:
        self.statics, self.point = statics, point
        self.weight = 1.0 / abs(span)
        self.share = 1.0 / len(statics.dynamics.system.bodies)
        self.longest = longest
        self.length = min(_FIRST, longest)
        self.forward = 1.0 if span > 0.0 else -1.0
        self.matrix = statics.matrix(point)
        self.tangents: list[Array] = []
        self.soft = [statics.softening(self.matrix)]
        self.cells, self.turned = cells, ""
        self.tangent = self._tangent(None)
        self.tangents.append(self.tangent)

    def _tangent(self, along: Array | None) -> Array:
        """Unit tangent (q, lambda, t), on the side of the last one."""
        n, size = self.statics.n, self.statics.n + self.statics.m
        row = np.zeros(size + 1)
        if along is None:
            row[size] = self.forward
        else:
            row[:n], row[size] = self.share * along[:n], self.weight**2 * along[size]
        side = np.zeros(size + 1)
        side[size] = 1.0
        tangent = solved(bordered(self.matrix, self.statics.by_time(self.point), row), side)
        return tangent / np.sqrt(self.share * (tangent[:n] @ tangent[:n]) + (self.weight * tangent[size]) ** 2)

    def step(self, until: float) -> Loaded | None:
        """The next point, or the one at the last load where it lies within the step."""
        size = self.statics.n + self.statics.m
        while self.length > _SHORTEST:
            corrected = self._corrected()
            if corrected is None or self._barred(corrected[0]):
                self.length *= 0.5
                continue
            point, taken = corrected
            if (point.t - until) * (self.point.t - until) <= 0.0 and self.point.t != until:
                share = (until - self.point.t) / (point.t - self.point.t)
                guess = self.statics.moved(self.point, share * self.length * self.tangent[:size])
                landed = self.statics.solve(Loaded(guess.q, guess.multipliers, until))
                if landed is None or self._barred(landed[0]):
                    self.length *= 0.5
                    continue
                point = Loaded(landed[0].q, landed[0].multipliers, until)
            self.point = point
            self.matrix = self.statics.matrix(point)
            self.tangent = self._tangent(self.tangent)
            self.tangents.append(self.tangent)
            self.soft.append(self.statics.softening(self.matrix))
            if taken <= _EASY:
                self.length = min(1.5 * self.length, self.longest)
            return point
        return None

    def _barred(self, point: Loaded) -> bool:
        """Whether a cell of a solid is turned inside out there though its law bars it."""
        if not self.cells.barred(point.q):
            return False
        self.turned = f" but some with {self.cells.told(point.q)}"
        return True

    def _corrected(self) -> tuple[Loaded, int] | None:
        """The point of the curve a step ahead along the tangent, and the steps of Newton's method it took."""
        statics, n, size = self.statics, self.statics.n, self.statics.n + self.statics.m
        point = statics.moved(self.point, self.length * self.tangent[:size], self.length * self.tangent[size])
        row = np.zeros(size + 1)
        row[:n], row[size] = self.share * self.tangent[:n], self.weight**2 * self.tangent[size]
        last = np.inf
        for number in range(MOST_STEPS):
            border = bordered(statics.matrix(point), statics.by_time(point), row)
            way = statics.dynamics.apart(point.q, self.point.q)
            done = self.share * (self.tangent[:n] @ way) + self.weight**2 * self.tangent[size] * (
                point.t - self.point.t
            )
            step = solved(border, np.concatenate([-statics.residual(point), [self.length - done]]))
            far = float(np.max(np.abs(step[:n]), initial=0.0))
            if not far < FARTHEST:
                return None
            point = statics.moved(point, step[:size], float(step[size]))
            if far < EXACT or (far < ROUNDED and far > 0.25 * last):
                return point, number + 1
            last = far
        return None


def _result(
    mechanism: Mechanism, statics: StaticStep, points: list[Loaded], continuation: _LoadContinuation, complete: bool
) -> LoadPath:
    load = np.array([point.t for point in points])
    steps = [
        np.hypot(
            np.sqrt(continuation.share) * np.linalg.norm(statics.dynamics.apart(one.q, other.q)),
            continuation.weight * (one.t - other.t),
        )
        for one, other in zip(points[1:], points, strict=False)
    ]
    s = np.concatenate([[0.0], np.cumsum(steps)])
    system = compile_system(mechanism)
    q = np.array([point.q for point in points])[:, : len(system.coordinates)]
    v = np.array([tangent[: statics.n] for tangent in continuation.tangents]) * statics.dynamics.scale
    still = np.zeros_like(v)
    run = Run(system, s, q, v, still, np.zeros(len(s)), np.zeros(0), "load path")
    soft = np.array(continuation.soft)
    turns = _turning(s, load, np.array([tangent[-1] for tangent in continuation.tangents]))
    branching = _branching(statics, points, soft, turns)
    limits = [value for _, value in turns]
    notes = _turned(continuation.cells, points) + ([_FLUTTER] if statics.turning else [])
    return LoadPath(mechanism, load, run, soft, complete, limits, branching, points, notes)


def _turned(cells: SolidCells, points: list[Loaded]) -> list[str]:
    """From which load on a cell is turned inside out, where its law allows it."""
    told = next(((point.t, words) for point in points if (words := cells.told(point.q))), None)
    return [] if told is None else [f"at t = {told[0]:.6g}: {told[1]}, which no body can be: take smaller cells"]
