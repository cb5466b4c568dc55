"""Which joints can be driven to take up the freedoms that are left."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.elements.base import Element
from linkwork.functions.value import constant
from linkwork.mechanism.hold import holding
from linkwork.system.constraints.equations import Equations
from linkwork.system.tables.compile import compile_system

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


MOST = 6
"""Drives suggested at most."""
_LOOKED_AT = 300  # drives compared at most: in a large mechanism the first ones that can move something
_GRIP = 1e-6  # of a drive's own row: what is left of it in the free motions


def suggest_drives(mechanism: Mechanism, q: Array, t: float, count: int) -> list[str]:
    """As many drives as freedoms are left, but a few at most, each with a good grip: in joints, or on bodies."""
    drives: dict[str, Element] = {}
    for name in mechanism.joints:
        for value, drive in holding(mechanism).joint_drives(mechanism, name, constant(0.0)).items():
            drives[f"joint '{name}' ({value})"] = drive
    names, free = _gripping(_offered(mechanism, drives, q, t), mechanism, q, t)
    system = mechanism.system()
    grounded = {placed.name for placed in system.elements if 0 in placed.ends}
    liking = np.array([_liking(name, grounded) for name in names])
    chosen: list[str] = []
    for _ in range(min(count, MOST)):
        grips = np.linalg.norm(free, axis=1) * liking
        if not np.max(grips, initial=0.0) > _GRIP:
            break
        best = int(np.argmax(grips > 0.9 * np.max(grips)))
        chosen.append(names[best])
        taken = free[best] / np.linalg.norm(free[best])
        free = free - np.outer(free @ taken, taken)
    return chosen


def _offered(mechanism: Mechanism, drives: dict[str, Element], q: Array, t: float) -> Iterator[tuple[str, Array]]:
    """Drives with their rows: those in joints, then bodies from outside, their turns first, then their places."""
    equations = Equations(compile_system(mechanism, held=drives))
    equations.evaluate(q, t)
    yield from zip(drives, equations.jacobian()[equations.m - len(drives) :], strict=True)
    system, world = equations.system, equations.system.world
    columns = [*range(world.dimensions, world.size), *range(world.dimensions)]
    names = [*world.turns_in_words, *world.body_coordinates[: world.dimensions]]
    for number, body in enumerate(system.bodies):
        if body in mechanism.generated:  # a node of a beam: nothing drives it
            continue
        for name, column in zip(names, columns, strict=True):
            row = np.zeros(equations.n)
            row[world.size * number + column] = 1.0
            yield f"body '{body}' ({name})", row


def _gripping(
    offered: Iterator[tuple[str, Array]], mechanism: Mechanism, q: Array, t: float
) -> tuple[list[str], Array]:
    """The drives that can move something, and the parts of their rows in the motions left free."""
    equations = Equations(mechanism.system())
    equations.evaluate(q, t)
    still = np.zeros(equations.m)
    names, free = [], []
    for name, row in offered:
        left = equations.solve(still, row)[0].real
        if np.linalg.norm(left) > _GRIP * np.linalg.norm(row):
            names.append(name)
            free.append(left)
        if len(names) == _LOOKED_AT:
            break
    return names, np.array(free).reshape(len(names), equations.n)


def _liking(name: str, grounded: Collection[str]) -> float:
    """Actuators sit in joints at the ground: prefer those, then other joints, to driving a body from outside."""
    if not name.startswith("joint"):
        return 0.1
    return 1.0 if name.split("'")[1] in grounded else 0.3
