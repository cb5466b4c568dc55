"""What a pair kernel of the plane writes about a contact point, from its normal and its place with their rates.

With M the point, b_i = M - r_i, u = r_2' + w_2 x b_2 - r_1' - w_1 x b_1 and e the normal n or the tangent t = n turned
by +90 degrees:

    rows    e . u: the gap's rate and the slip speed
    gamma   -(e' . u + e . (w_2 x b_2' - w_1 x b_1')),  b_i' = M' - r_i'
"""

from __future__ import annotations

from linkwork.elements.contact_point_layout_kernel import GAMMA, GAP, INSIDE, NX, X
from linkwork.numerics.jit import njit

ROWS, WIDTH = 12, 6
POINT_SIZE = 24


@njit
def put_point(pose, twist, i, j, v_1, v_2, gap, n, n_rate, m, m_rate, here, out):
    """All numbers of a point that has no ends to leave."""
    none = 0.0 * gap
    out[here + GAP], out[here + INSIDE] = gap, 1.0 + none
    out[here + 2], out[here + 3] = none, none
    out[here + X], out[here + X + 1], out[here + X + 2] = m[0], m[1], none
    out[here + NX], out[here + NX + 1], out[here + NX + 2] = n[0], n[1], none
    b_1, b_2 = (m[0] - pose[i], m[1] - pose[i + 1]), (m[0] - pose[j], m[1] - pose[j + 1])
    w_1, w_2 = twist[v_1 + 2], twist[v_2 + 2]
    ux = twist[v_2] - w_2 * b_2[1] - twist[v_1] + w_1 * b_1[1]
    uy = twist[v_2 + 1] + w_2 * b_2[0] - twist[v_1 + 1] - w_1 * b_1[0]
    ax = -w_2 * (m_rate[1] - twist[v_2 + 1]) + w_1 * (m_rate[1] - twist[v_1 + 1])
    ay = w_2 * (m_rate[0] - twist[v_2]) - w_1 * (m_rate[0] - twist[v_1])
    for number in range(2):
        e, e_rate = (n, n_rate) if number == 0 else ((-n[1], n[0]), (-n_rate[1], n_rate[0]))
        row = here + ROWS + WIDTH * number
        out[row], out[row + 1], out[row + 2] = -e[0], -e[1], b_1[1] * e[0] - b_1[0] * e[1]
        out[row + 3], out[row + 4], out[row + 5] = e[0], e[1], b_2[0] * e[1] - b_2[1] * e[0]
        out[here + GAMMA + number] = -(e_rate[0] * ux + e_rate[1] * uy + e[0] * ax + e[1] * ay)
