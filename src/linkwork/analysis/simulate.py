"""Simulate: the motion of a mechanism under its forces.

Equations of motion with multipliers, solved at every evaluation together with the constraints; an explicit method with
error control; projection onto position and velocity constraints after every step.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.assemble import Assembly, assemble
from linkwork.analysis.hold import held_rates
from linkwork.errors import AnalysisError
from linkwork.progress import Progress
from linkwork.run.loads import Loads
from linkwork.run.redundancy import settle_reactions
from linkwork.run.run import Event, Run
from linkwork.system.compile import compile_system
from linkwork.system.equations import Equations
from linkwork.system.system import System

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar

Array = NDArray[Any]
_FIRST_BUDGET, _SLICE = 200, 0.05
_WHY = {2: "the step length went to zero", 3: "a force or an acceleration is not finite"}


def simulate(
    mechanism: Planar,
    until: float,
    points: int = 201,
    *,
    start: float = 0.0,
    hold: Mapping[str, Any] | None = None,
    speeds: Mapping[str, Any] | None = None,
    method: str = "dop853",
    rtol: float = 1e-8,
    atol: float = 1e-10,
    step: float = 0.0,
    stiffness: Mapping[str, Any] | None = None,
    progress: bool = True,
) -> Run:
    """Integrate the motion from the assembled position; `speeds` gives initial rates such as {"crank.omega": 10}."""
    grid = np.linspace(float(start), float(until), int(points))
    if points < 2 or not np.all(np.isfinite(grid)) or grid[-1] <= grid[0]:
        raise AnalysisError("a simulation needs at least 2 points and an end after its start")
    assembly = assemble(mechanism, hold=hold, at=float(grid[0]))
    if not assembly.ok:
        raise AnalysisError(assembly.text())
    system = compile_system(mechanism, dynamics=True)
    _require_masses(mechanism, system, assembly)
    v = start_velocities(mechanism, assembly, speeds or {})
    run = integrate(system, assembly, v, grid, method, rtol, atol, step, progress)
    settle_reactions(run, stiffness)
    return run


def _require_masses(mechanism: Planar, system: System, assembly: Assembly) -> None:
    """Refuse a mechanism that can move without any mass moving: its acceleration would not be determined."""
    equations = Equations(system)
    equations.evaluate(assembly.q, assembly.t)
    rows = equations.jacobian()
    motions = np.linalg.svd(rows)[2][np.linalg.matrix_rank(rows, tol=1e-9) :]
    free = motions @ equations.mass_matrix() @ motions.T
    if len(free) and np.linalg.eigvalsh(free)[0] <= 1e-12 * max(float(np.max(np.abs(free))), 1e-300):
        raise AnalysisError(
            f"{mechanism.name}: some motion moves no mass; give masses to the bodies that can move freely"
        )


def start_velocities(mechanism: Planar, assembly: Assembly, speeds: Mapping[str, Any]) -> Array:
    """Velocities that fulfil the constraints, the drivers and the rates asked for; the smallest ones where free."""
    held = held_rates(mechanism, speeds)
    equations = Equations(compile_system(mechanism, held=held))
    equations.evaluate(assembly.q, assembly.t)
    side = equations.velocity_side()
    x, _ = equations.solve(side)
    miss = equations.jacobian() @ x - side
    if np.max(np.abs(miss), initial=0.0) > 1e-8 * (1.0 + np.max(np.abs(side), initial=0.0)):
        worst = equations.system.equations[int(np.argmax(np.abs(miss)))]
        raise AnalysisError(
            f"{mechanism.name}: the initial rates contradict each other or the joints: {worst} cannot hold"
        )
    return equations.unscale(x)


def integrate(
    system: System,
    assembly: Assembly,
    v: Array,
    grid: NDArray[np.float64],
    method: str,
    rtol: float,
    atol: float,
    step: float,
    progress: bool,
) -> Run:
    """Run the compiled loop over the grid."""
    from linkwork.numerics.integrator import ADAMS, DOP853, RK4, prepare
    from linkwork.numerics.jit import address
    from linkwork.system import simulation_kernel as loop
    from linkwork.system.multipliers_kernel import multipliers_rate, projected

    methods = {"rk4": RK4, "dop853": DOP853, "adams": ADAMS}
    if method not in methods:
        raise AnalysisError(f"there is no method '{method}'; methods are: {', '.join(methods)}")
    n, count, elements = len(system.coordinates), len(grid), len(system.elements)
    tolerances = atol * np.concatenate([system.column_scale, system.column_scale])
    y = np.concatenate([assembly.q, v])
    z, s = prepare(methods[method], float(grid[0]), y, float(grid[-1]), rtol=rtol, atol=tolerances, step=step)
    state, w = np.zeros(loop.STATE, np.int64), system.workspace()
    results = [np.zeros((count, size)) for size in (n, n, n, len(system.equations), 3 * elements, 4)]
    state[loop.RATE] = address(multipliers_rate, "rate", "real")
    state[loop.CORRECT] = state[loop.OBSERVE] = address(projected, "rate", "real")
    scratch = np.zeros(2 * len(y))
    with Progress("simulate", count, show=progress) as bar:
        budget = _FIRST_BUDGET
        while state[loop.STATUS] == loop.RUNNING:
            loop.simulate(system.k, system.p, w, z, s, state, scratch, grid, *results, budget)
            budget = bar.update(int(state[loop.NEXT]), budget, _SLICE)
    done = int(state[loop.NEXT])
    if done == 0:
        raise AnalysisError(f"{system.mechanism.name}: the forces or the constraints have no solution at the start")
    return _result(system, assembly, grid, results, done, z, s, state[loop.STATUS] == loop.FINISHED)


def _result(
    system: System, assembly: Assembly, grid: Array, results: list[Array], done: int, z: Array, s: Array, finished: bool
) -> Run:
    from linkwork.numerics import integrator_state_kernel as place

    q, v, a, multipliers, wrenches, energy = (values[:done] for values in results)
    run = Run(system, grid[:done], q, v, a, np.ones(done), np.zeros(0), assembly.branch)
    run.loads = Loads(system, multipliers, wrenches.reshape(done, -1, 3), energy)
    run.notes += assembly.notes
    names = {"steps": place.STEPS, "rejected steps": place.REJECTED, "evaluations": place.EVALUATIONS}
    run.statistics = {name: int(s[at]) for name, at in names.items()}
    if not finished:
        t = float(z[place.T])
        why = _WHY.get(int(s[place.STATUS]), "the constraints could not be kept")
        run.completed = False
        run.events.append(
            Event(t, "stopped", f"stopped at t = {t:.6g} s: {why}; look at forces and lengths at that time")
        )
    return run
