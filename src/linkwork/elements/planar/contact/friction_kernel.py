"""Dry friction of a planar joint: the direction in which it rubs, and what presses there.

With d = r_jP - r_iP, U_i = A_i u_i along the guide and N_i square to it, the slip is the speed of the second body's
point along the guide,

    slip  = U_i' d' + w_i N_i' d
    row_i = [-U_i', -U_i' B_i s_i + N_i' d],  row_j = [U_i', U_i' B_j s_j]
    gamma = U_i' (A_j s_j w_j^2 - A_i s_i w_i^2) - 2 w_i N_i' d' + w_i^2 U_i' d

or, of a pin of radius R, slip = R (w_j - w_i) with gamma = 0. It is d(slip)/dt = row a - gamma. A load is the product
of three numbers with the reaction on the second body: along the guide, square to it, and moment.
"""

from __future__ import annotations

from linkwork.elements.planar.frames_kernel import put_slide_row, slide_gamma, turn

SLIDES, TURNS = 0, 1


def friction(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, u_i, s_j, radius, three numbers a load; k behind the bodies: slides or turns, number of loads."""
    i, j = k[b], k[b + 2]
    ux, uy = turn(pose, i, p[a + 2], p[a + 3])
    for column in range(7):
        out[c + column] = 0.0
    at, numbers = c + 7, a + 7
    for _ in range(k[b + 5]):
        along, across = p[numbers], p[numbers + 1]
        out[at] = along * ux - across * uy
        out[at + 1] = along * uy + across * ux
        out[at + 2] = p[numbers + 2]
        at += 3
        numbers += 3
    row = c + 1
    if k[b + 4] == TURNS:
        out[row + 2] = -p[a + 6]
        out[row + 5] = p[a + 6]
        return
    ix, iy = turn(pose, i, p[a], p[a + 1])
    jx, jy = turn(pose, j, p[a + 4], p[a + 5])
    dx, dy = pose[j] + jx - pose[i] - ix, pose[j + 1] + jy - pose[i + 1] - iy
    put_slide_row(ux, uy, ix, iy, jx, jy, dx, dy, out, row)
    if stage > 0:
        out[c] = slide_gamma(twist, k[b + 1], k[b + 3], ux, uy, ix, iy, jx, jy, ux * dx + uy * dy)
