"""Points that stay closed are held: the last of their speed is taken from them, with hardly any impulse.

Two points whose rows are nearly the same (a contact at the very end of an edge, on the edge and on its corner) cannot
both be held by small impulses: the one presses and the other pulls, without bound. The one that would have to be pulled
rises, however slowly, and is let go.
"""

from __future__ import annotations

from linkwork.numerics.cones import cone_layout_kernel as cone
from linkwork.numerics.cones.cone_layout_kernel import number
from linkwork.numerics.gram_kernel import solve_gram_with
from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import CONTACT_ROOM, QUADRATURES, STATES
from linkwork.places.layout_kernel import STATE as OWN_STATE
from linkwork.system.constraints.equations_kernel import factor_motion
from linkwork.system.contact.cones_kernel import collect, mode_of
from linkwork.system.contact.contact_layout_kernel import (
    CAPTURE,
    CLOSED,
    CONE,
    CONE_AT,
    CONE_WHOM,
    OPEN,
    POINT_FLOATS,
    PROBLEM_AT,
)
from linkwork.system.contact.rows_kernel import active, point_record, respond, room, slip_of
from linkwork.system.dynamics.dynamics_kernel import project_velocity

ADDED = 1e-9  # of the largest entry: normals of faces and of edges on them differ by rounding, which is no pull
PULLED = 10.0  # times the speeds that are taken, or that of capture: a pull that changes a point's speed by more


@njit
def hold_staying(k, p, w, t):
    """Stop the normal motion of all points that are taken as closed; those that would be pulled become open.

    The energy that this takes counts as lost.
    """
    here = k[CONTACT_ROOM]
    factor_motion(k, p, w)
    while True:
        lost, pulled = _pulled_most(k, p, w)
        if pulled < 0:
            break
        w[mode_of(k, w, pulled)] = OPEN
    w[k[OWN_STATE] + k[STATES] - QUADRATURES] += lost
    w[here + CLOSED] = 1.0
    project_velocity(k, p, w, t)
    w[here + CLOSED] = 0.0


@njit
def _pulled_most(k, p, w):
    """The energy that holding all closed points takes; the point that it pulls most and too much, or -1."""
    collect(k, p, w, True)
    rows, at = active(k, w), room(k, PROBLEM_AT)
    lost, fastest, most, pulled_most = 0.0 * w[k[OWN_STATE]], 0.0, 0.0, -1
    if rows == 0:
        return lost, pulled_most
    cone.open_problem(w, at, rows, 0, 0)
    matrix, b, h = number(w, at + cone.MATRIX), number(w, at + cone.B), number(w, at + cone.H)
    for row in range(rows):
        w[b + row] = -slip_of(k, w, row)
        fastest = max(fastest, abs(w[b + row].real))
    respond(k, p, w, matrix, 1)
    solve_gram_with(w, matrix, b, h, rows, number(w, at + cone.WORK), ADDED)
    for row in range(rows):
        lost += 0.5 * w[h + row] * w[b + row]
        point = int(w[room(k, CONE_AT) + CONE * row + CONE_WHOM].real)
        limit = PULLED * max(fastest, p[k[point_record(k, point) + POINT_FLOATS] + CAPTURE].real)
        pull = -w[h + row].real * w[matrix + row * (rows + 1)].real
        if pull > limit and pull > most:
            most, pulled_most = pull, point
    return lost, pulled_most
