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

from linkwork.elements.planar.frames_kernel import point_velocity, turn

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
    out[row] = -ux
    out[row + 1] = -uy
    out[row + 2] = ux * iy - uy * ix + ux * dy - uy * dx
    out[row + 3] = ux
    out[row + 4] = uy
    out[row + 5] = uy * jx - ux * jy
    if stage == 0:
        return
    wi, wj = twist[k[b + 1] + 2], twist[k[b + 3] + 2]
    vix, viy = point_velocity(twist, k[b + 1], ix, iy)
    vjx, vjy = point_velocity(twist, k[b + 3], jx, jy)
    bend = ux * (wj * wj * jx - wi * wi * ix) + uy * (wj * wj * jy - wi * wi * iy)
    across = ux * (vjy - viy) - uy * (vjx - vix)
    out[c] = bend - 2.0 * wi * across + wi * wi * (ux * dx + uy * dy)
