"""Travel in joint coordinates: the motion over a time grid with the closures of a tree as its only equations.

The compiled loop is that of the kinematics. Where it stops, skips a point, or passes a singular position, the whole
motion is left to the travel in the coordinates of the bodies, which follows and explains such places.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.kinematics.continuation import Way
from linkwork.analysis.kinematics.time_grid import continue_on_grid
from linkwork.base.arrays import Array
from linkwork.system.loop import kinematics_kernel as loop
from linkwork.system.system import System
from linkwork.system.tree.joint_system import joint_system


def continue_in_joints(system: System, start: Array, grid: NDArray[np.float64], progress: bool) -> Way | None:
    """Go over the grid from a position at its first time; none where something on the way needs a closer look."""
    joints = joint_system(system, start)
    moved = continue_on_grid(joints, joints.start, grid, progress)
    if moved.state[loop.STATUS] != loop.FINISHED or np.any(moved.sigma * moved.sigma[0] <= 0.0):
        return None
    q, v, a = joints.spread(moved.q, moved.v, moved.a)
    return Way(moved.state, q, v, a, moved.sigma, moved.memory, done=len(grid), trail=moved.trail)
