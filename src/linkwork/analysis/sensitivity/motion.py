"""Kinematics and inverse dynamics differentiated: runs that carry derivatives, for all parameters at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.kinematics.inverse import add_work
from linkwork.analysis.sensitivity.complex_run import system_of
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.numerics.analytic import STEP, carrying
from linkwork.run.loads import Loads, arrays_of, empty_loads
from linkwork.run.run import Run
from linkwork.system.constraints.equations import Equations

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.system import System

_CLOSED = 1e-6  # scaled error of the constraints
_FITS = 1e-6


def differentiated(mechanism: Mechanism, run: Run, names: Sequence[str]) -> list[Run]:
    """The run with the derivative by each parameter: one factor of the constraints a frame serves all parameters."""
    systems = [system_of(mechanism, name, dynamics=False) for name in names]
    motions = _motions(run, systems)
    runs = []
    for system, (q, v, a) in zip(systems, motions, strict=True):
        varied = Run(system, run.t, q, v, a, run.sigma, run.memory, run.branch, trail=run.trail)
        varied.events, varied.completed = run.events, run.completed
        runs.append(varied)
    if run.loads is not None:
        heavy = [system_of(mechanism, name, dynamics=True) for name in names]
        for varied, loads in zip(runs, _loads(run, heavy, motions), strict=True):
            varied.loads = loads
            add_work(loads, run.t, _impulse_work(run))
            loads.settled = run.loads.settled
    require_closed(mechanism, runs, names)
    return runs


def _motions(run: Run, systems: list[System]) -> list[tuple[Array, Array, Array]]:
    from linkwork.system.adjoint.tangent_kernel import motion_tangents

    real, first = run.system, systems[0]
    shape = (len(systems), *run.q.shape)
    motions = tuple(np.zeros(shape, complex) for _ in range(3))
    plain = np.ascontiguousarray(run.q), np.ascontiguousarray(run.v)  # else it is compiled once more
    motion = (*plain, plain[0].astype(complex), plain[1].astype(complex))
    sigma = np.where(run.sigma == 0.0, 0.01, run.sigma)
    tables = np.array([system.p for system in systems]), np.array([system.workspace() for system in systems])
    worst = motion_tangents(real.k, real.p, real.workspace(), first.k, *tables, run.t, motion, motions, STEP, sigma)
    if not worst < _CLOSED:
        raise AnalysisError(
            f"{run.mechanism.name}: joints that count turns lose count between the points of this run; give more points"
        )
    return [
        (carrying(run.q, _near(real, q, run.q)), carrying(run.v, v.imag / STEP), carrying(run.a, a.imag / STEP))
        for q, v, a in zip(*motions, strict=True)
    ]


def _near(system: System, near: Array, q: Array) -> Array:
    """Derivatives of coordinates; of rotation vectors in the turn in which the run has them."""
    world, count, here = system.world, len(system.bodies), q.astype(complex)
    return np.asarray(world.moved(count, here, world.difference(count, near, here)).imag / STEP)


def _loads(run: Run, systems: list[System], motions: list[tuple[Array, Array, Array]]) -> list[Loads]:
    from linkwork.system.adjoint.tangent_kernel import load_tangents

    assert run.loads is not None
    real, first, count = run.loads.system, systems[0], len(systems)
    rooms = [arrays_of(empty_loads(system, len(run.t))) for system in systems]
    loads = tuple(np.zeros((count, *room.shape), complex) for room in rooms[0])
    plain = np.ascontiguousarray(run.q), np.ascontiguousarray(run.v)
    motion = (*plain, np.array([q for q, _, _ in motions]), np.array([v for _, v, _ in motions]))
    tables = np.array([system.p for system in systems]), np.array([system.workspace() for system in systems])
    load_tangents(real.k, real.p, real.workspace(), first.k, *tables, run.t, motion, loads, STEP)
    all_loads = []
    for number, system in enumerate(systems):
        arrays = [values[number] for values in loads]
        arrays[1] = arrays[1].reshape(run.loads.wrenches.shape)
        all_loads.append(Loads(system, *arrays))
    return all_loads


def in_complex_numbers(mechanism: Mechanism, run: Run, names: Sequence[str]) -> list[Run]:
    """The same by the whole analysis in complex numbers, for each parameter by itself: a check."""
    from linkwork.analysis.kinematics.continuation import continue_motion
    from linkwork.run.loads import loads_of

    runs = []
    for name in names:
        system = system_of(mechanism, name, dynamics=False)
        way = continue_motion(system, run.q[0], run.t, False)
        if way.done < len(run.t):
            raise AnalysisError(
                f"{mechanism.name}: the motion in complex numbers ends at t = {run.t[way.done - 1]:g} s"
            )
        varied = Run(system, run.t, way.q, way.v, way.a, run.sigma, run.memory, run.branch, trail=run.trail)
        varied.events, varied.completed = run.events, run.completed
        if run.loads is not None:
            varied.loads = loads_of(system_of(mechanism, name, dynamics=True), run.t, way.q, way.v)
            add_work(varied.loads, run.t, _impulse_work(run))
            varied.loads.settled = run.loads.settled
        runs.append(varied)
    return runs


def require_closed(mechanism: Mechanism, runs: Sequence[Run], names: Sequence[str]) -> None:
    """Refuse parameters that cannot be changed alone, for redundant constraints would not fit any more."""
    for name, run in zip(names, runs, strict=True):
        equations = Equations(run.system)
        for index in {0, len(run.t) // 2, len(run.t) - 1}:
            equations.evaluate(run.q[index], float(run.t[index]))
            left = float(np.max(np.abs(equations.residual().imag), initial=0.0)) / STEP
            size = float(np.max(np.abs(run.q[index].imag), initial=0.0)) / STEP
            if left > _FITS * (1.0 + size):
                raise AnalysisError(
                    f"{mechanism.name}: with another '{name}' alone the mechanism cannot be assembled: its constraints "
                    "are redundant and would not fit; define the lengths that belong together by one parameter"
                )


def _impulse_work(run: Run) -> dict[float, Any]:
    """The work of drivers at jumps of their speed; its derivative is not known, and neither is that of the sum."""
    return {impulse.t: complex(impulse.work, np.nan) for impulse in run.impulses}
