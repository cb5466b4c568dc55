"""Kinematics with contacts: one moment of a mechanism whose closed points are kept closed and whose rest lies still.

Freedoms without a driver move as little as they can, in the metric of the masses, so that joints, drivers and closed
points are fulfilled. The march over time is in Python; this is what it asks for at one time.
"""

from __future__ import annotations

from linkwork.elements.contact_point_layout_kernel import TRANSIT
from linkwork.numerics.jit import call_world, njit, part
from linkwork.places.layout_kernel import ACCEPT, CONTACTS, COORDINATES, MEMORY, MOTION, OUT, POSE, TWIST, V
from linkwork.system.constraints.equations_kernel import call_element, evaluate, load_right_side
from linkwork.system.constraints.plain_kernel import give_plain, take_plain
from linkwork.system.contact.contact_layout_kernel import PAIR, SHOW, SLOT
from linkwork.system.contact.rows_kernel import call_pairs, point_record
from linkwork.system.dynamics.dynamics_kernel import accelerate, project, project_velocity

RATES, SETTLE, ACCELERATE, LOOK, MOVE_ON = range(5)


@njit
def moment(k_table, p_table, w_table, q, v, a, t, what, point):
    """One question at the position q (and velocity v) at time t; the answer is in q, v, a and in the workspace.

    RATES: the velocities nearest to v that the equations allow. SETTLE: the position nearest to q, and the least
    velocities there. ACCELERATE: the same and the least accelerations. LOOK: what is near, with closed points as they
    are. MOVE_ON: the point goes to its next element. What points show is up to date afterwards; returned is how far
    the joints are from being closed.
    """
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    take_plain(k, p, w, q, v)
    evaluate(k, p, w, MOTION, t)
    if what == RATES:
        project_velocity(k, p, w, t)
    elif what in (SETTLE, ACCELERATE):
        for column in range(k[COORDINATES]):
            w[k[V] + column] = 0.0
        if not project(k, p, w, t):
            return 1e300  # no position: farther than any
        if what == ACCELERATE:
            accelerate(k, p, w, t)
    elif what == LOOK:
        call_pairs(k, p, w, ACCEPT, t)
    elif what == MOVE_ON:
        record = point_record(k, point)
        spaces = part(w, k[POSE]), part(w, k[TWIST]), part(w, k[MEMORY]), part(w, k[OUT])
        call_element(k, p, k[record + PAIR], TRANSIT, 1.0 * k[record + SLOT], *spaces)
    call_world(k[k[CONTACTS] + SHOW], k, p, w, w, 0, 0, t)
    evaluate(k, p, w, MOTION, t)
    residual = load_right_side(k, p, w, 0)
    give_plain(k, p, w, q, v, a)
    return residual
