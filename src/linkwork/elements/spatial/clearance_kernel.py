"""A ball in a spherical cavity with clearance c: gap c - |e|, e from the centre of the cavity to that of the ball.

The normal, from the cavity to the ball, is -e / |e|; at the centre, where there is none, it is an axis of the world.
Rows and gammas are those of two solids (see `solid_pair_kernel`).
"""

from __future__ import annotations

from linkwork.elements.spatial.rolling_kernel import put_slip_row, slip_bias
from linkwork.elements.spatial.solid_pair_kernel import ROWS, WIDTH, tangents
from linkwork.elements.spatial.solid_slots_kernel import LEAST_SINE, most_across
from linkwork.elements.spatial.vectors_kernel import cross, into_world, minus, plus, times, vector
from linkwork.numerics.jit import njit
from linkwork.numerics.solid_gap_kernel import unit
from linkwork.numerics.vectors_kernel import put
from linkwork.system.touch.point_layout_kernel import GAMMA, GAP, INSIDE, MODES, NX, PAIR_MEMORY, X

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


def ball_in_cavity(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: centre of the cavity, of the ball, clearance, radius of the ball."""
    i, v_1, j, v_2 = k[b], k[b + 1], k[b + 2], k[b + 3]
    clearance, radius = p[a + 6], p[a + 7]
    w_1, w_2 = into_world(pose, i, vector(twist, v_1 + 3)), into_world(pose, j, vector(twist, v_2 + 3))
    r_1_rate, r_2_rate = vector(twist, v_1), vector(twist, v_2)
    arm_1, arm_2 = into_world(pose, i, vector(p, a)), into_world(pose, j, vector(p, a + 3))
    one, two = plus(vector(pose, i), arm_1), plus(vector(pose, j), arm_2)
    one_rate, two_rate = plus(r_1_rate, cross(w_1, arm_1)), plus(r_2_rate, cross(w_2, arm_2))
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
