"""Recorded equations solved: accelerations and multipliers, and the steps that bring a state onto the constraints."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.simulation.start import starting_rates
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.names import suggestion
from linkwork.places import layout_kernel as layout
from linkwork.program.elimination import Elimination, Equations
from linkwork.program.evaluation import evaluated, live
from linkwork.program.joint_recorder import record_joints
from linkwork.program.laws import named, places_of_laws
from linkwork.program.light import Masses, weights_of
from linkwork.program.linearisation import add_linear
from linkwork.program.outputs import add_outputs, prepared
from linkwork.program.recorder import record_bodies
from linkwork.program.small import linearise_small
from linkwork.program.tape import UndecidedError
from linkwork.program.work import TIME, Recorded, Work, refuse, refuse_integrals

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

COORDINATES = ("bodies", "joints")
IMPLIED = 1e-9  # of the largest: a row or column that others imply where coordinates are chosen
STIFF = 1e-3  # of the largest: how little a body's coordinate may move the closures before an elastic mode is taken


def record(
    mechanism: Mechanism,
    parameters: tuple[str, ...],
    coordinates: str,
    outputs: tuple[str, ...] = (),
    speeds: Mapping[str, Any] | None = None,
    nearest: bool = False,
    linear: bool = False,
    small: tuple[str, ...] = (),
    hold: Mapping[str, float] | None = None,
    branch: int = 0,
    lawful: bool = False,
) -> Recorded:
    """The equations of motion and their solution in the coordinates of the bodies or of the joints.

    Laws of inputs hold until something comes where they are `lawful`, otherwise inputs are given in every call.
    """
    if coordinates not in COORDINATES:
        raise AnalysisError(
            f"program: coordinates: expected bodies or joints; found '{coordinates}'"
            f"{suggestion(coordinates, COORDINATES, 'coordinates')}"
        )
    refuse(mechanism)
    mechanism, names = prepared(mechanism, outputs, lawful)
    assembly = mechanism.assemble(hold)
    if not assembly.ok:
        raise AnalysisError(f"program: {assembly.text()}")
    q: Array = assembly.q[: len(mechanism.system(dynamics=True).coordinates)]
    recorder: Any = record_joints if coordinates == "joints" else record_bodies
    rates = starting_rates(mechanism, assembly, speeds or {}, branch)[0]
    try:
        recorded, work = recorder(mechanism, parameters, q, rates)
    except UndecidedError as error:
        raise named(error, mechanism.system(dynamics=True)) from None
    add_switches(recorded, work)
    if small:
        linearise_small(recorded, work, small)
    solve(recorded, work)
    if recorded.shapes["jacobian"][0]:
        close(recorded, work, nearest)
    add_outputs(recorded, work, names)
    refuse_integrals(recorded, work.system)
    if linear:
        add_linear(recorded)
    return recorded


def solve(recorded: Recorded, work: Work) -> None:
    """Add accelerations and multipliers where they are not there yet."""
    if "accelerations" in recorded.results:
        return
    add_solution(recorded, eliminated(recorded, work))


def add_solution(recorded: Recorded, elimination: Elimination) -> None:
    """Add accelerations and multipliers by a factor."""
    a, multipliers = elimination.solved(recorded.vector("forces"), recorded.vector("gamma"))
    recorded.add_vector("accelerations", a)
    recorded.add_vector("multipliers", multipliers)
    recorded.factor = elimination


def eliminated(recorded: Recorded, work: Work) -> Elimination:
    """The factor of the equations of motion."""
    m, n = recorded.shapes["jacobian"]
    equations = Equations(n, m, recorded.value("mass"), recorded.value("jacobian"))
    closed, units = closes_loops(work), (work.column_units, work.row_units)
    lengths = equations.lengths(*units) if closed else None
    mass, rows = (_at_start(recorded, work, name) for name in ("mass", "jacobian"))
    weights = weights_of(Masses(mass, rows, units, work.mass_unit), equations, closed, recorded.rates)
    return Elimination(equations, weights.rho, lengths, weights.light)


def add_switches(recorded: Recorded, work: Work) -> None:
    """What is above zero where a law decides one way and not where it decides the other."""
    tape = work.tape
    needed = live(
        tape, [entry.place for name in ("forces", "gamma", "state_rates") for entry in recorded.results[name]]
    )
    asked = [place for place in needed if tape.codes[place] in ("lt", "le")]
    asked = [place for place in asked if tape.known(tape.operands[place][1]) != math.inf]  # whether an input comes
    values = list[Any]()
    for place in asked:  # x < y where y - x is above zero, x <= y where x - y is not
        one, other = (tape.number(operand) for operand in tape.operands[place])
        values.append(tape.binary("sub", *((other, one) if tape.codes[place] == "lt" else (one, other))))
    recorded.add_vector("switches", values)
    recorded.decisions = tuple(asked)
    recorded.laws = places_of_laws(recorded, work) if asked else []


def closes_loops(work: Work) -> bool:
    """Whether equations may imply each other: only where loops are closed or drivers move joints."""
    plan = work.bare.plan
    return bool(plan.cuts or plan.rods)


def close(recorded: Recorded, work: Work, nearest: bool) -> None:
    """Add what brings a state onto the constraints: the independent coordinates keep their values.

    `closure` is a step of all rates' coordinates (of quaternions a turn in their own axes), `closure_speeds` what has
    to be added to the rates; both are the shortest of the dependent coordinates. Or all coordinates go to the `nearest`
    state, in the metric of the masses.
    """
    m, n = recorded.shapes["jacobian"]
    recorded.independent = () if nearest else tuple(_independent(recorded, work))
    dependent = [column for column in range(n) if column not in recorded.independent]
    at = {column: number for number, column in enumerate(dependent)}
    rows = {(row, at[column]): value for (row, column), value in recorded.value("jacobian").items() if column in at}
    units = [work.column_units[column] for column in dependent]
    if nearest:
        elimination = eliminated(recorded, work)
    else:
        weights = {(number, number): 1.0 / unit**2 for number, unit in enumerate(units)}
        equations = Equations(len(dependent), m, weights, rows)
        lengths = equations.lengths(units, work.row_units) if closes_loops(work) else None
        elimination = Elimination(equations, lengths=lengths)
    still: list[Any] = [0.0] * len(dependent)
    step, _ = elimination.solved(still, [-value for value in recorded.vector("residual")])
    sides = recorded.vector("speeds")
    v = [work.tape.input(name) for name in recorded.rates]
    for (row, column), value in recorded.value("jacobian").items():
        sides[row] = sides[row] - value * v[column]
    speeds, _ = elimination.solved(still, sides)
    for name, values in (("closure", step), ("closure_speeds", speeds)):
        whole: list[Any] = [0.0] * n
        for column, value in zip(dependent, values, strict=True):
            whole[column] = value
        recorded.add_vector(name, whole)


def _at_start(recorded: Recorded, work: Work, result: str) -> Array:
    """A matrix where the mechanism was assembled."""
    values = recorded.begin | dict(zip(recorded.coordinates, recorded.start, strict=True)) | {TIME: 0.0}
    entries = recorded.results[result]
    numbers = evaluated(work.tape, [entry.place for entry in entries], values)
    matrix = np.zeros(recorded.shapes[result])
    for entry, number in zip(entries, numbers, strict=True):
        matrix[entry.row, entry.column] = number
    return matrix


def _independent(recorded: Recorded, work: Work) -> list[int]:
    """Rates that stay free: those of which the dependent ones follow best where the mechanism was assembled.

    Elastic modes stay free where bodies can close the loops: to bend a body for that takes energy.
    """
    n = recorded.shapes["jacobian"][1]
    matrix = _at_start(recorded, work, "jacobian") * np.outer(work.row_units, work.column_units)
    modes = set(range(n - int(work.system.k[layout.OWN]), n)) if work.system.modal else set[int]()
    free = list(range(n))
    largest = np.sqrt(np.max(np.sum(matrix**2, axis=0), initial=0.0))
    for group in ([column for column in free if column not in modes], sorted(modes)):
        waiting = list(group)
        while waiting:  # columns are taken by their length beside those taken before: elimination with column exchange
            lengths = np.sqrt(np.sum(matrix[:, waiting] ** 2, axis=0))
            best = int(np.argmax(lengths))
            if not lengths[best] > (STIFF if waiting[best] not in modes and modes else IMPLIED) * largest:
                break
            column = waiting.pop(best)
            free.remove(column)
            direction = matrix[:, column] / lengths[best]
            matrix -= np.outer(direction, direction @ matrix)
    return free
