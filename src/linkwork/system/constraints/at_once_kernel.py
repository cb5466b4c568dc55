"""The closed position nearest to an estimate, in one call: what `analysis.assembly.position` finds in several.

Only the plain case: the estimate is plainly open, both ways to close it, by the penalty method and by the shortest
steps, end at closed positions, and at the nearer one it is told what is left to do. All else is left to Python.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.numerics.ldl_kernel import tiny_pivots
from linkwork.numerics.scalar import sqrt
from linkwork.places.layout_kernel import COORDINATES, FACTOR, PATTERN, VALUES
from linkwork.system.constraints.equations_kernel import REGULARISATION, load_right_side
from linkwork.system.constraints.nearest_kernel import slide
from linkwork.system.constraints.penalty_kernel import approach_root, load_pull
from linkwork.system.constraints.root_kernel import close_by, open_by
from linkwork.system.constraints.rounding_kernel import rounding

# what is told of the position, and how many numbers these are
DISTANCE, LEFT, IMPLIED, MOVING, SLOWEST, SPARE, TOLD = 0, 1, 2, 3, 4, 5, 6
ONE_BRANCH = 0.2  # scaled: positions so near to each other are on one branch


@njit
def close_nearest(k_table, p_table, w_table, t, allowed, implied, start, q, trials, rows, told):
    """Close the joints from a start: q becomes the nearer one of two positions; the number of steps, below zero if not.

    Told are its scaled distance from the start, what is left of the pull along the closed positions, how many rows
    have a pivot below the share `implied` of their own size, the largest rate that the equations ask for, the
    slowest that steps of the penalty method shortened, and by how much farther away the shortest steps ended, where
    that is on another branch.
    """
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    n = k[COORDINATES]
    largest, _ = open_by(k, p, w, t, start)
    if not largest > rounding(k, p, w):
        return -1
    other, trial = trials[0], trials[1]
    for i in range(n):
        q[i] = start[i]
        other[i] = start[i]
    told[SLOWEST] = approach_root(k_table, p_table, w_table, t, start, q, trial)
    steps = close_by(k_table, p_table, w_table, t, allowed, q, trial)
    if steps < 0 or close_by(k_table, p_table, w_table, t, allowed, other, trial) < 0:
        return -1
    apart = load_pull(k, p, w, other, q)
    far, beyond = load_pull(k, p, w, start, q), load_pull(k, p, w, start, other)
    told[SPARE] = 1.0 if apart <= ONE_BRANCH * ONE_BRANCH else sqrt(beyond) - sqrt(far)
    if beyond < far:
        for i in range(n):
            q[i] = other[i]
    told[LEFT], told[DISTANCE] = slide(k, p, w, t, start, q)
    told[IMPLIED] = tiny_pivots(k, k[PATTERN], w, k[VALUES], k[FACTOR], REGULARISATION, implied, rows, 0)
    told[MOVING] = load_right_side(k, p, w, 1)
    return steps
