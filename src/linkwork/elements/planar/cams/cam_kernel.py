"""Cam and curved follower: two outlines touch (Haug 3.4.15 to 3.4.22, any parametric outline, corrected columns).

The element owns the outline parameters al_i, al_j. With S = A c(al), G = A c'(al), H = A c''(al), K = A c'''(al) of
each body, R the turn by +90 degrees, x the cross product of plane vectors, and a constant area E = |c_i'| |c_j'|:

    Phi     = [ r_i + S_i - r_j - S_j ; (G_i x G_j) / E ]
    Phi_qi  = [[ I,  R S_i], [0, -G_i.G_j / E]],   Phi_ali = [ G_i ; (H_i x G_j) / E]
    Phi_qj  = [[-I, -R S_j], [0,  G_i.G_j / E]],   Phi_alj = [-G_j ; (G_i x H_j) / E]
    nu      = 0
    gamma12 = -(S_i'' - S_j''),     S'' = -w^2 S + 2 w al' R G + al'^2 H
    gamma3  = -(G_i'' x G_j + 2 G_i' x G_j' + G_i x G_j'') / E
              G' = w R G + al' H,   G'' = -w^2 G + 2 w al' R H + al'^2 K
"""

from __future__ import annotations

from linkwork.elements.planar.frames_kernel import turn
from linkwork.functions.call_kernel import evaluate
from linkwork.numerics.jit import njit


@njit
def _second(w, rate, sx, sy, gx, gy, hx, hy):
    """Velocity-dependent part of the second derivative of A c(al)."""
    return (
        -w * w * sx - 2.0 * w * rate * gy + rate * rate * hx,
        -w * w * sy + 2.0 * w * rate * gx + rate * rate * hy,
    )


def cam(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: 1/E; owns al_i, al_j; curves: c_i, c_j."""
    i, j = k[b], k[b + 2]
    first = c + 33
    second = first + 8
    evaluate(pose[k[b + 4]], p, k, k[b + 8], out, first)
    six, siy = turn(pose, i, out[first], out[first + 1])
    gix, giy = turn(pose, i, out[first + 2], out[first + 3])
    hix, hiy = turn(pose, i, out[first + 4], out[first + 5])
    kix, kiy = turn(pose, i, out[first + 6], out[first + 7])
    evaluate(pose[k[b + 6]], p, k, k[b + 9], out, second)
    sjx, sjy = turn(pose, j, out[second], out[second + 1])
    gjx, gjy = turn(pose, j, out[second + 2], out[second + 3])
    hjx, hjy = turn(pose, j, out[second + 4], out[second + 5])
    kjx, kjy = turn(pose, j, out[second + 6], out[second + 7])
    scale = p[a]
    out[c] = pose[i] + six - pose[j] - sjx
    out[c + 1] = pose[i + 1] + siy - pose[j + 1] - sjy
    out[c + 2] = (gix * gjy - giy * gjx) * scale
    row = c + 9
    out[row] = 1.0
    out[row + 2] = -siy
    out[row + 3] = -1.0
    out[row + 5] = sjy
    out[row + 6] = gix
    out[row + 7] = -gjx
    row = c + 17
    out[row + 1] = 1.0
    out[row + 2] = six
    out[row + 4] = -1.0
    out[row + 5] = -sjx
    out[row + 6] = giy
    out[row + 7] = -gjy
    row = c + 25
    dot = (gix * gjx + giy * gjy) * scale
    out[row + 2] = -dot
    out[row + 5] = dot
    out[row + 6] = (hix * gjy - hiy * gjx) * scale
    out[row + 7] = (gix * hjy - giy * hjx) * scale
    if stage == 0:
        return
    wi, wj = twist[k[b + 1] + 2], twist[k[b + 3] + 2]
    ri, rj = twist[k[b + 5]], twist[k[b + 7]]
    aix, aiy = _second(wi, ri, six, siy, gix, giy, hix, hiy)
    ajx, ajy = _second(wj, rj, sjx, sjy, gjx, gjy, hjx, hjy)
    for equation in range(3):
        out[c + 3 + equation] = 0.0
    out[c + 6] = ajx - aix
    out[c + 7] = ajy - aiy
    bix, biy = _second(wi, ri, gix, giy, hix, hiy, kix, kiy)
    bjx, bjy = _second(wj, rj, gjx, gjy, hjx, hjy, kjx, kjy)
    vix, viy = -wi * giy + ri * hix, wi * gix + ri * hiy
    vjx, vjy = -wj * gjy + rj * hjx, wj * gjx + rj * hjy
    turning = bix * gjy - biy * gjx + 2.0 * (vix * vjy - viy * vjx) + gix * bjy - giy * bjx
    out[c + 8] = -turning * scale
