"""Round parts with clearance c in round holes: gap c - |e|, e from the middle of the hole to that of the part.

A ball in a spherical cavity: the middles are points of the two bodies. A journal in a bearing: the middle of the hole
is the foot of the journal's point on the bearing's axis, which glides along it.
The normal, from the hole to the part, is -e / |e|; at the middle, where there is none, it is an axis of the world.
Rows and gammas are those of two solids (see `solid_pair_kernel`).
"""

from __future__ import annotations

from linkwork.elements.contact_point_layout_kernel import GAMMA, GAP, INSIDE, MODES, NX, PAIR_MEMORY, X
from linkwork.elements.spatial.contact.solid_pair_kernel import ROWS, WIDTH, tangents
from linkwork.elements.spatial.contact.solid_slots_kernel import LEAST_SINE, most_across
from linkwork.elements.spatial.joints.rolling_kernel import put_slip_row, slip_bias
from linkwork.elements.spatial.vectors_kernel import cross, dot, into_world, minus, plus, times, vector
from linkwork.numerics.collision.solid_gap_kernel import unit
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import put

ACCEPT = 2
GRAIN = 1e-9  # of the clearance: a distance of the centres that has no direction


@njit
def choose_axis(memory, k, b, n):
    """The axis from which the tangents are made; a closed point keeps its own while it can."""
    at = k[b + PAIR_MEMORY]
    memory[at], memory[at + 1] = 0.0, 0.0
    part = n[int(memory[at + 2].real)] if memory[k[b + MODES]].real != 0.0 else 1.0
    if 1.0 - part * part < LEAST_SINE * LEAST_SINE:
        memory[at + 2] = float(most_across(n))


@njit
def write_round_gap(stage, pose, twist, memory, k, b, c, out, one, one_rate, two, two_rate, clearance, radius):
    """Gap, place, normal and rows; `one` and `two` are the middles of hole and part with their velocities."""
    i, v_1, j, v_2 = k[b], k[b + 1], k[b + 2], k[b + 3]
    w_1, w_2 = into_world(pose, i, vector(twist, v_1 + 3)), into_world(pose, j, vector(twist, v_2 + 3))
    r_1_rate, r_2_rate = vector(twist, v_1), vector(twist, v_2)
    e, e_rate = minus(one, two), minus(one_rate, two_rate)
    none = 0.0 * clearance
    if (e[0] * e[0] + e[1] * e[1] + e[2] * e[2]).real > (GRAIN * clearance.real) ** 2:
        n, n_rate, length = unit(e, e_rate)
    else:
        n, n_rate, length = (1.0 + none, none, none), (none, none, none), none
    if stage == ACCEPT:
        choose_axis(memory, k, b, (n[0].real, n[1].real, n[2].real))
    reach = radius + 0.5 * clearance
    x = minus(times(0.5, plus(one, two)), times(reach, n))
    x_rate = minus(times(0.5, plus(one_rate, two_rate)), times(reach, n_rate))
    out[c + GAP], out[c + INSIDE] = clearance - length, 1.0 + none
    out[c + 2], out[c + 3] = none, none
    put(out, c + X, x)
    put(out, c + NX, n)
    t_1, t_1_rate, t_2, t_2_rate = tangents(n, n_rate, int(memory[k[b + PAIR_MEMORY] + 2].real))
    b_1, b_2 = minus(x, vector(pose, i)), minus(x, vector(pose, j))
    u = minus(plus(r_2_rate, cross(w_2, b_2)), plus(r_1_rate, cross(w_1, b_1)))
    b_1_rate, b_2_rate = minus(x_rate, r_1_rate), minus(x_rate, r_2_rate)
    for number in range(3):
        if number == 0:
            direction, direction_rate = n, n_rate
        elif number == 1:
            direction, direction_rate = t_1, t_1_rate
        else:
            direction, direction_rate = t_2, t_2_rate
        put_slip_row(pose, i, j, direction, b_1, b_2, c + ROWS + WIDTH * number, out)
        out[c + GAMMA + number] = -slip_bias(direction, direction_rate, u, w_1, w_2, b_1_rate, b_2_rate)


@njit
def moved_point(pose, i, v, twist, place):
    """A point of a body in the world, and its velocity."""
    arm = into_world(pose, i, place)
    turning = into_world(pose, i, vector(twist, v + 3))
    return plus(vector(pose, i), arm), plus(vector(twist, v), cross(turning, arm))


def ball_in_cavity(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: centre of the cavity, of the ball, clearance, radius of the ball."""
    one, one_rate = moved_point(pose, k[b], k[b + 1], twist, vector(p, a))
    two, two_rate = moved_point(pose, k[b + 2], k[b + 3], twist, vector(p, a + 3))
    write_round_gap(stage, pose, twist, memory, k, b, c, out, one, one_rate, two, two_rate, p[a + 6], p[a + 7])


def journal_in_bearing(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: a point of the bearing's axis, its direction, the journal's point, clearance, radius of the journal."""
    origin, origin_rate = moved_point(pose, k[b], k[b + 1], twist, vector(p, a))
    axis = into_world(pose, k[b], vector(p, a + 3))
    axis_rate = cross(into_world(pose, k[b], vector(twist, k[b + 1] + 3)), axis)
    two, two_rate = moved_point(pose, k[b + 2], k[b + 3], twist, vector(p, a + 6))
    off, off_rate = minus(two, origin), minus(two_rate, origin_rate)
    along, along_rate = dot(axis, off), dot(axis_rate, off) + dot(axis, off_rate)
    one = plus(origin, times(along, axis))
    one_rate = plus(origin_rate, plus(times(along_rate, axis), times(along, axis_rate)))
    write_round_gap(stage, pose, twist, memory, k, b, c, out, one, one_rate, two, two_rate, p[a + 9], p[a + 10])
