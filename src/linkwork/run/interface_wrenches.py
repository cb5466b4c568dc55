"""What joints do at the interfaces of bodies with modes: their rows are against the body, moments about its origin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.places.interfaces import is_interface, owner_of

if TYPE_CHECKING:
    from linkwork.run.run import Run


def refuse_flexible(run: Run, body: str) -> None:
    """Refuse to cut a body with modes free: its particles do not move as those of a rigid body."""
    if any(flexible.name == owner_of(body) for flexible in run.system.modal):
        raise AnalysisError(f"body '{owner_of(body)}' has elastic modes and cannot be cut free as a rigid body yet")


def about_interfaces(run: Run, reactions: Array) -> Array:
    """Wrenches of joints (frames, joints, numbers) with those at interfaces about the origin of the interface."""
    if not run.system.modal or run.loads is None:
        return reactions
    size, motion, moved = run.mechanism.world.size, run.motion, reactions.copy()
    for number, placed in enumerate(run.loads.system.elements):
        for side, end in enumerate(placed.element.ends(run.system.row(placed.name))):
            if not is_interface(end):
                continue
            wrench, owner = moved[:, number, size * side : size * (side + 1)], owner_of(end)
            if size == 3:
                arm = motion.origin(end)[0] - motion.origin(owner)[0]
                wrench[:, 2] -= arm[:, 0] * wrench[:, 1] - arm[:, 1] * wrench[:, 0]
                continue
            arm = motion.point(end, (0.0, 0.0, 0.0))[0] - motion.point(owner, (0.0, 0.0, 0.0))[0]
            torque = motion.in_world(owner, wrench[:, 3:]) - np.cross(arm, wrench[:, :3])
            wrench[:, 3:] = motion.in_body(end, torque)
    return moved
