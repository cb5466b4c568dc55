"""The state that belongs to independent coordinates: solved for, but beside a singular position the nearest one.

There the others hardly follow from them: what is off in those that are integrated would be divided by a pivot that
vanishes. All coordinates are carried along, so that the shortest way onto the constraints is short.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.system.constraints.grip_kernel import MORE, is_near
from linkwork.system.constraints.partition_kernel import measure_choice, solve_dependent
from linkwork.system.dynamics.dynamics_kernel import project, project_velocity
from linkwork.system.dynamics.state_kernel import load_state


@njit
def load_closed(k, p, w, t, y):
    """From y into the workspace, onto the constraints; false when that fails."""
    load_state(k, w, y)
    if is_near(k, w):
        if project(k, p, w, t):
            for _ in range(MORE):
                project_velocity(k, p, w, t)
            measure_choice(k, p, w, t)
            return True
        load_state(k, w, y)
    return solve_dependent(k, p, w, t)
