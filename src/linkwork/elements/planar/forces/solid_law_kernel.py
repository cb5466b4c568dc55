"""Hyperelastic laws: the energy of a volume and the stress S = 2 dW/dC, for the deformation C = F'F.

    Saint Venant and Kirchhoff:  W = l/2 tr(E)^2 + m E:E,  E = (C - I)/2,         S = l tr(E) I + 2 m E
    neo-Hooke:                   W = m/2 (tr C - 3) - m ln J + l/2 (ln J)^2,      S = m (I - C^-1) + l ln J C^-1

with Lame's l and m and J = sqrt(det C). C and S are symmetric: xx, yy, zz, xy, yz, zx. In the plane C_zz = 1 (plane
strain). Damping adds b (l tr(E') I + 2 m E') to S.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import log, sqrt

SAINT_VENANT = 0
ACCEPT = 2  # the stage in which a cell is asked for its volume
LEAST = 1e-12  # J that a law of neo-Hooke is asked for at least: a volume that is gone


@njit
def stress_of(law, lame, shear, c):
    """Energy in a unit of volume, and S."""
    xx, yy, zz, xy, yz, zx = c
    if law == SAINT_VENANT:
        ex, ey, ez = 0.5 * (xx - 1.0), 0.5 * (yy - 1.0), 0.5 * (zz - 1.0)
        trace = ex + ey + ez
        energy = 0.5 * lame * trace * trace + shear * (ex * ex + ey * ey + ez * ez)
        energy += 0.5 * shear * (xy * xy + yz * yz + zx * zx)
        pressure = lame * trace
        stress = (
            pressure + 2.0 * shear * ex,
            pressure + 2.0 * shear * ey,
            pressure + 2.0 * shear * ez,
            shear * xy,
            shear * yz,
            shear * zx,
        )
        return energy, stress
    ax, ay, az = yy * zz - yz * yz, zz * xx - zx * zx, xx * yy - xy * xy
    bxy, byz, bzx = yz * zx - xy * zz, xy * zx - yz * xx, xy * yz - zx * yy
    square = xx * ax + xy * bxy + zx * bzx
    if square.real < LEAST * LEAST:
        square = 0.0 * square + LEAST * LEAST
    swell = log(sqrt(square))
    energy = 0.5 * shear * (xx + yy + zz - 3.0) - shear * swell + 0.5 * lame * swell * swell
    share = (lame * swell - shear) / square
    stress = (shear + share * ax, shear + share * ay, shear + share * az, share * bxy, share * byz, share * bzx)
    return energy, stress


@njit
def tell_volume(least, law, c, out):
    """What a cell says of an accepted step: its least det F, and whether its law bars what is not above zero."""
    out[c] = least
    out[c + 1] = 0.0 * least + (0.0 if law == SAINT_VENANT else 1.0)


@njit
def along(s, gx, gy, gz, hx, hy, hz):
    """g . S h."""
    xx, yy, zz, xy, yz, zx = s
    return gx * (xx * hx + xy * hy + zx * hz) + gy * (xy * hx + yy * hy + yz * hz) + gz * (zx * hx + yz * hy + zz * hz)


@njit
def product(s, e):
    """S : E of two symmetric tensors."""
    return s[0] * e[0] + s[1] * e[1] + s[2] * e[2] + 2.0 * (s[3] * e[3] + s[4] * e[4] + s[5] * e[5])


@njit
def added(c, share, gx, gy, gz, hx, hy, hz):
    """C less share times the symmetric part of g h'."""
    return (
        c[0] - share * gx * hx,
        c[1] - share * gy * hy,
        c[2] - share * gz * hz,
        c[3] - 0.5 * share * (gx * hy + gy * hx),
        c[4] - 0.5 * share * (gy * hz + gz * hy),
        c[5] - 0.5 * share * (gz * hx + gx * hz),
    )


@njit
def viscous(lame, shear, damping, rate):
    """b (l tr(E') I + 2 m E') for C' = 2 E'."""
    pressure = 0.5 * damping * lame * (rate[0] + rate[1] + rate[2])
    twice = damping * shear
    return (
        pressure + twice * rate[0],
        pressure + twice * rate[1],
        pressure + twice * rate[2],
        twice * rate[3],
        twice * rate[4],
        twice * rate[5],
    )
