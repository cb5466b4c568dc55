"""The equations of closed loops, loaded, are factored and solved: dense, or by the sparse solver on its pattern.

The sparse solver gives the multipliers the other sign; they are turned. Rows that others imply are borne as in the
coordinates of the bodies: damped, and where there are some the solution is refined smoothly.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_factor, call_solve, njit
from linkwork.numerics.ldl_kernel import AUGMENT_COUNT, FACTOR_AT, L_COUNT, SOLVE_AT
from linkwork.places.layout_kernel import TREE
from linkwork.system.constraints.equations_kernel import PASSABLE, PASSES
from linkwork.system.constraints.grip_kernel import NEVER, keep_blur, least_pivot, tell_grip
from linkwork.system.tree.closure_kernel import factor, solve
from linkwork.system.tree.closure_place_kernel import matrix_at, multipliers_at, side_at, solution_at, solver_at
from linkwork.system.tree.tree_kernel import CUT_ROWS, FREEDOMS, REFINED, SPARSE

ACCURACY = 1e-13
REFINEMENTS = 8


@njit
def factor_closures(k, w):
    """Factor the equations loaded; returns how many rows the solver had to damp, or which others may imply."""
    base = k[k[TREE] + SPARSE]
    if base > 0:
        return call_factor(k[base + FACTOR_AT], k, base, w, matrix_at(k), solver_at(k), 0.0, PASSABLE, 1)
    return factor(k, w)


@njit
def solve_sparse(k, w, refinements, tolerance):
    """Solve by the sparse factor."""
    table = k[TREE]
    base, n, m = k[table + SPARSE], k[table + FREEDOMS], k[table + CUT_ROWS]
    work = solver_at(k) + n + m + k[base + L_COUNT] + k[base + AUGMENT_COUNT]
    call_solve(
        k[base + SOLVE_AT],
        k,
        base,
        w,
        matrix_at(k),
        solver_at(k),
        side_at(k),
        solution_at(k),
        work,
        refinements,
        tolerance,
    )
    multipliers = multipliers_at(k)
    for row in range(m):
        w[multipliers + row] = -w[multipliers + row]


@njit
def solve_closures(k, w, poor):
    """Scaled coordinates and multipliers for the right sides, with the factor, of which `poor` rows were damped."""
    if k[k[TREE] + SPARSE] == 0:
        solve(k, w)
    elif poor > 0:
        solve_sparse(k, w, PASSES, -1.0)
    elif k[k[TREE] + REFINED] > 0:
        solve_sparse(k, w, REFINEMENTS, ACCURACY)
    else:
        solve_sparse(k, w, 0, 0.0)


@njit
def solve_roughly(k, w):
    """The same without refinement: steps of a projection correct themselves."""
    if k[k[TREE] + SPARSE] == 0:
        solve(k, w)
    else:
        solve_sparse(k, w, 0, 0.0)


@njit
def least_pivot_of_closures(k, w):
    """The smallest pivot of a row in the factor; rows that are left out do not count."""
    table = k[TREE]
    base, n, m = k[table + SPARSE], k[table + FREEDOMS], k[table + CUT_ROWS]
    if m == 0:
        return 0.0
    if base > 0:
        return least_pivot(k, base, w, solver_at(k), PASSABLE)
    inverse, largest = solver_at(k) + n * m + m * m, 0.0
    for row in range(m):
        largest = max(largest, w[inverse + row].real)
    return 1.0 / largest if largest > 0.0 else 0.0


@njit
def tell_closures(k, w, t):
    """Tell the grip from the factor."""
    pivot = least_pivot_of_closures(k, w)
    if k[k[TREE] + SPARSE] > 0:
        keep_blur(k, w, PASSABLE, k[k[TREE] + CUT_ROWS])
    if pivot > 0.0:
        tell_grip(k, w, t, pivot**0.5 if pivot < NEVER else 0.0)
