"""Trace: the whole configuration curve of a mechanism by arc length, through lock-up, over all circuits found.

One driver is set free; what remains is a curve of positions. A circuit is a connected piece of it, and each is a Run
whose `t` is the arc length: all channels, plots and animations work on it. Limit positions are where the freed
driver's value turns back; between two of them the mechanism is on one branch.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.arc import Arc, Follower
from linkwork.analysis.assemble import assemble
from linkwork.analysis.position import find_root
from linkwork.analysis.progress import Progress
from linkwork.analysis.rank import freedoms
from linkwork.errors import AnalysisError
from linkwork.run.run import Event, Run
from linkwork.system.compile import compile_system
from linkwork.system.equations import Equations

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar
    from linkwork.system.system import System

Array = NDArray[Any]
GEARED = {"gear", "rack"}


@dataclass
class Limit:
    """A position at which the freed driver's value turns back."""

    value: float
    q: Array
    arc: float
    kind: str


@dataclass
class Circuit:
    """One connected piece of the configuration curve."""

    run: Run
    closed: bool
    limits: list[Limit] = field(default_factory=list)
    crossings: list[float] = field(default_factory=list)

    @property
    def branches(self) -> int:
        """Number of branches: pieces between limits of the input."""
        return max(1, len(self.limits))


