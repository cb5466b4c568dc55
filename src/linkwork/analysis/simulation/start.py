"""Where a simulation starts: masses that determine the motion, and rates that fulfil the constraints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from linkwork.analysis.assembly.assemble import Assembly
from linkwork.analysis.simulation.singular.singular_start import rates_that_go_on, refuse_number
from linkwork.analysis.simulation.spinning_rods import refuse_idle_spins
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.mechanism.hold import held_rates
from linkwork.places import layout_kernel as layout
from linkwork.system.constraints.equations import Equations
from linkwork.system.constraints.rank import is_known_still, note_independent
from linkwork.system.formulations.formulations import AUTO, FORMULATIONS, OF_BODIES
from linkwork.system.rods.spatial.idle_spins import held_spins, idle_spins
from linkwork.system.system import System

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_DEPENDENT = 1e-9  # singular values of scaled rows below this are none
_PART = 1e-6  # a smaller part in a combination of rows is none


def require_masses(mechanism: Mechanism, system: System, assembly: Assembly, formulation: str = OF_BODIES) -> None:
    """Refuse a mechanism that can move without any mass moving: its acceleration would not be determined.

    Rods between balls that are distances in a formulation need no inertia about their lines.
    """
    if _all_heavy(system):
        return
    equations = Equations(system)
    equations.evaluate(assembly.q, assembly.t)
    rows = equations.jacobian()
    motions = np.linalg.svd(rows)[2][np.linalg.matrix_rank(rows, tol=1e-9) :]
    masses, spins = equations.mass_matrix(), idle_spins(system)
    as_distances = formulation == AUTO or (formulation in FORMULATIONS and FORMULATIONS[formulation].joints)
    free = motions @ held_spins(masses, spins.values() if as_distances else ()) @ motions.T
    if not len(free):
        return
    values, vectors = np.linalg.eigh(free)
    if values[0] <= 1e-12 * max(float(np.max(np.abs(free))), 1e-300):
        moved = np.abs(vectors[:, 0] @ motions)[: system.body_columns]
        part = np.max(moved.reshape(-1, system.world.size), axis=1)
        names = [f"'{body}'" for body, size in zip(system.bodies, part, strict=True) if size > _PART * np.max(part)]
        if values[0] < -1e-12 * float(np.max(np.abs(free))):
            raise AnalysisError(
                f"{mechanism.name}: some motion has a negative kinetic energy, that of {', '.join(names)}; no body has "
                "such an inertia: check its moments, its products and the point about which they are given"
            )
        if not as_distances and all(name.strip("'") in spins for name in names):
            refuse_idle_spins(mechanism, spins, formulation)
        raise AnalysisError(
            f"{mechanism.name}: some motion moves no mass, that of {', '.join(names)}; give masses to the bodies that "
            "can move freely"
        )


def _all_heavy(system: System) -> bool:
    """Whether every coordinate has inertia of its own, so that nothing can move without mass."""
    world, count, at = system.world, int(system.k[layout.MASSES]), int(system.k[layout.MASS_NUMBERS])
    numbers = system.p[at : at + world.mass_numbers * count].real.reshape(-1, world.mass_numbers)
    return world.size * count == len(system.coordinates) and world.all_inert(numbers)


def starting_rates(
    mechanism: Mechanism, assembly: Assembly, speeds: Mapping[str, Any], branch: int = 0, formulation: str = "auto"
) -> tuple[Array, list[str]]:
    """Velocities that fulfil the constraints, the drivers and the rates asked for; the smallest ones where free.

    With notes on rates that follow from others, and on freedoms that no rate was given for. At a singular position they
    are those of a branch that goes on, of several the one with the number `branch`.
    """
    rolls = any([element.nonholonomic for element in mechanism.joints.values()])  # noqa: C419 - a third of the time
    if not speeds and not rolls and not mechanism.drivers and is_at_rest(assembly):
        refuse_number(mechanism, branch)
        return np.zeros(len(assembly.q)), []
    asked = held_rates(mechanism, speeds)
    tables = mechanism.held_system(asked, rolling=True) if speeds or rolls else mechanism.system()
    equations = Equations(tables)
    equations.evaluate(assembly.q, assembly.t)
    side = equations.velocity_side()
    x, _ = equations.solve(side)
    if equations.independent():
        refuse_number(mechanism, branch)
        return equations.unscale(x), _free_notes(speeds, equations.n - equations.m)
    if not speeds and not np.any(side):
        _, notes = rates_that_go_on(mechanism, assembly, equations, np.zeros_like(x), speeds, branch, formulation)
        return equations.unscale(x), notes
    rows = equations.jacobian()
    names = [(str(equation), equation.element) for equation in equations.system.equations]
    ties = np.linalg.svd(rows)[0][:, np.linalg.matrix_rank(rows, tol=_DEPENDENT) :].T
    notes = []
    for tie in _sparse(ties):
        tied = [name for name, part in zip(names, tie, strict=True) if abs(part) > _PART]
        given = [element for _, element in tied if element in speeds]
        if abs(tie @ side) > 1e-8 * (1.0 + np.max(np.abs(side))):
            _refuse(mechanism, [text for text, element in tied if element not in speeds], given)
        if given:
            notes.append(f"the rate of {given[-1]} follows from the others that are given; leave it out")
    starting_rates, told = rates_that_go_on(mechanism, assembly, equations, x, speeds, branch, formulation)
    free = 0 if told else len(x) - (len(rows) - len(ties))
    return equations.unscale(starting_rates), notes + told + _free_notes(speeds, free)


def is_at_rest(assembly: Assembly) -> bool:
    """Whether nothing moves an assembly in a position where no equation is implied by others."""
    if is_known_still(assembly.system, assembly.q, assembly.t):
        return True
    equations = Equations(assembly.system)
    equations.evaluate(assembly.q, assembly.t)
    if equations.velocity_side().any() or not equations.independent():
        return False
    note_independent(assembly.system, assembly.q, assembly.t)
    return True


def _free_notes(speeds: Mapping[str, Any], free: int) -> list[str]:
    """What is said about freedoms that no rate was given for."""
    if not speeds or not free:
        return []
    return [f"{free} freedom{'s' if free > 1 else ''} without a rate at the start: the smallest is taken"]


def _sparse(ties: Array) -> Array:
    """Combinations of dependent rows, each with as few rows as elimination gives."""
    ties = ties.copy()
    for number in range(len(ties)):
        column = int(np.argmax(np.abs(ties[number])))
        ties[number] /= ties[number, column]
        for other in range(len(ties)):
            if other != number:
                ties[other] -= ties[other, column] * ties[number]
    return ties


def _refuse(mechanism: Mechanism, others: list[str], given: list[str]) -> NoReturn:
    """Name the rates that cannot hold together."""
    if len(given) > 1:
        what = f"{', '.join(given)} depend on each other; give one of them less"
    elif given:
        what = f"{given[0]} against {', '.join(others[:6])}; give another rate or none"
    else:
        drivers = [name for name in mechanism.drivers if any(f"'{name}'" in text for text in others)]
        named = " and ".join(f"'{name}'" for name in drivers)
        several = f"the drivers {named} ask for different rates of one motion; remove one, or let them agree"
        what = several if len(drivers) > 1 else "the drivers against the joints; the position may be singular"
    raise AnalysisError(f"{mechanism.name}: the initial rates contradict each other or the joints: {what}")
