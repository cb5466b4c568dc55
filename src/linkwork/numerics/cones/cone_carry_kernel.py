"""Problems of contact and friction whose numbers carry derivatives: decided in real numbers, then differentiated.

The solver works on a real copy of the problem, in room of its own behind it; of a real problem the copy is the problem
itself. What it finds is put back, and one Newton step on the map of `cone_map_kernel`, whose real part is zero there,
gives the forces the derivatives of the numbers of the problem.
"""

from __future__ import annotations

from linkwork.numerics.cones.cone_derivative_kernel import differentiate
from linkwork.numerics.cones.cone_layout_kernel import (
    ASK_MODES,
    ASK_SET,
    ASK_SHARE,
    BLAME,
    CHANGE,
    CONES,
    DIRECTION,
    LOADS,
    MODE,
    SLIDING,
    SOLVED,
    SOLVER,
    STATE,
    STATUS,
    TANGENTS,
    UNEVEN,
    WORK,
    H,
    X,
    choose_scales,
    cone_at,
    evaluate,
    number,
    vector_at,
    workspace_size,
)
from linkwork.numerics.cones.cone_map_kernel import measure
from linkwork.numerics.cones.cone_newton_kernel import solve_step
from linkwork.numerics.jit import call_world, njit, part
from linkwork.numerics.real_view import real_view
from linkwork.numerics.small_step import small_step


@njit
def carries(w, at):
    """Whether the numbers of a problem carry derivatives."""
    return small_step(w[at]).imag != 0.0


@njit
def decide_cones(w, at):
    """Find forces, modes and directions, without derivatives; returns SOLVED, JAMMED, AMBIGUOUS or FAILED."""
    r = _real_copy(w, at)
    status = _asked(r, at, ASK_MODES)
    _take_back(w, r, at)
    return status


@njit
def carry_set(w, at):
    """The same with the coefficients as they are; the forces have the derivatives of the problem."""
    r = _real_copy(w, at)
    status = _asked(r, at, ASK_SET)
    _take_back(w, r, at)
    if status == SOLVED and carries(w, at):
        _differentiate(w, at)
    return status


@njit
def shares_out(w, at):
    """Share out forces of what sticks within their bounds where some exceed theirs; whether that was needed and done.

    The share is one of many and carries no derivatives of its own.
    """
    r = _real_copy(w, at)
    if _asked(r, at, ASK_SHARE) != SOLVED:
        return False
    _take_back(w, r, at)
    return True


@njit
def _asked(r, at, question):
    """Ask the solver; what it says."""
    call_world(int(r[at + SOLVER]), r, r, r, r, question, at, 0.0)
    return int(r[at + STATUS])


@njit
def _real_copy(w, at):
    """The real parts of a problem, in the same places of another pointer; a real problem itself."""
    room = workspace_size(number(w, at), number(w, at + CONES), number(w, at + LOADS))
    r = real_view(part(w, 0), at + room, at)
    if carries(w, at):
        for i in range(at, number(w, at + WORK)):
            r[i] = w[i].real
    return r


@njit
def _take_back(w, r, at):
    """Forces, modes and directions in which slip begins, from the real copy."""
    if not carries(w, at):
        return
    w[at + UNEVEN] = r[at + UNEVEN]
    h, x = number(w, at + H), number(w, at + X)
    for i in range(number(w, at)):
        w[h + i], w[x + i] = r[h + i], r[x + i]
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        w[cone + MODE], w[cone + BLAME] = r[cone + MODE], r[cone + BLAME]
        if w[cone + STATE].real != SLIDING:
            for j in range(int(r[cone + TANGENTS])):
                w[cone + DIRECTION + j] = r[cone + DIRECTION + j]


@njit
def _differentiate(w, at):
    """One Newton step from forces that solve the real problem."""
    choose_scales(w, at)
    evaluate(w, at)
    measure(w, at)
    differentiate(w, at)
    solve_step(w, at)
    h, change = number(w, at + H), vector_at(w, at, CHANGE)
    for i in range(number(w, at)):
        w[h + i] -= w[change + i]
    evaluate(w, at)
