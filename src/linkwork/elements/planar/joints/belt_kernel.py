"""An elastic belt or chain around two pulleys: two straight strands along the common tangents, each only in tension.

Centres d = r_jP - r_iP = D (cos psi, sin psi); rho = R_i - R_j (open) or R_i + R_j (crossed), R_j < 0 when crossed:
rho = R_i - R_j. With cos alpha = rho / D the normal of a strand is n = (cos, sin)(psi + side alpha), side = +1 left of
the line of centres and -1 right of it; it touches the pulleys at r_iP + R_i n and r_jP + R_j n.

    length      L = sqrt(D^2 - rho^2)
    stretch     e = (L - L_0) - rho (alpha - alpha_0) + side (R_i (phi_i - psi) - R_j (phi_j - psi) - c_0)
    rate        e' = tau' (v_j - v_i) of the points of the pulleys that touch,  tau = (sin, -cos)(psi + alpha) side
    tension     T = T_0 + k e + c e', never below zero; slack when T_0 + k e < 0

The belt does not slip. c_0 holds the direction psi_0 as drawn; psi is counted over whole turns by an own state whose
rate is psi'. Potential energy (T_0 + k e)^2 / 2k of every strand that is not slack, power lost c e'^2.
"""

from __future__ import annotations

import math

from linkwork.elements.planar.frames_kernel import point_velocity, turn
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import acos, atan2, cos, sin, sqrt
from linkwork.numerics.switch_kernel import SWITCH, decide

TURN = 2.0 * math.pi


@njit
def direction(dx, dy, near):
    """Direction of the line of centres, of all its values the nearest to `near`."""
    psi = atan2(dy, dx)
    return psi + TURN * math.floor((near - psi.real) / TURN + 0.5)


@njit
def strand(elastic, viscous, memory, switch):
    """The part of the damper in a strand's tension, and whether the strand is tight."""
    tight = decide(memory, switch, elastic)
    damped = tight and viscous.real != 0.0
    pulling = decide(memory, switch + SWITCH, elastic + viscous if damped else 1.0 + 0.0 * elastic)
    return tight, viscous if pulling else -elastic


def belt(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, s_j, R_i, R_j (below zero when crossed), L_0, alpha_0, psi_0, c_0, k, c, T_0; k: state, rate, first of
    four switches, two places for the tensions."""
    i, j = k[b], k[b + 2]
    ix, iy = turn(pose, i, p[a], p[a + 1])
    jx, jy = turn(pose, j, p[a + 2], p[a + 3])
    ri, rj = p[a + 4], p[a + 5]
    dx, dy = pose[j] + jx - pose[i] - ix, pose[j + 1] + jy - pose[i + 1] - iy
    vix, viy = point_velocity(twist, k[b + 1], ix, iy)
    vjx, vjy = point_velocity(twist, k[b + 3], jx, jy)
    wx, wy = vjx - vix, vjy - viy
    distance = sqrt(dx * dx + dy * dy)
    rho = ri - rj
    length, alpha = sqrt(distance * distance - rho * rho), acos(rho / distance)
    psi = direction(dx, dy, p[a + 8].real + memory[k[b + 4]].real)
    memory[k[b + 5]] = (dx * wy - dy * wx) / (distance * distance)
    wound = ri * (pose[i + 2] - psi) - rj * (pose[j + 2] - psi) - p[a + 9]
    common = length - p[a + 6] - rho * (alpha - p[a + 7])
    turning = ri * twist[k[b + 1] + 2] - rj * twist[k[b + 3] + 2]
    stiffness, damping, preload = p[a + 10], p[a + 11], p[a + 12]
    # all that a force in the plane writes (FORCE_RESULTS)
    for place in range(10):
        out[c + place] = 0.0 * psi
    for number in range(2):
        side = 1.0 - 2.0 * number
        nx, ny = cos(psi + side * alpha), sin(psi + side * alpha)
        tx, ty = side * ny, -side * nx
        rate = tx * wx + ty * wy + side * turning
        elastic = preload + stiffness * (common + side * wound)
        tight, viscous = strand(elastic, damping * rate, memory, k[b + 6] + 2 * SWITCH * number)
        tension = elastic + viscous if tight else 0.0 * elastic
        memory[k[b + 7] + number] = tension
        fx, fy = tension * tx, tension * ty
        out[c] = out[c] + fx
        out[c + 1] = out[c + 1] + fy
        out[c + 2] = out[c + 2] + (ix + ri * nx) * fy - (iy + ri * ny) * fx
        out[c + 3] = out[c + 3] - fx
        out[c + 4] = out[c + 4] - fy
        out[c + 5] = out[c + 5] - (jx + rj * nx) * fy + (jy + rj * ny) * fx
        if tight:
            out[c + 6] = out[c + 6] + 0.5 * elastic * elastic / stiffness
            out[c + 7] = out[c + 7] + viscous * rate
        out[c + 9] = out[c + 9] + side * tension
