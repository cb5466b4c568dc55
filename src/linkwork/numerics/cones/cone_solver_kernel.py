"""The solvers of contact and friction behind one address, in real numbers: compiled once for all that call them."""

from __future__ import annotations

from linkwork.numerics.cones.cone_kernel import is_overtaxed, share_out, solve_cones, solve_set
from linkwork.numerics.cones.cone_layout_kernel import (
    ASK_MODES,
    ASK_SET,
    ASK_SHARE,
    FAILED,
    SOLVED,
    STATUS,
    choose_scales,
)


def solve_problem(k, p, w, z, i, j, t):
    """The problem at w[j...]; i says what is asked: modes and forces, forces alone, or to share out what exceeds.

    What the solver says stands in the header afterwards; k, p and z are not looked at.
    """
    status = FAILED
    if i == ASK_MODES:
        status = solve_cones(w, j)
    elif i == ASK_SET:
        status = solve_set(w, j)
    elif i == ASK_SHARE:
        choose_scales(w, j)
        status = SOLVED if is_overtaxed(w, j) and share_out(w, j) else FAILED
    w[j + STATUS] = status
