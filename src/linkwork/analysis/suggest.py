"""Which joints can be driven to take up the freedoms that are left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.elements.base import Element
from linkwork.elements.planar import catalogue as library
from linkwork.functions.value import constant
from linkwork.mechanism.places import Point
from linkwork.system.compile import compile_system
from linkwork.system.equations import Equations

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar

Array = NDArray[Any]


def _candidates(mechanism: Planar) -> dict[str, Element]:
    """A drive for every joint that can have one, then for every body."""
    drives: dict[str, Element] = {}
    value = constant(0.0)
    for name, joint in mechanism.joints.items():
        if isinstance(joint, library.Revolute):
            drives[f"joint '{name}' (angle)"] = library.AngleDrive(joint=name, value=value)
        elif isinstance(joint, library.Translational | library.RevoluteTranslational):
            drives[f"joint '{name}' (position)"] = library.PositionDrive(joint=name, value=value)
    for body in mechanism.bodies_by_name:
        if body != "ground":
            drives[f"body '{body}' (angle)"] = library.AbsoluteAngle(on=body, value=value)
            drives[f"body '{body}' (x)"] = library.AbsoluteX(on=Point(body=body), value=value)
            drives[f"body '{body}' (y)"] = library.AbsoluteY(on=Point(body=body), value=value)
    return drives


def suggest_drives(mechanism: Planar, q: Array, t: float, count: int) -> list[str]:
    """As many drives as freedoms are left, each with a good grip on one of them."""
    drives = _candidates(mechanism)
    equations = Equations(compile_system(mechanism, held=drives))
    equations.evaluate(q, t)
    rows = equations.jacobian()
    fixed = rows[: equations.m - len(drives)]
    offered = {name: rows[equations.m - len(drives) + i] for i, name in enumerate(drives)}
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


def _liking(name: str) -> float:
    """Actuators sit in joints: prefer them to driving a body from outside."""
    return 1.0 if name.startswith("joint") else 0.3


def _null_space(rows: Array) -> Array:
    if not rows.size:
        return np.eye(rows.shape[1])
    _, values, vt = np.linalg.svd(rows)
    rank = int(np.sum(values > 1e-8 * max(values[0], 1e-300)))
    return vt[rank:]
