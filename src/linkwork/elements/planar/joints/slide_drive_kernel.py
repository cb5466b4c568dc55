"""Driver along a slide: position of a point of j along a line of i (Haug 3.5.12, 3.5.13 in the exact form).

With d = r_jP - r_iP, U_i = A_i u_i (unit), N_i = U_i turned by +90 degrees:

    Phi    = U_i' d - C(t)
    Phi_qi = [-U_i', -U_i' B_i s_i + N_i' d],  Phi_qj = [U_i', U_i' B_j s_j]
    nu     = C'
    gamma  = -2 w_i N_i' d' + w_i^2 U_i' d - U_i' (A_i s_i w_i^2 - A_j s_j w_j^2) + C''

The printed form drops terms that vanish only together with a translational joint; these hold everywhere.
"""

from __future__ import annotations

from linkwork.elements.planar.frames_kernel import put_slide_row, slide_gamma, turn
from linkwork.functions.call_kernel import evaluate


def slide_drive(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, u_i, s_j; function: C."""
    i, j = k[b], k[b + 2]
    ix, iy = turn(pose, i, p[a], p[a + 1])
    ux, uy = turn(pose, i, p[a + 2], p[a + 3])
    jx, jy = turn(pose, j, p[a + 4], p[a + 5])
    dx, dy = pose[j] + jx - pose[i] - ix, pose[j + 1] + jy - pose[i + 1] - iy
    along = ux * dx + uy * dy
    function = c + 9
    evaluate(t, p, k, k[b + 4], out, function)
    out[c] = along - out[function]
    put_slide_row(ux, uy, ix, iy, jx, jy, dx, dy, out, c + 3)
    if stage == 0:
        return
    out[c + 1] = out[function + 1]
    gamma = slide_gamma(twist, k[b + 1], k[b + 3], ux, uy, ix, iy, jx, jy, along)
    out[c + 2] = gamma + out[function + 2]