@dataclass
class Trace:
    """All circuits that were found."""

    mechanism: Planar
    driver: str
    circuits: list[Circuit]
    starts: int

    def __repr__(self) -> str:
        return f"<Trace of {self.mechanism.name!r}: {len(self.circuits)} circuits found>"

    def text(self) -> str:
        """Circuits, their limits and crossings."""
        from linkwork.analysis.words import trace_text

        return trace_text(self)

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data."""
        return {
            "driver": self.driver,
            "starts": self.starts,
            "circuits": [
                {
                    "closed": circuit.closed,
                    "points": len(circuit.run.t),
                    "length": float(circuit.run.t[-1]),
                    "limits": [{"value": limit.value, "kind": limit.kind} for limit in circuit.limits],
                    "crossings": circuit.crossings,
                }
                for circuit in self.circuits
            ],
        }


def trace(
    mechanism: Planar,
    driver: str | None = None,
    *,
    at: float = 0.0,
    points: int = 4000,
    starts: int = 24,
    progress: bool = True,
) -> Trace:
    """Follow the configuration curve with one driver free; `starts` random positions look for further circuits."""
    name = _freed(mechanism, driver)
    others = [other for other in mechanism.drivers if other != name]
    system = compile_system(mechanism, drivers=others)
    first = assemble(mechanism, at=at, drivers=bool(mechanism.drivers))
    if not first.ok:
        raise AnalysisError(first.text())
    left = freedoms(system, first.q, at)
    if left != 1:
        raise AnalysisError(f"{mechanism.name}: a curve has one freedom; with driver '{name}' free it has {left}")
    circuits: list[Circuit] = []
    tries = [first.q, *_random_positions(system, first.q, at, starts)]
    with Progress("trace", len(tries), show=progress) as bar:
        for number, q in enumerate(tries):
            if not any(_lies_on(circuit, system, q) for circuit in circuits):
                circuits.append(_circuit(mechanism, system, name, q, points, at))
            bar.update(number + 1, 1, 1.0)
    return Trace(mechanism, name, circuits, len(tries))


def _freed(mechanism: Planar, driver: str | None) -> str:
    if driver is not None:
        if driver not in mechanism.drivers:
            raise AnalysisError(f"there is no driver '{driver}'; drivers are: {', '.join(mechanism.drivers)}")
        return driver
    return next(iter(mechanism.drivers), "")


def _random_positions(system: System, q: Array, t: float, count: int) -> list[Array]:
    """Assembled positions from random starts (seeded)."""
    equations, random, found = Equations(system), np.random.default_rng(3), []
    turning = [column for column, name in enumerate(system.coordinates) if name.endswith((".angle", ".alpha", ".beta"))]
    for _ in range(count):
        start = q.copy()
        start[turning] += random.uniform(-np.pi, np.pi, len(turning))
        start += 0.5 * system.column_scale * random.normal(size=len(q)) * ~np.isin(np.arange(len(q)), turning)
        root = find_root(equations, start, t)
        if root.ok and not _flipped(system, root.q, q):
            found.append(root.q)
    return found


def _flipped(system: System, q: Array, like: Array) -> bool:
    """Whether a slide is turned by 180 degrees against the given position."""
    from linkwork.analysis.advice import slide_sides

    return slide_sides(system, q) != slide_sides(system, like)


def wrapped(system: System, difference: Array) -> Array:
    """Scaled difference of positions with whole turns of bodies taken out (not where gears count them)."""
    difference = difference.copy()
    if not any(placed.element.kernel in GEARED for placed in system.elements):
        angles = slice(2, 3 * len(system.bodies), 3)
        difference[..., angles] -= 2 * np.pi * np.round(difference[..., angles] / (2 * np.pi))
        own = np.arange(3 * len(system.bodies), len(system.coordinates))
        difference[..., own] -= 2 * np.pi * np.round(difference[..., own] / (2 * np.pi))
    return difference / system.column_scale


def _lies_on(circuit: Circuit, system: System, q: Array) -> bool:
    """Whether a position lies on a circuit that has been followed."""
    run = circuit.run
    offsets = wrapped(system, run.q - q)
    distances = np.linalg.norm(offsets, axis=1)
    steps = np.linalg.norm(wrapped(system, np.diff(run.q, axis=0)), axis=1) if len(run.t) > 1 else np.array([0.1])
    nearest = int(np.argmin(distances))
    if distances[nearest] > 1.5 * float(np.max(steps)):
        return False
    tangent = run.v[nearest] / system.column_scale
    offset = -offsets[nearest]
    across = offset - tangent * (offset @ tangent) / (tangent @ tangent)
    return bool(np.linalg.norm(across) < 0.1 * max(float(np.linalg.norm(offset)), 1e-9) + 1e-6)


def _circuit(mechanism: Planar, system: System, driver: str, q: Array, points: int, t: float) -> Circuit:
    follower = Follower(system, q, step=1e-2)
    arc, closed = _follow(follower, system, q, points)
    s, positions, tangents, sigma = _with_start(follower, q, arc)
    if not closed:
        back = Follower(system, q, -follower.first, step=1e-2)
        behind, _ = _follow(back, system, q, points)
        s, positions, tangents, sigma = _joined(behind, (s, positions, tangents, sigma))
    velocities, accelerations = _derivatives(system, positions, tangents, t)
    run = Run(system, s, positions, velocities, accelerations, sigma, np.zeros(0), "whole circuit")
    circuit = Circuit(run, closed)
    circuit.limits = _limits(mechanism, driver, follower, run)
    circuit.crossings = [float(s[i]) for i in np.flatnonzero(sigma[1:] * sigma[:-1] < 0.0)]
    for limit in circuit.limits:
        run.events.append(Event(limit.arc, "limit", f"{driver} turns back at {limit.value:.8g}"))
    return circuit


def _follow(follower: Follower, system: System, q: Array, points: int) -> tuple[Arc, bool]:
    """Follow until the start comes back."""
    away = False
    closed = False

    def back_home(new: Array, tangents: Array) -> int:
        nonlocal away, closed
        for index in range(len(new)):
            offset = wrapped(system, new[index] - q)
            distance = float(np.linalg.norm(offset))
            away = away or distance > 0.2
            before = wrapped(system, new[index - 1] - q) if index else offset
            if away and index and before @ follower.first < 0.0 <= offset @ follower.first:
                step = float(np.linalg.norm(offset - before))
                if min(distance, float(np.linalg.norm(before))) <= step and tangents[index] @ follower.first > 0.5:
                    closed = True
                    return index
        return -1

    return follower.follow(points, back_home), closed


def _with_start(follower: Follower, q: Array, arc: Arc) -> tuple[Array, Array, Array, Array]:
    sigma = np.concatenate([arc.sigma[:1], arc.sigma])
    return (
        np.concatenate([[0.0], arc.s]),
        np.vstack([q[None], arc.q]),
        np.vstack([follower.first[None], arc.tangent]),
        sigma,
    )


def _joined(behind: Arc, ahead: tuple[Array, Array, Array, Array]) -> tuple[Array, Array, Array, Array]:
    s, positions, tangents, sigma = ahead
    if not len(behind.s):
        return ahead
    length = behind.s[-1]
    return (
        np.concatenate([length - behind.s[::-1], s + length]),
        np.vstack([behind.q[::-1], positions]),
        np.vstack([-behind.tangent[::-1], tangents]),
        np.concatenate([np.abs(behind.sigma[::-1]), np.abs(sigma)]),
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


def _limits(mechanism: Planar, driver: str, follower: Follower, run: Run) -> list[Limit]:
    """Where the freed driver's value turns back, refined on the curve."""
    if not driver:
        return []
    with_driver = Equations(compile_system(mechanism))
    row = next(placed.first_row for placed in with_driver.system.elements if placed.name == driver)

    def rate(q: Array, tangent: Array) -> float:
        with_driver.evaluate(q, 0.0)
        return float(with_driver.jacobian()[row] @ tangent)

    def value(q: Array) -> float:
        with_driver.evaluate(q, 0.0)
        return float(with_driver.residual()[row] / with_driver.system.row_scale[row]) + offset

    offset = _driver_value(with_driver, row)
    rates = [rate(q, v / run.system.column_scale) for q, v in zip(run.q, run.v, strict=True)]
    limits = []
    for index in np.flatnonzero(np.sign(rates[1:]) * np.sign(rates[:-1]) < 0.0):
        tangent = run.v[index] / run.system.column_scale
        reach = 1.3 * float(run.t[index + 1] - run.t[index])
        try:
            q = follower.zero(run.q[index], tangent, reach, rate)
        except (ArithmeticError, ValueError):
            continue
        kind = "largest" if rates[index] > 0.0 else "smallest"
        arc = float(run.t[index] + np.linalg.norm((q - run.q[index]) / run.system.column_scale))
        limits.append(Limit(value(q), q, arc, kind))
    return limits


def _driver_value(equations: Equations, row: int) -> float:
    """The driver's own value at t = 0, to be added to its residual."""
    from linkwork.functions.value import value_at
    from linkwork.system.row import Row
    from linkwork.system.scope import Scope

    system = equations.system
    placed = next(placed for placed in system.elements if placed.first_row == row)
    packed = Row(Scope(system.mechanism, dict(system.env)), placed.name).function(vars(placed.element)["value"])
    return float(value_at(packed, 0.0)[0])
