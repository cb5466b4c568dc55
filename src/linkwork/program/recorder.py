"""Recorder: the equations of a mechanism in the coordinates of its bodies, from kernels run with recording numbers.

Mass matrix, forces, constraints with their rows, rates and right-hand sides, none of them scaled, and their solution.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.places import layout_kernel as layout
from linkwork.program.plain_kernels import plain_module
from linkwork.program.work import Recorded, Turn, Work

if TYPE_CHECKING:
    from linkwork.base.arrays import Array
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.system import System

_EQUATIONS = "linkwork.system.constraints.equations_kernel"
_FORCES = "linkwork.system.dynamics.forces_kernel"


def record_bodies(mechanism: Mechanism, parameters: tuple[str, ...], q: Array, v: Array) -> tuple[Recorded, Work]:
    """The equations of motion in the coordinates of the bodies; `parameters` stay symbols, q is an assembled position.

    In space a body has x, y, z and its Euler parameters e0 ... e3; its velocities are those of its origin in the world
    and its angular velocity in its own axes.
    """
    system = mechanism.system(dynamics=True)
    work = Work(system, system, system.workspace(), parameters)
    k = [int(x) for x in system.k]
    names, turns = _positions(work, k)
    rates = system.rate_names()
    for number, name in enumerate(rates):
        work.w[k[layout.V] + number] = work.tape.input(name)
    with work.deciding():
        equations = plain_module(_EQUATIONS)
        equations.evaluate(work.k, work.p, work.w, layout.MOTION, work.t)
        plain_module(_FORCES).apply_forces(work.k, work.p, work.w, work.t)
        equations.load_jacobian(work.k, work.p, work.w)
    recorded = Recorded(
        tape=work.tape,
        kind="bodies",
        coordinates=tuple(names),
        rates=rates,
        states=work.states,
        inputs=work.inputs,
        lawful=work.lawful,
        parameters=parameters,
        equations=tuple(str(equation) for equation in system.equations),
        start=tuple(positions_of(system, q)),
        turns=tuple(turns),
        begin=work.begin | dict(zip(rates, (float(x) for x in v), strict=True)),
    )
    _enter(recorded, work, k)
    return recorded, work


def positions_of(system: System, q: Array) -> list[float]:
    """Positions of a program in the coordinates of the bodies at an assembled position."""
    w = system.workspace()
    system.world.put(system, w, q)
    k, n = system.k, len(system.coordinates)
    if system.world.dimensions == 2:
        return [float(x) for x in np.real(w[k[layout.Q] :][:n])]
    positions = list[float]()
    for body in range(len(system.bodies)):
        place, turn = k[layout.Q] + 6 * body, k[layout.REFERENCE] + 4 * body
        positions += [float(x) for x in np.real([*w[place : place + 3], *w[turn : turn + 4]])]
    return positions + [float(x) for x in np.real(w[k[layout.Q] + system.body_columns :][: n - system.body_columns])]


def _positions(work: Work, k: list[int]) -> tuple[list[str], list[Turn]]:
    """Inputs for the coordinates; in space orientations are the references of charts that are zero."""
    system, size, w = work.system, work.system.world.size, work.w
    if system.world.dimensions == 2:
        for number, name in enumerate(system.coordinates):
            w[k[layout.Q] + number] = work.tape.input(name)
        return list(system.coordinates), []
    names, turns = list[str](), list[Turn]()
    for number, body in enumerate(system.bodies):
        for axis, label in enumerate("xyz"):
            names.append(f"{body}.{label}")
            w[k[layout.Q] + size * number + axis] = work.tape.input(names[-1])
            w[k[layout.Q] + size * number + 3 + axis] = 0.0
        turns.append(Turn(len(names), size * number + 3))
        for part in range(4):
            names.append(f"{body}.e{part}")
            w[k[layout.REFERENCE] + 4 * number + part] = work.tape.input(names[-1])
    for number, name in enumerate(system.coordinates[system.body_columns :]):
        names.append(name)
        w[k[layout.Q] + system.body_columns + number] = work.tape.input(name)
    work.k[layout.CHARTS] = 0
    return names, turns


def _enter(recorded: Recorded, work: Work, k: list[int]) -> None:
    """The results by name."""
    system = work.system
    n, m = len(system.coordinates), len(system.equations)
    values, weights = k[layout.VALUES], k[layout.WEIGHTS]
    mass = dict[tuple[int, int], Any]()
    if k[layout.MASSES]:
        for number, (row, column) in enumerate(system.mass_entries):
            mass[row, column] = mass[column, row] = work.w[values + number]
    rows = dict[tuple[int, int], Any]()
    for number, (row, column) in enumerate(zip(system.entry_rows, system.entry_columns, strict=True)):
        at = int(row), int(column)
        rows[at] = rows.get(at, 0.0) + work.w[values + weights + number]
    recorded.add_vector("rates", _rates(recorded, work))
    recorded.add("mass", (n, n), mass)
    recorded.add("jacobian", (m, n), rows)
    recorded.add_vector("forces", work.numbers(range(k[layout.LOAD], k[layout.LOAD] + n)))
    for name, places in zip(("residual", "speeds", "gamma"), system.out_rows, strict=True):
        recorded.add_vector(name, work.numbers(places))
    recorded.add_vector("state_rates", work.state_rates())


def _rates(recorded: Recorded, work: Work) -> list[Any]:
    """Rates of the coordinates: the velocities, of Euler parameters e' = e (0, omega) / 2."""
    v = [work.tape.input(name) for name in recorded.rates]
    if not recorded.turns:
        return v
    rates = list[Any]()
    for turn in recorded.turns:
        rates += v[turn.rate - 3 : turn.rate]
        rates += work.quaternion_rates(
            list(recorded.coordinates[turn.position : turn.position + 4]), v[turn.rate :][:3]
        )
    return rates + v[work.system.body_columns :]
