"""Kinematics and inverse dynamics differentiated: runs that carry derivatives, for all parameters at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.inverse import add_work
from linkwork.analysis.sensitivity.complex_run import system_of
from linkwork.errors import AnalysisError
from linkwork.numerics.analytic import STEP, carrying
from linkwork.run.loads import Loads, arrays_of, empty_loads
from linkwork.run.run import Run

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.system import System

Array = NDArray[Any]
_CLOSED = 1e-6


def differentiated(mechanism: Mechanism, run: Run, names: Sequence[str]) -> list[Run]:
    """The run with the derivative by each parameter: one factor of the constraints a frame serves all parameters."""
    systems = [system_of(mechanism, name, dynamics=False) for name in names]
    motions = _motions(run, systems)
    runs = []
    for system, (q, v, a) in zip(systems, motions, strict=True):
        found = Run(system, run.t, q, v, a, run.sigma, run.memory, run.branch)
        found.events, found.completed = run.events, run.completed
        runs.append(found)
    if run.loads is not None:
        heavy = [system_of(mechanism, name, dynamics=True) for name in names]
        for found, loads in zip(runs, _loads(run, heavy, motions), strict=True):
            found.loads = loads
            add_work(loads, run.t)
            loads.settled = run.loads.settled
    return runs


def _motions(run: Run, systems: list[System]) -> list[tuple[Array, Array, Array]]:
    from linkwork.system.tangent_kernel import motion_tangents

    real, first = run.system, systems[0]
    shape = (len(systems), *run.q.shape)
    found = tuple(np.zeros(shape, complex) for _ in range(3))
    motion = (run.q, run.v, run.q.astype(complex), run.v.astype(complex))
    sigma = np.where(run.sigma == 0.0, 0.01, run.sigma)
    tables = np.array([system.p for system in systems]), np.array([system.workspace() for system in systems])
    worst = motion_tangents(real.k, real.p, real.workspace(), first.k, *tables, run.t, motion, found, STEP, sigma)
    if not worst < _CLOSED:
        raise AnalysisError(
            f"{run.mechanism.name}: joints that count turns lose count between the points of this run; give more points"
        )
    return [
        (carrying(run.q, _near(real, q, run.q)), carrying(run.v, v.imag / STEP), carrying(run.a, a.imag / STEP))
        for q, v, a in zip(*found, strict=True)
    ]


def _near(system: System, found: Array, q: Array) -> Array:
    """Derivatives of coordinates; of rotation vectors in the turn in which the run has them."""
    world, count, here = system.world, len(system.bodies), q.astype(complex)
    return np.asarray(world.moved(count, here, world.difference(count, found, here)).imag / STEP)


def _loads(run: Run, systems: list[System], motions: list[tuple[Array, Array, Array]]) -> list[Loads]:
    from linkwork.system.tangent_kernel import load_tangents

    assert run.loads is not None
    real, first, count = run.loads.system, systems[0], len(systems)
    rooms = [arrays_of(empty_loads(system, len(run.t))) for system in systems]
    loads = tuple(np.zeros((count, *room.shape), complex) for room in rooms[0])
    motion = (run.q, run.v, np.array([q for q, _, _ in motions]), np.array([v for _, v, _ in motions]))
    tables = np.array([system.p for system in systems]), np.array([system.workspace() for system in systems])
    load_tangents(real.k, real.p, real.workspace(), first.k, *tables, run.t, motion, loads, STEP)
    found = []
    for number, system in enumerate(systems):
        arrays = [values[number] for values in loads]
        arrays[1] = arrays[1].reshape(run.loads.wrenches.shape)
        found.append(Loads(system, *arrays))
    return found
