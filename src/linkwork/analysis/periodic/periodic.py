"""Periodic: the steady motion of a machine, found by shooting instead of by waiting for it.

Either the period is given, as for a machine with a driver or a force that repeats itself in time, or a section such as
`crank.angle`, in space the angle of a joint, which grows by one turn (or several) in a period that is part of the
answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.assembly.assemble import assemble
from linkwork.analysis.equilibrium.balance import Balance
from linkwork.analysis.kinematics.unwound import require_unwound
from linkwork.analysis.linear.chart import Near
from linkwork.analysis.linear.neutral import parted
from linkwork.analysis.overlay import restore
from linkwork.analysis.periodic.cycle import Cycle, Cycles
from linkwork.analysis.periodic.repeats import require_period
from linkwork.analysis.periodic.running_in import run_in
from linkwork.analysis.periodic.section import section_of
from linkwork.analysis.periodic.shooting import Orbit, Shooting
from linkwork.analysis.simulation.start import starting_rates
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.names import suggestion
from linkwork.expression import Expression
from linkwork.expression.given import public
from linkwork.mechanism.contacts import refuse_contacts
from linkwork.places import layout_kernel as layout
from linkwork.run.loads import Loads, arrays_of, empty_loads
from linkwork.run.run import Run
from linkwork.system.dynamics.dynamics import Dynamics
from linkwork.system.system import System
from linkwork.system.tables.compile import compile_system

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

METHODS = ("dop853", "adams", "radau")
"""Methods whose error follows the tolerance; radau for what is stiff."""
_TIGHT, _TOLERANCE = 1e-12, {"radau": 1e-10}
_ONE = 3e-5  # of the monodromy matrix: what its differences leave of a zero


@public
def periodic(
    mechanism: Mechanism,
    period: float | None = None,
    section: str | None = None,
    *,
    turns: int = 1,
    hold: Mapping[str, Any] | None = None,
    speeds: Mapping[str, Any] | None = None,
    start: float = 0.0,
    settle: int = 3,
    points: int = 361,
    rtol: float | None = None,
    method: str = "dop853",
) -> Cycle:
    """The repeating motion that is reached from a start after `settle` periods and Newton's method.

    `rtol` left out is 1e-12, and 1e-10 of radau, for what is stiff has rounding above that.
    """
    if method not in METHODS:
        raise AnalysisError(f"periodic: there is no method '{method}' here; methods are: {', '.join(METHODS)}")
    if (period is None) == (section is None):
        raise AnalysisError("periodic: give period=..., or section='crank.angle' where the period is to be found")
    refuse_contacts(mechanism, "periodic", "simulate until the motion repeats itself, or give the contact a force law")
    assembly = assemble(mechanism, hold=hold, at=start)
    if not assembly.ok:
        raise AnalysisError(assembly.text())
    require_unwound(mechanism, assembly, "periodic")
    system = compile_system(mechanism, dynamics=True)
    _refuse_samples(system)
    cut = None
    if section is not None:
        cut = section_of(system, section)
        _refuse_time(mechanism, assembly.q, start)
    elif period is not None:
        require_period(Dynamics(system), assembly.q, start, period)
    v, _ = starting_rates(mechanism, assembly, speeds or {})
    shooting = Shooting(system, start, cut, _TOLERANCE.get(method, _TIGHT) if rtol is None else rtol, method)
    q, v, own, length = run_in(shooting, assembly.q[: shooting.n], v, period, 2 * np.pi * turns, settle)
    cycle = cycle_of(shooting, shooting.solve(q, v, own, length), section or "", points)
    _refuse_wound(cycle.run)
    return cycle


def _refuse_samples(system: System) -> None:
    """What was sampled is no part of the state that a period begins with."""
    samplers = system.signals.samplers if system.signals is not None else ()
    for sampler in samplers:
        raise AnalysisError(
            f"periodic: '{sampler.owner}' is sampled, or a delay by its past: samples would begin anew in every "
            "period; simulate until the motion repeats itself, or give a delay its `pade`"
        )


def _refuse_wound(run: Run) -> None:
    """In space, where an orientation is the same after a turn, springs about axes must not be wound up by it."""
    if run.mechanism.world.dimensions == 2:
        return
    for name, force in run.mechanism.forces.items():
        row = run.system.row(name, f"force '{name}'")
        stiffness = getattr(force, "stiffness", None)
        if not isinstance(stiffness, Expression) or row.number(stiffness) == 0.0:
            continue
        for measured in force.measure(row, run.motion).values():
            if measured.unit == "rad" and abs(measured.value[-1] - measured.value[0]) > np.pi:
                raise AnalysisError(
                    f"{run.mechanism.name}: force '{name}' is not the same after a turn, so that no motion can repeat "
                    "itself; a torsional spring winds up there"
                )


def _refuse_time(mechanism: Mechanism, q: Array, t: float) -> None:
    """Where time enters the equations a free period makes no sense."""
    balance = Balance(mechanism, t)
    balance.dynamics.place(q[: balance.dynamics.n], t)
    moving = [f"force '{name}'" for name in balance.moving_forces(q[: balance.dynamics.n])]
    if np.max(np.abs(balance.dynamics.velocity_side()), initial=0.0) > 0.0:
        moving += [f"driver '{name}'" for name in mechanism.drivers]
    if moving:
        raise AnalysisError(f"periodic: {', '.join(moving)} depends on time; give period=... instead of a section")


def periodic_along(mechanism: Mechanism, along: Mapping[str, Sequence[Any]], **options: Any) -> Cycles:
    """Cycles for several values of a parameter, each begun from the one before."""
    if len(along) != 1:
        raise AnalysisError("periodic: along takes one parameter with its values, as in along={'J': [1, 2, 3]}")
    ((name, values),) = along.items()
    if name not in mechanism.parameters_by_name:
        raise AnalysisError(
            f"periodic: parameter '{name}' is not defined{suggestion(name, mechanism.parameters_by_name, 'parameters')}"
        )
    before = {name: mechanism.parameters_by_name[name]}
    cycles = Cycles(name, [float(value) for value in values], [])
    try:
        for value in cycles.values:
            mechanism.set(**{name: value})
            try:
                cycles.cycles.append(
                    _next(mechanism, cycles.cycles[-1]) if cycles.cycles else periodic(mechanism, **options)
                )
            except AnalysisError as error:
                cycles.stopped = f"ended at {name} = {value:g}: {error}"
                break
    finally:
        restore(mechanism, before)
    return cycles


def _next(mechanism: Mechanism, last: Cycle) -> Cycle:
    """The cycle near another one, after a parameter changed."""
    old = last.shooting
    system = compile_system(mechanism, dynamics=True)
    cut = section_of(system, last.section) if last.section else None
    shooting = Shooting(system, old.start, cut, old.integration.rtol, old.integration.options.method)
    balance = Balance(mechanism, old.start)
    q = balance.close(last.orbit.q)
    if q is None:
        raise AnalysisError(f"{mechanism.name}: the joints cannot be closed near the cycle before")
    near = Near(shooting.dynamics, q, old.start)
    q, v = near.state(np.zeros(near.freedoms), near.numbers(q, last.orbit.v)[1])
    return cycle_of(shooting, shooting.solve(q, v, last.orbit.own, last.period), last.section, len(last.run.t))


def cycle_of(shooting: Shooting, orbit: Orbit, section: str, points: int) -> Cycle:
    """The result for a start and period that repeat themselves."""
    run = _run(shooting, orbit, points)
    multipliers = _multipliers(orbit.monodromy)
    multipliers = multipliers[np.argsort(-np.abs(multipliers))]
    notes = []
    if shooting.section is not None and len(multipliers):
        plain = np.linalg.eigvals(orbit.monodromy)
        trivial = int(np.argmin(np.abs(plain - 1.0)))
        notes.append(f"the multiplier of a shift in time is {abs(plain[trivial]):.8f} (exactly 1)")
        multipliers = np.delete(multipliers, int(np.argmin(np.abs(multipliers - 1.0))))
    if orbit.open_part:
        notes.append(f"the largest multipliers were simulated; all others are known to about {orbit.open_part:.1g}")
    powers = _powers(shooting.dynamics, run, len(orbit.own))
    return Cycle(orbit.period, run, multipliers, powers, section, orbit.miss, shooting, orbit, notes)


def _multipliers(monodromy: Array) -> Array:
    """The eigenvalues; those that are one, several times for what rolls, are not torn apart by the differences."""
    size = len(monodromy)
    nothing = _ONE * max(1.0, float(np.linalg.norm(monodromy, 2))) if size else 0.0
    spectrum = parted(monodromy - np.eye(size), nothing)
    return np.concatenate([np.ones(spectrum.zeros, complex), 1.0 + spectrum.values])


def _run(shooting: Shooting, orbit: Orbit, points: int) -> Run:
    """The motion over one period."""
    n, dynamics = shooting.n, shooting.dynamics
    grid = np.linspace(shooting.start, shooting.start + orbit.period, points)
    states = [shooting.integration.state(orbit.q, orbit.v, orbit.own)]
    for begin, end in pairwise(grid):
        states.append(shooting.integration.go(states[-1], begin, end))
    y = np.array(states)
    q, v, a = y[:, :n].copy(), y[:, n : 2 * n].copy(), np.zeros((points, n))
    for index, t in enumerate(grid):
        own = y[index, 2 * n : 2 * n + len(orbit.own)]
        a[index] = Near(dynamics, q[index], float(t)).acceleration(q[index], v[index], own)
    run = Run(shooting.system, grid, q, v, a, np.ones(points), np.zeros(0), "")
    run.loads = _loads(shooting.system, grid, y)
    return run


def _loads(system: System, grid: Array, y: Array) -> Loads:
    """Reactions, forces and energies at every state, own states included."""
    from linkwork.system.dynamics.dynamics_kernel import inverse_loop

    n, w, loads = len(system.coordinates), system.workspace(), empty_loads(system, len(grid))
    states = slice(int(system.k[layout.STATE]), int(system.k[layout.STATE] + system.k[layout.STATES]))
    q, v = y[:, :n].copy(), y[:, n : 2 * n].copy()
    for index in range(len(grid)):
        w[states] = y[index, 2 * n :]
        inverse_loop(system.k, system.p, w, grid, q, v, index, index + 1, arrays_of(loads))
    loads.points = (grid, q)
    return loads


def _powers(dynamics: Dynamics, run: Run, owned: int) -> dict[str, float]:
    """Mean power of every force and driver."""
    system = run.system
    names = list(system.mechanism.forces)
    drivers = [placed for placed in system.elements if placed.driver]
    assert run.loads is not None and system.signals is not None
    first = system.signals.first_state
    values = np.zeros((len(run.t), len(names) + len(drivers)))
    for index, t in enumerate(run.t):
        dynamics.place(run.q[index], float(t), run.v[index], run.loads.memory[index, first : first + owned])
        rate = run.v[index] / dynamics.scale
        values[index, : len(names)] = [dynamics.force_of(number) @ rate for number in range(len(names))]
        speed = dynamics.velocity_side() / system.row_scale
        for number, placed in enumerate(drivers):
            row = placed.first_row
            values[index, len(names) + number] = -run.loads.multipliers[index, row] * speed[row]
    mean = np.mean(values[:-1], axis=0)
    return dict(zip([*names, *(placed.name for placed in drivers)], (float(value) for value in mean), strict=True))
