"""Cam and flat-faced follower: an outline of i touches a straight face of j (Haug 3.4.24 to 3.4.30, corrected).

The element owns the outline parameter al of i. With S = A_i c(al), G = A_i c'(al), H, K likewise, U = A_j u_j the unit
vector along the face, N = U turned by +90 degrees, s_j a point of the face, d = r_i + S - r_j - A_j s_j and a
constant length E = |c'|:

    Phi     = [ N' d ; (G x U) / E ]
    Phi_qi  = [[ N',  N' R S], [0, -G.U / E]],               Phi_al = [N' G ; (H x U) / E]
    Phi_qj  = [[-N', -N' B_j s_j - U' d], [0,  G.U / E]]
    nu      = 0
    gamma1  = w_j^2 N' d + 2 w_j U' d' - N' (S'' + w_j^2 A_j s_j)
    gamma2  = -(G'' x U + 2 G' x U' + G x U'') / E
              S'' = -w^2 S + 2 w al' R G + al'^2 H, G' = w R G + al' H, G'' = -w^2 G + 2 w al' R H + al'^2 K (w = w_i)
"""

from __future__ import annotations

from linkwork.elements.planar.frames_kernel import point_velocity, turn
from linkwork.functions.call_kernel import evaluate


def cam_flat(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_j, u_j, 1/E; owns al; curve: c_i."""
    i, j = k[b], k[b + 2]
    curve = c + 20
    evaluate(pose[k[b + 4]], p, k, k[b + 6], out, curve)
    sx, sy = turn(pose, i, out[curve], out[curve + 1])
    gx, gy = turn(pose, i, out[curve + 2], out[curve + 3])
    hx, hy = turn(pose, i, out[curve + 4], out[curve + 5])
    kx, ky = turn(pose, i, out[curve + 6], out[curve + 7])
    jx, jy = turn(pose, j, p[a], p[a + 1])
    ux, uy = turn(pose, j, p[a + 2], p[a + 3])
    scale = p[a + 4]
    dx, dy = pose[i] + sx - pose[j] - jx, pose[i + 1] + sy - pose[j + 1] - jy
    across = ux * dy - uy * dx
    out[c] = across
    out[c + 1] = (gx * uy - gy * ux) * scale
    row = c + 6
    out[row] = -uy
    out[row + 1] = ux
    out[row + 2] = ux * sx + uy * sy
    out[row + 3] = uy
    out[row + 4] = -ux
    out[row + 5] = -(ux * jx + uy * jy) - (ux * dx + uy * dy)
    out[row + 6] = ux * gy - uy * gx
    row = c + 13
    dot = (gx * ux + gy * uy) * scale
    out[row + 2] = -dot
    out[row + 5] = dot
    out[row + 6] = (hx * uy - hy * ux) * scale
    if stage == 0:
        return
    wi, wj, rate = twist[k[b + 1] + 2], twist[k[b + 3] + 2], twist[k[b + 5]]
    vix, viy = point_velocity(twist, k[b + 1], sx, sy)
    vjx, vjy = point_velocity(twist, k[b + 3], jx, jy)
    vx, vy = vix + rate * gx - vjx, viy + rate * gy - vjy
    ax = -wi * wi * sx - 2.0 * wi * rate * gy + rate * rate * hx + wj * wj * jx
    ay = -wi * wi * sy + 2.0 * wi * rate * gx + rate * rate * hy + wj * wj * jy
    out[c + 2] = 0.0
    out[c + 3] = 0.0
    out[c + 4] = wj * wj * across + 2.0 * wj * (ux * vx + uy * vy) - (ux * ay - uy * ax)
    bx = -wi * wi * gx - 2.0 * wi * rate * hy + rate * rate * kx
    by = -wi * wi * gy + 2.0 * wi * rate * hx + rate * rate * ky
    tx, ty = -wi * gy + rate * hx, wi * gx + rate * hy
    turning = bx * uy - by * ux + 2.0 * wj * (tx * ux + ty * uy) - wj * wj * (gx * uy - gy * ux)
    out[c + 5] = -turning * scale
