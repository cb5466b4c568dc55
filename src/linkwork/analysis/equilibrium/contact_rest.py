"""Rest with closed contacts: forces and gaps that are not negative, and one of them zero at every point.

Who touches is found with a stiff force law in every contact, by the same ways as any equilibrium. Then the closed
points are constraints, and the position of rest is exact. A point that would pull is opened, one that would overlap is
closed, until none does either. Friction is left out of it: with friction there is not one position of rest but many.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.equilibrium.balance import Balance, Rest
from linkwork.analysis.linear.chart import split_rows
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.elements.contact_forces import HertzForce
from linkwork.elements.contacts import ContactPart, Coulomb
from linkwork.expression import as_expression
from linkwork.system.dynamics.contact_dynamics import InContact
from linkwork.system.system import System

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

Way = Callable[[Balance, Array], Rest]
_STIFF = 1e4  # of the forces and the size of the mechanism: overlaps are then a ten-thousandth of it
_PULL, _OVERLAP = 1e-9, 1e-9  # of the forces, of the size: what counts as nothing
_MANY = "with friction there is not one position of rest but many"


def hard_contacts(mechanism: Mechanism) -> list[str]:
    """Contacts and clearances without a force law; what rubs and groups of contacts are refused by name."""
    for name, friction in mechanism.frictions.items():
        raise AnalysisError(
            f"{mechanism.name}: statics knows no dry friction such as friction '{name}' of joint '{friction.joint}': "
            f"{_MANY}; leave it out, or simulate until it rests"
        )
    for name in mechanism.contact_groups:
        raise AnalysisError(
            f"{mechanism.name}: statics knows no groups of contacts such as contacts '{name}'; "
            "name the contacts that matter with m.contact, or simulate until it rests"
        )
    hard = [name for name, part in mechanism.touching_parts.items() if part.force is None]
    env = mechanism.scope().env
    for name in hard:
        if mechanism.touching_parts[name].friction.value(env).real > 0.0:
            raise AnalysisError(
                f"{mechanism.name}: contact '{name}' has friction, and {_MANY}; "
                "set its friction to 0, give it a force law, or simulate until it rests"
            )
    return hard


def softened(mechanism: Mechanism, stiffness: float) -> Mechanism:
    """The same mechanism with a spring in every hard contact."""
    twin: Any = copy.copy(mechanism)
    twin.contacts = {name: _soft(part, stiffness) for name, part in mechanism.contacts.items()}
    twin.clearances = {name: _soft(part, stiffness) for name, part in mechanism.clearances.items()}
    twin._changed()
    softened: Mechanism = twin
    return softened


def _soft(part: Any, stiffness: float) -> Any:
    if part.force is not None:
        return part
    law = HertzForce(stiffness=as_expression(stiffness), exponent=as_expression(1))
    plain = {name: field.default for name, field in Coulomb.model_fields.items()}
    ending = {
        name: ContactPart.model_fields[name].default for name in ("restitution", "tangential_restitution", "capture")
    }
    return part.model_copy(update={**plain, **ending, "force": law})


def stiff_enough(balance: Balance, q: Array) -> float:
    """A stiffness for which overlaps under the forces at a position are small, N/m."""
    length = balance.dynamics.system.length
    return _STIFF * max(balance.at(q).size, 1e-12) / length**2


def points_of(system: System, names: Sequence[str]) -> list[int]:
    """The points of these contacts."""
    assert system.contact_tables is not None
    return [number for number, (name, _) in enumerate(system.contact_tables.points) if name in names]


def label_of(system: System, point: int) -> str:
    """The name that a run gives to a point: C, C[2] ..."""
    assert system.contact_tables is not None
    name, slot = system.contact_tables.points[point]
    return name if slot == 0 else f"{name}[{slot + 1}]"


def rest_on_contacts(balance: Balance, rest: Rest, hard: list[str], way: Way) -> tuple[Balance, Rest, dict[str, float]]:
    """The exact rest near one with a stiff law in every contact, and the forces of the points that are closed."""
    soft, t = balance.mechanism, balance.t
    system, start = balance.dynamics.system, rest.q
    held = points_of(system, hard)
    first = InContact(system, start, held, (), t)
    first.place(start, t)
    closed = [point for point in held if first.gaps()[point] < 0.0]
    tried: set[tuple[int, ...]] = set()
    while tuple(closed) not in tried:
        tried.add(tuple(closed))
        dynamics = InContact(system, start, held, closed, t)
        exact = Balance(soft, t, dynamics)
        exact.acting = balance.acting
        q = exact.close(rest.q)
        if q is None:
            break
        rest = way(exact, q)
        rest, forces = _shared(exact, rest)
        dynamics.place(rest.q, t)
        gaps = dynamics.gaps()
        open_points = [point for point in held if point not in closed]
        deepest = min(open_points, key=lambda point: gaps[point], default=-1)
        weakest = int(np.argmin(forces)) if closed else -1
        if deepest >= 0 and gaps[deepest] < -_OVERLAP * system.length:
            closed = sorted([*closed, deepest])
        elif weakest >= 0 and forces[weakest] < -_PULL * max(rest.size / system.length, float(np.max(np.abs(forces)))):
            closed = [point for point in closed if point != closed[weakest]]
        else:
            normal_forces = {label_of(system, point): float(force) for point, force in zip(closed, forces, strict=True)}
            return exact, rest, {name: max(force, 0.0) for name, force in normal_forces.items()}
    names = ", ".join(f"'{label_of(system, point)}'" for point in closed)
    raise AnalysisError(
        f"{soft.name}: no rest was found on its contacts ({names or 'none closed'}); "
        "begin nearer to it with near={...}, give them a force law, or simulate until it rests"
    )


def _shared(balance: Balance, rest: Rest) -> tuple[Rest, Array]:
    """Forces of the closed points; where several sets of them do, one without pulls if there is any."""
    dynamics = balance.dynamics
    assert isinstance(dynamics, InContact)
    forces = dynamics.normal_forces(rest.multipliers)
    dynamics.place(rest.q, balance.t)
    rows = dynamics.jacobian()
    if not len(forces) or np.min(forces) >= 0.0 or split_rows(rows)[0].shape[1] == len(rows):
        return rest, forces
    from scipy.optimize import nnls

    joints, points = rows[: dynamics.own].T, rows[dynamics.own :].T
    shares, miss = nnls(np.hstack([joints, -joints, -points]), dynamics.forces())
    if miss > 1e-9 * rest.size:
        return rest, forces
    plus, minus, normal = np.split(shares, [dynamics.own, 2 * dynamics.own])
    rest = replace(rest, multipliers=np.concatenate([plus - minus, -normal]))
    return rest, dynamics.normal_forces(rest.multipliers)


def in_contact_at(mechanism: Mechanism, q: Array, t: float, closed: Sequence[str]) -> InContact:
    """Equations of motion of a mechanism in which these points are closed and stay so."""
    system = softened(mechanism, 1.0).system(dynamics=True)
    held = points_of(system, hard_contacts(mechanism))
    return InContact(system, q, held, [point for point in held if label_of(system, point) in closed], t)
