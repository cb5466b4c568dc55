"""Circuit: one connected piece of the configuration curve, followed until it closes or both ways."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from linkwork.analysis.kinematics.turns import Turns
from linkwork.analysis.trace.arc import Arc, Continuation
from linkwork.analysis.trace.crossings import Crossings, crossing_arcs
from linkwork.analysis.trace.limits import Limit, find_limits
from linkwork.base.arrays import Array
from linkwork.run.run import Event, Run
from linkwork.system.constraints.equations import Equations
from linkwork.system.system import System


@dataclass
class Circuit:
    """One connected piece of the configuration curve; a closed one ends where it began, whole turns aside."""

    run: Run
    closed: bool
    limits: list[Limit] = field(default_factory=list)
    crossings: list[float] = field(default_factory=list)

    @property
    def branches(self) -> int:
        """Number of branches: pieces between limits of the input."""
        return max(1, len(self.limits))

    def holds(self, q: Array) -> bool:
        """Whether a position lies on it."""
        run, scale = self.run, self.run.system.column_scale
        offsets = Turns(run.system, q).offset(run.q)
        distances = np.linalg.norm(offsets, axis=1)
        ways = run.system.difference(run.q[1:], run.q[:-1]) / scale
        steps = np.linalg.norm(ways, axis=1) if len(run.t) > 1 else np.array([0.1])
        nearest = int(np.argmin(distances))
        if distances[nearest] > 1.5 * float(np.max(steps)):
            return False
        tangent, offset = run.v[nearest] / scale, -offsets[nearest]
        across = offset - tangent * (offset @ tangent) / (tangent @ tangent)
        return bool(np.linalg.norm(across) < 0.1 * max(float(np.linalg.norm(offset)), 1e-9) + 1e-6)


@dataclass
class _Curve:
    """Points of a curve with unit tangents (scaled), arc length and signed singular value."""

    s: Array
    q: Array
    tangent: Array
    sigma: Array


def continue_circuit(system: System, driver: str, q: Array, points: int, t: float) -> Circuit:
    """The circuit through a position, with its limits and crossings."""
    continuation, turns = Continuation(system, q, t=t), Turns(system, q)
    ahead, closed = _until_home(continuation, turns, points)
    crossings = Crossings(system)
    start = (q, continuation.first, crossings.sigma(q))
    behind = None
    if not closed:
        behind, _ = _until_home(Continuation(system, q, -continuation.first, t=t), turns, points)
    curve = _joined(start, ahead, behind)
    if closed:
        curve = _closed(curve, start, turns, system)
    curve.sigma = crossings.signed(curve.q, curve.sigma, 0 if behind is None else len(behind.s))
    return _circuit(system, driver, continuation, curve, closed, t)


def _circuit(system: System, driver: str, continuation: Continuation, curve: _Curve, closed: bool, t: float) -> Circuit:
    velocities, accelerations = _derivatives(system, curve.q, curve.tangent, t)
    run = Run(system, curve.s, curve.q, velocities, accelerations, curve.sigma, np.zeros(0), "whole circuit")
    circuit = Circuit(run, closed, find_limits(driver, continuation, run), crossing_arcs(curve.s, curve.sigma))
    for limit in circuit.limits:
        run.events.append(Event(limit.arc, "limit", f"{driver} turns back at {limit.value:.8g}"))
    return circuit


def _until_home(continuation: Continuation, turns: Turns, points: int) -> tuple[Arc, bool]:
    """Follow until the start comes back."""
    away = closed = False
    first = continuation.first

    def back_home(new: Array, tangents: Array) -> int:
        nonlocal away, closed
        offsets = turns.offset(new)
        distances = np.linalg.norm(offsets, axis=1)
        for index in range(len(new)):
            away = away or bool(distances[index] > 0.2 or tangents[index] @ first < 0.0)
            if away and index and offsets[index - 1] @ first < 0.0 <= offsets[index] @ first:
                step = float(np.linalg.norm(continuation.equations.apart(new[index], new[index - 1])))
                if min(distances[index], distances[index - 1]) <= step and tangents[index] @ first > 0.5:
                    closed = True
                    return index
        return -1

    return continuation.continue_arc(points, back_home), closed


def _joined(start: tuple[Array, Array, float], ahead: Arc, behind: Arc | None) -> _Curve:
    """The part behind the start (turned round), the start, the part ahead of it."""
    q, tangent, sigma = start
    if behind is None or not len(behind.s):
        s, back = np.zeros(0), (np.zeros((0, len(q))), np.zeros((0, len(q))), np.zeros(0))
        length = 0.0
    else:
        length = float(behind.s[-1])
        s, back = length - behind.s[::-1], (behind.q[::-1], -behind.tangent[::-1], behind.sigma[::-1])
    return _Curve(
        np.concatenate([s, [length], length + ahead.s]),
        np.vstack([back[0], q[None], ahead.q]),
        np.vstack([back[1], tangent[None], ahead.tangent]),
        np.concatenate([back[2], [sigma], ahead.sigma]),
    )


def _closed(curve: _Curve, start: tuple[Array, Array, float], turns: Turns, system: System) -> _Curve:
    """The curve with its start once more as its end, so that nothing between its last point and its start is lost."""
    _, tangent, sigma = start
    end = turns.beside(curve.q[-1])
    step = float(np.linalg.norm(system.difference(end, curve.q[-1]) / system.column_scale))
    if step == 0.0:
        return curve
    return _Curve(
        np.append(curve.s, curve.s[-1] + step),
        np.vstack([curve.q, end[None]]),
        np.vstack([curve.tangent, tangent[None]]),
        np.append(curve.sigma, sigma),
    )


def _derivatives(system: System, positions: Array, tangents: Array, t: float) -> tuple[Array, Array]:
    """dq/ds and d2q/ds2 along the curve: the second from gamma with the tangent as velocity."""
    velocities = tangents * system.column_scale
    accelerations = np.zeros_like(velocities)
    equations = Equations(system)
    for index in range(len(positions)):
        equations.evaluate(positions[index], t, velocities[index])
        x, _ = equations.solve(equations.acceleration_side())
        accelerations[index] = equations.unscale(x)
    return velocities, accelerations
