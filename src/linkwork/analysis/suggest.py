"""Which joints can be driven to take up the freedoms that are left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.elements.base import Element
from linkwork.functions.value import constant
from linkwork.system.compile import compile_system
from linkwork.system.equations import Equations

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

Array = NDArray[Any]


def suggest_drives(mechanism: Mechanism, q: Array, t: float, count: int) -> list[str]:
    """As many drives as freedoms are left, each with a good grip on one of them: in joints, or on bodies."""
    drives: dict[str, Element] = {}
    for name in mechanism.joints:
        for value, drive in mechanism.world.holding.joint_drives(mechanism, name, constant(0.0)).items():
            drives[f"joint '{name}' ({value})"] = drive
    equations = Equations(compile_system(mechanism, held=drives))
    equations.evaluate(q, t)
    rows = equations.jacobian()
    fixed = rows[: equations.m - len(drives)]
    offered = {name: rows[equations.m - len(drives) + i] for i, name in enumerate(drives)}
    offered |= _on_bodies(equations)
    chosen: list[str] = []
    for _ in range(count):
        free = _null_space(fixed)
        if not len(free):
            break
        grips = {name: float(np.linalg.norm(free @ row)) * _liking(name) for name, row in offered.items()}
        strongest = max(grips.values())
        best = next(name for name, grip in grips.items() if grip > 0.9 * strongest)
        chosen.append(best)
        fixed = np.vstack([fixed, offered.pop(best)])
    return chosen


def _on_bodies(equations: Equations) -> dict[str, Array]:
    """Rows that drive a body from outside: its turns first, then its places."""
    system, world = equations.system, equations.system.world
    columns = [*range(world.dimensions, world.size), *range(world.dimensions)]
    names = [*world.turns_in_words, *world.body_coordinates[: world.dimensions]]
    return {
        f"body '{body}' ({name})": np.eye(equations.n)[world.size * number + column]
        for number, body in enumerate(system.bodies)
        for name, column in zip(names, columns, strict=True)
    }


def _liking(name: str) -> float:
    """Actuators sit in joints: prefer them to driving a body from outside."""
    return 1.0 if name.startswith("joint") else 0.3


def _null_space(rows: Array) -> Array:
    if not rows.size:
        return np.eye(rows.shape[1])
    _, values, vt = np.linalg.svd(rows)
    rank = int(np.sum(values > 1e-8 * max(values[0], 1e-300)))
    return vt[rank:]
